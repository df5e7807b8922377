// Convex shapes by name, in the form that generated shapes are named in (mesh/shapes/shape-text.ts).

import { refuse } from '../mesh/shapes/parameters.ts';
import { makeByText, type ShapeParameters } from '../mesh/shapes/shape-text.ts';
import { Model } from './model.ts';

type Maker = (parameters: ShapeParameters) => Model;

// Makers check the names and kinds of all their parameters themselves, so anything may be handed to them.
const MAKERS: ReadonlyMap<string, Maker> = /* @__PURE__ */ new Map<string, Maker>([
  ['box', (parameters) => Model.box(parameters)],
  ['capsule', (parameters) => Model.capsule(parameters)],
  ['cone', (parameters) => Model.cone(parameters)],
  ['cylinder', (parameters) => Model.cylinder(parameters)],
  ['hull', hull],
  ['sphere', (parameters) => Model.sphere(parameters)],
]);

function hull({ points, ...others }: ShapeParameters): Model {
  if (typeof points === 'object' && Object.keys(others).length === 0) return Model.hull(points);
  return refuse('hull', 'it has one parameter, points: a list of x, y, z each.');
}

/** The names `makeConvex` knows, in alphabetical order. */
export const convexNames: readonly string[] = /* @__PURE__ */ Object.freeze([...MAKERS.keys()]);

/** The convex shape that a text names, as `sphere(radius=2)` or `hull(points=[0,0,0, 1,0,0, 0,1,0, 0,0,1])`. */
export function makeConvex(text: string): Model {
  return makeByText(text, MAKERS);
}
