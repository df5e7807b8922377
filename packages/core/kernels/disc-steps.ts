// How long one moving disc is proven apart from four others, in f32: src/query/advance/disc-steps.ts has the formulas and their proof.
//
// Along any direction q, fixed in the inertial frame, the discs are apart while C·s + ½A·s² < G. Directions are scaled to length 1: error
// bounds are then a length, a speed, an acceleration. Three directions are always tried: the line of the centres at the time when the balls
// around the discs would touch or pass each other, and both axes.
//
// Rounding, ε = 2⁻²⁴, S the scale of lengths (both radii and the offset of the centres at the time that is tested). Let T = |vQ − vR|₁ + |ωQ×pQ|₁ + |ωR×pR|₁ + (|ωQ| + |ωR|)S: no point moves faster relative to another.
//   * G: moved centres are off by √3·6.1ε·S, stored ones and their difference by 2ε, q·d by 3ε. A scaled q is 1 ± 4.5ε long, which acts on G, and
//     the reach loses 12ε of itself; both together are at most |d|: 12ε. Two differences 2ε. Along axes, as in discs.ts. Triangles: corners 13.9ε
//     and ε, their products with q 6ε, the length of q 4.5ε, differences 2ε. All below GAP_ERROR = 32ε·S.
//   * C: a velocity is made of vQ − vR, −ω×p and ω, each rounded once from doubles, and ω×x at a point x. A centre is off by 10.6ε·S, a corner
//     by 14.9ε: with the rounding of ω and of the product at most 18.7ε of |ω|S. Sums 3ε, the others ε, q·w 3ε, sums of C 3ε, the length of q 4.5ε, that
//     of an axis 11.4ε: below SPEED_ERROR = 40ε·T. |q×ω| and the radii of balls are rounded up by RAISE.
//   * A: |ω||ω×(x − p)|, of which the second is off by 20.7ε of T, the root 2.5ε, |ω|, the product and the sums 4ε: below BEND_ERROR =
//     28ε·(|ωQ| + |ωR|)T.
//   * s: no sum under the root or beside it cancels. It is off by 5ε of itself, below STEP_ERROR.
// G counts from ε·S on, and S is at least 2⁻²⁰. So where s is at most 1, all that there is of a motion, the number under the root is at least 2⁻⁹⁰, and
// nothing that counts underflows.
//
// Minima and maxima are those of one instruction (`pmin`, `pmax`). Which of a number and a NaN they return depends on the order, but a gap
// that is NaN proves nothing (`freeFor`), and of two steps each is proven.

import { POSE32_AT } from './layout';
import {
  motion,
  QUERY_ANGULAR,
  QUERY_PIVOT,
  QUERY_VELOCITY,
  RADII,
  REFERENCE_ANGULAR,
  REFERENCE_PIVOT,
  REFERENCE_VELOCITY,
  state,
  WITHHELD,
} from './motion';

const EPSILON: f64 = 1.0 / 16777216.0;
const GAP_ERROR: f64 = 32 * EPSILON;
const SPEED_ERROR: f64 = 40 * EPSILON;
const BEND_ERROR: f64 = 28 * EPSILON;
const RAISE: f32 = 1.0000038146972656; // 1 + 2⁻¹⁸
const STEP_ERROR: f64 = 8 * EPSILON;
const STEP_SHRINK: f32 = <f32>(1 - STEP_ERROR);
/** Directions shorter than this, squared, cannot be scaled: their squares underflow. 2⁻⁹⁶. */
const LEAST_SQUARE: f32 = 1.262177448353619e-29;

// What all points of a body have in common: −ω×p, ω, |ω|, |ω|² rounded up, and the velocity of the pivot (of the query body relative to that of the
// reference body, whose own is 0).
export const BODY_Q: usize = memory.data(48);
export const BODY_R: usize = memory.data(48);
const ANGULAR_AT: usize = 12;
const TURNING_AT: usize = 24;
const SQUARE_AT: usize = 28;
const VELOCITY_AT: usize = 32;

/** What is taken from each gap, and added to each speed and each acceleration. */
let withheldGap: f32 = 0;
let addedSpeed: f32 = 0;
let addedBend: f32 = 0;
let leastGap: f32 = 0;
/** How long a state is good for pairs that are due later: until the bodies may have moved by a 32nd of their size. */
export let lasting: f64 = 0;

