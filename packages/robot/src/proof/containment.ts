// Whether a body can be inside another one, by boxes. Solids whose surfaces do not touch are apart, or a component of one is inside the other.

import type { SceneState } from './scene-state.ts';

/** Numbers of the box of a component. */
const BOX = 6;

/** Whether every component of body a reaches out of the box of body b, along one of a's own axes: then none is inside b. */
export function reachesOut(
  { bodies, rotations, centres }: SceneState,
  a: number,
  b: number,
  errorBound: number,
): boolean {
  const { components } = bodies[a].shape;
  const { halves } = bodies[b].shape;
  const i = 9 * a;
  const j = 9 * b;
  const x = centres[3 * b] - centres[3 * a];
  const y = centres[3 * b + 1] - centres[3 * a + 1];
  const z = centres[3 * b + 2] - centres[3 * a + 2];
  for (let k = 0; k < components.length; k += BOX) {
    let isOut = false;
    for (let c = 0; c < 3 && !isOut; c++) {
      const nx = rotations[i + c];
      const ny = rotations[i + 3 + c];
      const nz = rotations[i + 6 + c];
      const middle = x * nx + y * ny + z * nz;
      const reach =
        Math.abs(rotations[j] * nx + rotations[j + 3] * ny + rotations[j + 6] * nz) * halves[0] +
        Math.abs(rotations[j + 1] * nx + rotations[j + 4] * ny + rotations[j + 7] * nz) * halves[1] +
        Math.abs(rotations[j + 2] * nx + rotations[j + 5] * ny + rotations[j + 8] * nz) * halves[2];
      const from = components[k + c] - middle;
      isOut = Math.abs(from) + components[k + 3 + c] > reach + errorBound;
    }
    if (!isOut) return false;
  }
  return true;
}
