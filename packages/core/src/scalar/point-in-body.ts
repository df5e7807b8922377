import { RELATIVE_SCALE } from './pose.ts';

/** Writes the point p[i…] of the reference frame to `out`, in the frame of the body that `pose` puts into it. */
export function pointInBody(pose: Float64Array, p: Float64Array, i: number, out: Float64Array): void {
  const x = p[i] - pose[9];
  const y = p[i + 1] - pose[10];
  const z = p[i + 2] - pose[11];
  const scale = pose[RELATIVE_SCALE];
  for (let k = 0; k < 3; k++) out[k] = (pose[k] * x + pose[3 + k] * y + pose[6 + k] * z) / scale;
}
