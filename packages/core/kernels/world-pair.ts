// Do two bodies touch, or are they within a distance of each other: from their poses in the world to points in the world, in one call. Of a query
// of a microsecond all else is a large part, above all before the engine has compiled the host's code. Every operation is that of the plain library, in the same
// order (src/query/posed-pair.ts, src/scalar/pose.ts, src/query/tolerance/tolerance-mesh-mesh.ts, src/query/result.ts).

import { searchFirstContact } from './collide';
import {
  ASK,
  ASKED_AT,
  CHECKPOINT_AT,
  CONTACT_THRESHOLD_AT,
  CONTACTS_AT,
  COORDINATE_ERROR_AT,
  DISTANCE_AT,
  DONE,
  DONE_AT,
  ERROR_BOUND_AT,
  FOUND,
  LISTED_AT,
  PAIR_AT,
  POINTS_AT,
  POSE_AT,
  POSE_WANTED,
  PRUNING_AT,
  RADII_AT,
  REF_Q_AT,
  SLOT_Q_AT,
  STACK_AT,
  STAMP_AT,
  TESTS_AT,
  TOLERANCE_AT,
  TOP_AT,
  TRIANGLE_TESTS_AT,
  UNIT_AT,
  WITNESSED_AT,
  WORLD_POINTS_AT,
  WORLD_Q_AT,
  WORLD_R_AT,
} from './layout';
import { matrixOfUnit } from './unit-matrix';
import { searchWithin } from './within';

const ROUNDOFF: f64 = 1 / <f64>((<i64>1) << 53);
const COORDINATE_ERROR: f64 = 8 * ROUNDOFF;
const DISTANCE_UNDERSHOOT: f64 = 24 * ROUNDOFF;
const DISTANCE_OVERSHOOT: f64 = 40 * ROUNDOFF;
const BOUND_ROUNDING: f64 = 32 * ROUNDOFF;
const CONTACT_THRESHOLD: f64 = 2 * (DISTANCE_OVERSHOOT + BOUND_ROUNDING);
/** Of f32: src/simd/error-bounds.ts. */
const ERROR_BOUND: f64 = 32 / <f64>(1 << 24);
/** src/simd/query-block.ts. */
const MOST_TESTS: f64 = <f64>(1 << 18);
const CANCELLED: f64 = 1 / <f64>((<i64>1) << 44);
const LARGEST_SCALE: f64 = <f64>((<i64>1) << 40);
/** Units between these are those of ordinary bodies; others are left to the plain library. */
const LEAST_UNIT: f64 = 1e-30;
const LARGEST_UNIT: f64 = 1e60;

/**
 * The search for the first contact, or on with it: from the poses in the world, or from the one that the host has written. From the world FOUND
 * is a common point and its triangles, DONE no contact at all; all else is for the host to decide.
 */
export function firstContact(q: usize, isFromWorld: bool): i32 {
  if (isFromWorld) {
    if (!relate(q)) return POSE_WANTED;
    store<f64>(q, load<f64>(q, CONTACT_THRESHOLD_AT), PRUNING_AT);
  }
  const end = searchFirstContact(q);
  if (!isFromWorld || end !== ASK || load<i32>(q, WITNESSED_AT) !== 1) return end;
  store<i64>(q, load<i64>(q, CONTACTS_AT), SLOT_Q_AT);
  for (let k: usize = 0; k < 24; k += 8) store<f64>(q + k, load<f64>(q + k, POINTS_AT), POINTS_AT + 24);
  writeWorld(q);
  return FOUND;
}

/** The same for points at most `ASKED_AT` apart, from the world a length there; where they are found, their distance is then at most `DISTANCE_AT`. */
export function within(q: usize, isFromWorld: bool): i32 {
  if (isFromWorld && !(relate(q) && startWithin(q))) return POSE_WANTED;
  const end = searchWithin(q);
  if (!isFromWorld || end !== DONE || load<i32>(q, SLOT_Q_AT) < 0) return end;
  const upper = (load<f64>(q, DISTANCE_AT) + DISTANCE_UNDERSHOOT * scaleOf(q)) * load<f64>(q, UNIT_AT);
  store<f64>(q, upper, DISTANCE_AT);
  writeWorld(q);
  return FOUND;
}

