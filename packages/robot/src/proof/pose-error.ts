// How far a point of a body can be from where exact arithmetic has it, by rounding of forward kinematics in doubles. With u = 2⁻⁵³, to first
// order in u (the rest is less than a thousandth of it):
//
// - A product of quaternions has four terms a component, so it is off by 4u each, 8u in norm.
// - A value of a path is off by uW: see `polynomialError`. Factor and offset of a mimic joint add 2uV, where V ≥ |value|.
// - The quaternion of a joint is off by 7u + u (V + W/2): sine and cosine by 2u each, the axis by 3u, the value by u (2V + W), half of which counts.
// - An offset's quaternion is unit to 4u. So each joint adds d = (8 + 8 + 7 + 4) u + u (V + W/2) = 27u + u (V + W/2) to the error of its
//   quaternion. A fixed joint, which is multiplied into an offset beforehand, and a prismatic one add 27u at most: they turn by no value. A
//   prismatic joint is off by u (2V + W) along its axis, and adds its own V to the length of the chain.
// - A vector v that is turned by a quaternion that is off by e is off by 4.5 e |v|: turned by 2e, and stretched by 4e where the quaternion is not
//   unit. Rounding adds 26u |v|. A sum of positions adds u of their length.
//
// V and W are those of each joint's own value: an angle says nothing of how far another joint slides. With T the sum of V + W/2 over the joints
// that turn, n joints of total length S make a quaternion off by 27 n u + uT, and a position off by 4.5 (27 n + T) u S + 26u S + n u S at most. A
// point at r from the origin of a body is off by 4.5 (27 (n + 1) + T) u r + 26u r + u (S + r) more. All together that is less than
// (123 (n + 1) + 4.5 T + 53) u (S + r). What is done with poses, which are rotation matrices, centres and support mappings, adds 120u (S + r). Both
// bodies of a pair are off in opposite directions at worst: (246 n + 592 + 9 T) u (S + r), and 2uW for each prismatic joint; 4uV of it is little of
// what V adds to S. The bound has 256 (n + 16) in place of 246 n + 592. Of what moves, motion-bounds.ts has the rest.
//
// An obstacle with a motion may be farther away than S + r. Before it touches it moves by as much, and what it moves by is enlarged by 512u.

import { type KinematicTree, PRISMATIC, REVOLUTE } from '../kinematics/kinematic-tree.ts';
import { POLYNOMIAL_TERMS } from '../path/joint-path.ts';

/** Unit roundoff. Dimensionless. */
const U: number = 2 ** -53;
/** Operations of a joint, and joints that count for what is done after forward kinematics. */
const OPERATIONS = 256;
const MORE_JOINTS = 16;
/** What a value that turns, and its error, count for. */
const VALUE = 9;

/** What bounds the values of a path, by variables. */
export interface ValueBounds {
  /** V: no value of the variable is larger. */
  readonly largest: Float64Array;
  /** W: the variable's values are off by so many unit roundoffs. */
  readonly errors: Float64Array;
}

/**
 * The error bound of the gap of two bodies. `size` bounds the lengths of all joints at value 0 with a body at their end.
 */
export function poseErrorBound(tree: KinematicTree, size: number, { largest, errors }: ValueBounds): number {
  let length = size;
  let turned = 0;
  let slid = 0;
  for (let f = 1; f < tree.frameCount; f++) {
    const variable = tree.variableOf[f];
    const factor = Math.abs(tree.multipliers[f]);
    const isMoved = variable >= 0 && factor !== 0;
    const value = (isMoved ? factor * largest[variable] : 0) + Math.abs(tree.shifts[f]);
    const error = isMoved ? factor * errors[variable] : 0;
    if (tree.kinds[f] === REVOLUTE) turned += value + error / 2;
    else if (tree.kinds[f] === PRISMATIC) {
      length += value;
      slid += 2 * error;
    }
  }
  const joints = tree.frameCount + tree.fixedCount;
  return U * ((OPERATIONS * (joints + MORE_JOINTS) + VALUE * turned) * length + slid);
}

/**
 * Writes the errors of polynomials of s from 0 to 1, in unit roundoffs: by variables, the largest of all segments. With C the sum of the
 * coefficients' sizes it is 30 C: the coefficients are off by 5u, s by 3u, to the fifth power at most, and Horner's scheme adds 10u. Of a linear one
 * it is 6 C: 1u, 3u and 2u.
 */
export function writePolynomialErrors(polynomials: Float64Array, out: Float64Array): void {
  out.fill(0);
  for (let k = 0, v = 0; k < polynomials.length; k += POLYNOMIAL_TERMS, v = (v + 1) % out.length) {
    const linear = Math.abs(polynomials[k]) + Math.abs(polynomials[k + 1]);
    let sum = linear;
    for (let c = 2; c < POLYNOMIAL_TERMS; c++) sum += Math.abs(polynomials[k + c]);
    out[v] = Math.max(out[v], (sum > linear ? 30 : 6) * sum);
  }
}
