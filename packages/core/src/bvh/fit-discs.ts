// Discs on all nodes of a tree. Each encloses its triangles as closely as fitDisc does, but its axis follows from moments that are
// gathered from the leaves up, so that no covariance is summed over a run twice: (weight, mean, spread about the mean) of two parts give
// those of both (Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm for computing sample variances", 1979), without
// the cancellation of sums about a common origin.
//
// packages/core/kernels/fit-discs.ts does the same, to the bit.

import { DISC, fitDisc, fitDiscTo } from '../bounds/disc.ts';
import { buildKernels } from './build-kernels.ts';
import { CHILD_END, FIRST_CHILD, FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT } from './tree.ts';

/** Twice the area, the mean of the surface, and area times covariance about it: xx, xy, xz, yy, yz, zz. */
export const MOMENTS = 10;
const MEAN = 1;
const SPREAD = 4;

const covariance = new Float64Array(6);

/**
 * Fits discs to the triangles (9 doubles each, in tree order) of every node. The moments of the root go to `rootMoments`; without area
 * only the first of them counts.
 */
export function fitDiscs(
  links: Int32Array,
  triangles: Float64Array,
  out: Float64Array,
  rootMoments?: Float64Array,
): void {
  if (buildKernels.kernels?.fitDiscs(links, triangles, out, rootMoments)) return;
  const moments = new Float64Array((MOMENTS * links.length) / LINKS);
  // Children have higher numbers than their parents.
  for (let node = links.length / LINKS - 1; node >= 0; node--) {
    const at = LINKS * node;
    const first = links[at + FIRST_TRIANGLE];
    const count = links[at + TRIANGLE_COUNT];
    const m = MOMENTS * node;
    if (links[at + FIRST_CHILD] === 0) sumTriangles(triangles, first, count, moments, m);
    else sumChildren(moments, links[at + FIRST_CHILD], links[at + CHILD_END], m);
    fitDiscBy(moments, m, triangles, first, count, out, DISC * node);
  }
  rootMoments?.set(moments.subarray(0, MOMENTS));
}

/** Fits one disc to the triangles of a node with these moments. */
export function fitDiscBy(
  moments: Float64Array,
  m: number,
  triangles: Float64Array,
  first: number,
  count: number,
  out: Float64Array,
  at: number,
): void {
  // Without area only the corners are left to go by.
  if (moments[m] > 0) {
    for (let k = 0; k < 6; k++) covariance[k] = moments[m + SPREAD + k] / moments[m];
    fitDiscTo(covariance, triangles, first, count, out, at);
  } else fitDisc(triangles, first, count, out, at);
}

/**
 * The moments of a few triangles, first about a corner of theirs. ∫xxᵀ over a triangle of area a and centroid g is a/12 · (9ggᵀ +
 * Σ vvᵀ).
 */
function sumTriangles(t: Float64Array, first: number, count: number, out: Float64Array, m: number): void {
  const ox = t[9 * first];
  const oy = t[9 * first + 1];
  const oz = t[9 * first + 2];
  let weight = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  let xx = 0;
  let xy = 0;
  let xz = 0;
  let yy = 0;
  let yz = 0;
  let zz = 0;
  for (let k = 9 * first, end = 9 * (first + count); k < end; k += 9) {
    const ax = t[k] - ox;
    const ay = t[k + 1] - oy;
    const az = t[k + 2] - oz;
    const bx = t[k + 3] - ox;
    const by = t[k + 4] - oy;
    const bz = t[k + 5] - oz;
    const cx = t[k + 6] - ox;
    const cy = t[k + 7] - oy;
    const cz = t[k + 8] - oz;
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const gx = ax + bx + cx; // three times the centroid
    const gy = ay + by + cy;
    const gz = az + bz + cz;
    weight += area;
    mx += area * gx;
    my += area * gy;
    mz += area * gz;
    xx += area * (gx * gx + ax * ax + bx * bx + cx * cx);
    xy += area * (gx * gy + ax * ay + bx * by + cx * cy);
    xz += area * (gx * gz + ax * az + bx * bz + cx * cz);
    yy += area * (gy * gy + ay * ay + by * by + cy * cy);
    yz += area * (gy * gz + ay * az + by * bz + cy * cz);
    zz += area * (gz * gz + az * az + bz * bz + cz * cz);
  }
  out[m] = weight;
  if (!(weight > 0)) return;
  mx /= 3 * weight;
  my /= 3 * weight;
  mz /= 3 * weight;
  out[m + MEAN] = ox + mx;
  out[m + MEAN + 1] = oy + my;
  out[m + MEAN + 2] = oz + mz;
  out[m + SPREAD] = xx / 12 - weight * mx * mx;
  out[m + SPREAD + 1] = xy / 12 - weight * mx * my;
  out[m + SPREAD + 2] = xz / 12 - weight * mx * mz;
  out[m + SPREAD + 3] = yy / 12 - weight * my * my;
  out[m + SPREAD + 4] = yz / 12 - weight * my * mz;
  out[m + SPREAD + 5] = zz / 12 - weight * mz * mz;
}

/** The moments of a node from those of its children. */
export function sumChildren(moments: Float64Array, first: number, end: number, m: number): void {
  for (let k = 0; k < MOMENTS; k++) moments[m + k] = 0;
  for (let child = first; child < end; child++) {
    const c = MOMENTS * child;
    const other = moments[c];
    if (!(other > 0)) continue;
    const weight = moments[m] + other;
    const dx = moments[c + MEAN] - moments[m + MEAN];
    const dy = moments[c + MEAN + 1] - moments[m + MEAN + 1];
    const dz = moments[c + MEAN + 2] - moments[m + MEAN + 2];
    const part = other / weight;
    // 0 for the first child, which is taken as it is.
    const lever = moments[m] * part;
    moments[m] = weight;
    moments[m + MEAN] += part * dx;
    moments[m + MEAN + 1] += part * dy;
    moments[m + MEAN + 2] += part * dz;
    moments[m + SPREAD] += moments[c + SPREAD] + lever * dx * dx;
    moments[m + SPREAD + 1] += moments[c + SPREAD + 1] + lever * dx * dy;
    moments[m + SPREAD + 2] += moments[c + SPREAD + 2] + lever * dx * dz;
    moments[m + SPREAD + 3] += moments[c + SPREAD + 3] + lever * dy * dy;
    moments[m + SPREAD + 4] += moments[c + SPREAD + 4] + lever * dy * dz;
    moments[m + SPREAD + 5] += moments[c + SPREAD + 5] + lever * dz * dz;
  }
}
