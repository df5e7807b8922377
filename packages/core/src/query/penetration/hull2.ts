// Convex polygons of a few points in the plane, for contacts that are faces or edges.

import { TUNING } from './tuning.ts';

/** Points are three doubles: two coordinates in the plane, and the height. */
export const POINT2 = 3;

/** The convex hull of points, counterclockwise, without points on its sides: Andrew's monotone chain. */
export function hull2(points: readonly Float64Array[]): Float64Array[] {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  if (sorted.length < 3) return sorted;
  const lower = chain(sorted);
  const upper = chain(sorted.reverse());
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

function chain(sorted: readonly Float64Array[]): Float64Array[] {
  const out: Float64Array[] = [];
  for (const p of sorted) {
    while (out.length >= 2 && turn(out[out.length - 2], out[out.length - 1], p) <= 0) out.pop();
    out.push(p);
  }
  return out;
}

/** Twice the signed area of a triangle. */
function turn(a: Float64Array, b: Float64Array, c: Float64Array): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Adds the area of a polygon, and its first moments in all three coordinates, to `sum`: three moments, then the area. */
export function addMoments(polygon: readonly Float64Array[], sum: Float64Array): void {
  for (let k = 2; k < polygon.length; k++) {
    const area = turn(polygon[0], polygon[k - 1], polygon[k]) / 2;
    for (let c = 0; c < POINT2; c++) sum[c] += (area * (polygon[0][c] + polygon[k - 1][c] + polygon[k][c])) / 3;
    sum[POINT2] += area;
  }
}

/** Writes the point of a convex polygon (or segment, or point) nearest to `p` in the plane; returns its squared distance. */
export function nearestOn(polygon: readonly Float64Array[], p: Float64Array, out: Float64Array): number {
  const count = polygon.length;
  let isInside = count > 2;
  let least = Infinity;
  for (let k = 0; k < count; k++) {
    const a = polygon[k];
    const b = polygon[(k + 1) % count];
    if (turn(a, b, p) < 0) isInside = false;
    const x = b[0] - a[0];
    const y = b[1] - a[1];
    const sq = x * x + y * y;
    const t = sq > 0 ? Math.max(0, Math.min(1, ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / sq)) : 0;
    const dx = a[0] + t * x - p[0];
    const dy = a[1] + t * y - p[1];
    if (dx * dx + dy * dy >= least) continue;
    least = dx * dx + dy * dy;
    for (let c = 0; c < POINT2; c++) out[c] = a[c] + t * (b[c] - a[c]);
  }
  if (!isInside) return least;
  writeWithin(polygon, p, out);
  return 0;
}

/** Writes the point of the polygon above p: its height is linear, so the largest of its triangles gives it most accurately. */
function writeWithin(polygon: readonly Float64Array[], p: Float64Array, out: Float64Array): void {
  let largest = 0;
  for (let k = 2; k < polygon.length; k++) {
    const [a, b, c] = [polygon[0], polygon[k - 1], polygon[k]];
    const area = turn(a, b, c);
    if (!(area > largest)) continue;
    largest = area;
    const u = turn(a, p, c) / area;
    const v = turn(a, b, p) / area;
    for (let d = 0; d < POINT2; d++) out[d] = a[d] + u * (b[d] - a[d]) + v * (c[d] - a[d]);
  }
}

/** The two points of a hull that are farthest apart. */
export function farthestOf(hull: readonly Float64Array[]): [Float64Array, Float64Array] {
  let [first] = hull;
  let second = first;
  let most = 0;
  for (const p of hull) {
    for (const q of hull) {
      const sq = (p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]);
      if (sq <= most) continue;
      most = sq;
      first = p;
      second = q;
    }
  }
  return [first, second];
}

/** The hull itself, or the segment that it is to rounding: where it is not wider than this part of its length. */
export function withoutSlivers(hull: Float64Array[]): Float64Array[] {
  if (hull.length < 3) return hull;
  const [p, q] = farthestOf(hull);
  const lengthSq = (q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1]);
  const isWide = hull.some((r) => Math.abs(turn(p, q, r)) > LEAST_WIDTH * lengthSq);
  return isWide ? hull : [p, q];
}

const { LEAST_WIDTH } = TUNING.local;
