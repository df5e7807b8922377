// Affine transforms as 4 × 4 matrices, column by column; the last row is 0 0 0 1. Beside a matrix goes a matrix of bounds: how far
// each entry can be from what was meant.

import { Mesh, NearmissError, type Pose, quaternionFromMatrix } from 'nearmiss';
import { unitPose } from './posed-model.ts';

/** A 4 × 4 matrix, column by column. See {@link Transform}. */
export type Matrix = readonly number[];

/** A transform and how far each of its entries can be from what was meant. See {@link TransformedMesh}. */
export interface Transform {
  readonly matrix: Matrix;
  readonly error: Matrix;
}

const EPSILON = 2 ** -52;
/** How far from orthonormal a matrix may be, relative to its scale, to be taken for a rotation that was rounded in double precision. */
const RIGID = 16 * EPSILON;
/** Roundings of one entry of a product: four products and three sums. */
const PRODUCT_ROUNDINGS = 7;

export const IDENTITY: Matrix = Object.freeze([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);

/** First `b`, then the exact transform `a`. */
export function applyTransform(a: Matrix, b: Transform): Transform {
  if (a === IDENTITY) return b;
  const matrix: number[] = [];
  const error: number[] = [];
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      let bound = 0;
      for (let k = 0; k < 4; k++) {
        const entry = a[4 * k + row];
        sum += entry * b.matrix[4 * column + k];
        bound +=
          Math.abs(entry) *
          (b.error[4 * column + k] + PRODUCT_ROUNDINGS * EPSILON * Math.abs(b.matrix[4 * column + k]));
      }
      matrix.push(sum);
      error.push(bound);
    }
  }
  return { matrix, error };
}

/** The matrix of a pose, after scaling by `scale`. */
export function poseMatrix(pose: Pose, scale: number): Matrix {
  const { position = [0, 0, 0], rotation = [0, 0, 0, 1] } = unitPose(pose);
  const [qx, qy, qz, qw] = Array.from(rotation);
  const s = 2 / (qx * qx + qy * qy + qz * qz + qw * qw);
  const r = [
    ...[1 - s * (qy * qy + qz * qz), s * (qx * qy + qw * qz), s * (qx * qz - qw * qy)],
    ...[s * (qx * qy - qw * qz), 1 - s * (qx * qx + qz * qz), s * (qy * qz + qw * qx)],
    ...[s * (qx * qz + qw * qy), s * (qy * qz - qw * qx), 1 - s * (qx * qx + qy * qy)],
  ].map((x) => x * scale);
  return [...r.slice(0, 3), 0, ...r.slice(3, 6), 0, ...r.slice(6, 9), 0, position[0], position[1], position[2], 1];
}

/** A transform as a change of shape, which instances may share, followed by a pose. */
export interface Placement {
  /** What has to be done to the mesh: nine numbers, column by column; null for nothing. */
  readonly linear: readonly number[] | null;
  readonly pose: Pose;
}

/** Splits a transform: a rotation goes into the pose, with it a uniform scale stays; anything else is done to the mesh. */
export function splitTransform(m: Matrix): Placement {
  const position = [m[12], m[13], m[14]];
  const linear = [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]];
  if (linear.every((x, k) => x === (k % 4 === 0 ? 1 : 0))) return { linear: null, pose: { position } };
  const scale = uniformScale(linear);
  if (scale === null) return { linear, pose: { position } };
  const rows = [0, 3, 6, 1, 4, 7, 2, 5, 8].map((k) => linear[k] / scale);
  const pose = { position, rotation: quaternionFromMatrix(rows) };
  return { linear: scale === 1 ? null : [scale, 0, 0, 0, scale, 0, 0, 0, scale], pose };
}

/** The scale of a rotation that was multiplied by it, null for another matrix. */
function uniformScale(l: readonly number[]): number | null {
  const dot = (i: number, j: number): number =>
    l[3 * i] * l[3 * j] + l[3 * i + 1] * l[3 * j + 1] + l[3 * i + 2] * l[3 * j + 2];
  const square = (dot(0, 0) + dot(1, 1) + dot(2, 2)) / 3;
  if (!(square < Infinity)) {
    throw new NearmissError('io/bad-number', 'A node scales an element out of the range of numbers.');
  }
  for (let i = 0; i < 3; i++) {
    if (Math.abs(dot(i, i) - square) > RIGID * square) return null;
    if (Math.abs(dot(i, (i + 1) % 3)) > RIGID * square) return null;
  }
  if (determinant(l) <= 0) return null;
  const scale = Math.sqrt(square);
  // Of instances that are turned differently, the scale must come out the same.
  const digits = Number(scale.toPrecision(14));
  return Math.abs(digits - scale) <= RIGID * scale ? digits : scale;
}

function determinant(l: readonly number[]): number {
  return l[0] * (l[4] * l[8] - l[5] * l[7]) + l[1] * (l[5] * l[6] - l[3] * l[8]) + l[2] * (l[3] * l[7] - l[4] * l[6]);
}

/** The mesh with every point multiplied by a matrix of nine numbers; where that mirrors, triangles are turned so that outside stays outside. */
export function linearImage(mesh: Mesh, l: readonly number[]): Mesh {
  const { positions, triangles } = mesh;
  const moved = new Float64Array(positions.length);
  for (let k = 0; k < positions.length; k += 3) {
    const [x, y, z] = [positions[k], positions[k + 1], positions[k + 2]];
    for (let row = 0; row < 3; row++) moved[k + row] = l[row] * x + l[3 + row] * y + l[6 + row] * z;
  }
  if (determinant(l) >= 0) return new Mesh(moved, triangles);
  const turned = triangles.slice();
  for (let k = 0; k < turned.length; k += 3) {
    turned[k + 1] = triangles[k + 2];
    turned[k + 2] = triangles[k + 1];
  }
  return new Mesh(moved, turned);
}

/** The greatest distance between a coordinate as computed and as meant, for points with |x|, |y|, |z| ≤ reach, each off by `quantum`. */
export function pointError({ matrix, error }: Transform, reach: readonly number[], quantum: number): number {
  let worst = 0;
  for (let row = 0; row < 3; row++) {
    let sum = error[12 + row] + PRODUCT_ROUNDINGS * EPSILON * Math.abs(matrix[12 + row]);
    for (let k = 0; k < 3; k++) {
      const entry = Math.abs(matrix[4 * k + row]);
      // The pose holds the rotation as a quaternion, which is off by as much as a matrix may be.
      sum += (error[4 * k + row] + RIGID * entry) * reach[k] + entry * quantum;
    }
    worst = Math.max(worst, sum);
  }
  return worst;
}
