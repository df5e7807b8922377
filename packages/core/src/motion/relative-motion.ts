// The relative motion of two bodies: the query body in the reference body's frame at any time, and the velocities of both.
//
// Steady bodies. Everything is in the frame of the reference body at time 0, from its centre, in its unit. The pose of the query
// body is R₀, T₀ (`relativePose`, exact to one rounding), its centre is at e from its pivot, a and b are the axes of the two
// rotations, K = [a]×, and v, w are the velocities of the pivots. The motion of body M, first in this frame and then in the
// rotating frame of the reference body R, is
//
//     R(t) = R₀ + sin φ·KR₀ + (1 − cos φ)·K²R₀         T(t) = T₀ + t(v − w) + sin φ·Ke + (1 − cos φ)·K²e
//     R'(t) = Q(t)ᵀR(t)                                  T'(t) = Q(t)ᵀT(t) + (Q(t)ᵀ − 1)f
//
// with Q(t) the rotation of R, f from its pivot to its centre. Unlike C + cos φ·A + sin φ·B of FAST §4.1 this starts from the exact
// pose, and the added terms vanish with φ: the axis of a screw may be far away. All matrices are computed once; a time costs one
// sine and cosine per rotating body.
//
// Accuracy: the error of a moved coordinate is at most state[13], the sum of
//   * COORDINATE_ERROR·S, as in any query, and once more that for the sums above;
//   * TURN_ERROR·min(2, φ) of each turn, of the reach it acts on: from the pivot over the centre to the farthest corner of M;
//     of R's turn, all of S and f;
//   * VELOCITY_ERROR of both displacements, and the `pathError` of both motions (motion/body-motion.ts).
// S is both radii and the largest offset of the centres over the motion: that at time 0 or without the turns at time 1, and twice
// the arms e and f, or φ times them.
//
// A pose function has no matrices: it is called for its pose, and the relative pose is computed again (microseconds).

