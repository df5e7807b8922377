import { NearmissError, textOf } from '../error.ts';
import type { BoxSet } from './box-set.ts';
import type { PairSet } from './pair-set.ts';

/**
 * Finds the pairs of boxes that overlap, by any of several structures with one contract: after `update`, `pairs` holds exactly
 * the pairs of boxes in the set that have a point in common, but for those that both rest. Boxes are written to the set first
 * and then told of. A number that was removed is not added again before the next update.
 *
 * @see {@link BroadPhaseKind}
 */
export interface BroadPhase {
  readonly pairs: PairSet;
  add(id: number): void;
  remove(id: number): void;
  move(id: number): void;
  update(): void;
  /** Hands the probe every box that it can reach. May be called after `update` only. */
  search(probe: Probe): void;
}

/** What is searched for among boxes: something that is reached, or not, at some distance. See {@link BroadPhase}. */
export interface Probe {
  /** What is farther than this is not of interest; `take` may lower it. */
  limit: number;
  /** How far away anything in the box at `at` is at least; 0 or Infinity where distance does not matter. */
  bound(bounds: Float64Array, at: number): number;
  take(id: number): void;
}

/** A structure that finds overlapping boxes, to choose: all find the same. docs/lab/broad-phase.md compares them. */
export interface BroadPhaseKind {
  readonly name: string;
  create(boxes: BoxSet): BroadPhase;
}

export function requireBroadPhase(option: string, kind: BroadPhaseKind): BroadPhaseKind {
  if (typeof kind === 'object' && typeof kind?.create === 'function') return kind;
  const known = 'dynamicTree, grid, sweepAndPrune, rTree or spaceTime of nearmiss/world, or one of nearmiss/lab';
  throw new NearmissError('options/bad-value', `${option} is ${textOf(kind)}; it is an object: ${known}.`);
}
