// The relative pose in the unit of a query, for every unit and any cancellation of the positions.
//
// Double-doubles have their lower half 2⁻⁵³ below the upper one, and the errors of products 2⁻¹⁰⁶ below: for positions near the
// least doubles these are lost. So where the unit is small, all lengths are first multiplied by a power of two, which rounds
// nothing. A position of 1e150, the largest allowed, does not overflow by it.
//
// They are exact to 2⁻¹⁰⁰ of the positions and centres. Bodies may be smaller than that: a patch of 1e-40 in the plane x = 1 of its
// file. If the difference is so small, the translation is computed in integers and rounded once.

import { ExactRelativePose } from './exact-pose.ts';
import { POSE_SIZE, relativePose } from './pose.ts';
import { exponentAbove } from './power-of-two.ts';

/** Below this unit lengths are multiplied by its reciprocal. A length. */
const SMALL_UNIT: number = 2 ** -450;

/** The least ratio of the bodies and their offset to the positions and centres: double-doubles then lose 2⁻⁵⁶ of it. */
const CANCELLED: number = 2 ** -44;

const raisedA = new Float64Array(POSE_SIZE);
const raisedB = new Float64Array(POSE_SIZE);
const raisedCentreA = new Float64Array(3);
const raisedCentreB = new Float64Array(3);

/**
 * `relativePose` with the translation in parts of unit[0], a power of two. It is exact to a rounding or two, relative to itself and
 * unit[1], the radii of the bodies in that unit. (Doubles passed in a call would be boxed.)
 */
export function relativePoseIn(
  unit: Float64Array,
  poseA: Float64Array,
  centreA: Float64Array,
  poseB: Float64Array,
  centreB: Float64Array,
  out: Float64Array,
  r: Float64Array,
): void {
  if (unit[0] >= SMALL_UNIT) {
    relativePose(poseA, centreA, poseB, centreB, out, r);
    for (let k = 9; k < 12; k++) out[k] /= unit[0];
  } else {
    raisedA.set(poseA);
    raisedB.set(poseB);
    for (let k = 0; k < 3; k++) {
      raisedA[k] /= SMALL_UNIT;
      raisedB[k] /= SMALL_UNIT;
      raisedCentreA[k] = centreA[k] / SMALL_UNIT;
      raisedCentreB[k] = centreB[k] / SMALL_UNIT;
    }
    relativePose(raisedA, raisedCentreA, raisedB, raisedCentreB, out, r);
    const left = unit[0] / SMALL_UNIT;
    for (let k = 9; k < 12; k++) out[k] /= left;
  }
  let terms = 0;
  let kept = unit[1];
  for (let k = 0; k < 3; k++) {
    terms += Math.abs(poseA[k]) + Math.abs(centreA[k]) + Math.abs(poseB[k]) + Math.abs(centreB[k]);
    kept += Math.abs(out[9 + k]);
  }
  if (CANCELLED * (terms / unit[0]) <= kept) return;
  new ExactRelativePose(poseA, poseB).translate(centreA, centreB, exponentAbove(unit[0]) - 1, out, 9);
}
