// How long bodies may go on before one of them has turned by an angle.

import type { Body } from './body.ts';
import { writeAxis } from './rotation.ts';
import type { Work } from './work.ts';

const axis = new Float64Array(3);

/** The time in which no body turns by more than `angle`, in radians; a ball may turn as it likes, unless `withBalls`. */
export function turnLimit(bodies: readonly Body[], { velocities }: Work, angle: number, withBalls = false): number {
  let fastest = 0;
  for (const { slot, symmetry } of bodies) {
    const k = 6 * slot + 3;
    if (withBalls || symmetry !== 'ball') fastest = Math.max(fastest, squareOf(velocities, k));
  }
  return angle / Math.sqrt(fastest);
}

/** The same without turns that leave a body of revolution where it is. */
export function swingLimit(bodies: readonly Body[], { velocities }: Work, angle: number): number {
  let fastest = 0;
  for (const { slot, symmetry, pose } of bodies) {
    if (symmetry === 'ball') continue;
    const k = 6 * slot + 3;
    let square = squareOf(velocities, k);
    if (symmetry === 'axial' && square > fastest) {
      writeAxis(pose, 3, axis, 0);
      const spin = axis[0] * velocities[k] + axis[1] * velocities[k + 1] + axis[2] * velocities[k + 2];
      square -= spin * spin;
    }
    if (square > fastest) fastest = square;
  }
  return angle / Math.sqrt(fastest);
}

function squareOf(v: Float64Array, k: number): number {
  return v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2];
}
