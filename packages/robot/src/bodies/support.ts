// Support of a body along a direction: how far its hull reaches. Of a mesh over the vertices of its hull, of a round shape by its rims.

import { type Model, NearmissError } from 'nearmiss';
import { type ModelBox, modelBox } from 'nearmiss/bodies';
import { hull, isConvex } from 'nearmiss/convex';

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
  /** Points whose hull is that of the mesh, from the centre, three numbers each; none of a round shape. */
  readonly points: Float64Array;
  readonly round: ModelBox['round'];
}

/** A part by which lengths are enlarged for rounding. Dimensionless. */
const GROWN: number = 1 + 2 ** -46;

/** The bounds of a model. Making a hull takes long: keep the result. */
export function shapeBounds(model: Model): ShapeBounds {
  const { low, high, round } = modelBox(model);
  const centre = Float64Array.from(low, (least, k) => (least + high[k]) / 2);
  const halves = Float64Array.from(low, (least, k) => ((high[k] - least) / 2) * GROWN);
  if (round !== null) {
    const radius = Math.max(Math.hypot(round.base, round.half), Math.hypot(round.top, round.half)) + round.skin;
    const points = new Float64Array(0);
    return { model, hull: model, isConvex: true, centre, halves, radius: radius * GROWN, points, round };
  }
  const convex = isConvex(model);
  const hullModel = convex ? model : (hullOf(model) ?? model);
  const points = cornersOf(hullModel, centre);
  let square = 0;
  for (let k = 0; k < points.length; k += 3) {
    square = Math.max(square, points[k] * points[k] + points[k + 1] * points[k + 1] + points[k + 2] * points[k + 2]);
  }
  return {
    ...{ model, hull: hullModel, isConvex: convex, centre, halves },
    ...{ radius: Math.sqrt(square) * GROWN, points, round: null },
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

/** How far a shape reaches from its centre along (x, y, z), in model coordinates. */
export function reachAlong({ points, round, centre }: ShapeBounds, x: number, y: number, z: number): number {
  if (round !== null) {
    const across = Math.sqrt(x * x + y * y);
    const rim = Math.max(round.base * across - round.half * z, round.top * across + round.half * z);
    const skin = round.skin * Math.sqrt(x * x + y * y + z * z);
    return rim + skin - (centre[0] * x + centre[1] * y + centre[2] * z);
  }
  let most = -Infinity;
  for (let k = 0; k < points.length; k += 3) {
    const along = points[k] * x + points[k + 1] * y + points[k + 2] * z;
    if (along > most) most = along;
  }
  return most;
}
