// Which pairs of bodies are of interest at all.

import type { Bodies, BodyId } from './bodies.ts';

/**
 * Whether two bodies are of interest to each other. Asked when their boxes come to overlap, and when a filter has changed.
 *
 * @see {@link StepOptions}
 */
export type PairPredicate = (bodyA: BodyId, bodyB: BodyId) => boolean;

export class PairFilter {
  readonly #predicate: PairPredicate | undefined;
  /** For a body those with higher numbers that it never meets. */
  readonly #never = new Map<BodyId, Set<BodyId>>();

  constructor(predicate: PairPredicate | undefined) {
    this.#predicate = predicate;
  }

  /** Leaves a pair out of consideration, or takes it back in. Whether that is new. */
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

  /** Forgets a body that is gone. */
  forget(id: BodyId): void {
    this.#never.delete(id);
    for (const others of this.#never.values()) others.delete(id);
  }

  /** Whether the bodies in two slots, the lower number first, may meet. */
  admits({ ids, groups, masks }: Bodies, a: number, b: number): boolean {
    if ((groups[a] & masks[b]) === 0 || (groups[b] & masks[a]) === 0) return false;
    if (this.#never.size > 0 && this.#never.get(ids[a])?.has(ids[b]) === true) return false;
    return this.#predicate === undefined || this.#predicate(ids[a], ids[b]) === true;
  }
}
