// The contacts of two convex bodies from their poses to points in the world, in one call (src/query/manifold/solver-contacts.ts,
// convex-contacts.ts, solver-pose.ts): the same operations in the same order, so that the result is the same to the bit. Bodies that overlap, and
// faces of many corners, are left to the plain library.
//
// The normals of faces are one coordinate after the other, two faces at a time.

import {
  BODY_Q_AT,
  BODY_R_AT,
  CENTRE_AT,
  CONTACTS_AT,
  DECIDED,
  ENOUGH_AT,
  HEAD,
  HULL_CORNERS_AT,
  HULL_FACES_AT,
  HULL_NORMALS_AT,
  HULL_Q_AT,
  HULL_R_AT,
  HULL_STARTS_AT,
  LOWER_AT,
  MOST_FACE_CORNERS,
  NORMAL_AT,
  POINTS_AT,
  POLYTOPE_AT,
  POSE_AT,
  UNIT_AT,
  UPPER_AT,
  WORLD_Q_AT,
  WORLD_R_AT,
} from './convex-layout';
import { convexDistance } from './gjk';
import { larger, smaller } from './larger';

// Constants of src/query/manifold: convex-contacts.ts, solver-contacts.ts.
const FARTHER: f64 = 4;
const MOST_CONTACTS: i32 = 4;
const PREFER_A: f64 = 1e-3;
const LEAST_ALIGNED: f64 = 0.5;
const INSIDE: f64 = 1 / <f64>((<i64>1) << 40);
const MISSED: f64 = 0.25;
/** src/scalar/tolerances.ts. */
const LARGEST_OFFSET: f64 = 1e70;

/** Points, and contacts. */
const POINT: usize = 24;
const CONTACT: usize = 80;
/** Corners of two faces at most; clipping by one side makes at most twice as many. */
const MOST_POINTS: i32 = 2 * MOST_FACE_CORNERS;
/** The rotation of R, the reference face, the incident one before and after a side, the heights, in the memory of the polytope of a depth. */
const MATRIX: usize = POLYTOPE_AT;
const FACE: usize = MATRIX + 128;
const POLYGON: usize = FACE + POINT * 16;
const CLIPPED: usize = POLYGON + POINT * 64;
const HEIGHTS: usize = CLIPPED + POINT * 64;

let q: usize = 0;
let count: i32 = 0;
/** Where the incident face is, and where it is clipped to. */
let polygon: usize = 0;
let clipped: usize = 0;
/** The normal of the contact, from Q to R, and that of the reference face. */
let nx: f64 = 0;
let ny: f64 = 0;
let nz: f64 = 0;
let mx: f64 = 0;
let my: f64 = 0;
let mz: f64 = 0;
/** The cosine of the normal that `faceAlong` has found. */
let aligned: f64 = 0;
/** Which of the contacts of many are kept. */
let kept0: i32 = 0;
let kept1: i32 = 0;
let kept2: i32 = 0;
let kept3: i32 = 0;

/**
 * Finds the contacts within a length in the world. Returns how many were written. 0: none; the bound of the distance is at LOWER_AT. −1: not
 * decided.
 */
export function convexContacts(query: usize, asked: f64): i32 {
  q = query;
  count = 0;
  const bodyQ = <usize>load<i32>(q, BODY_Q_AT);
  const bodyR = <usize>load<i32>(q, BODY_R_AT);
  const unit = load<f64>(bodyR, UNIT_AT);
  writeMatrix(
    load<f64>(q, WORLD_R_AT + 24),
    load<f64>(q, WORLD_R_AT + 32),
    load<f64>(q, WORLD_R_AT + 40),
    load<f64>(q, WORLD_R_AT + 48),
    q + MATRIX,
  );
  relate(bodyQ, bodyR, unit);
  const far =
    abs<f64>(load<f64>(q, POSE_AT + 72)) + abs<f64>(load<f64>(q, POSE_AT + 80)) + abs<f64>(load<f64>(q, POSE_AT + 88));
  if (!(far <= LARGEST_OFFSET)) return -1;
  const within = asked / unit;
  store<f64>(q, (FARTHER * asked) / unit, ENOUGH_AT);
  if (convexDistance(q) !== DECIDED) return -1;
  if (load<f64>(q, LOWER_AT) > within) return 0;
  nx = load<f64>(q, NORMAL_AT);
  ny = load<f64>(q, NORMAL_AT + 8);
  nz = load<f64>(q, NORMAL_AT + 16);
  if (!(lengthOf(nx, ny, nz) > 0.5)) return 0;
  if (!clip(load<f64>(q, UPPER_AT), within)) return -1;
  for (let c = 0; c < count; c++) toWorld(q + CONTACTS_AT + CONTACT * <usize>c, bodyR, unit);
  return count;
}

