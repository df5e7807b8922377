// The depth of two convex bodies by EPA (src/convex/epa.ts, polytope.ts): the same operations in the same order, so that the result is the
// same to the bit. Bodies whose inner balls do not prove the overlap, slivers, and polytopes of more than some hundred faces are left to the
// plain library.
//
// Two things differ. The lowest face is found by a comparison of all, two at a time, in place of a heap, whose branches no processor can
// predict. And the edges of face f are 4f, 4f + 1, 4f + 2, so that the face of an edge is found without a division.

import { supportOf } from './convex-body';
import {
  BALL_AT,
  BODY_Q_AT,
  BODY_R_AT,
  CORNERS_AT,
  DECIDED,
  FRAME_RADIUS_AT,
  HEAD,
  LOWER_AT,
  MOST_CORNERS,
  MOST_FACES,
  NORMAL_AT,
  NOT_DECIDED,
  POINTS_AT,
  POLYTOPE_AT,
  POSE_AT,
  RADIUS_AT,
  STEPS_AT,
  UPPER_AT,
} from './convex-layout';
import { relate } from './convex-pair';
import { larger } from './larger';

// Constants of src/convex/: gjk.ts, difference.ts, epa.ts, polytope.ts, simplex.ts.
const UNIT_ROUNDOFF: f64 = 1 / <f64>((<i64>1) << 53);
const GAP: f64 = 32 * UNIT_ROUNDOFF;
const REACH_ERROR: f64 = 1.74 * (8 * UNIT_ROUNDOFF + UNIT_ROUNDOFF) + 12 * UNIT_ROUNDOFF;
const SKIN_ROUNDING: f64 = 4 * UNIT_ROUNDOFF;
const FLAT: f64 = 1 / <f64>((<i64>1) << 16);
const WIDEST_TANGENT: f64 = 2 * Math.SQRT2;
const NARROWEST_TANGENT: f64 = 0.1;
const SINE_60: f64 = 0.8660254037844386;
const BALL_MARGIN: f64 = 1 / <f64>((<i64>1) << 30);
const EDGE_PLANE_SQ: f64 = 1 / <f64>((<i64>1) << 20);
const SIDE_ROUNDING: f64 = 8 * UNIT_ROUNDOFF;
const TILT_ROUNDING: f64 = 16 * UNIT_ROUNDOFF;
const SLIVER_SQ: f64 = 0.125;
const SLIVER: f64 = 4;
/**
 * How far within its edges, or beyond one of them, a foot has to be, in parts of the scale. Beyond: the point of the face is then farther
 * than the bracket is wide, since a bracket of 2⁻⁴⁷·S² is far less than the square of this.
 */
const CLEAR: f64 = 1 / <f64>((<i64>1) << 20);

// The polytope, from POLYTOPE_AT on. A face has 64 bytes: its unit normal, height, error bound; its corners, and their twins.
const FACE: usize = 64;
const HEIGHT: usize = 24;
const ERROR_BOUND: usize = 32;
const CORNER: usize = 40; // three i32
const TWIN: usize = 52; // three i32
const FACES: usize = POLYTOPE_AT;
const BOUNDS: usize = FACES + FACE * 1024;
const SEEN: usize = BOUNDS + 8 * 1024;
const WAITING: usize = SEEN + 4 * 1024;
const HORIZON: usize = WAITING + 4 * 2048;
const RIM: usize = HORIZON + 4 * 1024;

/** Positive where corner d is on the outer side of a, b, c, exactly. The host decides it. */
declare function exactSide(corners: usize, a: i32, b: i32, c: i32, d: i32): i32;

let q: usize = 0;
let bodyQ: usize = 0;
let bodyR: usize = 0;
let scale: f64 = 0;
let dx: f64 = 0;
let dy: f64 = 0;
let dz: f64 = 0;
/** The best reach so far, and its direction. */
let upper: f64 = 0;
let bestX: f64 = 0;
let bestY: f64 = 0;
let bestZ: f64 = 0;
/** A ball in the difference: its middle, radius, and the distance of the middle from the origin. */
let ballX: f64 = 0;
let ballY: f64 = 0;
let ballZ: f64 = 0;
let ballRadius: f64 = 0;
let ballApart: f64 = 0;
let faceCount: i32 = 0;
/** Faces with at least this bound are not listed. */
let limit: f64 = 0;

