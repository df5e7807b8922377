import { provenWithin } from '../proven-within.ts';
import type { ShownPath } from './messages.ts';

/** What can be said of a path in one sentence. */
export function pathSentence({ status, a, b, lower, upper, clearance, kept, verified }: ShownPath): string {
  const pair = `${a ?? ''} and ${b ?? ''}`;
  switch (status) {
    case 'free':
      return `Nothing touches along the whole path, which is proven${verified === true ? ' and checked' : ''}: the gap is ${millimetres(clearance.lower)} or more.`;
    case 'contact': {
      const known = provenWithin((upper ?? lower) - lower);
      return `First contact at time ${lower.toFixed(3)}, of ${pair}, ${known}; nothing touches before.`;
    }
    case 'initially-in-contact':
      return `Contact from the start, of ${pair}.`;
    case 'near':
      return `At time ${lower.toFixed(4)} the gap of ${pair} is down to ${kept > 0 ? millimetres(kept) : 'the contact threshold'}; no contact was proven.`;
    default:
      return `It is not decided what happens after ${lower.toFixed(4)}; nothing touches before.`;
  }
}

export function millimetres(metres: number): string {
  return Number.isFinite(metres) ? `${(1000 * metres).toFixed(2)} mm` : 'unbounded';
}
