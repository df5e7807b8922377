import type { Mesh } from '../mesh/mesh.ts';
import { circle } from './circle.ts';
import { loftMesh, loftTriangleCount } from './loft.ts';
import { refuse, requireComparable, requireInteger, requireTriangleCount, resolveParameters } from './parameters.ts';
import { revolveRing } from './revolve.ts';

/** Options of {@link torus}. */
export interface TorusOptions {
  /** From the axis to the middle of the tube. */
  readonly majorRadius?: number;
  /** Of the tube; smaller than majorRadius. */
  readonly minorRadius?: number;
  /** Around the axis, at least 3. */
  readonly majorSegments?: number;
  /** Around the tube, at least 3: 2·majorSegments·minorSegments triangles. */
  readonly minorSegments?: number;
}

/** Defaults of {@link TorusOptions}. */
export const TORUS_DEFAULTS: Readonly<Required<TorusOptions>> = Object.freeze({
  majorRadius: 0.35,
  minorRadius: 0.15,
  majorSegments: 48,
  minorSegments: 24,
});

/**
 * A torus about the z axis, centred at the origin.
 *
 * @example
 * console.log(checkMesh(torus()).closed); // true
 */
export function torus(options: TorusOptions = TORUS_DEFAULTS): Mesh {
  const { majorRadius, minorRadius, majorSegments, minorSegments } = resolveParameters(
    'torus',
    TORUS_DEFAULTS,
    options,
  );
  requireComparable('torus', { majorRadius, minorRadius });
  requireInteger('torus', 'majorSegments', majorSegments, 3);
  requireInteger('torus', 'minorSegments', minorSegments, 3);
  requireTriangleCount('torus', loftTriangleCount(minorSegments, majorSegments));
  if (minorRadius >= majorRadius) {
    refuse('torus', `minorRadius must be smaller than majorRadius (${majorRadius}), not ${minorRadius}.`);
  }
  const profile = circle(minorSegments);
  for (let at = 0; at < profile.length; at += 2) {
    profile[at] = majorRadius + minorRadius * profile[at];
    profile[at + 1] *= minorRadius;
  }
  return loftMesh('torus', revolveRing(profile, majorSegments));
}
