import { NearmissError, textOf } from '../error.ts';
import type { BoxSet } from './box-set.ts';
import type { PairSet } from './pair-set.ts';

/**
 * Finds the pairs of boxes that overlap. Several structures share this contract: after `update`, `pairs` holds exactly the pairs of
 * boxes in the set that have a point in common, except those that both rest. Write a box to the set first, then report it. A number
 * that was removed must not be added again before the next update.
 *
 * @see {@link BroadPhaseKind}
 */
export interface BroadPhase {
  readonly pairs: PairSet;
  add(id: number): void;
  remove(id: number): void;
  move(id: number): void;
  update(): void;
  /** Passes the probe every box that it can reach. Call it only after `update`. */
  search(probe: Probe): void;
}

/** A query among boxes: each box is reached, or not, at some distance. See {@link BroadPhase}. */
export interface Probe {
  /** Boxes farther than this are skipped; `take` may lower it. */
  limit: number;
  /** Lower bound of the distance of the contents of the box at `at`; 0 or Infinity where distance does not matter. */
  bound(bounds: Float64Array, at: number): number;
  take(id: number): void;
}

/** A structure that finds overlapping boxes: all find the same pairs. docs/lab/broad-phase.md compares them. */
export interface BroadPhaseKind {
  readonly name: string;
  create(boxes: BoxSet): BroadPhase;
}

export function requireBroadPhase(option: string, kind: BroadPhaseKind): BroadPhaseKind {
  if (typeof kind === 'object' && typeof kind?.create === 'function') return kind;
  const known = 'dynamicTree, grid, sweepAndPrune, rTree or spaceTime of nearmiss/world, or one of nearmiss/lab';
  throw new NearmissError('options/bad-value', `${option} is ${textOf(kind)}; it is an object: ${known}.`);
}
