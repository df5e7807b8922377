// Bodies whose surfaces do not touch: is one inside the other?
//
// Each connected component of a surface is then wholly inside or wholly outside the other solid, so one vertex of it decides.

import type { Model } from '../../model/model.ts';
import { perModel } from '../../model/per-model.ts';
import { ExactRelativePose } from '../../scalar/exact-pose.ts';
import { POSE_SIZE, RELATIVE_SCALE, RELATIVE_SCRATCH_SIZE, RELATIVE_SIZE } from '../../scalar/pose.ts';
import { relativePoseIn } from '../../scalar/relative-pose-in.ts';
import { type ExactPoint, type ExactPointSource, locatePoint } from '../point/locate.ts';
import type { PosedPair } from '../posed-pair.ts';
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
  if (areSpheresApart(w) || areAnchorsOutside(w)) return 'separated';
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

/** A vertex of each component of a model, in its frame. */
const anchorsOf: (model: Model) => Float64Array = /* @__PURE__ */ perModel(({ facts, mesh, frame }) => {
  const { anchors } = facts;
  const out = new Float64Array(3 * anchors.length);
  for (let k = 0; k < out.length; k++) {
    out[k] = (mesh.positions[3 * anchors[Math.floor(k / 3)] + (k % 3)] - frame.centre[k % 3]) / frame.unit;
  }
  return out;
});

const NO_ANCHORS: Float64Array = /* @__PURE__ */ new Float64Array(0);

/** Coordinates that the test of balls allows to be off, in coordinate errors: it takes the translation from the other end. */
const MARGIN = 4;

/**
 * Whether no component of either body has its vertex in the ball around the other, if that is a solid: then none is inside it. That settles nearly all
 * pairs whose balls overlap, without the pose of the reference body in the frame of the other.
 */
export function areAnchorsOutside(pair: PosedPair): boolean {
  const { queryBody, reference, pose, coordinateError, swapped, interpretationA, interpretationB } = pair;
  const margin = MARGIN * coordinateError[0];
  const ratio = pose[RELATIVE_SCALE];
  const own = (swapped ? interpretationA : interpretationB) === 'solid' ? anchorsOf(queryBody) : NO_ANCHORS;
  const other = (swapped ? interpretationB : interpretationA) === 'solid' ? anchorsOf(reference) : NO_ANCHORS;
  const reach = reference.frame.radius + margin;
  for (let k = 0; k < own.length; k += 3) {
    const ax = own[k] * ratio;
    const ay = own[k + 1] * ratio;
    const az = own[k + 2] * ratio;
    const x = pose[0] * ax + pose[1] * ay + pose[2] * az + pose[9];
    const y = pose[3] * ax + pose[4] * ay + pose[5] * az + pose[10];
    const z = pose[6] * ax + pose[7] * ay + pose[8] * az + pose[11];
    if (!(x * x + y * y + z * z > reach * reach)) return false;
  }
  const ownReach = queryBody.frame.radius * ratio + margin;
  for (let k = 0; k < other.length; k += 3) {
    const x = other[k] - pose[9];
    const y = other[k + 1] - pose[10];
    const z = other[k + 2] - pose[11];
    if (!(x * x + y * y + z * z > ownReach * ownReach)) return false;
  }
  return true;
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
