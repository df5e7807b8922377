// Eigenvectors of a symmetric 3×3 matrix by the cyclic Jacobi method (Golub & Van Loan, Matrix Computations, §8.5).
//
// Jacobi rather than the closed cubic: near-equal eigenvalues, which are common for boxy and round shapes, cost the cubic half its
// digits, while Jacobi stays backward stable: the vectors diagonalise a matrix within a few units of roundoff of the given one.
// Each sweep squares the off-diagonal part, so four or five sweeps are enough.
//
// Departures: the matrix is first scaled to largest entry 1, so covariances of nanometre and of astronomic shapes take
// the same path; the vectors are orthonormalised once more at the end, because the product of a dozen rotations drifts.

import { UNIT_ROUNDOFF } from './tolerances.ts';

/**
 * Sum of |off-diagonal| entries, relative to the largest entry of the matrix, at which it counts as diagonal. The rest then changes
 * the eigenvalues by less than their own rounding. Dimensionless.
 */
const DIAGONAL_ENOUGH = UNIT_ROUNDOFF / 2;

/**
 * Jacobi on 3×3 converges quadratically after the second sweep; six suffice, and the limit guarantees termination.
 */
const MAX_SWEEPS = 12;

/**
 * Eigenvalues of the symmetric matrix `m` = xx, xy, xz, yy, yz, zz in descending order, and their unit eigenvectors as
 * the rows of `axes`, right-handed and orthonormal to a few units of roundoff. Any finite matrix; a multiple of the
 * identity (and zero) gives the coordinate axes.
 *
 * @example
 * const [axes, values] = [new Float64Array(9), new Float64Array(3)];
 * symmetricEigen(Float64Array.of(1, 0, 0, 2, 0, 3), axes, values);
 * console.log(values.join(' ')); // 3 2 1
 */
export function symmetricEigen(m: Float64Array, axes: Float64Array, values: Float64Array): void {
  let xx = m[0];
  let xy = m[1];
  let xz = m[2];
  let yy = m[3];
  let yz = m[4];
  let zz = m[5];
  const scale = Math.max(Math.abs(xx), Math.abs(xy), Math.abs(xz), Math.abs(yy), Math.abs(yz), Math.abs(zz));
  // Division, not a reciprocal: 1 / 1e-310 overflows.
  if (scale > 0) {
    xx /= scale;
    xy /= scale;
    xz /= scale;
    yy /= scale;
    yz /= scale;
    zz /= scale;
  }

  // Columns of the accumulated rotation: (ax, ay, az) belongs to xx, b to yy, c to zz.
  let ax = 1;
  let ay = 0;
  let az = 0;
  let bx = 0;
  let by = 1;
  let bz = 0;
  let cx = 0;
  let cy = 0;
  let cz = 1;

  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    if (Math.abs(xy) + Math.abs(xz) + Math.abs(yz) <= DIAGONAL_ENOUGH) break;

    // One rotation in each coordinate plane. The tangent t is the smaller root, |t| ≤ 1, so entries already small
    // stay small; adding t·off to one diagonal entry and taking it from the other keeps the trace.
    if (xy !== 0) {
      const d = yy - xx;
      const twice = 2 * xy;
      const h = Math.sqrt(d * d + twice * twice);
      const t = d >= 0 ? twice / (d + h) : twice / (d - h);
      const c = 1 / Math.sqrt(t * t + 1);
      const s = t * c;
      xx -= t * xy;
      yy += t * xy;
      xy = 0;
      const oldXz = xz;
      xz = c * oldXz - s * yz;
      yz = s * oldXz + c * yz;
      const ox = ax;
      const oy = ay;
      const oz = az;
      ax = c * ox - s * bx;
      ay = c * oy - s * by;
      az = c * oz - s * bz;
      bx = s * ox + c * bx;
      by = s * oy + c * by;
      bz = s * oz + c * bz;
    }
    if (xz !== 0) {
      const d = zz - xx;
      const twice = 2 * xz;
      const h = Math.sqrt(d * d + twice * twice);
      const t = d >= 0 ? twice / (d + h) : twice / (d - h);
      const c = 1 / Math.sqrt(t * t + 1);
      const s = t * c;
      xx -= t * xz;
      zz += t * xz;
      xz = 0;
      const oldXy = xy;
      xy = c * oldXy - s * yz;
      yz = s * oldXy + c * yz;
      const ox = ax;
      const oy = ay;
      const oz = az;
      ax = c * ox - s * cx;
      ay = c * oy - s * cy;
      az = c * oz - s * cz;
      cx = s * ox + c * cx;
      cy = s * oy + c * cy;
      cz = s * oz + c * cz;
    }
    if (yz !== 0) {
      const d = zz - yy;
      const twice = 2 * yz;
      const h = Math.sqrt(d * d + twice * twice);
      const t = d >= 0 ? twice / (d + h) : twice / (d - h);
      const c = 1 / Math.sqrt(t * t + 1);
      const s = t * c;
      yy -= t * yz;
      zz += t * yz;
      yz = 0;
      const oldXy = xy;
      xy = c * oldXy - s * xz;
      xz = s * oldXy + c * xz;
      const ox = bx;
      const oy = by;
      const oz = bz;
      bx = c * ox - s * cx;
      by = c * oy - s * cy;
      bz = c * oz - s * cz;
      cx = s * ox + c * cx;
      cy = s * oy + c * cy;
      cz = s * oz + c * cz;
    }
  }

  // The first two axes in descending order; the third follows from them. Ties keep the coordinate order.
  let ux = ax;
  let uy = ay;
  let uz = az;
  let vx = bx;
  let vy = by;
  let vz = bz;
  let first = xx;
  let second = yy;
  let third = zz;
  if (second > first) {
    ux = bx;
    uy = by;
    uz = bz;
    vx = ax;
    vy = ay;
    vz = az;
    first = yy;
    second = xx;
  }
  if (third > second) {
    const middle = second;
    second = third;
    third = middle;
    vx = cx;
    vy = cy;
    vz = cz;
    if (second > first) {
      second = first;
      first = zz;
      vx = ux;
      vy = uy;
      vz = uz;
      ux = cx;
      uy = cy;
      uz = cz;
    }
  }

  // Gram–Schmidt on vectors that are orthonormal up to drift: one step leaves only its own rounding.
  // (A squared length then errs by at most 7u: 3u in the sum, u in the root, u in the division, the last two twice.)
  const uLength = Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux /= uLength;
  uy /= uLength;
  uz /= uLength;
  const drift = ux * vx + uy * vy + uz * vz;
  vx -= drift * ux;
  vy -= drift * uy;
  vz -= drift * uz;
  const vLength = Math.sqrt(vx * vx + vy * vy + vz * vz);
  vx /= vLength;
  vy /= vLength;
  vz /= vLength;
  axes[0] = ux;
  axes[1] = uy;
  axes[2] = uz;
  axes[3] = vx;
  axes[4] = vy;
  axes[5] = vz;
  axes[6] = uy * vz - uz * vy;
  axes[7] = uz * vx - ux * vz;
  axes[8] = ux * vy - uy * vx;
  values[0] = first * scale;
  values[1] = second * scale;
  values[2] = third * scale;
}
