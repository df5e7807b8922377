// Do two faces of one mesh have more in common than their common corners?
//
// Nearly all pairs that a search finds are neighbours, and nearly all of these are decided by one face being strictly on one side of
// the other's plane. So the planes of all faces are computed once, and a sign is a scalar product. What these signs leave open goes
// to exact arithmetic. Which of two faces decides, and whether they have one corner in common or two, cannot be predicted. So pairs
// are collected, sorted by their common corners, and each test is made on all of a kind, without branches: what it leaves open moves
// to the front of the list.
//
// Rounding. Let n be the rounded normal (b − a) × (c − a) of a face, P the largest of the sums of absolute products in its three
// components, and w the rounded difference of a point and a corner of the face. A component of n is off by 4uP, w by u|w|, and the
// scalar product loses 3u more, so n·w is off by less than (8u + O(u²))·P·|w|₁ (Shewchuk 1997 has (7 + 56u)u for one order of
// operations). What underflows loses at most 2⁻¹⁰⁷⁴, times a length below 1e60 in a normal.

import { intersectBeyondShared } from '../primitive/adjacent-triangles.ts';
import { areAdaptive, DoubleCorners } from '../primitive/exact-corners.ts';
import { relateBySides, relateTriangles, type Sides } from '../primitive/triangle-triangle-exact.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import type { DeformingMesh } from './deforming-mesh.ts';
import { exactly, filterError } from './face-pair.ts';
import { FlatFaces } from './flat-faces.ts';
import { PairKeys } from './pair-keys.ts';
import { type SelfCells, type SelfSearch, selfKernels } from './self-kernels.ts';
import { cornerOfA, cornerOfB, joinedTriangles, SHARED_BITS, sharedCorners } from './shared-corners.ts';

/** Error of n·w, in units of P·|w|₁; 8 and a margin for the rounding of the bound itself. */
const SIDE_ROUNDING = 10 * UNIT_ROUNDOFF;
/** More than underflow can change, and less than what is to be decided: products of three lengths between 1e-60 and 1e60. */
const SIDE_UNDERFLOW = 1e-260;

/** Doubles of a plane: normal, error a unit of |w|₁. */
const PLANE = 4;
const SHARED = (1 << SHARED_BITS) - 1;
const CORNERS = 6;
/** Pairs that are decided together: few enough to stay in the cache. */
const BATCH = 2048;

/** Pairs with as many common corners: two faces and the order of their corners each. */
class Kind {
  readonly entries: Int32Array = new Int32Array(ENTRY * BATCH);
  count = 0;
}
const ENTRY = 3;

export class SelfJudge {
  /** Numbers that are the same for common corners, and those of the vertices. */
  #joined: Int32Array = new Int32Array(0);
  #triangles: Uint32Array = new Uint32Array(0);
  #positions: Float64Array = new Float64Array(0);
  #planes: Float64Array = new Float64Array(0);
  #found: PairKeys = new PairKeys();
  readonly #pairs: Int32Array = new Int32Array(2 * BATCH);
  #count = 0;
  /** By the number of common corners. Three are the whole of both faces. */
  readonly #kinds: readonly [Kind, Kind, Kind, Kind] = [new Kind(), new Kind(), new Kind(), new Kind()];
  readonly #corners: DoubleCorners = new DoubleCorners(CORNERS);
  readonly #flat: FlatFaces = new FlatFaces();
  #arePlanesFit = false;
  #coordinateError = 0;
  /** Whether predicates on doubles are exact for all vertices. */
  #areInRange = false;

  /** Prepares for the current shape of a mesh; pairs that intersect are added to `found`. */
  start(body: DeformingMesh, found: PairKeys): void {
    const { triangles, positions, box } = body;
    this.#triangles = triangles;
    this.#positions = positions;
    this.#joined = joinedTriangles(body);
    this.#found = found;
    this.#count = 0;
    this.#areInRange = areAdaptive(positions);
    this.#coordinateError = filterError(Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]));
    this.#arePlanesFit = false;
  }

