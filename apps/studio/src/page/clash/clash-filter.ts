// Which clashes a list shows.

import type { Clash, GivenDecision } from '@nearmiss/clash';

/** The state of all that is there: those of an earlier run that are gone are not. */
export const UNRESOLVED = 'not resolved';

/** Each may be empty, for all. */
export interface ClashFilter {
  readonly type: string;
  readonly class: string;
  readonly storey: string;
  /** Against the run before, or {@link UNRESOLVED}. */
  readonly state: string;
  /** `open` for what is not decided. */
  readonly decision: string;
  readonly text: string;
}

export function matches(clash: Clash, decided: GivenDecision, filter: ClashFilter): boolean {
  const { type, class: wanted, storey, state, decision, text } = filter;
  if (type !== '' && clash.type !== type) return false;
  if (wanted !== '' && !classesOf(clash).includes(wanted)) return false;
  if (storey !== '' && !storeysOf(clash).includes(storey)) return false;
  if (state === UNRESOLVED ? clash.state === 'resolved' : state !== '' && clash.state !== state) return false;
  if (decision !== '' && decided !== decision) return false;
  const words = text.toLowerCase().split(/\s+/);
  const all = [
    clash.test,
    clash.id,
    ...[clash.a, clash.b].flatMap(({ model, id, name, class: own, storey: on }) => [model, id, name, own, on]),
  ];
  const whole = all.join('\n').toLowerCase();
  return words.every((word) => whole.includes(word));
}

/** The classes of both elements; without one, the file. */
export function classesOf({ a, b }: Clash): string[] {
  return [a.class ?? a.model, b.class ?? b.model];
}

/** The storeys of both elements, where they are known. */
export function storeysOf({ a, b }: Clash): string[] {
  return [a.storey, b.storey].filter((storey) => storey !== undefined);
}

/** The states of a list; none where no run came before. */
export function statesOf(clashes: readonly Clash[]): string[] {
  return [...new Set(clashes.flatMap(({ state }) => (state === undefined ? [] : [state])))];
}