import { NearmissError } from '../error.ts';
import {
  directionToWorld,
  POSE_SIZE,
  RELATIVE_ERROR,
  RELATIVE_SCALE,
  RELATIVE_SCRATCH_SIZE,
  RELATIVE_SIZE,
} from '../scalar/pose.ts';
import { relativePoseIn } from '../scalar/relative-pose-in.ts';
import { COORDINATE_ERROR, LARGEST_OFFSET, LEAST_DOUBLE, LEAST_RATIO, UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { type BodyMotion, TURN_ERROR, VELOCITY_ERROR } from './body-motion.ts';

// A state: the relative pose as in scalar/pose.ts, then the velocities of the two bodies, in the inertial frame that coincides with
// the reference body's frame at that time; lengths in the reference unit.
export const QUERY_VELOCITY = 14;
export const QUERY_ANGULAR = 17;
export const QUERY_PIVOT = 20;
export const REFERENCE_VELOCITY = 23;
export const REFERENCE_ANGULAR = 26;
export const REFERENCE_PIVOT = 29;
/** Speed and angular speed in unknown directions, on top of the vectors: of pose functions. */
export const QUERY_LOOSE = 32;
export const REFERENCE_LOOSE = 34;
export const STATE_SIZE = 36;
/** The numbers of `writeSteady`; the last four are the angles of both bodies, in two halves each. */
export const STEADY_SIZE = 72;

/**
 * The error of a coordinate where lengths of the world, in its own unit, are subnormal: half a least double per operation. Above
 * 1e-290 it is negligible. A length.
 */
const LEAST_POSITION: number = 256 * LEAST_DOUBLE;

/** The part of a model's frame that a motion needs. */
export interface BodyFrame {
  readonly centre: Float64Array;
  readonly unit: number;
  readonly radius: number;
}

export class RelativeMotion {
  /** S: both radii and the largest offset of the centres over the motion, in the reference unit. */
  scale = 0;
  #queryMotion: BodyMotion | null = null;
  #referenceMotion: BodyMotion | null = null;
  #queryFrame: BodyFrame | null = null;
  #referenceFrame: BodyFrame | null = null;
  #isSteady = true;
  #queryTurns = false;
  #referenceTurns = false;
  #error = 0;

  /** R₀ and T₀. */
  readonly #start = new Float64Array(RELATIVE_SIZE);
  /** KR₀ and Ke; K²R₀ and K²e. Laid out as R₀ and T₀ are. */
  readonly #sines = new Float64Array(12);
  readonly #versines = new Float64Array(12);
  /** v − w. */
  readonly #displacement = new Float64Array(3);
  /** b, b×f, b×(b×f). */
  readonly #own = new Float64Array(9);
  readonly #arm = new Float64Array(3);
  /** State at time 0 from 14 on; without rotation of the frame it does not change. */
  readonly #vectors = new Float64Array(STATE_SIZE);
  readonly #turn = new Float64Array(4);
  readonly #poses = [new Float64Array(POSE_SIZE), new Float64Array(POSE_SIZE)] as const;
  readonly #registers = new Float64Array(RELATIVE_SCRATCH_SIZE);
  readonly #x = new Float64Array(6);
  /** [0]: the unit of the reference frame. [1]: both radii in it. */
  readonly #unit = new Float64Array(2);

  /** Sets two motions read from the same origin. Bodies that move too far apart for their size are refused. */
  prepare(
    queryMotion: BodyMotion,
    queryFrame: BodyFrame,
    referenceMotion: BodyMotion,
    referenceFrame: BodyFrame,
  ): void {
    const { unit } = referenceFrame;
    const start = this.#start;
    const vectors = this.#vectors;
    this.#unit[0] = unit;
    const ratio = Math.max(queryFrame.unit / unit, LEAST_RATIO);
    this.#unit[1] = queryFrame.radius * ratio + referenceFrame.radius;
    relativePoseIn(
      this.#unit,
      queryMotion.start,
      queryFrame.centre,
      referenceMotion.start,
      referenceFrame.centre,
      start,
      this.#registers,
    );
    start[RELATIVE_SCALE] = ratio;
    vectors.fill(0);
    // Vectors and arms of both bodies in the frame of the reference body.
    const x = this.#x;
    rotate(start, queryMotion.ownVelocity, vectors, QUERY_VELOCITY);
    rotate(start, queryMotion.ownAxis, vectors, QUERY_ANGULAR);
    for (let k = 0; k < 3; k++) {
      vectors[QUERY_VELOCITY + k] /= unit;
      vectors[REFERENCE_VELOCITY + k] = referenceMotion.ownVelocity[k] / unit;
      vectors[REFERENCE_ANGULAR + k] = referenceMotion.ownAxis[k];
      x[k] = (queryFrame.centre[k] - queryMotion.pivot[k]) / unit;
      vectors[REFERENCE_PIVOT + k] = (referenceMotion.pivot[k] - referenceFrame.centre[k]) / unit;
    }
    const arm = this.#arm;
    rotate(start, x, arm, 0);
    for (let k = 0; k < 3; k++) vectors[QUERY_PIVOT + k] = start[9 + k] - arm[k];
    this.#measure(queryMotion, queryFrame, referenceMotion, referenceFrame);

    this.#isSteady = queryMotion.isSteady && referenceMotion.isSteady;
    this.#queryTurns = !queryMotion.isTranslation;
    this.#referenceTurns = !referenceMotion.isTranslation;
    this.#queryMotion = queryMotion;
    this.#referenceMotion = referenceMotion;
    this.#queryFrame = queryFrame;
    this.#referenceFrame = referenceFrame;
    this.#makeMatrices();
    for (let k = 0; k < 3; k++) {
      this.#displacement[k] = vectors[QUERY_VELOCITY + k] - vectors[REFERENCE_VELOCITY + k];
      vectors[QUERY_ANGULAR + k] *= queryMotion.isSteady ? queryMotion.angularSpeed : 0;
      vectors[REFERENCE_ANGULAR + k] *= referenceMotion.isSteady ? referenceMotion.angularSpeed : 0;
    }
    if (!queryMotion.isSteady) {
      vectors[QUERY_LOOSE] = queryMotion.speed / unit;
      vectors[QUERY_LOOSE + 1] = queryMotion.angularSpeed;
    }
    if (!referenceMotion.isSteady) {
      vectors[REFERENCE_LOOSE] = referenceMotion.speed / unit;
      vectors[REFERENCE_LOOSE + 1] = referenceMotion.angularSpeed;
    }
  }

  /** The scale S, and the error bound of a moved coordinate. */
  #measure(
    queryMotion: BodyMotion,
    queryFrame: BodyFrame,
    referenceMotion: BodyMotion,
    referenceFrame: BodyFrame,
  ): void {
    const { unit } = referenceFrame;
    const start = this.#start;
    const vectors = this.#vectors;
    const queryArm = lengthAt(this.#arm, 0);
    const referenceArm = lengthAt(vectors, REFERENCE_PIVOT);
    const queryTurn = Math.min(2, queryMotion.angularSpeed);
    const referenceTurn = Math.min(2, referenceMotion.angularSpeed);
    const x = this.#x;
    for (let k = 0; k < 3; k++) {
      x[k] = start[9 + k] + vectors[QUERY_VELOCITY + k] - vectors[REFERENCE_VELOCITY + k];
    }
    const loose =
      ((queryMotion.isSteady ? 0 : queryMotion.speed) + (referenceMotion.isSteady ? 0 : referenceMotion.speed)) / unit;
    const offset =
      Math.max(lengthAt(start, 9), lengthAt(x, 0)) + loose + queryTurn * queryArm + referenceTurn * referenceArm;
    if (!(offset <= LARGEST_OFFSET)) {
      throw new NearmissError(
        'pose/too-far',
        'The bodies get too far apart for their size: nothing can be told of them.',
      );
    }
    const radius = queryFrame.radius * start[RELATIVE_SCALE];
    this.scale = radius + referenceFrame.radius + offset * (1 + 16 * UNIT_ROUNDOFF);
    this.#error =
      2 * COORDINATE_ERROR * this.scale +
      TURN_ERROR * (queryTurn * (radius + queryArm) + referenceTurn * (this.scale + referenceArm)) +
      (VELOCITY_ERROR * (queryMotion.speed + referenceMotion.speed) +
        queryMotion.pathError +
        referenceMotion.pathError) /
        unit +
      LEAST_POSITION / unit;
  }

  #makeMatrices(): void {
    const vectors = this.#vectors;
    const start = this.#start;
    const sines = this.#sines;
    const versines = this.#versines;
    for (let k = 0; k < 3; k++) {
      cross(vectors, QUERY_ANGULAR, start, k, sines, k, 3);
      cross(vectors, QUERY_ANGULAR, sines, k, versines, k, 3);
    }
    cross(vectors, QUERY_ANGULAR, this.#arm, 0, sines, 9, 1);
    cross(vectors, QUERY_ANGULAR, sines, 9, versines, 9, 1);
    const own = this.#own;
    const x = this.#x;
    for (let k = 0; k < 3; k++) {
      own[k] = vectors[REFERENCE_ANGULAR + k];
      x[k] = 0 - vectors[REFERENCE_PIVOT + k];
    }
    cross(own, 0, x, 0, own, 3, 1);
    cross(own, 0, own, 3, own, 6, 1);
  }

  /** Writes the state at `time` in [0, 1], STATE_SIZE doubles. */
  stateAt(time: number, out: Float64Array): void {
    if (!this.#isSteady) {
      this.#looseState(time, out);
      return;
    }
    const start = this.#start;
    const vectors = this.#vectors;
    const displacement = this.#displacement;
    const turn = this.#turn;
    // Unrolled: loops over so few numbers cost several times as much.
    for (let k = QUERY_VELOCITY; k < REFERENCE_LOOSE; k += 3) copyVector(vectors, out, k);
    out[REFERENCE_LOOSE + 1] = vectors[REFERENCE_LOOSE + 1];
    out[RELATIVE_SCALE] = start[RELATIVE_SCALE];
    out[RELATIVE_ERROR] = this.#error;
    if (this.#queryTurns && this.#queryMotion !== null) {
      this.#queryMotion.turnAt(time, turn);
      const sine = turn[0];
      const versine = turn[1];
      const sines = this.#sines;
      const versines = this.#versines;
      for (let k = 0; k < 12; k++) out[k] = start[k] + sine * sines[k] + versine * versines[k];
    } else {
      copyVector(start, out, 0);
      copyVector(start, out, 3);
      copyVector(start, out, 6);
      copyVector(start, out, 9);
    }
    moveOn(out, 9, time, displacement);
    moveOn(out, QUERY_PIVOT, time, displacement);
    if (this.#referenceTurns && this.#referenceMotion !== null) {
      this.#referenceMotion.turnAt(time, turn);
      this.#turnFrame(turn[0], turn[1], out);
    }
  }

  /**
   * Writes what `stateAt` is computed from to out[at…], STEADY_SIZE numbers, for kernels that compute states themselves; false if a body
   * moves by a pose function.
   */
  writeSteady(out: Float64Array, at: number): boolean {
    if (!this.#isSteady || this.#queryMotion === null || this.#referenceMotion === null) return false;
    let to = at;
    for (let k = 0; k < RELATIVE_ERROR; k++) out[to++] = this.#start[k];
    out[to++] = this.#error;
    for (let k = 0; k < 12; k++) out[to++] = this.#sines[k];
    for (let k = 0; k < 12; k++) out[to++] = this.#versines[k];
    for (let k = 0; k < 3; k++) out[to++] = this.#displacement[k];
    for (let k = 0; k < 9; k++) out[to++] = this.#own[k];
    for (let k = QUERY_VELOCITY; k < QUERY_LOOSE; k++) out[to++] = this.#vectors[k];
    this.#queryMotion.writeAngle(out, to);
    this.#referenceMotion.writeAngle(out, to + 2);
    return true;
  }

  /** Applies Qᵀ to everything given in the frame of the reference body at time 0. */
  #turnFrame(sine: number, versine: number, out: Float64Array): void {
    const own = this.#own;
    // Qᵀ x = x − sin φ·b×x + (1 − cos φ)·b×(b×x). Vectors that rest in R's frame, including its own axis, do not change.
    turnBack(own, sine, versine, out, 0, 3);
    turnBack(own, sine, versine, out, 1, 3);
    turnBack(own, sine, versine, out, 2, 3);
    turnBack(own, sine, versine, out, 9, 1);
    turnBack(own, sine, versine, out, QUERY_PIVOT, 1);
    turnBack(own, sine, versine, out, QUERY_VELOCITY, 1);
    turnBack(own, sine, versine, out, QUERY_ANGULAR, 1);
    turnBack(own, sine, versine, out, REFERENCE_VELOCITY, 1);
    for (let k = 0; k < 3; k++) {
      const shift = versine * own[6 + k] - sine * own[3 + k];
      out[9 + k] += shift;
      out[QUERY_PIVOT + k] += shift;
    }
  }

  #looseState(time: number, out: Float64Array): void {
    const queryMotion = this.#queryMotion;
    const referenceMotion = this.#referenceMotion;
    const queryFrame = this.#queryFrame;
    const referenceFrame = this.#referenceFrame;
    if (queryMotion === null || referenceMotion === null || queryFrame === null || referenceFrame === null) return;
    const { unit } = referenceFrame;
    const [queryPose, referencePose] = this.#poses;
    queryMotion.poseAt(time, queryPose);
    referenceMotion.poseAt(time, referencePose);
    relativePoseIn(
      this.#unit,
      queryPose,
      queryFrame.centre,
      referencePose,
      referenceFrame.centre,
      out,
      this.#registers,
    );
    const vectors = this.#vectors;
    for (let k = QUERY_VELOCITY; k < STATE_SIZE; k++) out[k] = vectors[k];
    const x = this.#x;
    let positions = 0;
    for (let k = 0; k < 3; k++) {
      x[k] = (queryMotion.pivot[k] - queryFrame.centre[k]) / unit;
      positions += Math.abs(queryPose[k]) + Math.abs(referencePose[k]);
    }
    rotate(out, x, out, QUERY_PIVOT);
    for (let k = 0; k < 3; k++) out[QUERY_PIVOT + k] += out[9 + k];
    out[RELATIVE_SCALE] = this.#start[RELATIVE_SCALE];
    // Positions were taken from the origin in doubles, those of steady bodies in a few sums.
    out[RELATIVE_ERROR] = this.#error + (8 * UNIT_ROUNDOFF * positions) / unit;
    // Into the current frame of the reference body.
    for (let k = 3; k < 6; k++) referencePose[k] = -referencePose[k];
    toFrame(referencePose, queryMotion.velocity, unit, x, out, QUERY_VELOCITY);
    toFrame(referencePose, queryMotion.angularVelocity, 1, x, out, QUERY_ANGULAR);
    toFrame(referencePose, referenceMotion.velocity, unit, x, out, REFERENCE_VELOCITY);
    toFrame(referencePose, referenceMotion.angularVelocity, 1, x, out, REFERENCE_ANGULAR);
  }
}

