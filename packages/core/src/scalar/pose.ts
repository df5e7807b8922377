// Poses: the position and orientation of a body in the world.
//
// Public poses are { position, rotation } with a unit quaternion. Their exact meaning, which every bracket and every
// exact decision of the library refers to, is
//
//     world = position + M(q) v / |q|²        M(q): the quadratic rotation matrix of the quaternion as given,
//
// a rational expression in the given doubles: a quaternion that is unit only to rounding is still an exact rotation.
//
// A query has one pose, one body in the other's frame: 14 doubles, the rotation row by row, the translation, the ratio of the two
// bodies' units, a power of two (x' = R s x + t), and the error bound of a moved coordinate.

import { NearmissError, textOf } from '../error.ts';
import { ddAdd, ddDifference, ddDivide, ddMultiply, ddSet } from './double-double.ts';
import { type KnownKeys, requireKnownKeys } from './known-keys.ts';
import { matrixOfUnit } from './unit-matrix.ts';
import { readVector } from './vector.ts';

/** x, y, z. See {@link Pose}. */
export type Vector3 = readonly [number, number, number];
/** x, y, z, w. See {@link Pose}. */
export type Quaternion = readonly [number, number, number, number];

/** Body to world. A missing property is the identity. See {@link quaternionFromMatrix}. */
export interface Pose {
  readonly position?: Vector3 | ArrayLike<number> | undefined;
  /** Unit quaternion [x, y, z, w]; a deviation of its length from 1 by up to 1e-3 counts as rounding and is divided out. */
  readonly rotation?: Quaternion | ArrayLike<number> | undefined;
  /** Instead of `rotation`: a rotation matrix, nine numbers row by row. It is converted to the nearest quaternion. */
  readonly matrix?: ArrayLike<number> | undefined;
}

/** How far |q|² may be from 1 before a quaternion is refused as a mistake rather than taken as rounded. Dimensionless. */
const QUATERNION_ERROR = 2e-3;

/** How far a matrix may be from a rotation (entries of MᵀM − I) before it is refused. Dimensionless. */
const MATRIX_ERROR = 1e-5;

/** |q|² − 1 up to which m/|q|² is m·(2 − |q|²) to 2⁻⁸⁰ of itself, as for every quaternion that is unit to rounding. */
const NEARLY_UNIT: number = 2 ** -40;

/** A pose as 7 doubles: position x y z, rotation x y z w. */
export const POSE_SIZE = 7;
/** A relative pose as 14 doubles: rotation rows, translation, ratio of the units, error of a moved coordinate. */
export const RELATIVE_SIZE = 14;
export const RELATIVE_SCALE = 12;
export const RELATIVE_ERROR = 13;

/** Checks `pose` and writes its 7 numbers to `out`; nothing is written when it is refused. Each number is read once. */
export function readPose(pose: Pose, out: Float64Array, what: string): void {
  if (pose === null || typeof pose !== 'object') {
    throw new NearmissError('pose/bad-position', `${what} must be an object { position, rotation }.`);
  }
  const { position } = pose;
  const rotation = pose.matrix === undefined ? pose.rotation : rotationOf(pose, pose.matrix, what);
  // A misspelt name leaves the correct one missing. A pose with both may be the state of a body, with other properties.
  if (position === undefined || rotation === undefined) requirePoseKeys(pose, what);
  let x = 0;
  let y = 0;
  let z = 0;
  let w = 1;
  if (rotation !== undefined) {
    if (rotation === null || typeof rotation !== 'object' || rotation.length !== 4) {
      throw new NearmissError('pose/bad-rotation', `${what}.rotation must be four numbers [x, y, z, w].`);
    }
    // Read one by one, the numbers of a Float64Array are not boxed.
    if (rotation instanceof Float64Array) {
      x = rotation[0];
      y = rotation[1];
      z = rotation[2];
      w = rotation[3];
    } else {
      x = rotation[0];
      y = rotation[1];
      z = rotation[2];
      w = rotation[3];
      if (typeof x !== 'number') refuseComponent(x, 0, what);
      if (typeof y !== 'number') refuseComponent(y, 1, what);
      if (typeof z !== 'number') refuseComponent(z, 2, what);
      if (typeof w !== 'number') refuseComponent(w, 3, what);
    }
    const square = x * x + y * y + z * z + w * w;
    if (!(Math.abs(square - 1) <= QUATERNION_ERROR)) refuseQuaternion([x, y, z, w], what);
  }
  if (position === undefined) {
    out[0] = 0;
    out[1] = 0;
    out[2] = 0;
  } else readVector(position, out, 0, 'pose/bad-position', what, 'position');
  out[3] = x;
  out[4] = y;
  out[5] = z;
  out[6] = w;
}

