// Two faces of which one is across an axis, as those of CAD models often are: exact signs without exact arithmetic.
//
// Let all corners of face A have one coordinate in common. On which side of its plane a point is, a comparison tells, zero included. If
// B is not on two sides of that plane, then what both have in common is in the plane: a corner, an edge or the whole of B, and turns in
// the two other coordinates decide. A turn is the difference of two products of differences. Where rounding may hide its sign, and all
// four differences are exact, as they mostly are between single-precision numbers, the products are compared exactly: rounding is
// monotone, so two that are rounded to different numbers are in that order, and of two that are rounded to one number the errors
// decide, which are doubles (Dekker 1971; Shewchuk 1997, section 2). All that is for coordinates whose products do not underflow.
//
// What is left open: faces on two sides of A's plane, faces without certain area, and differences that are rounded.

import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { cornerOfA, cornerOfB, SHARED_BITS } from './shared-corners.ts';

/** Of the sum of both products: at most (3 + 16u)u (Shewchuk 1997). */
const TURN_ROUNDING = 4 * UNIT_ROUNDOFF;
/** Splits a double into two halves. */
const SPLITTER = 2 ** 27 + 1;

const APART = -1;
const OPEN = 0;
const INTERSECTING = 1;
const SHARED = (1 << SHARED_BITS) - 1;
/** All three corners, as bits. */
const ALL = 7;

export class FlatFaces {
  /** The axis that a face with certain area is across, 1 to 3, with the sign of its normal along it; 0 if there is none. */
  axes: Int8Array = new Int8Array(0);
  #positions: Float64Array = new Float64Array(0);
  #triangles: Uint32Array = new Uint32Array(0);
  /** Coordinates of the plane, in the order in which the turn of a face has the sign of its normal. */
  #u = 0;
  #v = 0;
  /** Whether a turn since the beginning of a decision could not be determined. */
  #isUnsettled = false;

  /** `areInRange`: whether products of two differences neither overflow nor underflow; no face is across an axis otherwise. */
  fit(positions: Float64Array, triangles: Uint32Array, areInRange: boolean): void {
    const count = triangles.length / 3;
    if (this.axes.length < count) this.axes = new Int8Array(count);
    this.#positions = positions;
    this.#triangles = triangles;
    for (let face = 0; face < count; face++) this.axes[face] = areInRange ? this.#axisOf(face) : 0;
  }

  #axisOf(face: number): number {
    const positions = this.#positions;
    const [a, b, c] = [this.#corner(face, 0), this.#corner(face, 1), this.#corner(face, 2)];
    for (let axis = 1; axis <= 3; axis++) {
      const x = positions[a + axis - 1];
      if (x !== positions[b + axis - 1] || x !== positions[c + axis - 1]) continue;
      this.#choose(axis);
      return axis * this.#turn(a, b, c);
    }
    return 0;
  }