  /** Kernels that compare faces of cells, if there are any: then nothing is added here. */
  openKernel(): SelfCells | null {
    const found = this.#found;
    const search: SelfSearch = {
      positions: this.#positions,
      joined: this.#joined,
      coordinateError: this.#coordinateError,
      areInRange: this.#areInRange,
      found: (faceA, faceB) => found.add(faceA, faceB),
      open: (faceA, faceB, order) => this.#decideOpen(faceA, faceB, order),
    };
    return selfKernels.kernels?.openSelfSearch(search) ?? null;
  }

  /** Two faces, by their numbers; decided at some time before the end of `finish`. */
  add(faceA: number, faceB: number): false {
    this.#pairs[2 * this.#count] = faceA;
    this.#pairs[2 * this.#count + 1] = faceB;
    if (++this.#count === BATCH) this.finish();
    return false;
  }

  finish(): void {
    if (this.#count === 0) return;
    if (!this.#arePlanesFit) this.#fitPlanes();
    const [apart, corner, edge, whole] = this.#kinds;
    this.#sort();
    this.#decideEdges(edge);
    this.#decideCorners(corner);
    this.#decideApart(apart);
    whole.count = 0;
    this.#count = 0;
  }

  #fitPlanes(): void {
    const size = (PLANE / 3) * this.#triangles.length;
    if (this.#planes.length < size) this.#planes = new Float64Array(size);
    if (this.#coordinateError < Infinity) fitPlanes(this.#positions, this.#triangles, this.#planes);
    else this.#planes.fill(Infinity, 0, size); // no product is larger than such an error
    this.#flat.fit(this.#positions, this.#triangles, this.#areInRange);
    this.#arePlanesFit = true;
  }

  #decideOpen(faceA: number, faceB: number, order: number): void {
    const shared = order & SHARED;
    this.#gather(faceA, faceB, order);
    const p = this.#areInRange ? this.#corners : exactly(this.#corners);
    const intersect =
      shared === 0
        ? relateTriangles(p) !== 'disjoint'
        : (shared === 1 || shared === 2) && intersectBeyondShared(p, shared);
    if (intersect) this.#found.add(faceA, faceB);
  }

  /** By common corners, without pairs that are decided in the plane of a face across an axis. */
  #sort(): void {
    const pairs = this.#pairs;
    const joined = this.#joined;
    const { axes } = this.#flat;
    for (let k = 0; k < 2 * this.#count; k += 2) {
      const order = sharedCorners(joined, pairs[k], pairs[k + 1]);
      if ((axes[pairs[k]] | axes[pairs[k + 1]]) !== 0 && (order & SHARED) !== SHARED) {
        const verdict = this.#flat.relate(pairs[k], pairs[k + 1], order);
        if (verdict > 0) this.#found.add(pairs[k], pairs[k + 1]);
        if (verdict !== 0) continue;
      }
      const kind = this.#kinds[order & SHARED];
      const e = ENTRY * kind.count++;
      kind.entries[e] = pairs[k];
      kind.entries[e + 1] = pairs[k + 1];
      kind.entries[e + 2] = order;
    }
  }

  #decideEdges(kind: Kind): void {
    const { entries } = kind;
    const triangles = this.#triangles;
    let left = 0;
    for (let e = 0; e < ENTRY * kind.count; e += ENTRY) {
      const order = entries[e + 2];
      const corner = 3 * triangles[3 * entries[e] + cornerOfA(order, 0)];
      const other = 3 * triangles[3 * entries[e + 1] + cornerOfB(order, 2)];
      const side = sideOf(this.#planes, entries[e], this.#positions, corner, other);
      left = copyEntry(entries, e, left);
      if (side !== 0) left -= ENTRY;
    }
    for (let e = 0; e < left; e += ENTRY) this.#decideOpen(entries[e], entries[e + 1], entries[e + 2]);
    kind.count = 0;
  }

  #decideCorners(kind: Kind): void {
    const { entries } = kind;
    const triangles = this.#triangles;
    const positions = this.#positions;
    const planes = this.#planes;
    let left = 0;
    for (let e = 0; e < ENTRY * kind.count; e += ENTRY) {
      const order = entries[e + 2];
      const j = 3 * entries[e + 1];
      const corner = 3 * triangles[3 * entries[e] + cornerOfA(order, 0)];
      const p = 3 * triangles[j + cornerOfB(order, 1)];
      const q = 3 * triangles[j + cornerOfB(order, 2)];
      const face = entries[e];
      left = copyEntry(entries, e, left);
      if (areAside(planes, face, positions, corner, p, q)) left -= ENTRY;
    }
    const end = left;
    left = 0;
    for (let e = 0; e < end; e += ENTRY) {
      const order = entries[e + 2];
      const i = 3 * entries[e];
      const corner = 3 * triangles[i + cornerOfA(order, 0)];
      const p = 3 * triangles[i + cornerOfA(order, 1)];
      const q = 3 * triangles[i + cornerOfA(order, 2)];
      const face = entries[e + 1];
      left = copyEntry(entries, e, left);
      if (areAside(planes, face, positions, corner, p, q)) left -= ENTRY;
    }
    for (let e = 0; e < left; e += ENTRY) this.#decideSplit(entries, e);
    kind.count = 0;
  }

  /** One common corner, and neither face certainly on one side of the other. */
  #decideSplit(entries: Int32Array, e: number): void {
    const triangles = this.#triangles;
    const order = entries[e + 2];
    const i = 3 * entries[e];
    const j = 3 * entries[e + 1];
    const corner = 3 * triangles[i + cornerOfA(order, 0)];
    const side = (face: number, point: number): number =>
      sideOf(this.#planes, face, this.#positions, corner, 3 * triangles[point]);
    const s1 = side(entries[e], j + cornerOfB(order, 1));
    const s2 = side(entries[e], j + cornerOfB(order, 2));
    const t1 = side(entries[e + 1], i + cornerOfA(order, 1));
    const t2 = side(entries[e + 1], i + cornerOfA(order, 2));
    if (s1 * s2 * t1 * t2 === 0) this.#decideOpen(entries[e], entries[e + 1], order);
    else if (s1 === t2) this.#found.add(entries[e], entries[e + 1]); // primitive/adjacent-triangles.ts
  }

  #decideApart(kind: Kind): void {
    const { entries } = kind;
    const triangles = this.#triangles;
    const positions = this.#positions;
    const planes = this.#planes;
    for (let e = 0; e < ENTRY * kind.count; e += ENTRY) {
      const faceA = entries[e];
      const faceB = entries[e + 1];
      const cornerA = 3 * triangles[3 * faceA];
      const cornerB = 3 * triangles[3 * faceB];
      const s0 = sideOf(planes, faceA, positions, cornerA, cornerB);
      const s1 = sideOf(planes, faceA, positions, cornerA, 3 * triangles[3 * faceB + 1]);
      const s2 = sideOf(planes, faceA, positions, cornerA, 3 * triangles[3 * faceB + 2]);
      if (Math.abs(s0 + s1 + s2) === 3) continue;
      const t0 = sideOf(planes, faceB, positions, cornerB, cornerA);
      const t1 = sideOf(planes, faceB, positions, cornerB, 3 * triangles[3 * faceA + 1]);
      const t2 = sideOf(planes, faceB, positions, cornerB, 3 * triangles[3 * faceA + 2]);
      if (Math.abs(t0 + t1 + t2) === 3) continue;
      this.#gather(faceA, faceB, entries[e + 2]);
      const p = this.#areInRange ? this.#corners : exactly(this.#corners);
      const sidesA: Sides = [t0 || p.orient3d(3, 4, 5, 0), t1 || p.orient3d(3, 4, 5, 1), t2 || p.orient3d(3, 4, 5, 2)];
      const sidesB: Sides = [s0 || p.orient3d(0, 1, 2, 3), s1 || p.orient3d(0, 1, 2, 4), s2 || p.orient3d(0, 1, 2, 5)];
      if (relateBySides(p, sidesA, sidesB) !== 'disjoint') this.#found.add(faceA, faceB);
    }
    kind.count = 0;
  }

