import type { Clash } from './clash.ts';

/**
 * The clashes of a run with their state against the result of an earlier one: `new`, `active`, and those that are gone as `resolved`. What
 * was resolved before is not named again, unless people decided about it: decisions stay while a clash is away.
 *
 * @see {@link judgePair}
 */
export function withStates(clashes: readonly Clash[], previous: readonly Clash[]): Clash[] {
  const before = new Set(previous.filter(({ state }) => state !== 'resolved').map(({ id }) => id));
  const states = keepDecisions(clashes, previous).map((clash): Clash => {
    if (clash.state === 'resolved') return clash;
    return { ...clash, state: before.has(clash.id) ? 'active' : 'new' };
  });
  const now = new Set(states.map(({ id }) => id));
  for (const clash of previous) {
    if (before.has(clash.id) && !now.has(clash.id)) states.push({ ...clash, state: 'resolved' });
  }
  return states;
}

/**
 * The clashes of a run with the decisions of an earlier result. Those that were decided and are gone stay, as `resolved`.
 *
 * @see {@link withStates}
 */
export function keepDecisions(clashes: readonly Clash[], previous: readonly Clash[]): Clash[] {
  const decided = new Map(previous.filter(({ decision }) => decision !== undefined).map((clash) => [clash.id, clash]));
  const kept = clashes.map((clash): Clash => {
    const decision = decided.get(clash.id)?.decision;
    decided.delete(clash.id);
    return decision === undefined ? clash : { ...clash, decision };
  });
  for (const clash of decided.values()) kept.push({ ...clash, state: 'resolved' });
  return kept;
}