/** A copy of a pose, independent of the caller's getters. */
export function poseOf(pose: Float64Array): { readonly position: Float64Array; readonly rotation: Float64Array } {
  return { position: pose.slice(0, 3), rotation: pose.slice(3, POSE_SIZE) };
}

const POSE_KEYS: KnownKeys<Pose> = { position: true, rotation: true, matrix: true };

function requirePoseKeys(pose: Pose, what: string): void {
  requireKnownKeys(pose, POSE_KEYS, 'pose/bad-form', what);
}

function rotationOf(pose: Pose, matrix: ArrayLike<number>, what: string): Quaternion {
  if (pose.rotation === undefined) return quaternionFromMatrix(matrix);
  throw new NearmissError('pose/bad-rotation', `${what} has both a rotation and a matrix; give one of them.`);
}

function refuseComponent(value: unknown, k: number, what: string): never {
  throw new NearmissError('pose/bad-rotation', `${what}.rotation[${k}] is ${textOf(value)}, not a finite number.`);
}

function refuseQuaternion(q: readonly number[], what: string): never {
  q.forEach((value, k) => {
    if (!Number.isFinite(value)) refuseComponent(value, k, what);
  });
  throw new NearmissError(
    'pose/bad-rotation',
    `${what}.rotation has length ${Math.sqrt(q.reduce((sum, x) => sum + x * x, 0))}; a rotation is a quaternion of length 1.`,
  );
}

/**
 * The unit quaternion of a rotation matrix given as 9 numbers, row by row. Matrices that are rotations to about 1e-5 are
 * accepted; mirrors, scalings and shears are refused.
 *
 * @example
 * console.log(quaternionFromMatrix([1, 0, 0, 0, 1, 0, 0, 0, 1])); // [ 0, 0, 0, 1 ]
 */
export function quaternionFromMatrix(matrix: ArrayLike<number>): Quaternion {
  if (matrix === null || typeof matrix !== 'object' || matrix.length !== 9) {
    throw new NearmissError('pose/bad-rotation', 'A rotation matrix must be nine numbers, row by row.');
  }
  for (let k = 0; k < 9; k++) {
    const x: unknown = matrix[k];
    if (typeof x !== 'number' || !Number.isFinite(x)) {
      throw new NearmissError('pose/bad-rotation', `The rotation matrix has ${textOf(x)} at index ${k}.`);
    }
  }
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = Array.from(matrix) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const skew = Math.max(
    Math.abs(xx * xx + yx * yx + zx * zx - 1),
    Math.abs(xy * xy + yy * yy + zy * zy - 1),
    Math.abs(xz * xz + yz * yz + zz * zz - 1),
    Math.abs(xx * xy + yx * yy + zx * zy),
    Math.abs(xx * xz + yx * yz + zx * zz),
    Math.abs(xy * xz + yy * yz + zy * zz),
  );
  const determinant = xx * (yy * zz - yz * zy) - xy * (yx * zz - yz * zx) + xz * (yx * zy - yy * zx);
  if (!(skew <= MATRIX_ERROR) || determinant < 0) {
    throw new NearmissError(
      'pose/bad-rotation',
      determinant < 0
        ? 'The matrix mirrors; a pose can only rotate.'
        : 'The matrix is not a rotation: its columns are not unit and square to each other.',
    );
  }
  // Shepperd's method: take the root of the largest of the four, so nothing is divided by something small.
  const trace = xx + yy + zz;
  let q: [number, number, number, number];
  if (trace >= xx && trace >= yy && trace >= zz) q = [zy - yz, xz - zx, yx - xy, 1 + trace];
  else if (xx >= yy && xx >= zz) q = [1 + xx - yy - zz, xy + yx, xz + zx, zy - yz];
  else if (yy >= zz) q = [xy + yx, 1 + yy - zz - xx, yz + zy, xz - zx];
  else q = [xz + zx, yz + zy, 1 + zz - xx - yy, yx - xy];
  const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}

