// Models of round shapes, which are exact and not split into triangles. They bring along the code that collides them.

import type { RoundShape } from '../convex/round-shape.ts';
import { Model } from '../model/model.ts';
import { roundParts } from '../model/model-parts.ts';
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
} from '../model/round-sizes.ts';
import { round } from './round-structure.ts';

/**
 * A sphere about the origin, exact: not split into triangles.
 *
 * @example
 * const body = sphere({ radius: 0.25 });
 * console.log(distance(body, {}, body, { position: [2, 0, 0] }).status); // separated
 */
export function sphere(options: SphereOptions = SPHERE_DEFAULTS): Model {
  return roundModel(sphereShape(options));
}

/**
 * A capsule about the origin, exact: all points within `radius` of a segment of `length` along z.
 *
 * @example
 * const body = capsule({ radius: 0.25 });
 * console.log(distance(body, {}, body, { position: [2, 0, 0] }).status); // separated
 */
export function capsule(options: CapsuleOptions = CAPSULE_DEFAULTS): Model {
  return roundModel(capsuleShape(options));
}

/**
 * A cylinder about the origin along z, exact.
 *
 * @example
 * const body = cylinder({ radius: 0.25 });
 * console.log(distance(body, {}, body, { position: [2, 0, 0] }).status); // separated
 */
export function cylinder(options: CylinderOptions = CYLINDER_DEFAULTS): Model {
  return roundModel(cylinderShape(options));
}

/**
 * A cone along z, exact: its apex at height/2, its base at −height/2.
 *
 * @example
 * const body = cone({ radius: 0.25 });
 * console.log(distance(body, {}, body, { position: [2, 0, 0] }).status); // separated
 */
export function cone(options: ConeOptions = CONE_DEFAULTS): Model {
  return roundModel(coneShape(options));
}

function roundModel(shape: RoundShape): Model {
  return Model.of(roundParts(shape)).with(round);
}
