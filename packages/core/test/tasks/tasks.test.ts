// Tasks of the library over its own program: the same bits as in this thread.

import { seeded } from '@nearmiss/fixtures';
import { afterAll, describe, expect, test } from 'vitest';
import { sphere } from '../../src/entries/convex.ts';
import { torusKnot } from '../../src/entries/shapes.ts';
import { simd } from '../../src/entries/simd.ts';
import { answerQueries, buildModels, openWorkers } from '../../src/entries/workers.ts';
import { Mesh, Model, use } from '../../src/index.ts';
import { box } from '../../src/shapes/box.ts';
import { torus } from '../../src/shapes/torus.ts';

const POOLS = [openWorkers({ count: 1 }), openWorkers({ count: 3 })];
afterAll(() => Promise.all(POOLS.map((pool) => pool.close())));

describe('buildModels', () => {
  const meshes = [box(), torus(), torusKnot({ triangles: 720 }), new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])];

  test.each([{}, { split: 'median', branching: 2 }] as const)('%j: the bytes of Model.build', async (options) => {
    const expected = meshes.map((mesh) => Model.build(mesh, options).toBytes());
    for (const workers of [undefined, ...POOLS]) {
      const built = await buildModels(meshes, { ...options, workers });
      const bytes = built.map((model) => model.toBytes());
      expect(bytes.map((each, k) => Buffer.compare(each, expected[k]))).toEqual(meshes.map(() => 0));
    }
  });

  test('what a thread has built is in shared memory', async () => {
    const [model] = await buildModels([torus()], { workers: POOLS[0] });
    expect(model?.mesh.positions.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  test('refuses what is no mesh and rules without a name, in whichever thread', async () => {
    for (const workers of [undefined, POOLS[0]]) {
      const bad = [{ positions: [] }] as unknown as Mesh[];
      await expect(buildModels(bad, { workers })).rejects.toMatchObject({ code: 'model/bad-argument' });
      await expect(buildModels(undefined as never, { workers })).rejects.toMatchObject({ code: 'model/bad-argument' });
      const rule = (() => 0) as never;
      await expect(buildModels([box()], { split: rule, workers })).rejects.toMatchObject({ code: 'options/bad-value' });
      const misspelt = { branching: 3, workers } as never;
      await expect(buildModels([box()], misspelt)).rejects.toMatchObject({ code: 'options/bad-value' });
    }
    for (const options of [null, { workers: null }, { workers: {} }, { workers: 4 }, { brnaching: 4 }]) {
      await expect(buildModels([], options as never)).rejects.toMatchObject({ code: 'options/bad-value' });
    }
    const closed = openWorkers({ count: 1 });
    await closed.close();
    await expect(buildModels([], { workers: closed })).rejects.toMatchObject({ code: 'workers/closed' });
  });
});

describe('answerQueries', () => {
  const random = seeded(11);
  const poses = Float64Array.from({ length: 7 * 200 }, (_, k) => (k % 7 < 3 ? 3 * random() - 1.5 : random() - 0.5));
  for (let k = 0; k < poses.length; k += 7) {
    const length = Math.hypot(...poses.subarray(k + 3, k + 7));
    for (let j = 3; j < 7; j++) poses[k + j] /= length;
  }
  const KNOT = Model.build(torusKnot({ triangles: 720 }));

  // Kernels with vector instructions bracket distances a little differently: threads use those that this thread uses.
  test.each([null, simd])('the same bits over any pool, kernels %o', async (kernels) => {
    use(kernels);
    const brackets: Float64Array[] = [];
    try {
      for (const b of [KNOT, sphere({ radius: 0.3 })]) {
        for (const kind of ['collide', 'distance', 'time-of-contact'] as const) {
          const query = { kind, tolerance: Infinity, threshold: undefined };
          const [alone, ...pooled] = await Promise.all(
            [undefined, ...POOLS].map((workers) => answerQueries(query, KNOT, b, poses, workers)),
          );
          for (const results of pooled) expect(results).toEqual(alone);
          expect(new Set(alone).size).toBeGreaterThan(1);
          brackets.push(alone);
        }
      }
    } finally {
      use(null);
    }
    expect(brackets.length).toBe(6);
  });
});
