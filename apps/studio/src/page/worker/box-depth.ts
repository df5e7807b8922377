import type { Model } from 'nearmiss';
import type { BodyPose, Slot } from '../body.ts';
import type { Poses } from './messages.ts';

/** Rounding of a coordinate of the world, as a part of the largest one: a few roundings, generously. Dimensionless. */
const ROUNDING = 1e-14;

/**
 * An upper bound of the depth that takes no search: the shortest translation along an axis of the world that separates the boxes
 * around both bodies. Null where the boxes do not overlap.
 */
export function boxDepth(models: Readonly<Record<Slot, Model>>, poses: Poses): number | null {
  const a = worldBox(models.a, poses.a);
  const b = worldBox(models.b, poses.b);
  let depth = Infinity;
  let largest = 0;
  for (let k = 0; k < 3; k++) {
    const [lowA = 0, highA = 0, lowB = 0, highB = 0] = [a.low[k], a.high[k], b.low[k], b.high[k]];
    depth = Math.min(depth, highA - lowB, highB - lowA);
    largest = Math.max(largest, Math.abs(lowA), Math.abs(highA), Math.abs(lowB), Math.abs(highB));
  }
  return depth > 0 ? depth + ROUNDING * largest : null;
}

function worldBox({ mesh }: Model, { position, rotation }: BodyPose): { low: number[]; high: number[] } {
  const [x, y, z, w] = rotation;
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  const box = { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] };
  const { positions, triangles } = mesh;
  for (const [k, [p = 0, q = 0, r = 0]] of rows.entries()) {
    let low = Infinity;
    let high = -Infinity;
    // Vertices that no triangle uses are no part of the body.
    for (const vertex of triangles) {
      const at =
        p * (positions[3 * vertex] ?? 0) + q * (positions[3 * vertex + 1] ?? 0) + r * (positions[3 * vertex + 2] ?? 0);
      low = Math.min(low, at);
      high = Math.max(high, at);
    }
    box.low[k] = low + (position[k] ?? 0);
    box.high[k] = high + (position[k] ?? 0);
  }
  return box;
}
