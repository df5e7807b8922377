// A body of a simulation: its shape, mass, pose and velocities.
//
// The pose is that of the body frame, as the library's queries take it, and is the truth about where the body is. Velocities are
// of the centre of mass, in world axes.

import { type Model, type Pose, quaternionFromMatrix } from 'nearmiss';
import { modelBox } from 'nearmiss/bodies';
import type { PrincipalAxes } from './free-rotation.ts';
import {
  faultOf,
  requireBits,
  requireKeys,
  requireNumber,
  requireNumbers,
  requirePositive,
  requireRestitution,
  requireWord,
} from './input.ts';
import { centerOfMassOf, type MassOptions, readMass } from './mass.ts';
import { medialModelOf } from './medial-model.ts';
import { multiply, normalise, turn, turnBack, writeMatrix } from './rotation.ts';
import { type Support, supportOf } from './support.ts';

/** `dynamic`: moved by forces. `static`: never moved. `kinematic`: goes its velocities, whatever it meets. See {@link BodyOptions}. */
export type BodyKind = 'dynamic' | 'static' | 'kinematic';

const BODY_KINDS: readonly BodyKind[] = ['dynamic', 'static', 'kinematic'];

/** Options of a body. See {@link Simulation}. */
export interface BodyOptions extends MassOptions {
  /** Its name in reports; by default its number. No two bodies of a simulation have the same. */
  readonly id?: string | undefined;
  readonly model: Model;
  readonly kind?: BodyKind | undefined;
  readonly pose?: Pose | undefined;
  /** Of the centre of mass, in the world. */
  readonly velocity?: ArrayLike<number> | undefined;
  /** In world axes, radians a second. */
  readonly angularVelocity?: ArrayLike<number> | undefined;
  /** Coulomb's coefficient; of two bodies the geometric mean counts. */
  readonly friction?: number | undefined;
  /** Of two bodies the larger counts. */
  readonly restitution?: number | undefined;
  /** Part of the velocity that is lost a second, as a rate. */
  readonly linearDamping?: number | undefined;
  readonly angularDamping?: number | undefined;
  /**
   * A number of cones and slabs: with other bodies that have one, and with convex meshes, it collides as the enclosure of its medial axis, which is
   * faster. The model is still what is asked about mass, and what collides with all others.
   */
  readonly medial?: number | undefined;
  /** Bits: two bodies may collide where the group of each is in the mask of the other. */
  readonly group?: number | undefined;
  readonly mask?: number | undefined;
}

/** What a simulation gives bodies that do not say themselves. */
export interface Material {
  readonly friction: number;
  readonly restitution: number;
}

const NO_AXES: PrincipalAxes = { moments: Float64Array.of(1, 1, 1), rotation: Float64Array.of(0, 0, 0, 1) };

const matrix = new Float64Array(9);
const local = new Float64Array(3);
const principal = new Float64Array(4);

/** A pose as the library takes it, in arrays of its own. */
interface PoseView {
  readonly position: Float64Array;
  readonly rotation: Float64Array;
}

/** A pose as seven doubles: position, rotation. */
const POSE_SIZE = 7;
/**
 * The first value of fields that become fractions: 0 is a small integer to engines, and the first fraction that replaced it in any body would
 * change the layout of all, so that every function compiled for the old one is compiled again.
 */
const ZERO = -0;

/** A body of a {@link Simulation}. */
export class Body {
  readonly id: string;
  readonly model: Model;
  readonly kind: BodyKind;
  readonly mass: number;
  readonly friction: number;
  readonly restitution: number;
  #linearDamping: number;
  #angularDamping: number;
  #group: number;
  #mask: number;

