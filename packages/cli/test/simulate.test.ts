import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collide, Model } from 'nearmiss';
import { box } from 'nearmiss/shapes';
import { beforeAll, describe, expect, test } from 'vitest';
import buildCommand from './build-command.ts';
import { emptyFolder, runCommand } from './run-command.ts';

const folder = emptyFolder();

beforeAll(() => {
  buildCommand();
});

const SCENE = {
  gravity: [0, 0, -9.81],
  step: 0.01,
  duration: 0.355,
  every: 5,
  materials: { friction: 0.5, restitution: 0 },
  bodies: [
    { id: 'floor', convex: 'box(size=[4,4,1])', kind: 'static', pose: { position: [0, 0, -0.5] } },
    { id: 'cube', shape: 'box(size=[0.5,0.5,0.5])', pose: { position: [0, 0, 0.6] }, velocity: [1, 0, 0] },
    { id: 'high', convex: 'sphere(radius=0.1)', pose: { position: [0, 0, 9] }, mass: 2 },
  ],
};

async function simulate(scene: unknown, name = 'scene.json') {
  const file = join(folder, name);
  writeFileSync(file, typeof scene === 'string' ? scene : JSON.stringify(scene));
  return runCommand(['simulate', file]);
}

test('frames come each so many steps, and one at the end', async () => {
  const { stdout, stderr, status } = await simulate(SCENE);
  expect([stderr, status]).toEqual(['', 0]);
  const frames = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(frames.map(({ t }) => Math.round(t * 1e9) / 1e9)).toEqual([0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.355]);
  expect(Object.keys(frames[0].bodies)).toEqual(['floor', 'cube', 'high']);
  expect(Object.keys(frames[1].bodies)).toEqual(['cube', 'high']);
  expect(Object.keys(frames[8])).toEqual(['t', 'bodies', 'energy', 'momentum', 'angularMomentum', 'contacts', 'gap']);
  // The ball falls freely to the end, which is no whole number of steps.
  expect(frames[8].bodies.high.position[2]).toBeCloseTo(9 - (9.81 * 0.355 ** 2) / 2, 9);
  const [floor, cube] = [Model.build(box({ size: [4, 4, 1] })), Model.build(box({ size: [0.5, 0.5, 0.5] }))];
  for (const frame of frames) {
    expect(collide(floor, { position: [0, 0, -0.5] }, cube, frame.bodies.cube).status).toBe('separated');
    expect(frame.gap === null || frame.gap > 0).toBe(true);
  }
  expect(frames[8].contacts).toBe(4);
});

test('the same scene gives the same bytes, in a file or not', async () => {
  const first = await simulate(SCENE);
  const target = join(folder, 'out.jsonl');
  const { status } = await runCommand(['simulate', join(folder, 'scene.json'), '-o', target]);
  expect(status).toBe(0);
  expect(existsSync(target)).toBe(true);
  expect(readFileSync(target, 'utf8')).toBe(first.stdout);
});

describe('a fault is one line with its location', () => {
  test.each([
    ['no JSON', '{', /^nearmiss: The scene is no JSON/],
    ['no mass', { ...SCENE, bodies: [{ id: 'a', shape: 'box', mass: 0 }] }, /at \/bodies\/0\/mass: mass is 0/],
    ['no such shape', { ...SCENE, bodies: [{ id: 'a', shape: 'bowl' }] }, /at \/bodies\/0\/shape/],
    ['twice', { ...SCENE, bodies: [SCENE.bodies[0], SCENE.bodies[0]] }, /at \/bodies\/1\/id: There is a body "floor"/],
    [
      'no such body',
      { ...SCENE, joints: [{ kind: 'ball', a: 'nobody' }] },
      /at \/joints\/0\/a: There is no body "nobody"/,
    ],
    ['misspelt', { ...SCENE, gravitty: [0, 0, 0] }, /did you mean "gravity"/],
  ])('%s', async (_, scene, sentence) => {
    const { stdout, stderr, status } = await simulate(scene, 'fault.json');
    expect([stdout, status]).toEqual(['', 1]);
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
