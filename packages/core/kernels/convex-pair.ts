// The distance of two convex bodies from their poses in the world to points in the world, in one call. Every operation is that of the plain
// library, in the same order (src/query/posed-pair.ts, src/scalar/pose.ts, src/query/convex/convex-pair.ts, src/query/result.ts).

import {
  BODY_Q_AT,
  BODY_R_AT,
  CENTRE_AT,
  DECIDED,
  DIRECTION_AT,
  ENOUGH_AT,
  FACE_Q_AT,
  FACE_R_AT,
  FACES_AT,
  FEATURE_Q_AT,
  FEATURE_R_AT,
  FRAME_RADIUS_AT,
  LOWER_AT,
  NOT_DECIDED,
  POINTS_AT,
  POSE_AT,
  POSE_WANTED,
  SIGN_AT,
  SIZE_AT,
  STARTS_AT,
  UNIT_AT,
  UPPER_AT,
  VERTEX,
  WORLD_POINTS_AT,
  WORLD_Q_AT,
  WORLD_R_AT,
} from './convex-layout';
import { convexDistance } from './gjk';
import { matrixOfUnit } from './unit-matrix';

const UNIT_ROUNDOFF: f64 = 1 / <f64>((<i64>1) << 53);
const CLOSED: f64 = 40 * UNIT_ROUNDOFF + 32 * UNIT_ROUNDOFF + 24 * UNIT_ROUNDOFF;
const CANCELLED: f64 = 1 / <f64>((<i64>1) << 44);
/** Units and scales between these are those of ordinary queries; others are left to the plain library. */
const LEAST: f64 = 1e-30;
const LARGEST: f64 = 1e60;

/** The nearest points of two bodies in the world, `hasPose` where the pose of one in the frame of the other is written already. */
export function nearestConvex(q: usize, hasPose: bool): i32 {
  if (!hasPose && !relate(q)) return POSE_WANTED;
  if (convexDistance(q) !== DECIDED) return NOT_DECIDED;
  const bodyQ = <usize>load<i32>(q, BODY_Q_AT);
  const bodyR = <usize>load<i32>(q, BODY_R_AT);
  const tx = load<f64>(q, POSE_AT + 72);
  const ty = load<f64>(q, POSE_AT + 80);
  const tz = load<f64>(q, POSE_AT + 88);
  const radii = load<f64>(bodyQ, FRAME_RADIUS_AT) * load<f64>(q, POSE_AT + 96) + load<f64>(bodyR, FRAME_RADIUS_AT);
  const scale = radii + sqrt<f64>(tx * tx + ty * ty + tz * tz);
  const lower = load<f64>(q, LOWER_AT);
  const isClosed = load<f64>(q, UPPER_AT) - lower <= CLOSED * scale;
  if (!(lower > 0 && (lower > load<f64>(q, ENOUGH_AT) || isClosed))) return NOT_DECIDED;
  const size = load<i32>(q, SIZE_AT);
  store<i32>(q, faceWith(bodyQ, q + FEATURE_Q_AT, size), FACE_Q_AT);
  store<i32>(q, faceWith(bodyR, q + FEATURE_R_AT, size), FACE_R_AT);
  writeWorld(q, bodyR);
  return DECIDED;
}

/** The pose of Q in R's frame, where that is simple: R is not turned, and both bodies lie around their origins. */
export function relate(q: usize): bool {
  const bodyQ = <usize>load<i32>(q, BODY_Q_AT);
  const bodyR = <usize>load<i32>(q, BODY_R_AT);
  const unit = load<f64>(bodyR, UNIT_AT);
  const worldQ = q + WORLD_Q_AT;
  const worldR = q + WORLD_R_AT;
  const isTurnedR = load<f64>(worldR, 24) !== 0 || load<f64>(worldR, 32) !== 0 || load<f64>(worldR, 40) !== 0;
  const isTurnedQ = load<f64>(worldQ, 24) !== 0 || load<f64>(worldQ, 32) !== 0 || load<f64>(worldQ, 40) !== 0;
  if (isTurnedR || !isTurnedQ || !isAtOrigin(bodyQ) || !isAtOrigin(bodyR)) return false;
  const ratio = load<f64>(bodyQ, UNIT_AT) / unit;
  if (!(unit > LEAST && unit < LARGEST && ratio > LEAST)) return false;
  if (!matrixOfUnit(worldQ + 24, q + POSE_AT)) return false;
  const x = (load<f64>(worldQ) - load<f64>(worldR)) / unit;
  const y = (load<f64>(worldQ, 8) - load<f64>(worldR, 8)) / unit;
  const z = (load<f64>(worldQ, 16) - load<f64>(worldR, 16)) / unit;
  const terms =
    abs<f64>(load<f64>(worldQ)) +
    abs<f64>(load<f64>(worldR)) +
    abs<f64>(load<f64>(worldQ, 8)) +
    abs<f64>(load<f64>(worldR, 8)) +
    abs<f64>(load<f64>(worldQ, 16)) +
    abs<f64>(load<f64>(worldR, 16));
  const radii = load<f64>(bodyQ, FRAME_RADIUS_AT) * ratio + load<f64>(bodyR, FRAME_RADIUS_AT);
  const kept = radii + abs<f64>(x) + abs<f64>(y) + abs<f64>(z);
  // Twice the part that the plain library asks for: the sums may be rounded in another order.
  if (!(2 * CANCELLED * (terms / unit) <= kept && kept < LARGEST)) return false;
  store<f64>(q, x, POSE_AT + 72);
  store<f64>(q, y, POSE_AT + 80);
  store<f64>(q, z, POSE_AT + 88);
  store<f64>(q, ratio, POSE_AT + 96);
  return true;
}