/** The matrix of a unit quaternion, row by row. */
function writeMatrix(x: f64, y: f64, z: f64, w: f64, out: usize): void {
  store<f64>(out, 1 - 2 * (y * y + z * z));
  store<f64>(out, 2 * (x * y - w * z), 8);
  store<f64>(out, 2 * (x * z + w * y), 16);
  store<f64>(out, 2 * (x * y + w * z), 24);
  store<f64>(out, 1 - 2 * (x * x + z * z), 32);
  store<f64>(out, 2 * (y * z - w * x), 40);
  store<f64>(out, 2 * (x * z - w * y), 48);
  store<f64>(out, 2 * (y * z + w * x), 56);
  store<f64>(out, 1 - 2 * (x * x + y * y), 64);
}

/** The pose of Q in R's frame and unit. */
function relate(bodyQ: usize, bodyR: usize, unit: f64): void {
  const p0 = load<f64>(q, WORLD_R_AT + 24);
  const p1 = load<f64>(q, WORLD_R_AT + 32);
  const p2 = load<f64>(q, WORLD_R_AT + 40);
  const p3 = load<f64>(q, WORLD_R_AT + 48);
  const q0 = load<f64>(q, WORLD_Q_AT + 24);
  const q1 = load<f64>(q, WORLD_Q_AT + 32);
  const q2 = load<f64>(q, WORLD_Q_AT + 40);
  const q3 = load<f64>(q, WORLD_Q_AT + 48);
  writeMatrix(
    p3 * q0 - p0 * q3 - p1 * q2 + p2 * q1,
    p3 * q1 - p1 * q3 - p2 * q0 + p0 * q2,
    p3 * q2 - p2 * q3 - p0 * q1 + p1 * q0,
    p3 * q3 + p0 * q0 + p1 * q1 + p2 * q2,
    q + POSE_AT,
  );
  const cx = load<f64>(bodyQ, CENTRE_AT);
  const cy = load<f64>(bodyQ, CENTRE_AT + 8);
  const cz = load<f64>(bodyQ, CENTRE_AT + 16);
  const dx = load<f64>(q, WORLD_Q_AT) - load<f64>(q, WORLD_R_AT);
  const dy = load<f64>(q, WORLD_Q_AT + 8) - load<f64>(q, WORLD_R_AT + 8);
  const dz = load<f64>(q, WORLD_Q_AT + 16) - load<f64>(q, WORLD_R_AT + 16);
  for (let k: usize = 0; k < 24; k += 8) {
    const m = q + MATRIX + k;
    const r = q + POSE_AT + 3 * k;
    const offset = load<f64>(m) * dx + load<f64>(m, 24) * dy + load<f64>(m, 48) * dz;
    const centre = load<f64>(r) * cx + load<f64>(r, 8) * cy + load<f64>(r, 16) * cz;
    store<f64>(q + k, (offset + centre - load<f64>(bodyR + k, CENTRE_AT)) / unit, POSE_AT + 72);
  }
  store<f64>(q, load<f64>(bodyQ, UNIT_AT) / unit, POSE_AT + 96);
}

