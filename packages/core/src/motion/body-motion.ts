// The motion of one body: parsed once, evaluated at many times.
//
// Every motion but a function of the caller's is *steady*: a pivot, fixed in the body, moves with constant velocity, and the body
// rotates at a constant rate about an axis through it with a fixed direction,
//
//     x(t) = c₀ + t·v + Rot(a, t·θ)·(x₀ − c₀).
//
// A linear motion is that by definition; a screw is it about a pivot on its axis. With q = conj(q₀)·q₁, in the body's frame at time
// 0, the angle is θ = 2·atan(|q_v|/|q_w|), and the axis a is q_v with the sign of q_w. For half a turn, where |q_w| ≤ HALF_TURN,
// the axis is the one whose first nonzero coordinate is positive. A screw by d = R₀ᵀ(p₁ − p₀) has its axis through ½(d⊥ +
// cot(θ/2)·a×d⊥), d⊥ = d − (a·d)a. For a small angle that point is far away, which is harmless: its error, some u of its distance
// |d⊥|/(2 sin(θ/2)), is multiplied by the angle, so positions have an error of some u of |d⊥|. A screw with an angle below
// LEAST_TURN bends its path by less than u·|d| and is treated as linear.
//
// Accuracy: a point at distance r of the pivot is given by `poseAt` within
//
//     TURN_ERROR·min(2, θ)·r  +  VELOCITY_ERROR·|v|  +  pathError  +  4u·(|p(t) − origin| + |p(0) − origin|)
//
// of its exact position on the motion of the given doubles. The positions at time 0 and, between two poses, at time 1 are the given
// ones. Sum of what the turn loses, per unit of min(2, θ)·r: the axis, 6u from q and 13u from rotations into other frames, acts
// by at most |sin φ| + 2(1 − cos φ) ≤ 2.12·min(2, φ): 40u; the angle of an interpolation is off by 12u of itself, at most 12u·π/2
// per unit: 19u, while that of a steady motion is kept in two halves; sine and 1 − cosine 10u; products and sums 27u. Together at
// most 96u. The velocity: 3u rounding the exact one, at most 18u in rotations, 3u in the product with t and the sum: 24u.

import { NearmissError } from '../error.ts';
import { arcTangent } from '../scalar/arc-tangent.ts';
import { ddAdd, ddMultiply, ddSet } from '../scalar/double-double.ts';
import { type KnownKeys, requireKnownKeys } from '../scalar/known-keys.ts';
import {
  directionToWorld,
  POSE_SIZE,
  RELATIVE_QUATERNION,
  RELATIVE_SCRATCH_SIZE,
  RELATIVE_SIZE,
  readPose,
  relativePose,
} from '../scalar/pose.ts';
import { exponentAbove, powerOfTwo } from '../scalar/power-of-two.ts';
import { LARGEST_ANGLE, sinCos } from '../scalar/sin-cos.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { lengthOf, readVector } from '../scalar/vector.ts';
import type { InterpolatedMotion, Motion, MotionFunction, SteadyMotion } from './motion.ts';

/** Error of a position by the rotation, in parts of min(2, θ) times its distance from the pivot. Dimensionless. */
export const TURN_ERROR: number = 96 * UNIT_ROUNDOFF;

/** Error of a position by the velocity, in parts of the path. Dimensionless. */
export const VELOCITY_ERROR: number = 24 * UNIT_ROUNDOFF;

/** Error of the path of a screw by its pivot and by the part along its axis, in parts of |p₁ − p₀|. Dimensionless. */
const SCREW_ERROR: number = 48 * UNIT_ROUNDOFF;

/** Screws that turn less are treated as linear: they bend by θ/8 of their path. Radians. */
const LEAST_TURN: number = 2 ** -50;

/** A turn up to this between the poses of a translation is a difference in the rounding of quaternions. Radians. */
const TURN_ERROR_BOUND: number = 32 * UNIT_ROUNDOFF;

/** A rotation with |q_w| up to this is half a turn: double-doubles may not determine the sign of q_w. Dimensionless. */
const HALF_TURN: number = 2 ** -90;

/** Factor that turns a value rounded a few times into an upper bound. */
const ROUND_UP: number = 1 + 16 * UNIT_ROUNDOFF;

/** 2²⁷ + 1 splits a double into halves whose products are exact. */
const SPLITTER = 134217729;

export type MotionKind = 'rest' | 'linear' | 'screw' | 'translation' | 'steady' | 'function';

