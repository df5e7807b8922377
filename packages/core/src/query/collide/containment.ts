// Bodies whose surfaces do not meet: is one inside the other?
//
// Each connected piece of a surface is then wholly inside or wholly outside the other solid, so one vertex of it tells.

import type { Model } from '../../model/model.ts';
import type { Reading } from '../../model/solid.ts';
import { ExactRelativePose } from '../../scalar/exact-pose.ts';
import { RELATIVE_SCALE, RELATIVE_SCRATCH_SIZE, RELATIVE_SIZE, relativePose } from '../../scalar/pose.ts';
import { locatePoint } from '../point/locate.ts';
import type { Workspace } from '../workspace.ts';

/** `intersecting`: some pieces of a body are inside the other, but neither body as a whole. */
export type Containment = 'separated' | 'a-inside-b' | 'b-inside-a' | 'intersecting';

const pose = new Float64Array(RELATIVE_SIZE);
const registers = new Float64Array(RELATIVE_SCRATCH_SIZE);
const anchor = new Float64Array(3);
const placed = new Float64Array(3);

/** How two bodies with disjoint surfaces lie, as prepared in `w`. */
export function containment(w: Workspace, a: Model, readingA: Reading, b: Model, readingB: Reading): Containment {
  const inB = readingB === 'solid' ? countInside(w, a, w.poseA, b, w.poseB) : 0;
  const inA = readingA === 'solid' ? countInside(w, b, w.poseB, a, w.poseA) : 0;
  if (inA === 0 && inB === 0) return 'separated';
  if (inA === 0 && inB === a.facts.anchors.length) return 'a-inside-b';
  if (inB === 0 && inA === b.facts.anchors.length) return 'b-inside-a';
  return 'intersecting';
}

/** Number of pieces of `inner` inside the solid `outer`. */
function countInside(
  w: Workspace,
  inner: Model,
  innerPose: Float64Array,
  outer: Model,
  outerPose: Float64Array,
): number {
  const { anchors } = inner.facts;
  const { unit } = outer.frame;
  relativePose(innerPose, inner.frame.centre, outerPose, outer.frame.centre, pose, registers);
  pose[RELATIVE_SCALE] = 1;
  const error = (w.coordinateError[0] * (w.resting?.frame.unit ?? unit)) / unit;
  let exactPose: ExactRelativePose | null = null;
  let inside = 0;
  for (let k = 0; k < anchors.length; k++) {
    const v = 3 * anchors[k];
    const { positions } = inner.mesh;
    const [cx, cy, cz] = inner.frame.centre;
    const x = positions[v] - cx;
    const y = positions[v + 1] - cy;
    const z = positions[v + 2] - cz;
    for (let row = 0; row < 3; row++) {
      placed[row] = (pose[3 * row] * x + pose[3 * row + 1] * y + pose[3 * row + 2] * z + pose[9 + row]) / unit;
    }
    const location = locatePoint(outer, placed, error, w.stack, () => {
      exactPose ??= new ExactRelativePose(innerPose, outerPose);
      for (let c = 0; c < 3; c++) anchor[c] = positions[v + c];
      return { point: anchor, pose: exactPose };
    });
    if (location !== 'outside') inside++;
  }
  return inside;
}