/** Clips the faces that are turned to each other most; false where they have too many corners. */
function clip(gap: f64, within: f64): bool {
  const pose = q + POSE_AT;
  const hullQ = <usize>load<i32>(q, HULL_Q_AT);
  const hullR = <usize>load<i32>(q, HULL_R_AT);
  const faceQ = faceAlong(
    hullQ,
    load<f64>(pose) * nx + load<f64>(pose, 24) * ny + load<f64>(pose, 48) * nz,
    load<f64>(pose, 8) * nx + load<f64>(pose, 32) * ny + load<f64>(pose, 56) * nz,
    load<f64>(pose, 16) * nx + load<f64>(pose, 40) * ny + load<f64>(pose, 64) * nz,
  );
  const alignedQ = aligned;
  const faceR = faceAlong(hullR, -nx, -ny, -nz);
  const alignedR = aligned;
  if (larger(alignedQ, alignedR) >= LEAST_ALIGNED) {
    const isReferenceQ = alignedQ >= alignedR - PREFER_A;
    if (!clipFaces(isReferenceQ ? faceQ : faceR, isReferenceQ ? faceR : faceQ, isReferenceQ, gap, within)) return false;
  }
  let nearest: f64 = Infinity;
  for (let c = 0; c < count; c++) nearest = smaller(nearest, load<f64>(q + CONTACT * <usize>c, CONTACTS_AT + 72));
  if (nearest > gap + MISSED * within) addWitness(gap);
  return true;
}

/** The first of the faces whose normal is nearest to a direction in the body's frame, with the cosine in `aligned`. */
function faceAlong(hull: usize, x: f64, y: f64, z: f64): i32 {
  const faces = load<i32>(hull, HULL_FACES_AT);
  const row = 8 * <usize>((faces + 1) & ~1);
  const xx = f64x2.splat(x);
  const yy = f64x2.splat(y);
  const zz = f64x2.splat(z);
  let most = f64x2.splat(-Infinity);
  let best = i64x2.splat(0);
  let numbers = i64x2(0, 1);
  const two = i64x2.splat(2);
  const end = hull + HULL_NORMALS_AT + row;
  for (let at = hull + HULL_NORMALS_AT; at < end; at += 16) {
    const dot = f64x2.add(
      f64x2.add(f64x2.mul(v128.load(at), xx), f64x2.mul(v128.load(at + row), yy)),
      f64x2.mul(v128.load(at + 2 * row), zz),
    );
    const isMore = f64x2.gt(dot, most);
    most = v128.bitselect(dot, most, isMore);
    best = v128.bitselect(numbers, best, isMore);
    numbers = i64x2.add(numbers, two);
  }
  const even = f64x2.extract_lane(most, 0);
  const odd = f64x2.extract_lane(most, 1);
  const first = <i32>i64x2.extract_lane(best, 0);
  const second = <i32>i64x2.extract_lane(best, 1);
  aligned = larger(even, odd);
  return odd > even || (odd === even && second < first) ? second : first;
}

/** Clips the incident face by the sides of the reference face, which is Q's or R's. */
function clipFaces(reference: i32, incident: i32, isReferenceQ: bool, gap: f64, within: f64): bool {
  const pose = q + POSE_AT;
  const hullQ = <usize>load<i32>(q, HULL_Q_AT);
  const hullR = <usize>load<i32>(q, HULL_R_AT);
  polygon = q + POLYGON;
  clipped = q + CLIPPED;
  const corners = isReferenceQ ? writePosed(hullQ, reference, q + FACE) : writeFace(hullR, reference, q + FACE);
  let points = isReferenceQ ? writeFace(hullR, incident, polygon) : writePosed(hullQ, incident, polygon);
  const hull = isReferenceQ ? hullQ : hullR;
  const row = 8 * <usize>((load<i32>(hull, HULL_FACES_AT) + 1) & ~1);
  const normal = hull + HULL_NORMALS_AT + 8 * <usize>reference;
  mx = load<f64>(normal);
  my = load<f64>(normal + row);
  mz = load<f64>(normal + 2 * row);
  if (isReferenceQ) {
    const x = mx;
    const y = my;
    const z = mz;
    mx = load<f64>(pose) * x + load<f64>(pose, 8) * y + load<f64>(pose, 16) * z;
    my = load<f64>(pose, 24) * x + load<f64>(pose, 32) * y + load<f64>(pose, 40) * z;
    mz = load<f64>(pose, 48) * x + load<f64>(pose, 56) * y + load<f64>(pose, 64) * z;
  }
  for (let k = 0; k < corners && points > 0; k++) {
    points = clipSide(k, corners, points);
    if (points > MOST_POINTS) return false;
  }
  select(points, isReferenceQ, gap, within);
  return true;
}