  #gather(faceA: number, faceB: number, order: number): void {
    const { xyz } = this.#corners;
    const triangles = this.#triangles;
    const positions = this.#positions;
    for (let k = 0; k < 3; k++) {
      const p = 3 * triangles[3 * faceA + cornerOfA(order, k)];
      const q = 3 * triangles[3 * faceB + cornerOfB(order, k)];
      for (let axis = 0; axis < 3; axis++) {
        xyz[3 * k + axis] = positions[p + axis];
        xyz[9 + 3 * k + axis] = positions[q + axis];
      }
    }
  }
}

/** Copies an entry to the end of those that are left, and returns the end after it. */
function copyEntry(entries: Int32Array, e: number, end: number): number {
  entries[end] = entries[e];
  entries[end + 1] = entries[e + 1];
  entries[end + 2] = entries[e + 2];
  return end + ENTRY;
}

/** Whether two points are certainly on one side of a face's plane. The smaller of two signed distances decides, without a branch. */
function areAside(
  planes: Float64Array,
  face: number,
  positions: Float64Array,
  corner: number,
  p: number,
  q: number,
): boolean {
  const n = PLANE * face;
  const ox = positions[corner];
  const oy = positions[corner + 1];
  const oz = positions[corner + 2];
  const px = positions[p] - ox;
  const py = positions[p + 1] - oy;
  const pz = positions[p + 2] - oz;
  const qx = positions[q] - ox;
  const qy = positions[q + 1] - oy;
  const qz = positions[q + 2] - oz;
  const first = planes[n] * px + planes[n + 1] * py + planes[n + 2] * pz;
  const second = planes[n] * qx + planes[n + 1] * qy + planes[n + 2] * qz;
  const errorP = planes[n + 3] * (Math.abs(px) + Math.abs(py) + Math.abs(pz)) + SIDE_UNDERFLOW;
  const errorQ = planes[n + 3] * (Math.abs(qx) + Math.abs(qy) + Math.abs(qz)) + SIDE_UNDERFLOW;
  return Math.max(Math.min(first - errorP, second - errorQ), Math.min(-first - errorP, -second - errorQ)) > 0;
}

