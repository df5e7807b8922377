// The volume that two prisms have in common: over the polygon that their triangles have in common on the floor, the integral of the lower roof.

import { orientation } from './prisms.ts';

/**
 * Corners of a triangle that is clipped by three lines, and by that along which two roofs cross. Rounding can make a sliver slightly reentrant,
 * which a line crosses more than twice: each clip makes up to half as many corners again, 4, 6, 9 and 13.
 */
const MOST_CORNERS = 13;
/** u, v, height, and height of the other roof. */
const STRIDE = 4;

const scratch = {
  first: new Float64Array(STRIDE * MOST_CORNERS),
  second: new Float64Array(STRIDE * MOST_CORNERS),
};

/** The volume in common of two prisms, given by the numbers of their roofs. */
export function prismOverlap(roof: Float64Array, i: number, other: Float64Array, j: number): number {
  const at = 9 * j;
  let from = scratch.first;
  let to = scratch.second;
  let count = 3;
  for (let c = 0; c < 3; c++) {
    from[STRIDE * c] = roof[9 * i + 3 * c];
    from[STRIDE * c + 1] = roof[9 * i + 3 * c + 1];
    from[STRIDE * c + 2] = roof[9 * i + 3 * c + 2];
  }
  for (let edge = 0; edge < 3; edge++) {
    const start = at + 3 * edge;
    const end = edge === 2 ? at : start + 3;
    count = clipLine(from, count, other, start, end, to);
    if (count < 3) return 0;
    const done = to;
    to = from;
    from = done;
  }
  writeHeights(from, count, other, at);
  return lowerIntegral(from, count);
}

/** The part of a polygon on the left of a line from `start` to `end`; the number of its corners. */
function clipLine(
  from: Float64Array,
  count: number,
  line: Float64Array,
  start: number,
  end: number,
  to: Float64Array,
): number {
  const x = line[start];
  const y = line[start + 1];
  const dx = line[end] - x;
  const dy = line[end + 1] - y;
  let kept = 0;
  let p = STRIDE * (count - 1);
  let before = dx * (from[p + 1] - y) - dy * (from[p] - x);
  for (let c = 0; c < count; c++) {
    const q = STRIDE * c;
    const here = dx * (from[q + 1] - y) - dy * (from[q] - x);
    if (before >= 0 !== here >= 0) {
      const part = before / (before - here);
      for (let k = 0; k < 3; k++) to[STRIDE * kept + k] = from[p + k] + part * (from[q + k] - from[p + k]);
      kept++;
    }
    if (here >= 0) {
      for (let k = 0; k < 3; k++) to[STRIDE * kept + k] = from[q + k];
      kept++;
    }
    p = q;
    before = here;
  }
  return kept;
}

/** Writes the heights of a triangle above the corners of a polygon that is in it. */
function writeHeights(polygon: Float64Array, count: number, t: Float64Array, at: number): void {
  const x = t[at];
  const y = t[at + 1];
  const z = t[at + 2];
  const ux = t[at + 3] - x;
  const uy = t[at + 4] - y;
  const uz = t[at + 5] - z;
  const vx = t[at + 6] - x;
  const vy = t[at + 7] - y;
  const vz = t[at + 8] - z;
  const area = orientation(t, at, at + 3, at + 6);
  const least = Math.min(t[at + 2], t[at + 5], t[at + 8]);
  const most = Math.max(t[at + 2], t[at + 5], t[at + 8]);
  for (let c = 0; c < count; c++) {
    const dx = polygon[STRIDE * c] - x;
    const dy = polygon[STRIDE * c + 1] - y;
    const height = z + ((dx * vy - dy * vx) * uz + (ux * dy - uy * dx) * vz) / area;
    // Of a sliver the rounding may be larger than the sliver.
    polygon[STRIDE * c + 3] = height > least ? Math.min(height, most) : least;
  }
}

/** The integral over a polygon of the lesser of two heights, each linear: that of the second, and of the difference where it is negative. */
function lowerIntegral(polygon: Float64Array, count: number): number {
  let sum = 0;
  let least = Infinity;
  let most = -Infinity;
  for (let c = 0; c < count; c++) {
    const difference = polygon[STRIDE * c + 2] - polygon[STRIDE * c + 3];
    least = Math.min(least, difference);
    most = Math.max(most, difference);
  }
  if (most <= 0) return integral(polygon, count, 2);
  sum = integral(polygon, count, 3);
  if (least >= 0) return sum;
  for (let c = 0; c < count; c++) polygon[STRIDE * c + 2] -= polygon[STRIDE * c + 3];
  const rest = polygon === scratch.first ? scratch.second : scratch.first;
  return sum + integral(rest, clipNegative(polygon, count, rest), 2);
}

/** The part of a polygon where the third number of its corners is at most 0; the number of its corners. */
function clipNegative(from: Float64Array, count: number, to: Float64Array): number {
  let kept = 0;
  let p = STRIDE * (count - 1);
  for (let c = 0; c < count; c++) {
    const q = STRIDE * c;
    const before = from[p + 2];
    const here = from[q + 2];
    if (before <= 0 !== here <= 0) {
      const part = before / (before - here);
      for (let k = 0; k < 2; k++) to[STRIDE * kept + k] = from[p + k] + part * (from[q + k] - from[p + k]);
      to[STRIDE * kept + 2] = 0;
      kept++;
    }
    if (here <= 0) {
      for (let k = 0; k < 3; k++) to[STRIDE * kept + k] = from[q + k];
      kept++;
    }
    p = q;
  }
  return kept;
}

/** The integral over a polygon of what is linear and has the number at `offset` at its corners. */
function integral(polygon: Float64Array, count: number, offset: number): number {
  const x = polygon[0];
  const y = polygon[1];
  const z = polygon[offset];
  let sum = 0;
  for (let c = 2; c < count; c++) {
    const p = STRIDE * (c - 1);
    const q = STRIDE * c;
    const area = (polygon[p] - x) * (polygon[q + 1] - y) - (polygon[p + 1] - y) * (polygon[q] - x);
    sum += area * (z + polygon[p + offset] + polygon[q + offset]);
  }
  return sum / 6;
}