/** The depth of two bodies, and where it is attained. */
export function convexDepth(query: usize): i32 {
  q = query;
  isFlawed = false;
  bodyQ = <usize>load<i32>(q, BODY_Q_AT);
  bodyR = <usize>load<i32>(q, BODY_R_AT);
  const tx = load<f64>(q, POSE_AT + 72);
  const ty = load<f64>(q, POSE_AT + 80);
  const tz = load<f64>(q, POSE_AT + 88);
  const s = load<f64>(q, POSE_AT + 96);
  const apart = sqrt<f64>(tx * tx + ty * ty + tz * tz);
  scale = s * load<f64>(bodyQ, RADIUS_AT) + load<f64>(bodyR, RADIUS_AT) + apart;
  findBall(s);
  if (!(ballRadius - ballApart > BALL_MARGIN * scale)) return NOT_DECIDED;
  // The corner and the bound from the direction between the ball's middle and the origin.
  dx = ballApart > 0 ? -ballX / ballApart : 1;
  dy = ballApart > 0 ? -ballY / ballApart : 0;
  dz = ballApart > 0 ? -ballZ / ballApart : 0;
  upper = Infinity;
  support(0);
  tighten(0);
  const gap = GAP * scale;
  if (!tetrahedronAround()) return NOT_DECIDED;
  const steps = expand(gap);
  if (steps < 0) return NOT_DECIDED;
  let lower = bracketLow;
  if (!nearestOnBoundary(abs<f64>(upper) + gap)) return NOT_DECIDED;
  const rounding = REACH_ERROR * scale;
  if (upper - larger(0, lower) > 2 * gap) return NOT_DECIDED;
  lower = larger(0, lower - rounding);
  if (!(lower > 0)) return NOT_DECIDED;
  store<f64>(q, lower, LOWER_AT);
  store<f64>(q, larger(0, upper) + rounding, UPPER_AT);
  store<f64>(q, bestX, NORMAL_AT);
  store<f64>(q, bestY, NORMAL_AT + 8);
  store<f64>(q, bestZ, NORMAL_AT + 16);
  store<i32>(q, steps, STEPS_AT);
  return DECIDED;
}

/** A point of Q in R's frame, x, y or z by the row of the rotation. @inline */
function posed(row: usize, x: f64, y: f64, z: f64): f64 {
  const m = q + POSE_AT + 24 * row;
  return load<f64>(m) * x + load<f64>(m, 8) * y + load<f64>(m, 16) * z + load<f64>(q + 8 * row, POSE_AT + 72);
}

function findBall(s: f64): void {
  const x = s * load<f64>(bodyQ, BALL_AT);
  const y = s * load<f64>(bodyQ, BALL_AT + 8);
  const z = s * load<f64>(bodyQ, BALL_AT + 16);
  ballX = posed(0, x, y, z) - load<f64>(bodyR, BALL_AT);
  ballY = posed(1, x, y, z) - load<f64>(bodyR, BALL_AT + 8);
  ballZ = posed(2, x, y, z) - load<f64>(bodyR, BALL_AT + 16);
  ballRadius = s * load<f64>(bodyQ, BALL_AT + 24) + load<f64>(bodyR, BALL_AT + 24);
  ballApart = sqrt<f64>(ballX * ballX + ballY * ballY + ballZ * ballZ);
}

/** Where a corner of the difference lies: x, y, z, then the vertices of both bodies. @inline */
function cornerAt(corner: i32): usize {
  return q + CORNERS_AT + ((<usize>corner) << 5);
}

/** Writes the corner of the difference farthest along d. */
function support(corner: i32): void {
  const m = q + POSE_AT;
  const m0 = load<f64>(m);
  const m1 = load<f64>(m, 8);
  const m2 = load<f64>(m, 16);
  const m3 = load<f64>(m, 24);
  const m4 = load<f64>(m, 32);
  const m5 = load<f64>(m, 40);
  const m6 = load<f64>(m, 48);
  const m7 = load<f64>(m, 56);
  const m8 = load<f64>(m, 64);
  const s = load<f64>(m, 96);
  const verticesQ = bodyQ + HEAD;
  const verticesR = bodyR + HEAD;
  const v = supportOf(
    bodyQ,
    verticesQ,
    m0 * dx + m3 * dy + m6 * dz,
    m1 * dx + m4 * dy + m7 * dz,
    m2 * dx + m5 * dy + m8 * dz,
  );
  const w = supportOf(bodyR, verticesR, -dx, -dy, -dz);
  const x = s * load<f64>(verticesQ + v);
  const y = s * load<f64>(verticesQ + v, 8);
  const z = s * load<f64>(verticesQ + v, 16);
  const at = cornerAt(corner);
  store<f64>(at, m0 * x + m1 * y + m2 * z + load<f64>(m, 72) - load<f64>(verticesR + w));
  store<f64>(at, m3 * x + m4 * y + m5 * z + load<f64>(m, 80) - load<f64>(verticesR + w, 8), 8);
  store<f64>(at, m6 * x + m7 * y + m8 * z + load<f64>(m, 88) - load<f64>(verticesR + w, 16), 16);
  store<i32>(at, <i32>v, 24);
  store<i32>(at, <i32>w, 28);
}

