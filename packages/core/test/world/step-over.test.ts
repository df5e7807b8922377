// Steps of a world over a pool: the same results, to the bit, as in one thread.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { afterAll, expect, test } from 'vitest';
import { sphere } from '../../src/entries/convex.ts';
import { openWorkers, type Workers } from '../../src/entries/workers.ts';
import { Model, type StepResult, World, type WorldOptions } from '../../src/index.ts';
import { box } from '../../src/shapes/box.ts';
import { icosphere } from '../../src/shapes/icosphere.ts';
import { torus } from '../../src/shapes/torus.ts';

const POOLS = [1, 3].map((count) => openWorkers({ count }));
afterAll(() => Promise.all(POOLS.map((pool) => pool.close())));

const TORUS = Model.build(torus({ majorSegments: 12, minorSegments: 6 }));
const MODELS = [Model.build(box()), TORUS, Model.build(icosphere({ subdivisions: 1 })), sphere({ radius: 0.4 })];
const STEPS = 12;
const SIZE = 6;

/** A result as plain data: the reports of a world are the same objects from step to step. */
const written = (result: StepResult): unknown => structuredClone({ ...result });

/** Bodies that wander, some of which are removed, added or deformed meanwhile. */
async function play(
  options: WorldOptions,
  bodies: number,
  steps: number,
  step: (world: World) => StepResult | Promise<StepResult>,
): Promise<unknown[]> {
  const random = seeded(21);
  const draw = (): number[] => Array.from({ length: 3 }, () => randomBetween(random, 0, SIZE));
  const turn = (): number[] => {
    const q = Array.from({ length: 4 }, () => randomBetween(random, -1, 1));
    const length = Math.hypot(...q);
    return q.map((x) => x / length);
  };
  const world = new World(options);
  const places = new Map<number, number[]>();
  const add = (k: number): void => {
    const position = draw();
    places.set(world.add(MODELS[k % MODELS.length], { position, rotation: turn() }), position);
  };
  for (let k = 0; k < bodies; k++) add(k);
  const [, soft = 0] = places.keys();
  const results: unknown[] = [];
  for (let t = 0; t < steps; t++) {
    for (const [body, position] of places) {
      if (random() < 0.3) continue;
      position.forEach((x, k) => {
        position[k] = x + randomBetween(random, -0.1, 0.1);
      });
      world.move(body, { position, rotation: turn() });
    }
    if (t === 4) {
      const [first = 0] = places.keys();
      world.remove(first);
      places.delete(first);
      add(1);
    }
    if (t > 5)
      world.deform(
        soft,
        TORUS.mesh.positions.map((x) => x * (1 + t / 50)),
      );
    results.push(written(await step(world)));
  }
  return results;
}

test.each([
  [{ contacts: 'none' }, 40, STEPS],
  [{ contacts: 'first', margin: 0.1 }, 40, STEPS],
  [{ contacts: 'all' }, 40, STEPS],
  // Local depths take long.
  [{ contacts: 'manifold', margin: 0.1 }, 10, 4],
] as const)('%j, %i bodies, %i steps', async (options, bodies, steps) => {
  const alone = (await play(options, bodies, steps, (world) => world.step())) as StepResult[];
  for (const pool of POOLS) expect(await play(options, bodies, steps, (world) => world.stepOver(pool))).toEqual(alone);
  const count = (list: 'begin' | 'stay' | 'end' | 'near'): number =>
    alone.reduce((sum, step) => sum + step[list].length, 0);
  expect(count('begin')).toBeGreaterThan(0);
  expect(count('stay')).toBeGreaterThan(0);
  if (steps < STEPS) return;
  expect(count('end')).toBeGreaterThan(1);
  if ('margin' in options) expect(count('near')).toBeGreaterThan(1);
  expect(alone.some(({ sleeping }) => sleeping > 0)).toBe(true);
});

test('a world is busy until the threads have answered, and a step that fails loses nothing', async () => {
  const world = new World();
  world.add(TORUS);
  world.add(TORUS, { position: [0.5, 0, 0] });
  const [pool] = POOLS as [Workers, Workers];
  const stepping = world.stepOver(pool);
  expect(() => world.step()).toThrow(expect.objectContaining({ code: 'world/busy' }));
  await expect(world.stepOver(pool)).rejects.toMatchObject({ code: 'world/busy' });
  expect((await stepping).begin).toHaveLength(1);

  const other = new World();
  other.add(TORUS);
  other.add(TORUS, { position: [0.5, 0, 0] });
  const closed = openWorkers({ count: 1 });
  await closed.close();
  await expect(other.stepOver(closed)).rejects.toMatchObject({ code: 'workers/closed' });
  expect(other.step().begin).toHaveLength(1);
});
