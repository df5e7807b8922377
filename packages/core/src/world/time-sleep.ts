// Pairs that sleep until the earliest time at which their bodies can touch, given bounds on their speeds (Lin & Canny 1991; Cohen,
// Lin, Manocha & Ponamgi, "I-COLLIDE", 1995: a heap of pairs by the time to collision).
//
// The bounds of a body state: its pivot moves at v, with a deviation of at most a per second since the bounds were set, and its
// angular speed is at most ω plus α per second. From a time s on, when the bounds are δ old, two bodies whose points are no farther
// than r from their pivots approach by no more than
//
//     (|vA − vB| + Σ(aδ + r(ω + αδ)))·t + Σ(a + rα)·t²/2
//
// and a gap lasts for `freeTime` of these two numbers. That is the lectures' estimate, with two differences: the bounds are on
// points, and there is no term for ω × ω × r, since the path of a point that rotates about its pivot is bounded directly, not by
// its acceleration.
//
// The bounds are checked. From step to step the pose of every body is compared with what its bounds allow for that step,
//
//     |x' − x − v·dt| ≤ a·(δ'² − δ²)/2,    turn ≤ ω·dt + α·(δ'² − δ²)/2,
//
// whose sums over the steps are the bound above. Any excess is summed, and pairs sleep for gaps less the `ERROR_BOUND` of both,
// which covers rounding. A body is astray if its excess is larger, if its new bounds are not within the old ones, or if it changes
// its shape: then all its pairs are woken individually. So wrong bounds cost time, never a contact.

import { NearmissError, textOf } from '../error.ts';
import { isAmount, requireOptions } from '../query/options.ts';
import type { KnownKeys } from '../scalar/known-keys.ts';
import { lengthOf } from '../scalar/length.ts';
import { POSE_SIZE } from '../scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { readVector } from '../scalar/vector.ts';
import { freeTime } from '../space/free-time.ts';
import { grownBytes, grownDoubles, grownInts } from '../space/grown.ts';
import type { IntList } from '../space/int-list.ts';
import { LEAST_ROUNDING, posePoint, sizeOf, TRAVEL_ROUNDING, turnBetween } from './body-extent.ts';
import { STEPS_WORTH_SLEEPING } from './pair-sleep.ts';
import { ScheduledSleep } from './scheduled-sleep.ts';

/** Bounds on the motion of a body, for `World.setMotionBounds`. A missing property is 0. See {@link World}. */
export interface BodyMotionBounds {
  /** Velocity of the pivot from the last step on, in world axes. */
  readonly velocity?: ArrayLike<number> | undefined;
  /** Angular speed from the last step on, in radians. */
  readonly angularSpeed?: number | undefined;
  /** The velocity changes by no more than this a unit of time, in any direction. */
  readonly acceleration?: number | undefined;
  /** The angular speed grows by no more than this a unit of time. */
  readonly angularAcceleration?: number | undefined;
  /** The point, in body coordinates, whose velocity is given: the origin of the body frame where it is missing. */
  readonly pivot?: ArrayLike<number> | undefined;
}

const BOUNDS_KEYS: KnownKeys<BodyMotionBounds> = {
  velocity: true,
  angularSpeed: true,
  acceleration: true,
  angularAcceleration: true,
  pivot: true,
};

/** Excess beyond its bounds from which a body is astray, in parts of its reach. Dimensionless. */
const ERROR_BOUND: number = 2 ** -20;
/** Relative enlargement of speeds: ages are sums of many times, and velocities set step by step are rounded. Dimensionless. */
const SPEED_ROUNDING: number = 2 ** -20;
/** Half of that, the tolerance for new bounds within the old ones. Dimensionless. */
const RENEWAL_ROUNDING: number = 2 ** -21;
/** Relative error of one sum of times. Dimensionless. */
const TIME_ROUNDING = 8 * UNIT_ROUNDOFF;

// For each body, as doubles: velocity and pivot, then these.
const VELOCITY = 0;
const PIVOT = 3;
const ANGULAR_SPEED = 6;
const ACCELERATION = 7;
const ANGULAR_ACCELERATION = 8;
/** Age of the bounds. */
const AGE = 9;
/** Excess of the body beyond its bounds. */
const EXCESS = 10;
/** No point of the body is farther from the pivot. */
const REACH = 11;
const FIELDS = 12;

const before = new Float64Array(3);
const after = new Float64Array(3);

export class TimeSleep extends ScheduledSleep {
  #now = 0;
  #dt = 0;
  #fields: Float64Array = new Float64Array(0);
  /** Poses at the last step, and the revisions of the shapes; 0 where the slot was empty. */
  #poses: Float64Array = new Float64Array(0);
  #revisions: Int32Array = new Int32Array(0);
  #isAstray: Uint8Array = new Uint8Array(0);

