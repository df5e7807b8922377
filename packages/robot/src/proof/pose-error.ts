// How far a point of a body can be from where exact arithmetic has it, by rounding of forward kinematics in doubles. With u = 2⁻⁵³, to first
// order in u (the rest is less than a thousandth of it):
//
// - A product of quaternions has four terms a component, so it is off by 4u each, 8u in norm.
// - The quaternion of a joint is off by 7u + uV, where V ≥ |value|: sine and cosine by 2u each, the axis by 3u, the value by 2uV, half of which counts.
// - An offset's quaternion is unit to 4u. So each frame adds d = (8 + 8 + 7 + 4) u + uV = 27u + uV to the error of its quaternion.
// - A vector v that is turned by a quaternion that is off by e is off by 4.5 e |v|: turned by 2e, and stretched by 4e where the quaternion is not
//   unit. Rounding adds 26u |v|. A sum of positions adds u of their length.
//
// After n frames of total length S a position is off by 4.5 n d S + 26u S + n u S at most, and a point at r from the origin of a body by
// 4.5 (n + 1) d r + 26u r + u (S + r) more. All together that is less than (123 (n + 1) + 4.5 (n + 1) V + 53) u (S + r). What is done with poses, which are
// rotation matrices, centres and support mappings, adds 120u (S + r). Both bodies of a pair are off in opposite directions at worst:
// (246 n + 9 (n + 1) V + 592) u (S + r). The bound is 256 (n + 16) (1 + V) u (S + r).

import { type KinematicTree, PRISMATIC } from '../kinematics/kinematic-tree.ts';

/** In parts of all lengths together, for each frame: 256u. Dimensionless. */
const ROUNDING: number = 2 ** -45;
/** Frames that count for what is done after forward kinematics. */
const MORE_FRAMES = 16;

/**
 * The error bound of the gap of two bodies. `size` bounds the lengths of all frames at value 0 with a body at their end; no value of a variable
 * is more than `largest`.
 */
export function poseErrorBound(tree: KinematicTree, size: number, largest: number): number {
  let length = size;
  let value = 0;
  for (let f = 1; f < tree.frameCount; f++) {
    const own = Math.abs(tree.multipliers[f]) * largest + Math.abs(tree.shifts[f]);
    value = Math.max(value, own);
    if (tree.kinds[f] === PRISMATIC) length += own;
  }
  return ROUNDING * (tree.frameCount + MORE_FRAMES) * length * (1 + value);
}