/** Writes the corners of a face of R; returns how many. */
function writeFace(hull: usize, face: i32, out: usize): i32 {
  const vertices = <usize>load<i32>(q, BODY_R_AT) + HEAD;
  const starts = hull + <usize>load<i32>(hull, HULL_STARTS_AT) + 4 * <usize>face;
  const first = load<i32>(starts);
  const corners = load<i32>(starts, 4) - first;
  const list = hull + <usize>load<i32>(hull, HULL_CORNERS_AT) + 4 * <usize>first;
  for (let c = 0; c < corners; c++) {
    const v = vertices + <usize>load<i32>(list + 4 * <usize>c);
    const o = out + POINT * <usize>c;
    store<f64>(o, load<f64>(v));
    store<f64>(o, load<f64>(v, 8), 8);
    store<f64>(o, load<f64>(v, 16), 16);
  }
  return corners;
}

/** The same of Q, in R's frame. */
function writePosed(hull: usize, face: i32, out: usize): i32 {
  const pose = q + POSE_AT;
  const s = load<f64>(pose, 96);
  const vertices = <usize>load<i32>(q, BODY_Q_AT) + HEAD;
  const starts = hull + <usize>load<i32>(hull, HULL_STARTS_AT) + 4 * <usize>face;
  const first = load<i32>(starts);
  const corners = load<i32>(starts, 4) - first;
  const list = hull + <usize>load<i32>(hull, HULL_CORNERS_AT) + 4 * <usize>first;
  for (let c = 0; c < corners; c++) {
    const v = vertices + <usize>load<i32>(list + 4 * <usize>c);
    const o = out + POINT * <usize>c;
    const x = s * load<f64>(v);
    const y = s * load<f64>(v, 8);
    const z = s * load<f64>(v, 16);
    store<f64>(o, load<f64>(pose) * x + load<f64>(pose, 8) * y + load<f64>(pose, 16) * z + load<f64>(pose, 72));
    store<f64>(o, load<f64>(pose, 24) * x + load<f64>(pose, 32) * y + load<f64>(pose, 40) * z + load<f64>(pose, 80), 8);
    store<f64>(
      o,
      load<f64>(pose, 48) * x + load<f64>(pose, 56) * y + load<f64>(pose, 64) * z + load<f64>(pose, 88),
      16,
    );
  }
  return corners;
}

/** Clips the polygon by the side from corner k of the reference face; returns the number of corners left. */
function clipSide(k: i32, corners: i32, points: i32): i32 {
  const i = q + FACE + POINT * <usize>k;
  const j = k + 1 === corners ? q + FACE : i + POINT;
  const ex = load<f64>(j) - load<f64>(i);
  const ey = load<f64>(j, 8) - load<f64>(i, 8);
  const ez = load<f64>(j, 16) - load<f64>(i, 16);
  const sx = ey * mz - ez * my;
  const sy = ez * mx - ex * mz;
  const sz = ex * my - ey * mx;
  const length = lengthOf(sx, sy, sz);
  if (!(length > 0)) return points;
  const offset = (sx * load<f64>(i) + sy * load<f64>(i, 8) + sz * load<f64>(i, 16)) / length;
  const ux = sx / length;
  const uy = sy / length;
  const uz = sz / length;
  let out = clipped;
  const end = polygon + POINT * <usize>points;
  let last = end - POINT;
  let before = ux * load<f64>(last) + uy * load<f64>(last, 8) + uz * load<f64>(last, 16) - offset;
  for (let at = polygon; at < end; at += POINT) {
    const here = ux * load<f64>(at) + uy * load<f64>(at, 8) + uz * load<f64>(at, 16) - offset;
    if (here > INSIDE !== before > INSIDE) {
      const part = before / (before - here);
      for (let d: usize = 0; d < POINT; d += 8) {
        store<f64>(out + d, load<f64>(last + d) + part * (load<f64>(at + d) - load<f64>(last + d)));
      }
      out += POINT;
    }
    if (!(here > INSIDE)) {
      for (let d: usize = 0; d < POINT; d += 8) store<f64>(out + d, load<f64>(at + d));
      out += POINT;
    }
    last = at;
    before = here;
  }
  const left = <i32>(<u32>(out - clipped) / <u32>POINT);
  const other = polygon;
  polygon = clipped;
  clipped = other;
  return left;
}