/** Reads the state at the current time, and the pose for nodes and leaves. */
export function readState(q: usize): void {
  for (let k: usize = 0; k < 13; k++) store<f32>(q + POSE32_AT + 4 * k, <f32>state(k));
  let speed: f64 = 0;
  for (let k: usize = 0; k < 3; k++) {
    const relative = state(QUERY_VELOCITY + k) - state(REFERENCE_VELOCITY + k);
    store<f32>(BODY_Q + VELOCITY_AT + 4 * k, <f32>relative);
    store<f32>(BODY_R + VELOCITY_AT + 4 * k, 0);
    speed += Math.abs(relative);
  }
  speed += readTurning(BODY_Q, QUERY_ANGULAR, QUERY_PIVOT) + readTurning(BODY_R, REFERENCE_ANGULAR, REFERENCE_PIVOT);
  const turning = <f64>load<f32>(BODY_Q + TURNING_AT) + <f64>load<f32>(BODY_R + TURNING_AT);
  const offset = Math.sqrt(state(9) * state(9) + state(10) * state(10) + state(11) * state(11));
  const scale = motion(RADII) + offset;
  const fastest = speed + turning * scale;
  lasting = motion(RADII) / (32 * fastest);
  withheldGap = <f32>(motion(WITHHELD) + GAP_ERROR * scale);
  leastGap = <f32>(EPSILON * scale);
  addedSpeed = <f32>(SPEED_ERROR * fastest);
  addedBend = <f32>(BEND_ERROR * turning * fastest);
}

/** |ω×p| or more. */
function readTurning(body: usize, angular: usize, pivot: usize): f64 {
  const x = state(angular);
  const y = state(angular + 1);
  const z = state(angular + 2);
  const px = state(pivot);
  const py = state(pivot + 1);
  const pz = state(pivot + 2);
  const ux = z * py - y * pz;
  const uy = x * pz - z * px;
  const uz = y * px - x * py;
  store<f32>(body, <f32>ux);
  store<f32>(body + 4, <f32>uy);
  store<f32>(body + 8, <f32>uz);
  store<f32>(body + ANGULAR_AT, <f32>x);
  store<f32>(body + ANGULAR_AT + 4, <f32>y);
  store<f32>(body + ANGULAR_AT + 8, <f32>z);
  const square = x * x + y * y + z * z;
  store<f32>(body + TURNING_AT, <f32>Math.sqrt(square));
  store<f32>(body + SQUARE_AT, <f32>(square * <f64>RAISE));
  return Math.abs(ux) + Math.abs(uy) + Math.abs(uz);
}

function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz));
}

/** |q×ω| of a body, rounded up. */
function across(qx: v128, qy: v128, qz: v128, body: usize): v128 {
  if (load<f32>(body + SQUARE_AT) === 0) return f32x4.splat(0);
  const along = dot(
    qx,
    qy,
    qz,
    v128.load32_splat(body + ANGULAR_AT),
    v128.load32_splat(body + ANGULAR_AT + 4),
    v128.load32_splat(body + ANGULAR_AT + 8),
  );
  const raised = f32x4.mul(v128.load32_splat(body + SQUARE_AT), f32x4.splat(RAISE));
  // Rounded below 0 where q is along the axis of a rotation that is 0.
  return f32x4.sqrt(f32x4.pmax(f32x4.sub(raised, f32x4.mul(along, along)), f32x4.splat(0)));
}

/**
 * Writes the motions of four points with the coordinates x, y, z: velocities at `out`, +16, +32, and at +48 how much they accelerate.
 */
export function writeMotions(x: v128, y: v128, z: v128, body: usize, out: usize): void {
  const wx = v128.load32_splat(body + ANGULAR_AT);
  const wy = v128.load32_splat(body + ANGULAR_AT + 4);
  const wz = v128.load32_splat(body + ANGULAR_AT + 8);
  const tx = f32x4.add(v128.load32_splat(body), f32x4.sub(f32x4.mul(wy, z), f32x4.mul(wz, y)));
  const ty = f32x4.add(v128.load32_splat(body + 4), f32x4.sub(f32x4.mul(wz, x), f32x4.mul(wx, z)));
  const tz = f32x4.add(v128.load32_splat(body + 8), f32x4.sub(f32x4.mul(wx, y), f32x4.mul(wy, x)));
  v128.store(out, f32x4.add(v128.load32_splat(body + VELOCITY_AT), tx));
  v128.store(out + 16, f32x4.add(v128.load32_splat(body + VELOCITY_AT + 4), ty));
  v128.store(out + 32, f32x4.add(v128.load32_splat(body + VELOCITY_AT + 8), tz));
  v128.store(out + 48, f32x4.mul(v128.load32_splat(body + TURNING_AT), f32x4.sqrt(dot(tx, ty, tz, tx, ty, tz))));
}

