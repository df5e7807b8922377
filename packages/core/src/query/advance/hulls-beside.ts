// Some advancement on trees of convex hulls (look-hulls.ts, FAST's Algorithm 2) in the midst of another.

import type { Model } from '../../model/model.ts';
import { perWorkspace, TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { type Advance, type AdvanceEnd, type Course, goTo } from './advance.ts';
import { departs } from './advance-triangles.ts';
import { STEP_SHRINK } from './disc-steps.ts';
import { lookHulls } from './look-hulls.ts';

/** What a test of two hulls, and of two triangles, costs in tests of two discs. */
const HULL_COST = 40;
const TRIANGLE_COST = 5;

/** [0]: the step that a look has found. [1]: the least distance it met. */
/** What one query works with: a step that is free, and the least distance met. */
const seenOf = perWorkspace(() => new Float64Array(2));

/** `paused`: the allowance is spent. `stalled`: hulls prove nothing at the time they are at. */
export type HullsEnd = AdvanceEnd | 'paused' | 'stalled';

/** Work of hulls since the counters stood at these, in tests of two discs. */
export function costOfHulls(w: Workspace, volumeTests: number, triangleTests: number): number {
  return (
    HULL_COST * (w.counters[VOLUME_TESTS] - volumeTests) + TRIANGLE_COST * (w.counters[TRIANGLE_TESTS] - triangleTests)
  );
}

/**
 * Advances both bodies from the latest time that nothing is known to touch before, for an allowance of work, and leaves in work.floor[0] how
 * far that came. `side` is what hulls are advanced with: of one query throughout, its iterations 0 at first. The bodies are left anywhere.
 */
export function advanceHullsBeside(
  w: Workspace,
  moving: Model,
  resting: Model,
  course: Course,
  work: Advance,
  side: Advance,
  allowance: number,
): HullsEnd {
  const { wanted, found, floor, time } = work;
  const { best } = w;
  const seen = seenOf(w);
  const end = wanted[1];
  const volumeTests = w.counters[VOLUME_TESTS];
  const triangleTests = w.counters[TRIANGLE_TESTS];
  side.lost[0] = work.lost[0];
  if (floor[0] < time[0]) floor[0] = time[0];
  do {
    const now = floor[0];
    side.iterations++;
    goTo(w, course, now, side.state);
    seen[0] = (end - now) / STEP_SHRINK;
    seen[1] = Infinity;
    if (lookHulls(w, moving, resting, side, 'directed', seen) === 'out-of-budget') {
      found[0] = now;
      return 'out-of-budget';
    }
    if (seen[1] <= wanted[0]) {
      if (best.placeMoving < 0 || departs(w, moving, best.placeMoving, resting, best.placeResting, side, end - now)) {
        return 'stalled';
      }
      found[0] = now;
      found[1] = seen[1];
      work.placeMoving = best.placeMoving;
      work.placeResting = best.placeResting;
      for (let k = 0; k < 6; k++) work.points[k] = best.points[k];
      return 'contact';
    }
    const until = now + seen[0] * STEP_SHRINK;
    if (until >= end && seen[1] < Infinity) {
      found[0] = end;
      return 'free';
    }
    if (!(until > now)) return 'stalled';
    floor[0] = until;
  } while (costOfHulls(w, volumeTests, triangleTests) < allowance);
  return 'paused';
}