// Registers of the relative pose (two doubles each).
const QA = 0; // quaternion of A
const QB = 8;
const QR = 16; // conj(qB) · qA
// Offsets of the components of a quaternion.
const QX = 0;
const QY = 2;
const QZ = 4;
const QW = 6;
const M = 24; // nine matrix entries
const SQUARE = 42; // |q|²
const W = 44; // a vector
const T = 50; // a vector
const X = 56; // scratch
const PRODUCTS = 58; // xx yy zz ww xy xz yz wx wy wz
const REGISTERS = 78;

/** The scratch of `relativePose`, one per workspace. */
export const RELATIVE_SCRATCH_SIZE: number = REGISTERS;
/**
 * Where `relativePose` leaves conj(qB)·qA in its scratch, four double-doubles; unchanged where bodies have the same orientation.
 */
export const RELATIVE_QUATERNION: number = QR;

/**
 * Writes A's pose in B's frame to `out`, R and t in xB = R xA + t, for points given relative to `centreA` and wanted relative to
 * `centreB` (body coordinates). Poses are 7 doubles each.
 *
 * Double-double throughout, so each entry of R and t is the exact value rounded about once: its error is at most 1.01 u of itself
 * and, where terms cancel, 2⁻¹⁰⁰ of 1 (R) or of the positions and centres (t). The pose adds less to the error of a query than
 * transforming one vertex. Bodies with the same orientation get the identity, and at the same position exactly 0.
 */
export function relativePose(
  poseA: Float64Array,
  centreA: Float64Array,
  poseB: Float64Array,
  centreB: Float64Array,
  out: Float64Array,
  r: Float64Array,
): void {
  const turnedA = poseA[3] !== 0 || poseA[4] !== 0 || poseA[5] !== 0;
  const turnedB = poseB[3] !== 0 || poseB[4] !== 0 || poseB[5] !== 0;
  if (turnedA && !turnedB && isZero(centreA) && isZero(centreB) && matrixOfUnit(poseA, 3, NEARLY_UNIT, out)) {
    // The most frequent case: there is nothing to add. The first half of a double-double difference is the rounded one.
    for (let k = 0; k < 3; k++) out[9 + k] = poseA[k] - poseB[k];
    for (let k = 0; k < 4; k++) ddSet(r, QR + 2 * k, poseA[3 + k]);
    return;
  }
  for (let k = 0; k < 4; k++) {
    ddSet(r, QA + 2 * k, poseA[3 + k]);
    ddSet(r, QB + 2 * k, poseB[3 + k]);
  }
  const alike =
    (!turnedA && !turnedB) ||
    (poseA[3] === poseB[3] && poseA[4] === poseB[4] && poseA[5] === poseB[5] && poseA[6] === poseB[6]);

  // w: from B's position to A's centre, in the world. Bodies with the same orientation have their centres in one frame already.
  for (let k = 0; k < 3; k++) ddDifference(r, W + 2 * k, poseA[k], poseB[k]);
  if (!alike && !isZero(centreA)) {
    for (let k = 0; k < 3; k++) ddSet(r, T + 2 * k, centreA[k]);
    if (turnedA) {
      quaternionMatrix(r, QA);
      rotate(r, T, false);
    }
    for (let k = 0; k < 6; k += 2) ddAdd(r, W + k, W + k, T + k, 1);
  }

  // t: the same in B's frame, from B's centre.
  for (let k = 0; k < 6; k++) r[T + k] = r[W + k];
  if (turnedB) {
    quaternionMatrix(r, QB);
    rotate(r, T, true);
  }
  for (let k = 0; k < 3; k++) {
    if (alike) ddDifference(r, X, centreA[k], centreB[k]);
    else ddDifference(r, X, 0, centreB[k]);
    ddAdd(r, T + 2 * k, T + 2 * k, X, 1);
    out[9 + k] = r[T + 2 * k];
  }

  if (alike) {
    for (let k = 0; k < 9; k++) out[k] = k % 4 === 0 ? 1 : 0;
    return;
  }
  // A quaternion without rotation is a number, which |q|² divides out again.
  if (!turnedB) {
    for (let k = 0; k < 8; k++) r[QR + k] = r[QA + k];
    if (matrixOfUnit(poseA, 3, NEARLY_UNIT, out)) return;
  } else relativeQuaternion(r);
  quaternionMatrix(r, QR);
  const excess = r[SQUARE] - 1 + r[SQUARE + 1];
  if (Math.abs(excess) <= NEARLY_UNIT) {
    for (let k = 0; k < 18; k += 2) out[k >> 1] = r[M + k] + (r[M + k + 1] - r[M + k] * excess);
    return;
  }
  for (let k = 0; k < 9; k++) {
    ddDivide(r, X, M + 2 * k, SQUARE);
    out[k] = r[X];
  }
}

