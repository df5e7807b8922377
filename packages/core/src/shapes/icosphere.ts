import type { Mesh } from '../mesh/mesh.ts';
import { powerOfTwo } from '../scalar/power-of-two.ts';
import { geodesic } from './geodesic.ts';
import { requireInteger, requirePositive, resolveParameters } from './parameters.ts';
import { SurfaceBuilder } from './surface-builder.ts';

/** Options of {@link icosphere}. */
export interface IcosphereOptions {
  readonly radius?: number;
  /** 0 … 8: 20·4^subdivisions triangles. */
  readonly subdivisions?: number;
}

/** Defaults of {@link IcosphereOptions}. */
export const ICOSPHERE_DEFAULTS: Readonly<Required<IcosphereOptions>> = Object.freeze({ radius: 0.5, subdivisions: 3 });

/**
 * A sphere about the origin from a subdivided icosahedron; all vertices lie on it.
 *
 * @example
 * console.log(checkMesh(icosphere()).closed); // true
 */
export function icosphere(options: IcosphereOptions = ICOSPHERE_DEFAULTS): Mesh {
  const { radius, subdivisions } = resolveParameters('icosphere', ICOSPHERE_DEFAULTS, options);
  requirePositive('icosphere', { radius });
  requireInteger('icosphere', 'subdivisions', subdivisions, 0, 8);
  const { directions, triangles } = geodesic(powerOfTwo(subdivisions));
  const surface = new SurfaceBuilder(directions.length / 3, triangles.length / 3);
  for (let at = 0; at < directions.length; at += 3) {
    surface.vertex(radius * directions[at], radius * directions[at + 1], radius * directions[at + 2]);
  }
  for (let at = 0; at < triangles.length; at += 3) {
    surface.triangle(triangles[at], triangles[at + 1], triangles[at + 2]);
  }
  return surface.build('icosphere');
}
