// A point that two crossing triangles have in common: the middle of the segment of src/primitive/triangle-triangle-segment.ts, by the same
// operations, so that both find the same.

import { copyPoint } from './points';

const ROUNDOFF: f64 = 1.1102230246251565e-16; // 2⁻⁵³
const HEIGHT_ROUNDING: f64 = 48 * ROUNDOFF;
const ON_TRIANGLE: f64 = 8 * ROUNDOFF;
/** 2⁻⁹⁶⁰. */
const SMALLEST_NORMAL_SQ: f64 = 1.026170023577145e-289;

/** Normals, and the rounding of heights over their planes. */
const NORMAL_A: usize = memory.data(32);
const NORMAL_B: usize = memory.data(32);
const LINE: usize = memory.data(24);
/** Two points and their positions along the line for each triangle, the first before the second, and space for a third. */
const CLIP: usize = 96;
const CLIP_A: usize = memory.data(192, 16);
const CLIP_B: usize = CLIP_A + CLIP;
const ENDS: usize = memory.data(48);
/** Heights of corners, as far apart as the corners. */
const HEIGHTS: usize = memory.data(56);
/** By which corners are in front (bits 0 to 2): from and to which corners the edges go that cross, as offsets. Nobody can guess it, so there are no branches. */
const CROSSINGS: usize = memory.data<u8>([
  0, 0, 0, 0, 0, 24, 48, 0, 0, 24, 24, 48, 24, 48, 48, 0, 24, 48, 48, 0, 0, 24, 24, 48, 0, 24, 48, 0, 0, 0, 0, 0,
]);

function at(p: usize, k: usize): f64 {
  return load<f64>(p + 8 * k);
}

/** Writes to `to` a point of the triangles at a and b, which cross. False if rounding does not allow to compute it from their planes. */
export function commonPoint(a: usize, b: usize, to: usize): bool {
  let sizes = f64x2.pmax(f64x2.abs(v128.load64_splat(a + 64)), f64x2.abs(v128.load64_splat(b + 64)));
  for (let k: usize = 0; k < 64; k += 16) {
    sizes = f64x2.pmax(sizes, f64x2.pmax(f64x2.abs(v128.load(a + k)), f64x2.abs(v128.load(b + k))));
  }
  const size = f64x2.extract_lane(f64x2.pmax(sizes, v128.shuffle<f64>(sizes, sizes, 1, 0)), 0);
  writeNormal(a, size, NORMAL_A);
  writeNormal(b, size, NORMAL_B);
  store<f64>(LINE, at(NORMAL_A, 1) * at(NORMAL_B, 2) - at(NORMAL_A, 2) * at(NORMAL_B, 1));
  store<f64>(LINE + 8, at(NORMAL_A, 2) * at(NORMAL_B, 0) - at(NORMAL_A, 0) * at(NORMAL_B, 2));
  store<f64>(LINE + 16, at(NORMAL_A, 0) * at(NORMAL_B, 1) - at(NORMAL_A, 1) * at(NORMAL_B, 0));
  if (!clipByPlane(a, b, NORMAL_B, CLIP_A) || !clipByPlane(b, a, NORMAL_A, CLIP_B)) return false;
  const startsOnA = at(CLIP_A, 3) >= at(CLIP_B, 3);
  const endsOnA = at(CLIP_A, 7) <= at(CLIP_B, 7);
  const start = CLIP_B - CLIP * <usize>startsOnA;
  const end = CLIP_B - CLIP * <usize>endsOnA;
  copyPoint(ENDS, start);
  copyPoint(ENDS + 24, at(end, 7) < at(start, 3) ? start : end + 32);
  const errorBound = ON_TRIANGLE * size;
  const startsOn = a + (b - a) * <usize>startsOnA;
  const endsOn = a + (b - a) * <usize>endsOnA;
  if (!isOn(ENDS, startsOn, errorBound) || !isOn(ENDS + 24, endsOn, errorBound)) return false;
  for (let k: usize = 0; k < 3; k++) store<f64>(to + 8 * k, (at(ENDS, k) + at(ENDS, 3 + k)) / 2);
  return true;
}

function writeNormal(t: usize, size: f64, to: usize): void {
  const ux = at(t, 3) - at(t, 0);
  const uy = at(t, 4) - at(t, 1);
  const uz = at(t, 5) - at(t, 2);
  const vx = at(t, 6) - at(t, 0);
  const vy = at(t, 7) - at(t, 1);
  const vz = at(t, 8) - at(t, 2);
  store<f64>(to, uy * vz - uz * vy);
  store<f64>(to + 8, uz * vx - ux * vz);
  store<f64>(to + 16, ux * vy - uy * vx);
  store<f64>(to + 24, HEIGHT_ROUNDING * (ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz) * size);
}

/** The intersection of a triangle with the plane through corner p with the normal n: two points, in order along the line. */
function clipByPlane(t: usize, p: usize, n: usize, clip: usize): bool {
  const h0 = heightOver(t, p, n);
  const h1 = heightOver(t + 24, p, n);
  const h2 = heightOver(t + 48, p, n);
  const least = at(n, 3);
  if (!(Math.abs(h0) > least && Math.abs(h1) > least && Math.abs(h2) > least)) return false;
  const front = <usize>(h0 > 0) | ((<usize>(h1 > 0)) << 1) | ((<usize>(h2 > 0)) << 2);
  if (front === 0 || front === 7) return false;
  store<f64>(HEIGHTS, h0);
  store<f64>(HEIGHTS, h1, 24);
  store<f64>(HEIGHTS, h2, 48);
  crossEdges(t, CROSSINGS + 4 * front, clip);
  return true;
}

