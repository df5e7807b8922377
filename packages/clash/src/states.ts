import type { Clash } from './clash.ts';

/**
 * The clashes of a run with their state against the result of an earlier one: `new`, `active`, and those that are gone as `resolved`. What
 * was resolved before is not named again. Decisions stay.
 *
 * @see {@link judgePair}
 */
export function withStates(clashes: readonly Clash[], previous: readonly Clash[]): Clash[] {
  const before = new Map<string, Clash>();
  for (const clash of previous) if (clash.state !== 'resolved') before.set(clash.id, clash);
  const now = new Set(clashes.map(({ id }) => id));
  const states = clashes.map((clash): Clash => {
    const earlier = before.get(clash.id);
    if (earlier === undefined) return { ...clash, state: 'new' };
    const { decision } = earlier;
    return decision === undefined ? { ...clash, state: 'active' } : { ...clash, state: 'active', decision };
  });
  for (const clash of before.values()) if (!now.has(clash.id)) states.push({ ...clash, state: 'resolved' });
  return states;
}