  /** Whether it collides as its medial enclosure with others that do. */
  readonly isMedial: boolean;
  /** @internal Number in the simulation; −1 where it has been removed. */
  slot = -1;
  /** @internal 0 for bodies that forces do not move. */
  readonly inverseMass: number;
  /** @internal Centre of mass in body coordinates. */
  readonly centre: Float64Array;
  /** @internal */ readonly axes: PrincipalAxes;
  /** @internal Now, and at the end of the interval that is computed. */
  readonly pose: Float64Array = new Float64Array(POSE_SIZE);
  /** @internal */ readonly next: Float64Array = new Float64Array(POSE_SIZE);
  /** @internal The same as the library takes them: views. */
  readonly poseView: PoseView;
  /** @internal */ readonly nextView: PoseView;
  /** @internal Centre of mass in the world, at `pose`. */
  readonly com: Float64Array = new Float64Array(3);
  /** @internal The rotation of `pose` as a matrix, row by row; not called so, because a body is also taken for its pose. */
  readonly rows: Float64Array = new Float64Array(9);
  /** @internal How far any of its points has turned about the centre of mass at most since the start, all steps added. */
  turned = ZERO;
  /** @internal Linear, then angular. */
  readonly velocities: Float64Array = new Float64Array(6);
  /** @internal Of the world, at `pose`. */
  readonly inverseInertia: Float64Array = new Float64Array(9);
  /** @internal Force and torque until the next step ends. */
  readonly load: Float64Array = new Float64Array(6);
  /** @internal Middle and half lengths of the box, in body coordinates. */
  readonly box: Float64Array = new Float64Array(6);
  /** @internal Reach from the centre of mass. */
  readonly radius: number;
  /** Largest side of its box. */
  readonly size: number;
  /** @internal What turns leave it where it is: all about the centre of mass, those about its own z axis, or none. */
  readonly symmetry: 'ball' | 'axial' | 'none';
  /** @internal */ readonly support: Support;
  /** Whether it rests until something wakes it. */
  isAsleep = false;
  /** @internal Seconds that it has been slow. */
  quiet = ZERO;
  /** @internal Whether a caller has changed it since the last step. */
  isChanged = true;
  /** @internal Where the step began, with the centre of mass; how far from there it may go; and the time that is left to it. */
  readonly start: Float64Array = new Float64Array(POSE_SIZE);
  /** @internal */ readonly startCom: Float64Array = new Float64Array(3);
  /** @internal */ reach = ZERO;
  /** @internal The box that it stays in during the step, with `events`. */
  readonly region: Float64Array = new Float64Array(6);
  /** @internal How much more than needed its region was last widened. */
  spare = ZERO;
  /** @internal */ left = ZERO;

