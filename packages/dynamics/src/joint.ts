// Joints: what two bodies may do relative to each other, as rows for the solver.
//
// Everything is measured as B relative to A, as the rows are; the angle of a hinge and the travel of a slider are those of A
// relative to B.

import { NearmissError } from 'nearmiss';
import { arcTangent } from 'nearmiss/bodies';
import type { Body } from './body.ts';
import {
  faultOf,
  requireFlag,
  requireKeys,
  requireNumber,
  requireNumbers,
  requirePositive,
  requireWord,
} from './input.ts';
import { multiply, turn, turnBack, writeMatrix } from './rotation.ts';
import type { Rows } from './solver.ts';

/** The kinds of joints. See {@link JointOptions}. */
export type JointKind = 'fixed' | 'ball' | 'hinge' | 'slider';

const JOINT_KINDS: readonly JointKind[] = ['fixed', 'ball', 'hinge', 'slider'];

/** Of a hinge or slider: the speed wanted, and the largest torque or force it takes. See {@link JointOptions}. */
export interface JointMotor {
  readonly speed: number;
  readonly force: number;
}

/** Options of a {@link Joint}. */
export interface JointOptions {
  readonly kind: JointKind;
  readonly a: Body;
  /** The world where there is none. */
  readonly b?: Body | undefined;
  /** In world coordinates as the bodies stand; by default A's origin. */
  readonly anchor?: ArrayLike<number> | undefined;
  /** Of a hinge or slider, in world coordinates as the bodies stand. */
  readonly axis?: ArrayLike<number> | undefined;
  /**
   * Least and greatest angle, in radians, or travel of a hinge or slider; 0 is where it starts. A joint outside them, at the
   * start or by `teleport`, goes back a little each step, and is `violated` until it is there.
   */
  readonly limits?: ArrayLike<number> | undefined;
  readonly motor?: JointMotor | undefined;
  /** Whether the two bodies collide: no by default. */
  readonly collide?: boolean | undefined;
  /** The force at which it breaks: the mean over a step of what holds the bodies together. Limits and motors are not in it. */
  readonly breakForce?: number | undefined;
}

/** Rows of a joint at most: point, turn, limit, motor. */
const MOST_ROWS = 8;

const matrixA = new Float64Array(9);
const matrixB = new Float64Array(9);
const pointA = new Float64Array(3);
const pointB = new Float64Array(3);
const axisA = new Float64Array(3);
const axisB = new Float64Array(3);
const armA = new Float64Array(3);
const armB = new Float64Array(3);
const across = new Float64Array(6);
const quaternion = new Float64Array(4);
const inverse = new Float64Array(4);

/** Where the bodies of a joint are: poses and centres of mass. */
export interface JointPoses {
  readonly poseA: Float64Array;
  readonly comA: Float64Array;
  readonly poseB: Float64Array;
  readonly comB: Float64Array;
}

/** A joint between two bodies of a {@link Simulation}. */
export class Joint {
  readonly kind: JointKind;
  readonly a: Body;
  readonly b: Body;
  readonly collide: boolean;
  readonly breakForce: number;
  readonly limits: readonly [number, number] | null;
  #motor: JointMotor | null;
  isBroken = false;
  /** Angle of a hinge in radians, travel of a slider. */
  value = 0;
  /** @internal Relative to the centres of mass, in body axes. */
  readonly localA: Float64Array = new Float64Array(3);
  /** @internal */ readonly localB: Float64Array = new Float64Array(3);
  /** @internal The axis in body axes. */
  readonly localAxisA: Float64Array = new Float64Array(3);
  /** @internal */ readonly localAxisB: Float64Array = new Float64Array(3);
  /** @internal Two unit vectors across the axis, in B's axes. */ readonly localAcross: Float64Array = new Float64Array(
    6,
  );
  /** @internal The turn from A's axes to B's at the start. */
  readonly relative: Float64Array = new Float64Array(4);
  /** @internal Impulses by rows, a second of half a step: a start for the next solve. */
  readonly forces: Float64Array = new Float64Array(MOST_ROWS);
  /** @internal What holds the bodies together in this step, its turning parts apart. */
  readonly impulse: Float64Array = new Float64Array(3);
  /** @internal Errors by rows, as of the last `write`. */
  readonly errors: Float64Array = new Float64Array(MOST_ROWS);
  /** @internal The errors that the interval begins with. */
  readonly startErrors: Float64Array = new Float64Array(MOST_ROWS);
  /** @internal Its first row in the last solve of velocities. */
  row = 0;
  /** @internal Number of rows that hold whatever happens, before limit and motor. */
  equalities = 0;

