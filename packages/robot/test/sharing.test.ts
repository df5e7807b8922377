// Paths over threads: the same results as in one. The threads run what was built.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { type PathOptions, Robot, RobotPool, readUrdf } from '@nearmiss/robot';
import { Model } from 'nearmiss';
import { sphere } from 'nearmiss/convex';
import { box, torus } from 'nearmiss/shapes';
import { buildModels, openWorkers } from 'nearmiss/workers';
import { expect, test } from 'vitest';

const program = new URL('../dist/worker/index.js', import.meta.url);
const startPool = (robot: Robot, count: number): RobotPool => new RobotPool(robot, openWorkers({ count, program }));

const LIMIT = '<limit lower="-3" upper="3" effort="1" velocity="1"/>';
const URDF = `<robot name="arm">
  <link name="base"/>
  <link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.8 0.1 0.1"/></geometry></collision></link>
  <link name="lower"><collision><origin xyz="0.5 0 0"/><geometry><mesh filename="torus"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>${LIMIT}</joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="1 0 0"/><axis xyz="0 1 0"/>${LIMIT}</joint>
</robot>`;

function arm(): Robot {
  const robot = new Robot(readUrdf(URDF), {
    meshes: () => torus({ majorRadius: 0.3, minorRadius: 0.05, majorSegments: 16, minorSegments: 8 }),
    padding: { lower: 0.01 },
  });
  robot.addObstacle({ name: 'ball', model: sphere({ radius: 0.1 }), pose: { position: [1.2, 0.9, 0] } });
  robot.addObstacle({
    name: 'plate',
    model: Model.build(box({ size: [0.5, 0.5, 0.001] })),
    pose: { position: [-1, 0, 0.2] },
  });
  robot.attach({
    name: 'tool',
    model: sphere({ radius: 0.03 }),
    link: 'lower',
    pose: { position: [0.9, 0, 0] },
    touches: ['upper'],
  });
  return robot;
}

function drawEdges(count: number): PathOptions[] {
  const random = seeded(4);
  const draw = (): number[] => [randomBetween(random, -3, 3), randomBetween(random, -3, 3)];
  return Array.from({ length: count }, () => {
    const [from, by] = [draw(), draw()];
    return { waypoints: [from, from.map((value, k) => value + (by[k] ?? 0) / 4)] };
  });
}

test('one worker and three have the results of one thread, whatever the order', async () => {
  const robot = arm();
  const edges = drawEdges(300);
  const expected = robot.pathContacts(edges);
  expect(new Set(expected.map(({ status }) => status))).toEqual(new Set(['free', 'contact', 'initially-in-contact']));
  expect(robot.pathContacts(edges.toReversed()).toReversed()).toEqual(expected);
  for (const workers of [1, 3]) {
    const pool = startPool(robot, workers);
    const [all, some] = await Promise.all([pool.pathContacts(edges), pool.pathContacts(edges.slice(0, 7))]);
    expect(all).toEqual(expected);
    expect(some).toEqual(expected.slice(0, 7));
    await pool.close();
  }
});

test('a shared robot has padding, obstacles, attached objects and ignored pairs', () => {
  const robot = arm();
  const opened = Robot.fromShared(structuredClone(robot.share()));
  for (const { waypoints } of drawEdges(20)) {
    for (const q of waypoints) expect(opened.distance(q)).toEqual(robot.distance(q));
  }
  const { buffer } = robot.share().models[0] ?? new Uint8Array(0);
  expect(buffer).toBeInstanceOf(SharedArrayBuffer);
});

test('one pool serves two robots, and builds models besides', async () => {
  const workers = openWorkers({ count: 2, program });
  const [robot, bare] = [arm(), new Robot(readUrdf(URDF), { meshes: () => torus() })];
  const edges = drawEdges(60);
  const [first, second, [model]] = await Promise.all([
    new RobotPool(robot, workers).pathContacts(edges),
    new RobotPool(bare, workers).pathContacts(edges),
    buildModels([torus()], { workers }),
  ]);
  expect(first).toEqual(robot.pathContacts(edges));
  expect(second).toEqual(bare.pathContacts(edges));
  expect(first).not.toEqual(second);
  expect(model?.triangleCount).toBe(torus().triangleCount);
  await workers.close();
});

test('faults reach the caller with their code, and the pool goes on', async () => {
  const pool = startPool(arm(), 1);
  await expect(
    pool.pathContacts([
      {
        waypoints: [
          [0, Number.NaN],
          [0, 0],
        ],
      },
    ]),
  ).rejects.toMatchObject({ code: 'robot/bad-values' });
  expect(await pool.pathContacts([])).toEqual([]);
  expect(
    (
      await pool.pathContacts([
        {
          waypoints: [
            [0, 0],
            [0.1, 0],
          ],
        },
      ])
    ).length,
  ).toBe(1);
  await pool.close();
  await expect(pool.pathContacts(drawEdges(1))).rejects.toThrow(/closed/);
  expect(() => startPool(arm(), 0)).toThrow(expect.objectContaining({ code: 'options/bad-value' }));
  const withCart = arm();
  withCart.addObstacle({ name: 'cart', model: sphere(), motion: { pose: () => ({}), speed: 0, angularSpeed: 0 } });
  expect(() => withCart.share()).toThrow(expect.objectContaining({ code: 'robot/bad-scene' }));
});
