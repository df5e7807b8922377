// k-dops, discrete orientation polytopes: how far a body reaches along k fixed directions (Lin, proximity course, 2004,
// "Choices of k-dops in 3D"; Klosowski et al., "Efficient collision detection using bounding volume hierarchies of
// k-DOPs", 1998). Layout: centre of the box x, y, z, then the support max d·p along each direction d and along −d, in
// turn. Directions are not unit; their coordinates are −1, 0 and 1, so that a support costs additions only.
//
// Two k-dops are disjoint if along a direction the supports of one and of the other's opposite add up to less than zero:
// one addition and one comparison a direction, and the sign of a rounded sum is that of the exact one.
//
// A turned k-dop is no k-dop, so a moved node needs a new one; the course names two ways, and both are here.
// 1. By hull: the new supports are those of the node's convex hull, the tightest there are. Small hulls are looked
//    through; on large ones each direction, turned back into the body's frame, is climbed (convex/hill-climb.ts).
// 2. By cones: the new k-dop is put around the old one. A direction e, turned back, lies in the cone of three old ones:
//    e = Σ αᵢdᵢ with αᵢ ≥ 0, so its support is at most Σ αᵢ·support(dᵢ). Cone and weights depend on the rotation
//    alone: they are found once a query, and a support then costs three products. Looser, but needs no hulls.
//
// The cones. Sorting the |coordinates| of e, a ≥ b ≥ c ≥ 0, by one of the 48 symmetries of the directions leaves one
// chamber, in which
//   14:  e = (a − b)(1,0,0) + (b + c)/2 (1,1,1) + (b − c)/2 (1,1,−1)
//   18:  e = (a − b − c)(1,0,0) + b (1,1,0) + c (1,0,1)                                 if a ≥ b + c, else
//        e = (a + b − c)/2 (1,1,0) + (a − b + c)/2 (1,0,1) + (b + c − a)/2 (0,1,1)
//   26:  e = (a − b)(1,0,0) + (b − c)(1,1,0) + c (1,1,1)
//
// Rounding of a moved support along d, m = |d|₁ ≤ 3, r the reach of the moving body, u = 2⁻⁵³, in parts of m·u: the exact
// corner is off the stored one by √3u·r, for 1.8r; R and t are rounded, 1.1(r + |t|); e and d·t are sums, 2(r + |t|); the
// weights are sums of up to three terms, 6r, on supports up to √3r; three products and two sums, 4r (Σ αᵢ|dᵢ| ≤ 1.25|e|);
// the last sums, 2(r + |t|): in all 17r + 6|t|, and 1.8 for the resting body's corners. By hull it is less, having no
// weights. So 24m·u·S is enough, S the query's scale: 3m times the error of a coordinate, COORDINATE_ERROR = 8u·S.

import { climbHull } from '../convex/hill-climb.ts';
import { DIRECTIONS, directionNumber, type HullGraphs } from '../convex/hull-graph.ts';
import { RELATIVE_ERROR, RELATIVE_SCALE, RELATIVE_SIZE } from '../scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerance.ts';
import type { VolumeKind, VolumeName } from './volume.ts';

const AXES = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const CORNERS = [1, 1, 1, 1, -1, 1, 1, 1, -1, 1, -1, -1];
const EDGES = [1, 1, 0, 1, 0, 1, 0, 1, 1, 1, -1, 0, 1, 0, -1, 0, 1, -1];

/** Where the supports begin. */
const SUPPORTS = 3;

/** Rounding of a fitted support, in parts of |x| + |y| + |z|: two sums, and enlarging. Dimensionless. */
const FIT_ROUNDING = 4 * UNIT_ROUNDOFF;

/** Slack of a moved support for each coordinate of its direction, in parts of the error of one coordinate. */
const MOVED_ERRORS = 3;

// What `aim` writes behind the pose, AIM numbers a direction: the direction in the body's frame, the direction times the
// translation plus and minus the slack, the number of the nearest direction, and the three weights and their supports.
const AIM = 12;
const AIM_SHIFT = 3;
const AIM_SLACK = 4;
const AIM_NEAREST = 5;
const AIM_WEIGHTS = 6;
const AIM_SLOTS = 9;
const LARGEST_HALF = 13;
/** Numbers of a pose with room for what `aim` writes. */
export const AIMED_SIZE: number = RELATIVE_SIZE + AIM * LARGEST_HALF;

