// Short forms, from fixed seeds, of what `npm run soak:dynamics` does for long.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hangChain } from '../scripts/soak/chain.mjs';
import { shootInside } from '../scripts/soak/hollow.mjs';
import { faultsOf, runRandom } from '../scripts/soak/random.mjs';
import { runSceneFile } from '../scripts/soak/scene-files.mjs';
import { ROOT } from './build.ts';

test('bodies shot about in a hollow ball stay inside, and none intersects another', () => {
  const frames = [...shootInside({ bodies: 24, seconds: 0.04, seed: 1 })];
  expect(frames.length).toBe(40);
  for (const { outside, crossing, growth } of frames) {
    expect([outside, crossing]).toEqual([[], []]);
    expect(growth).toBeLessThan(1e-9);
  }
  expect(frames.at(-1)?.impacts).toBeGreaterThan(2);
});

test.each(['events', 'impulses'] as const)('a chain that hangs from both ends stays linked: %s', (stepper) => {
  const [first, ...frames] = [...hangChain({ links: 6, seconds: 0.4, stepper, every: 10 })];
  expect(first?.linking.map(Math.abs)).toEqual([1, 1, 1, 1, 1]);
  for (const { linking, crossing } of frames) expect([linking, crossing]).toEqual([first?.linking, []]);
  // It has fallen, and hangs.
  expect(frames.at(-1)?.lowest).toBeLessThan(-0.1);
  expect(frames.at(-1)?.lowest).toBeGreaterThan(-1);
});

describe.each(['events', 'impulses'] as const)('random scenes with %s', (stepper) => {
  // Among them seeds that failed: joints whose axes turn far, spins, impacts of bodies that press on others, bodies that tip over.
  const seeds = [5, 7, 29, 33, 61, 64, 71, 76, 93, 105, 122, 123, 124, 347];
  const drawn: string[] = [];
  let [impacts, closed, free] = [0, 0, 0];
  test.each(seeds)('seed %i keeps energy and momentum, and overlaps no farther than it may', (seed) => {
    const run = runRandom({ seed, stepper, steps: 30 });
    expect(faultsOf(run)).toEqual([]);
    drawn.push(...run.kinds);
    impacts += run.impacts;
    closed += run.isClosed ? 1 : 0;
    free += run.isFree ? 1 : 0;
  });

  test('all kinds of bodies, joints and surroundings are among them', () => {
    const kinds = ['box', 'hull', 'sphere', 'capsule', 'cylinder', 'cone', 'geodesic', 'torus', 'lShape', 'medial'];
    const others = [
      'fixed',
      'ball',
      'hinge',
      'slider',
      'limits',
      'to the world',
      'walls',
      'floor',
      'nothing',
      'kinematic',
    ];
    for (const kind of [...kinds, ...others, 'fast spins', 'smooth', 'rough']) expect(drawn).toContain(kind);
    expect(impacts).toBeGreaterThan(20);
    expect([closed >= 8, free >= 1]).toEqual([true, true]);
  });
});

// Scenes of Rigid IPC (Ferguson et al. 2021), which are no part of this repository: where they lie beside it.
const SHARED = ['../shared', '../../shared'].map((path) => join(ROOT, path)).find((path) => existsSync(path)) ?? '';
const SCENES = join(SHARED, 'cases/dynamics/rigid-ipc');

describe.runIf(SHARED !== '' && existsSync(SCENES))('scenes of Rigid IPC', () => {
  const files = existsSync(SCENES) ? readdirSync(SCENES).filter((file) => file.endsWith('.json')) : [];
  test.each(files)('%s', async (file) => {
    const run = await runSceneFile(join(SCENES, file), join(SHARED, 'models'), 12);
    expect(run.crossing).toEqual([]);
    expect(run.violated).toBe(0);
    expect(run.growth).toBeLessThan(1e-3);
  });
});
