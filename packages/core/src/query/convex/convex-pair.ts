// The distance of two convex bodies as a query has prepared them, by GJK on the whole bodies, and the faces that hold the nearest
// points. The results are proven (docs/algorithms/rounding.md#convex-pairs). Where GJK proves nothing, as for bodies that touch or
// overlap, the caller continues with the general search, which decides exactly.

import type { ConvexBody } from '../../convex/convex-body.ts';
import { type ConvexResult, gjkDistance } from '../../convex/gjk.ts';
import type { RoundBody } from '../../convex/round-body.ts';
import type { Model } from '../../model/model.ts';
import { faceWith } from '../../patches/convex-faces.ts';
import { convexFacesOf, mayBeConvex, quickBodyOf } from '../../patches/convex-model.ts';
import { closestPointTriangle } from '../../primitive/point-triangle.ts';
import { pointInBody } from '../../scalar/point-in-body.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { BOUND_ROUNDING, DISTANCE_OVERSHOOT, DISTANCE_UNDERSHOOT, UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { installed } from '../acceleration.ts';
import type { ConvexMemory } from '../convex-scratch.ts';
import { findNearestLeaf, nearestLeafOf } from '../point/nearest-leaf.ts';
import { isRound } from '../posed-pair.ts';
import { roundScratchOf } from '../round-scratch.ts';
import type { Workspace } from '../workspace.ts';

/** The widest bracket that counts as closed, in units of S: that of a search on triangles. */
const CLOSED: number = DISTANCE_OVERSHOOT + BOUND_ROUNDING + DISTANCE_UNDERSHOOT;

/** The distance of a witness point from its face, in units of S: twice the width of a bracket, plus rounding. */
const ON_FACE: number = 2 * CLOSED;

/** Cost of GJK on two bodies, in bounding-volume tests. A smaller budget is spent on bounding volumes instead. */
export const TESTS_OF_GJK = 32;

/** Error that the subtraction of two skin radii adds to a distance, in units of S. */
const SKIN_ROUNDING: number = 4 * UNIT_ROUNDOFF;

/** Below this scale products of four lengths approach the smallest double: such bodies are left to the search on triangles. */
const LEAST_SCALE: number = 2 ** -200;

/**
 * Whether the two bodies prepared in `w` are convex and proven apart. The bracket is no wider than that of other searches, or its
 * lower end is beyond `enough`. The bracket and the nearest points are left in the result of `memory`, which also seeds the search,
 * or in that of the scratch.
 */
export function isConvexApart(w: Workspace, memory: ConvexMemory | null): boolean {
  return isRound(w) ? isRoundApart(w) : isMeshApart(w, memory);
}

/** The same for two meshes. */
export function isMeshApart(w: Workspace, memory: ConvexMemory | null): boolean {
  const { queryBody, reference } = w;
  if (!w.budget.allows(TESTS_OF_GJK)) return false;
  // No body is proven convex for one that is not.
  const bodyQ = !reference.isRefitted && mayBeConvex(reference) ? quickBodyOf(queryBody) : null;
  const bodyR = bodyQ === null ? null : quickBodyOf(reference);
  if (bodyQ === null || bodyR === null || w.scale[0] < LEAST_SCALE) return false;
  const { work, own, enough } = w.convexScratch;
  if (memory === null) {
    if (installed.kernels?.convexDistance(w) === true) return isSettled(w, own);
    own.featureSize = 0;
  }
  const found = memory === null ? own : memory.result;
  gjkDistance(work, bodyQ, bodyR, w.pose, found, enough[0]);
  return found.status === 'separated' && isSettled(w, found);
}

/** Whether the bodies are apart, and the bracket is narrow enough. */
function isSettled(w: Workspace, { lower, upper }: ConvexResult): boolean {
  return lower > 0 && (lower > w.convexScratch.enough[0] || upper - lower <= CLOSED * w.scale[0]);
}

/**
 * The same where a body is round: GJK measures the cores, and the skin radii are subtracted. Points on curves do not seed the next
 * search.
 */
