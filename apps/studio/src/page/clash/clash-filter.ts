// Which clashes a list shows.

import type { Clash, GivenDecision } from '@nearmiss/clash';

export interface ClashFilter {
  /** Empty for all. */
  readonly type: string;
  readonly class: string;
  /** A state of the library, a decision, or `open` for what is not decided. */
  readonly state: string;
  readonly text: string;
}

export function matches(clash: Clash, decision: GivenDecision, filter: ClashFilter): boolean {
  const { type, class: wanted, state, text } = filter;
  if (type !== '' && clash.type !== type) return false;
  if (wanted !== '' && !classesOf(clash).includes(wanted)) return false;
  if (state !== '' && clash.state !== state && decision !== state) return false;
  const words = text.toLowerCase().split(/\s+/);
  const all = [
    clash.test,
    clash.id,
    ...[clash.a, clash.b].flatMap(({ model, id, name, class: own }) => [model, id, name, own]),
  ];
  const whole = all.join('\n').toLowerCase();
  return words.every((word) => whole.includes(word));
}

/** The classes of both elements; without one, the file. */
export function classesOf({ a, b }: Clash): string[] {
  return [a.class ?? a.model, b.class ?? b.model];
}

/** Every state and decision that a list can have. */
export function statesOf(clashes: readonly Clash[]): string[] {
  const states = clashes.flatMap(({ state }) => (state === undefined ? [] : [state]));
  return [...new Set([...states, 'open', 'approved', 'ignored'])];
}