/** The side of a face's plane on which a point is, both given by offsets in the positions; 0 where rounding leaves it open. */
function sideOf(planes: Float64Array, face: number, positions: Float64Array, corner: number, point: number): number {
  const n = PLANE * face;
  const x = positions[point] - positions[corner];
  const y = positions[point + 1] - positions[corner + 1];
  const z = positions[point + 2] - positions[corner + 2];
  const product = planes[n] * x + planes[n + 1] * y + planes[n + 2] * z;
  const error = planes[n + 3] * (Math.abs(x) + Math.abs(y) + Math.abs(z)) + SIDE_UNDERFLOW;
  return Number(product > error) - Number(product < -error);
}

function fitPlanes(positions: Float64Array, triangles: Uint32Array, planes: Float64Array): void {
  for (let t = 0, n = 0; t < triangles.length; t += 3, n += PLANE) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    planes[n] = uy * vz - uz * vy;
    planes[n + 1] = uz * vx - ux * vz;
    planes[n + 2] = ux * vy - uy * vx;
    const x = Math.abs(uy * vz) + Math.abs(uz * vy);
    const y = Math.abs(uz * vx) + Math.abs(ux * vz);
    const z = Math.abs(ux * vy) + Math.abs(uy * vx);
    planes[n + 3] = SIDE_ROUNDING * Math.max(x, y, z);
  }
}