function isZero(v: Float64Array): boolean {
  return v[0] === 0 && v[1] === 0 && v[2] === 0;
}

/** QR = conj(QB) · QA. */
function relativeQuaternion(r: Float64Array): void {
  // Hamilton product with (−x, −y, −z, w) of B: each row lists the component of B, its partner in A and the sign of the term.
  for (let k = 0; k < 8; k++) r[QR + k] = 0;
  addProduct(r, QX, QW, QX, 1);
  addProduct(r, QX, QX, QW, -1);
  addProduct(r, QX, QY, QZ, -1);
  addProduct(r, QX, QZ, QY, 1);
  addProduct(r, QY, QW, QY, 1);
  addProduct(r, QY, QY, QW, -1);
  addProduct(r, QY, QZ, QX, -1);
  addProduct(r, QY, QX, QZ, 1);
  addProduct(r, QZ, QW, QZ, 1);
  addProduct(r, QZ, QZ, QW, -1);
  addProduct(r, QZ, QX, QY, -1);
  addProduct(r, QZ, QY, QX, 1);
  addProduct(r, QW, QW, QW, 1);
  addProduct(r, QW, QX, QX, 1);
  addProduct(r, QW, QY, QY, 1);
  addProduct(r, QW, QZ, QZ, 1);
}

/** QR[out] += sign · QB[b] · QA[a]. */
function addProduct(r: Float64Array, out: number, b: number, a: number, sign: number): void {
  ddMultiply(r, X, QB + b, QA + a);
  ddAdd(r, QR + out, QR + out, X, sign);
}

/** M = the quadratic matrix of the quaternion at `q`, SQUARE = |q|². */
function quaternionMatrix(r: Float64Array, q: number): void {
  const p = PRODUCTS;
  ddMultiply(r, p, q, q);
  ddMultiply(r, p + 2, q + 2, q + 2);
  ddMultiply(r, p + 4, q + 4, q + 4);
  ddMultiply(r, p + 6, q + 6, q + 6);
  ddMultiply(r, p + 8, q, q + 2);
  ddMultiply(r, p + 10, q, q + 4);
  ddMultiply(r, p + 12, q + 2, q + 4);
  ddMultiply(r, p + 14, q + 6, q);
  ddMultiply(r, p + 16, q + 6, q + 2);
  ddMultiply(r, p + 18, q + 6, q + 4);
  // Diagonal: ww + xx − yy − zz and its turns, through the two halves that recur.
  ddAdd(r, X, p + 6, p, 1); // ww + xx
  ddAdd(r, SQUARE, p + 2, p + 4, 1); // yy + zz
  ddAdd(r, M, X, SQUARE, -1);
  ddAdd(r, SQUARE, X, SQUARE, 1);
  ddAdd(r, X, p + 6, p, -1); // ww − xx
  ddAdd(r, M + 8, p + 2, p + 4, -1); // yy − zz
  ddAdd(r, M + 16, X, M + 8, -1);
  ddAdd(r, M + 8, X, M + 8, 1);
  for (let k = 8; k < 20; k++) r[p + k] *= 2;
  ddAdd(r, M + 2, p + 8, p + 18, -1); // 2(xy − wz)
  ddAdd(r, M + 4, p + 10, p + 16, 1); // 2(xz + wy)
  ddAdd(r, M + 6, p + 8, p + 18, 1);
  ddAdd(r, M + 10, p + 12, p + 14, -1); // 2(yz − wx)
  ddAdd(r, M + 12, p + 10, p + 16, -1);
  ddAdd(r, M + 14, p + 12, p + 14, 1);
}

