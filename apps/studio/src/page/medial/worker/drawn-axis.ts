import type { Mesh } from 'nearmiss';
import type { MedialAxis } from 'nearmiss/medial';
import type { BodyShape } from '../../body.ts';
import type { AxisFacts, DrawnAxis } from '../messages.ts';

/** An axis as it is drawn: every ball of it enlarged until all together hold the surface, and the balls inside. */
export function drawnAxis(axis: MedialAxis, shape: Pick<BodyShape, 'centre' | 'radius'>): DrawnAxis {
  const { centre, radius } = shape;
  const inPicture = (balls: Float64Array, more: number): Float32Array =>
    Float32Array.from(balls, (x, k) => (k % 4 === 3 ? x + more : x - (centre[k % 4] ?? 0)) / radius);
  return {
    spheres: inPicture(axis.spheres, axis.dilation),
    cones: axis.cones,
    slabs: axis.slabs,
    innerBalls: inPicture(axis.innerBalls, 0),
  };
}

/** What the panel says of an axis, without the time it took. */
export function axisFacts(axis: MedialAxis, mesh: Mesh): Omit<AxisFacts, 'milliseconds'> {
  const { uncovered, overhang, dilation } = axis;
  return {
    spheres: axis.spheres.length / 4,
    cones: axis.cones.length / 2,
    slabs: axis.slabs.length / 3,
    innerBalls: axis.innerBalls.length / 4,
    uncovered,
    overhang,
    dilation,
    longestSide: longestSide(mesh),
  };
}

/** Of the box around what triangles use of the vertices. */
function longestSide({ positions, triangles }: Mesh): number {
  const sides = [0, 1, 2].map((axis) => {
    let low = Infinity;
    let high = -Infinity;
    for (const vertex of triangles) {
      const x = positions[3 * vertex + axis] ?? 0;
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    return high - low;
  });
  return Math.max(...sides);
}
