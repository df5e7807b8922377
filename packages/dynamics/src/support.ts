// Support of a body along a direction: how far its hull reaches. Of a mesh over the vertices of its hull, of balls and capsules
// over the ends of their segment.

import { type Model, NearmissError } from 'nearmiss';
import { modelBox } from 'nearmiss/bodies';
import { hull } from 'nearmiss/convex';

/** Points whose hull, `radius` thicker, is that of the body, three numbers each. */
export interface SupportPoints {
  /** Null where the support of the body is not known: no proof is made from it. */
  readonly points: Float64Array | null;
  readonly radius: number;
}

const UNKNOWN: SupportPoints = { points: null, radius: 0 };

/** Meshes of more vertices are reduced to those of their hull. */
const FEW = 32;
/** Hulls of more vertices cost more than the proof they give. */
const MANY = 512;

/** Bodies share models, and a hull takes long to make. */
const known = new WeakMap<Model, SupportPoints>();

export function supportPointsOf(model: Model): SupportPoints {
  const found = known.get(model);
  if (found !== undefined) return found;
  const made = makeSupport(model);
  known.set(model, made);
  return made;
}

function makeSupport(model: Model): SupportPoints {
  const { isRound, capsule } = modelBox(model);
  if (capsule !== null)
    return { points: Float64Array.of(0, 0, -capsule.half, 0, 0, capsule.half), radius: capsule.radius };
  if (isRound) return UNKNOWN;
  const { positions, triangles } = model.mesh;
  const used = [...new Set(triangles)].sort((a, b) => a - b);
  const points = Float64Array.from(used.flatMap((v) => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]]));
  if (used.length <= FEW) return { points, radius: 0 };
  try {
    const corners = hull(points).mesh.positions;
    return corners.length <= 3 * MANY ? { points: Float64Array.from(corners), radius: 0 } : UNKNOWN;
  } catch (error) {
    // A flat mesh has no hull.
    if (error instanceof NearmissError) return UNKNOWN;
    throw error;
  }
}
