// Two arms at a table, made of boxes, cylinders and capsules: six axes in the spirit of a UR5, seven with a gripper in that of a Panda.

import type { RobotFiles } from './messages.ts';

interface Segment {
  /** From the joint's frame to the next joint's, and the axis of this joint. */
  readonly name: string;
  readonly axis: string;
  readonly from: string;
  readonly limit: number;
  readonly shapes: readonly string[];
}

const capsule = (radius: number, length: number, xyz: string, rpy = '0 0 0'): string =>
  `<collision><origin xyz="${xyz}" rpy="${rpy}"/><geometry><capsule radius="${radius}" length="${length}"/></geometry></collision>`;
const cylinder = (radius: number, length: number, xyz: string, rpy = '0 0 0'): string =>
  `<collision><origin xyz="${xyz}" rpy="${rpy}"/><geometry><cylinder radius="${radius}" length="${length}"/></geometry></collision>`;
const box = (size: string, xyz: string): string =>
  `<collision><origin xyz="${xyz}"/><geometry><box size="${size}"/></geometry></collision>`;

/** Along y. */
const ACROSS = '1.5707963267948966 0 0';

const SIX_AXES: readonly Segment[] = [
  { name: 'shoulder', axis: '0 0 1', from: '0 0 0.09', limit: 3.1, shapes: [cylinder(0.06, 0.13, '0 0 0')] },
  {
    ...{ name: 'upper_arm', axis: '0 1 0', from: '0 0.13 0', limit: 3.1 },
    shapes: [cylinder(0.06, 0.12, '0 0 0', ACROSS), capsule(0.05, 0.36, '0 0 0.22')],
  },
  {
    ...{ name: 'forearm', axis: '0 1 0', from: '0 -0.12 0.425', limit: 2.9 },
    shapes: [cylinder(0.055, 0.1, '0 0.01 0', ACROSS), capsule(0.042, 0.33, '0 0 0.2')],
  },
  { name: 'wrist_1', axis: '0 1 0', from: '0 0 0.392', limit: 3.1, shapes: [cylinder(0.042, 0.1, '0 0.07 0', ACROSS)] },
  { name: 'wrist_2', axis: '0 0 1', from: '0 0.095 0', limit: 3.1, shapes: [cylinder(0.042, 0.1, '0 0 0.06')] },
  { name: 'wrist_3', axis: '0 1 0', from: '0 0 0.095', limit: 3.1, shapes: [cylinder(0.04, 0.06, '0 0.07 0', ACROSS)] },
];

const SEVEN_AXES: readonly Segment[] = [
  { name: 'link1', axis: '0 0 1', from: '0 0 0.14', limit: 2.8, shapes: [capsule(0.06, 0.14, '0 0 0.08')] },
  { name: 'link2', axis: '0 1 0', from: '0 0 0.19', limit: 1.7, shapes: [capsule(0.055, 0.1, '0 0 0.1')] },
  { name: 'link3', axis: '0 0 1', from: '0 0 0.2', limit: 2.8, shapes: [capsule(0.055, 0.06, '0 0 0.06')] },
  { name: 'link4', axis: '0 -1 0', from: '0.06 0 0.116', limit: 2.8, shapes: [capsule(0.05, 0.12, '-0.06 0 0.12')] },
  { name: 'link5', axis: '0 0 1', from: '-0.06 0 0.22', limit: 2.8, shapes: [capsule(0.045, 0.1, '0 0 0.1')] },
  { name: 'link6', axis: '0 -1 0', from: '0 0 0.18', limit: 2.8, shapes: [capsule(0.045, 0.04, '0.05 0 0.02')] },
  {
    ...{ name: 'hand', axis: '0 0 1', from: '0.088 0 0.06', limit: 2.8 },
    shapes: [
      box('0.06 0.18 0.06', '0 0 0.06'),
      box('0.02 0.02 0.06', '0 0.05 0.12'),
      box('0.02 0.02 0.06', '0 -0.05 0.12'),
    ],
  },
];

/** The URDF of segments one after the other. */
function urdfOf(name: string, segments: readonly Segment[]): string {
  const links = segments.map(({ name: link, shapes }) => `<link name="${link}">${shapes.join('')}</link>`);
  const joints = segments.map(
    ({ name: link, axis, from, limit }, k) => `<joint name="${link}_joint" type="revolute">
      <parent link="${segments[k - 1]?.name ?? 'base'}"/><child link="${link}"/><origin xyz="${from}"/><axis xyz="${axis}"/>
      <limit lower="${-limit}" upper="${limit}" effort="1" velocity="1"/></joint>`,
  );
  return `<robot name="${name}"><link name="base"/>${links.join('\n')}${joints.join('\n')}</robot>`;
}

/** Contacts of links that their shapes overlap by, next but one to each other. */
function srdfOf(name: string, segments: readonly Segment[]): string {
  const names = ['base', ...segments.map((segment) => segment.name)];
  const pairs = names.slice(2).map((link, k) => `<disable_collisions link1="${names[k]}" link2="${link}"/>`);
  return `<robot name="${name}">${pairs.join('')}</robot>`;
}

const TABLE = { id: 'table', convex: 'box(size=[1.8,1.4,0.04])', kind: 'static', pose: { position: [0.3, 0, -0.12] } };
const POSTS = [0.38, -0.38].map((y, k) => ({
  ...{ id: k === 0 ? 'left post' : 'right post', convex: 'box(size=[0.06,0.06,0.8])', kind: 'static' },
  pose: { position: [0.42, y, 0.3] },
}));
const BALL = { id: 'ball', convex: 'sphere(radius=0.08)', kind: 'static', pose: { position: [0.55, 0, -0.02] } };
const SCENE = JSON.stringify({ step: 0.01, duration: 1, bodies: [TABLE, ...POSTS, BALL] });

function example(name: string, segments: readonly Segment[], waypoints: readonly (readonly number[])[]): RobotFiles {
  return {
    urdf: urdfOf(name, segments),
    srdf: srdfOf(name, segments),
    scene: SCENE,
    trajectory: JSON.stringify({ waypoints }),
    meshes: [],
  };
}

/** Paths of the examples sweep the arm from one side of a post to the other, through it. */
export const ROBOT_EXAMPLES: Readonly<Record<string, RobotFiles>> = {
  'six-axis': example('six-axis', SIX_AXES, [
    [-1.5, 0.7, 0.9, 0, 0, 0],
    [0, 0.6, 1.1, -0.4, 0, 0],
    [1.5, 0.7, 0.9, 0, 0, 0],
  ]),
  'seven-axis': example('seven-axis', SEVEN_AXES, [
    [-1.5, 0.7, 0, -1.2, 0, 1.5, 0],
    [0, 0.5, 0.3, -1.4, 0, 1.6, 0],
    [1.5, 0.7, 0, -1.2, 0, 1.5, 0],
  ]),
};
