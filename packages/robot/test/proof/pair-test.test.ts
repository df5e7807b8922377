// Contacts that the first interval of a search would miss if what it takes off a gap were half as much: each touches at one end of the path alone, and
// is proven free as soon as a bound, a padding or a box of a component is left out.

import { functionPath, type JointPath, Robot, readUrdf } from '@nearmiss/robot';
import { Mesh, Model } from 'nearmiss';
import { makeConvex, sphere } from 'nearmiss/convex';
import { box, torus } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';

const LIMIT = '<limit lower="-9" upper="9" effort="1" velocity="1"/>';
const BALL = '<geometry><sphere radius="0.1"/></geometry>';

/** A link on a joint, with a link in between that nothing is known of, so that contacts with the base count. */
function onJoint(type: string, axis: string, collision: string, base = '', options = {}): Robot {
  return new Robot(
    readUrdf(`<robot name="r"><link name="base">${base}</link><link name="joint"/><link name="tip"><collision>${collision}</collision></link>
      <joint name="j" type="${type}"><parent link="base"/><child link="joint"/><axis xyz="${axis}"/>${LIMIT}</joint>
      <joint name="end" type="fixed"><parent link="joint"/><child link="tip"/></joint></robot>`),
    options,
  );
}

const slider = (options = {}): Robot => onJoint('prismatic', '1 0 0', BALL, '', options);
const statusOf = (robot: Robot, path: JointPath): string => robot.pathContact(path).status;
const WALL = makeConvex('box(size=[1,4,4])');
const wallAt = (x: number) => ({ name: 'wall', model: WALL, pose: { position: [x + 0.5, 0, 0] as const } });

describe('a contact at the end of the path alone', () => {
  test.each(['linear', 'cubic', 'quintic'] as const)('of a slide, %s', (interpolation) => {
    for (const [x, status] of [
      [1.0999, 'contact'],
      [1.1001, 'free'],
    ] as const) {
      const robot = slider();
      robot.addObstacle(wallAt(x));
      expect(statusOf(robot, robot.path({ waypoints: [[0], [1]], interpolation }))).toBe(status);
    }
  });

  test('a gap within the error bound of poses is not called free', () => {
    // The bound is some 10⁻¹² here.
    for (const [gap, status] of [
      [1e-13, 'near'],
      [1e-10, 'free'],
    ] as const) {
      const robot = slider();
      robot.addObstacle(wallAt(1.1 + gap));
      expect(statusOf(robot, robot.path({ waypoints: [[0], [1]] }))).toBe(status);
    }
  });

  test('of a function', () => {
    const robot = slider();
    robot.addObstacle(wallAt(1.0999));
    expect(statusOf(robot, functionPath({ values: (t) => [t], speeds: [1], from: 0, to: 1 }))).toBe('contact');
  });

  test('of an arc that bends towards what is inside of it', () => {
    const robot = onJoint('continuous', '0 0 1', `<origin xyz="1 0 0"/>${BALL}`);
    const angle = 0.5;
    // In the middle the ball is 0.12 from the wall's face.
    robot.addObstacle(wallAt(Math.cos(angle) - 0.1 - 1 + 1e-3));
    expect(statusOf(robot, robot.path({ waypoints: [[-angle], [angle]] }))).toBe('initially-in-contact');
  });

  const BAR = '<geometry><box size="2 0.02 0.02"/></geometry>';
  const turned = 0.2;
  // The bar's side comes to the ball by the last 0.002 rad, at nearly 1 m from its centre.
  const height = Math.sin(turned) * 0.9 + 0.01 / Math.cos(turned) + 0.1 / Math.cos(turned) - 0.002;

  test('of a bar that turns about its centre', () => {
    const robot = onJoint('continuous', '0 0 1', BAR);
    const model = sphere({ radius: 0.1 });
    robot.addObstacle({ name: 'ball', model, pose: { position: [Math.cos(turned) * 0.9, height, 0] } });
    expect(statusOf(robot, robot.path({ waypoints: [[0], [turned]] }))).toBe('contact');
    expect(statusOf(robot, robot.path({ waypoints: [[0], [turned - 0.01]] }))).toBe('free');
  });

  test('of the same bar with the base', () => {
    const base = `<collision><origin xyz="${Math.cos(turned) * 0.9} ${height} 0"/>${BALL}</collision>`;
    const robot = onJoint('continuous', '0 0 1', BAR, base);
    expect(statusOf(robot, robot.path({ waypoints: [[0], [turned]] }))).toBe('contact');
    expect(statusOf(robot, robot.path({ waypoints: [[0], [turned - 0.01]] }))).toBe('free');
  });

  test('of an obstacle that comes nearer, and of one that turns', () => {
    const near = slider();
    const still = near.path({ waypoints: [[0], [0]] });
    const pose = (t: number) => ({ position: [1.5999 - t, 0, 0] as const });
    near.addObstacle({ name: 'wall', model: WALL, motion: { pose, speed: 1, angularSpeed: 0 } });
    expect(statusOf(near, still)).toBe('contact');
    const about = slider();
    const turn = (t: number) => ({
      position: [0, -2, 0] as const,
      rotation: [0, 0, Math.sin((Math.PI * (1 - t)) / 4), Math.cos((Math.PI * (1 - t)) / 4)] as const,
    });
    // A bar about (0, −2), which turns from x to y: its end is within the ball at last.
    const bar = makeConvex('box(size=[0.02,3.82,0.02])');
    about.addObstacle({ name: 'bar', model: bar, motion: { pose: turn, speed: 0, angularSpeed: Math.PI / 2 } });
    expect(statusOf(about, still)).toBe('contact');
  });
});

test('paddings of both bodies add up', () => {
  for (const [gap, status] of [
    [0.0499, 'contact'],
    [0.0501, 'free'],
  ] as const) {
    const robot = slider({ padding: 0.02 });
    robot.addObstacle({ ...wallAt(1.1 + gap), padding: 0.03 });
    expect(statusOf(robot, robot.path({ waypoints: [[0], [1]] }))).toBe(status);
  }
});

describe('a part within another body', () => {
  const around = torus({ majorRadius: 0.5, minorRadius: 0.2, majorSegments: 32, minorSegments: 16 });
  /** Two cubes: one in the tube of the torus, the other one far from it. */
  const cube = box({ size: [0.05, 0.05, 0.05] });
  const cubes = new Mesh(
    [
      ...Float64Array.from(cube.positions, (x, k) => x + (k % 3 === 0 ? 0.5 : 0)),
      ...Float64Array.from(cube.positions, (x, k) => x + (k % 3 === 0 ? 3 : 0)),
    ],
    [...cube.triangles, ...cube.triangles.map((v) => v + cube.positions.length / 3)],
  );
  const MESH = '<geometry><mesh filename="m"/></geometry>';

  test.each([
    ['of the link', cubes, around],
    ['of the obstacle', around, cubes],
  ])('%s is a contact, though another part is outside', (_, link, obstacle) => {
    const robot = onJoint('prismatic', '1 0 0', MESH, '', { meshes: () => link });
    robot.addObstacle({ name: 'o', model: Model.build(obstacle) });
    expect(statusOf(robot, robot.path({ waypoints: [[-0.02], [0.02]] }))).toBe('initially-in-contact');
  });
});
