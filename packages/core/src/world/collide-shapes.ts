// Two bodies in one pose, at least one of which deforms: the coordinates of their meshes are in one frame, so their faces are
// compared directly, exactly, by the searches for deforming meshes (deform/). The result is that of `collide` for models of the
// two; if the faces alone do not decide it, the models are used.

import { collideDeforming, largestExtent } from '../deform/collide-deforming.ts';
import type { DeformingMesh } from '../deform/deforming-mesh.ts';
import { filterError, relateFaces } from '../deform/face-pair.ts';
import { FACE } from '../deform/face-table.ts';
import { writeFaceCorners } from '../mesh/face-corners.ts';
import type { FacePair } from '../mesh/face-pairs.ts';
import { Mesh } from '../mesh/mesh.ts';
import { frameMesh } from '../model/model-frame.ts';
import { intersectionSegment, SEGMENT_SIZE } from '../primitive/triangle-triangle-segment.ts';
import type { CollideResult } from '../query/collide/collide.ts';
import { pointToWorld } from '../scalar/pose.ts';
import type { BodyShape } from './body-shape.ts';

/** The corners of a face of A, then of a face of B; and the same in a frame of their own, where nothing overflows. */
const corners = new Float64Array(2 * FACE);
const framed = new Float64Array(2 * FACE);
const bothFaces = /* @__PURE__ */ Mesh.adopt(corners, Uint32Array.of(0, 1, 2, 3, 4, 5));
const coordinateError = new Float64Array(1);
const segment = new Float64Array(SEGMENT_SIZE);
const middle = new Float64Array(3);

/**
 * Whether two shapes in the pose at `at` touch, written to `out` as by `collide`, with every pair of faces if `all`. Null where the
 * faces do not decide: they touch without a crossing, or do not touch and one body may lie in the other.
 */
export function collideShapes(
  a: BodyShape,
  b: BodyShape,
  poses: Float64Array,
  at: number,
  all: boolean,
  out: CollideResult,
): boolean | null {
  const method = a.method === 'auto' ? b.method : a.method;
  const { pairs, pairCount } = collideDeforming(a.mesh, b.mesh, { method });
  const crossing = findCrossing(a.mesh, b.mesh, pairs);
  if (pairCount > 0 ? crossing < 0 : mayHold(a, b) || mayHold(b, a)) return null;

  out.status = pairCount > 0 ? 'intersecting' : 'separated';
  out.colliding = pairCount > 0;
  out.interpretationA = a.isClosed ? 'solid' : 'surface';
  out.interpretationB = b.isClosed ? 'solid' : 'surface';
  out.pairCount = all ? pairCount : 0;
  out.pairs = all ? [...pairs] : [];
  out.clearWitness();
  if (pairCount > 0) writeWitness(a.mesh, b.mesh, pairs[crossing], poses.subarray(at), out);
  return pairCount > 0;
}

/** The slot in `pairs` of the first pair that crosses; −1 if all only touch. */
function findCrossing(a: DeformingMesh, b: DeformingMesh, pairs: readonly FacePair[]): number {
  coordinateError[0] = filterError(2 * largestExtent([a, b]));
  for (let k = 0; k < pairs.length; k++) {
    readFaces(a, b, pairs[k]);
    if (relateFaces(corners, 0, corners, FACE, coordinateError) === 'crossing') return k;
  }
  return -1;
}

/** Whether a component of `inner`, none of whose faces touch `outer`, may lie in it: then all of its vertices are in the box. */
function mayHold(outer: BodyShape, inner: BodyShape): boolean {
  const { box } = outer.mesh;
  const { positions } = inner.mesh;
  for (const anchor of inner.anchors) {
    let isInBox = true;
    for (let k = 0; k < 3; k++) {
      const x = positions[3 * anchor + k];
      isInBox = isInBox && x >= box[k] && x <= box[3 + k];
    }
    if (isInBox) return outer.isClosed;
  }
  return false;
}

/** The middle of the intersection of two faces, as a point of both bodies. */
function writeWitness(
  a: DeformingMesh,
  b: DeformingMesh,
  pair: FacePair,
  pose: Float64Array,
  out: CollideResult,
): void {
  readFaces(a, b, pair);
  const { centre, unit } = frameMesh(bothFaces, framed);
  intersectionSegment(framed, 0, framed, FACE, segment);
  for (let k = 0; k < 3; k++) middle[k] = (segment[k] + segment[3 + k]) / 2;
  out.pointA = [0, 0, 0];
  pointToWorld(pose, centre, unit, middle, 0, out.pointA, 0);
  out.pointB = [...out.pointA];
  [out.faceA, out.faceB] = pair;
}

function readFaces(a: DeformingMesh, b: DeformingMesh, [faceA, faceB]: FacePair): void {
  writeFaceCorners(a, faceA, corners, 0);
  writeFaceCorners(b, faceB, corners, FACE);
}