  constructor(options: JointOptions, world: Body) {
    const { a, b = world, limits, motor } = options;
    this.kind = requireWord(options.kind, JOINT_KINDS, 'joint.kind');
    this.a = a;
    this.b = b;
    if (a === b) throw new NearmissError('dynamics/bad-joint', 'A joint needs two bodies; both of its are the same.');
    const hasAxis = this.kind === 'hinge' || this.kind === 'slider';
    if (!hasAxis && (limits !== undefined || motor !== undefined)) {
      throw faultOf(limits === undefined ? 'motor' : 'limits', withoutAxis(this.kind), 'dynamics/bad-joint');
    }
    const anchor =
      options.anchor === undefined ? a.pose.slice(0, 3) : requireNumbers(options.anchor, 3, 'joint.anchor');
    const axis = options.axis === undefined ? null : requireNumbers(options.axis, 3, 'joint.axis');
    if (hasAxis && axis === null) throw new NearmissError('dynamics/bad-joint', `A ${this.kind} needs an axis.`);
    const [x, y, z] = axis ?? [0, 0, 1];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) throw faultOf('axis', 'The axis of a joint has no length.', 'dynamics/bad-joint');
    this.collide = options.collide !== undefined && requireFlag(options.collide, 'joint.collide');
    this.breakForce =
      options.breakForce === undefined ? Infinity : requirePositive(options.breakForce, 'joint.breakForce');
    this.limits = limits === undefined ? null : readLimits(limits);
    this.#motor = motor === undefined ? null : readMotor(motor);
    this.#attach(anchor, Float64Array.of(x / length, y / length, z / length));
  }

  /** The motor of a hinge or slider, which can be changed between steps; null for none. */
  get motor(): JointMotor | null {
    return this.#motor;
  }

  set motor(motor: JointMotor | null) {
    if (motor !== null && this.kind !== 'hinge' && this.kind !== 'slider') {
      throw faultOf('motor', withoutAxis(this.kind), 'dynamics/bad-joint');
    }
    this.#motor = motor === null ? null : readMotor(motor);
    this.a.wake();
    this.b.wake();
  }

  #attach(anchor: Float64Array, axis: Float64Array): void {
    const { a, b } = this;
    writeMatrix(a.pose, 3, matrixA);
    writeMatrix(b.pose, 3, matrixB);
    for (let k = 0; k < 3; k++) {
      armA[k] = anchor[k] - a.com[k];
      armB[k] = anchor[k] - b.com[k];
    }
    turnBack(matrixA, armA, 0, this.localA, 0);
    turnBack(matrixB, armB, 0, this.localB, 0);
    turnBack(matrixA, axis, 0, this.localAxisA, 0);
    turnBack(matrixB, axis, 0, this.localAxisB, 0);
    // Kept with B: errors at both ends of an interval are compared, and `writeAcross` jumps from one direction to another as the axis turns.
    writeAcross(this.localAxisB, this.localAcross);
    conjugate(b.pose, 3, inverse);
    multiply(inverse, 0, a.pose, 3, this.relative, 0);
  }

  /** @internal Adds the rows that always hold, with their errors, for bodies at given poses, and what limit and motor need. */
  write(rows: Rows, at: JointPoses): number {
    const first = rows.count;
    const slotA = this.a.slot;
    const slotB = this.b.slot;
    this.#read(at);
    if (this.kind === 'slider') {
      // The axis is B's: both arms lead to A's anchor.
      for (let k = 0; k < 3; k++) armB[k] = pointA[k] - at.comB[k];
      for (let side = 0; side < 2; side++) {
        const [x, y, z] = across.subarray(3 * side, 3 * side + 3);
        this.errors[side] = x * (pointB[0] - pointA[0]) + y * (pointB[1] - pointA[1]) + z * (pointB[2] - pointA[2]);
        rows.addPoint(slotA, slotB, x, y, z, armA, armB);
      }
      this.#addFixedTurn(rows, 2, at);
    } else {
      for (let k = 0; k < 3; k++) {
        const apart = pointB[k] - pointA[k];
        this.errors[k] = apart;
        armA[k] += apart / 2;
        armB[k] -= apart / 2;
      }
      for (let k = 0; k < 3; k++)
        rows.addPoint(slotA, slotB, k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0, armA, armB);
      if (this.kind === 'fixed') this.#addFixedTurn(rows, 3, at);
      if (this.kind === 'hinge') this.#addHingeTurn(rows);
    }
    this.equalities = rows.count - first;
    return first;
  }

  /** @internal Adds the row of the angle or travel; after `write`, at the same poses. */
  addFree(rows: Rows): number {
    const [x, y, z] = axisB;
    return this.kind === 'hinge'
      ? rows.addTurn(this.a.slot, this.b.slot, -x, -y, -z)
      : rows.addPoint(this.a.slot, this.b.slot, -x, -y, -z, armA, armB);
  }

  /** @internal Adds the forces that were last solved for, acting for a time of the step. */
  bear(time: number): void {
    const linear = this.kind === 'slider' ? 2 : 3;
    for (let k = 0; k < linear; k++) this.impulse[k] += this.forces[k] * time;
  }

  /** @internal Ends a step. Breaks the joint where the mean force over it is too large. */
  endStep(duration: number): void {
    const [x, y, z] = this.impulse;
    if (Math.sqrt(x * x + y * y + z * z) > this.breakForce * duration) this.isBroken = true;
    this.impulse.fill(0);
  }

  /** Reach of the bodies that it can turn. */
  get #arm(): number {
    return Math.max(this.a.inverseMass > 0 ? this.a.radius : 0, this.b.inverseMass > 0 ? this.b.radius : 0);
  }

  /** @internal The smaller reach of the bodies that forces move. */
  get size(): number {
    return Math.min(
      this.a.inverseMass > 0 ? this.a.radius : Infinity,
      this.b.inverseMass > 0 ? this.b.radius : Infinity,
    );
  }

  /** @internal How far points move at most for a change of 1 of angle or travel. */
  get pointsMove(): number {
    return this.kind === 'hinge' ? this.#arm : 1;
  }

  /** @internal How far points of the bodies are beyond the limits of angle or travel, by `value`. */
  get beyondLimits(): number {
    if (this.limits === null) return 0;
    const [low, high] = this.limits;
    return this.pointsMove * Math.max(0, low - this.value, this.value - high);
  }

  /** @internal How far points of the bodies are from where the joint holds them, by the errors of the last `write`. */
  get apart(): number {
    const linear = this.kind === 'slider' ? 2 : 3;
    let square = 0;
    let turned = 0;
    for (let k = 0; k < this.equalities; k++) {
      const error = this.errors[k];
      if (k < linear) square += error * error;
      else turned += error * error;
    }
    return Math.sqrt(square) + this.#arm * Math.sqrt(turned);
  }

  /** @internal Whether there is an angle or travel that is limited or driven. */
  get isFreeUsed(): boolean {
    return this.limits !== null || this.motor !== null;
  }

  /** @internal Brings angle or travel up to date. */
  measure(at: JointPoses): number {
    this.#read(at);
    if (this.kind === 'slider') {
      let travel = 0;
      for (let k = 0; k < 3; k++) travel += axisB[k] * (pointA[k] - pointB[k]);
      return travel;
    }
    if (this.kind !== 'hinge') return 0;
    // The turn of A relative to B since the start, in B's axes: B⁻¹ A relative⁻¹.
    conjugate(at.poseB, 3, inverse);
    multiply(inverse, 0, at.poseA, 3, quaternion, 0);
    conjugate(this.relative, 0, inverse);
    multiply(quaternion, 0, inverse, 0, quaternion, 0);
    let sine = 0;
    for (let k = 0; k < 3; k++) sine += quaternion[k] * this.localAxisB[k];
    const half = sine === 0 && quaternion[3] === 0 ? 0 : arcTangent(Math.abs(sine), quaternion[3]);
    const angle = 2 * (sine < 0 ? -half : half);
    return angle + 2 * Math.PI * Math.round((this.value - angle) / (2 * Math.PI));
  }

  /** Anchors and axes in the world, and arms to the anchors. */
  #read({ poseA, comA, poseB, comB }: JointPoses): void {
    writeMatrix(poseA, 3, matrixA);
    writeMatrix(poseB, 3, matrixB);
    turn(matrixA, this.localA, 0, armA, 0);
    turn(matrixB, this.localB, 0, armB, 0);
    turn(matrixA, this.localAxisA, 0, axisA, 0);
    turn(matrixB, this.localAxisB, 0, axisB, 0);
    for (let k = 0; k < 3; k++) {
      pointA[k] = comA[k] + armA[k];
      pointB[k] = comB[k] + armB[k];
    }
    turn(matrixB, this.localAcross, 0, across, 0);
    turn(matrixB, this.localAcross, 3, across, 3);
  }

  /** All three turns: B as it stands relative to where A says. */
  #addFixedTurn(rows: Rows, first: number, { poseA, poseB }: JointPoses): void {
    multiply(poseB, 3, this.relative, 0, quaternion, 0);
    conjugate(poseA, 3, inverse);
    multiply(quaternion, 0, inverse, 0, quaternion, 0);
    const sign = quaternion[3] < 0 ? -2 : 2;
    for (let k = 0; k < 3; k++) {
      this.errors[first + k] = sign * quaternion[k];
      rows.addTurn(this.a.slot, this.b.slot, k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0);
    }
  }

  /** The two turns across the axis. */
  #addHingeTurn(rows: Rows): void {
    const x = axisA[1] * axisB[2] - axisA[2] * axisB[1];
    const y = axisA[2] * axisB[0] - axisA[0] * axisB[2];
    const z = axisA[0] * axisB[1] - axisA[1] * axisB[0];
    for (let side = 0; side < 2; side++) {
      const k = 3 * side;
      this.errors[3 + side] = across[k] * x + across[k + 1] * y + across[k + 2] * z;
      rows.addTurn(this.a.slot, this.b.slot, across[k], across[k + 1], across[k + 2]);
    }
  }
}

