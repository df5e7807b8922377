// The relative pose in the unit of a query, whatever that is.
//
// Double-doubles carry their lower half 2⁻⁵³ below the upper one, and what errors of products are made of 2⁻¹⁰⁶ below: for positions
// near the least doubles these are lost. So where the unit is small, all lengths are multiplied by a power of two first, which
// rounds nothing. A position of 1e150, the largest there is, does not overflow by it.

import { POSE_SIZE, relativePose } from './pose.ts';

/** Below this unit lengths are multiplied by its reciprocal. A length. */
const SMALL_UNIT: number = 2 ** -450;

const raisedA = new Float64Array(POSE_SIZE);
const raisedB = new Float64Array(POSE_SIZE);
const raisedCentreA = new Float64Array(3);
const raisedCentreB = new Float64Array(3);

/** `relativePose` with the translation in parts of unit[0], a power of two. */
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
    return;
  }
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
