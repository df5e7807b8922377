// How points of a body move at an instant, and how far they can depart from straight motion.
//
// In the reference frame frozen at the instant, a point x of a body with pivot p, velocity v and angular velocity ω has the
// velocity ẋ = v + ω×(x − p), and after a time s it is within ½·|ω|·|ω×(x − p)|·s² of x + ẋ·s: the turning part runs on a
// circle of radius |ω×(x − p)|/|ω| at speed |ω×(x − p)|, so that its acceleration is |ω|·|ω×(x − p)| throughout. A body
// whose direction of motion is unknown has v = ω = 0 here, and `loose` bounds its speed: it adds loose·s to any closing.

import {
  QUERY_ANGULAR,
  QUERY_LOOSE,
  QUERY_PIVOT,
  QUERY_VELOCITY,
  REFERENCE_ANGULAR,
  REFERENCE_LOOSE,
  REFERENCE_PIVOT,
  REFERENCE_VELOCITY,
} from '../../motion/relative-motion.ts';

/** The numbers of a point motion: velocity x y z, acceleration, loose speed. */
export const POINT_MOTION = 5;

/** Offsets of the query body (0) and of the reference body (1) in a state. */
const VELOCITY = [QUERY_VELOCITY, REFERENCE_VELOCITY];
const TURNING = [QUERY_ANGULAR, REFERENCE_ANGULAR];
const PIVOT = [QUERY_PIVOT, REFERENCE_PIVOT];
const LOOSE = [QUERY_LOOSE, REFERENCE_LOOSE];

/** Writes to `out` from `o` on the motions of `count` points of a body, at points[i], `stride` apart. */
export function writePointMotions(
  state: Float64Array,
  body: 0 | 1,
  points: Float64Array,
  i: number,
  stride: number,
  count: number,
  out: Float64Array,
  o: number,
): void {
  const v = VELOCITY[body];
  const w = TURNING[body];
  const p = PIVOT[body];
  const vx = state[v];
  const vy = state[v + 1];
  const vz = state[v + 2];
  const wx = state[w];
  const wy = state[w + 1];
  const wz = state[w + 2];
  const speed = state[LOOSE[body]];
  const turning = state[LOOSE[body] + 1];
  const omega = Math.sqrt(wx * wx + wy * wy + wz * wz);
  for (let k = 0, at = i, to = o; k < count; k++, at += stride, to += POINT_MOTION) {
    const rx = points[at] - state[p];
    const ry = points[at + 1] - state[p + 1];
    const rz = points[at + 2] - state[p + 2];
    const tx = wy * rz - wz * ry;
    const ty = wz * rx - wx * rz;
    const tz = wx * ry - wy * rx;
    out[to] = vx + tx;
    out[to + 1] = vy + ty;
    out[to + 2] = vz + tz;
    out[to + 3] = omega === 0 ? 0 : omega * Math.sqrt(tx * tx + ty * ty + tz * tz);
    out[to + 4] = turning === 0 ? speed : speed + turning * Math.sqrt(rx * rx + ry * ry + rz * rz);
  }
}
