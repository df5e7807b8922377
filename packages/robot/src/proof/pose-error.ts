// How far a point of a body can be from where exact arithmetic has it, by rounding of forward kinematics in doubles. With u = 2⁻⁵³, to first
// order in u (the rest is less than a thousandth of it):
//
// - A product of quaternions has four terms a component, so it is off by 4u each, 8u in norm.
// - A value of a path is off by uW: see `polynomialError`. Factor and offset of a mimic joint add 2uV, where V ≥ |value|.
// - The quaternion of a joint is off by 7u + u (V + W/2): sine and cosine by 2u each, the axis by 3u, the value by u (2V + W), half of which counts.
// - An offset's quaternion is unit to 4u. So each joint adds d = (8 + 8 + 7 + 4) u + u (V + W/2) = 27u + u (V + W/2) to the error of its
//   quaternion. A fixed joint, which is multiplied into an offset beforehand, adds no more. A prismatic joint is off by u (2V + W) along its axis.
// - A vector v that is turned by a quaternion that is off by e is off by 4.5 e |v|: turned by 2e, and stretched by 4e where the quaternion is not
//   unit. Rounding adds 26u |v|. A sum of positions adds u of their length.
//
// After n joints of total length S a position is off by 4.5 n d S + 26u S + n u S at most, and a point at r from the origin of a body by
// 4.5 (n + 1) d r + 26u r + u (S + r) more. All together that is less than (123 (n + 1) + 4.5 (n + 1) (V + W/2) + 53) u (S + r). What is done with poses,
// which are rotation matrices, centres and support mappings, adds 120u (S + r). Both bodies of a pair are off in opposite directions at worst:
// (246 n + 592 + 9 (n + 1) (V + W/2)) u (S + r), and 2uW for each prismatic joint; 4uV of it is little of what V adds to S. The bound has
// 256 (n + 16) in place of 246 n + 592. Of what moves, motion-bounds.ts has the rest.
//
// An obstacle with a motion may be farther away than S + r. Before it touches it moves by as much, and what it moves by is enlarged by 512u.

import { type KinematicTree, PRISMATIC } from '../kinematics/kinematic-tree.ts';
import { POLYNOMIAL_TERMS } from '../path/joint-path.ts';

/** Unit roundoff. Dimensionless. */
const U: number = 2 ** -53;
/** Operations of a joint, and joints that count for what is done after forward kinematics. */
const OPERATIONS = 256;
const MORE_JOINTS = 16;
/** What the error of a value counts for, with that of a joint. */
const VALUE = 9;

/** What bounds the values of a path. */
export interface ValueBounds {
  /** No value of a variable is larger. */
  readonly largest: number;
  /** W: they are off by so many unit roundoffs. */
  readonly error: number;
}

/**
 * The error bound of the gap of two bodies. `size` bounds the lengths of all joints at value 0 with a body at their end.
 */
export function poseErrorBound(tree: KinematicTree, size: number, { largest, error }: ValueBounds): number {
  let length = size;
  let value = 0;
  let slid = 0;
  for (let f = 1; f < tree.frameCount; f++) {
    const factor = Math.abs(tree.multipliers[f]);
    const own = factor * largest + Math.abs(tree.shifts[f]);
    value = Math.max(value, own + (factor * error) / 2);
    if (tree.kinds[f] !== PRISMATIC) continue;
    length += own;
    slid += 2 * factor * error;
  }
  const joints = tree.frameCount + tree.fixedCount;
  return U * ((OPERATIONS * (joints + MORE_JOINTS) + VALUE * joints * value) * length + slid);
}

/**
 * The error of polynomials of s from 0 to 1, in unit roundoffs. With C the sum of the coefficients' sizes it is 30 C: the coefficients are off by
 * 5u, s by 3u, to the fifth power at most, and Horner's scheme adds 10u. Of a linear one it is 6 C: 1u, 3u and 2u.
 */
export function polynomialError(polynomials: Float64Array): number {
  let error = 0;
  for (let k = 0; k < polynomials.length; k += POLYNOMIAL_TERMS) {
    const linear = Math.abs(polynomials[k]) + Math.abs(polynomials[k + 1]);
    let sum = linear;
    for (let c = 2; c < POLYNOMIAL_TERMS; c++) sum += Math.abs(polynomials[k + c]);
    error = Math.max(error, (sum > linear ? 30 : 6) * sum);
  }
  return error;
}
