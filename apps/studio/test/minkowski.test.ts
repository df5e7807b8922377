import { distance, Model } from 'nearmiss';
import { traceConvex } from 'nearmiss/lab';
import { box, icosphere } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { hullEdges } from '../src/page/trace/minkowski-view.ts';
import { minkowskiDifference } from '../src/page/worker/minkowski-difference.ts';

const cube = Model.build(box());
const ball = Model.build(icosphere({ subdivisions: 3 }));

/** The farthest of points along a direction. */
function reach(vertices: Float64Array, [x, y, z]: readonly [number, number, number]): number {
  let most = -Infinity;
  for (let k = 0; k < vertices.length; k += 3) {
    most = Math.max(most, x * (vertices[k] ?? 0) + y * (vertices[k + 1] ?? 0) + z * (vertices[k + 2] ?? 0));
  }
  return most;
}

test('the difference of two boxes is a box, as far from the origin as they are apart', () => {
  const poseA = { position: [3, 0, 0] } as const;
  const difference = minkowskiDifference(cube, poseA, cube, {});
  expect(difference?.isExact).toBe(true);
  if (difference === null) return;
  expect(hullEdges(difference).length).toBe(12);
  expect(-reach(difference.vertices, [-1, 0, 0])).toBeCloseTo(distance(cube, poseA, cube, {}).distance, 12);
});

test('of bodies with many vertices it is made of support points, and holds the last simplex to their spacing', () => {
  const poseA = { position: [0.2, 3, 0.1], rotation: [0.5, 0.5, 0.5, 0.5] } as const;
  const difference = minkowskiDifference(cube, poseA, ball, {});
  expect(difference?.isExact).toBe(false);
  if (difference === null) return;
  const step = traceConvex(cube, poseA, ball, {}).steps.at(-1);
  if (step === undefined) throw new Error('There are no steps.');
  const gap = -reach(difference.vertices, step.direction);
  expect(gap).toBeGreaterThanOrEqual(step.upper - 1e-9);
  expect(gap).toBeLessThan(step.upper + 0.02);
});
