// Bounds of motion, against points that are followed through the interval: no point exceeds a bound, and where a term of a bound is all that counts, some
// point exceeds half of it.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { functionPath, type JointPath, type PathOptions, Robot, readUrdf } from '@nearmiss/robot';
import { makeConvex, sphere } from 'nearmiss/convex';
import { describe, expect, test } from 'vitest';
import type { Body, ObstacleMotion } from '../../src/bodies/body.ts';
import { shapeBounds } from '../../src/bodies/support.ts';
import { kinematicTree } from '../../src/kinematics/kinematic-tree.ts';
import { IntervalMotion, MotionBound } from '../../src/proof/motion-bounds.ts';
import { SceneState } from '../../src/proof/scene-state.ts';
import { drawScene } from '../drawn-scene.ts';

/** What points of a body do on an interval, as parts of the bounds: no more than 1 where the bounds hold. */
interface Parts {
  readonly speed: number;
  readonly acceleration: number;
  /** Of the distance from where the linear motion about the middle has them. */
  readonly bend: number;
}

const STEPS = 64;
/** Rounding of positions, in metres. */
const NOISE = 1e-14;
type Point = readonly number[];
const minus = (a: Point, b: Point): number[] => a.map((value, c) => value - (b[c] ?? 0));
const length = (a: Point): number => Math.hypot(...a);

/** A scene of one body, by the name of its link, and where its points are from its centre: on its ball and within. */
function sceneOf(robot: Robot, link: string, body: Partial<Body>): { state: SceneState; body: Body } {
  const tree = kinematicTree(robot.description);
  const number = robot.linkNumber(link);
  const made: Body = {
    ...{ name: link, link: number, frame: tree.linkFrames[number] ?? 0, padding: 0, motion: null },
    offset: tree.linkOffsets.slice(7 * number, 7 * number + 7),
    shape: shapeBounds(sphere({ radius: 1e-3 })),
    ...body,
  };
  return { state: new SceneState(tree, [made]), body: made };
}

/** Directions from the centre of a ball. */
const DIRECTIONS: Point[] = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z].map((c) => c / (Math.hypot(x, y, z) || 1)))),
);

function partsOf(state: SceneState, path: JointPath, from: number, to: number, radius: number): Parts {
  const motion = new IntervalMotion(state);
  motion.follow(path);
  motion.enter(0, from, to);
  const bound = new MotionBound();
  motion.bound(0, 0, bound);
  const [values, scratch] = [new Float64Array(path.size), new Float64Array(path.size)];
  const pointsAt = (time: number): number[][] => {
    path.write(0, time, values, scratch);
    state.update(values, time);
    const { rotations: r, centres } = state;
    return DIRECTIONS.map((d) =>
      [0, 1, 2].map(
        (c) => (centres[c] ?? 0) + radius * d.reduce((sum, part, k) => sum + part * (r[3 * c + k] ?? 0), 0),
      ),
    );
  };
  const middle = pointsAt(motion.middle);
  const centre = [...state.centres.slice(0, 3)];
  const velocityOf = (p: Point): number[] => {
    const [x = 0, y = 0, z = 0] = minus(p, centre);
    const [a = 0, b = 0, c = 0] = bound.spin;
    const turned = [b * z - c * y, c * x - a * z, a * y - b * x];
    return turned.map((value, k) => value + (bound.velocity[k] ?? 0));
  };
  let [speed, acceleration, bend] = [0, 0, 0];
  const step = (to - from) * 1e-4;
  for (let k = 0; k <= STEPS; k++) {
    const time = from + step + ((to - from - 2 * step) * k) / STEPS;
    const [before, now, after] = [time - step, time, time + step].map(pointsAt);
    const s = time - motion.middle;
    now?.forEach((p, n) => {
      const [p0, p2, start] = [before?.[n] ?? [], after?.[n] ?? [], middle[n] ?? []];
      speed = Math.max(speed, length(minus(p2, p0)) / (2 * step));
      acceleration = Math.max(acceleration, (length(minus(minus(p2, p), minus(p, p0))) - NOISE) / step ** 2);
      const linear = start.map((value, c) => value + s * (velocityOf(start)[c] ?? 0));
      if (Math.abs(s) > (to - from) / 4) bend = Math.max(bend, (2 * (length(minus(p, linear)) - NOISE)) / s ** 2);
    });
  }
  const partOf = (value: number, most: number): number => (value === 0 ? 0 : value / most);
  return {
    speed: partOf(speed, bound.speed),
    acceleration: partOf(acceleration, bound.acceleration),
    bend: partOf(bend, bound.acceleration),
  };
}

