import { circle } from './circle.ts';
import type { Loft } from './loft.ts';

// Solids of revolution about the z axis. A profile is a list of (r, z) pairs that runs counter-clockwise round the
// solid in the half plane r ≥ 0 (r to the right, z up): the solid lies to its left.

/** Scales the radius of one ring point. It must not depend on anything else, and must be above 0. */
export type RadiusScale = (ring: number, side: number) => number;

/** A solid that meets the axis: the profile without its two ends, which are on the axis at zStart and zEnd. */
export function revolveSolid(
  profile: Float64Array,
  zStart: number,
  zEnd: number,
  slices: number,
  scale?: RadiusScale,
): Loft {
  const loft = revolveRing(profile, slices, scale);
  return {
    ...loft,
    tips: [
      [0, 0, zStart],
      [0, 0, zEnd],
    ],
  };
}

/** A solid with the axis running through its hole: the profile is a closed loop. */
export function revolveRing(profile: Float64Array, slices: number, scale?: RadiusScale): Loft {
  const turn = circle(slices);
  return {
    rings: profile.length / 2,
    sides: slices,
    point: (ring, side, out) => {
      const radius = profile[2 * ring] * (scale?.(ring, side) ?? 1);
      out[0] = radius * turn[2 * side];
      out[1] = radius * turn[2 * side + 1];
      out[2] = profile[2 * ring + 1];
    },
  };
}
