import type { Mesh } from '../mesh/mesh.ts';
import { circle } from './circle.ts';
import { factorPair } from './factor-pair.ts';
import { loftMesh, loftTriangleCount } from './loft.ts';
import {
  refuse,
  requireInteger,
  requireNotNegative,
  requirePositive,
  requireTriangleCount,
  resolveParameters,
} from './parameters.ts';
import { revolveSolid } from './revolve.ts';

/** Options of {@link uvSphere}. */
export interface UvSphereOptions {
  readonly radius?: number;
  /** Meridians, at least 3. */
  readonly slices?: number;
  /** Bands from pole to pole, at least 2: 2·slices·(stacks − 1) triangles. */
  readonly stacks?: number;
  /** Where not 0, exactly this many triangles: slices and stacks are then chosen, slices near 2·stacks. */
  readonly faces?: number;
}

/** Defaults of {@link UvSphereOptions}. */
export const UV_SPHERE_DEFAULTS: Readonly<Required<UvSphereOptions>> = Object.freeze({
  radius: 0.5,
  slices: 32,
  stacks: 16,
  faces: 0,
});

/**
 * A sphere about the origin cut by meridians and parallels, poles on the z axis; all vertices lie on it.
 *
 * @example
 * console.log(checkMesh(uvSphere()).closed); // true
 */
export function uvSphere(options: UvSphereOptions = UV_SPHERE_DEFAULTS): Mesh {
  const given = resolveParameters('uv-sphere', UV_SPHERE_DEFAULTS, options);
  const { radius, faces } = given;
  requirePositive('uv-sphere', { radius });
  requireNotNegative('uv-sphere', { faces });
  const [slices, stacks] = faces === 0 ? [given.slices, given.stacks] : slicesAndStacks(faces);
  requireInteger('uv-sphere', 'slices', slices, 3);
  requireInteger('uv-sphere', 'stacks', stacks, 2);
  requireTriangleCount('uv-sphere', loftTriangleCount(stacks - 1, slices));

  const turn = circle(2 * stacks);
  const profile = new Float64Array(2 * (stacks - 1));
  for (let band = 1; band < stacks; band++) {
    profile[2 * band - 2] = radius * turn[2 * band + 1];
    profile[2 * band - 1] = -radius * turn[2 * band];
  }
  return loftMesh('uv-sphere', revolveSolid(profile, -radius, radius, slices));
}

function slicesAndStacks(faces: number): readonly [number, number] {
  requireInteger('uv-sphere', 'faces', faces, 6);
  const pair = faces % 2 === 0 ? factorPair(faces / 2, 3, 1, (rings) => 2 * (rings + 1)) : undefined;
  if (pair === undefined) refuse('uv-sphere', `faces must be 2·slices·(stacks − 1), which ${faces} is not.`);
  return [pair[0], pair[1] + 1];
}