function startWithin(q: usize): bool {
  const asked = load<f64>(q, ASKED_AT) / load<f64>(q, UNIT_AT);
  const wanted = asked + DISTANCE_OVERSHOOT * scaleOf(q);
  store<f64>(q, asked, ASKED_AT);
  store<f64>(q, wanted, DISTANCE_AT);
  store<f64>(q, max(wanted, load<f64>(q, CONTACT_THRESHOLD_AT)), PRUNING_AT);
  store<f64>(q, 0, TOLERANCE_AT);
  // Both refs and both slots.
  store<i64>(q, -1, REF_Q_AT);
  store<i64>(q, -1, SLOT_Q_AT);
  store<i32>(q, 0, DONE_AT);
  store<i32>(q, 0, PAIR_AT);
  return asked <= LARGEST_SCALE;
}

function scaleOf(q: usize): f64 {
  const x = load<f64>(q, POSE_AT + 72);
  const y = load<f64>(q, POSE_AT + 80);
  const z = load<f64>(q, POSE_AT + 88);
  return load<f64>(q, RADII_AT) + sqrt<f64>(x * x + y * y + z * z);
}

/** Starts a search: the pose of Q in R's frame, where that is simple (R is not turned, both bodies lie around their origins), and its errors. */
function relate(q: usize): bool {
  const unit = load<f64>(q, UNIT_AT);
  const worldQ = q + WORLD_Q_AT;
  const worldR = q + WORLD_R_AT;
  if (!(unit > LEAST_UNIT && unit < LARGEST_UNIT) || isTurned(worldR)) return false;
  if (isTurned(worldQ)) {
    if (!matrixOfUnit(worldQ + 24, q + POSE_AT)) return false;
  } else {
    for (let k: usize = 0; k < 72; k += 8) store<f64>(q + k, k % 32 === 0 ? 1 : 0, POSE_AT);
  }
  let terms: f64 = 0;
  let kept = load<f64>(q, RADII_AT);
  for (let k: usize = 0; k < 24; k += 8) {
    const own = load<f64>(worldQ + k);
    const other = load<f64>(worldR + k);
    const offset = (own - other) / unit;
    store<f64>(q + k, offset, POSE_AT + 72);
    terms += abs<f64>(own) + abs<f64>(other);
    kept += abs<f64>(offset);
  }
  // Twice the part that the plain library asks for: the sums may be rounded in another order.
  const scale = scaleOf(q);
  if (!(2 * CANCELLED * (terms / unit) <= kept && scale <= LARGEST_SCALE)) return false;
  store<f64>(q, CONTACT_THRESHOLD * scale, CONTACT_THRESHOLD_AT);
  store<f64>(q, ERROR_BOUND * scale, ERROR_BOUND_AT);
  store<f64>(q, COORDINATE_ERROR * scale, COORDINATE_ERROR_AT);
  store<f64>(q, MOST_TESTS, CHECKPOINT_AT);
  store<f64>(q, 0, TESTS_AT);
  store<f64>(q, 0, TRIANGLE_TESTS_AT);
  const stamp = load<i32>(q, STAMP_AT) + 1;
  store<i32>(q, stamp === 0 ? 1 : stamp, STAMP_AT);
  store<i32>(q, 1, TOP_AT);
  store<i32>(q, 0, LISTED_AT);
  store<i64>(<usize>load<i32>(q, STACK_AT), 0);
  return true;
}

/** @inline */
function isTurned(pose: usize): bool {
  return load<f64>(pose, 24) !== 0 || load<f64>(pose, 32) !== 0 || load<f64>(pose, 40) !== 0;
}

/** Both points in the world. The body R is not turned, and lies around its origin, which is added: −0 becomes 0. */
function writeWorld(q: usize): void {
  const unit = load<f64>(q, UNIT_AT);
  for (let k: usize = 0; k < 24; k += 8) {
    const position = load<f64>(q + k, WORLD_R_AT);
    store<f64>(q + k, load<f64>(q + k, POINTS_AT) * unit + 0 + position, WORLD_POINTS_AT);
    store<f64>(q + k, load<f64>(q + k, POINTS_AT + 24) * unit + 0 + position, WORLD_POINTS_AT + 24);
  }
}
