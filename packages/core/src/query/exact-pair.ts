// The exact test of one pair of faces, in the poses of the query.

import { writeFaceCorners } from '../mesh/face-corners.ts';
import { DoubleCorners, IntegerCorners } from '../primitive/exact-corners.ts';
import { relateTriangles, type TriangleRelation } from '../primitive/triangle-triangle-exact.ts';
import { EXACT_PAIR_SLOT } from './scratch-slots.ts';
import { EXACT_TESTS, perWorkspace, type Workspace } from './workspace.ts';

/** Scratch of one query. */
class Scratch {
  readonly cornersA: Float64Array = new Float64Array(9);
  readonly cornersB: Float64Array = new Float64Array(9);
  readonly posed: DoubleCorners = new DoubleCorners(6);
}

const scratchOf = perWorkspace(EXACT_PAIR_SLOT, () => new Scratch());
/**
 * Relation of two faces, given by their slots in tree order, exact for the doubles of the meshes and poses. If the posed
 * coordinates are doubles, as in scenes on a grid, adaptive predicates decide; otherwise integer arithmetic does.
 */
export function relateFaces(w: Workspace, slotQuery: number, slotReference: number): TriangleRelation {
  const { a, b, queryBody, reference, swapped } = w;
  const { cornersA, cornersB, posed } = scratchOf(w);
  w.counters[EXACT_TESTS]++;
  const faceQ = queryBody.tree.faces[slotQuery];
  const faceR = reference.tree.faces[slotReference];
  writeFaceCorners(a.mesh, swapped ? faceR : faceQ, cornersA, 0);
  writeFaceCorners(b.mesh, swapped ? faceQ : faceR, cornersB, 0);
  if (poseExactly(w) && posed.isInRange()) return relateTriangles(posed);
  return relateTriangles(new IntegerCorners(w.exact.apply(cornersA, cornersB)));
}

/** Fills `posed` if the corners have doubles as coordinates in some common frame; returns whether they do. */
function poseExactly(w: Workspace): boolean {
  const { cornersA, cornersB, posed } = scratchOf(w);
  const { poseA, poseB } = w;
  let same = true;
  for (let k = 0; k < 7; k++) same = same && poseA[k] === poseB[k];
  if (same) {
    posed.xyz.set(cornersA, 0);
    posed.xyz.set(cornersB, 9);
    return true;
  }
  const turned =
    poseA[3] !== 0 || poseA[4] !== 0 || poseA[5] !== 0 || poseB[3] !== 0 || poseB[4] !== 0 || poseB[5] !== 0;
  return !turned && shiftExactly(cornersA, poseA, posed, 0) && shiftExactly(cornersB, poseB, posed, 9);
}

/** Adds the position to each corner; false if a sum is rounded. */
function shiftExactly(corners: Float64Array, pose: Float64Array, posed: DoubleCorners, at: number): boolean {
  for (let k = 0; k < 9; k++) {
    const x = corners[k];
    const shift = pose[k % 3];
    const sum = x + shift;
    const shifted = sum - x;
    if (x - (sum - shifted) + (shift - shifted) !== 0) return false;
    posed.xyz[at + k] = sum;
  }
  return true;
}