/** @inline */
function isAtOrigin(body: usize): bool {
  return (
    load<f64>(body, CENTRE_AT) === 0 && load<f64>(body, CENTRE_AT + 8) === 0 && load<f64>(body, CENTRE_AT + 16) === 0
  );
}

/** The first face with all of the vertices, or −1; eight faces at once, since a branch a face would be unpredictable. */
function faceWith(body: usize, feature: usize, size: i32): i32 {
  const first = load<i32>(feature);
  const second = size > 1 ? load<i32>(feature, 4) : first;
  const third = size > 2 ? load<i32>(feature, 8) : second;
  const start = body + <usize>load<i32>(body, STARTS_AT) + 4 * <usize>first;
  const faces = body + <usize>load<i32>(body, FACES_AT);
  const end = faces + <usize>load<i32>(start, 4);
  const v = i32x4.splat(<i32>VERTEX * second);
  const w = i32x4.splat(<i32>VERTEX * third);
  for (let at = faces + <usize>load<i32>(start); at < end; at += 128) {
    const found = i32x4.bitmask(hasBoth(at, v, w)) | (i32x4.bitmask(hasBoth(at + 16, v, w)) << 4);
    if (found !== 0) return load<i32>(at + ((<usize>ctz(found)) << 2));
  }
  return -1;
}

/** Which of four faces have both vertices. @inline */
function hasBoth(faces: usize, v: v128, w: v128): v128 {
  const a = v128.load(faces, 32);
  const b = v128.load(faces, 64);
  const c = v128.load(faces, 96);
  const hasV = v128.or(v128.or(i32x4.eq(a, v), i32x4.eq(b, v)), i32x4.eq(c, v));
  const hasW = v128.or(v128.or(i32x4.eq(a, w), i32x4.eq(b, w)), i32x4.eq(c, w));
  return v128.and(hasV, hasW);
}

/** The points in the world, and the unit vector from A's to B's. */
function writeWorld(q: usize, bodyR: usize): void {
  const world = q + WORLD_R_AT;
  const unit = load<f64>(bodyR, UNIT_AT);
  const qx = load<f64>(world, 24);
  const qy = load<f64>(world, 32);
  const qz = load<f64>(world, 40);
  const qw = load<f64>(world, 48);
  const scale = 2 / (qx * qx + qy * qy + qz * qz + qw * qw);
  for (let k: usize = 0; k < 48; k += 24) {
    const px = load<f64>(q + k, POINTS_AT) * unit + load<f64>(bodyR, CENTRE_AT);
    const py = load<f64>(q + k, POINTS_AT + 8) * unit + load<f64>(bodyR, CENTRE_AT + 8);
    const pz = load<f64>(q + k, POINTS_AT + 16) * unit + load<f64>(bodyR, CENTRE_AT + 16);
    const cx = qy * pz - qz * py;
    const cy = qz * px - qx * pz;
    const cz = qx * py - qy * px;
    store<f64>(q + k, px + scale * (qw * cx + qy * cz - qz * cy) + load<f64>(world), WORLD_POINTS_AT);
    store<f64>(q + k, py + scale * (qw * cy + qz * cx - qx * cz) + load<f64>(world, 8), WORLD_POINTS_AT + 8);
    store<f64>(q + k, pz + scale * (qw * cz + qx * cy - qy * cx) + load<f64>(world, 16), WORLD_POINTS_AT + 16);
  }
  const sign = load<f64>(q, SIGN_AT);
  const x = sign * (load<f64>(q, POINTS_AT + 24) - load<f64>(q, POINTS_AT));
  const y = sign * (load<f64>(q, POINTS_AT + 32) - load<f64>(q, POINTS_AT + 8));
  const z = sign * (load<f64>(q, POINTS_AT + 40) - load<f64>(q, POINTS_AT + 16));
  const length = sqrt<f64>(x * x + y * y + z * z);
  const cx = qy * z - qz * y;
  const cy = qz * x - qx * z;
  const cz = qx * y - qy * x;
  store<f64>(q, (x + scale * (qw * cx + qy * cz - qz * cy)) / length, DIRECTION_AT);
  store<f64>(q, (y + scale * (qw * cy + qz * cx - qx * cz)) / length, DIRECTION_AT + 8);
  store<f64>(q, (z + scale * (qw * cz + qx * cy - qy * cx)) / length, DIRECTION_AT + 16);
}