/** @inline */
function reach(corner: i32): f64 {
  const at = cornerAt(corner);
  return load<f64>(at) * dx + load<f64>(at, 8) * dy + load<f64>(at, 16) * dz;
}

/** No depth exceeds the reach of the last support. */
function tighten(corner: i32): void {
  const height = reach(corner);
  if (!(height < upper)) return;
  upper = height;
  bestX = dx;
  bestY = dy;
  bestZ = dz;
}

let acrossX: f64 = 0;
let acrossY: f64 = 0;
let acrossZ: f64 = 0;
function unitCross(ux: f64, uy: f64, uz: f64, vx: f64, vy: f64, vz: f64): void {
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = sqrt<f64>(x * x + y * y + z * z);
  acrossX = x / length;
  acrossY = y / length;
  acrossZ = z / length;
}

/** A tetrahedron with one face across the best normal so far; false if it is flat. */
function tetrahedronAround(): bool {
  const x = bestX;
  const y = bestY;
  const z = bestZ;
  const ax = abs<f64>(x);
  const ay = abs<f64>(y);
  const az = abs<f64>(z);
  if (ax <= ay && ax <= az) unitCross(x, y, z, 1, 0, 0);
  else if (ay <= ax && ay <= az) unitCross(x, y, z, 0, 1, 0);
  else unitCross(x, y, z, 0, 0, 1);
  const ux = acrossX;
  const uy = acrossY;
  const uz = acrossZ;
  unitCross(x, y, z, ux, uy, uz);
  const vx = acrossX;
  const vy = acrossY;
  const vz = acrossZ;
  const cosine = (ballRadius - upper) / ballApart;
  const sine = sqrt<f64>(max<f64>(0, 1 - cosine * cosine));
  const tangent = cosine > 0 ? max<f64>(NARROWEST_TANGENT, min<f64>(WIDEST_TANGENT, sine / cosine)) : WIDEST_TANGENT;
  const along = 1 / sqrt<f64>(1 + tangent * tangent);
  const tilt = tangent * along;
  for (let k = 0; k < 4; k++) {
    const n: f64 = k === 3 ? -1 : along;
    const p: f64 = k === 3 ? 0 : k === 0 ? tilt : -0.5 * tilt;
    const r: f64 = k === 1 ? SINE_60 * tilt : k === 2 ? -SINE_60 * tilt : 0;
    dx = n * x + p * ux + r * vx;
    dy = n * y + p * uy + r * vy;
    dz = n * z + p * uz + r * vz;
    support(4 + k);
    tighten(4 + k);
  }
  const a = cornerAt(4);
  const b = cornerAt(5);
  const c = cornerAt(6);
  const px = load<f64>(a) - load<f64>(c);
  const py = load<f64>(a, 8) - load<f64>(c, 8);
  const pz = load<f64>(a, 16) - load<f64>(c, 16);
  const qx = load<f64>(b) - load<f64>(c);
  const qy = load<f64>(b, 8) - load<f64>(c, 8);
  const qz = load<f64>(b, 16) - load<f64>(c, 16);
  const nx = py * qz - pz * qy;
  const ny = pz * qx - px * qz;
  const nz = px * qy - py * qx;
  const pSq = px * px + py * py + pz * pz;
  const qSq = qx * qx + qy * qy + qz * qz;
  const lengthSq = nx * nx + ny * ny + nz * nz;
  // (A sliver is left to the plain library.)
  if (!(lengthSq > SLIVER_SQ * pSq * qSq)) return false;
  const unit = 1 / sqrt<f64>(lengthSq);
  dx = nx * unit;
  dy = ny * unit;
  dz = nz * unit;
  const height = reach(7) - reach(4);
  if (!(abs<f64>(height) > FLAT * scale)) return false;
  startPolytope(height < 0);
  return true;
}

/** The faces of the first tetrahedron: its last corner is below the first three where `isBelow`. */
function startPolytope(isBelow: bool): void {
  const second = isBelow ? 5 : 6;
  const third = isBelow ? 6 : 5;
  faceCount = 0;
  limit = Infinity;
  const rim = q + RIM;
  store<i32>(rim, 4);
  store<i32>(rim, second, 4);
  addFan(third, 1);
  store<i32>(rim, second);
  store<i32>(rim, 4, 4);
  store<i32>(rim, third, 8);
  store<i32>(rim, second, 12);
  addFan(7, 3);
  // Twins: those of polytope.ts, numbered by fours.
  setTwin(0, 4);
  setTwin(1, 12);
  setTwin(2, 8);
  setTwin(4, 0);
  setTwin(5, 10);
  setTwin(6, 13);
  setTwin(8, 2);
  setTwin(9, 14);
  setTwin(10, 5);
  setTwin(12, 1);
  setTwin(13, 6);
  setTwin(14, 9);
}

