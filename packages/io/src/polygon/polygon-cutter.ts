// Splits a polygon of n corners into n − 2 triangles by clipping ears (Meisters, "Polygons have ears", 1975), in the coordinate
// plane of its largest projection. Departures, and why:
//
//  · Every corner is kept, also on a straight stretch. A neighbouring face may end there, and a mesh that was closed
//    must stay closed. Cutters that drop such corners leave cracks.
//  · Signs are exact (Shewchuk), so a plane polygon that is simple in the file's doubles is split without overlaps; straight
//    corners go into triangles of some area wherever that is possible.
//  · A polygon with no ear left crosses or touches itself, or is far from plane. Its corners are then clipped as they
//    come, best first: the outline and the number of triangles are still right, and the caller gets a warning.
//
// Only corners that are reflex or straight can invalidate an ear, and only those between its two ends, along the longer side of the
// polygon, are tested. That is close to n log n on shapes like gears and racks; a tangle can take n² and more, so the work is
// counted and limited.

import { orient2d } from 'robust-predicates';

export type CutStatus = 'done' | 'crossing' | 'too-much-work';

/** Number of corners tested in one file, beyond WORK_PER_CORNER for each corner clipped: about two seconds. */
const FREE_WORK = 2 ** 28;

/** Number of corner tests per clipped corner that every file may use. */
const WORK_PER_CORNER = 64;

/** The cost of an exact test, in plain tests. */
const EXACT_TEST_WORK = 16;

/** How good a corner is to clip; higher is better. */
const CLIP_REFLEX = 0;
const CLIP_STRAIGHT = 1;
const CLIP_TOUCHED_EAR = 2;
const CLIP_EAR = 3;

export class PolygonCutter {
  triangleCount = 0;
  readonly #positions: Float64Array;
  readonly #triangles: Uint32Array;
  #work = 0;
  #allowedWork = FREE_WORK;

  /** Coordinates in the plane and links to the neighbours, of the polygon being split. */
  #u: Float64Array = new Float64Array(0);
  #v: Float64Array = new Float64Array(0);
  #previous: Int32Array = new Int32Array(0);
  #next: Int32Array = new Int32Array(0);
  /** 1 for corners that are reflex or straight and not clipped. */
  #blocks: Uint8Array = new Uint8Array(0);
  /** Corners by their coordinate along the longer side of the polygon, which is `#along`, u or v. */
  #order: Int32Array = new Int32Array(0);
  #along: Float64Array = new Float64Array(0);

  /** Triangles go into `triangles`, which must hold them all. */
  constructor(positions: Float64Array, triangles: Uint32Array) {
    this.#positions = positions;
    this.#triangles = triangles;
  }

  addTriangle(a: number, b: number, c: number): void {
    const k = 3 * this.triangleCount++;
    this.#triangles[k] = a;
    this.#triangles[k + 1] = b;
    this.#triangles[k + 2] = c;
  }

  /** Splits the polygon whose corners are `corners[start … end − 1]`, four or more. */
  split(corners: Uint32Array, start: number, end: number): CutStatus {
    const n = end - start;
    this.#allowedWork += WORK_PER_CORNER * n;
    this.#reserve(n);
    if (!this.#project(corners, start, n)) {
      this.#fan(corners, start, n);
      return 'done'; // without area, so nothing can overlap
    }
    return n === 4 ? this.#splitQuad(corners, start) : this.#clipEars(corners, start, n);
  }

