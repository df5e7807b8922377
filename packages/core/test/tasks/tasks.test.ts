// Tasks of the library over its own program: the same bits as in this thread.

import { seeded } from '@nearmiss/fixtures';
import { afterAll, describe, expect, test } from 'vitest';
import { sphere } from '../../src/entries/convex.ts';
import { icosphere, torusKnot } from '../../src/entries/shapes.ts';
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

  // Larger than what one thread builds alone.
  const large = icosphere({ subdivisions: 6 });

  test.each([
    [null, {}],
    [simd, {}],
    [simd, { branching: 2 }],
    [null, { split: 'mean', branching: 8 }],
  ] as const)('one large mesh over all threads: the bytes of Model.build, kernels %o, %j', async (kernels, options) => {
    use(kernels);
    try {
      const expected = Model.build(large, options).toBytes();
      for (const workers of [undefined, ...POOLS]) {
        const [built] = await buildModels([large], { ...options, workers });
        expect(Buffer.compare(built.toBytes(), expected)).toBe(0);
      }
    } finally {
      use(null);
    }
  });

  test('ugly large meshes: open, several bodies, many triangles without area', async () => {
    const random = seeded(5);
    const ball = [...large.positions];
    const strewn = Array.from({ length: 3 * 66_000 }, () => Math.floor(40_000 * random()));
    const flat = strewn.map((v, k) => (k < 3 * 50_000 ? v - (v % 3) * (k % 2) : k % 3 === 2 ? 7 : v));
    for (const triangles of [strewn, flat, [...large.triangles.subarray(0, 3 * 70_001)], flat.map((_, k) => k % 3)]) {
      const mesh = new Mesh(ball, triangles);
      const [built] = await buildModels([mesh], { workers: POOLS[1] });
      expect(Buffer.compare(built.toBytes(), Model.build(mesh).toBytes())).toBe(0);
    }
  });

  test('a signal stops between steps, and a bad mesh is refused by the thread that sees it', async () => {
    for (const workers of [undefined, ...POOLS]) {
      const aborted = buildModels([large], { workers, signal: { aborted: true } });
      await expect(aborted).rejects.toMatchObject({ code: 'query/aborted' });
    }
    let reads = 0;
    const signal = {
      get aborted() {
        return reads++ > 4;
      },
    };
    await expect(buildModels([large], { workers: POOLS[1], signal })).rejects.toMatchObject({ code: 'query/aborted' });
    const spoilt = new Mesh(large.positions, large.triangles);
    spoilt.positions[17] = Number.NaN;
    await expect(buildModels([spoilt], { workers: POOLS[1] })).rejects.toMatchObject({ code: 'mesh/non-finite' });
  });

  test('a thread that ends over a step is replaced; where all end, the call says so', async () => {
    const program = new URL('./dying-builder.child.mjs', import.meta.url);
    const expected = Model.build(large).toBytes();
    for (const task of ['build-split', 'build-facts', 'build-run', 'build-join', 'build-discs']) {
      const mark = new Int32Array(new SharedArrayBuffer(4));
      const once = openWorkers({ count: 2, program, settings: { task, mark, deaths: 1 } });
      const [built] = await buildModels([large], { workers: once });
      expect(Buffer.compare(built.toBytes(), expected)).toBe(0);
      expect(mark[0]).toBe(1);
      await once.close();
    }
    const settings = { task: 'build-run', mark: new Int32Array(new SharedArrayBuffer(4)), deaths: 1000 };
    const always = openWorkers({ count: 2, program, settings });
    await expect(buildModels([large], { workers: always })).rejects.toMatchObject({ code: 'workers/died' });
    await always.close();
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
