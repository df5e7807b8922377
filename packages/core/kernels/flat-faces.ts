// Two faces of which one is across an axis: src/deform/flat-faces.ts, where the method is, by the same operations. Corners are given by
// where they lie in memory.

const CORNER: usize = 24;
/** Of the sum of both products: at most (3 + 16u)u (Shewchuk 1997). */
const TURN_ROUNDING: f64 = 4 / 9007199254740992;
/** Splits a double into halves: 2²⁷ + 1. */
const SPLITTER: f64 = 134217729;

const APART: i32 = -1;
const OPEN: i32 = 0;
const INTERSECTING: i32 = 1;

/** Whether a turn since the beginning of a decision could not be determined. */
let isUnsettled: bool = false;

/** The axis that a face with certain area is across, 1 to 3, with the sign of its normal along it; 0 if there is none. */
export function flatAxis(a: usize, b: usize, c: usize): i32 {
  for (let axis: i32 = 1; axis < 4; axis++) {
    const at: usize = 8 * <usize>(axis - 1);
    const x = load<f64>(a + at);
    if (x === load<f64>(b + at) && x === load<f64>(c + at)) return axis * turnOf(a, b, c, nextOf(axis), lastOf(axis));
  }
  return 0;
}

/** Offset of the coordinate after an axis, in cyclic order, and of the one before: the turn of a face has the sign of its normal. @inline */
function nextOf(axis: i32): usize {
  return axis === 3 ? 0 : 8 * <usize>axis;
}

/** @inline */
function lastOf(axis: i32): usize {
  return axis === 1 ? 16 : 8 * <usize>(axis - 2);
}

/** @inline */
function cornerOf(face: usize, k: i32): usize {
  return face + CORNER * <usize>(k & 3);
}

/**
 * Have the faces with corners at `a` and `b` more in common than their common corners? A is across an axis. 1: yes; −1: no; 0: left open.
 */
export function relateFlat(a: usize, flatA: i32, b: usize, flatB: i32, order: i32): i32 {
  const axis = abs(flatA);
  const drop: usize = 8 * <usize>(axis - 1);
  const height = load<f64>(a + drop);
  let above = 0;
  let below = 0;
  for (let k = 0; k < 3; k++) {
    const x = load<f64>(cornerOf(b, order >> (8 + 2 * k)) + drop);
    above |= i32(x > height) << k;
    below |= i32(x < height) << k;
  }
  if (above !== 0 && below !== 0) return OPEN;
  const shared = order & 3;
  const level = 7 ^ above ^ below;
  if (level === (1 << shared) - 1) return APART;
  if (level === 7 && axis !== abs(flatB)) return OPEN; // B without certain area
  isUnsettled = false;
  const u = nextOf(axis);
  const v = lastOf(axis);
  const intersect =
    shared === 0
      ? intersectApart(a, flatA, b, level === 7 ? flatB : 0, level, u, v)
      : shared === 1
        ? intersectAtCorner(a, flatA, b, level === 7 ? flatB : 0, level, order, u, v)
        : intersectAtEdge(a, b, order, u, v);
  return isUnsettled ? OPEN : intersect ? INTERSECTING : APART;
}

/** No common corner: A, and the corners of B that are in its plane. Convex sets are apart if the line of a side separates them. */
function intersectApart(a: usize, flatA: i32, b: usize, flatB: i32, level: i32, u: usize, v: usize): bool {
  if (level === 7)
    return !(
      isBeyondSide(a, flatA, b, b + CORNER, b + 2 * CORNER, u, v) ||
      isBeyondSide(b, flatB, a, a + CORNER, a + 2 * CORNER, u, v)
    );
  const p = b + CORNER * <usize>ctz(level);
  const q = b + CORNER * <usize>(31 - clz(level));
  if (isBeyondSide(a, flatA, p, q, q, u, v)) return false;
  if (p === q) return true;
  const side = turnOf(p, q, a, u, v);
  return side === 0 || side !== turnOf(p, q, a + CORNER, u, v) || side !== turnOf(p, q, a + 2 * CORNER, u, v);
}

/** Whether three points are strictly beyond one side of the face f. */
function isBeyondSide(f: usize, flat: i32, p: usize, q: usize, r: usize, u: usize, v: usize): bool {
  for (let k = 0; k < 3; k++) {
    const from = f + CORNER * <usize>k;
    const to = k === 2 ? f : from + CORNER;
    if (
      turnOf(from, to, p, u, v) * flat < 0 &&
      turnOf(from, to, q, u, v) * flat < 0 &&
      turnOf(from, to, r, u, v) * flat < 0
    )
      return true;
  }
  return false;
}

