import type { Clash } from './clash.ts';

/**
 * The clashes of a run with their state against the result of an earlier one: `new`, `active`, and those that are gone as `resolved`. What
 * was resolved before is named again only if it was decided about, so that decisions stay, also for a clash that comes back.
 *
 * @see {@link judgePair}
 */
export function withStates(clashes: readonly Clash[], previous: readonly Clash[]): Clash[] {
  const before = new Map<string, Clash>();
  for (const clash of previous) {
    if (clash.state !== 'resolved' || clash.decision !== undefined) before.set(clash.id, clash);
  }
  const now = new Set(clashes.map(({ id }) => id));
  const states = clashes.map((clash): Clash => {
    const earlier = before.get(clash.id);
    if (earlier === undefined) return { ...clash, state: 'new' };
    const { decision } = earlier;
    const state = earlier.state === 'resolved' ? 'new' : 'active';
    return decision === undefined ? { ...clash, state } : { ...clash, state, decision };
  });
  for (const clash of before.values()) if (!now.has(clash.id)) states.push({ ...clash, state: 'resolved' });
  return states;
}