/** The points of two edges in the plane. */
function crossEdges(t: usize, edges: usize, clip: usize): void {
  const from = <usize>load<u8>(edges);
  const to = <usize>load<u8>(edges, 1);
  const from2 = <usize>load<u8>(edges, 2);
  const to2 = <usize>load<u8>(edges, 3);
  const height = two(HEIGHTS + from, HEIGHTS + from2);
  const s = f64x2.div(height, f64x2.sub(height, two(HEIGHTS + to, HEIGHTS + to2)));
  const x = between(t + from, t + from2, t + to, t + to2, s);
  const y = between(t + from + 8, t + from2 + 8, t + to + 8, t + to2 + 8, s);
  const z = between(t + from + 16, t + from2 + 16, t + to + 16, t + to2 + 16, s);
  const coordinate = f64x2.add(
    f64x2.add(f64x2.mul(x, v128.load64_splat(LINE)), f64x2.mul(y, v128.load64_splat(LINE + 8))),
    f64x2.mul(z, v128.load64_splat(LINE + 16)),
  );
  const first = f64x2.extract_lane(coordinate, 0);
  const second = f64x2.extract_lane(coordinate, 1);
  const head = v128.shuffle<f64>(x, y, 0, 2);
  const tail = v128.shuffle<f64>(z, coordinate, 0, 2);
  v128.store(clip, head);
  v128.store(clip, tail, 16);
  v128.store(clip, head, 32);
  v128.store(clip, tail, 48);
  // The second replaces one of these, unless both are at the same position.
  const target = clip + 32 * <usize>(second > first) + 64 * <usize>(second === first);
  v128.store(target, v128.shuffle<f64>(x, y, 1, 3));
  v128.store(target, v128.shuffle<f64>(z, coordinate, 1, 3), 16);
}

/** Numbers of two corners. @inline */
function two(p: usize, q: usize): v128 {
  return v128.load_lane<f64>(q, v128.load64_zero(p), 1);
}
function between(from: usize, from2: usize, to: usize, to2: usize, s: v128): v128 {
  const start = two(from, from2);
  return f64x2.add(start, f64x2.mul(s, f64x2.sub(two(to, to2), start)));
}

function heightOver(x: usize, p: usize, n: usize): f64 {
  return (at(x, 0) - at(p, 0)) * at(n, 0) + (at(x, 1) - at(p, 1)) * at(n, 1) + (at(x, 2) - at(p, 2)) * at(n, 2);
}

/** Whether a point is on a triangle (src/primitive/point-triangle.ts): its foot on the face, or on an edge, is near enough. */
function isOn(p: usize, t: usize, errorBound: f64): bool {
  return (
    isOnFace(p, t, errorBound) ||
    isOnEdge(p, t, t + 24, errorBound) ||
    isOnEdge(p, t + 24, t + 48, errorBound) ||
    isOnEdge(p, t + 48, t, errorBound)
  );
}

function isOnFace(p: usize, t: usize, errorBound: f64): bool {
  const ax = at(t, 0);
  const ay = at(t, 1);
  const az = at(t, 2);
  const ux = at(t, 3) - ax;
  const uy = at(t, 4) - ay;
  const uz = at(t, 5) - az;
  const vx = at(t, 6) - ax;
  const vy = at(t, 7) - ay;
  const vz = at(t, 8) - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  if (!(nn > SMALLEST_NORMAL_SQ)) return false;
  let wx = at(p, 0) - ax;
  let wy = at(p, 1) - ay;
  let wz = at(p, 2) - az;
  const beta = (wx * (vy * nz - vz * ny) + wy * (vz * nx - vx * nz) + wz * (vx * ny - vy * nx)) / nn;
  if (!(beta >= 0 && beta <= 1)) return false;
  wx -= beta * ux;
  wy -= beta * uy;
  wz -= beta * uz;
  const gamma = (wx * vx + wy * vy + wz * vz) / (vx * vx + vy * vy + vz * vz);
  if (!(gamma >= 0 && beta + gamma <= 1)) return false;
  return isNear(p, ax + beta * ux + gamma * vx, ay + beta * uy + gamma * vy, az + beta * uz + gamma * vz, errorBound);
}

function isOnEdge(p: usize, a: usize, b: usize, errorBound: f64): bool {
  const ax = at(a, 0);
  const ay = at(a, 1);
  const az = at(a, 2);
  const ex = at(b, 0) - ax;
  const ey = at(b, 1) - ay;
  const ez = at(b, 2) - az;
  const ee = ex * ex + ey * ey + ez * ez;
  let s: f64 = ee > 0 ? ((at(p, 0) - ax) * ex + (at(p, 1) - ay) * ey + (at(p, 2) - az) * ez) / ee : 0;
  if (s < 0) s = 0;
  else if (s > 1) s = 1;
  return isNear(p, ax + s * ex, ay + s * ey, az + s * ez, errorBound);
}

function isNear(p: usize, x: f64, y: f64, z: f64, errorBound: f64): bool {
  const dx = x - at(p, 0);
  const dy = y - at(p, 1);
  const dz = z - at(p, 2);
  return Math.sqrt(dx * dx + dy * dy + dz * dz) <= errorBound;
}
