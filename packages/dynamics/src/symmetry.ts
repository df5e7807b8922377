// Bodies of revolution: a turn about the own axis leaves them where they are, so motions are proven without it.

import type { Body } from './body.ts';
import { angleBound, multiply, normalise, writeAxis, writeTurn } from './rotation.ts';

const axes = new Float64Array(6);
const swing = new Float64Array(4);
const spin = new Float64Array(4);
const back = new Float64Array(4);

/** An upper bound of the angle that matters between two rotations of a body, in radians. */
export function turnOf({ symmetry }: Body, poseBefore: Float64Array, pose: Float64Array): number {
  if (symmetry === 'ball') return 0;
  if (symmetry === 'none') return angleBound(poseBefore, 3, pose, 3);
  writeAxis(poseBefore, 3, axes, 0);
  writeAxis(pose, 3, axes, 3);
  const x = axes[3] - axes[0];
  const y = axes[4] - axes[1];
  const z = axes[5] - axes[2];
  const chord = Math.sqrt(x * x + y * y + z * z);
  // The angle is 2 asin(chord / 2): at most 1.02 chords below half a radian, π/2 chords always.
  return (chord < 0.5 ? 1.02 : 1.5708) * chord;
}

/** Writes the rotation that takes the axis where `next` has it, turning as little as can be from `pose`. */
export function writeSwing(pose: Float64Array, next: Float64Array, out: Float64Array): void {
  writeAxis(pose, 3, axes, 0);
  writeAxis(next, 3, axes, 3);
  swing[0] = axes[1] * axes[5] - axes[2] * axes[4];
  swing[1] = axes[2] * axes[3] - axes[0] * axes[5];
  swing[2] = axes[0] * axes[4] - axes[1] * axes[3];
  swing[3] = 1 + axes[0] * axes[3] + axes[1] * axes[4] + axes[2] * axes[5];
  // Intervals turn by a radian at most, so that the axes are never opposite.
  normalise(swing, 0);
  multiply(swing, 0, pose, 3, out, 3);
  normalise(out, 3);
}

/** Adds to a rotation between `pose` and `swung` the part of the turn about the axis that `next` has beyond `swung`. */
export function addSpin(rotation: Float64Array, swung: Float64Array, next: Float64Array, part: number): void {
  back[0] = -swung[3];
  back[1] = -swung[4];
  back[2] = -swung[5];
  back[3] = swung[6];
  multiply(back, 0, next, 3, spin, 0);
  // Of a turn of less than a radian about z, sin(φ/2) tells the angle well enough: which spin a round body has is of no account.
  const angle = 2 * spin[2] * (spin[3] < 0 ? -1 : 1);
  writeTurn(0, 0, part * angle, spin);
  multiply(rotation, 3, spin, 0, rotation, 3);
  normalise(rotation, 3);
}