/** Two unit vectors across a unit vector. */
export function writeAcross(n: Float64Array, out: Float64Array): void {
  const x = n[0];
  const y = n[1];
  const z = n[2];
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  let ux = 0;
  let uy = -z;
  let uz = y;
  if (ay < ax && ay <= az) {
    ux = z;
    uy = 0;
    uz = -x;
  } else if (az < ax && az < ay) {
    ux = -y;
    uy = x;
    uz = 0;
  }
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux /= length;
  uy /= length;
  uz /= length;
  out[0] = ux;
  out[1] = uy;
  out[2] = uz;
  out[3] = y * uz - z * uy;
  out[4] = z * ux - x * uz;
  out[5] = x * uy - y * ux;
}

function conjugate(q: Float64Array, k: number, out: Float64Array): void {
  out[0] = -q[k];
  out[1] = -q[k + 1];
  out[2] = -q[k + 2];
  out[3] = q[k + 3];
}

function withoutAxis(kind: JointKind): string {
  return `A ${kind} joint has neither limits nor a motor.`;
}

function readLimits(given: ArrayLike<number>): readonly [number, number] {
  const [low, high] = requireNumbers(given, 2, 'joint.limits');
  if (low <= high) return [low, high];
  const message = `joint.limits are [${low}, ${high}]; the first is the lower one.`;
  throw faultOf('joint.limits', message, 'dynamics/bad-joint');
}

function readMotor(given: JointMotor): JointMotor {
  requireKeys(given, ['speed', 'force'], 'joint.motor');
  return {
    speed: requireNumber(given.speed, 'joint.motor.speed'),
    force: requireNumber(given.force, 'joint.motor.force', 0),
  };
}
