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
/** Two points and their positions along the line, for each triangle. */
const CLIP_A: usize = memory.data(64);
const CLIP_B: usize = memory.data(64);
const ENDS: usize = memory.data(48);

function at(p: usize, k: usize): f64 {
  return load<f64>(p + 8 * k);
}

/** Writes to `to` a point of the triangles at a and b, which cross. False if rounding does not allow to compute it from their planes. */
export function commonPoint(a: usize, b: usize, to: usize): bool {
  let size: f64 = 0;
  for (let k: usize = 0; k < 9; k++) size = Math.max(size, Math.max(Math.abs(at(a, k)), Math.abs(at(b, k))));
  writeNormal(a, size, NORMAL_A);
  writeNormal(b, size, NORMAL_B);
  store<f64>(LINE, at(NORMAL_A, 1) * at(NORMAL_B, 2) - at(NORMAL_A, 2) * at(NORMAL_B, 1));
  store<f64>(LINE + 8, at(NORMAL_A, 2) * at(NORMAL_B, 0) - at(NORMAL_A, 0) * at(NORMAL_B, 2));
  store<f64>(LINE + 16, at(NORMAL_A, 0) * at(NORMAL_B, 1) - at(NORMAL_A, 1) * at(NORMAL_B, 0));
  if (!clipByPlane(a, b, NORMAL_B, CLIP_A) || !clipByPlane(b, a, NORMAL_A, CLIP_B)) return false;
  const startsOnA = at(CLIP_A, 3) >= at(CLIP_B, 3);
  const endsOnA = at(CLIP_A, 7) <= at(CLIP_B, 7);
  const start = startsOnA ? CLIP_A : CLIP_B;
  const end = endsOnA ? CLIP_A : CLIP_B;
  copyPoint(ENDS, start);
  copyPoint(ENDS + 24, at(end, 7) < at(start, 3) ? start : end + 32);
  const errorBound = ON_TRIANGLE * size;
  if (!isOn(ENDS, startsOnA ? b : a, errorBound) || !isOn(ENDS + 24, endsOnA ? b : a, errorBound)) return false;
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
  store<f64>(clip + 24, Infinity);
  store<f64>(clip + 56, -Infinity);
  const h0 = heightOver(t, p, n);
  const h1 = heightOver(t + 24, p, n);
  const h2 = heightOver(t + 48, p, n);
  const least = at(n, 3);
  if (!(Math.abs(h0) > least && Math.abs(h1) > least && Math.abs(h2) > least)) return false;
  if (h0 > 0 !== h1 > 0) takeCrossing(t, t + 24, h0, h1, clip);
  if (h1 > 0 !== h2 > 0) takeCrossing(t + 24, t + 48, h1, h2, clip);
  if (h2 > 0 !== h0 > 0) takeCrossing(t + 48, t, h2, h0, clip);
  return at(clip, 7) >= at(clip, 3);
}

function heightOver(x: usize, p: usize, n: usize): f64 {
  return (at(x, 0) - at(p, 0)) * at(n, 0) + (at(x, 1) - at(p, 1)) * at(n, 1) + (at(x, 2) - at(p, 2)) * at(n, 2);
}

function takeCrossing(from: usize, to: usize, hFrom: f64, hTo: f64, clip: usize): void {
  const s = hFrom / (hFrom - hTo);
  const x = at(from, 0) + s * (at(to, 0) - at(from, 0));
  const y = at(from, 1) + s * (at(to, 1) - at(from, 1));
  const z = at(from, 2) + s * (at(to, 2) - at(from, 2));
  const coordinate = x * at(LINE, 0) + y * at(LINE, 1) + z * at(LINE, 2);
  if (coordinate < at(clip, 3)) writePoint(clip, x, y, z, coordinate);
  if (coordinate > at(clip, 7)) writePoint(clip + 32, x, y, z, coordinate);
}

function writePoint(to: usize, x: f64, y: f64, z: f64, coordinate: f64): void {
  store<f64>(to, x);
  store<f64>(to + 8, y);
  store<f64>(to + 16, z);
  store<f64>(to + 24, coordinate);
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
