// Core triangles: the largest triangle of every node, and the radius around it that contains all others.
//
// Where triangles coincide, nest or lie in thin layers, the bounding volume of a node is far larger than any of them, and only
// tests of all pairs of triangles can prune a pair of nodes. The core triangle avoids that: all points of the node are within
// `radii` of it, which is then zero or small. Distance to a triangle is convex, so only the corners need a test.

import { closestPointTriangle } from '../primitive/point-triangle.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT, type Tree } from './tree.ts';

export interface CoreTriangles {
  /** For every node, the slot in tree order of its largest triangle. */
  readonly slots: Int32Array;
  /** Upper bound of the distance of a point of the node from that triangle. */
  readonly radii: Float64Array;
}

/**
 * Error bound of a computed distance of a point from a triangle, in parts of the largest coordinate M of the two, and of itself.
 * The nearest point a + βe₁ + γe₂ has an error of at most 8u·M in each coordinate: 2u·M of edges up to 2M long, 2u·M of their
 * products with weights that sum to 1, 2u·M of the two sums, 2u·M of the weights. As a length that is √3·8u·M < 14u·M. Differences, squares and root
 * add 4u of the distance. Dimensionless.
 */
const FIT_ROUNDING: number = 24 * UNIT_ROUNDOFF;

/** Squares of smaller distances lose bits to underflow: the term that is added for them. In the model's unit. */
const FIT_LEAST: number = 2 ** -500;

const closest = new Float64Array(4);

export function fitCoreTriangles({ links, triangles }: Tree): CoreTriangles {
  const count = links.length / LINKS;
  const slots = new Int32Array(count);
  const radii = new Float64Array(count);
  for (let node = 0; node < count; node++) {
    const first = 9 * links[LINKS * node + FIRST_TRIANGLE];
    const end = first + 9 * links[LINKS * node + TRIANGLE_COUNT];
    const core = largestTriangle(triangles, first, end);
    slots[node] = core / 9;
    radii[node] = reachFrom(triangles, core, first, end);
  }
  return { slots, radii };
}

/** Offset of the triangle with the largest sum of squared edges; of equal ones the first. */
function largestTriangle(t: Float64Array, first: number, end: number): number {
  let largest = first;
  let size = -1;
  for (let k = first; k < end; k += 9) {
    let sum = 0;
    for (let c = 0; c < 3; c++) {
      const x = t[k + c];
      const y = t[k + 3 + c];
      const z = t[k + 6 + c];
      sum += (y - x) * (y - x) + (z - y) * (z - y) + (x - z) * (x - z);
    }
    if (sum > size) {
      size = sum;
      largest = k;
    }
  }
  return largest;
}

/** The largest distance of a corner in t[first..end) from the triangle at t[core..core + 8], rounded up; 0 if all corners are its own. */
function reachFrom(t: Float64Array, core: number, first: number, end: number): number {
  let coreSize = 0;
  for (let at = core; at < core + 9; at++) coreSize = Math.max(coreSize, Math.abs(t[at]));
  let radius = 0;
  for (let k = first; k < end; k += 3) {
    if (isCornerOf(t, core, k)) continue;
    const fromCorner = distanceFromCorners(t, core, k);
    const size = Math.max(coreSize, Math.abs(t[k]), Math.abs(t[k + 1]), Math.abs(t[k + 2]));
    // The triangle is no farther than its corners: most points need no exact distance. (Twice, for the rounding of both.)
    if (fromCorner + 2 * (FIT_ROUNDING * (size + fromCorner) + FIT_LEAST) <= radius) continue;
    closestPointTriangle(t, k, t, core, closest);
    const distance = Math.sqrt(closest[3]);
    const reach = distance + (FIT_ROUNDING * (size + distance) + FIT_LEAST);
    if (reach > radius) radius = reach;
  }
  return radius;
}

function isCornerOf(t: Float64Array, core: number, k: number): boolean {
  for (let at = core; at < core + 9; at += 3) {
    if (t[at] === t[k] && t[at + 1] === t[k + 1] && t[at + 2] === t[k + 2]) return true;
  }
  return false;
}

function distanceFromCorners(t: Float64Array, core: number, k: number): number {
  let least = Infinity;
  for (let at = core; at < core + 9; at += 3) {
    const dx = t[at] - t[k];
    const dy = t[at + 1] - t[k + 1];
    const dz = t[at + 2] - t[k + 2];
    least = Math.min(least, dx * dx + dy * dy + dz * dz);
  }
  return Math.sqrt(least);
}
