// Balls inside a surface that touch it in two places or more: their centres lie about the medial axis.
//
// Found by shrinking (Ma, Bae and Choi, "3D medial axis point approximation using nearest neighbors and the normal
// field", The Visual Computer 2012). A large ball touches the surface at a sample; while another sample is inside it, the
// nearest to its centre, the ball shrinks to the one through both that still touches at the first.
//
// Departures: a ball counts as empty when its inner part (EMPTY of the radius) is. A sphere has all its samples at one
// distance from the centre, where a search for the nearest would look at every one; and balls that differ by that little
// group the triangles alike.

import { PointTree } from './point-tree.ts';
import { tileCorners, tileTriangles } from './tiles.ts';
import { gatherTriangles } from './tree.ts';

/** Part of the radius within which a ball has to be empty. Dimensionless. */
const EMPTY = 1 - 2 ** -7;

/** Shrinking ends after a handful of steps; the rest guards against rounding that stops it from shrinking. */
const MAX_STEPS = 32;

/** The largest ball on either side of a surface that has no inside, in parts of half the diagonal of its box. */
const OPEN_CAP = 1 / 8;

/** Balls with the face each of them touches. */
export interface Balls {
  /** Centre and radius, 4 doubles each. */
  readonly spheres: Float64Array;
  readonly faces: Uint32Array;
}

/**
 * Medial balls of triangles (9 doubles each): one for each sample inside a solid, two for each on either side of an open
 * surface. Samples are the middles of tiles, so that a large face has as many as it needs. Faces without a normal have
 * none.
 */
export function medialBalls(triangles: Float64Array, isSolid: boolean): Balls {
  const { faces, tiles } = tileTriangles(triangles);
  const samples = middles(tileCorners(gatherTriangles(triangles, faces), tiles));
  const tree = new PointTree(samples);
  const cap = (isSolid ? 1 : OPEN_CAP) * halfDiagonal(triangles);
  const sides = isSolid ? [signedVolume(triangles) > 0 ? -1 : 1] : [-1, 1];
  const normals = unitNormals(triangles);
  const spheres = new Float64Array(4 * sides.length * faces.length);
  const touched = new Uint32Array(sides.length * faces.length);
  let count = 0;
  for (let i = 0; i < faces.length; i++) {
    const n = 3 * faces[i];
    if (normals[n] === 0 && normals[n + 1] === 0 && normals[n + 2] === 0) continue;
    for (const side of sides) {
      shrinkBall(tree, samples, 3 * i, normals, n, side, cap, spheres, 4 * count);
      touched[count++] = faces[i];
    }
  }
  return { spheres: spheres.subarray(0, 4 * count), faces: touched.subarray(0, count) };
}

/** Shrinks the ball of radius `cap` that touches sample p[i..] on one side until it is empty. */
function shrinkBall(
  tree: PointTree,
  p: Float64Array,
  i: number,
  normals: Float64Array,
  n: number,
  side: number,
  cap: number,
  out: Float64Array,
  at: number,
): void {
  const nx = side * normals[n];
  const ny = side * normals[n + 1];
  const nz = side * normals[n + 2];
  let radius = cap;
  for (let step = 0; step < MAX_STEPS; step++) {
    const j = 3 * tree.nearest(p[i] + radius * nx, p[i + 1] + radius * ny, p[i + 2] + radius * nz, EMPTY * radius);
    if (j < 0) break;
    const dx = p[j] - p[i];
    const dy = p[j + 1] - p[i + 1];
    const dz = p[j + 2] - p[i + 2];
    // The ball that touches at i and passes through j.
    const smaller = (dx * dx + dy * dy + dz * dz) / (2 * (dx * nx + dy * ny + dz * nz));
    if (!(smaller > 0 && smaller < radius)) break;
    radius = smaller;
  }
  out[at] = p[i] + radius * nx;
  out[at + 1] = p[i + 1] + radius * ny;
  out[at + 2] = p[i + 2] + radius * nz;
  out[at + 3] = radius;
}

/** Centroids of triangles, 3 doubles each. */
export function middles(triangles: Float64Array): Float64Array {
  const out = new Float64Array(triangles.length / 3);
  for (let k = 0; k < out.length; k++) {
    const c = 9 * Math.floor(k / 3) + (k % 3);
    out[k] = triangles[c] / 3 + triangles[c + 3] / 3 + triangles[c + 6] / 3;
  }
  return out;
}

/** Zero for triangles without one. */
function unitNormals(t: Float64Array): Float64Array {
  const out = new Float64Array(t.length / 3);
  for (let i = 0; i < t.length; i += 9) {
    const ux = t[i + 3] - t[i];
    const uy = t[i + 4] - t[i + 1];
    const uz = t[i + 5] - t[i + 2];
    const vx = t[i + 6] - t[i];
    const vy = t[i + 7] - t[i + 1];
    const vz = t[i + 8] - t[i + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > 0) out.set([x / length, y / length, z / length], i / 3);
  }
  return out;
}

/** Six times the volume, positive where normals point outwards. Only its sign is used, and a wrong one costs time. */
function signedVolume(t: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < t.length; i += 9) {
    sum +=
      t[i] * (t[i + 4] * t[i + 8] - t[i + 5] * t[i + 7]) +
      t[i + 1] * (t[i + 5] * t[i + 6] - t[i + 3] * t[i + 8]) +
      t[i + 2] * (t[i + 3] * t[i + 7] - t[i + 4] * t[i + 6]);
  }
  return sum;
}

function halfDiagonal(triangles: Float64Array): number {
  let sq = 0;
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = k; i < triangles.length; i += 3) {
      low = Math.min(low, triangles[i]);
      high = Math.max(high, triangles[i]);
    }
    sq += (high - low) * (high - low);
  }
  return Math.sqrt(sq) / 2;
}
