// Models with a medial axis of a number of primitives: bodies that collide as its enclosure, cones and slabs dilated until they hold the surface.

import { Model, NearmissError } from 'nearmiss';
import { modelBox } from 'nearmiss/bodies';
import { medialStructure } from 'nearmiss/medial';
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