export function isRoundApart(w: Workspace): boolean {
  if (!w.budget.allows(TESTS_OF_GJK)) return false;
  const { queryBody, reference } = w;
  const { work, own, enough } = w.convexScratch;
  const round = roundScratchOf(w);
  const bodyQ = coreOf(queryBody, round.roundQ);
  const bodyR = bodyQ === null ? null : coreOf(reference, round.roundR);
  if (bodyQ === null || bodyR === null || w.scale[0] < LEAST_SCALE) return false;
  const skinQ = queryBody.round === null ? 0 : queryBody.round.skin * w.pose[RELATIVE_SCALE];
  const skinR = reference.round === null ? 0 : reference.round.skin;
  const skins = skinQ + skinR;
  own.featureSize = 0;
  gjkDistance(work, bodyQ, bodyR, w.pose, own, enough[0] + skins);
  const { points } = own;
  const rounding = SKIN_ROUNDING * w.scale[0];
  own.lower -= skins + rounding;
  own.upper -= skins - rounding;
  if (own.status !== 'separated' || !isSettled(w, own)) return false;
  const x = points[3] - points[0];
  const y = points[4] - points[1];
  const z = points[5] - points[2];
  const apart = Math.sqrt(x * x + y * y + z * z);
  const fromQ = skinQ / apart;
  const fromR = skinR / apart;
  points[0] += fromQ * x;
  points[1] += fromQ * y;
  points[2] += fromQ * z;
  points[3] -= fromR * x;
  points[4] -= fromR * y;
  points[5] -= fromR * z;
  return true;
}

/** The body without its skin, `round` in place of a round one; null where the model is not convex. */
function coreOf(model: Model, round: RoundBody): ConvexBody | null {
  if (model.round === null) return quickBodyOf(model);
  round.set(model.round);
  return round;
}

/** The bracket that `isConvexApart` found. */
export function gapOf(w: Workspace, memory: ConvexMemory | null): ConvexResult {
  const { queryBody, reference } = w;
  const isOwn = memory === null || queryBody.round !== null || reference.round !== null;
  return isOwn ? w.convexScratch.own : memory.result;
}

/** The slot in tree order of a face of the query body that holds its nearest point. */
export function faceOfQuery(w: Workspace, { verticesA, featureSize, points }: ConvexResult): number {
  const { queryBody, pose } = w;
  if (queryBody.round !== null) return 0;
  const slot = faceWith(convexFacesOf(queryBody), verticesA, featureSize);
  if (slot >= 0) return slot;
  const { point } = w.convexScratch;
  pointInBody(pose, points, 0, point);
  return nearestFace(w, queryBody, verticesA, featureSize, pose[RELATIVE_SCALE]);
}

/** The same for the reference body. */
export function faceOfReference(w: Workspace, { verticesB, featureSize, points }: ConvexResult): number {
  const { reference } = w;
  if (reference.round !== null) return 0;
  const slot = faceWith(convexFacesOf(reference), verticesB, featureSize);
  if (slot >= 0) return slot;
  const { point } = w.convexScratch;
  for (let k = 0; k < 3; k++) point[k] = points[3 + k];
  return nearestFace(w, reference, verticesB, featureSize, 1);
}

/**
 * The face nearest to the scratch's point: one of the faces around the vertices if one of them holds it, to rounding, else one of
 * all faces. A facet of the body can consist of many faces, few of which have a vertex of the body. `scale`: the model's unit in
 * that of `w`.
 */
function nearestFace(w: Workspace, model: Model, vertices: Int32Array, size: number, scale: number): number {
  const { point, foot } = w.convexScratch;
  const { starts, around } = convexFacesOf(model);
  const { triangles } = model.tree;
  let nearest = -1;
  let leastSq = Infinity;
  for (let i = 0; i < size; i++) {
    for (let k = starts[vertices[i]], end = starts[vertices[i] + 1]; k < end; k++) {
      closestPointTriangle(point, 0, triangles, 9 * around[k], foot);
      if (foot[3] >= leastSq) continue;
      leastSq = foot[3];
      nearest = around[k];
    }
  }
  if (Math.sqrt(leastSq) * scale <= ON_FACE * w.scale[0]) return nearest;
  return findNearestLeaf(model, point, Infinity, nearestLeafOf(w)).slot;
}
