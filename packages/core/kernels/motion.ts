// A steady motion of two bodies: the state at a time, by the operations of src/motion/relative-motion.ts, so that both give the same bits.
// The derivations are there. The host writes MOTION (src/simd/advancement.ts has the same numbers).

/** In doubles: R₀ and T₀, the relative unit, the error of a coordinate; what is multiplied by sin φ and by 1 − cos φ; … */
export const MOTION: usize = memory.data(8 * 96);
const SINES: usize = 14;
const VERSINES: usize = 26;
const DISPLACEMENT: usize = 38;
const OWN: usize = 41;
const VECTORS: usize = 50; // velocity, angular velocity, pivot: of the query body, then of the reference body
const ANGLE_Q: usize = 68; // in two halves
const ANGLE_R: usize = 70;
export const WANTED: usize = 72; // the threshold,
export const END: usize = 73; // and the end of the motion
export const WITHHELD: usize = 74;
export const SCALE: usize = 75; // S
export const MOST_COST: usize = 76;
export const TURNS: usize = 77; // 1: a body rotates
// The result.
export const FOUND: usize = 78; // time and gap
export const POINTS: usize = 80;
export const SLOTS: usize = 86;
export const STEPS: usize = 88; // steps of pairs of triangles
export const WAITING: usize = 89; // pairs left in the queue
export const RADII: usize = 90; // of both bodies together, in the reference unit

/** The state: pose (12), relative unit, error, and the vectors of both bodies. */
export const STATE: usize = memory.data(8 * 32);
export const QUERY_VELOCITY: usize = 14;
export const QUERY_ANGULAR: usize = 17;
export const QUERY_PIVOT: usize = 20;
export const REFERENCE_VELOCITY: usize = 23;
export const REFERENCE_ANGULAR: usize = 26;
export const REFERENCE_PIVOT: usize = 29;

export function motion(k: usize): f64 {
  return load<f64>(MOTION + 8 * k);
}
export function setMotion(k: usize, x: f64): void {
  store<f64>(MOTION + 8 * k, x);
}
export function state(k: usize): f64 {
  return load<f64>(STATE + 8 * k);
}
function setState(k: usize, x: f64): void {
  store<f64>(STATE + 8 * k, x);
}

export function motionAt(): usize {
  return MOTION;
}

/** Writes the state at a time. */
export function writeState(at: f64): void {
  const time = at < 1 ? at : 1;
  for (let k: usize = 0; k < 18; k++) setState(QUERY_VELOCITY + k, motion(VECTORS + k));
  for (let k: usize = 0; k < 14; k++) setState(k, motion(k));
  if (motion(ANGLE_Q) !== 0) {
    writeTurn(time, ANGLE_Q);
    for (let k: usize = 0; k < 12; k++) {
      setState(k, motion(k) + turnSine * motion(SINES + k) + turnVersine * motion(VERSINES + k));
    }
  }
  moveOn(9, time);
  moveOn(QUERY_PIVOT, time);
  if (motion(ANGLE_R) !== 0) {
    writeTurn(time, ANGLE_R);
    turnBack(0, 3);
    turnBack(1, 3);
    turnBack(2, 3);
    turnBack(9, 1);
    turnBack(QUERY_PIVOT, 1);
    turnBack(QUERY_VELOCITY, 1);
    turnBack(QUERY_ANGULAR, 1);
    turnBack(REFERENCE_VELOCITY, 1);
    for (let k: usize = 0; k < 3; k++) {
      const shift = turnVersine * motion(OWN + 6 + k) - turnSine * motion(OWN + 3 + k);
      setState(9 + k, state(9 + k) + shift);
      setState(QUERY_PIVOT + k, state(QUERY_PIVOT + k) + shift);
    }
  }
}

function moveOn(i: usize, time: f64): void {
  for (let k: usize = 0; k < 3; k++) setState(i + k, state(i + k) + time * motion(DISPLACEMENT + k));
}

function turnBack(i: usize, stride: usize): void {
  const bx = motion(OWN);
  const by = motion(OWN + 1);
  const bz = motion(OWN + 2);
  const x = state(i);
  const y = state(i + stride);
  const z = state(i + 2 * stride);
  const cx = by * z - bz * y;
  const cy = bz * x - bx * z;
  const cz = bx * y - by * x;
  setState(i, x - turnSine * cx + turnVersine * (by * cz - bz * cy));
  setState(i + stride, y - turnSine * cy + turnVersine * (bz * cx - bx * cz));
  setState(i + 2 * stride, z - turnSine * cz + turnVersine * (bx * cy - by * cx));
}

/** sin φ and 1 − cos φ of the angle turned so far. */
let turnSine: f64 = 0;
let turnVersine: f64 = 0;

const SPLITTER: f64 = 134217729;

/** `turnAt` of src/motion/body-motion.ts. */
function writeTurn(time: f64, angle: usize): void {
  const half = motion(angle) / 2;
  const product = half * time;
  const big = SPLITTER * half;
  const high = big - (big - half);
  const low = half - high;
  const timeBig = SPLITTER * time;
  const timeHigh = timeBig - (timeBig - time);
  const timeLow = time - timeHigh;
  const error = high * timeHigh - product + high * timeLow + low * timeHigh + low * timeLow;
  sinCos(product, error + (motion(angle + 1) / 2) * time);
  turnVersine = 2 * sine * sine;
  turnSine = 2 * sine * cosine;
}

let sine: f64 = 0;
let cosine: f64 = 0;

const TWO_OVER_PI: f64 = 0.6366197723675814;
const HALF_PI_1: f64 = 1.5707963267341256;
const HALF_PI_2: f64 = 6.077100506303966e-11;
const HALF_PI_3: f64 = 2.0222662487959506e-21;

/** `sinCos` of src/scalar/sin-cos.ts, for x from 0 up. */
function sinCos(x: f64, low: f64): void {
  const k = Math.round(x * TWO_OVER_PI);
  const near = x - k * HALF_PI_1;
  const second = k * HALF_PI_2;
  const high = near - second;
  const virtual = near - high;
  const rest = near - (high + virtual) + (virtual - second) - k * HALF_PI_3 + low;
  const r = high + rest;
  const tail = rest - (r - high);

  const z = r * r;
  let p: f64 = 1.0 / 355687428096000.0;
  p = p * z - 1.0 / 1307674368000.0;
  p = p * z + 1.0 / 6227020800.0;
  p = p * z - 1.0 / 39916800.0;
  p = p * z + 1.0 / 362880.0;
  p = p * z - 1.0 / 5040.0;
  p = p * z + 1.0 / 120.0;
  p = p * z - 1.0 / 6.0;
  const half = z / 2;
  const s = r + (r * z * p + tail * (1 - half));

  let q: f64 = -1.0 / 6402373705728000.0;
  q = q * z + 1.0 / 20922789888000.0;
  q = q * z - 1.0 / 87178291200.0;
  q = q * z + 1.0 / 479001600.0;
  q = q * z - 1.0 / 3628800.0;
  q = q * z + 1.0 / 40320.0;
  q = q * z - 1.0 / 720.0;
  q = q * z + 1.0 / 24.0;
  const main = 1 - half;
  const c = main + (1 - main - half + (z * z * q - r * tail));

  const quarter = <i32>k & 3;
  sine = quarter === 0 ? s : quarter === 1 ? c : quarter === 2 ? -s : -c;
  cosine = quarter === 0 ? c : quarter === 1 ? -s : quarter === 2 ? -c : s;
}
