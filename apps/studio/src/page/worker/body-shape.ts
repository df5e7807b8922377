import type { Mesh, Model } from 'nearmiss';
import type { BodyShape } from '../body.ts';

/** A model as the page knows it; `warnings` are those of the reader of its file. */
export function bodyShape(model: Model, warnings: readonly string[] = []): BodyShape {
  const { triangleCount, closed, mesh } = model;
  return { triangleCount, solid: closed, warnings, ...pictureOf(mesh) };
}

type Picture = Pick<BodyShape, 'centre' | 'radius' | 'positions' | 'triangles'>;

/** The mesh about its middle and in units of its radius: single precision then shows it well wherever its file put it. */
function pictureOf({ positions, triangles }: Mesh): Picture {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  // Vertices that no triangle uses are no part of the body.
  for (const vertex of triangles) {
    for (let k = 0; k < 3; k++) {
      const x = positions[3 * vertex + k] ?? 0;
      low[k] = Math.min(low[k] ?? x, x);
      high[k] = Math.max(high[k] ?? x, x);
    }
  }
  const middle = (k: number): number => 0.5 * (low[k] ?? 0) + 0.5 * (high[k] ?? 0);
  const half = (k: number): number => 0.5 * (high[k] ?? 0) - 0.5 * (low[k] ?? 0);
  const centre = [middle(0), middle(1), middle(2)] as const;
  // A mesh that is a single point has no size; it is shown as if it had one.
  const radius = Math.hypot(half(0), half(1), half(2)) || 1;
  const drawn = new Float32Array(positions.length);
  for (let i = 0; i < drawn.length; i++) drawn[i] = ((positions[i] ?? 0) - (centre[i % 3] ?? 0)) / radius;
  return { centre, radius, positions: drawn, triangles: new Uint32Array(triangles) };
}