/** One common corner: is a side of B in the plane within A's wedge, or one of A's within B's? */
function intersectAtCorner(
  a: usize,
  flatA: i32,
  b: usize,
  flatB: i32,
  level: i32,
  order: i32,
  u: usize,
  v: usize,
): bool {
  const corner = cornerOf(a, order >> 2);
  const p1 = cornerOf(a, order >> 4);
  const p2 = cornerOf(a, order >> 6);
  const q1 = cornerOf(b, order >> 10);
  const q2 = cornerOf(b, order >> 12);
  if (level !== 7) {
    const q = (level & 2) !== 0 ? q1 : q2;
    const first = turnOf(corner, p1, q, u, v) * flatA;
    const second = turnOf(corner, q, p2, u, v) * flatA;
    if (first === 0 && second === 0) isUnsettled = true; // q is at the corner, and B has no area
    return first >= 0 && second >= 0;
  }
  const p1q1 = turnOf(corner, p1, q1, u, v);
  if (p1q1 * flatA >= 0 && turnOf(corner, p2, q1, u, v) * flatA <= 0) return true;
  const p1q2 = turnOf(corner, p1, q2, u, v);
  if (p1q1 * flatB <= 0 && p1q2 * flatB >= 0) return true;
  return p1q2 * flatA >= 0 && turnOf(corner, p2, q2, u, v) * flatA <= 0;
}

/** A common edge, and all in one plane: are the third corners on one side of it? @inline */
function intersectAtEdge(a: usize, b: usize, order: i32, u: usize, v: usize): bool {
  const p = cornerOf(a, order >> 2);
  const q = cornerOf(a, order >> 4);
  return turnOf(p, q, cornerOf(a, order >> 6), u, v) === turnOf(p, q, cornerOf(b, order >> 12), u, v);
}

/** The turn from o over p to q in two coordinates: its sign; 0 also where it is not settled. */
function turnOf(o: usize, p: usize, q: usize, u: usize, v: usize): i32 {
  const ou = load<f64>(o + u);
  const ov = load<f64>(o + v);
  const pu = load<f64>(p + u);
  const pv = load<f64>(p + v);
  const qu = load<f64>(q + u);
  const qv = load<f64>(q + v);
  const left = (pu - ou) * (qv - ov);
  const right = (pv - ov) * (qu - ou);
  const turn = left - right;
  if (Math.abs(turn) > TURN_ROUNDING * (Math.abs(left) + Math.abs(right))) return turn > 0 ? 1 : -1;
  if (left === 0 && right === 0) return 0; // a factor of each is 0
  const from = f64x2(ou, ov);
  const p2 = f64x2(pu, pv);
  const q2 = f64x2(qv, qu);
  const back = f64x2(ov, ou);
  if (v128.any_true(v128.or(tails(p2, from), tails(q2, back)))) {
    isUnsettled = true;
    return 0;
  }
  if (turn !== 0) return turn > 0 ? 1 : -1;
  const error = productErrors(f64x2.sub(p2, from), f64x2.sub(q2, back));
  const low = f64x2.extract_lane(error, 0) - f64x2.extract_lane(error, 1);
  return i32(low > 0) - i32(low < 0);
}

/** Not zero where x − y is rounded: bits of what it loses (TwoDiff), −0 aside. @inline */
function tails(x: v128, y: v128): v128 {
  const d = f64x2.sub(x, y);
  const z = f64x2.sub(x, d);
  const rest = f64x2.add(f64x2.sub(x, f64x2.add(d, z)), f64x2.sub(z, y));
  return f64x2.ne(rest, f64x2.splat(0));
}

/** What the products of two pairs of numbers lose by rounding (TwoProduct). @inline */
function productErrors(x: v128, y: v128): v128 {
  const splitter = f64x2.splat(SPLITTER);
  const cx = f64x2.mul(splitter, x);
  const cy = f64x2.mul(splitter, y);
  const hx = f64x2.sub(cx, f64x2.sub(cx, x));
  const hy = f64x2.sub(cy, f64x2.sub(cy, y));
  const lx = f64x2.sub(x, hx);
  const ly = f64x2.sub(y, hy);
  const high = f64x2.sub(f64x2.mul(x, y), f64x2.mul(hx, hy));
  return f64x2.sub(f64x2.mul(lx, ly), f64x2.sub(f64x2.sub(high, f64x2.mul(lx, hy)), f64x2.mul(hx, ly)));
}
