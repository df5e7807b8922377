// Support of a body along a direction: how far its hull reaches. Of a mesh over the vertices of its hull, of a round shape by its rims.

import { type Model, NearmissError } from 'nearmiss';
import { type ModelBox, modelBox } from 'nearmiss/bodies';
import { hull, isConvex } from 'nearmiss/convex';
import { componentBoxes } from './component-boxes.ts';
import { type HullNode, hullTreeOf, singleHull } from './hull-node.ts';

/** The shape of a body as the proof sees it. */
export interface ShapeBounds {
  readonly model: Model;
  /** The hull of a mesh, or the model itself where it is convex or flat. */
  readonly hull: Model;
  readonly isConvex: boolean;
  /** The middle of the box around it, in model coordinates, and how far the box reaches from there. */
  readonly centre: Float64Array;
  readonly halves: Float64Array;
  /** No point is farther from the centre. */
  readonly radius: number;
  /** Its hull, and of a mesh that is not convex the hulls of its parts. */
  readonly root: HullNode;
  readonly round: ModelBox['round'];
  /** Six numbers a component of the surface: see `componentBoxes`. Made when they are first asked for. */
  readonly components: Float64Array;
}

/** A part by which lengths are enlarged for rounding. Dimensionless. */
const GROWN: number = 1 + 2 ** -46;
/** The same the opposite: a part of what was enlarged. Dimensionless. */
const SHRUNK: number = 1 - 2 ** -44;

/** The bounds of a model. Making a hull takes long: keep the result. */
export function shapeBounds(model: Model): ShapeBounds {
  const { low, high, round } = modelBox(model);
  const centre = Float64Array.from(low, (least, k) => (least + high[k]) / 2);
  const halves = Float64Array.from(low, (least, k) => ((high[k] - least) / 2) * GROWN);
  if (round !== null) {
    const radius = Math.max(Math.hypot(round.base, round.half), Math.hypot(round.top, round.half)) + round.skin;
    const components = Float64Array.of(0, 0, 0, ...halves.map((half) => half * SHRUNK));
    const root = singleHull(new Float64Array(0));
    return { model, hull: model, isConvex: true, centre, halves, radius: radius * GROWN, root, round, components };
  }
  const convex = isConvex(model);
  const hullModel = convex ? model : (hullOf(model) ?? model);
  const points = cornersOf(hullModel, centre);
  let square = 0;
  for (let k = 0; k < points.length; k += 3) {
    square = Math.max(square, points[k] * points[k] + points[k + 1] * points[k + 1] + points[k + 2] * points[k + 2]);
  }
  let components: Float64Array | null = null;
  return {
    ...{ model, hull: hullModel, isConvex: convex, centre, halves },
    root: convex ? singleHull(points) : hullTreeOf(model.mesh, centre, points),
    ...{ radius: Math.sqrt(square) * GROWN, round: null },
    get components() {
      components ??= componentBoxes(model.mesh, centre);
      return components;
    },
  };
}

function hullOf(model: Model): Model | null {
  try {
    return hull(cornersOf(model, new Float64Array(3)));
  } catch (error) {
    // A flat mesh has no hull.
    if (error instanceof NearmissError) return null;
    throw error;
  }
}

function cornersOf({ mesh: { positions, triangles } }: Model, centre: Float64Array): Float64Array {
  const used = [...new Set(triangles)].sort((a, b) => a - b);
  const corners = new Float64Array(3 * used.length);
  used.forEach((vertex, k) => {
    for (let c = 0; c < 3; c++) corners[3 * k + c] = positions[3 * vertex + c] - centre[c];
  });
  return corners;
}

/**
 * How far a part of a shape reaches from its centre along (x, y, z), in the model's axes; the point that does is written. Without a node the
 * part is the box around the shape.
 */
export function supportOf(
  shape: ShapeBounds,
  node: HullNode | null,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): number {
  if (node === null) return boxSupport(shape.halves, x, y, z, out);
  if (shape.round !== null) return roundSupport(shape.round, shape.centre, x, y, z, out);
  const { points } = node;
  let most = -Infinity;
  let best = 0;
  for (let k = 0; k < points.length; k += 3) {
    const along = points[k] * x + points[k + 1] * y + points[k + 2] * z;
    if (along > most) {
      most = along;
      best = k;
    }
  }
  out[0] = points[best];
  out[1] = points[best + 1];
  out[2] = points[best + 2];
  return most;
}

function boxSupport(halves: Float64Array, x: number, y: number, z: number, out: Float64Array): number {
  out[0] = x < 0 ? -halves[0] : halves[0];
  out[1] = y < 0 ? -halves[1] : halves[1];
  out[2] = z < 0 ? -halves[2] : halves[2];
  return x * out[0] + y * out[1] + z * out[2];
}

function roundSupport(
  { base, top, half, skin }: NonNullable<ModelBox['round']>,
  centre: Float64Array,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): number {
  const across = Math.sqrt(x * x + y * y);
  const length = Math.sqrt(x * x + y * y + z * z);
  const atBase = base * across - half * z;
  const atTop = top * across + half * z;
  const isTop = atTop > atBase;
  const radius = across > 0 ? (isTop ? top : base) / across : 0;
  const grown = length > 0 ? skin / length : 0;
  out[0] = (radius + grown) * x - centre[0];
  out[1] = (radius + grown) * y - centre[1];
  out[2] = (isTop ? half : -half) + grown * z - centre[2];
  return Math.max(atBase, atTop) + skin * length - (centre[0] * x + centre[1] * y + centre[2] * z);
}
