// The hull of points without volume: a polygon, a segment or a point.

import type { HullSurface } from './hull-surface.ts';
import { planarHull } from './planar-hull.ts';

/** The outline of flat hulls, reused from hull to hull. */
export class FlatHull {
  /** Extreme points: a polygon's corners in order, both ends of a line, or one point. */
  outline: Uint32Array = new Uint32Array(0);
  length = 0;
  #order: Uint32Array = new Uint32Array(0);

  /** Reads the points of a surface that was found to have at most two dimensions. */
  build(surface: HullSurface, dimension: 0 | 1 | 2): void {
    const { seed, points, pointCount } = surface;
    if (this.#order.length < pointCount) {
      this.#order = new Uint32Array(points.length / 3);
      this.outline = new Uint32Array(points.length / 3 + 1);
    }
    if (dimension < 2) {
      this.outline[0] = seed[0];
      this.outline[1] = seed[1];
      this.length = dimension + 1;
      return;
    }
    const axis = widestProjection(surface);
    this.length = planarHull(points, (axis + 1) % 3, (axis + 2) % 3, pointCount, this.#order, this.outline);
  }
}

/** The axis along which the projection of the seed triangle has the largest area. */
function widestProjection(surface: HullSurface): number {
  const [a, b, c] = surface.seed;
  let axis = 0;
  let largest = 0;
  for (let k = 0; k < 3; k++) {
    const area = Math.abs(surface.orientAlong(k, a, b, c));
    if (area > largest) {
      largest = area;
      axis = k;
    }
  }
  return axis;
}
