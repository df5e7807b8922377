// Models of convex shapes: round ones, which are exact and not cut into triangles, and hulls of points.

import { convexHull } from '../convex/quickhull.ts';
import { NearmissError } from '../error.ts';
import { Mesh } from '../mesh/mesh.ts';
import { refuse } from '../shapes/parameters.ts';
import { Model } from './model.ts';
import { roundParts } from './model-parts.ts';
import {
  CAPSULE_DEFAULTS,
  type CapsuleOptions,
  CONE_DEFAULTS,
  type ConeOptions,
  CYLINDER_DEFAULTS,
  type CylinderOptions,
  capsuleShape,
  coneShape,
  cylinderShape,
  SPHERE_DEFAULTS,
  type SphereOptions,
  sphereShape,
} from './round-sizes.ts';

/** A sphere about the origin, exact: not cut into triangles. */
export function sphere(options: SphereOptions = SPHERE_DEFAULTS): Model {
  return Model.of(roundParts(sphereShape(options)));
}

/** A capsule about the origin, exact: all that is within `radius` of a segment of `length` along z. */
export function capsule(options: CapsuleOptions = CAPSULE_DEFAULTS): Model {
  return Model.of(roundParts(capsuleShape(options)));
}

/** A cylinder about the origin along z, exact. */
export function cylinder(options: CylinderOptions = CYLINDER_DEFAULTS): Model {
  return Model.of(roundParts(cylinderShape(options)));
}

/** A cone along z, exact: its tip at height/2, its base at −height/2. */
export function cone(options: ConeOptions = CONE_DEFAULTS): Model {
  return Model.of(roundParts(coneShape(options)));
}

/** The convex hull of points, x, y, z each, as a mesh. */
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
