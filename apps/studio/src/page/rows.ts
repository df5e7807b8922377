export type Row = readonly [name: string, value: string];

/** Fills a list of names and values. */
export function writeRows(list: HTMLElement, rows: readonly Row[]): void {
  list.replaceChildren(
    ...rows.map(([name, value]) => {
      const row = document.createElement('div');
      for (const [tag, text] of [['dt', name] as const, ['dd', value] as const]) {
        row.append(Object.assign(document.createElement(tag), { textContent: text }));
      }
      return row;
    }),
  );
}