export class BodyMotion {
  kind: MotionKind = 'rest';
  /** Neither moves nor turns. */
  isAtRest = true;
  /** Does not turn. */
  isTranslation = true;
  /** Constant velocity of the pivot and constant angular velocity: every kind but functions. */
  isSteady = true;
  /** In body coordinates. */
  readonly pivot: Float64Array = new Float64Array(3);
  /** Velocity of the pivot, in the world; 0 for a function. */
  readonly velocity: Float64Array = new Float64Array(3);
  /** Angular velocity in the world; 0 for a function. */
  readonly angularVelocity: Float64Array = new Float64Array(3);
  /** Upper bound of the pivot's speed. */
  speed = 0;
  /** Upper bound, in radians per unit of time. */
  angularSpeed = 0;

  /** The pose at time 0 as given, 7 doubles. */
  readonly start: Float64Array = new Float64Array(POSE_SIZE);
  /** Velocity of the pivot and axis of the turn (unit, or 0) in the body's own frame at time 0. */
  readonly ownVelocity: Float64Array = new Float64Array(3);
  readonly ownAxis: Float64Array = new Float64Array(3);
  /**
   * Upper bound of the distance between the exact motion and the steady one with these numbers, without the error of the rotation.
   * A length.
   */
  pathError = 0;

  /** The turn in radians, in two halves. */
  #angle = 0;
  #angleLow = 0;
  #what = '';
  #pose: MotionFunction['pose'] | null = null;
  readonly #origin = new Float64Array(3);
  readonly #axis = new Float64Array(3);
  /** From the pivot to the body's origin at time 0, in the world. */
  readonly #arm = new Float64Array(3);
  readonly #end = new Float64Array(POSE_SIZE);
  #hasEnd = false;

  // The values being parsed, before they are accepted.
  readonly #given = new Float64Array(POSE_SIZE);
  readonly #givenEnd = new Float64Array(POSE_SIZE);
  readonly #givenPivot = new Float64Array(3);
  /** Velocity and angular velocity. */
  readonly #vectors = new Float64Array(6);

  readonly #relative = new Float64Array(RELATIVE_SIZE);
  readonly #registers = new Float64Array(RELATIVE_SCRATCH_SIZE);
  readonly #trig = new Float64Array(2);
  readonly #turn = new Float64Array(4);

