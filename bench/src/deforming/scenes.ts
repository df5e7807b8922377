// Two spheres of 3,968 faces that wobble, at a distance from "just touching" to "nearly the same position".

import type { Mesh } from 'nearmiss';
import { uvSphere } from 'nearmiss/shapes';

const FACES = 3968;
/** Between the centres, in radii. */
export const DISTANCES: readonly number[] = [1.95, 1.9, 1.8, 1.7, 1.6, 1.5, 1.4, 1.2, 1, 0.75, 0.5];
/** Where the peers are compared: in contact, without having gone through each other. */
export const CONTACT_DISTANCE = 1.8;

export interface WobblingPair {
  readonly mesh: Mesh;
  /** Positions of both, step by step. */
  readonly steps: readonly (readonly [Float64Array, Float64Array])[];
}

export function wobblingPair(distance: number, steps: number, faces: number = FACES): WobblingPair {
  const mesh = uvSphere({ faces, radius: 1 });
  return {
    mesh,
    steps: Array.from({ length: steps }, (_, k) => [
      wobble(mesh.positions, k / 10, 0),
      wobble(mesh.positions, 2 + k / 7, distance),
    ]),
  };
}

/** Waves over the surface, a turn so that the two meshes have no symmetry in common, and a shift along x. */
function wobble(positions: Float64Array, time: number, shift: number): Float64Array {
  const [cos, sin] = [Math.cos(0.3 + shift), Math.sin(0.3 + shift)];
  const out = new Float64Array(positions.length);
  for (let k = 0; k < positions.length; k += 3) {
    const [x, y, z] = positions.subarray(k, k + 3);
    const swell = 1 + 0.05 * Math.sin(5 * x + time) * Math.cos(4 * y - time);
    out[k] = swell * (x * cos - z * sin) + shift;
    out[k + 1] = swell * y;
    out[k + 2] = swell * (x * sin + z * cos);
  }
  return out;
}
