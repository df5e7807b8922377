import { convexHull } from '../convex/quickhull.ts';
import { NearmissError } from '../error.ts';
import { Mesh } from '../mesh/mesh.ts';
import { refuse } from '../shapes/parameters.ts';
import { Model } from './model.ts';

/**
 * The convex hull of points, x, y, z each, as a mesh.
 *
 * @example
 * const tetrahedron = hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
 * console.log(contains(tetrahedron, {}, [0.1, 0.1, 0.1]).status); // inside
 */
export function hull(points: ArrayLike<number>): Model {
  if (points?.length === 0) throw new NearmissError('mesh/empty', 'A hull needs points, at least four of them.');
  // Checked like the vertices of any mesh.
  const { positions } = new Mesh(points, [0, 0, 0]);
  const { dimension, vertices, triangles } = convexHull(positions);
  if (dimension < 3) refuse('hull', 'the points lie in one plane, so that their hull has no inside.');
  const numberOf = new Map(Array.from(vertices, (point, v) => [point, v]));
  const corners = Array.from(vertices, (point) => [...positions.subarray(3 * point, 3 * point + 3)]).flat();
  return Model.build(
    new Mesh(
      corners,
      triangles.map((point) => numberOf.get(point) ?? 0),
    ),
  );
}
