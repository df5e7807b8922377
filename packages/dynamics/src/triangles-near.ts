// The triangles of a mesh that a round body may meet, each with its support.

import { Mesh, Model } from 'nearmiss';
import type { Body } from './body.ts';
import type { Support } from './support.ts';

/** Rounding of posed points, in parts of the coordinates. Dimensionless. */
const ROUNDING: number = 2 ** -46;

/** By model, the supports of those triangles that were asked for. */
const known = new WeakMap<Model, (Support | undefined)[]>();

/** The triangles of a mesh within a distance of the box around a round body, in its axes, or a little farther. */
export function trianglesNear(mesh: Body, round: Body, distance: number): Support[] {
  const { positions, triangles } = mesh.model.mesh;
  const supports = supportsOf(mesh.model);
  const corners = cornersIn(round, mesh, positions);
  const reach = distance + ROUNDING * (spanOf(mesh) + spanOf(round));
  const found: Support[] = [];
  for (let face = 0; 3 * face < triangles.length; face++) {
    let isNear = true;
    for (let k = 0; k < 3 && isNear; k++) {
      const x = corners[3 * triangles[3 * face] + k];
      const y = corners[3 * triangles[3 * face + 1] + k];
      const z = corners[3 * triangles[3 * face + 2] + k];
      const half = round.box[3 + k] + reach;
      isNear = Math.min(x, y, z) <= half && Math.max(x, y, z) >= -half;
    }
    if (!isNear) continue;
    const support = supports[face] ?? triangleSupport(positions, triangles.subarray(3 * face, 3 * face + 3));
    supports[face] = support;
    found.push(support);
  }
  return found;
}

/** The vertices of a mesh in the axes of a round body, from the middle of its box. */
function cornersIn(round: Body, mesh: Body, positions: Float64Array): Float64Array {
  const p = mesh.rows;
  const q = round.rows;
  const out = new Float64Array(positions.length);
  for (let v = 0; v < positions.length; v += 3) {
    for (let k = 0; k < 3; k++) {
      let sum = -round.box[k];
      for (let c = 0; c < 3; c++) {
        const world =
          p[3 * c] * positions[v] + p[3 * c + 1] * positions[v + 1] + p[3 * c + 2] * positions[v + 2] + mesh.pose[c];
        sum += q[3 * c + k] * (world - round.pose[c]);
      }
      out[v + k] = sum;
    }
  }
  return out;
}

function spanOf({ pose, radius, centre }: Body): number {
  let sum = radius;
  for (let k = 0; k < 3; k++) sum += Math.abs(pose[k]) + Math.abs(centre[k]);
  return sum;
}

function supportsOf(model: Model): (Support | undefined)[] {
  const found = known.get(model) ?? [];
  known.set(model, found);
  return found;
}

function triangleSupport(positions: Float64Array, corners: ArrayLike<number>): Support {
  const points = Float64Array.from(
    [0, 1, 2].flatMap((k) => [...positions.subarray(3 * corners[k], 3 * corners[k] + 3)]),
  );
  return { points, round: null, hull: Model.build(new Mesh(points, [0, 1, 2])) };
}
