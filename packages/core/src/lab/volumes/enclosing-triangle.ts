// A small triangle around points of a plane.
//
// The smallest one has a side along an edge of the convex hull (Klee & Laskowski, "Finding the smallest triangles containing a
// given convex polygon", 1985), but need not have two. Instead of their search over all tangents, every three of a few supporting
// lines are tried: some edges of the hull, and a fan of six directions, whose two triangles are used where edges are parallel (a
// rectangle has none of its own). The result need not be the smallest.

import { planarHull } from '../../convex/planar-hull.ts';
import { sweptMeasure } from './swept-measure.ts';

/** A long outline has a good edge among every few of them. A count. */
const EDGES_TRIED = 8;

/** Outward normals of the fan, 60° apart, one of them against the second axis: where frames have their longest edge. */
const FAN: Float64Array = Float64Array.of(
  ...[0, 1, 0, -1],
  ...[Math.sqrt(3) / 2, 0.5, Math.sqrt(3) / 2, -0.5],
  ...[-Math.sqrt(3) / 2, 0.5, -Math.sqrt(3) / 2, -0.5],
);

/** Lines tried: outward unit normal x, y and how far the points reach along it. */
const lines: Float64Array = new Float64Array(3 * (EDGES_TRIED + FAN.length / 2));
const trial: Float64Array = new Float64Array(6);
let order: Uint32Array = new Uint32Array(0);
let hull: Uint32Array = new Uint32Array(1);

/**
 * Writes the corners x, y of a small triangle around the points (points[3k], points[3k + 1]), k < count, to `out`: the one with the
 * smallest measure (swept-measure.ts) when swept by `radius`. No corner is farther from the centre of the points' box than its
 * diagonal; a hull of three corners or fewer is its own triangle. Encloses up to rounding.
 */
export function enclosingTriangle(points: Float64Array, count: number, radius: number, out: Float64Array): void {
  if (order.length < count) {
    order = new Uint32Array(2 * count);
    hull = new Uint32Array(2 * count + 1);
  }
  const corners = planarHull(points, 0, 1, count, order, hull);
  // Three corners of the hull: all there are, or the fallback if underflow spoils every triangle below.
  for (let k = 0; k < 3; k++) {
    const p = 3 * hull[Math.min(k, corners - 1)];
    out[2 * k] = points[p];
    out[2 * k + 1] = points[p + 1];
  }
  if (corners <= 3) return;

  const lineCount = supportingLines(points, corners);
  const left = reachOf(points, corners, -1, 0);
  const right = reachOf(points, corners, 1, 0);
  const bottom = reachOf(points, corners, 0, -1);
  const top = reachOf(points, corners, 0, 1);
  const x = (right - left) / 2;
  const y = (top - bottom) / 2;
  // Corners beyond that belong to slivers: only the fan stays within.
  const farthestSq = ((right + left) * (right + left) + (top + bottom) * (top + bottom)) * (1 + 2 ** -20);
  let least = Infinity;
  for (let i = 0; i < lineCount; i++) {
    for (let j = i + 1; j < lineCount; j++) {
      for (let k = j + 1; k < lineCount; k++) {
        if (!intersectInTriangle(3 * i, 3 * j, 3 * k)) continue;
        // Nearly parallel lines intersect at infinity, or nowhere (NaN).
        if (!(farthestCornerSq(x, y) <= farthestSq)) continue;
        const measure = triangleMeasure(radius);
        if (measure >= least) continue;
        least = measure;
        out.set(trial);
      }
    }
  }
}

/** Fills `lines` and returns their number. */
function supportingLines(points: Float64Array, corners: number): number {
  let count = 0;
  const step = Math.ceil(corners / EDGES_TRIED);
  for (let e = 0; e < corners; e += step) {
    const p = 3 * hull[e];
    const q = 3 * hull[e + 1 === corners ? 0 : e + 1];
    const x = points[q + 1] - points[p + 1];
    const y = points[p] - points[q];
    const length = Math.sqrt(x * x + y * y);
    if (length > 0) addLine(count++, x / length, y / length, points, corners);
  }
  for (let k = 0; k < FAN.length; k += 2) addLine(count++, FAN[k], FAN[k + 1], points, corners);
  return count;
}

function addLine(index: number, x: number, y: number, points: Float64Array, corners: number): void {
  lines[3 * index] = x;
  lines[3 * index + 1] = y;
  lines[3 * index + 2] = reachOf(points, corners, x, y);
}

function reachOf(points: Float64Array, corners: number, x: number, y: number): number {
  let reach = -Infinity;
  for (let k = 0; k < corners; k++) reach = Math.max(reach, x * points[3 * hull[k]] + y * points[3 * hull[k] + 1]);
  return reach;
}

/** The corners of three lines, into `trial`; false unless they leave a triangle on their inner sides. */
function intersectInTriangle(i: number, j: number, k: number): boolean {
  const ij = lines[i] * lines[j + 1] - lines[i + 1] * lines[j];
  const jk = lines[j] * lines[k + 1] - lines[j + 1] * lines[k];
  const ki = lines[k] * lines[i + 1] - lines[k + 1] * lines[i];
  // The normals go round the origin once, in one sense or the other.
  if (!((ij > 0 && jk > 0 && ki > 0) || (ij < 0 && jk < 0 && ki < 0))) return false;
  intersect(i, j, ij, 0);
  intersect(j, k, jk, 2);
  intersect(k, i, ki, 4);
  return true;
}

function intersect(i: number, j: number, det: number, at: number): void {
  trial[at] = (lines[i + 2] * lines[j + 1] - lines[j + 2] * lines[i + 1]) / det;
  trial[at + 1] = (lines[i] * lines[j + 2] - lines[j] * lines[i + 2]) / det;
}

function farthestCornerSq(x: number, y: number): number {
  let farSq = 0;
  for (let k = 0; k < 6; k += 2) {
    const dx = trial[k] - x;
    const dy = trial[k + 1] - y;
    farSq = Math.max(farSq, dx * dx + dy * dy);
  }
  return farSq;
}

function triangleMeasure(radius: number): number {
  const ux = trial[2] - trial[0];
  const uy = trial[3] - trial[1];
  const vx = trial[4] - trial[2];
  const vy = trial[5] - trial[3];
  const wx = trial[0] - trial[4];
  const wy = trial[1] - trial[5];
  const perimeter = Math.sqrt(ux * ux + uy * uy) + Math.sqrt(vx * vx + vy * vy) + Math.sqrt(wx * wx + wy * wy);
  return sweptMeasure(Math.abs(ux * vy - uy * vx) / 2, perimeter, radius);
}
