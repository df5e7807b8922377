// Whether two elements are the same shape at the same position: every vertex of each lies within a tolerance of the surface of the other. For
// meshes with the same corners that is the Hausdorff distance of the surfaces; for curved surfaces that are tessellated differently it
// is that of their vertices.

import { closestPoint } from 'nearmiss';
import { type PosedModel, worldPoint } from './posed-model.ts';
import type { Bracket } from './question.ts';

/** The greatest distance of a vertex from the other surface, or null if it is more than `tolerance`. */
export function deviation(a: PosedModel, b: PosedModel, tolerance: number): Bracket | null {
  const one = oneSided(a, b, tolerance);
  const other = one === null ? null : oneSided(b, a, tolerance);
  if (one === null || other === null) return null;
  return { lower: Math.max(one.lower, other.lower), upper: Math.max(one.upper, other.upper) };
}

function oneSided(body: PosedModel, target: PosedModel, tolerance: number): Bracket | null {
  const { positions, triangles } = body.model.mesh;
  const seen = new Uint8Array(positions.length / 3);
  let lower = 0;
  let upper = 0;
  for (const vertex of triangles) {
    if (seen[vertex] === 1) continue;
    seen[vertex] = 1;
    const point = worldPoint(body, positions.subarray(3 * vertex, 3 * vertex + 3));
    const found = closestPoint(target.model, target.pose, point, { maxDistance: tolerance });
    if (found.status === 'beyond') return null;
    lower = Math.max(lower, found.lower);
    upper = Math.max(upper, found.upper);
  }
  return { lower, upper };
}