// Of four discs: the motions of their centres, the radii of their balls, and |m×ω| of their axes by the rotation of their own body and of the other.
const BALL_AT: usize = 64;
const OWN_AT: usize = 80;
const OTHER_AT: usize = 96;

/** Writes how the discs of a node at `discs` move. */
export function writeDiscMotions(discs: usize, body: usize, other: usize, out: usize): void {
  writeMotions(v128.load(discs), v128.load(discs + 16), v128.load(discs + 32), body, out);
  const mx = v128.load(discs + 48);
  const my = v128.load(discs + 64);
  const mz = v128.load(discs + 80);
  const h = v128.load(discs + 96);
  const r = v128.load(discs + 112);
  const ball = f32x4.sqrt(f32x4.add(f32x4.mul(h, h), f32x4.mul(r, r)));
  v128.store(out + BALL_AT, f32x4.mul(ball, f32x4.splat(RAISE)));
  v128.store(out + OWN_AT, across(mx, my, mz, body));
  v128.store(out + OTHER_AT, across(mx, my, mz, other));
}

/** How long gaps last, rounded down; 0 where there is none. */
export function freeFor(gap: v128, closing: v128, bend: v128): v128 {
  const twice = f32x4.add(gap, gap);
  const speed = f32x4.abs(closing);
  const root = f32x4.pmax(speed, f32x4.sqrt(f32x4.add(f32x4.mul(closing, closing), f32x4.mul(bend, twice))));
  const sum = f32x4.add(speed, root);
  const closes = f32x4.ge(closing, f32x4.splat(0));
  const step = f32x4.div(v128.bitselect(twice, sum, closes), v128.bitselect(sum, bend, closes));
  return v128.and(f32x4.mul(step, f32x4.splat(STEP_SHRINK)), f32x4.gt(gap, f32x4.splat(leastGap)));
}

/** What scales a direction of this squared length to 1; infinite where it is too short. */
export function scaleOf(square: v128): v128 {
  const isLong = f32x4.gt(square, f32x4.splat(LEAST_SQUARE));
  return v128.bitselect(f32x4.div(f32x4.splat(1), f32x4.sqrt(square)), f32x4.splat(NaN), isLong);
}

/** The gap less what is withheld, a speed and an acceleration as they count. @inline */
export function lessWithheld(gap: v128): v128 {
  return f32x4.sub(gap, f32x4.splat(withheldGap));
}
/** @inline */
export function raisedSpeed(speed: v128): v128 {
  return f32x4.add(speed, f32x4.splat(addedSpeed));
}
/** @inline */
export function raisedBend(bend: v128): v128 {
  return f32x4.add(bend, f32x4.splat(addedBend));
}

/**
 * How long the disc at `one` (a lane of a node) is proven apart from each of the four at `four`. `own` and `others` are their motions;
 * their bodies are bodyA and bodyB.
 */
