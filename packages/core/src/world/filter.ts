// Which pairs of bodies may collide.

import type { Bodies, BodyId } from './bodies.ts';

/**
 * Whether two bodies may collide. Called when their boxes start to overlap, and when a filter has changed.
 *
 * @see {@link StepOptions}
 */
export type PairPredicate = (bodyA: BodyId, bodyB: BodyId) => boolean;

export class PairFilter {
  readonly #predicate: PairPredicate | undefined;
  /** For a body those with higher numbers that it never collides with. */
  readonly #never = new Map<BodyId, Set<BodyId>>();

  constructor(predicate: PairPredicate | undefined) {
    this.#predicate = predicate;
  }

  /** Excludes a pair, or includes it again. Returns whether that is a change. */
  ignore(a: BodyId, b: BodyId, isIgnored: boolean): boolean {
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    const others = this.#never.get(low);
    if ((others?.has(high) ?? false) === isIgnored) return false;
    if (!isIgnored) others?.delete(high);
    else if (others === undefined) this.#never.set(low, new Set([high]));
    else others.add(high);
    return true;
  }

  /** Removes a body. */
  forget(id: BodyId): void {
    this.#never.delete(id);
    for (const others of this.#never.values()) others.delete(id);
  }

  /** Whether the bodies in two slots, the lower number first, may collide. */
  admits({ ids, groups, masks }: Bodies, a: number, b: number): boolean {
    if ((groups[a] & masks[b]) === 0 || (groups[b] & masks[a]) === 0) return false;
    if (this.#never.size > 0 && this.#never.get(ids[a])?.has(ids[b]) === true) return false;
    return this.#predicate === undefined || this.#predicate(ids[a], ids[b]) === true;
  }
}
