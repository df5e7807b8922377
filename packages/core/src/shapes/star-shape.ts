import type { Mesh } from '../mesh/mesh.ts';
import { circle } from './circle.ts';
import { refuse, requireInteger, requirePositive, resolveParameters } from './parameters.ts';
import { extrude } from './prism.ts';
import { MAX_OUTLINE_POINTS } from './triangulate-polygon.ts';

/** Options of {@link starShape}. */
export interface StarShapeOptions {
  /** Number of points, 3 to 1,024: 8·points − 4 triangles. */
  readonly points?: number;
  readonly outerRadius?: number;
  /** To the corners between the points; smaller than outerRadius. */
  readonly innerRadius?: number;
  /** Along z. */
  readonly height?: number;
}

/** Defaults of {@link StarShapeOptions}. */
export const STAR_SHAPE_DEFAULTS: Readonly<Required<StarShapeOptions>> = Object.freeze({
  points: 5,
  outerRadius: 0.5,
  innerRadius: 0.2,
  height: 0.2,
});

/**
 * A star in the x-y plane, its middle at the origin and its first point on the x axis, extruded along z.
 *
 * @example
 * console.log(checkMesh(starShape()).closed); // true
 */
export function starShape(options: StarShapeOptions = STAR_SHAPE_DEFAULTS): Mesh {
  const { points, outerRadius, innerRadius, height } = resolveParameters('star-shape', STAR_SHAPE_DEFAULTS, options);
  requirePositive('star-shape', { outerRadius, innerRadius, height });
  requireInteger('star-shape', 'points', points, 3, MAX_OUTLINE_POINTS / 2);
  if (innerRadius >= outerRadius) {
    refuse('star-shape', `innerRadius must be smaller than outerRadius (${outerRadius}), not ${innerRadius}.`);
  }
  const outline = circle(2 * points);
  for (let at = 0; at < outline.length; at++) outline[at] *= at % 4 < 2 ? outerRadius : innerRadius;
  return extrude('star-shape', outline, height);
}