/** Writes to `weights` those of the chamber's point a ≥ b ≥ c ≥ 0; returns the three directions they are of. */
type Cone = (a: number, b: number, c: number) => Float64Array;

const weights = new Float64Array(3);
function weigh(first: number, second: number, third: number): void {
  weights[0] = first;
  weights[1] = second;
  weights[2] = third;
}

const CONE_14 = Float64Array.of(1, 0, 0, 1, 1, 1, 1, 1, -1);
const CONE_18_AXIS = Float64Array.of(1, 0, 0, 1, 1, 0, 1, 0, 1);
const CONE_18_CORNER = Float64Array.of(1, 1, 0, 1, 0, 1, 0, 1, 1);
const CONE_26 = Float64Array.of(1, 0, 0, 1, 1, 0, 1, 1, 1);

const cone14: Cone = (a, b, c) => {
  weigh(a - b, (b + c) / 2, (b - c) / 2);
  return CONE_14;
};
const cone18: Cone = (a, b, c) => {
  if (a - b - c >= 0) {
    weigh(a - b - c, b, c);
    return CONE_18_AXIS;
  }
  weigh((a + b - c) / 2, (a - b + c) / 2, Math.max(0, b + c - a) / 2);
  return CONE_18_CORNER;
};
const cone26: Cone = (a, b, c) => {
  weigh(a - b, b - c, c);
  return CONE_26;
};

