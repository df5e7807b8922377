// Support of a body along a direction: how far its hull reaches. Of a mesh over the vertices of its hull, of a round shape by its rims.

import { type Model, NearmissError } from 'nearmiss';
import { type ModelBox, modelBox } from 'nearmiss/bodies';
import { hull, isConvex } from 'nearmiss/convex';

/** What a body's reach along a direction is computed from. */
export interface Support {
  /** Points whose hull is that of the body, three numbers each; null where they are too many, and of a round shape. */
  readonly points: Float64Array | null;
  /** A round shape about the z axis. */
  readonly round: RoundSizes | null;
  /** The hull as a model of its own, that of the body where this is convex; null where the reach is not known. */
  readonly hull: Model | null;
}

type RoundSizes = NonNullable<ModelBox['round']>;

const UNKNOWN: Support = { points: null, round: null, hull: null };

/** Meshes of more vertices are reduced to those of their hull. */
const FEW = 32;
/** Hulls of more vertices cost more than the proof they give. */
const MANY = 512;

/** Bodies share models, and a hull takes long to make. */
const known = new WeakMap<Model, Support>();

export function supportOf(model: Model): Support {
  const found = known.get(model);
  if (found !== undefined) return found;
  const made = makeSupport(model);
  known.set(model, made);
  return made;
}

function makeSupport(model: Model): Support {
  const { round } = modelBox(model);
  if (round !== null) return { points: null, round, hull: model };
  const { positions, triangles } = model.mesh;
  const used = [...new Set(triangles)].sort((a, b) => a - b);
  const points = Float64Array.from(used.flatMap((v) => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]]));
  const isFew = used.length <= FEW;
  if (isFew && isConvex(model)) return { points, round: null, hull: model };
  try {
    const made = hull(points);
    const corners = made.mesh.positions;
    if (corners.length > 3 * MANY) return UNKNOWN;
    return { points: Float64Array.from(corners), round: null, hull: isConvex(model) ? model : made };
  } catch (error) {
    if (!(error instanceof NearmissError)) throw error;
    // A flat mesh has no hull.
    return isFew ? { points, round: null, hull: null } : UNKNOWN;
  }
}

/** How far a body reaches along the direction (x, y, z), in body coordinates; infinite where that is not known. */
export function reachAlong({ points, round }: Support, x: number, y: number, z: number): number {
  if (round !== null) {
    const across = Math.sqrt(x * x + y * y);
    const rim = Math.max(round.base * across - round.half * z, round.top * across + round.half * z);
    return rim + round.skin * Math.sqrt(x * x + y * y + z * z);
  }
  if (points === null) return Infinity;
  let most = -Infinity;
  for (let k = 0; k < points.length; k += 3) {
    const along = points[k] * x + points[k + 1] * y + points[k + 2] * z;
    if (along > most) most = along;
  }
  return most;
}