  /** Parses a motion; `what` names it in errors. Bad ones are refused before anything changes. */
  read(motion: Motion, origin: Float64Array, what: string): void {
    if (motion === null || typeof motion !== 'object') {
      throw new NearmissError('motion/bad-form', `${what} must be a pose or a motion such as { from, to }.`);
    }
    if (isFunction(motion)) this.#readFunction(motion, what);
    else if ('to' in motion && motion.to !== undefined) this.#readInterpolated(motion, what);
    else if ('from' in motion) this.#readSteady(motion, what);
    else {
      if (gives(motion, 'velocity') || gives(motion, 'angularVelocity')) {
        throw new NearmissError(
          'motion/bad-form',
          `${what} is a pose, which rests; with a velocity it is { from: pose, velocity }.`,
        );
      }
      readPose(motion, this.#given, what);
      this.#begin('rest');
      this.#stop();
    }
    this.#what = what;
    for (let k = 0; k < 3; k++) this.#origin[k] = origin[k];
    this.#finish();
  }

  /**
   * Writes the pose at `time` in [0, 1], its position less the origin given to `read`, to `out`. The pose function of a caller
   * may throw, or return a pose that is refused.
   */
  poseAt(time: number, out: Float64Array): void {
    const origin = this.#origin;
    if (this.#pose !== null) readPose(this.#pose(time), out, `${this.#what}.pose(${time})`);
    else if (this.#hasEnd && time === 1) out.set(this.#end);
    else {
      this.#steadyPose(time, out);
      return;
    }
    for (let k = 0; k < 3; k++) out[k] -= origin[k];
  }

  /** Writes the turn in radians, in two halves, to out[at] and out[at + 1]. */
  writeAngle(out: Float64Array, at: number): void {
    out[at] = this.#angle;
    out[at + 1] = this.#angleLow;
  }

  /** Writes sin φ and 1 − cos φ of the angle φ turned by `time` to `out`; and to out[2], out[3] those of φ/2: sine, cosine. */
  turnAt(time: number, out: Float64Array): void {
    // φ/2 in two halves: for many turns few digits are left behind the point.
    const half = this.#angle / 2;
    const product = half * time;
    const big = SPLITTER * half;
    const high = big - (big - half);
    const low = half - high;
    const timeBig = SPLITTER * time;
    const timeHigh = timeBig - (timeBig - time);
    const timeLow = time - timeHigh;
    const error = high * timeHigh - product + high * timeLow + low * timeHigh + low * timeLow;
    const trig = this.#trig;
    sinCos(product, trig, error + (this.#angleLow / 2) * time);
    const sine = trig[0];
    const cosine = trig[1];
    out[0] = 2 * sine * cosine;
    out[1] = 2 * sine * sine;
    out[2] = sine;
    out[3] = cosine;
  }

  #steadyPose(time: number, out: Float64Array): void {
    const { start, velocity } = this;
    const axis = this.#axis;
    const arm = this.#arm;
    const turn = this.#turn;
    this.turnAt(time, turn);
    const sine = turn[0];
    const versine = turn[1];
    const [ax, ay, az] = [axis[0], axis[1], axis[2]];
    const cx = ay * arm[2] - az * arm[1];
    const cy = az * arm[0] - ax * arm[2];
    const cz = ax * arm[1] - ay * arm[0];
    const origin = this.#origin;
    out[0] = start[0] - origin[0] + (time * velocity[0] + (sine * cx + versine * (ay * cz - az * cy)));
    out[1] = start[1] - origin[1] + (time * velocity[1] + (sine * cy + versine * (az * cx - ax * cz)));
    out[2] = start[2] - origin[2] + (time * velocity[2] + (sine * cz + versine * (ax * cy - ay * cx)));
    const s = turn[2];
    const c = turn[3];
    const [x, y, z, w] = [start[3], start[4], start[5], start[6]];
    out[3] = c * x + s * (w * ax + (ay * z - az * y));
    out[4] = c * y + s * (w * ay + (az * x - ax * z));
    out[5] = c * z + s * (w * az + (ax * y - ay * x));
    out[6] = c * w - s * (ax * x + ay * y + az * z);
  }

  #readInterpolated(motion: InterpolatedMotion, what: string): void {
    const { from, to, kind = 'linear', pivot } = motion;
    if (kind !== 'linear' && kind !== 'screw' && kind !== 'translation') {
      throw new NearmissError('motion/bad-form', `${what}.kind must be "linear", "screw" or "translation".`);
    }
    if (gives(motion, 'velocity') || gives(motion, 'angularVelocity') || from === undefined) {
      throw new NearmissError(
        'motion/bad-form',
        `${what} must be { from, to } or { from, velocity, angularVelocity }.`,
      );
    }
    requireKnownKeys(motion, INTERPOLATED_KEYS, 'motion/bad-form', what);
    if (kind === 'screw' && pivot !== undefined) {
      throw new NearmissError(
        'motion/bad-pivot',
        `${what} is a screw, which turns about its own axis: it takes no pivot.`,
      );
    }
    const given = this.#given;
    const givenEnd = this.#givenEnd;
    readPose(from, given, `${what}.from`);
    readPose(to, givenEnd, `${what}.to`);
    const centre = this.#readPivot(pivot, what);
    if (kind === 'translation') centre.fill(0); // all points move alike

    // In the frame of `from`, relative to the pivot, `to` is the turn and the path of the pivot, each rounded once.
    const relative = this.#relative;
    const r = this.#registers;
    const q = RELATIVE_QUATERNION;
    r.fill(0, q, q + 8);
    r[q + 6] = 1;
    relativePose(givenEnd, centre, given, centre, relative, r);
    const largest = Math.max(Math.abs(r[q]), Math.abs(r[q + 2]), Math.abs(r[q + 4]));
    if (kind === 'translation' && !(2 * largest <= TURN_ERROR_BOUND)) {
      throw new NearmissError(
        'motion/turned-translation',
        `${what} is a translation, but from and to are turned differently.`,
      );
    }

    this.#begin(kind);
    this.#hasEnd = true;
    this.#end.set(givenEnd);
    if (kind === 'translation') for (let k = 3; k < POSE_SIZE; k++) this.#end[k] = given[k];
    const { ownVelocity, ownAxis, pivot: position } = this;
    for (let k = 0; k < 3; k++) {
      ownVelocity[k] = relative[9 + k];
      ownAxis[k] = 0;
      position[k] = centre[k];
    }
    this.#angleLow = 0;
    this.#angle = 0;
    const displacement = lengthOf(ownVelocity[0], ownVelocity[1], ownVelocity[2]);
    this.pathError = 4 * UNIT_ROUNDOFF * displacement;
    if (kind !== 'translation' && largest > 0) this.#readTurn(r, q, largest);
    if (kind === 'screw' && this.#angle > LEAST_TURN) this.#readScrew(displacement, r[q + 6]);
  }

  /** Axis and angle of the quaternion in the registers. */
  #readTurn(r: Float64Array, q: number, largest: number): void {
    const { ownAxis } = this;
    const x = r[q] / largest;
    const y = r[q + 2] / largest;
    const z = r[q + 4] / largest;
    const length = Math.sqrt(x * x + y * y + z * z);
    let side = r[q + 6];
    if (Math.abs(side) <= HALF_TURN) side = x !== 0 ? x : y !== 0 ? y : z;
    const sign = side < 0 ? -1 : 1;
    ownAxis[0] = (sign * x) / length;
    ownAxis[1] = (sign * y) / length;
    ownAxis[2] = (sign * z) / length;
    this.#angle = 2 * arcTangent(largest * length, Math.abs(r[q + 6]));
  }

  /** Moves the pivot from the body's origin onto the axis of the screw. */
  #readScrew(displacement: number, cosine: number): void {
    const { ownVelocity: d, ownAxis, pivot } = this;
    const [ax, ay, az] = [ownAxis[0], ownAxis[1], ownAxis[2]];
    const along = d[0] * ax + d[1] * ay + d[2] * az;
    const dx = d[0] - along * ax;
    const dy = d[1] - along * ay;
    const dz = d[2] - along * az;
    const r = this.#registers;
    const q = RELATIVE_QUATERNION;
    const sine = Math.sqrt(r[q] * r[q] + r[q + 2] * r[q + 2] + r[q + 4] * r[q + 4]);
    const cotangent = Math.abs(cosine) / sine;
    pivot[0] = (dx + cotangent * (ay * dz - az * dy)) / 2;
    pivot[1] = (dy + cotangent * (az * dx - ax * dz)) / 2;
    pivot[2] = (dz + cotangent * (ax * dy - ay * dx)) / 2;
    d[0] = along * ax;
    d[1] = along * ay;
    d[2] = along * az;
    this.pathError = SCREW_ERROR * displacement;
  }

  #readSteady(motion: SteadyMotion, what: string): void {
    const { from, velocity, angularVelocity, pivot } = motion;
    requireKnownKeys(motion, STEADY_KEYS, 'motion/bad-form', what);
    if (from === undefined) {
      throw new NearmissError('motion/bad-form', `${what}.from must be a pose.`);
    }
    const vectors = this.#vectors;
    readPose(from, this.#given, `${what}.from`);
    const centre = this.#readPivot(pivot, what);
    vectors.fill(0, 0, 6);
    if (velocity !== undefined) readVector(velocity, vectors, 0, 'motion/bad-velocity', what, 'velocity');
    if (angularVelocity !== undefined) {
      readVector(angularVelocity, vectors, 3, 'motion/bad-velocity', what, 'angularVelocity');
    }
    const largest = Math.max(Math.abs(vectors[3]), Math.abs(vectors[4]), Math.abs(vectors[5]));
    if (!(largest <= LARGEST_ANGLE / 2)) {
      throw new NearmissError(
        'motion/too-many-turns',
        `${what} turns too often: each coordinate of its angularVelocity may be 2^19 at most.`,
      );
    }

    this.#begin('steady');
    this.pathError = 0;
    const { ownVelocity, ownAxis, pivot: position } = this;
    for (let k = 0; k < 3; k++) {
      position[k] = centre[k];
      this.velocity[k] = vectors[k];
      this.angularVelocity[k] = vectors[3 + k];
    }
    this.#measureTurn(largest);
    const back = this.#givenEnd; // free here: the inverse rotation of `from`
    for (let k = 3; k < 6; k++) back[k] = -this.#given[k];
    back[6] = this.#given[6];
    directionToWorld(back, this.velocity, ownVelocity);
    directionToWorld(back, this.#axis, ownAxis);
  }

  /** Axis and angle, the latter in double-double, of the angular velocity, whose largest coordinate is given. */
  #measureTurn(largest: number): void {
    const { angularVelocity } = this;
    const axis = this.#axis;
    axis.fill(0);
    this.#angle = 0;
    this.#angleLow = 0;
    if (largest === 0) return;
    const exponent = exponentAbove(largest);
    const scale = powerOfTwo(-exponent);
    const r = this.#registers;
    ddSet(r, 0, 0);
    for (let k = 0; k < 3; k++) {
      ddSet(r, 2, angularVelocity[k] * scale);
      ddMultiply(r, 2, 2, 2);
      ddAdd(r, 0, 0, 2, 1);
    }
    const length = Math.sqrt(r[0]);
    ddSet(r, 2, length);
    ddMultiply(r, 2, 2, 2);
    ddAdd(r, 0, 0, 2, -1);
    this.#angle = length * powerOfTwo(exponent);
    this.#angleLow = ((r[0] + r[1]) / (2 * length)) * powerOfTwo(exponent);
    for (let k = 0; k < 3; k++) axis[k] = (angularVelocity[k] * scale) / length;
  }

  #readFunction(motion: MotionFunction, what: string): void {
    const { pose, speed, angularSpeed, pivot } = motion;
    if (typeof pose !== 'function' || gives(motion, 'from') || gives(motion, 'to')) {
      throw new NearmissError('motion/bad-form', `${what}.pose must be a function of time that returns a pose.`);
    }
    requireKnownKeys(motion, FUNCTION_KEYS, 'motion/bad-form', what);
    if (!(isBound(speed) && isBound(angularSpeed))) {
      throw new NearmissError(
        'motion/bad-velocity',
        `${what} needs speed and angularSpeed, finite numbers from 0 up that its pose function keeps to.`,
      );
    }
    // As for steady motions: with steps that prove less than a turn each, more would never end.
    if (!(angularSpeed <= LARGEST_ANGLE / 2)) {
      throw new NearmissError(
        'motion/too-many-turns',
        `${what} turns too often: its angularSpeed may be 2^19 at most.`,
      );
    }
    const centre = this.#readPivot(pivot, what);
    readPose(pose(0), this.#given, `${what}.pose(0)`);
    this.#begin('function');
    this.#stop();
    this.#pose = pose;
    for (let k = 0; k < 3; k++) this.pivot[k] = centre[k];
    this.speed = speed;
    this.angularSpeed = angularSpeed;
  }

  #readPivot(pivot: ArrayLike<number> | undefined, what: string): Float64Array {
    const centre = this.#givenPivot;
    if (pivot === undefined) centre.fill(0);
    else readVector(pivot, centre, 0, 'motion/bad-pivot', what, 'pivot');
    return centre;
  }

  /** From here on the motion is accepted: nothing more is refused. */
  #begin(kind: MotionKind): void {
    this.kind = kind;
    this.start.set(this.#given);
    this.#pose = null;
    this.#hasEnd = false;
  }

  /** No velocities. */
  #stop(): void {
    this.pivot.fill(0);
    this.velocity.fill(0);
    this.angularVelocity.fill(0);
    this.ownVelocity.fill(0);
    this.ownAxis.fill(0);
    this.#axis.fill(0);
    this.#angle = 0;
    this.#angleLow = 0;
    this.pathError = 0;
  }