  /**
   * Sets the bounds of a body, as read by `readMotionBounds`, from the last step on. Pairs that sleep by earlier bounds that do not
   * contain them are woken.
   */
  setBounds(slot: number, given: Float64Array): void {
    this.#reserve(slot + 1);
    const fields = this.#fields.subarray(FIELDS * slot, FIELDS * slot + FIELDS);
    if (!isWithin(given, fields)) this.#isAstray[slot] = 1;
    given[EXCESS] = fields[EXCESS];
    fields.set(given);
    this.#measureReach(slot);
  }

  /** Removes the bounds of a removed body. */
  forget(slot: number): void {
    this.#reserve(slot + 1);
    this.#fields.fill(0, FIELDS * slot, FIELDS * slot + FIELDS);
    this.#revisions[slot] = 0;
  }

  override advance(dt: number, due: IntList): void {
    const bodies = this.bodies;
    this.#reserve(bodies.end);
    this.#dt = dt;
    // Rounded up, so that no pair sleeps longer than the times between steps allow.
    this.#now = (this.#now + dt) * (1 + TIME_ROUNDING);
    let hasStrayed = false;
    for (let slot = 0; slot < bodies.end; slot++) {
      if (!bodies.isPresent(slot)) continue;
      this.#follow(slot, dt);
      if (this.#isAstray[slot] === 1) hasStrayed = true;
    }
    if (hasStrayed) this.#wakeStrays(due);
    while (this.schedule.earliest <= this.#now) due.push(this.schedule.pop());
  }

  override fallAsleep(handle: number, gap: number): void {
    const a = this.pairs.lows[handle];
    const b = this.pairs.highs[handle];
    const fields = this.#fields;
    const reach = fields[FIELDS * a + REACH] + fields[FIELDS * b + REACH];
    const left = (gap - ERROR_BOUND * reach) * (1 - TIME_ROUNDING);
    const speed = this.#closingSpeed(a, b);
    const acceleration = this.#closingAcceleration(a, b);
    // An overflow gives NaN.
    if (!(left > 0 && speed >= 0 && acceleration >= 0)) return;
    const due = (this.#now + freeTime(left, speed, acceleration)) * (1 - TIME_ROUNDING);
    if (due > this.#now) this.schedule.set(handle, due);
  }

  override wish(slotA: number, slotB: number): number {
    const time = STEPS_WORTH_SLEEPING * this.#dt;
    const fields = this.#fields;
    const errorBound = ERROR_BOUND * (fields[FIELDS * slotA + REACH] + fields[FIELDS * slotB + REACH]);
    const speed = this.#closingSpeed(slotA, slotB);
    return speed * time + (this.#closingAcceleration(slotA, slotB) * time * time) / 2 + 2 * errorBound;
  }

  #closingSpeed(a: number, b: number): number {
    const fields = this.#fields;
    const i = FIELDS * a + VELOCITY;
    const j = FIELDS * b + VELOCITY;
    const speed = lengthOf(fields[i] - fields[j], fields[i + 1] - fields[j + 1], fields[i + 2] - fields[j + 2]);
    return (speed + this.#ownSpeed(a) + this.#ownSpeed(b)) * (1 + SPEED_ROUNDING);
  }

  /** How much faster than its given velocity a point of the body may move by now. */
  #ownSpeed(slot: number): number {
    const fields = this.#fields;
    const at = FIELDS * slot;
    const age = fields[at + AGE];
    const turn = fields[at + ANGULAR_SPEED] + fields[at + ANGULAR_ACCELERATION] * age;
    return fields[at + ACCELERATION] * age + fields[at + REACH] * turn;
  }

  #closingAcceleration(a: number, b: number): number {
    return (this.#ownAcceleration(a) + this.#ownAcceleration(b)) * (1 + SPEED_ROUNDING);
  }

  #ownAcceleration(slot: number): number {
    const fields = this.#fields;
    const at = FIELDS * slot;
    return fields[at + ACCELERATION] + fields[at + REACH] * fields[at + ANGULAR_ACCELERATION];
  }

  /** Compares the pose of a body with what its bounds allow since the last step. */
  #follow(slot: number, dt: number): void {
    const bodies = this.bodies;
    const fields = this.#fields;
    const at = FIELDS * slot;
    const revision = bodies.revisions[slot];
    if (this.#revisions[slot] === revision) {
      const age = fields[at + AGE] + dt;
      fields[at + EXCESS] += this.#excess(slot, dt, (dt * (fields[at + AGE] + age)) / 2);
      fields[at + AGE] = age;
      // NaN counts as too much.
      if (!(fields[at + EXCESS] <= ERROR_BOUND * fields[at + REACH])) this.#isAstray[slot] = 1;
    } else {
      // A new body, or one with a changed shape.
      this.#revisions[slot] = revision;
      this.#measureReach(slot);
      this.#isAstray[slot] = 1;
    }
    for (let k = 0; k < POSE_SIZE; k++) this.#poses[POSE_SIZE * slot + k] = bodies.poses[POSE_SIZE * slot + k];
  }

  /** Excess of the travel of a body's points in a step over its bounds; `growth`: the displacement per unit of acceleration. */
  #excess(slot: number, dt: number, growth: number): number {
    const { poses } = this.bodies;
    const fields = this.#fields;
    const at = FIELDS * slot;
    const from = POSE_SIZE * slot;
    let isSame = true;
    for (let k = 0; k < POSE_SIZE; k++) isSame = isSame && this.#poses[from + k] === poses[from + k];
    const x = dt * fields[at];
    const y = dt * fields[at + 1];
    const z = dt * fields[at + 2];
    if (isSame && x === 0 && y === 0 && z === 0) return 0;
    posePoint(this.#poses, from, fields, at + PIVOT, before);
    posePoint(poses, from, fields, at + PIVOT, after);
    const drift = lengthOf(after[0] - before[0] - x, after[1] - before[1] - y, after[2] - before[2] - z);
    const turn = turnBetween(this.#poses, from, poses, from);
    const reach = fields[at + REACH];
    const size = sizeOf(this.#poses, from) + sizeOf(poses, from) + 2 * sizeOf(fields, at + PIVOT) + reach;
    const errorBound = TRAVEL_ROUNDING * (size + Math.abs(x) + Math.abs(y) + Math.abs(z)) + LEAST_ROUNDING;
    const allowed = fields[at + ACCELERATION] * growth;
    const allowedTurn = fields[at + ANGULAR_SPEED] * dt + fields[at + ANGULAR_ACCELERATION] * growth;
    const travelOver = drift * (1 + TRAVEL_ROUNDING) + errorBound - allowed * (1 - TRAVEL_ROUNDING);
    const turnOver = turn * (1 + TRAVEL_ROUNDING) + TRAVEL_ROUNDING - allowedTurn * (1 - TRAVEL_ROUNDING);
    return (Math.max(travelOver, 0) + reach * Math.max(turnOver, 0)) * (1 + TRAVEL_ROUNDING);
  }

  #measureReach(slot: number): void {
    const { centre, radius } = this.bodies.extentAt(slot);
    const fields = this.#fields;
    const at = FIELDS * slot + PIVOT;
    const arm = lengthOf(centre[0] - fields[at], centre[1] - fields[at + 1], centre[2] - fields[at + 2]);
    fields[FIELDS * slot + REACH] = (arm + radius) * (1 + TRAVEL_ROUNDING);
  }

  #wakeStrays(due: IntList): void {
    const { lows, highs, end } = this.pairs;
    const isAstray = this.#isAstray;
    for (let handle = 0; handle < end; handle++) {
      if (!this.schedule.has(handle) || (isAstray[lows[handle]] | isAstray[highs[handle]]) === 0) continue;
      this.schedule.remove(handle);
      due.push(handle);
    }
    for (let slot = 0; slot < this.bodies.end; slot++) {
      if (isAstray[slot] === 0) continue;
      isAstray[slot] = 0;
      this.#fields[FIELDS * slot + EXCESS] = 0;
    }
  }

  #reserve(capacity: number): void {
    if (capacity <= this.#isAstray.length) return;
    this.#fields = grownDoubles(this.#fields, 2 * FIELDS * capacity);
    this.#poses = grownDoubles(this.#poses, 2 * POSE_SIZE * capacity);
    this.#revisions = grownInts(this.#revisions, 2 * capacity);
    this.#isAstray = grownBytes(this.#isAstray, 2 * capacity);
  }
}

/** Whether the old bounds, at their age, allow all that the new ones allow. */
function isWithin(given: Float64Array, known: Float64Array): boolean {
  const age = known[AGE] * (1 + RENEWAL_ROUNDING);
  for (let k = PIVOT; k < PIVOT + 3; k++) if (given[k] !== known[k]) return false;
  if (given[ACCELERATION] > known[ACCELERATION]) return false;
  if (given[ANGULAR_ACCELERATION] > known[ANGULAR_ACCELERATION]) return false;
  return (
    lengthOf(given[0] - known[0], given[1] - known[1], given[2] - known[2]) <= known[ACCELERATION] * age &&
    given[ANGULAR_SPEED] <= known[ANGULAR_SPEED] + known[ANGULAR_ACCELERATION] * age
  );
}

/** The fields of a body with these bounds, its age 0. */
export function readMotionBounds(bounds: BodyMotionBounds): Float64Array {
  requireOptions(bounds, BOUNDS_KEYS);
  const out = new Float64Array(FIELDS);
  const { velocity, pivot, angularSpeed, acceleration, angularAcceleration } = bounds;
  if (velocity !== undefined) readVector(velocity, out, VELOCITY, 'vector/bad', 'velocity');
  if (pivot !== undefined) readVector(pivot, out, PIVOT, 'vector/bad', 'pivot');
  out[ANGULAR_SPEED] = requireRate('angularSpeed', angularSpeed);
  out[ACCELERATION] = requireRate('acceleration', acceleration);
  out[ANGULAR_ACCELERATION] = requireRate('angularAcceleration', angularAcceleration);
  return out;
}

function requireRate(name: string, value: number | undefined): number {
  if (value === undefined) return 0;
  if (isAmount(value) && value < Infinity) return value;
  throw new NearmissError('options/bad-value', `${name} is ${textOf(value)}; it must be a finite number, 0 or more.`);
}
