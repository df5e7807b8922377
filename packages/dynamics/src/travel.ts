// How far the points of a body can be from where they were.

import type { Body } from './body.ts';
import { turnOf } from './symmetry.ts';

/** Rounding of poses and of distances travelled, in parts of the coordinates. Dimensionless. */
const ROUNDING: number = 2 ** -46;

/** How far any point of a body can be, at most, from where it was. */
export function travelBetween(
  body: Body,
  comBefore: Float64Array,
  poseBefore: Float64Array,
  com: Float64Array,
  pose: Float64Array,
): number {
  const x = com[0] - comBefore[0];
  const y = com[1] - comBefore[1];
  const z = com[2] - comBefore[2];
  const turned = turnedBetween(body, poseBefore, pose, com);
  return turned === 0 ? 0 : Math.sqrt(x * x + y * y + z * z) + turned;
}

/** How far points of a body turn about its centre of mass at most, and the rounding of a motion; 0 only where the pose is the same. */
export function turnedBetween(body: Body, before: Float64Array, pose: Float64Array, com: Float64Array): number {
  if (isSamePose(before, pose)) return 0;
  const size = Math.abs(com[0]) + Math.abs(com[1]) + Math.abs(com[2]) + body.radius;
  return turnOf(body, before, pose) * body.radius + ROUNDING * size;
}

export function isSamePose(p: Float64Array, q: Float64Array): boolean {
  for (let k = 0; k < 7; k++) if (p[k] !== q[k]) return false;
  return true;
}
