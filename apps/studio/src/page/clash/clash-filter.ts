// Which clashes a list shows.

import type { Clash, GivenDecision } from '@nearmiss/clash';

/** Each may be empty, for all. */
export interface ClashFilter {
  readonly type: string;
  readonly class: string;
  /** Against the run before. */
  readonly state: string;
  /** `open` for what is not decided. */
  readonly decision: string;
  readonly text: string;
}

export function matches(clash: Clash, decided: GivenDecision, filter: ClashFilter): boolean {
  const { type, class: wanted, state, decision, text } = filter;
  if (type !== '' && clash.type !== type) return false;
  if (wanted !== '' && !classesOf(clash).includes(wanted)) return false;
  if (state !== '' && clash.state !== state) return false;
  if (decision !== '' && decided !== decision) return false;
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

/** The states of a list; none where no run came before. */
export function statesOf(clashes: readonly Clash[]): string[] {
  return [...new Set(clashes.flatMap(({ state }) => (state === undefined ? [] : [state])))];
}
