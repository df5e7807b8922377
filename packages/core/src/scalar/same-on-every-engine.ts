// Functions that ECMAScript leaves to the engine, for programs that need the same bits everywhere: those of the library, with
// checked arguments.

import { NearmissError, textOf } from '../error.ts';
import { arcTangent as arcTangentOf } from './arc-tangent.ts';
import { symmetricEigen as symmetricEigenOf } from './eigen.ts';
import { LARGEST_ANGLE, sinCos as sinCosOf } from './sin-cos.ts';

function refuse(what: string, value: unknown): never {
  throw new NearmissError('options/bad-value', `${what} is ${textOf(value)}.`);
}

/**
 * Writes sine and cosine of an angle of at most 2²⁰ radians to out[0] and out[1], right to 2u.
 *
 * @example
 * const out = new Float64Array(2);
 * sinCos(0, out);
 * console.log(out.join(' ')); // 0 1
 */
export function sinCos(angle: number, out: Float64Array): void {
  if (!(typeof angle === 'number' && Math.abs(angle) <= LARGEST_ANGLE)) refuse('The angle', angle);
  sinCosOf(angle, out);
}

/**
 * The angle of the vector (x, y) with the first axis, from 0 to π, for y ≥ 0; 0 where both are 0.
 *
 * @example
 * console.log(arcTangent(0, 1)); // 0
 */
export function arcTangent(y: number, x: number): number {
  if (!(typeof y === 'number' && y >= 0 && y < Infinity)) refuse('y', y);
  if (!(typeof x === 'number' && Math.abs(x) < Infinity)) refuse('x', x);
  return y === 0 && x === 0 ? 0 : arcTangentOf(y, x);
}

/**
 * Eigenvalues, in descending order, and unit eigenvectors, as the rows of `axes`, of the symmetric matrix xx, xy, xz, yy, yz, zz.
 *
 * @example
 * const [axes, values] = [new Float64Array(9), new Float64Array(3)];
 * symmetricEigen(Float64Array.of(1, 0, 0, 2, 0, 3), axes, values);
 * console.log(values.join(' ')); // 3 2 1
 */
export function symmetricEigen(matrix: Float64Array, axes: Float64Array, values: Float64Array): void {
  for (let k = 0; k < 6; k++)
    if (!(Math.abs(matrix[k]) <= LARGEST_ENTRY)) refuse(`Entry ${k} of the matrix`, matrix[k]);
  symmetricEigenOf(matrix, axes, values);
}

/** Squares of larger entries are not finite. */
const LARGEST_ENTRY = 1e150;
