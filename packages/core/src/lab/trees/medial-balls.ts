// Balls inside a surface that touch it at two or more points: their centres lie near the medial axis.
//
// Found by shrinking (Ma, Bae and Choi, "3D medial axis point approximation using nearest neighbors and the normal field", The
// Visual Computer 2012). A large ball touches the surface at a sample. While another sample is inside it, the ball shrinks to the
// one that touches at the first sample and passes through the sample nearest to its centre.
//
// Departures: a ball counts as empty when its inner part (EMPTY of the radius) is. A sample at which an earlier ball touches as
// well (to within ALIKE) gets no ball of its own. All samples of a sphere are equally far from its centre, and a search for the
// nearest has to test every one: 20 480 triangles took ten seconds, and now take a fifth of one. Balls that differ so little would
// give the same groups of triangles.

import { middles } from '../../bvh/middles.ts';
import { tileCorners } from '../../bvh/tiles.ts';
import { gatherTriangles } from '../../bvh/tree.ts';
import { writeUnitNormal } from '../../primitive/face-normal.ts';
import { PointTree } from './point-tree.ts';
import { tileTriangles } from './tile-triangles.ts';

/** Part of the radius within which a ball has to be empty. Dimensionless. */
const EMPTY = 1 - 2 ** -7;

/** Centres of two balls of one radius are nearer than this part of it: they pass for the same ball. Dimensionless. */
const ALIKE = 2 ** -4;

/** Shrinking ends after a few steps; the limit guards against rounding that stops it. */
const MAX_STEPS = 32;

/** The largest ball on either side of a surface that has no inside, in parts of half the diagonal of its box. */
const OPEN_CAP = 1 / 8;

const ball: Float64Array = new Float64Array(4);

/** Balls with the face each of them touches. */
export interface Balls {
  /** Centre and radius, 4 doubles each. */
  readonly spheres: Float64Array;
  readonly faces: Uint32Array;
}

/**
 * Medial balls of triangles (9 doubles each) that touch at every sample: inside a solid, on both sides of a surface that
 * encloses nothing. Samples are the middles of tiles, so that a large face has as many as it needs. Faces without a normal
 * have none.
 */
export function medialBalls(triangles: Float64Array, isSolid: boolean): Balls {
  const { faces, tiles } = tileTriangles(triangles);
  const samples = middles(tileCorners(gatherTriangles(triangles, faces), tiles));
  const tree = new PointTree(samples);
  const cap = (isSolid ? 1 : OPEN_CAP) * halfDiagonal(triangles);
  const normals = unitNormals(triangles);
  const spheres: number[] = [];
  const touched: number[] = [];
  for (const side of isSolid ? [signedVolume(triangles) > 0 ? -1 : 1] : [-1, 1]) {
    const hasBall = new Uint8Array(faces.length);
    for (let i = 0; i < faces.length; i++) {
      const n = 3 * faces[i];
      const flat = normals[n] === 0 && normals[n + 1] === 0 && normals[n + 2] === 0;
      if (flat || hasBall[i] === 1) continue;
      shrinkBall(tree, samples, 3 * i, normals, n, side, cap, ball);
      const [x, y, z, radius] = ball;
      spheres.push(x, y, z, radius);
      touched.push(faces[i]);
      tree.eachNear(x, y, z, (1 + ALIKE) * radius, (j) => {
        const m = 3 * faces[j];
        const dx = samples[3 * j] + side * radius * normals[m] - x;
        const dy = samples[3 * j + 1] + side * radius * normals[m + 1] - y;
        const dz = samples[3 * j + 2] + side * radius * normals[m + 2] - z;
        if (dx * dx + dy * dy + dz * dz <= ALIKE * ALIKE * radius * radius) hasBall[j] = 1;
      });
    }
  }
  return { spheres: Float64Array.from(spheres), faces: Uint32Array.from(touched) };
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
  out[0] = p[i] + radius * nx;
  out[1] = p[i + 1] + radius * ny;
  out[2] = p[i + 2] + radius * nz;
  out[3] = radius;
}

/** Zero for triangles without one. */
function unitNormals(t: Float64Array): Float64Array {
  const out = new Float64Array(t.length / 3);
  for (let i = 0; i < t.length; i += 9) {
    writeUnitNormal(t, i, out, i / 3);
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