/** @inline */
function faceAt(face: i32): usize {
  return q + FACES + ((<usize>face) << 6);
}

/** @inline */
function twinOf(edge: i32): i32 {
  return load<i32>(faceAt(edge >> 2) + ((<usize>(edge & 3)) << 2), TWIN);
}

/** @inline */
function setTwin(edge: i32, twin: i32): void {
  store<i32>(faceAt(edge >> 2) + ((<usize>(edge & 3)) << 2), twin, TWIN);
}

/** The edge after it in its face. @inline */
function nextEdge(edge: i32): i32 {
  return edge + 1 - 3 * ((edge & 3) >> 1);
}

let lowestBound: f64 = 0;
/** The face of least bound, of equals the first; −1 if none is listed. Its bound is left in `lowestBound`. */
function lowest(): i32 {
  const end = q + BOUNDS + 8 * <usize>((faceCount + 1) & ~1);
  let least = f64x2.splat(Infinity);
  let leastAt = i64x2.splat(-1);
  let at = i64x2(0, 1);
  const two = i64x2.splat(2);
  // The bound behind an odd number of faces.
  store<f64>(q + BOUNDS + 8 * <usize>faceCount, Infinity);
  for (let p = q + BOUNDS; p < end; p += 16) {
    const bounds = v128.load(p);
    const isLess = f64x2.lt(bounds, least);
    least = f64x2.pmin(least, bounds);
    leastAt = v128.bitselect(at, leastAt, isLess);
    at = i64x2.add(at, two);
  }
  const low0 = f64x2.extract_lane(least, 0);
  const low1 = f64x2.extract_lane(least, 1);
  const at0 = <i32>i64x2.extract_lane(leastAt, 0);
  const at1 = <i32>i64x2.extract_lane(leastAt, 1);
  const isSecond = low1 < low0 || (low1 === low0 && <u32>at1 < <u32>at0);
  lowestBound = isSecond ? low1 : low0;
  return isSecond ? at1 : at0;
}

let bracketLow: f64 = 0;
/** Grows the polytope until its lowest face is one of the difference. The number of steps; −1 where the plain library has to do it. */
function expand(gap: f64): i32 {
  let face = lowest();
  let steps = 0;
  for (let corner = 8; ; corner++) {
    if (corner >= MOST_CORNERS || face < 0) return -1;
    const at = faceAt(face);
    dx = load<f64>(at);
    dy = load<f64>(at, 8);
    dz = load<f64>(at, 16);
    support(corner);
    steps++;
    tighten(corner);
    if (upper - lowestBound <= gap) break;
    limit = larger(0, upper) + gap;
    if (!grow(corner, face)) return -1;
    face = lowest();
    if (face < 0) break;
  }
  bracketLow = face < 0 ? upper : lowestBound;
  return steps;
}

/** Joins the corner; false where it is not beyond the face, or there is no space. */
function grow(corner: i32, face: i32): bool {
  if (!sees(corner, face)) return false;
  const border = findHorizon(corner, face);
  const first = faceCount;
  if (first + border > MOST_FACES - 2) return false;
  const end = (first + border) << 2;
  const horizon = q + HORIZON;
  for (let i = 0, edge = first << 2; edge < end; i++, edge += 4) {
    const twin = twinOf(load<i32>(horizon + ((<usize>i) << 2)));
    setTwin(edge, twin);
    setTwin(twin, edge);
    setTwin(edge + 1, (edge + 4 === end ? first << 2 : edge + 4) + 2);
    setTwin(edge + 2, (i === 0 ? end : edge) - 3);
  }
  addFan(corner, border);
  return true;
}

/** Whether the corner lies strictly beyond the face's plane, exactly. @inline */
function sees(corner: i32, face: i32): bool {
  const at = faceAt(face);
  const w = cornerAt(corner);
  const side =
    load<f64>(at) * load<f64>(w) +
    load<f64>(at, 8) * load<f64>(w, 8) +
    load<f64>(at, 16) * load<f64>(w, 16) -
    load<f64>(at, HEIGHT);
  const errorBound = load<f64>(at, ERROR_BOUND);
  if (side > errorBound) return true;
  return side >= -errorBound && seesExactly(corner, at);
}

