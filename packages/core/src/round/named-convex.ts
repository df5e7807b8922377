// Convex shapes by name, in the same format as generated shapes (shapes/shape-text.ts).

import { hull } from '../model/hull-model.ts';
import { Model } from '../model/model.ts';
import { CAPSULE_DEFAULTS, CONE_DEFAULTS, CYLINDER_DEFAULTS, SPHERE_DEFAULTS } from '../model/round-sizes.ts';
import { BOX_DEFAULTS, box } from '../shapes/box.ts';
import { refuse } from '../shapes/parameters.ts';
import { defaultsByName, makeByText, type ShapeMaker, type ShapeParameters } from '../shapes/shape-text.ts';
import { capsule, cone, cylinder, sphere } from './round-models.ts';

type Maker = ShapeMaker<Model>;

function named<O extends object>(make: (options: O) => Model, defaults: Readonly<Required<O>>): Maker {
  return { make: (parameters) => make(parameters as O), defaults: defaults as ShapeParameters };
}

// Makers check the names and kinds of all their parameters, so any value can be passed to them.
const MAKERS: ReadonlyMap<string, Maker> = /* @__PURE__ */ new Map<string, Maker>([
  ['box', named((options) => Model.build(box(options)), BOX_DEFAULTS)],
  ['capsule', named(capsule, CAPSULE_DEFAULTS)],
  ['cone', named(cone, CONE_DEFAULTS)],
  ['cylinder', named(cylinder, CYLINDER_DEFAULTS)],
  // There is no hull without points.
  ['hull', { make: hullOfPoints, defaults: { points: [] } }],
  ['sphere', named(sphere, SPHERE_DEFAULTS)],
]);

function hullOfPoints({ points, ...others }: ShapeParameters): Model {
  if (typeof points === 'object' && Object.keys(others).length === 0) return hull(points);
  return refuse('hull', 'it has one parameter, points: a list of x, y, z each.');
}

/** The names that `makeConvex` accepts, in alphabetical order. See {@link makeConvex}. */
export const convexNames: readonly string[] = /* @__PURE__ */ Object.freeze([...MAKERS.keys()]);

/** The parameters of every shape of `makeConvex`, with their defaults; a hull's points have none. See {@link makeConvex}. */
export const convexParameters: Readonly<Record<string, ShapeParameters>> = /* @__PURE__ */ defaultsByName(MAKERS);

/**
 * The convex shape that a text names, as `sphere(radius=2)` or `hull(points=[0,0,0, 1,0,0, 0,1,0, 0,0,1])`.
 *
 * @example
 * console.log(collide(makeConvex('sphere(radius=2)'), {}, makeConvex('box'), {}).colliding); // true
 */
export function makeConvex(text: string): Model {
  return makeByText(text, MAKERS);
}
