// Which faces of a deforming mesh touch each other? As between bodies, except that neighbours always touch: for two faces with
// common vertices only further common points count (primitive/adjacent-triangles.ts).

import { NearmissError } from '../error.ts';
import type { FacePair } from '../mesh/face-pairs.ts';
import { intersectBeyondShared } from '../primitive/adjacent-triangles.ts';
import { DoubleCorners } from '../primitive/exact-corners.ts';
import { DeformingMesh } from './deforming-mesh.ts';
import { DEFORMING_DEFAULTS, type DeformingOptions, type DeformingPlan, readOptions } from './deforming-options.ts';
import { type FaceJudge, FaceSubdivision } from './face-octree.ts';
import { exactly, facesIntersect, filterError } from './face-pair.ts';
import { FACE, FaceTable } from './face-table.ts';
import { PairKeys } from './pair-keys.ts';
import { TreePairs } from './tree-pairs.ts';

/** Scratch of one search; kept for the next. */
class Scratch {
  readonly table: FaceTable = new FaceTable();
  readonly subdivision: FaceSubdivision = new FaceSubdivision();
  readonly trees: TreePairs = new TreePairs();
  readonly found: PairKeys = new PairKeys();
  readonly coordinateError: Float64Array = new Float64Array(1);
}

/** One scratch for each level of nested searches, which a trace may start. */
const idle: Scratch[] = [];
/** Corners of two neighbours, the common ones first. */
const neighbours = new DoubleCorners(6);
/** Which corners of a face come first, second and third there. */
const orderA = new Uint8Array(3);
const orderB = new Uint8Array(3);

/**
 * The pairs of faces of one mesh that share a point beyond their common vertices, in each pair the lower number first, sorted.
 *
 * @example
 * console.log(selfCollide(new DeformingMesh(box())).length); // 0
 */
export function selfCollide(body: DeformingMesh, options: DeformingOptions = DEFORMING_DEFAULTS): FacePair[] {
  if (!(body instanceof DeformingMesh)) {
    throw new NearmissError('model/bad-argument', 'Deforming bodies are made by new DeformingMesh(mesh).');
  }
  const plan = readOptions(options, true);
  const scratch = idle.pop() ?? new Scratch();
  body.watched++;
  try {
    return searchWith(scratch, body, plan);
  } finally {
    body.watched--;
    idle.push(scratch);
  }
}

function searchWith(scratch: Scratch, body: DeformingMesh, plan: DeformingPlan): FacePair[] {
  const { table, subdivision, trees, found, coordinateError } = scratch;
  const { box, triangleCount } = body;
  coordinateError[0] = filterError(Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]));
  found.start(triangleCount);
  if (plan.method === 'refit') {
    const tree = body.tree();
    const { corners, faces } = tree;
    const judge: FaceJudge = (i, j) => intersectUnlessShared(body, corners, i, faces[i], j, faces[j], coordinateError);
    trees.search(tree, tree, true, judge, found);
  } else {
    table.clear();
    table.addAll(body, 0);
    const { corners } = table;
    const judge: FaceJudge = (i, j) => intersectUnlessShared(body, corners, i, i, j, j, coordinateError);
    subdivision.search(table, box, plan.subdivision, judge, found);
  }
  return found.sorted();
}

/** Two faces, by their slots in `corners` and by their numbers. */
function intersectUnlessShared(
  body: DeformingMesh,
  corners: Float64Array,
  slotA: number,
  faceA: number,
  slotB: number,
  faceB: number,
  coordinateError: Float64Array,
): boolean {
  const a = FACE * slotA;
  const b = FACE * slotB;
  const shared = orderCorners(body, faceA, faceB);
  if (shared === 0) return facesIntersect(corners, a, corners, b, coordinateError);
  const { xyz } = neighbours;
  for (let k = 0; k < 3; k++) {
    const p = a + 3 * orderA[k];
    const q = b + 3 * orderB[k];
    xyz[3 * k] = corners[p];
    xyz[3 * k + 1] = corners[p + 1];
    xyz[3 * k + 2] = corners[p + 2];
    xyz[FACE + 3 * k] = corners[q];
    xyz[FACE + 3 * k + 1] = corners[q + 1];
    xyz[FACE + 3 * k + 2] = corners[q + 2];
  }
  return intersectBeyondShared(exactly(neighbours), shared);
}

/** Puts the common corners of two faces first, in one order, into `orderA` and `orderB`; returns how many there are. */
function orderCorners(body: DeformingMesh, faceA: number, faceB: number): 0 | 1 | 2 | 3 {
  const welded = body.weldedTriangles();
  const q = welded[3 * faceB];
  const r = welded[3 * faceB + 1];
  const s = welded[3 * faceB + 2];
  let shared = 0;
  let usedB = 0;
  let restA = 2;
  // Common corners are written from the front, corners of A alone from the back.
  for (let i = 0; i < 3; i++) {
    const v = welded[3 * faceA + i];
    let match = -1;
    if (v === q && isShared(body, faceA, i, faceB, 0) && (usedB & 1) === 0) match = 0;
    else if (v === r && isShared(body, faceA, i, faceB, 1) && (usedB & 2) === 0) match = 1;
    else if (v === s && isShared(body, faceA, i, faceB, 2) && (usedB & 4) === 0) match = 2;
    if (match < 0) {
      orderA[restA--] = i;
    } else {
      orderA[shared] = i;
      orderB[shared++] = match;
      usedB |= 1 << match;
    }
  }
  for (let k = 0, rest = shared; rest < 3; k++) if (((usedB >> k) & 1) === 0) orderB[rest++] = k;
  return shared === 0 ? 0 : shared === 1 ? 1 : shared === 2 ? 2 : 3;
}

/** Two corners that were one point in the mesh: are they still one vertex, or one point? */
function isShared(
  { triangles, positions }: DeformingMesh,
  faceA: number,
  i: number,
  faceB: number,
  j: number,
): boolean {
  const v = triangles[3 * faceA + i];
  const w = triangles[3 * faceB + j];
  if (v === w) return true;
  const p = 3 * v;
  const q = 3 * w;
  return (
    positions[p] === positions[q] && positions[p + 1] === positions[q + 1] && positions[p + 2] === positions[q + 2]
  );
}
