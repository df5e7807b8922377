import type { ShownPath } from './messages.ts';

/** What can be said of a path in one sentence. */
export function pathSentence({ status, a, b, lower, upper, clearance, kept, verified }: ShownPath): string {
  const pair = `${a ?? ''} and ${b ?? ''}`;
  switch (status) {
    case 'free':
      return `Nothing touches along the whole path, which is proven${verified === true ? ' and checked' : ''}: the gap is ${millimetres(clearance.lower)} or more.`;
    case 'contact':
      return `${pair} touch first between ${lower.toFixed(6)} and ${(upper ?? lower).toFixed(6)}; nothing touches before.`;
    case 'initially-in-contact':
      return `${pair} touch at the start.`;
    case 'near':
      return `${pair} come within ${kept > 0 ? millimetres(kept) : 'the contact threshold'} at ${lower.toFixed(4)}; no contact was proven.`;
    default:
      return `It is not decided what happens after ${lower.toFixed(4)}; nothing touches before.`;
  }
}

export function millimetres(metres: number): string {
  return Number.isFinite(metres) ? `${(1000 * metres).toFixed(2)} mm` : 'unbounded';
}
