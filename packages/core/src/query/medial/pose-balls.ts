import { BALL } from '../../medial/closest-balls.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';

/** Writes to `out` the `count` balls from balls[i] on of the query body, by its pose in the reference frame and shifted by shift[0..2]. */
export function poseBalls(
  pose: Float64Array,
  shift: Float64Array,
  balls: Float64Array,
  i: number,
  count: number,
  out: Float64Array,
): void {
  const scale = pose[RELATIVE_SCALE];
  const shiftX = pose[9] + shift[0];
  const shiftY = pose[10] + shift[1];
  const shiftZ = pose[11] + shift[2];
  for (let k = 0; k < BALL * count; k += BALL) {
    const x = balls[i + k] * scale;
    const y = balls[i + k + 1] * scale;
    const z = balls[i + k + 2] * scale;
    out[k] = pose[0] * x + pose[1] * y + pose[2] * z + shiftX;
    out[k + 1] = pose[3] * x + pose[4] * y + pose[5] * z + shiftY;
    out[k + 2] = pose[6] * x + pose[7] * y + pose[8] * z + shiftZ;
    out[k + 3] = balls[i + k + 3] * scale;
  }
}

/** The pose of the body, not shifted. */
export const UNMOVED: Float64Array = new Float64Array(3);