function kdop(name: VolumeName, directions: readonly number[], cone: Cone, byHull: boolean): VolumeKind {
  const table = Float64Array.from(directions);
  const half = table.length / 3;
  const stride = SUPPORTS + 2 * half;
  const inverseLength = Float64Array.from({ length: half }, (_, k) => 1 / Math.sqrt(taxicab(table, k)));
  /** Support of each direction, by its number. */
  const slots = new Int32Array(DIRECTIONS);
  for (let k = 0; k < half; k++) {
    const n = directionNumber(table[3 * k], table[3 * k + 1], table[3 * k + 2]);
    slots[n] = 2 * k;
    slots[DIRECTIONS - 1 - n] = 2 * k + 1;
  }

  /** Raises the supports at `at` to hold the point. */
  function hold(x: number, y: number, z: number, out: Float64Array, at: number): void {
    for (let k = 0; k < half; k++) {
      const height = table[3 * k] * x + table[3 * k + 1] * y + table[3 * k + 2] * z;
      if (height > out[at + 2 * k]) out[at + 2 * k] = height;
      if (-height > out[at + 2 * k + 1]) out[at + 2 * k + 1] = -height;
    }
  }

  function fit(triangles: Float64Array, first: number, count: number, out: Float64Array, at: number): void {
    const supports = at + SUPPORTS;
    out.fill(-Infinity, supports, at + stride);
    let reach = 0;
    for (let k = 9 * first; k < 9 * (first + count); k += 3) {
      const x = triangles[k];
      const y = triangles[k + 1];
      const z = triangles[k + 2];
      hold(x, y, z, out, supports);
      reach = Math.max(reach, Math.abs(x) + Math.abs(y) + Math.abs(z));
    }
    for (let k = 0; k < 3; k++) out[at + k] = out[supports + 2 * k] / 2 - out[supports + 2 * k + 1] / 2;
    // The supports along the axes are coordinates, and exact.
    for (let k = supports + 6; k < at + stride; k++) out[k] += FIT_ROUNDING * reach;
  }

  function aim(pose: Float64Array): void {
    for (let k = 0; k < half; k++) {
      const at = RELATIVE_SIZE + AIM * k;
      const x = table[3 * k];
      const y = table[3 * k + 1];
      const z = table[3 * k + 2];
      for (let c = 0; c < 3; c++) pose[at + c] = x * pose[c] + y * pose[3 + c] + z * pose[6 + c];
      pose[at + AIM_SHIFT] = x * pose[9] + y * pose[10] + z * pose[11];
      pose[at + AIM_SLACK] = MOVED_ERRORS * taxicab(table, k) * pose[RELATIVE_ERROR];
      aimCone(pose, at);
    }
  }

  /** Finds the chamber of the direction at `at`, its cone there, and the nearest of the 26 directions. */
  function aimCone(pose: Float64Array, at: number): void {
    let i = 0;
    let j = 1;
    let l = 2;
    const size = (c: number): number => Math.abs(pose[at + c]);
    if (size(j) > size(i)) [i, j] = [j, i];
    if (size(l) > size(j)) [j, l] = [l, j];
    if (size(j) > size(i)) [i, j] = [j, i];
    const a = size(i);
    const b = size(j);
    const c = size(l);
    // By how much the number of a direction changes with each coordinate of the chamber.
    const signed = (axis: number): number => (pose[at + axis] < 0 ? -1 : 1) * (axis === 0 ? 9 : axis === 1 ? 3 : 1);
    const ni = signed(i);
    const nj = signed(j);
    const nl = signed(l);
    const corners = cone(a, b, c);
    for (let w = 0; w < 3; w++) {
      const n = directionNumber(0, 0, 0) + ni * corners[3 * w] + nj * corners[3 * w + 1] + nl * corners[3 * w + 2];
      pose[at + AIM_WEIGHTS + w] = weights[w];
      pose[at + AIM_SLOTS + w] = slots[n];
    }
    const edge = (a + b) * Math.SQRT1_2;
    const corner = (a + b + c) / Math.sqrt(3);
    const nearest = a >= edge && a >= corner ? ni : edge >= corner ? ni + nj : ni + nj + nl;
    pose[at + AIM_NEAREST] = directionNumber(0, 0, 0) + nearest;
  }

  function moveCentre(v: Float64Array, at: number, pose: Float64Array, out: Float64Array, o: number): void {
    const scale = pose[RELATIVE_SCALE];
    const x = v[at] * scale;
    const y = v[at + 1] * scale;
    const z = v[at + 2] * scale;
    out[o] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
    out[o + 1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
    out[o + 2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
  }

  function move(v: Float64Array, at: number, pose: Float64Array, out: Float64Array, o: number): void {
    moveCentre(v, at, pose, out, o);
    const scale = pose[RELATIVE_SCALE];
    const from = at + SUPPORTS;
    const to = o + SUPPORTS;
    for (let k = 0; k < half; k++) {
      const aimed = RELATIVE_SIZE + AIM * k;
      const shift = pose[aimed + AIM_SHIFT];
      const slack = pose[aimed + AIM_SLACK];
      const p = pose[aimed + AIM_WEIGHTS] * scale;
      const q = pose[aimed + AIM_WEIGHTS + 1] * scale;
      const r = pose[aimed + AIM_WEIGHTS + 2] * scale;
      const i = pose[aimed + AIM_SLOTS];
      const j = pose[aimed + AIM_SLOTS + 1];
      const l = pose[aimed + AIM_SLOTS + 2];
      out[to + 2 * k] = p * v[from + i] + q * v[from + j] + r * v[from + l] + shift + slack;
      out[to + 2 * k + 1] = p * v[from + (i ^ 1)] + q * v[from + (j ^ 1)] + r * v[from + (l ^ 1)] - shift + slack;
    }
  }

  function moveByHull(
    v: Float64Array,
    at: number,
    hulls: HullGraphs,
    pose: Float64Array,
    out: Float64Array,
    o: number,
  ): void {
    moveCentre(v, at, pose, out, o);
    const { points, vertices, first, firstStart, starts } = hulls;
    const scale = pose[RELATIVE_SCALE];
    const to = o + SUPPORTS;
    const node = at / stride;
    const start = firstStart[node];
    if (start < 0) {
      out.fill(-Infinity, to, to + 2 * half);
      const end = first[node + 1];
      for (let vertex = first[node]; vertex < end; vertex++) {
        const p = vertices[vertex];
        const x = points[p] * scale;
        const y = points[p + 1] * scale;
        const z = points[p + 2] * scale;
        hold(
          pose[0] * x + pose[1] * y + pose[2] * z,
          pose[3] * x + pose[4] * y + pose[5] * z,
          pose[6] * x + pose[7] * y + pose[8] * z,
          out,
          to,
        );
      }
      for (let k = 0; k < half; k++) {
        const aimed = RELATIVE_SIZE + AIM * k;
        out[to + 2 * k] += pose[aimed + AIM_SHIFT] + pose[aimed + AIM_SLACK];
        out[to + 2 * k + 1] += pose[aimed + AIM_SLACK] - pose[aimed + AIM_SHIFT];
      }
      return;
    }
    for (let k = 0; k < half; k++) {
      const aimed = RELATIVE_SIZE + AIM * k;
      const dx = pose[aimed];
      const dy = pose[aimed + 1];
      const dz = pose[aimed + 2];
      const nearest = pose[aimed + AIM_NEAREST];
      const high = vertices[climbHull(hulls, node, starts[start + nearest], dx, dy, dz)];
      const low = vertices[climbHull(hulls, node, starts[start + DIRECTIONS - 1 - nearest], -dx, -dy, -dz)];
      const shift = pose[aimed + AIM_SHIFT];
      const slack = pose[aimed + AIM_SLACK];
      const highest = dx * points[high] + dy * points[high + 1] + dz * points[high + 2];
      const lowest = dx * points[low] + dy * points[low + 1] + dz * points[low + 2];
      out[to + 2 * k] = highest * scale + shift + slack;
      out[to + 2 * k + 1] = slack - shift - lowest * scale;
    }
  }

  function overlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
    const end = i + stride;
    for (let p = i + SUPPORTS, q = j + SUPPORTS; p < end; p += 2, q += 2) {
      if (a[p] + b[q + 1] < 0 || a[p + 1] + b[q] < 0) return false;
    }
    return true;
  }

  function lowerBound(a: Float64Array, i: number, b: Float64Array, j: number): number {
    const p = i + SUPPORTS;
    const q = j + SUPPORTS;
    const gx = -Math.min(a[p] + b[q + 1], a[p + 1] + b[q]);
    const gy = -Math.min(a[p + 2] + b[q + 3], a[p + 3] + b[q + 2]);
    const gz = -Math.min(a[p + 4] + b[q + 5], a[p + 5] + b[q + 4]);
    let largest = Math.max(gx, gy, gz);
    if (largest > 0) {
      const x = Math.max(gx, 0);
      const y = Math.max(gy, 0);
      const z = Math.max(gz, 0);
      largest = Math.sqrt(x * x + y * y + z * z);
    }
    for (let k = 3; k < half; k++) {
      const m = p + 2 * k;
      const n = q + 2 * k;
      const gap = -Math.min(a[m] + b[n + 1], a[m + 1] + b[n]) * inverseLength[k];
      if (gap > largest) largest = gap;
    }
    return largest;
  }

  const kind = { name, stride, lengths: 0, rounding: 8 * UNIT_ROUNDOFF, fit, aim, move, overlap, lowerBound };
  return byHull ? { ...kind, moveByHull } : kind;
}

/** |x| + |y| + |z| of a direction, which is also its squared length. */
function taxicab(table: Float64Array, k: number): number {
  return Math.abs(table[3 * k]) + Math.abs(table[3 * k + 1]) + Math.abs(table[3 * k + 2]);
}

const DIRECTIONS_14 = [...AXES, ...CORNERS];
const DIRECTIONS_18 = [...AXES, ...EDGES];
const DIRECTIONS_26 = [...AXES, ...CORNERS, ...EDGES];

export const kdop14: VolumeKind = kdop('kdop14', DIRECTIONS_14, cone14, false);
export const kdop18: VolumeKind = kdop('kdop18', DIRECTIONS_18, cone18, false);
export const kdop26: VolumeKind = kdop('kdop26', DIRECTIONS_26, cone26, false);
export const kdop14Hull: VolumeKind = kdop('kdop14-hull', DIRECTIONS_14, cone14, true);
export const kdop18Hull: VolumeKind = kdop('kdop18-hull', DIRECTIONS_18, cone18, true);
export const kdop26Hull: VolumeKind = kdop('kdop26-hull', DIRECTIONS_26, cone26, true);
