// How a search for the nearest faces uses the answer of the last query of the same pair.
//
// The leaves that were nearest are a better seed than any search for one while the bodies move little, and far worse after a jump: a search with a
// bad seed takes ten times as long as one with none. So the step decides, in parts of the last gap, and of the body where the gap is wider.

import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import type { Workspace } from '../workspace.ts';
import type { DistanceMemory } from './distance.ts';

/**
 * - `last`: the last leaves are the seed.
 * - `both`: they are tested first; then a seed is searched.
 * - `seed`: nothing of the last query is used, as if there were none.
 */
export type SearchStart = 'last' | 'both' | 'seed';

/** The last leaves are the seed up to a step of this many times the gap (measured: docs/lab/kernels.md). Dimensionless. */
const SHORT_STEP = 2;
/** And of this part of the query body's radius: after a turn other faces are near, however far the bodies are apart. Dimensionless. */
const TURNED_STEP = 1 / 8;
/** They are tested up to a step of this part of the query body's radius: bodies in contact have no gap. Dimensionless. */
const LONG_STEP = 1 / 16;

/** Records the pose of a new query, and decides by the step from the last one. */
export function startFromLast(w: Workspace, { front, gap, leafQuery }: DistanceMemory): SearchStart {
  front.advance(w);
  if (leafQuery < 0) return 'seed';
  const step = front.travel[1];
  const radius = w.queryBody.frame.radius * w.pose[RELATIVE_SCALE];
  if (step <= Math.min(SHORT_STEP * gap[0], TURNED_STEP * radius)) return 'last';
  return step <= LONG_STEP * radius ? 'both' : 'seed';
}
