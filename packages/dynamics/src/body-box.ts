// The box around a body at a pose.

import type { Body } from './body.ts';
import { turn, writeMatrix } from './rotation.ts';

/** Rounding of posed points, in parts of the coordinates. Dimensionless. */
const ROUNDING: number = 2 ** -46;

const matrix = new Float64Array(9);
const posed = new Float64Array(3);

/** Writes the box around a body at a pose, `margin` wider, to out[o…]. */
export function writeBox(body: Body, pose: Float64Array, margin: number, out: Float64Array, o: number): void {
  const isBall = body.symmetry === 'ball';
  writeMatrix(pose, 3, matrix);
  turn(matrix, body.box, 0, posed, 0);
  for (let k = 0; k < 3; k++) {
    const reach = isBall
      ? body.box[3 + k]
      : Math.abs(matrix[3 * k]) * body.box[3] +
        Math.abs(matrix[3 * k + 1]) * body.box[4] +
        Math.abs(matrix[3 * k + 2]) * body.box[5];
    const middle = pose[k] + posed[k];
    const grown = reach * (1 + ROUNDING) + margin + ROUNDING * (Math.abs(pose[k]) + Math.abs(posed[k]));
    out[o + k] = middle - grown;
    out[o + 3 + k] = middle + grown;
  }
}
