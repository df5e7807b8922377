// Conservative advancement as in the papers (Mirtich 1996; FAST 2006; C²A 2009). Both bodies stop at one time. A test there finds a
// step during which every pair of their parts is proven apart. The bodies advance by that step, and this repeats until they are
// within the threshold. The methods differ in the parts that a test compares: `controlledStep`, `hullsStep`, `patchesStep`. They
// are the baselines of the default (advance-pairs.ts).
//
// At the time of contact one distance query finds the nearest triangles, as in FAST §5.2. A test may end early if its step cannot
// become shorter than that of an earlier pair. A step that was found is proven in any case.

import type { VolumeKind } from '../../bounds/volume.ts';
import { bestPairOf } from '../best-pair.ts';
import { searchVolumes } from '../distance/distance-volumes.ts';
import { ADVANCE_BODIES_SLOT } from '../scratch-slots.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';
import { type Advance, type AdvanceEnd, advanceTo, type PairMotion } from './advance.ts';
import { STEP_SHRINK } from './disc-steps.ts';

/**
 * The bound that proves a step. `directed`: over the arc, along the direction that separates two parts. `undirected`: the same for
 * all directions, as in the dynamic collision checker (Schwarzer, Saha and Latombe 2002); for comparison.
 *
 * @see {@link TimeOfContactOptions}
 */
export type MotionBound = 'directed' | 'undirected';

/** `stopped`: the test has reached its limit (`Advance.testLimit`) and proves nothing. */
type FindStepEnd = 'measured' | 'out-of-budget' | 'stopped';

/**
 * The result of a test. out[0]: a free step, not longer than out[0] was before. out[1]: the smallest distance of two parts that the
 * test computed.
 */
export type FindStep = (w: Workspace, work: Advance, bound: MotionBound, out: Float64Array) => FindStepEnd;

/** How an advancement tests the bodies: the test, its bound, and the bounding volumes. */
export interface Approach {
  readonly findStep: FindStep;
  readonly bound: MotionBound;
  readonly volume: VolumeKind;
}

/** Number of advances after which the query gives up on an approach that is too flat to end. */
const MOST_ADVANCES = 4096;

/** Scratch of one query. */
class Scratch {
  readonly measured: Float64Array = new Float64Array(2);
}

const scratchOf = perWorkspace(ADVANCE_BODIES_SLOT, () => new Scratch());
/** Advances the bodies prepared in `w`, for volumes of the kind named, along a motion until they are within the threshold. */
export function advanceBodies(
  w: Workspace,
  pairMotion: PairMotion,
  rounding: number,
  work: Advance,
  { findStep, bound, volume }: Approach,
): AdvanceEnd {
  const { measured } = scratchOf(w);
  const { wanted, found } = work;
  const end = wanted[1];
  work.rounding[0] = rounding;
  work.withheld[0] = rounding + wanted[0] / 2;
  work.slotQuery = -1;
  work.slotReference = -1;
  let now = 0;
  for (work.iterations = 1; ; work.iterations++) {
    advanceTo(w, pairMotion, now, work.state);
    found[0] = now;
    measured[0] = (end - now) / STEP_SHRINK;
    measured[1] = Infinity;
    if (findStep(w, work, bound, measured) === 'out-of-budget') return 'out-of-budget';
    found[1] = measured[1];
    const until = now + measured[0] * STEP_SHRINK;
    if (measured[1] > wanted[0] && until >= end) {
      found[0] = end;
      return 'free';
    }
    if (measured[1] <= wanted[0] || !(until > now) || work.iterations === MOST_ADVANCES) break;
    now = until;
  }
  return settleNearest(w, work, volume);
}

/** Finds the nearest triangles at the current time. They are in contact if they are within the threshold. */
function settleNearest(w: Workspace, work: Advance, volume: VolumeKind): AdvanceEnd {
  const best = bestPairOf(w);
  best.wanted[0] = Infinity;
  best.wanted[1] = 0;
  best.start(w.contactThreshold);
  if (searchVolumes(w, volume, best, w.budget) === 'out-of-budget') return 'out-of-budget';
  work.found[1] = best.distance[0];
  work.slotQuery = best.slotQuery;
  work.slotReference = best.slotReference;
  for (let k = 0; k < 6; k++) work.points[k] = best.points[k];
  return best.distance[0] <= work.wanted[0] ? 'contact' : 'stuck';
}
