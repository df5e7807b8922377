import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '@nearmiss/fixtures';
import { Robot, readUrdf } from '@nearmiss/robot';
import { expect, test } from 'vitest';
import { DEFAULT_OUT_DIR, FCL_ROBOT_SOURCE } from '../src/paths.ts';
import { FclServer } from '../src/peers/fcl-server.ts';
import { compileFcl } from '../src/peers/native-binary.ts';
import { robotPaths } from '../src/robot-paths/experiment.ts';
import { drawContactPaths, drawEdges, drawFreeScene } from '../src/robot-paths/workload.ts';

const binary = compileFcl(DEFAULT_OUT_DIR, FCL_ROBOT_SOURCE);

test('FCL checks samples of a turning bar beside a ball', async () => {
  if ('missing' in binary) {
    expect(binary.missing).toMatch(/^FCL is skipped: .*apt-get install .*libfcl-dev$/);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-bench-'));
  const still = '0 0 0 0 0 0 1';
  // A bar of length 1 from the origin along x turns about z. The ball is at 90°.
  const scene = [
    `2 -1 0 ${still} 0 0 0 -1 0 0`,
    `0 1 ${still} 0 0 1 0 1 0`,
    `2 1 0.5 0 0 0 0 0 1 box 1 0.1 0.1`,
    `0 0 0.8 0 0 0 0 1 sphere 0.05`,
    '1 0',
  ].join('\n');
  writeFileSync(join(folder, 'scene.txt'), scene);
  const values = [2, 19, 2, 0, Math.PI, 19, 2, 0, 1];
  writeFileSync(join(folder, 'runs.bin'), Float64Array.from(values));
  const server = new FclServer(binary.path);
  await expect(server.ask('all')).rejects.toThrow(/scene first/);
  expect(await server.ask(`scene ${join(folder, 'scene.txt')}`)).toEqual(['2', '0']);
  expect(await server.ask(`runs ${join(folder, 'runs.bin')}`)).toEqual(['2']);
  for (const kind of ['all', 'first']) {
    expect(Number((await server.ask(kind))[0])).toBeGreaterThan(0);
    // Samples are 10° apart; the bar touches the ball within 7.2° of it.
    expect((await server.nextLine()).split(' ')[1]).toBe('9');
    expect((await server.nextLine()).split(' ')[1]).toBe('-1');
  }
  await server.close();
  rmSync(folder, { recursive: true });
});

test('a path that is called free where a sample touches is a mistake', () => {
  const times = { nearmiss: 1, nearmissFirst: null, fcl: 2, kinematics: 0.1, ratio: 0.5 };
  const row = { robot: 'UR5', question: 'edges', asked: 10, ...times, mistakes: 1, missed: 0 };
  const found = robotPaths.redraw?.([row]);
  expect(found?.mistakes).toBe(1);
  expect(found?.goals.map(({ met }) => met)).toEqual([true]);
});

test('a drawn scene has fifty obstacles that its path keeps away from, paths in contact, and edges', () => {
  const urdf = readFileSync(new URL('../../examples/robot/arm.urdf', import.meta.url), 'utf8');
  const robot = new Robot(readUrdf(urdf));
  const random = seeded(7);
  const { path, obstacles } = drawFreeScene(robot, random);
  expect([path.length, obstacles.length]).toEqual([6, 50]);
  expect(robot.pathContact(robot.path({ waypoints: path }), { clearance: 0.009 }).status).toBe('free');
  const [touching = []] = drawContactPaths(robot, random, 1);
  expect(robot.pathContact(robot.path({ waypoints: touching })).status).toBe('contact');
  for (const [from = []] of drawEdges(robot, random, 5)) expect(robot.collide(from).status).toBe('separated');
});