export function discSteps(one: usize, own: usize, bodyA: usize, four: usize, others: usize, bodyB: usize): v128 {
  const zero = f32x4.splat(0);
  const raise = f32x4.splat(RAISE);
  const dx = f32x4.sub(v128.load(four), v128.load32_splat(one));
  const dy = f32x4.sub(v128.load(four + 16), v128.load32_splat(one + 16));
  const dz = f32x4.sub(v128.load(four + 32), v128.load32_splat(one + 32));
  const wx = f32x4.sub(v128.load32_splat(own), v128.load(others));
  const wy = f32x4.sub(v128.load32_splat(own + 16), v128.load(others + 16));
  const wz = f32x4.sub(v128.load32_splat(own + 32), v128.load(others + 32));
  const bend = raisedBend(f32x4.add(v128.load32_splat(own + 48), v128.load(others + 48)));
  const ballA = v128.load32_splat(own + BALL_AT);
  const ballB = v128.load(others + BALL_AT);
  const ax = v128.load32_splat(one + 48);
  const ay = v128.load32_splat(one + 64);
  const az = v128.load32_splat(one + 80);
  const hA = v128.load32_splat(one + 96);
  const rA = v128.load32_splat(one + 112);
  const bx = v128.load(four + 48);
  const by = v128.load(four + 64);
  const bz = v128.load(four + 80);
  const hB = v128.load(four + 96);
  const rB = v128.load(four + 112);

  const dd = dot(dx, dy, dz, dx, dy, dz);
  const dw = dot(dx, dy, dz, wx, wy, wz);
  const ww = dot(wx, wy, wz, wx, wy, wz);
  const balls = f32x4.add(ballA, ballB);
  const discriminant = f32x4.sub(f32x4.mul(dw, dw), f32x4.mul(ww, f32x4.sub(dd, f32x4.mul(balls, balls))));
  const touching = f32x4.sub(dw, f32x4.sqrt(f32x4.pmax(discriminant, zero)));
  // No direction is wrong: where they move apart, or not at all, the line of the centres as they are.
  const ahead = v128.and(f32x4.div(touching, ww), f32x4.gt(touching, zero));
  let qx = f32x4.sub(dx, f32x4.mul(ahead, wx));
  let qy = f32x4.sub(dy, f32x4.mul(ahead, wy));
  let qz = f32x4.sub(dz, f32x4.mul(ahead, wz));
  const scale = scaleOf(dot(qx, qy, qz, qx, qy, qz));
  qx = f32x4.mul(qx, scale);
  qy = f32x4.mul(qy, scale);
  qz = f32x4.mul(qz, scale);
  const u = f32x4.abs(dot(ax, ay, az, qx, qy, qz));
  const v = f32x4.abs(dot(bx, by, bz, qx, qy, qz));
  const reach = f32x4.add(
    f32x4.add(f32x4.mul(u, hA), f32x4.mul(v, hB)),
    f32x4.add(
      f32x4.mul(rA, f32x4.sqrt(f32x4.sub(raise, f32x4.mul(u, u)))),
      f32x4.mul(rB, f32x4.sqrt(f32x4.sub(raise, f32x4.mul(v, v)))),
    ),
  );
  const closing = f32x4.add(
    dot(qx, qy, qz, wx, wy, wz),
    f32x4.add(f32x4.mul(ballA, across(qx, qy, qz, bodyA)), f32x4.mul(ballB, across(qx, qy, qz, bodyB))),
  );
  const steps = freeFor(lessWithheld(f32x4.sub(dot(qx, qy, qz, dx, dy, dz), reach)), raisedSpeed(closing), bend);

  const c = f32x4.abs(dot(ax, ay, az, bx, by, bz));
  const s = f32x4.sqrt(f32x4.sub(raise, f32x4.mul(c, c)));
  const alongA = dot(ax, ay, az, dx, dy, dz);
  const alongB = dot(bx, by, bz, dx, dy, dz);
  const overA = f32x4.sub(f32x4.sub(f32x4.abs(alongA), hA), f32x4.add(f32x4.mul(hB, c), f32x4.mul(rB, s)));
  const overB = f32x4.sub(f32x4.sub(f32x4.abs(alongB), hB), f32x4.add(f32x4.mul(hA, c), f32x4.mul(rA, s)));
  const turningA = f32x4.add(
    f32x4.mul(ballA, v128.load32_splat(own + OWN_AT)),
    f32x4.mul(ballB, v128.load32_splat(own + OTHER_AT)),
  );
  const turningB = f32x4.add(
    f32x4.mul(ballA, v128.load(others + OTHER_AT)),
    f32x4.mul(ballB, v128.load(others + OWN_AT)),
  );
  const stepsA = freeFor(
    lessWithheld(overA),
    raisedSpeed(f32x4.add(towards(dot(ax, ay, az, wx, wy, wz), alongA), turningA)),
    bend,
  );
  const stepsB = freeFor(
    lessWithheld(overB),
    raisedSpeed(f32x4.add(towards(dot(bx, by, bz, wx, wy, wz), alongB), turningB)),
    bend,
  );
  return f32x4.pmax(steps, f32x4.pmax(stepsA, stepsB));
}

/** The speed along an axis, in the sense in which the other disc lies. */
function towards(speed: v128, along: v128): v128 {
  // The sign of `along`, flipped onto the speed.
  return v128.xor(speed, v128.and(along, i32x4.splat(<i32>0x80000000)));
}