/** Keeps the corners of the clipped polygon that are within the distance, at most four. */
function select(points: i32, isReferenceQ: bool, gap: f64, within: f64): void {
  const sign: f64 = isReferenceQ ? 1 : -1;
  const along = sign * (mx * nx + my * ny + mz * nz);
  if (!(along > 0)) return;
  const fx = load<f64>(q, FACE);
  const fy = load<f64>(q, FACE + 8);
  const fz = load<f64>(q, FACE + 16);
  let near: i32 = 0;
  for (let c = 0; c < points; c++) {
    const at = polygon + POINT * <usize>c;
    const x = load<f64>(at);
    const y = load<f64>(at, 8);
    const z = load<f64>(at, 16);
    const height = (mx * (x - fx) + my * (y - fy) + mz * (z - fz)) / along;
    if (!(height <= within) || height < gap - within) continue;
    const to = polygon + POINT * <usize>near;
    store<f64>(to, x);
    store<f64>(to, y, 8);
    store<f64>(to, z, 16);
    store<f64>(q + 8 * <usize>near, height, HEIGHTS);
    near++;
  }
  if (near > MOST_CONTACTS) near = reduceToFour(near);
  else {
    kept0 = 0;
    kept1 = 1;
    kept2 = 2;
    kept3 = 3;
  }
  if (near > 0) add(kept0, sign);
  if (near > 1) add(kept1, sign);
  if (near > 2) add(kept2, sign);
  if (near > 3) add(kept3, sign);
}

function add(c: i32, sign: f64): void {
  const at = polygon + POINT * <usize>c;
  const height = load<f64>(q + 8 * <usize>c, HEIGHTS);
  const o = q + CONTACTS_AT + CONTACT * <usize>count;
  const side: usize = sign > 0 ? 0 : 24;
  const x = load<f64>(at);
  const y = load<f64>(at, 8);
  const z = load<f64>(at, 16);
  // The incident point belongs to R where the reference is Q's.
  store<f64>(o + side, x - sign * height * nx);
  store<f64>(o + side, y - sign * height * ny, 8);
  store<f64>(o + side, z - sign * height * nz, 16);
  store<f64>(o + 24 - side, x);
  store<f64>(o + 24 - side, y, 8);
  store<f64>(o + 24 - side, z, 16);
  writeNormal(o, height);
}

/** The nearest points themselves. */
function addWitness(gap: f64): void {
  if (count === MOST_CONTACTS) count--;
  const o = q + CONTACTS_AT + CONTACT * <usize>count;
  const x = load<f64>(q, POINTS_AT);
  const y = load<f64>(q, POINTS_AT + 8);
  const z = load<f64>(q, POINTS_AT + 16);
  store<f64>(o, x);
  store<f64>(o, y, 8);
  store<f64>(o, z, 16);
  store<f64>(o, x + gap * nx, 24);
  store<f64>(o, y + gap * ny, 32);
  store<f64>(o, z + gap * nz, 40);
  writeNormal(o, gap);
}

function writeNormal(o: usize, gap: f64): void {
  store<f64>(o, nx, 48);
  store<f64>(o, ny, 56);
  store<f64>(o, nz, 64);
  store<f64>(o, gap, 72);
  count++;
}

