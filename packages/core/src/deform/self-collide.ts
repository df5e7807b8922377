// Which faces of a deforming mesh meet each other? As between bodies, but that neighbours touch by right: of two faces with
// common vertices only what they have in common beyond these counts (primitive/adjacent-triangles.ts).

import { NearmissError } from '../error.ts';
import { meetBeyondShared } from '../primitive/adjacent-triangles.ts';
import { DoubleCorners } from '../primitive/exact-corners.ts';
import { DeformingMesh } from './deforming-mesh.ts';
import { FaceSubdivision } from './face-octree.ts';
import { exactly, facesMeet, filterError } from './face-pair.ts';
import { FACE, FaceTable } from './face-table.ts';
import { DEFORMING_DEFAULTS, type DeformingOptions, readOptions } from './options.ts';
import { PairKeys } from './pair-keys.ts';
import { TreePairs } from './tree-pairs.ts';

const table = new FaceTable();
const subdivision = new FaceSubdivision();
const trees = new TreePairs();
const found = new PairKeys();
const coordinateError = new Float64Array(1);
/** Corners of two neighbours, the common ones first. */
const neighbours = new DoubleCorners(6);
/** Which corners of a face come first, second and third there. */
const orderA = new Uint8Array(3);
const orderB = new Uint8Array(3);

/**
 * The pairs of faces of one mesh that share a point beyond their common vertices, flat: face, face, face, …, in each pair
 * the lower number first, sorted.
 */
export function selfCollide(body: DeformingMesh, options: DeformingOptions = DEFORMING_DEFAULTS): Uint32Array {
  if (!(body instanceof DeformingMesh)) {
    throw new NearmissError('model/bad-argument', 'Deforming bodies are made by new DeformingMesh(mesh).');
  }
  const plan = readOptions(options, true);
  const { box, triangleCount } = body;
  coordinateError[0] = filterError(Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]));
  found.start(triangleCount);
  const isWhole = plan.subdivision.parts === 1;
  if (plan.method === 'refit' || (plan.method === 'auto' && isWhole)) {
    const tree = body.tree();
    const { corners, faces } = tree;
    trees.search(tree, tree, true, (i, j) => meetUnlessShared(body, corners, i, faces[i], j, faces[j]), found);
  } else {
    table.clear();
    table.addAll(body, 0);
    const { corners } = table;
    subdivision.search(table, box, plan.subdivision, (i, j) => meetUnlessShared(body, corners, i, i, j, j), found);
  }
  return found.sorted();
}

/** Two faces, by their places in `corners` and by their numbers. */
function meetUnlessShared(
  body: DeformingMesh,
  corners: Float64Array,
  placeA: number,
  faceA: number,
  placeB: number,
  faceB: number,
): boolean {
  const shared = orderCorners(body, faceA, faceB);
  const a = FACE * placeA;
  const b = FACE * placeB;
  if (shared === 0) return facesMeet(corners, a, corners, b, coordinateError);
  const { xyz } = neighbours;
  for (let k = 0; k < 3; k++) {
    for (let axis = 0; axis < 3; axis++) {
      xyz[3 * k + axis] = corners[a + 3 * orderA[k] + axis];
      xyz[FACE + 3 * k + axis] = corners[b + 3 * orderB[k] + axis];
    }
  }
  return meetBeyondShared(exactly(neighbours), shared);
}

/** Puts the common corners of two faces first, in one order, into `orderA` and `orderB`; returns how many there are. */
function orderCorners(body: DeformingMesh, faceA: number, faceB: number): 0 | 1 | 2 | 3 {
  const { triangles, positions } = body;
  const weld = body.weld();
  let shared = 0;
  let usedA = 0;
  let usedB = 0;
  for (let i = 0; i < 3; i++) {
    const v = triangles[3 * faceA + i];
    for (let j = 0; j < 3; j++) {
      const w = triangles[3 * faceB + j];
      if (weld[v] !== weld[w] || ((usedA >> i) & 1) === 1 || ((usedB >> j) & 1) === 1) continue;
      if (v !== w && !isOnePoint(positions, 3 * v, 3 * w)) continue;
      orderA[shared] = i;
      orderB[shared++] = j;
      usedA |= 1 << i;
      usedB |= 1 << j;
    }
  }
  let restA = shared;
  let restB = shared;
  for (let k = 0; k < 3; k++) {
    if (((usedA >> k) & 1) === 0) orderA[restA++] = k;
    if (((usedB >> k) & 1) === 0) orderB[restB++] = k;
  }
  return shared === 0 ? 0 : shared === 1 ? 1 : shared === 2 ? 2 : 3;
}

function isOnePoint(positions: Float64Array, p: number, q: number): boolean {
  return (
    positions[p] === positions[q] && positions[p + 1] === positions[q + 1] && positions[p + 2] === positions[q + 2]
  );
}
