// Which corners do two faces of a mesh have in common?
//
// Nine comparisons of vertex numbers make a number of nine bits; a table has for each what it says about the order of the corners.
// Almost all pairs that a search finds in a mesh are neighbours, and a branch for each comparison could not be predicted.

import type { DeformingMesh } from './deforming-mesh.ts';

/**
 * Bits of an entry: how many corners are common, then two each for the three corners of A, then of B, the common ones first. The
 * others follow in cyclic order, so that with one common corner each face has the orientation that it has in the mesh.
 */
export const SHARED_BITS = 2;
const A_SHIFT = SHARED_BITS;
const B_SHIFT = SHARED_BITS + 6;
const CORNER = 3;

/** The entry of the k-th corner of A, the common ones first. */
export function cornerOfA(order: number, k: number): number {
  return (order >> (A_SHIFT + 2 * k)) & CORNER;
}

/** The corner of B that is at the same point as the k-th of A, or one of the others. */
export function cornerOfB(order: number, k: number): number {
  return (order >> (B_SHIFT + 2 * k)) & CORNER;
}

/** By the bits 3i + j that are set where corner i of A is corner j of B. */
export const CORNER_ORDERS: Uint16Array = Uint16Array.from({ length: 1 << 9 }, (_, equal) => orderOf(equal));

/** The order of the corners of two faces, given by the numbers of their vertices. */
export function sharedCorners(ids: Int32Array, faceA: number, faceB: number): number {
  const i = 3 * faceA;
  const j = 3 * faceB;
  const a = ids[i];
  const b = ids[i + 1];
  const c = ids[i + 2];
  const d = ids[j];
  const e = ids[j + 1];
  const f = ids[j + 2];
  const equal =
    isZero(a ^ d) |
    (isZero(a ^ e) << 1) |
    (isZero(a ^ f) << 2) |
    (isZero(b ^ d) << 3) |
    (isZero(b ^ e) << 4) |
    (isZero(b ^ f) << 5) |
    (isZero(c ^ d) << 6) |
    (isZero(c ^ e) << 7) |
    (isZero(c ^ f) << 8);
  return CORNER_ORDERS[equal];
}

/** 1 for 0, and 0 for a positive integer, without a branch. */
function isZero(x: number): number {
  return (x - 1) >>> 31;
}

/** Each corner of A takes the first corner of B that is the same and not yet taken. */
function orderOf(equal: number): number {
  const common: [number, number][] = [];
  for (let i = 0; i < 3; i++) {
    const match = [0, 1, 2].find((j) => ((equal >> (3 * i + j)) & 1) === 1 && common.every(([, taken]) => taken !== j));
    if (match !== undefined) common.push([i, match]);
  }
  const cornersA = withOthers(common.map(([i]) => i));
  const cornersB = withOthers(common.map(([, j]) => j));
  let order = common.length;
  for (let k = 0; k < 3; k++) order |= (cornersA[k] << (A_SHIFT + 2 * k)) | (cornersB[k] << (B_SHIFT + 2 * k));
  return order;
}

function withOthers(first: readonly number[]): number[] {
  const last = first.at(-1) ?? 2;
  return [...first, ...[1, 2, 3].map((step) => (last + step) % 3).filter((k) => !first.includes(k))];
}

/**
 * The triangles with one number for all vertices that were one point in the mesh and still are: so the two sides of a texture seam
 * have common corners, until they are torn apart.
 */
export function joinedTriangles(body: DeformingMesh): Int32Array {
  const weld = body.weld();
  const { triangles, positions } = body;
  const numbers = new Int32Array(triangles.buffer, triangles.byteOffset, triangles.length); // all are below 2³¹
  if (weld.every((first, v) => first === v)) return numbers;
  // Vertices of one point of the mesh that are at several points now, by the lowest vertex of the first point.
  const torn = new Map<number, number[]>();
  const joined = weld.map((first, v) => {
    if (isOnePoint(positions, first, v)) return first;
    const others = torn.get(first) ?? [];
    torn.set(first, others);
    const same = others.find((w) => isOnePoint(positions, w, v));
    if (same === undefined) others.push(v);
    return same ?? v;
  });
  return numbers.map((v) => joined[v]);
}

function isOnePoint(positions: Float64Array, v: number, w: number): boolean {
  const p = 3 * v;
  const q = 3 * w;
  return (
    positions[p] === positions[q] && positions[p + 1] === positions[q + 1] && positions[p + 2] === positions[q + 2]
  );
}
