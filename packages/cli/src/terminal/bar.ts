/** Milliseconds before a bar is shown: short work needs none. */
export const PATIENCE = 1000;
/** Milliseconds from one drawing to the next. */
export const REDRAW = 200;
/** Characters of a bar. */
export const WIDTH = 30;
/** Moves to the start of the line and clears it. */
export const CLEAR = '\r\x1b[K';

/** A bar that is full from one character to another. */
export function bar(from: number, to: number): string {
  return '░'.repeat(from) + '█'.repeat(to - from) + '░'.repeat(WIDTH - to);
}

/** Whether a line can be redrawn: on a terminal that can clear one. */
export function canRedraw(
  output: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  return output.isTTY === true && environment.TERM !== 'dumb';
}
