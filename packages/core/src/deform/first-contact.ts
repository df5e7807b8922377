// When do the first of some faces touch whose vertices move linearly from one shape to the next?
//
// Triangles that are apart first touch with a vertex of one in the face of the other, or with two edges. So all pairs of such
// elements are tested (primitive/vertex-face-time.ts, edge-edge-time.ts) whose faces may touch: their swept boxes, around both
// shapes, overlap. Paths are straight, so a swept box contains all of a face's path. Pairs that can touch earliest are tested
// first; pairs that cannot touch before the first contact found are not tested.

import { timeEdgeEdge } from '../primitive/edge-edge-time.ts';
import { CONTACT, ELEMENT_OUT, FREE, LOWER, TOLERANCE, UPPER } from '../primitive/element-outcome.ts';
import { timeVertexFace } from '../primitive/vertex-face-time.ts';
import { contactBound } from './contact-bound.ts';
import { OWNS_CORNER, OWNS_EDGE } from './element-owners.ts';
import { FaceSubdivision, SUBDIVISION_DEFAULTS } from './face-octree.ts';
import { BOX, FaceTable } from './face-table.ts';
import { commonBox } from './overlap-regions.ts';
import { PairQueue } from './pair-batches.ts';
import { PairKeys } from './pair-keys.ts';

/** One body or two in one list of vertices and one of faces. */
export interface FaceMotions {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly triangles: Uint32Array;
  /** Faces from here on are of the second body; all are of the first where it is their number. */
  readonly secondBody: number;
  /** elementOwners of both. */
  readonly owners: Uint8Array;
  /** For one body: the representative of each vertex. Elements that share one are never apart and not tested. */
  readonly weld: Uint32Array | null;
}

/** The earliest contact found so far. Times are Infinity where there is none. */
export class FirstContact {
  lower: number = Infinity;
  upper: number = Infinity;
  faceA = -1;
  faceB = -1;
}

const table = new FaceTable();
const subdivision = new FaceSubdivision();
const queue = new PairQueue();
/** The subdivision adds pairs to the queue, not to a list. */
const none = new PairKeys();
const times = new Float64Array(ELEMENT_OUT);
const NEXT = [1, 2, 0] as const;

/** Nothing touches before `lower`; something has touched by `upper`. A negative tolerance selects the kernels' default. */
export function firstContact(motions: FaceMotions, tolerance: number): FirstContact {
  const first = new FirstContact();
  const region = sweep(motions);
  if (region === null) return first;
  queuePairs(motions, region);
  const { pairs, starts } = queue.sorted();
  for (let batch = 0; batch < PairQueue.BATCHES && batch <= first.upper * PairQueue.BATCHES; batch++) {
    for (let n = 2 * starts[batch]; n < 2 * starts[batch + 1]; n += 2) {
      askElements(motions, pairs[n], pairs[n + 1], tolerance, first);
    }
  }
  return first;
}

/** Queues the pairs of faces that may touch, by the lower bound of their time. */
function queuePairs(motions: FaceMotions, region: Float64Array): void {
  const { start, end, triangles, weld } = motions;
  const largest = largestCoordinate(start, end);
  queue.clear();
  none.start(table.count);
  subdivision.search(
    table,
    region,
    { ...SUBDIVISION_DEFAULTS, kind: 'bintree', self: weld !== null },
    (i, j) => {
      const faceA = table.faces[i];
      const faceB = table.faces[j];
      const bound = contactBound(start, end, triangles, 3 * faceA, 3 * faceB, largest);
      if (bound <= 1) queue.add(faceA, faceB, bound);
      return false;
    },
    none,
  );
}

function largestCoordinate(start: Float64Array, end: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < start.length; k++) largest = Math.max(largest, Math.abs(start[k]), Math.abs(end[k]));
  return largest;
}

