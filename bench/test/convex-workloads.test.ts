import { hull } from 'nearmiss/convex';
import { expect, test } from 'vitest';
import { generateConvexWorkload, generateHull } from '../src/convex-workloads.ts';
import { CRASHCAT } from '../src/peers/crashcat.ts';
import { modelOf } from '../src/peers/nearmiss.ts';
import { convexPass } from '../src/peers/nearmiss-convex.ts';
import type { ConvexKind } from '../src/workload.ts';

const mesh = generateHull(32);

test('a generated hull is closed and around the origin', () => {
  expect(mesh.positions.length).toBe(96);
  expect(mesh.triangles.length).toBe(3 * 60);
});

test.each<[ConvexKind, number, number]>([
  ['W5sep', 0.02, 1.5],
  ['W5pen', 0.1, 0.9],
  ['W5walk', 0, 0.3],
])('%s: some answers are known exactly, nearmiss gives them, crashcat nearly', async (kind, low, high) => {
  const workload = generateConvexWorkload(kind, 'made-up', mesh);
  const expected = workload.expected ?? new Float64Array(0);
  const known = Array.from(expected.keys()).filter((i) => !Number.isNaN(expected[i]));
  expect(known.length).toBe(125);
  for (const i of known) expect(expected[i] > low && expected[i] < high).toBe(true);

  const poses = known.map((i) => workload.poses[i]);
  for (const model of [modelOf(mesh), hull(mesh.positions)]) {
    for (const isCoherent of [false, true]) {
      const { answers, contradictions } = convexPass(kind, model, isCoherent)(poses);
      expect(contradictions).toBe(0);
      for (const [k, i] of known.entries()) expect(Math.abs(answers[k] - expected[i])).toBeLessThan(1e-13);
    }
  }

  const session = await CRASHCAT.open({ ...workload, poses, warmUp: poses.slice(0, 1) });
  const others = (await session.pass()).answers;
  for (const [k, i] of known.entries()) expect(Math.abs(others[k] - expected[i])).toBeLessThan(1e-3);
});