  /** Derives the other fields from the parsed numbers. */
  #finish(): void {
    const { kind, start, velocity, angularVelocity, pivot } = this;
    const axis = this.#axis;
    const arm = this.#arm;
    directionToWorld(start, pivot, arm);
    for (let k = 0; k < 3; k++) arm[k] = 0 - arm[k];
    this.isSteady = kind !== 'function';
    if (kind !== 'steady') {
      directionToWorld(start, this.ownVelocity, velocity);
      directionToWorld(start, this.ownAxis, axis);
      for (let k = 0; k < 3; k++) angularVelocity[k] = this.#angle * axis[k];
    }
    if (this.isSteady) {
      this.speed = lengthOf(velocity[0], velocity[1], velocity[2]) * ROUND_UP;
      this.angularSpeed = this.#angle * ROUND_UP;
    }
    this.isTranslation = this.angularSpeed === 0;
    this.isAtRest = this.isTranslation && this.speed === 0;
  }
}

const INTERPOLATED_KEYS: KnownKeys<InterpolatedMotion> = { from: true, to: true, kind: true, pivot: true };
const STEADY_KEYS: KnownKeys<SteadyMotion> = { from: true, velocity: true, angularVelocity: true, pivot: true };
const FUNCTION_KEYS: KnownKeys<MotionFunction> = { pose: true, speed: true, angularSpeed: true, pivot: true };

function isFunction(motion: Motion): motion is MotionFunction {
  return 'pose' in motion && motion.pose !== undefined;
}

/** Whether a motion has a property that its kind does not allow. */
function gives(motion: object, key: string): boolean {
  return Reflect.get(motion, key) !== undefined;
}

/** A speed that nothing exceeds: a finite number from 0 up. */
function isBound(x: unknown): boolean {
  return typeof x === 'number' && x >= 0 && x < Infinity;
}