/** A world vector, divided by `unit`, in the frame with the given inverse pose. */
function toFrame(
  back: Float64Array,
  v: Float64Array,
  unit: number,
  x: Float64Array,
  out: Float64Array,
  o: number,
): void {
  directionToWorld(back, v, x);
  for (let k = 0; k < 3; k++) out[o + k] = x[k] / unit;
}

/** out[o..] = R v, for the rotation rows at the head of `pose`. */
function rotate(pose: Float64Array, v: Float64Array, out: Float64Array, o: number): void {
  const x = v[0];
  const y = v[1];
  const z = v[2];
  out[o] = pose[0] * x + pose[1] * y + pose[2] * z;
  out[o + 1] = pose[3] * x + pose[4] * y + pose[5] * z;
  out[o + 2] = pose[6] * x + pose[7] * y + pose[8] * z;
}

/** The vector of `out` at `o` = that of `a` at `i` × that of `v` at `j`; coordinates of the last two `stride` apart. */
function cross(
  a: Float64Array,
  i: number,
  v: Float64Array,
  j: number,
  out: Float64Array,
  o: number,
  stride: number,
): void {
  const ax = a[i];
  const ay = a[i + 1];
  const az = a[i + 2];
  const x = v[j];
  const y = v[j + stride];
  const z = v[j + 2 * stride];
  out[o] = ay * z - az * y;
  out[o + stride] = az * x - ax * z;
  out[o + 2 * stride] = ax * y - ay * x;
}

function copyVector(from: Float64Array, to: Float64Array, i: number): void {
  to[i] = from[i];
  to[i + 1] = from[i + 1];
  to[i + 2] = from[i + 2];
}

function moveOn(out: Float64Array, i: number, time: number, displacement: Float64Array): void {
  out[i] += time * displacement[0];
  out[i + 1] += time * displacement[1];
  out[i + 2] += time * displacement[2];
}

/** Turns the vector of `out` at `i`, coordinates `stride` apart, back about the axis b. */
function turnBack(b: Float64Array, sine: number, versine: number, out: Float64Array, i: number, stride: number): void {
  const bx = b[0];
  const by = b[1];
  const bz = b[2];
  const x = out[i];
  const y = out[i + stride];
  const z = out[i + 2 * stride];
  const cx = by * z - bz * y;
  const cy = bz * x - bx * z;
  const cz = bx * y - by * x;
  out[i] = x - sine * cx + versine * (by * cz - bz * cy);
  out[i + stride] = y - sine * cy + versine * (bz * cx - bx * cz);
  out[i + 2 * stride] = z - sine * cz + versine * (bx * cy - by * cx);
}

function lengthAt(v: Float64Array, i: number): number {
  return Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
}
