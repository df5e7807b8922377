import { oneLine } from '../usage.ts';

/** Whether to use colours: on a terminal, unless NO_COLOR (no-color.org) is set or the terminal is dumb. */
export function useColour(
  output: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  return output.isTTY === true && (environment.NO_COLOR ?? '') === '' && environment.TERM !== 'dumb';
}

/** A name and a value. */
export type Row = readonly [name: string, value: string];

/** A heading and rows. */
export function formatTable(heading: string, rows: readonly Row[], colour: boolean): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  const bold = (text: string): string => (colour ? `\x1b[1m${text}\x1b[22m` : text);
  const dim = (text: string): string => (colour ? `\x1b[2m${text}\x1b[22m` : text);
  const lines = rows.map(([name, value]) => `  ${dim(name.padEnd(width))}  ${oneLine(value)}`);
  return `${[bold(oneLine(heading)), ...lines].join('\n')}\n`;
}
