// A matrix of three.js as a pose and a uniform scale.
//
// A pose moves a body without changing its shape. The scale is applied to the mesh. Other matrices change the shape by an amount
// that depends on the pose, and are refused by name.

import { NearmissError, type Quaternion, quaternionFromMatrix, type Vector3 } from 'nearmiss';

/** A `Matrix4`, of any version or build of three: sixteen numbers, column by column. See {@link poseFromMatrix}. */
export interface MatrixLike {
  readonly elements: ArrayLike<number>;
}

/** A pose, and the scale that the mesh has to have. Queries take it as a pose and ignore the scale. See {@link poseFromMatrix}. */
export interface ScaledPose {
  readonly position: Vector3;
  readonly rotation: Quaternion;
  /** Positive, rounded to 40 bits; to fewer where the matrix was computed in single precision. */
  readonly scale: number;
}

/**
 * How far the columns of a matrix may be from equal lengths and right angles, relative to their lengths. Matrices of instances are in
 * single precision, which rounds by 6e-8; products of a few of them stay below this.
 */
export const SHAPE_TOLERANCE = 1e-6;

/** Below this an object has no extent: meshes have coordinates up to the inverse of it, and products of its scale underflow. */
const LEAST_SCALE = 1e-150;

/**
 * Bits that a scale is rounded to, by how far the columns of the matrix are from equal lengths and right angles, relative to their
 * lengths: the rotation of a matrix changes its scale by about as much. With fewer bits the same object has the same scale in every
 * orientation, and needs one model. In double precision the columns are off by 2⁻⁵⁰ or so. Matrices of instances are in single
 * precision, and quaternions of files and animations have the length 1 in single precision only: there it is up to 2⁻²³.
 */
const SCALE_BITS: readonly (readonly [number, number])[] = [
  [2 ** -44, 40],
  [2 ** -34, 30],
  [1, 22],
];

/**
 * The pose and the scale of a matrix: `poseFromMatrix(object.matrixWorld)`.
 *
 * Throws a `NearmissError` with the code `three/mirrored`, `three/non-uniform-scale`, `three/sheared` or `three/singular` where the
 * matrix is more than a rotation, a translation and a uniform scale. `name` is used in the message.
 *
 * @see {@link Pose}
 */
export function poseFromMatrix(matrix: MatrixLike, name = 'The matrix'): ScaledPose {
  const e = readElements(matrix, name);
  const x: Vector3 = [e[0], e[1], e[2]];
  const y: Vector3 = [e[4], e[5], e[6]];
  const z: Vector3 = [e[8], e[9], e[10]];
  const lengths: Vector3 = [Math.hypot(...x), Math.hypot(...y), Math.hypot(...z)];
  const least = Math.min(...lengths);
  const greatest = Math.max(...lengths);
  if (!(least >= LEAST_SCALE)) {
    throw new NearmissError('three/singular', `${name} has the scale ${lengths.join(', ')}: the object has no extent.`);
  }
  const [a, b, c] = lengths;
  const [u, v, w] = [divided(x, a), divided(y, b), divided(z, c)];
  const skew = Math.max(Math.abs(dot(u, v)), Math.abs(dot(v, w)), Math.abs(dot(w, u)));
  if (skew > SHAPE_TOLERANCE) {
    const remedy =
      'Do not rotate an object below one with a non-uniform scale, or apply the transform to the geometry.';
    throw new NearmissError('three/sheared', `${name} shears: its axes are not at right angles. ${remedy}`);
  }
  if (greatest - least > SHAPE_TOLERANCE * greatest) {
    const remedy = 'Apply it to the geometry: geometry.scale(x, y, z).';
    const sentence = `${name} has the scale ${lengths.join(', ')}, which is not the same along each axis. ${remedy}`;
    throw new NearmissError('three/non-uniform-scale', sentence);
  }
  // Of the columns as they are, the determinant of a small or large scale would leave the range of doubles.
  const volume = determinant(divided(x, greatest), divided(y, greatest), divided(z, greatest));
  if (!(volume > 0)) {
    const remedy = 'Apply the negative scale to the geometry, and swap two corners of every triangle.';
    throw new NearmissError('three/mirrored', `${name} mirrors: a mirrored body is another body. ${remedy}`);
  }
  const rotation = quaternionFromMatrix([u[0], v[0], w[0], u[1], v[1], w[1], u[2], v[2], w[2]]);
  const scale = roundScale(greatest * Math.cbrt(volume), Math.max(skew, (greatest - least) / greatest));
  return { position: [e[12], e[13], e[14]], rotation, scale };
}

type Elements = [
  ...[number, number, number, number],
  ...[number, number, number, number],
  ...[number, number, number, number],
  ...[number, number, number, number],
];

function readElements(matrix: MatrixLike, name: string): Elements {
  const list = Array.from(matrix?.elements ?? []);
  if (list.length !== 16) throw new NearmissError('three/bad-object', `${name} has no sixteen elements.`);
  list.forEach((value, k) => {
    if (Number.isFinite(value)) return;
    throw new NearmissError('three/bad-object', `${name} has ${value} as element ${k}, which is not a finite number.`);
  });
  if (list[3] !== 0 || list[7] !== 0 || list[11] !== 0 || list[15] !== 1) {
    throw new NearmissError('three/bad-object', `${name} projects: its last row is not 0, 0, 0, 1.`);
  }
  return list as Elements;
}

function divided([x, y, z]: Vector3, by: number): Vector3 {
  return [x / by, y / by, z / by];
}

function dot(a: Vector3, b: Vector3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function determinant(x: Vector3, y: Vector3, z: Vector3): number {
  return x[0] * (y[1] * z[2] - y[2] * z[1]) + x[1] * (y[2] * z[0] - y[0] * z[2]) + x[2] * (y[0] * z[1] - y[1] * z[0]);
}

/** `off` is how far the columns are from equal lengths and right angles. */
function roundScale(x: number, off: number): number {
  const [, bits = 0] = SCALE_BITS.find(([most]) => off <= most) ?? [];
  const unit = 2 ** (Math.floor(Math.log2(x)) + 1 - bits);
  return Math.round(x / unit) * unit;
}

/** The product of two matrices, column by column: first `b`, then `a`. */
export function multiply(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const out = new Float64Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += (a[row + 4 * k] ?? 0) * (b[k + 4 * column] ?? 0);
      out[row + 4 * column] = sum;
    }
  }
  return out;
}