/** Chooses four of many points: the deepest, the one farthest from it, and the farthest on both sides of their line. */
function reduceToFour(points: i32): i32 {
  let a: i32 = 0;
  for (let c = 1; c < points; c++) if (heightOf(c) < heightOf(a)) a = c;
  let b: i32 = -1;
  let far: f64 = -1;
  for (let c = 0; c < points; c++) {
    const apart = apartSq(a, c);
    if (c === a || apart <= far) continue;
    far = apart;
    b = c;
  }
  let left: i32 = -1;
  let right: i32 = -1;
  let mostLeft: f64 = 0;
  let mostRight: f64 = 0;
  const low = min(a, b);
  const high = max(a, b);
  for (let c = 0; c < points; c++) {
    if (c === a || c === b) continue;
    const off = offLineSq(a, b, c);
    if (c > low && c < high) {
      if (off <= mostLeft) continue;
      mostLeft = off;
      left = c;
    } else if (off > mostRight) {
      mostRight = off;
      right = c;
    }
  }
  kept0 = a;
  kept1 = b;
  kept2 = left >= 0 ? left : right;
  kept3 = right;
  return 2 + i32(left >= 0) + i32(right >= 0);
}

/** @inline */
function heightOf(c: i32): f64 {
  return load<f64>(q + 8 * <usize>c, HEIGHTS);
}

function apartSq(i: i32, j: i32): f64 {
  const p = polygon + POINT * <usize>i;
  const r = polygon + POINT * <usize>j;
  const x = load<f64>(p) - load<f64>(r);
  const y = load<f64>(p, 8) - load<f64>(r, 8);
  const z = load<f64>(p, 16) - load<f64>(r, 16);
  return x * x + y * y + z * z;
}

/** The squared distance of a point from the line through two others, times the squared distance of these. */
function offLineSq(i: i32, j: i32, k: i32): f64 {
  const a = polygon + POINT * <usize>i;
  const b = polygon + POINT * <usize>j;
  const c = polygon + POINT * <usize>k;
  const ux = load<f64>(b) - load<f64>(a);
  const uy = load<f64>(b, 8) - load<f64>(a, 8);
  const uz = load<f64>(b, 16) - load<f64>(a, 16);
  const vx = load<f64>(c) - load<f64>(a);
  const vy = load<f64>(c, 8) - load<f64>(a, 8);
  const vz = load<f64>(c, 16) - load<f64>(a, 16);
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  return x * x + y * y + z * z;
}

/** Brings a contact from R's frame and unit to the world. */
function toWorld(o: usize, bodyR: usize, unit: f64): void {
  for (let part: usize = 0; part < 72; part += 24) {
    const isPoint = part < 48;
    const at = o + part;
    let x = load<f64>(at);
    let y = load<f64>(at, 8);
    let z = load<f64>(at, 16);
    if (isPoint) {
      x = load<f64>(bodyR, CENTRE_AT) + unit * x;
      y = load<f64>(bodyR, CENTRE_AT + 8) + unit * y;
      z = load<f64>(bodyR, CENTRE_AT + 16) + unit * z;
    }
    for (let k: usize = 0; k < 24; k += 8) {
      const m = q + MATRIX + 3 * k;
      const turned = load<f64>(m) * x + load<f64>(m, 8) * y + load<f64>(m, 16) * z;
      store<f64>(at + k, turned + (isPoint ? load<f64>(q + k, WORLD_R_AT) : 0));
    }
  }
  store<f64>(o, unit * load<f64>(o, 72), 72);
}

/** As src/scalar/vector.ts computes it. */
function lengthOf(x: f64, y: f64, z: f64): f64 {
  const largest = larger(larger(abs<f64>(x), abs<f64>(y)), abs<f64>(z));
  if (largest === 0 || largest === Infinity) return largest;
  const u = x / largest;
  const v = y / largest;
  const w = z / largest;
  return largest * sqrt<f64>(u * u + v * v + w * w);
}