function seesExactly(corner: i32, at: usize): bool {
  return (
    exactSide(q + CORNERS_AT, load<i32>(at, CORNER), load<i32>(at, CORNER + 4), load<i32>(at, CORNER + 8), corner) > 0
  );
}

/** Marks what the corner sees, and lists the border, edge after edge; the number of its edges. */
function findHorizon(corner: i32, start: i32): i32 {
  const waiting = q + WAITING;
  const seen = q + SEEN;
  const horizon = q + HORIZON;
  const rim = q + RIM;
  const w = cornerAt(corner);
  const x = load<f64>(w);
  const y = load<f64>(w, 8);
  const z = load<f64>(w, 16);
  markSeen(start);
  store<i32>(waiting, (start << 2) + 2);
  store<i32>(waiting, (start << 2) + 1, 4);
  store<i32>(waiting, start << 2, 8);
  let border: usize = 0;
  let count: usize = 12;
  while (count > 0) {
    count -= 4;
    const edge = load<i32>(waiting + count);
    const twin = twinOf(edge);
    const other = twin >> 2;
    if (load<i32>(seen + ((<usize>other) << 2)) !== 0) continue;
    const at = faceAt(other);
    const side = load<f64>(at) * x + load<f64>(at, 8) * y + load<f64>(at, 16) * z - load<f64>(at, HEIGHT);
    const errorBound = load<f64>(at, ERROR_BOUND);
    if (side > errorBound || (side >= -errorBound && seesExactly(corner, at))) {
      markSeen(other);
      const next = nextEdge(twin);
      store<i32>(waiting + count, nextEdge(next));
      store<i32>(waiting + count, next, 4);
      count += 8;
    } else {
      store<i32>(rim + border, load<i32>(faceAt(edge >> 2) + ((<usize>(edge & 3)) << 2), CORNER));
      store<i32>(horizon + border, edge);
      border += 4;
    }
  }
  store<i32>(rim + border, load<i32>(rim));
  return <i32>(border >> 2);
}

/** A face that is seen is gone. @inline */
function markSeen(face: i32): void {
  store<i32>(q + SEEN + ((<usize>face) << 2), 1);
  store<f64>(q + BOUNDS + ((<usize>face) << 3), Infinity);
}

/** A number of two corners, one in each lane. @inline */
function both(first: usize, second: usize): v128 {
  return v128.load64_lane(second, v128.load64_zero(first), 1);
}

/** @inline */
function dot(ux: v128, uy: v128, uz: v128, vx: v128, vy: v128, vz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ux, vx), f64x2.mul(uy, vy)), f64x2.mul(uz, vz));
}

/** A coordinate of a cross product. @inline */
function cross(uy: v128, uz: v128, vy: v128, vz: v128): v128 {
  return f64x2.sub(f64x2.mul(uy, vz), f64x2.mul(uz, vy));
}

/** The unit normals of two faces, and how much rounding tilts them. */
let nx: v128 = f64x2.splat(0);
let ny: v128 = f64x2.splat(0);
let nz: v128 = f64x2.splat(0);
let tilt: v128 = f64x2.splat(0);

