import { rowName } from './shell/terms.ts';

export type Row = readonly [name: string, value: string];

/** Fills a list of names and values. Rows with the same names stay, so that what has the focus keeps it. */
export function writeRows(list: HTMLElement, rows: readonly Row[]): void {
  const names = rows.map(([name]) => name).join('\n');
  if (list.dataset.names !== names) {
    list.dataset.names = names;
    list.replaceChildren(...rows.map(([name]) => rowOf(name)));
  }
  const values = list.querySelectorAll('dd');
  for (const [k, [, value]] of rows.entries()) {
    const cell = values[k];
    if (cell !== undefined && cell.textContent !== value) cell.textContent = value;
  }
}

function rowOf(name: string): HTMLElement {
  const row = document.createElement('div');
  const title = document.createElement('dt');
  title.append(rowName(name));
  row.append(title, document.createElement('dd'));
  return row;
}