  #choose(axis: number): void {
    this.#u = axis % 3;
    this.#v = (axis + 1) % 3;
  }

  /** Where a corner of a face is among the positions. */
  #corner(face: number, k: number): number {
    return 3 * this.#triangles[3 * face + k];
  }

  /** Have two faces, of which one is across an axis, more in common than their common corners? 1: yes; −1: no; 0: left open. */
  relate(faceA: number, faceB: number, order: number): number {
    if (this.axes[faceA] !== 0) {
      const verdict = this.#relate(faceA, faceB, order);
      if (verdict !== OPEN || this.axes[faceB] === 0) return verdict;
    }
    return this.#relate(faceB, faceA, exchanged(order));
  }

  /** The same, with A across an axis. */
  #relate(faceA: number, faceB: number, order: number): number {
    const axis = Math.abs(this.axes[faceA]);
    const at = axis - 1;
    const positions = this.#positions;
    const height = positions[this.#corner(faceA, 0) + at];
    let above = 0;
    let below = 0;
    for (let k = 0; k < 3; k++) {
      const x = positions[this.#corner(faceB, cornerOfB(order, k)) + at];
      above |= Number(x > height) << k;
      below |= Number(x < height) << k;
    }
    if (above !== 0 && below !== 0) return OPEN;
    const shared = order & SHARED;
    const level = ALL ^ above ^ below;
    if (level === (1 << shared) - 1) return APART;
    if (level === ALL && axis !== Math.abs(this.axes[faceB])) return OPEN; // B without certain area
    this.#isUnsettled = false;
    this.#choose(axis);
    const intersect =
      shared === 0
        ? this.#intersectApart(faceA, faceB, level)
        : shared === 1
          ? this.#intersectAtCorner(faceA, faceB, level, order)
          : this.#intersectAtEdge(faceA, faceB, order);
    return this.#isUnsettled ? OPEN : intersect ? INTERSECTING : APART;
  }

  /** No common corner: A, and the corners of B that are in its plane. Convex sets are apart if the line of a side separates them. */
  #intersectApart(faceA: number, faceB: number, level: number): boolean {
    if (level === ALL) {
      const isApart =
        this.#isBeyondSide(faceA, this.#corner(faceB, 0), this.#corner(faceB, 1), this.#corner(faceB, 2)) ||
        this.#isBeyondSide(faceB, this.#corner(faceA, 0), this.#corner(faceA, 1), this.#corner(faceA, 2));
      return !isApart;
    }
    const p = this.#corner(faceB, (level & 1) !== 0 ? 0 : (level & 2) !== 0 ? 1 : 2);
    const q = this.#corner(faceB, (level & 4) !== 0 ? 2 : (level & 2) !== 0 ? 1 : 0);
    if (this.#isBeyondSide(faceA, p, q, q)) return false;
    if (p === q) return true;
    const side = this.#turn(p, q, this.#corner(faceA, 0));
    return (
      side === 0 ||
      side !== this.#turn(p, q, this.#corner(faceA, 1)) ||
      side !== this.#turn(p, q, this.#corner(faceA, 2))
    );
  }

  /** Whether three points are strictly beyond one side of a face. */
  #isBeyondSide(face: number, p: number, q: number, r: number): boolean {
    const axis = this.axes[face];
    for (let k = 0; k < 3; k++) {
      const from = this.#corner(face, k);
      const to = this.#corner(face, k === 2 ? 0 : k + 1);
      if (
        this.#turn(from, to, p) * axis < 0 &&
        this.#turn(from, to, q) * axis < 0 &&
        this.#turn(from, to, r) * axis < 0
      ) {
        return true;
      }
    }
    return false;
  }

  /** One common corner: is a side of B in the plane within A's wedge, or one of A's within B's? */
  #intersectAtCorner(faceA: number, faceB: number, level: number, order: number): boolean {
    const corner = this.#corner(faceA, cornerOfA(order, 0));
    const p1 = this.#corner(faceA, cornerOfA(order, 1));
    const p2 = this.#corner(faceA, cornerOfA(order, 2));
    const q1 = this.#corner(faceB, cornerOfB(order, 1));
    const q2 = this.#corner(faceB, cornerOfB(order, 2));
    const axisA = this.axes[faceA];
    const axisB = this.axes[faceB];
    if (level !== ALL) {
      const q = (level & 2) !== 0 ? q1 : q2;
      const first = this.#turn(corner, p1, q) * axisA;
      const second = this.#turn(corner, q, p2) * axisA;
      if (first === 0 && second === 0) this.#isUnsettled = true; // q is at the corner, and B has no area
      return first >= 0 && second >= 0;
    }
    const p1q1 = this.#turn(corner, p1, q1);
    if (p1q1 * axisA >= 0 && this.#turn(corner, p2, q1) * axisA <= 0) return true;
    const p1q2 = this.#turn(corner, p1, q2);
    if (p1q1 * axisB <= 0 && p1q2 * axisB >= 0) return true;
    return p1q2 * axisA >= 0 && this.#turn(corner, p2, q2) * axisA <= 0;
  }

  /** A common edge, and all in one plane: are the third corners on one side of it? */
  #intersectAtEdge(faceA: number, faceB: number, order: number): boolean {
    const p = this.#corner(faceA, cornerOfA(order, 0));
    const q = this.#corner(faceA, cornerOfA(order, 1));
    const side = this.#turn(p, q, this.#corner(faceA, cornerOfA(order, 2)));
    return side === this.#turn(p, q, this.#corner(faceB, cornerOfB(order, 2)));
  }

  /** The turn from o over p to q, offsets in the positions: its sign; 0 also where it is not settled. */
  #turn(o: number, p: number, q: number): number {
    const positions = this.#positions;
    const ou = positions[o + this.#u];
    const ov = positions[o + this.#v];
    const pu = positions[p + this.#u];
    const pv = positions[p + this.#v];
    const qu = positions[q + this.#u];
    const qv = positions[q + this.#v];
    const left = (pu - ou) * (qv - ov);
    const right = (pv - ov) * (qu - ou);
    const turn = left - right;
    if (Math.abs(turn) > TURN_ROUNDING * (Math.abs(left) + Math.abs(right))) return turn > 0 ? 1 : -1;
    if (left === 0 && right === 0) return 0; // a factor of each is 0
    if (isRounded(pu, ou) || isRounded(pv, ov) || isRounded(qu, ou) || isRounded(qv, ov)) {
      this.#isUnsettled = true;
      return 0;
    }
    if (turn !== 0) return turn > 0 ? 1 : -1;
    const leftError = productError(pu - ou, qv - ov);
    const rightError = productError(pv - ov, qu - ou);
    return leftError > rightError ? 1 : leftError < rightError ? -1 : 0;
  }
}

/** The order of the corners with the faces exchanged. */
function exchanged(order: number): number {
  const corners = (1 << 6) - 1;
  return (
    (order & SHARED) |
    (((order >> (SHARED_BITS + 6)) & corners) << SHARED_BITS) |
    (((order >> SHARED_BITS) & corners) << (SHARED_BITS + 6))
  );
}

/** Whether x − y is not a double (TwoDiff). */
function isRounded(x: number, y: number): boolean {
  const d = x - y;
  const z = x - d;
  return x - (d + z) + (z - y) !== 0;
}

/** What x·y loses by rounding (TwoProduct). */
function productError(x: number, y: number): number {
  const cx = SPLITTER * x;
  const cy = SPLITTER * y;
  const hx = cx - (cx - x);
  const hy = cy - (cy - y);
  const lx = x - hx;
  const ly = y - hy;
  return lx * ly - (x * y - hx * hy - lx * hy - hx * ly);
}