  constructor(options: BodyOptions, id: string, material: Material) {
    const { kind, pose, velocity, angularVelocity } = options;
    this.isMedial = options.medial !== undefined;
    const model = this.isMedial ? medialModelOf(options.model, options.medial) : options.model;
    this.id = id;
    this.kind = kind === undefined ? 'dynamic' : requireWord(kind, BODY_KINDS, 'kind');
    const { low, high, round } = modelBox(model);
    this.model = model;
    this.friction = requireNumber(options.friction ?? material.friction, 'friction', 0);
    this.restitution = requireRestitution(options.restitution ?? material.restitution, 'restitution');
    this.#linearDamping = requireNumber(options.linearDamping ?? 0, 'linearDamping', 0);
    this.#angularDamping = requireNumber(options.angularDamping ?? 0, 'angularDamping', 0);
    this.#group = requireBits(options.group ?? 1, 'group');
    this.#mask = requireBits(options.mask ?? -1, 'mask');
    if (this.kind === 'dynamic') {
      const { mass, centre, axes } = readMass(model, options);
      this.mass = mass;
      this.inverseMass = 1 / mass;
      this.centre = centre;
      this.axes = axes;
    } else {
      if (options.mass !== undefined) requirePositive(options.mass, 'mass', 'dynamics/bad-mass');
      if (options.density !== undefined) requirePositive(options.density, 'density', 'dynamics/bad-mass');
      this.mass = 0;
      this.inverseMass = 0;
      const isStill = this.kind === 'static' && options.centerOfMass === undefined;
      this.centre = isStill ? middleOf(low, high) : centerOfMassOf(model, options.centerOfMass);
      this.axes = NO_AXES;
    }
    let size = 0;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      this.box[k] = (low[k] + high[k]) / 2;
      this.box[3 + k] = (high[k] - low[k]) / 2;
      size = Math.max(size, high[k] - low[k]);
      const reach = Math.max(Math.abs(low[k] - this.centre[k]), Math.abs(high[k] - this.centre[k]));
      square += reach * reach;
    }
    this.size = size;
    const isCentral = this.centre[0] === 0 && this.centre[1] === 0;
    const isBall = round !== null && round.half === 0 && round.skin > 0 && isCentral && this.centre[2] === 0;
    this.symmetry = isBall ? 'ball' : round !== null && isCentral ? 'axial' : 'none';
    this.radius = isBall ? size / 2 : Math.sqrt(square) * (1 + 8 * Number.EPSILON);
    this.support = supportOf(model);
    this.poseView = { position: this.pose.subarray(0, 3), rotation: this.pose.subarray(3, 7) };
    this.nextView = { position: this.next.subarray(0, 3), rotation: this.next.subarray(3, 7) };
    readPoseInto(pose ?? {}, this.pose);
    const linear = velocity === undefined ? null : requireNumbers(velocity, 3, 'velocity');
    const angular = angularVelocity === undefined ? null : requireNumbers(angularVelocity, 3, 'angularVelocity');
    if (this.kind !== 'static') {
      if (linear !== null) this.velocities.set(linear);
      if (angular !== null) this.velocities.set(angular, 3);
    }
    this.poseChanged();
  }

  /** Part of the velocity that is lost a second, as a rate. */
  get linearDamping(): number {
    return this.#linearDamping;
  }

  set linearDamping(value: number) {
    this.#linearDamping = requireNumber(value, 'linearDamping', 0);
    this.wake();
  }

  /** The same of the angular velocity. */
  get angularDamping(): number {
    return this.#angularDamping;
  }

  set angularDamping(value: number) {
    this.#angularDamping = requireNumber(value, 'angularDamping', 0);
    this.wake();
  }

  /** Bits of the groups it is in; see {@link BodyOptions}. */
  get group(): number {
    return this.#group;
  }

  set group(value: number) {
    this.#group = requireBits(value, 'group');
    this.wake();
  }

  /** Bits of the groups it collides with; see {@link BodyOptions}. */
  get mask(): number {
    return this.#mask;
  }

  set mask(value: number) {
    this.#mask = requireBits(value, 'mask');
    this.wake();
  }

  /** Position and rotation of the body frame. */
  get position(): [number, number, number] {
    return [this.pose[0], this.pose[1], this.pose[2]];
  }

  get rotation(): [number, number, number, number] {
    return [this.pose[3], this.pose[4], this.pose[5], this.pose[6]];
  }

  /** Of the centre of mass, in the world. */
  get velocity(): [number, number, number] {
    return [this.velocities[0], this.velocities[1], this.velocities[2]];
  }

  get angularVelocity(): [number, number, number] {
    return [this.velocities[3], this.velocities[4], this.velocities[5]];
  }

  get centerOfMass(): [number, number, number] {
    return [this.com[0], this.com[1], this.com[2]];
  }

  /** Sets the velocities; bad numbers change nothing. */
  setVelocity(velocity: ArrayLike<number>, angularVelocity: ArrayLike<number> = this.angularVelocity): void {
    const linear = requireNumbers(velocity, 3, 'velocity');
    const angular = requireNumbers(angularVelocity, 3, 'angularVelocity');
    if (this.kind === 'static') return;
    this.velocities.set(linear);
    this.velocities.set(angular, 3);
    this.wake();
  }

  /** A force until the end of the next step, at a point of the world; by default at the centre of mass. */
  applyForce(force: ArrayLike<number>, point?: ArrayLike<number>): void {
    this.#addLoad(force, point, 'force', this.load, 1, false);
  }

  /** A torque until the end of the next step, in the world. */
  applyTorque(torque: ArrayLike<number>): void {
    const given = requireNumbers(torque, 3, 'torque');
    for (let k = 0; k < 3; k++) this.load[3 + k] += given[k];
    this.wake();
  }

  /** An impulse now, at a point of the world; by default at the centre of mass. */
  applyImpulse(impulse: ArrayLike<number>, point?: ArrayLike<number>): void {
    this.#addLoad(impulse, point, 'impulse', this.velocities, this.inverseMass, true);
  }

  #addLoad(
    given: ArrayLike<number>,
    at: ArrayLike<number> | undefined,
    what: string,
    out: Float64Array,
    scale: number,
    turns: boolean,
  ): void {
    const [fx, fy, fz] = requireNumbers(given, 3, what);
    const [px, py, pz] = at === undefined ? this.com : requireNumbers(at, 3, 'point');
    if (this.kind !== 'dynamic') return;
    const rx = px - this.com[0];
    const ry = py - this.com[1];
    const rz = pz - this.com[2];
    local[0] = ry * fz - rz * fy;
    local[1] = rz * fx - rx * fz;
    local[2] = rx * fy - ry * fx;
    if (turns) turn(this.inverseInertia, local, 0, local, 0);
    out[0] += scale * fx;
    out[1] += scale * fy;
    out[2] += scale * fz;
    for (let k = 0; k < 3; k++) out[3 + k] += local[k];
    this.wake();
  }

  /** @internal The largest speed that forces and torques of callers give a point of it in a time. */
  pushOver(time: number): number {
    const { load, inverseMass, inverseInertia } = this;
    if (inverseMass === 0) return 0;
    const force = Math.sqrt(load[0] * load[0] + load[1] * load[1] + load[2] * load[2]);
    const torque = Math.sqrt(load[3] * load[3] + load[4] * load[4] + load[5] * load[5]);
    if (force === 0 && torque === 0) return 0;
    // The trace is above the largest of the inverse moments.
    const turning = inverseInertia[0] + inverseInertia[4] + inverseInertia[8];
    return (force * inverseMass + torque * turning * this.radius) * time;
  }

  /** @internal Whether it does not move by itself. */
  get isAtRest(): boolean {
    return this.kind === 'static' || (this.kind === 'dynamic' && this.isAsleep);
  }

  wake(): void {
    this.isAsleep = false;
    this.quiet = 0;
    this.isChanged = true;
  }

  /** @internal A step begins where the body is. Loops, since `set` is a call, and this is done for every body in every step. */
  begin(): void {
    for (let k = 0; k < POSE_SIZE; k++) this.start[k] = this.pose[k];
    for (let k = 0; k < 3; k++) this.startCom[k] = this.com[k];
  }

  /** @internal What follows from `pose`: the centre of mass and the inertia in the world. */
  poseChanged(): void {
    writeMatrix(this.pose, 3, this.rows);
    turn(this.rows, this.centre, 0, this.com, 0);
    for (let k = 0; k < 3; k++) this.com[k] += this.pose[k];
    if (this.inverseMass > 0) this.writeInverseInertia(this.pose, this.inverseInertia);
  }

  /** @internal The centre of mass in the world, of a pose. */
  writeCom(pose: Float64Array, out: Float64Array, o: number): void {
    writeMatrix(pose, 3, matrix);
    turn(matrix, this.centre, 0, out, o);
    for (let k = 0; k < 3; k++) out[o + k] += pose[k];
  }

  /** @internal The inverse inertia in the world, of a pose. */
  writeInverseInertia(pose: Float64Array, out: Float64Array): void {
    multiply(pose, 3, this.axes.rotation, 0, principal, 0);
    writeMatrix(principal, 0, matrix);
    const { moments } = this.axes;
    for (let r = 0; r < 3; r++) {
      for (let c = r; c < 3; c++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += (matrix[3 * r + k] * matrix[3 * c + k]) / moments[k];
        out[3 * r + c] = sum;
        out[3 * c + r] = sum;
      }
    }
  }

  /** @internal The angular momentum about the centre of mass, of an angular velocity in the world, at `pose`. */
  writeAngularMomentum(w: Float64Array, k: number, out: Float64Array): void {
    multiply(this.pose, 3, this.axes.rotation, 0, principal, 0);
    writeMatrix(principal, 0, matrix);
    turnBack(matrix, w, k, local, 0);
    for (let c = 0; c < 3; c++) local[c] *= this.axes.moments[c];
    turn(matrix, local, 0, out, 0);
  }

  /** @internal The pose whose centre of mass is at `com[k…]` with the rotation that `pose` has already. */
  writePosition(pose: Float64Array, com: Float64Array, k: number): void {
    writeMatrix(pose, 3, matrix);
    turn(matrix, this.centre, 0, local, 0);
    for (let c = 0; c < 3; c++) pose[c] = com[k + c] - local[c];
  }
}

function middleOf(low: ArrayLike<number>, high: ArrayLike<number>): Float64Array {
  return Float64Array.of((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2);
}

/** How far |q|² may be from 1, as the library has it. Dimensionless. */
const QUATERNION_ERROR = 2e-3;

/** Checks a pose and writes its seven numbers. */
export function readPoseInto(pose: Pose, out: Float64Array): void {
  requireKeys(pose, ['position', 'rotation', 'matrix'], 'A pose');
  const position =
    pose.position === undefined ? new Float64Array(3) : requireNumbers(pose.position, 3, 'pose.position');
  const given = pose.matrix === undefined ? pose.rotation : quaternionFromMatrix(pose.matrix);
  const rotation = given === undefined ? Float64Array.of(0, 0, 0, 1) : requireNumbers(given, 4, 'pose.rotation');
  const [x, y, z, w] = rotation;
  if (!(Math.abs(x * x + y * y + z * z + w * w - 1) <= QUATERNION_ERROR)) {
    throw faultOf('pose.rotation', 'pose.rotation is a quaternion of length 1.', 'pose/bad-rotation');
  }
  normalise(rotation, 0);
  out.set(position);
  out.set(rotation, 3);
}
