// The convex polygon around points of a plane: Andrew's monotone chain (1979) with exact turns.
//
// Points of space are read through two of their coordinates; when they lie in one plane that is not parallel to the
// dropped axis, this projection is one-to-one and affine, so the polygon of the projection is the polygon in space.
//
// Departure: large sets first lose the points strictly inside the octagon of their extremes (Akl & Toussaint, 1978),
// because the sort, not the chain, is what costs.

import { orient2d } from 'robust-predicates';

/** Up to this many points sorting is cheaper than a test of the octagon. */
const SMALL_SET = 64;

/** Up to this many points an insertion sort beats the call of the built-in one. */
const INSERTION_SORT_LIMIT = 32;

const octagon: Uint32Array = /* @__PURE__ */ new Uint32Array(8);
const EIGHT_DIRECTIONS: Float64Array = /* @__PURE__ */ Float64Array.of(
  1,
  0,
  1,
  1,
  0,
  1,
  -1,
  1,
  -1,
  0,
  -1,
  -1,
  0,
  -1,
  1,
  -1,
);

/**
 * Writes the extreme ones of the points 0 … count − 1, read as (points[3i + x], points[3i + y]), to `out` in
 * counter-clockwise order from the lexicographically lowest, and returns how many. Points on an edge and repeated
 * points are left out; of equal points the first is kept. `order` is scratch for `count` indices, `out` holds count +
 * 1.
 */
export function planarHull(
  points: Float64Array,
  x: number,
  y: number,
  count: number,
  order: Uint32Array,
  out: Uint32Array,
): number {
  const candidates = count > SMALL_SET ? outsideOctagon(points, x, y, count, order) : identity(order, count);
  sortLexicographic(points, x, y, order, candidates);
  const kept = dropRepeated(points, x, y, order, candidates);

  // Lower chain from left to right, then upper chain back; only strict left turns stay.
  let length = 0;
  for (let i = 0; i < kept; i++) length = pushTurn(points, x, y, out, length, 0, order[i]);
  const lowerEnd = length - 1;
  for (let i = kept - 2; i >= 0; i--) length = pushTurn(points, x, y, out, length, lowerEnd, order[i]);
  // The upper chain ends where the lower began.
  return length > 1 ? length - 1 : length;
}

/** Appends p to the chain that starts at `from`, after taking back what then makes no strict left turn. */
function pushTurn(
  points: Float64Array,
  x: number,
  y: number,
  out: Uint32Array,
  length: number,
  from: number,
  p: number,
): number {
  let end = length;
  while (end > from + 1 && turn(points, x, y, out[end - 2], out[end - 1], p) <= 0) end--;
  out[end] = p;
  return end + 1;
}

/** Exact sign: positive when a, b, c turn left, seen with the coordinates x to the right and y upwards. */
export function turn(points: Float64Array, x: number, y: number, a: number, b: number, c: number): number {
  // orient2d takes its y axis downwards.
  return -orient2d(
    points[3 * a + x],
    points[3 * a + y],
    points[3 * b + x],
    points[3 * b + y],
    points[3 * c + x],
    points[3 * c + y],
  );
}

function identity(order: Uint32Array, count: number): number {
  for (let i = 0; i < count; i++) order[i] = i;
  return count;
}

/** Indices of the points not strictly inside the octagon of extremes into `order`; returns their number. */
function outsideOctagon(points: Float64Array, x: number, y: number, count: number, order: Uint32Array): number {
  for (let k = 0; k < 8; k++) {
    const dx = EIGHT_DIRECTIONS[2 * k];
    const dy = EIGHT_DIRECTIONS[2 * k + 1];
    let best = -Infinity;
    for (let i = 0; i < count; i++) {
      const reach = dx * points[3 * i + x] + dy * points[3 * i + y];
      if (reach > best) {
        best = reach;
        octagon[k] = i;
      }
    }
  }
  let kept = 0;
  for (let i = 0; i < count; i++) {
    // Despite rounding of the extremes, a point strictly left of all sides of the octagon is inside the polygon's winding region,
    // so it is never extreme. A repeated corner makes a side of length 0, which is skipped.
    let inside = true;
    for (let k = 0; k < 8 && inside; k++) {
      const from = octagon[k];
      const to = octagon[(k + 1) & 7];
      if (from !== to) inside = turn(points, x, y, from, to, i) > 0;
    }
    if (!inside) order[kept++] = i;
  }
  return kept;
}

/** Keeps the first of each run of equal points; returns how many are left. */
function dropRepeated(points: Float64Array, x: number, y: number, order: Uint32Array, count: number): number {
  let kept = 1;
  for (let i = 1; i < count; i++) {
    const last = 3 * order[kept - 1];
    const p = 3 * order[i];
    if (points[p + x] !== points[last + x] || points[p + y] !== points[last + y]) order[kept++] = order[i];
  }
  return kept;
}

/** By x, then y, then index. */
function sortLexicographic(points: Float64Array, x: number, y: number, order: Uint32Array, count: number): void {
  const compare = (a: number, b: number): number =>
    points[3 * a + x] - points[3 * b + x] || points[3 * a + y] - points[3 * b + y] || a - b;
  if (count > INSERTION_SORT_LIMIT) {
    order.subarray(0, count).sort(compare);
    return;
  }
  for (let i = 1; i < count; i++) {
    const roundQ = order[i];
    let k = i;
    while (k > 0 && compare(order[k - 1], roundQ) > 0) {
      order[k] = order[k - 1];
      k--;
    }
    order[k] = roundQ;
  }
}