  get #isExhausted(): boolean {
    return this.#work > this.#allowedWork;
  }

  #reserve(n: number): void {
    if (this.#u.length >= n) return;
    const size = Math.max(n, 2 * this.#u.length, 16);
    this.#u = new Float64Array(size);
    this.#v = new Float64Array(size);
    this.#previous = new Int32Array(size);
    this.#next = new Int32Array(size);
    this.#blocks = new Uint8Array(size);
    this.#order = new Int32Array(size);
  }

  /**
   * Drops the coordinate in which the polygon's normal is largest, so that it runs counter-clockwise in (u, v). False if
   * the polygon has no area. The normal is Newell's sum, taken from the first corner so that far from the origin the
   * digits are kept.
   */
  #project(corners: Uint32Array, start: number, n: number): boolean {
    const p = this.#positions;
    const o = 3 * corners[start];
    const ox = p[o];
    const oy = p[o + 1];
    const oz = p[o + 2];
    let nx = 0;
    let ny = 0;
    let nz = 0;
    let ax = 0;
    let ay = 0;
    let az = 0;
    for (let i = 1; i < n; i++) {
      const k = 3 * corners[start + i];
      const bx = p[k] - ox;
      const by = p[k + 1] - oy;
      const bz = p[k + 2] - oz;
      nx += ay * bz - az * by;
      ny += az * bx - ax * bz;
      nz += ax * by - ay * bx;
      ax = bx;
      ay = by;
      az = bz;
    }
    const sizeX = Math.abs(nx);
    const sizeY = Math.abs(ny);
    const sizeZ = Math.abs(nz);
    const axis = sizeX > sizeY ? (sizeX > sizeZ ? 0 : 2) : sizeY > sizeZ ? 1 : 2;
    const along = axis === 0 ? nx : axis === 1 ? ny : nz;
    if (along === 0) return false;

    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    const [first, second] = along > 0 ? [u, v] : [v, u];
    for (let i = 0; i < n; i++) {
      const k = 3 * corners[start + i];
      this.#u[i] = p[k + first];
      this.#v[i] = p[k + second];
    }
    return true;
  }

  #fan(corners: Uint32Array, start: number, n: number): void {
    for (let i = 2; i < n; i++) this.addTriangle(corners[start], corners[start + i - 1], corners[start + i]);
  }

  /** Positive if a, b, c turn left. The predicate's own sign is in the reverse order. */
  #turn(a: number, b: number, c: number): number {
    const u = this.#u;
    const v = this.#v;
    return -orient2d(u[a], v[a], u[b], v[b], u[c], v[c]);
  }

  #splitQuad(corners: Uint32Array, start: number): CutStatus {
    const a = corners[start];
    const b = corners[start + 1];
    const c = corners[start + 2];
    const d = corners[start + 3];
    // The smaller of the two turns on either side is the quality of a diagonal.
    const ac = Math.min(Math.sign(this.#turn(0, 1, 2)), Math.sign(this.#turn(0, 2, 3)));
    const bd = ac > 0 ? -1 : Math.min(Math.sign(this.#turn(1, 2, 3)), Math.sign(this.#turn(1, 3, 0)));
    if (ac >= bd) {
      this.addTriangle(a, b, c);
      this.addTriangle(a, c, d);
    } else {
      this.addTriangle(b, c, d);
      this.addTriangle(b, d, a);
    }
    return Math.max(ac, bd) < 0 ? 'crossing' : 'done';
  }

  #clipEars(corners: Uint32Array, start: number, n: number): CutStatus {
    const previous = this.#previous;
    const next = this.#next;
    const blocks = this.#blocks;
    for (let i = 0; i < n; i++) {
      previous[i] = i === 0 ? n - 1 : i - 1;
      next[i] = i === n - 1 ? 0 : i + 1;
    }
    let blockers = 0;
    for (let i = 0; i < n; i++) {
      blocks[i] = this.#turn(previous[i], i, next[i]) > 0 ? 0 : 1;
      blockers += blocks[i];
    }
    if (blockers > 0) this.#sortCorners(n);

    let status: CutStatus = blockers === 0 && !this.#runsAroundOnce(n) ? 'crossing' : 'done';
    let left = n;
    let at = 0;
    let sinceClip = 0;
    while (left > 3) {
      let corner = at;
      if (this.#isExhausted) return 'too-much-work';
      if (blockers > 0 && this.#rank(corner, n) !== CLIP_EAR) {
        at = next[at];
        if (++sinceClip < left) continue;
        corner = this.#bestCorner(at, left, n);
        status = 'crossing';
      }

      const before = previous[corner];
      const after = next[corner];
      this.addTriangle(corners[start + before], corners[start + corner], corners[start + after]);
      next[before] = after;
      previous[after] = before;
      blockers -= blocks[corner];
      blocks[corner] = 0;
      blockers += this.#turnAgain(before) + this.#turnAgain(after);
      left--;
      sinceClip = 0;
      // Continuing after the next corner spreads the triangles; starting there would make one long fan.
      at = next[after];
    }
    this.addTriangle(corners[start + previous[at]], corners[start + at], corners[start + next[at]]);
    return this.#turn(previous[at], at, next[at]) < 0 ? 'crossing' : status;
  }

  /** Tests again whether a corner blocks, after a neighbour was clipped; returns the change in their number. */
  #turnAgain(corner: number): number {
    const was = this.#blocks[corner];
    const is = this.#turn(this.#previous[corner], corner, this.#next[corner]) > 0 ? 0 : 1;
    this.#blocks[corner] = is;
    return is - was;
  }

  #sortCorners(n: number): void {
    const along = extent(this.#u, n) >= extent(this.#v, n) ? this.#u : this.#v;
    const order = this.#order.subarray(0, n);
    for (let i = 0; i < n; i++) order[i] = i;
    order.sort((i, j) => along[i] - along[j]);
    this.#along = along;
  }

  /** The corner that is best to clip when there is no ear. */
  #bestCorner(from: number, left: number, n: number): number {
    let best = from;
    let bestRank = -1;
    let corner = from;
    for (let i = 0; i < left && !this.#isExhausted; i++) {
      const rank = this.#rank(corner, n);
      if (rank > bestRank) {
        best = corner;
        bestRank = rank;
      }
      corner = this.#next[corner];
    }
    return best;
  }

  /** How good it is to clip a corner: an ear is a left turn whose triangle, border included, has no other corner in it. */
  #rank(corner: number, n: number): number {
    const a = this.#previous[corner];
    const b = corner;
    const c = this.#next[corner];
    this.#work += EXACT_TEST_WORK;
    const turn = this.#turn(a, b, c);
    if (turn < 0) return CLIP_REFLEX;
    if (turn === 0) return CLIP_STRAIGHT;

    const along = this.#along;
    const order = this.#order;
    const lowest = Math.min(along[a], along[b], along[c]);
    const highest = Math.max(along[a], along[b], along[c]);
    let rank = CLIP_EAR;
    for (let k = this.#firstFrom(lowest, n); k < n; k++) {
      const other = order[k];
      if (along[other] > highest) break;
      this.#work++;
      if (this.#blocks[other] === 0 || other === a || other === b || other === c) continue;
      this.#work += EXACT_TEST_WORK;
      if (this.#isExhausted) return CLIP_REFLEX;
      const inside = this.#insideOf(other, a, b, c);
      if (inside > 0) return CLIP_REFLEX;
      if (inside < 0) continue;
      if (!this.#coincide(other, a) && !this.#coincide(other, b) && !this.#coincide(other, c)) rank = CLIP_TOUCHED_EAR;
      else if (this.#entersAtCorner(other, a, b, c)) return CLIP_REFLEX;
    }
    return rank;
  }

  /** Positive inside the triangle a, b, c, which turns left; 0 on its border, negative outside. */
  #insideOf(point: number, a: number, b: number, c: number): number {
    const ab = this.#turn(a, b, point);
    if (ab < 0) return -1;
    const bc = this.#turn(b, c, point);
    if (bc < 0) return -1;
    const ca = this.#turn(c, a, point);
    if (ca < 0) return -1;
    return ab > 0 && bc > 0 && ca > 0 ? 1 : 0;
  }

  #coincide(a: number, b: number): boolean {
    return this.#u[a] === this.#u[b] && this.#v[a] === this.#v[b];
  }

  /**
   * Whether an edge leads from a point, which lies on a corner of the triangle a, b, c, into its interior. Where a bridge leads to
   * a hole, two corners share a position, and one does not invalidate the ear of the other unless its edges enter.
   */
  #entersAtCorner(point: number, a: number, b: number, c: number): boolean {
    const [before, corner, after] = this.#coincide(point, a)
      ? [c, a, b]
      : this.#coincide(point, b)
        ? [a, b, c]
        : [b, c, a];
    const enters = (end: number): boolean => this.#turn(before, corner, end) > 0 && this.#turn(corner, after, end) > 0;
    return enters(this.#previous[point]) || enters(this.#next[point]);
  }

  /** Whether a polygon that turns left everywhere does so once around: u then rises in one stretch and falls in one. */
  #runsAroundOnce(n: number): boolean {
    const u = this.#u;
    let changes = 0;
    let last = 0;
    // Once more around than needed, to include the change at the start.
    for (let i = 0; i < 2 * n; i++) {
      const direction = Math.sign(u[(i + 1) % n] - u[i % n]);
      if (direction === 0) continue;
      if (i >= n && direction !== last) changes++;
      last = direction;
    }
    return changes === 2;
  }

  /** The first position in the order whose corner is not before `lowest`. */
  #firstFrom(lowest: number, n: number): number {
    const along = this.#along;
    const order = this.#order;
    let low = 0;
    let high = n;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (along[order[middle]] < lowest) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** From the least to the greatest of the first n numbers. */
function extent(values: Float64Array, n: number): number {
  let least = values[0];
  let greatest = values[0];
  for (let i = 1; i < n; i++) {
    least = Math.min(least, values[i]);
    greatest = Math.max(greatest, values[i]);
  }
  return greatest - least;
}