/** Adds the faces between corner k and the first `count` edges of the rim: two at a time, the last one twice where they are odd. */
function addFan(k: i32, count: i32): void {
  const c = cornerAt(k);
  const kx = v128.load64_splat(c);
  const ky = v128.load64_splat(c, 8);
  const kz = v128.load64_splat(c, 16);
  for (let n = 0; n < count; n += 2) {
    const more = i32(n + 1 < count);
    const rim = q + RIM + ((<usize>n) << 2);
    const i = load<i32>(rim);
    const j = load<i32>(rim, 4);
    const i0 = cornerAt(i);
    const j0 = cornerAt(j);
    const i1 = cornerAt(load<i32>(rim + ((<usize>more) << 2)));
    const l = load<i32>(rim + ((<usize>more) << 2), 4);
    const j1 = cornerAt(l);
    const ix = both(i0, i1);
    const iy = both(i0 + 8, i1 + 8);
    const iz = both(i0 + 16, i1 + 16);
    const jx = both(j0, j1);
    const jy = both(j0 + 8, j1 + 8);
    const jz = both(j0 + 16, j1 + 16);
    findNormals(
      f64x2.sub(ix, kx),
      f64x2.sub(iy, ky),
      f64x2.sub(iz, kz),
      f64x2.sub(jx, kx),
      f64x2.sub(jy, ky),
      f64x2.sub(jz, kz),
    );
    const hk = dot(nx, ny, nz, kx, ky, kz);
    const spread = f64x2.add(
      f64x2.abs(f64x2.sub(dot(nx, ny, nz, ix, iy, iz), hk)),
      f64x2.abs(f64x2.sub(dot(nx, ny, nz, jx, jy, jz), hk)),
    );
    const height = f64x2.sub(hk, spread);
    const errorBound = f64x2.add(
      f64x2.mul(f64x2.add(f64x2.splat(SIDE_ROUNDING), f64x2.mul(f64x2.splat(TILT_ROUNDING), tilt)), f64x2.splat(scale)),
      f64x2.add(spread, spread),
    );
    const second = faceAt(faceCount + more);
    v128.store(second, v128.shuffle<i64>(nx, ny, 1, 3));
    v128.store(second, v128.shuffle<i64>(nz, height, 1, 3), 16);
    v128.store64_lane(second, errorBound, 1, ERROR_BOUND);
    storeCorners(second, load<i32>(rim + ((<usize>more) << 2)), l, k);
    const first = faceAt(faceCount);
    v128.store(first, v128.shuffle<i64>(nx, ny, 0, 2));
    v128.store(first, v128.shuffle<i64>(nz, height, 0, 2), 16);
    v128.store64_lane(first, errorBound, 0, ERROR_BOUND);
    storeCorners(first, i, j, k);
    // What is behind the last face is written over by the next.
    store<i64>(q + SEEN + ((<usize>faceCount) << 2), 0);
    let bound = v128.bitselect(height, f64x2.splat(Infinity), f64x2.lt(height, f64x2.splat(limit)));
    const isSharper = mayBeSharper(height);
    if (v128.any_true(isSharper)) {
      let beyondSq = beyondEdge(kx, ky, kz, ix, iy, iz, f64x2.splat(0));
      beyondSq = beyondEdge(ix, iy, iz, jx, jy, jz, beyondSq);
      beyondSq = beyondEdge(jx, jy, jz, kx, ky, kz, beyondSq);
      bound = v128.bitselect(sharpened(height, beyondSq), bound, isSharper);
    }
    v128.store(q + BOUNDS + ((<usize>faceCount) << 3), bound);
    faceCount += 1 + more;
  }
}

/** @inline */
function storeCorners(face: usize, i: i32, j: i32, k: i32): void {
  store<i32>(face, i, CORNER);
  store<i32>(face, j, CORNER + 4);
  store<i32>(face, k, CORNER + 8);
}

/** The normals of two faces from two edges of each. @inline */
function findNormals(px: v128, py: v128, pz: v128, qx: v128, qy: v128, qz: v128): void {
  nx = cross(py, pz, qy, qz);
  ny = cross(pz, px, qz, qx);
  nz = cross(px, py, qx, qy);
  const pSq = dot(px, py, pz, px, py, pz);
  const qSq = dot(qx, qy, qz, qx, qy, qz);
  const lengthSq = dot(nx, ny, nz, nx, ny, nz);
  const isPlain = f64x2.gt(lengthSq, f64x2.mul(f64x2.mul(f64x2.splat(SLIVER_SQ), pSq), qSq));
  let unit = f64x2.div(f64x2.splat(1), f64x2.sqrt(lengthSq));
  if (!i64x2.all_true(isPlain)) {
    // The normal of a long and thin face, made orthogonal to its longest edge once more; a face of no area has none here.
    const rx = f64x2.sub(qx, px);
    const ry = f64x2.sub(qy, py);
    const rz = f64x2.sub(qz, pz);
    const rSq = dot(rx, ry, rz, rx, ry, rz);
    const isQ = v128.and(f64x2.ge(qSq, pSq), f64x2.ge(qSq, rSq));
    const isP = v128.andnot(f64x2.ge(pSq, rSq), isQ);
    const byP = v128.andnot(v128.bitselect(f64x2.splat(1), f64x2.splat(-1), isP), isQ);
    const byQ = v128.andnot(f64x2.splat(1), isP);
    const ex = f64x2.add(f64x2.mul(byP, px), f64x2.mul(byQ, qx));
    const ey = f64x2.add(f64x2.mul(byP, py), f64x2.mul(byQ, qy));
    const ez = f64x2.add(f64x2.mul(byP, pz), f64x2.mul(byQ, qz));
    const along = f64x2.div(dot(nx, ny, nz, ex, ey, ez), f64x2.max(f64x2.max(pSq, qSq), rSq));
    nx = f64x2.sub(nx, v128.andnot(f64x2.mul(along, ex), isPlain));
    ny = f64x2.sub(ny, v128.andnot(f64x2.mul(along, ey), isPlain));
    nz = f64x2.sub(nz, v128.andnot(f64x2.mul(along, ez), isPlain));
    const length = f64x2.sqrt(dot(nx, ny, nz, nx, ny, nz));
    const hasLength = f64x2.gt(length, f64x2.splat(0));
    if (!i64x2.all_true(v128.or(isPlain, hasLength))) isFlawed = true;
    unit = v128.bitselect(unit, v128.and(f64x2.div(f64x2.splat(1), length), hasLength), isPlain);
  }
  nx = f64x2.mul(nx, unit);
  ny = f64x2.mul(ny, unit);
  nz = f64x2.mul(nz, unit);
  tilt = f64x2.mul(f64x2.mul(f64x2.splat(0.5), f64x2.add(pSq, qSq)), unit);
}