/** Differences are right to this. Dimensionless. */
const ERROR = 1e-4;

function expectWithin({ speed, acceleration, bend }: Parts): void {
  expect(speed).toBeLessThan(1 + ERROR);
  expect(acceleration).toBeLessThan(1 + ERROR);
  expect(bend).toBeLessThan(1 + ERROR);
}

const LIMIT = '<limit lower="-9" upper="9" effort="1" velocity="1"/>';
type Joint = [type: string, axis: string, xyz: string, more?: string];

/** A chain of joints. The tip is 1 m along x from the last one. */
function chain(joints: readonly Joint[], tip = '1 0 0'): Robot {
  const links = Array.from({ length: joints.length + 1 }, (_, k) => `<link name="l${k}"/>`);
  const rows = joints.map(
    (
      [type, axis, xyz, more = ''],
      k,
    ) => `<joint name="j${k}" type="${type}"><parent link="l${k}"/><child link="l${k + 1}"/>
      <origin xyz="${xyz}"/><axis xyz="${axis}"/>${LIMIT}${more}</joint>`,
  );
  return new Robot(
    readUrdf(`<robot name="chain">${links.join('')}<link name="tip"/>${rows.join('')}
      <joint name="end" type="fixed"><parent link="l${joints.length}"/><child link="tip"/><origin xyz="${tip}"/></joint></robot>`),
  );
}

const Z = '0 0 1';
const NO = '0 0 0';

