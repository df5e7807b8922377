// Posed points as exact integers, for the decisions that doubles cannot make.
//
// By its definition (pose.ts) a pose maps v to p + M(q)v/|q|², a rational expression in the given doubles. In B's frame,
// points of A and of B have the common denominator |qA|²·|qB|²:
//
//     A:  M(qB)ᵀ ((pA − pB)|qA|² + M(qA) v)         B:  v |qA|² |qB|²
//
// Doubles are integers times a power of two, so the numerators become BigInts; they serve as coordinates, because a common positive
// factor does not change the sign of a determinant. Slow (microseconds a point) and used only where rounding leaves a decision
// open.

import { lowestBit, ratioToDouble, toInteger } from './exact-integers.ts';

interface ExactRotation {
  /** M(q), row by row, over a power of two. */
  readonly matrix: readonly bigint[];
  /** |q|² over the same. */
  readonly square: bigint;
}

/** Transforms points of two bodies exactly, in B's frame, up to one positive factor common to all coordinates of a call. */
export class ExactRelativePose {
  readonly #poseA: Float64Array;
  readonly #poseB: Float64Array;
  readonly #rotationA: ExactRotation;
  readonly #rotationB: ExactRotation;

  /** Poses of 7 doubles. */
  constructor(poseA: Float64Array, poseB: Float64Array) {
    this.#poseA = poseA.slice();
    this.#poseB = poseB.slice();
    this.#rotationA = exactRotation(poseA);
    this.#rotationB = exactRotation(poseB);
  }

  /** Coordinates of A's points, then of B's; body coordinates in, three doubles per point. */
  apply(a: Float64Array, b: Float64Array): bigint[] {
    return this.#apply(a, b, this.#exponentOf(a, b));
  }

  /** Writes the vector from B's point to A's, in B's frame and in units of 2 to the given power, rounded once, to `out` at `o`. */
  translate(pointA: Float64Array, pointB: Float64Array, exponent: number, out: Float64Array, o: number): void {
    const own = this.#exponentOf(pointA, pointB);
    const posed = this.#apply(pointA, pointB, own);
    const square = this.#rotationA.square * this.#rotationB.square;
    for (let k = 0; k < 3; k++) out[o + k] = ratioToDouble(posed[k] - posed[3 + k], square, own - exponent);
  }

  /** The power of two that all coordinates and positions are whole multiples of. */
  #exponentOf(a: Float64Array, b: Float64Array): number {
    let exponent = 0; // a lower one than needed is harmless, and all of them may be zero
    for (const x of a) exponent = Math.min(exponent, lowestBit(x));
    for (const x of b) exponent = Math.min(exponent, lowestBit(x));
    for (let k = 0; k < 3; k++) exponent = Math.min(exponent, lowestBit(this.#poseA[k]), lowestBit(this.#poseB[k]));
    return exponent;
  }

  #apply(a: Float64Array, b: Float64Array, unit: number): bigint[] {
    const { matrix: mA, square: sA } = this.#rotationA;
    const { matrix: mB, square: sB } = this.#rotationB;
    const offset = [0, 1, 2].map((k) => (toInteger(this.#poseA[k], unit) - toInteger(this.#poseB[k], unit)) * sA);
    const out: bigint[] = [];
    for (let i = 0; i < a.length; i += 3) {
      const [x, y, z] = [toInteger(a[i], unit), toInteger(a[i + 1], unit), toInteger(a[i + 2], unit)];
      const [u, v, w] = [0, 3, 6].map((row) => offset[row / 3] + mA[row] * x + mA[row + 1] * y + mA[row + 2] * z);
      for (let column = 0; column < 3; column++) {
        out.push(mB[column] * u + mB[column + 3] * v + mB[column + 6] * w);
      }
    }
    const square = sA * sB;
    for (const x of b) out.push(toInteger(x, unit) * square);
    return out;
  }
}

function exactRotation(pose: Float64Array): ExactRotation {
  let unit = 0;
  for (let k = 3; k < 7; k++) unit = Math.min(unit, lowestBit(pose[k]));
  const [x, y, z, w] = [3, 4, 5, 6].map((k) => toInteger(pose[k], unit));
  const [xx, yy, zz, ww] = [x * x, y * y, z * z, w * w];
  const [xy, xz, yz, wx, wy, wz] = [2n * x * y, 2n * x * z, 2n * y * z, 2n * w * x, 2n * w * y, 2n * w * z];
  return {
    matrix: [
      ww + xx - yy - zz,
      xy - wz,
      xz + wy,
      xy + wz,
      ww - xx + yy - zz,
      yz - wx,
      xz - wy,
      yz + wx,
      ww - xx - yy + zz,
    ],
    square: xx + yy + zz + ww,
  };
}