/** Set where a face has no normal. */
let isFlawed: bool = false;

/** Which of two faces are low enough, and whose feet the ball may leave out. @inline */
function mayBeSharper(height: v128): v128 {
  const across = f64x2.add(
    f64x2.add(f64x2.add(f64x2.splat(ballRadius), f64x2.mul(nx, f64x2.splat(ballX))), f64x2.mul(ny, f64x2.splat(ballY))),
    f64x2.mul(nz, f64x2.splat(ballZ)),
  );
  const isTold = v128.or(f64x2.le(across, height), f64x2.lt(height, f64x2.splat(BALL_MARGIN * scale)));
  return v128.andnot(f64x2.lt(height, f64x2.splat(limit)), isTold);
}

/** How far the middle of the ball is beyond the planes through the origin and edges of two faces, if farther than beyond others. @inline */
function beyondEdge(ux: v128, uy: v128, uz: v128, vx: v128, vy: v128, vz: v128, beyondSq: v128): v128 {
  const leastSq = EDGE_PLANE_SQ * (scale * scale) * (scale * scale);
  const x = cross(uy, uz, vy, vz);
  const y = cross(uz, ux, vz, vx);
  const z = cross(ux, uy, vx, vy);
  const along = dot(x, y, z, f64x2.splat(ballX), f64x2.splat(ballY), f64x2.splat(ballZ));
  const areaSq = dot(x, y, z, x, y, z);
  const alongSq = f64x2.mul(along, along);
  const isFarther = v128.and(
    v128.and(f64x2.gt(along, f64x2.splat(0)), f64x2.gt(areaSq, f64x2.splat(leastSq))),
    f64x2.gt(alongSq, f64x2.mul(beyondSq, areaSq)),
  );
  return v128.bitselect(f64x2.div(alongSq, areaSq), beyondSq, isFarther);
}

/** The bounds of two faces, or those of the ball if they are larger; infinite from the limit on. @inline */
function sharpened(height: v128, beyondSq: v128): v128 {
  const middleSq = f64x2.splat(ballX * ballX + ballY * ballY + ballZ * ballZ);
  const apart = f64x2.sqrt(f64x2.pmax(f64x2.splat(0), f64x2.sub(middleSq, beyondSq)));
  const byBall = f64x2.sub(f64x2.sub(f64x2.splat(ballRadius), apart), f64x2.splat(BALL_MARGIN * scale));
  const bound = f64x2.pmax(height, byBall);
  return v128.bitselect(bound, f64x2.splat(Infinity), f64x2.lt(bound, f64x2.splat(limit)));
}

/**
 * Writes the points of both bodies where the boundary of the difference is nearest to the origin: of the lowest faces, the first that holds
 * it. False where that is not clear.
 */