describe('where one term of a bound is all that counts, more than half of it is reached', () => {
  type Case = [string, Robot, PathOptions, readonly [number, number], readonly (keyof Parts)[], number?];
  const cases: Case[] = [
    [
      'a turn: the centripetal acceleration',
      chain([['continuous', Z, NO]]),
      { waypoints: [[0], [0.5]] },
      [0, 1],
      ['speed', 'acceleration', 'bend'],
    ],
    [
      'from rest: the acceleration of the joint',
      chain([['continuous', Z, NO]]),
      { waypoints: [[0], [0.5]], interpolation: 'cubic' },
      [0, 0.02],
      ['speed', 'acceleration', 'bend'],
    ],
    [
      'from rest, quintic: the third derivative',
      chain([['continuous', Z, NO]]),
      { waypoints: [[0], [0.5]], interpolation: 'quintic' },
      [0, 0.02],
      ['speed', 'acceleration'],
    ],
    [
      'a slide through the axis: the Coriolis acceleration',
      chain(
        [
          ['continuous', Z, NO],
          ['prismatic', '1 0 0', NO],
        ],
        NO,
      ),
      {
        waypoints: [
          [0, -0.01],
          [0.02, 0.01],
        ],
      },
      [0, 1],
      ['speed', 'acceleration', 'bend'],
    ],
    [
      'a slide through the axis, turned fast: the lever by what is beyond',
      chain(
        [
          ['continuous', Z, NO],
          ['prismatic', '1 0 0', NO],
        ],
        NO,
      ),
      {
        waypoints: [
          [0, -1],
          [40, 1],
        ],
      },
      [0, 1],
      ['speed', 'acceleration'],
    ],
    [
      'a ball about its centre: its radius',
      chain([['continuous', Z, NO]], NO),
      { waypoints: [[0], [0.5]] },
      [0, 1],
      ['speed', 'acceleration', 'bend'],
      1,
    ],
    [
      'an arm that unfolds: the length of the chain',
      chain([
        ['continuous', Z, NO],
        ['continuous', Z, '1 0 0'],
      ]),
      {
        waypoints: [
          [0, 0],
          [100, 2 * Math.PI],
        ],
      },
      [0, 1],
      ['speed', 'acceleration'],
    ],
    [
      'a slide that grows below a fast turn: the length of prismatic joints',
      chain(
        [
          ['continuous', Z, NO],
          ['prismatic', '1 0 0', NO],
          ['continuous', Z, NO],
        ],
        '0.01 0 0',
      ),
      {
        waypoints: [
          [0, 0, 0],
          [9000, 2, 1000],
        ],
      },
      [0, 1],
      ['speed', 'acceleration'],
    ],
    [
      'a joint that mimics another, three times as fast',
      chain([
        ['continuous', Z, NO],
        ['continuous', Z, NO, '<mimic joint="j0" multiplier="3"/>'],
      ]),
      { waypoints: [[0], [0.3]], interpolation: 'cubic' },
      [0, 0.05],
      ['speed', 'acceleration'],
    ],
    [
      'a planar joint',
      chain([['planar', Z, NO]], NO),
      {
        waypoints: [
          [0, 0, 0],
          [1, 1, 0],
        ],
      },
      [0, 1],
      ['speed'],
    ],
    ...['roll', 'pitch', 'yaw'].map(
      (part, k): Case => [
        `a floating joint: ${part}`,
        chain([['floating', Z, NO]], k === 0 ? '0 0 1' : '1 0 0'),
        { joints: [`j0/${part}`], waypoints: [[0], [0.5]] },
        [0, 1],
        ['speed', 'acceleration', 'bend'],
      ],
    ),
  ];
  test.each(cases)('%s', (_, robot, waypoints, [from, to], tight, radius = 1e-3) => {
    const { state } = sceneOf(robot, 'tip', { shape: shapeBounds(sphere({ radius })) });
    const parts = partsOf(state, robot.path(waypoints), from, to, radius);
    expectWithin(parts);
    for (const what of tight) expect(parts[what], what).toBeGreaterThan(0.5);
  });

  const still = functionPath({ values: () => [0], speeds: [0], from: 0, to: 1 });
  const motions: [string, ObstacleMotion][] = [
    ['comes', { pose: (t) => ({ position: [t, 0, 0] }), speed: 1, angularSpeed: 0 }],
    [
      'turns',
      { pose: (t) => ({ rotation: [0, 0, Math.sin(t / 2), Math.cos(t / 2)] as const }), speed: 0, angularSpeed: 1 },
    ],
  ];
  test.each(motions)('an obstacle that %s', (_, motion) => {
    const robot = chain([['continuous', Z, NO]]);
    const shape = shapeBounds(makeConvex('box(size=[2,0.01,0.01])'));
    const { state } = sceneOf(robot, 'l0', { frame: 0, offset: Float64Array.of(0, 0, 0, 0, 0, 0, 1), shape, motion });
    const { speed } = partsOf(state, still, 0, 1, 1);
    expect(speed).toBeLessThan(1 + ERROR);
    expect(speed).toBeGreaterThan(0.5);
  });
});

test('no point of a drawn robot exceeds a bound on a drawn interval', () => {
  const random = seeded(31);
  for (let k = 0; k < 60; k++) {
    const { robot } = drawScene(random, 0);
    const waypoints = [0, 1].map(() => robot.variables.map(() => randomBetween(random, -1, 1)));
    const rows = [0, 1].map(() => robot.variables.map(() => randomBetween(random, -2, 2)));
    const interpolation = (['linear', 'cubic', 'quintic'] as const)[k % 3];
    const path = robot.path({
      ...{ waypoints, interpolation },
      ...(interpolation === 'linear' ? {} : { velocities: rows }),
      ...(interpolation === 'quintic' ? { accelerations: rows } : {}),
    });
    const { links } = robot.description;
    const link = links[links.length - 1 - (k % 2)]?.name ?? '';
    const radius = randomBetween(random, 0.01, 0.3);
    const from = randomBetween(random, 0, 0.9);
    const to = from + randomBetween(random, 0.01, 1 - from);
    const { state } = sceneOf(robot, link, { shape: shapeBounds(sphere({ radius })) });
    expectWithin(partsOf(state, path, from, to, radius));
  }
});