/** Adds the swept faces in the overlap of both swept bodies to the table; null where there is no overlap. */
function sweep(motions: FaceMotions): Float64Array | null {
  const faceCount = motions.triangles.length / 3;
  const boxA = new Float64Array(BOX);
  const boxB = new Float64Array(BOX);
  writeSweptBox(motions, 0, motions.secondBody, boxA);
  if (motions.weld === null) writeSweptBox(motions, motions.secondBody, faceCount, boxB);
  const region = motions.weld === null ? commonBox(boxA, boxB) : boxA;
  if (region === null) return null;
  table.clear();
  for (let face = 0; face < faceCount; face++) {
    writeSweptBox(motions, face, face + 1, boxB);
    if (commonBox(boxB, region) !== null) table.addBox(face < motions.secondBody ? 0 : 1, face, boxB);
  }
  return region;
}

/** The box around the faces from `first` to `last`, exclusive, over their whole path. */
function writeSweptBox({ start, end, triangles }: FaceMotions, first: number, last: number, out: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = 3 * first; k < 3 * last; k++) {
      const from = start[3 * triangles[k] + axis];
      const to = end[3 * triangles[k] + axis];
      low = Math.min(low, from, to);
      high = Math.max(high, from, to);
    }
    out[axis] = low;
    out[3 + axis] = high;
  }
}

/** Tests all elements that two faces own. */
function askElements(motions: FaceMotions, faceA: number, faceB: number, tolerance: number, first: FirstContact): void {
  const ownedA = motions.owners[faceA];
  const ownedB = motions.owners[faceB];
  for (let k = 0; k < 3; k++) {
    if ((ownedA & OWNS_CORNER[k]) !== 0) askVertexFace(motions, 3 * faceA + k, faceB, faceA, faceB, tolerance, first);
    if ((ownedB & OWNS_CORNER[k]) !== 0) askVertexFace(motions, 3 * faceB + k, faceA, faceA, faceB, tolerance, first);
    if ((ownedA & OWNS_EDGE[k]) === 0) continue;
    for (let m = 0; m < 3; m++) {
      if ((ownedB & OWNS_EDGE[m]) !== 0) askEdgeEdge(motions, faceA, k, faceB, m, tolerance, first);
    }
  }
}

/** The vertex at a slot in the list of triangles, and a face. */
function askVertexFace(
  motions: FaceMotions,
  corner: number,
  face: number,
  faceA: number,
  faceB: number,
  tolerance: number,
  first: FirstContact,
): void {
  const { start, end, triangles } = motions;
  const v = triangles[corner];
  const p = triangles[3 * face];
  const q = triangles[3 * face + 1];
  const r = triangles[3 * face + 2];
  if (isOne(motions, v, p) || isOne(motions, v, q) || isOne(motions, v, r)) return;
  times[TOLERANCE] = tolerance;
  const outcome = timeVertexFace(start, end, 3 * v, 3 * p, 3 * q, 3 * r, times);
  if (outcome !== FREE) take(first, outcome === CONTACT, faceA, faceB);
}

function askEdgeEdge(
  motions: FaceMotions,
  faceA: number,
  edgeA: number,
  faceB: number,
  edgeB: number,
  tolerance: number,
  first: FirstContact,
): void {
  const { start, end, triangles } = motions;
  const p = triangles[3 * faceA + edgeA];
  const q = triangles[3 * faceA + NEXT[edgeA]];
  const r = triangles[3 * faceB + edgeB];
  const s = triangles[3 * faceB + NEXT[edgeB]];
  if (isOne(motions, p, r) || isOne(motions, p, s) || isOne(motions, q, r) || isOne(motions, q, s)) return;
  times[TOLERANCE] = tolerance;
  const outcome = timeEdgeEdge(start, end, 3 * p, 3 * q, 3 * r, 3 * s, times);
  if (outcome !== FREE) take(first, outcome === CONTACT, faceA, faceB);
}

function isOne({ weld }: FaceMotions, v: number, w: number): boolean {
  return weld !== null && weld[v] === weld[w];
}

/** Of contacts at one time the one with the lowest faces, so that the result does not depend on the order of the tests. */
function take(first: FirstContact, isProven: boolean, faceA: number, faceB: number): void {
  if (isProven) first.upper = Math.min(first.upper, times[UPPER]);
  const lower = times[LOWER];
  const isLater =
    lower > first.lower ||
    (lower === first.lower && (faceA > first.faceA || (faceA === first.faceA && faceB > first.faceB)));
  if (isLater) return;
  first.lower = lower;
  first.faceA = faceA;
  first.faceB = faceB;
}
