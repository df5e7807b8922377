// Conservative advancement as the papers have it (Mirtich 1996; FAST 2006; C²A 2009): both bodies stop at one time, a test of them
// there finds a step for which every pair of their parts is proven apart, they advance by it, and so on until they are within
// the threshold. The methods differ in what a test goes over: `controlledStep`, `hullsStep`, `patchesStep`. The default
// (advance-pairs.ts) is measured against them.
//
// At the time of contact one distance query finds the nearest triangles, as in FAST §5.2. A test may end early where its step can
// become no shorter than that of an earlier pair; a step found is proven whatever else the test did.

import type { VolumeKind } from '../../bounds/volume.ts';
import { bestPairOf } from '../best-pair.ts';
import { searchVolumes } from '../distance/distance-volumes.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';
import { type Advance, type AdvanceEnd, goTo, type PairMotion } from './advance.ts';
import { STEP_SHRINK } from './disc-steps.ts';

/**
 * The bound a step is proven by. `directed`: over the arc, along the direction in which two parts are apart. `undirected`: the
 * same for all directions, as in the dynamic collision checker (Schwarzer, Saha and Latombe 2002); for comparison.
 *
 * @see {@link TimeOfContactOptions}
 */
export type MotionBound = 'directed' | 'undirected';

/** `stopped`: the test has met its limit (`Advance.testLimit`), and nothing is proven by it. */
type FindStepEnd = 'measured' | 'out-of-budget' | 'stopped';

/** What a test has found, in out[0]: a step that is free, not longer than out[0] was before; in out[1]: a distance of two parts, the least met. */
export type FindStep = (w: Workspace, work: Advance, bound: MotionBound, out: Float64Array) => FindStepEnd;

/** How an advance tests the bodies: what for, by which bound, and on which volumes they are prepared. */
export interface Approach {
  readonly findStep: FindStep;
  readonly bound: MotionBound;
  readonly volume: VolumeKind;
}

/** Advances after which an approach too flat to end is left as it is. */
const MOST_ADVANCES = 4096;

/** What one query works with. */
class Scratch {
  readonly measured: Float64Array = new Float64Array(2);
}

const scratchOf = perWorkspace(() => new Scratch());
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
    goTo(w, pairMotion, now, work.state);
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

/** The nearest triangles where the bodies are now: contact, if they are within the threshold. */
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
