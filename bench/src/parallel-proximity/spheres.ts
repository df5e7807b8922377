// Two concentric spheres in parallel close proximity: every point of one is the same distance from the other.

import { randomPose, seeded } from '@nearmiss/fixtures';
import type { Mesh, Pose } from 'nearmiss';
import { icosphere } from 'nearmiss/shapes';

/** Of the inner sphere. */
const RADIUS = 1;
/** The area that numbers of tests are divided by. */
export const AREA: number = 4 * Math.PI * RADIUS * RADIUS;

/** The outer sphere is turned, so that the two trees have nothing in common but their shape. */
export const TURN: Pose = { rotation: randomPose(seeded(3), 0).rotation };

/** A sphere that is `gap` larger than the inner one; 0 gives the inner one itself. */
export function sphereWithGap(gap: number, subdivisions: number): Mesh {
  return icosphere({ radius: RADIUS + gap, subdivisions });
}

/** How far the flat triangles stay below the sphere their corners are on, at most. */
export function sagitta({ positions, triangles }: Mesh): number {
  let deepest = Infinity;
  let radius = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]].map((v) =>
      positions.subarray(3 * v, 3 * v + 3),
    );
    const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    deepest = Math.min(deepest, Math.abs(n[0] * a[0] + n[1] * a[1] + n[2] * a[2]) / Math.hypot(...n));
    radius = Math.max(radius, Math.hypot(...a));
  }
  return radius - deepest;
}
