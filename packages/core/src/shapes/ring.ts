import type { Mesh } from '../mesh/mesh.ts';
import { loftMesh, loftTriangleCount } from './loft.ts';
import { refuse, requireComparable, requireInteger, requireTriangleCount, resolveParameters } from './parameters.ts';
import { revolveRing } from './revolve.ts';

/** Options of {@link ring}. */
export interface RingOptions {
  readonly outerRadius?: number;
  /** Smaller than outerRadius. */
  readonly innerRadius?: number;
  /** Along the axis. */
  readonly height?: number;
  /** Around the axis, at least 3. */
  readonly slices?: number;
  /** Parts of each of the four sides of the cross-section, at least 1: 8·slices·sideSegments triangles. */
  readonly sideSegments?: number;
}

/** Defaults of {@link RingOptions}. */
export const RING_DEFAULTS: Readonly<Required<RingOptions>> = Object.freeze({
  outerRadius: 0.5,
  innerRadius: 0.35,
  height: 0.1,
  slices: 128,
  sideSegments: 10,
});

/**
 * A flat ring of rectangular cross-section about the z axis, centred at the origin: a washer.
 *
 * @example
 * console.log(checkMesh(ring()).closed); // true
 */
export function ring(options: RingOptions = RING_DEFAULTS): Mesh {
  const { outerRadius, innerRadius, height, slices, sideSegments } = resolveParameters('ring', RING_DEFAULTS, options);
  requireComparable('ring', { outerRadius, innerRadius, height });
  requireInteger('ring', 'slices', slices, 3);
  requireInteger('ring', 'sideSegments', sideSegments, 1);
  requireTriangleCount('ring', loftTriangleCount(4 * sideSegments, slices));
  if (innerRadius >= outerRadius) {
    refuse('ring', `innerRadius must be smaller than outerRadius (${outerRadius}), not ${innerRadius}.`);
  }
  const top = height / 2;
  const corners = [innerRadius, -top, outerRadius, -top, outerRadius, top, innerRadius, top, innerRadius, -top];
  const profile = new Float64Array(8 * sideSegments);
  for (let side = 0; side < 4; side++) {
    const [r, z, nextR, nextZ] = corners.slice(2 * side, 2 * side + 4);
    for (let step = 0; step < sideSegments; step++) {
      const part = step / sideSegments;
      profile[2 * (side * sideSegments + step)] = r + (nextR - r) * part;
      profile[2 * (side * sideSegments + step) + 1] = z + (nextZ - z) * part;
    }
  }
  return loftMesh('ring', revolveRing(profile, slices));
}