function nearestOnBoundary(enough: f64): bool {
  if (isFlawed) return false;
  while (true) {
    const face = lowest();
    if (face < 0) return false;
    const at = faceAt(face);
    const a = cornerAt(load<i32>(at, CORNER));
    const b = cornerAt(load<i32>(at, CORNER + 4));
    const c = cornerAt(load<i32>(at, CORNER + 8));
    const x = load<f64>(c);
    const y = load<f64>(c, 8);
    const z = load<f64>(c, 16);
    const px = load<f64>(a) - x;
    const py = load<f64>(a, 8) - y;
    const pz = load<f64>(a, 16) - z;
    const qx = load<f64>(b) - x;
    const qy = load<f64>(b, 8) - y;
    const qz = load<f64>(b, 16) - z;
    const rx = load<f64>(b) - load<f64>(a);
    const ry = load<f64>(b, 8) - load<f64>(a, 8);
    const rz = load<f64>(b, 16) - load<f64>(a, 16);
    const kx = py * qz - pz * qy;
    const ky = pz * qx - px * qz;
    const kz = px * qy - py * qx;
    const pSq = px * px + py * py + pz * pz;
    const qSq = qx * qx + qy * qy + qz * qz;
    const lengthSq = kx * kx + ky * ky + kz * kz;
    if (!(lengthSq > SLIVER_SQ * pSq * qSq)) return false;
    const unit = 1 / sqrt<f64>(lengthSq);
    if (0.5 * (pSq + qSq) * unit > SLIVER) return false;
    const nx = kx * unit;
    const ny = ky * unit;
    const nz = kz * unit;
    const withinQ = -((ny * pz - nz * py) * x + (nz * px - nx * pz) * y + (nx * py - ny * px) * z);
    const withinP = (ny * qz - nz * qy) * x + (nz * qx - nx * qz) * y + (nx * qy - ny * qx) * z;
    const withinK = -(
      (ny * rz - nz * ry) * load<f64>(a) +
      (nz * rx - nx * rz) * load<f64>(a, 8) +
      (nx * ry - ny * rx) * load<f64>(a, 16)
    );
    const sizeP = abs<f64>(px) + abs<f64>(py) + abs<f64>(pz);
    const sizeQ = abs<f64>(qx) + abs<f64>(qy) + abs<f64>(qz);
    const sizeR = abs<f64>(rx) + abs<f64>(ry) + abs<f64>(rz);
    const clearP = CLEAR * scale * sizeQ;
    const clearQ = CLEAR * scale * sizeP;
    const clearK = CLEAR * scale * sizeR;
    if (withinP < -clearP || withinQ < -clearQ || withinK < -clearK) {
      // The next one.
      store<f64>(q + BOUNDS + ((<usize>face) << 3), Infinity);
      continue;
    }
    if (!(withinP > clearP && withinQ > clearQ && withinK > clearK)) return false;
    if (abs<f64>(nx * x + ny * y + nz * z) > enough) return false;
    const sum = withinP + withinQ + withinK;
    writePoints(a, b, c, withinP / sum, withinQ / sum, withinK / sum);
    return true;
  }
}

/** The points of Q and R at three corners with these weights. */
function writePoints(a: usize, b: usize, c: usize, weightA: f64, weightB: f64, weightC: f64): void {
  const s = load<f64>(q, POSE_AT + 96);
  const a0 = bodyQ + HEAD + <usize>load<i32>(a, 24);
  const a1 = bodyQ + HEAD + <usize>load<i32>(b, 24);
  const a2 = bodyQ + HEAD + <usize>load<i32>(c, 24);
  const x = s * (<f64>0 + weightA * load<f64>(a0) + weightB * load<f64>(a1) + weightC * load<f64>(a2));
  const y = s * (<f64>0 + weightA * load<f64>(a0, 8) + weightB * load<f64>(a1, 8) + weightC * load<f64>(a2, 8));
  const z = s * (<f64>0 + weightA * load<f64>(a0, 16) + weightB * load<f64>(a1, 16) + weightC * load<f64>(a2, 16));
  store<f64>(q, posed(0, x, y, z), POINTS_AT);
  store<f64>(q, posed(1, x, y, z), POINTS_AT + 8);
  store<f64>(q, posed(2, x, y, z), POINTS_AT + 16);
  const b0 = bodyR + HEAD + <usize>load<i32>(a, 28);
  const b1 = bodyR + HEAD + <usize>load<i32>(b, 28);
  const b2 = bodyR + HEAD + <usize>load<i32>(c, 28);
  for (let k: usize = 0; k < 24; k += 8) {
    const sum = <f64>0 + weightA * load<f64>(b0 + k) + weightB * load<f64>(b1 + k) + weightC * load<f64>(b2 + k);
    store<f64>(q + k, sum, POINTS_AT + 24);
  }
}

/** Whether a plane along the normal of the last result proves that the bodies are apart, from their poses in the world. */
export function separatesConvex(query: usize): i32 {
  if (!relate(query)) return NOT_DECIDED;
  q = query;
  const tx = load<f64>(q, POSE_AT + 72);
  const ty = load<f64>(q, POSE_AT + 80);
  const tz = load<f64>(q, POSE_AT + 88);
  const s = load<f64>(q, POSE_AT + 96);
  const apart = sqrt<f64>(tx * tx + ty * ty + tz * tz);
  bodyQ = <usize>load<i32>(q, BODY_Q_AT);
  bodyR = <usize>load<i32>(q, BODY_R_AT);
  dx = load<f64>(q, NORMAL_AT);
  dy = load<f64>(q, NORMAL_AT + 8);
  dz = load<f64>(q, NORMAL_AT + 16);
  support(0);
  const gap = -reach(0) - REACH_ERROR * (s * load<f64>(bodyQ, RADIUS_AT) + load<f64>(bodyR, RADIUS_AT) + apart);
  const radii = load<f64>(bodyQ, FRAME_RADIUS_AT) * s + load<f64>(bodyR, FRAME_RADIUS_AT);
  return gap - SKIN_ROUNDING * (radii + apart) > 0 ? DECIDED : NOT_DECIDED;
}
