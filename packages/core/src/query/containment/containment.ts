// Bodies whose surfaces do not touch: is one inside the other?
//
// Each connected component of a surface is then wholly inside or wholly outside the other solid, so one vertex of it decides.

import type { Model } from '../../model/model.ts';
import { ExactRelativePose } from '../../scalar/exact-pose.ts';
import { POSE_SIZE, RELATIVE_SCALE, RELATIVE_SCRATCH_SIZE, RELATIVE_SIZE } from '../../scalar/pose.ts';
import { relativePoseIn } from '../../scalar/relative-pose-in.ts';
import { type ExactPoint, type ExactPointSource, locatePoint } from '../point/locate.ts';
import { CONTAINMENT_SLOT } from '../scratch-slots.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';

/** `intersecting`: some components of a body are inside the other, but neither body as a whole. */
export type Containment = 'separated' | 'a-inside-b' | 'b-inside-a' | 'intersecting';

/** A vertex of the inner body in exact arithmetic. It is overwritten in place, since it is used before the next one is needed. */
class Anchor implements ExactPointSource {
  readonly corners: Float64Array = new Float64Array(3);
  readonly #innerPose: Float64Array = new Float64Array(POSE_SIZE);
  readonly #outerPose: Float64Array = new Float64Array(POSE_SIZE);
  #pose: ExactRelativePose | null = null;

  start(innerPose: Float64Array, outerPose: Float64Array): void {
    this.#innerPose.set(innerPose);
    this.#outerPose.set(outerPose);
    this.#pose = null;
  }

  exactPoint(): ExactPoint {
    this.#pose ??= new ExactRelativePose(this.#innerPose, this.#outerPose);
    return { corners: this.corners, pose: this.#pose };
  }
}

/** Scratch of one query. */
class Scratch {
  readonly pose: Float64Array = new Float64Array(RELATIVE_SIZE);
  readonly registers: Float64Array = new Float64Array(RELATIVE_SCRATCH_SIZE);
  readonly posed: Float64Array = new Float64Array(4);
  /** [0]: the unit of the outer body. [1]: both radii in it. */
  readonly unit: Float64Array = new Float64Array(2);
  readonly anchor: Anchor = new Anchor();
}

const scratchOf = perWorkspace(CONTAINMENT_SLOT, () => new Scratch());

/** The contact status of two bodies with disjoint surfaces, as posed in `w`. */
export function containment(w: Workspace): Containment {
  if (areSpheresApart(w)) return 'separated';
  const inB = countInB(w);
  const inA = countInA(w);
  if (inA === 0 && inB === 0) return 'separated';
  if (inA === 0 && inB === w.a.facts.anchors.length) return 'a-inside-b';
  if (inB === 0 && inA === w.b.facts.anchors.length) return 'b-inside-a';
  return 'intersecting';
}

/** Whether the balls around the two bodies have no point in common; the contact threshold covers rounding. */
function areSpheresApart(w: Workspace): boolean {
  const { pose, queryBody, reference } = w;
  const reach = queryBody.frame.radius * pose[RELATIVE_SCALE] + reference.frame.radius + w.contactThreshold[0];
  return pose[9] * pose[9] + pose[10] * pose[10] + pose[11] * pose[11] > reach * reach;
}

/** Whether some component of one body reaches inside the other, where the surfaces touch but do not cross. */
export function isComponentInside(w: Workspace): boolean {
  return countInB(w) > 0 || countInA(w) > 0;
}

/** Number of components of A inside B. A body inside a round one crosses it, so only the interior of a mesh is tested. */
function countInB(w: Workspace): number {
  const { a, b, interpretationB, poseA, poseB } = w;
  return b.round === null && interpretationB === 'solid' ? countInside(w, a, poseA, b, poseB) : 0;
}

/** Number of components of B inside A. */
function countInA(w: Workspace): number {
  const { a, b, interpretationA, poseA, poseB } = w;
  return a.round === null && interpretationA === 'solid' ? countInside(w, b, poseB, a, poseA) : 0;
}

/** Number of components of `inner` whose vertex is inside the solid `outer`. */
function countInside(
  w: Workspace,
  inner: Model,
  innerPose: Float64Array,
  outer: Model,
  outerPose: Float64Array,
): number {
  const { pose, registers, posed, anchor, unit: outerUnit } = scratchOf(w);
  const { anchors } = inner.facts;
  const { positions } = inner.mesh;
  const { centre } = inner.frame;
  const { unit } = outer.frame;
  outerUnit[0] = unit;
  outerUnit[1] = inner.frame.radius * (inner.frame.unit / unit) + outer.frame.radius;
  relativePoseIn(outerUnit, innerPose, centre, outerPose, outer.frame.centre, pose, registers);
  posed[3] = w.coordinateError[0] * (w.unit[0] / unit);
  anchor.start(innerPose, outerPose);
  let inside = 0;
  for (let k = 0; k < anchors.length; k++) {
    const v = 3 * anchors[k];
    const x = (positions[v] - centre[0]) / unit;
    const y = (positions[v + 1] - centre[1]) / unit;
    const z = (positions[v + 2] - centre[2]) / unit;
    for (let c = 0; c < 3; c++) {
      posed[c] = pose[3 * c] * x + pose[3 * c + 1] * y + pose[3 * c + 2] * z + pose[9 + c];
      anchor.corners[c] = positions[v + c];
    }
    if (locatePoint(outer, posed, w.locating, anchor) === 'inside') inside++;
  }
  return inside;
}
