// Models with a medial axis of a number of primitives: bodies that collide as its enclosure, cones and slabs dilated until they hold the surface.

import { Model, NearmissError } from 'nearmiss';
import { modelBox } from 'nearmiss/bodies';
import { medialAxis, medialStructure } from 'nearmiss/medial';
import { requireCount } from './input.ts';

/** Points of the surface that the axis is made from, a primitive and at least. */
const SAMPLES_EACH = 40;
const LEAST_SAMPLES = 2000;

/** Bodies share models, and an axis takes long to make. */
const known = new WeakMap<Model, Map<number, Model>>();

/** The same model with a medial axis of at most so many primitives. */
export function medialModelOf(model: Model, primitives: unknown): Model {
  const count = requireCount(primitives, 'medial');
  if (modelBox(model).round !== null) {
    throw new NearmissError('query/unsupported', 'A round shape is exact as it is: leave medial out.');
  }
  const made = known.get(model) ?? new Map<number, Model>();
  known.set(model, made);
  const found = made.get(count);
  if (found !== undefined) return found;
  const samples = Math.max(LEAST_SAMPLES, SAMPLES_EACH * count);
  const built = Model.build(model.mesh, { with: [medialStructure({ primitives: count, samples })] });
  made.set(count, built);
  return built;
}

/** How far the enclosure of a model with a medial axis can be outside the model. */
export function enclosureExcess(model: Model): number {
  const { dilation, overhangBound } = medialAxis(model);
  return dilation + overhangBound;
}

/** Models share their axes. */
const ballsOf = new WeakMap<Model, Float64Array>();

/** The balls whose cones and slabs enclose a model with a medial axis: centres and dilated radii, in body coordinates. */
export function enclosingBalls(model: Model): Float64Array {
  const found = ballsOf.get(model);
  if (found !== undefined) return found;
  const { spheres, dilation } = medialAxis(model);
  const balls = spheres.map((x, k) => (k % 4 === 3 ? x + dilation : x));
  ballsOf.set(model, balls);
  return balls;
}