/** The vector at `v` becomes M v / SQUARE, or Mᵀ v / SQUARE. */
function rotate(r: Float64Array, v: number, transposed: boolean): void {
  const along = transposed ? 6 : 2;
  const across = transposed ? 2 : 6;
  const result = PRODUCTS; // free once the matrix is made
  for (let row = 0; row < 3; row++) {
    const m = M + row * across;
    const out = result + 2 * row;
    ddMultiply(r, out, m, v);
    ddMultiply(r, X, m + along, v + 2);
    ddAdd(r, out, out, X, 1);
    ddMultiply(r, X, m + 2 * along, v + 4);
    ddAdd(r, out, out, X, 1);
  }
  for (let row = 0; row < 3; row++) ddDivide(r, v + 2 * row, result + 2 * row, SQUARE);
}

/**
 * Writes the world position of the point `x` (offset `i`), given relative to the body's `centre` in units of `unit`, to `out` at
 * `o`. Plain double arithmetic: a witness point is for reports, and has the rounding of world coordinates.
 */
export function pointToWorld(
  pose: Float64Array,
  centre: Float64Array,
  unit: number,
  x: Float64Array,
  i: number,
  out: { [index: number]: number },
  o: number,
): void {
  const px = x[i] * unit + centre[0];
  const py = x[i + 1] * unit + centre[1];
  const pz = x[i + 2] * unit + centre[2];
  const qx = pose[3];
  const qy = pose[4];
  const qz = pose[5];
  const qw = pose[6];
  const scale = 2 / (qx * qx + qy * qy + qz * qz + qw * qw);
  // v + 2/|q|² · (w (u × v) + u × (u × v)), u the vector part: exact for the identity.
  const cx = qy * pz - qz * py;
  const cy = qz * px - qx * pz;
  const cz = qx * py - qy * px;
  out[o] = px + scale * (qw * cx + qy * cz - qz * cy) + pose[0];
  out[o + 1] = py + scale * (qw * cy + qz * cx - qx * cz) + pose[1];
  out[o + 2] = pz + scale * (qw * cz + qx * cy - qy * cx) + pose[2];
}

/** Rotates a direction of the body posed at `pose` into the world. */
export function directionToWorld(pose: Float64Array, d: Float64Array, out: { [index: number]: number }): void {
  turnDirection(pose, 1, d, out);
}

/** Rotates a direction from the world into the axes of the body posed at `pose` (its transpose rotation). */
export function directionToBody(pose: Float64Array, d: Float64Array, out: Float64Array): void {
  turnDirection(pose, -1, d, out);
}

/** By the rotation of a pose, or by its inverse. */
function turnDirection(pose: Float64Array, sense: 1 | -1, d: Float64Array, out: { [index: number]: number }): void {
  const qx = sense * pose[3];
  const qy = sense * pose[4];
  const qz = sense * pose[5];
  const qw = pose[6];
  const scale = 2 / (qx * qx + qy * qy + qz * qz + qw * qw);
  const cx = qy * d[2] - qz * d[1];
  const cy = qz * d[0] - qx * d[2];
  const cz = qx * d[1] - qy * d[0];
  out[0] = d[0] + scale * (qw * cx + qy * cz - qz * cy);
  out[1] = d[1] + scale * (qw * cy + qz * cx - qx * cz);
  out[2] = d[2] + scale * (qw * cz + qx * cy - qy * cx);
}
