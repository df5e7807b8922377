import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeStl } from '@nearmiss/io';
import { Robot, readSrdf, readUrdf } from '@nearmiss/robot';
import { loadRobot } from '@nearmiss/robot/node';
import { makeConvex } from 'nearmiss/convex';
import { box } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';

function robotText(...parts: string[]): string {
  return `<?xml version="1.0"?>\n<robot name="r">\n${parts.join('\n')}\n</robot>`;
}

function link(name: string, geometry?: string): string {
  if (geometry === undefined) return `<link name="${name}"/>`;
  return `<link name="${name}"><collision><geometry>${geometry}</geometry></collision></link>`;
}

function joint(name: string, parent: string, child: string, rest = '', type = 'continuous'): string {
  return `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${rest}</joint>`;
}

describe('a fault has a code and its line', () => {
  test.each([
    ['no XML', '<robot><link', 'robot/bad-urdf', /no XML/],
    ['another root', '<sdf/>', 'robot/bad-urdf', /begins with <sdf>/],
    ['no link', robotText(), 'robot/bad-urdf', /no link/],
    ['xacro', '<robot xmlns:xacro="x"><xacro:arm/></robot>', 'robot/xacro', /xacro robot.urdf.xacro > robot.urdf/],
    [
      'xacro expressions',
      `<robot xmlns:xacro="x"><link name="${'$'}{name}"/></robot>`,
      'robot/xacro',
      /has to be expanded first/,
    ],
    ['two links', robotText(link('a'), link('a')), 'robot/bad-urdf', /^Line 4: There are two links "a"/],
    [
      'a cycle',
      robotText(link('a'), link('b'), joint('j', 'a', 'b'), joint('k', 'b', 'a')),
      'robot/cyclic',
      /back to it/,
    ],
    [
      'two parents',
      robotText(link('a'), link('b'), link('c'), joint('j', 'a', 'c'), joint('k', 'b', 'c')),
      'robot/cyclic',
      /child of "a" and of "b"/,
    ],
    ['two roots', robotText(link('a'), link('b')), 'robot/bad-urdf', /one root/],
    ['a link of no name', robotText(link('base'), joint('j', 'bse', 'base')), 'robot/unknown-link', /mean "base"/],
    [
      'no limits',
      robotText(link('a'), link('b'), joint('j', 'a', 'b', '', 'revolute')),
      'robot/no-limits',
      /needs a <limit>/,
    ],
    [
      'limits in the wrong order',
      robotText(link('a'), link('b'), joint('j', 'a', 'b', '<limit lower="1" upper="-1"/>', 'prismatic')),
      'robot/no-limits',
      /from 1 to -1/,
    ],
    ['NaN', robotText(link('a', '<sphere radius="NaN"/>')), 'robot/bad-urdf', /^Line 3: radius is "NaN"/],
    ['two numbers', robotText(link('a', '<box size="1 2"/>')), 'robot/bad-urdf', /takes 3 numbers/],
    ['no geometry', robotText(link('a', '<cone/>')), 'robot/bad-urdf', /this one has cone/],
    [
      'mimics nobody',
      robotText(link('a'), link('b'), joint('j', 'a', 'b', '<mimic joint="none"/>')),
      'robot/unknown-joint',
      /does not exist/,
    ],
    [
      'mimics itself',
      robotText(link('a'), link('b'), joint('j', 'a', 'b', '<mimic joint="j"/>')),
      'robot/unknown-joint',
      /mimics itself/,
    ],
    [
      'an axis of 0',
      robotText(link('a'), link('b'), joint('j', 'a', 'b', '<axis xyz="0 0 0"/>')),
      'robot/bad-urdf',
      /0 0 0/,
    ],
  ])('%s', (_, text, code, sentence) => {
    expect(() => readUrdf(text)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(sentence) }));
  });

  test('a mesh that is missing', () => {
    const robot = readUrdf(robotText(link('a', '<mesh filename="none.stl"/>')));
    expect(() => new Robot(robot)).toThrow(expect.objectContaining({ code: 'robot/missing-mesh' }));
  });

  test('a mesh in COLLADA, with how to convert it', () => {
    const robot = readUrdf(robotText(link('a', '<mesh filename="package://arm/visual/Upper.DAE"/>')));
    const fault = { code: 'io/unsupported', message: expect.stringContaining('assimp export Upper.DAE Upper.stl') };
    expect(() => new Robot(robot)).toThrow(expect.objectContaining(fault));
  });

  test('an SRDF about links that do not exist', () => {
    const robot = readUrdf(robotText(link('arm')));
    const srdf = '<robot name="r"><disable_collisions link1="arm" link2="amr"/></robot>';
    expect(() => readSrdf(srdf, robot)).toThrow(expect.objectContaining({ code: 'robot/unknown-link' }));
  });
});

test('a link of 600 m gets a warning', () => {
  const robot = new Robot(readUrdf(robotText(link('a', '<box size="600 1 1"/>'), link('b'), joint('j', 'a', 'b'))));
  expect(robot.warnings).toEqual(['Link "a" is 600 m long.']);
});

test('origins that are 600 m away get a warning, and joints that cannot move', () => {
  const far = '<origin xyz="0 -600 0"/>';
  const geometry = `<collision>${far}<geometry><box size="1 1 1"/></geometry></collision>`;
  const parts = [link('a'), `<link name="b">${geometry}</link>`, link('c')];
  const frozen = joint('k', 'b', 'c', '<limit effort="1" velocity="1"/>', 'revolute');
  expect(new Robot(readUrdf(robotText(...parts, joint('j', 'a', 'b', far), frozen))).warnings).toEqual([
    'Link "b" has geometry 600 m from its origin.',
    'Joint "j" is 600 m from the origin of "a".',
    'Joint "k" cannot move: both its limits are 0.',
  ]);
});

test('two values of one name are refused', () => {
  const text = robotText(link('a'), link('b'), link('c'), joint('p', 'a', 'b', '', 'planar'), joint('p/x', 'b', 'c'));
  const fault = { code: 'robot/bad-urdf', message: 'Joints "p" and "p/x" both have a value "p/x".' };
  expect(() => new Robot(readUrdf(text))).toThrow(expect.objectContaining(fault));
});

test('groups have the links and joints of chains, links, joints and other groups', () => {
  const robot = readUrdf(
    robotText(
      ...['a', 'b', 'c', 'd'].map((name) => link(name)),
      joint('ab', 'a', 'b'),
      joint('bc', 'b', 'c'),
      joint('bd', 'b', 'd'),
    ),
  );
  const srdf = `<robot name="r">
    <group name="arm"><chain base_link="a" tip_link="c"/></group>
    <group name="all"><group name="arm"/><joint name="bd"/></group>
    <group name="one"><link name="d"/></group></robot>`;
  expect(readSrdf(srdf, robot).groups).toEqual([
    { name: 'arm', links: ['a', 'b', 'c'], joints: ['ab', 'bc'] },
    { name: 'all', links: ['a', 'b', 'c', 'd'], joints: ['ab', 'bc', 'bd'] },
    { name: 'one', links: ['d'], joints: ['bd'] },
  ]);
});

describe('files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-robot-'));
  mkdirSync(join(folder, 'arm_description/urdf'), { recursive: true });
  mkdirSync(join(folder, 'arm_description/meshes'));
  writeFileSync(join(folder, 'arm_description/meshes/cube.stl'), writeStl(box()));
  const file = join(folder, 'arm_description/urdf/arm.urdf');
  const mesh = (name: string): string => `<mesh filename="${name}" scale="2 1 1"/>`;

  test.each(['package://arm_description/meshes/cube.stl', '../meshes/cube.stl'])('%s is found', async (name) => {
    writeFileSync(file, robotText(link('a', mesh(name)), link('b', '<sphere radius="0.1"/>'), joint('j', 'a', 'b')));
    for (const packages of [undefined, folder]) {
      const robot = await loadRobot(file, { packages });
      robot.addObstacle({ name: 'far', model: makeConvex('box'), pose: { position: [2, 0, 0] } });
      // The cube is 2 long, from −1 to 1; the obstacle begins at 1.5.
      expect(robot.distance([0]).upper).toBeCloseTo(0.5, 12);
    }
  });

  test('a mesh in COLLADA is refused with its line', async () => {
    writeFileSync(file, robotText(link('a', mesh('../meshes/cube.dae'))));
    await expect(loadRobot(file)).rejects.toMatchObject({ code: 'io/unsupported', location: 'line 3' });
  });

  test('a mesh in a package that is not there', async () => {
    writeFileSync(file, robotText(link('a', mesh('package://leg_description/meshes/cube.stl'))));
    await expect(loadRobot(file)).rejects.toMatchObject({
      code: 'robot/missing-mesh',
      message: expect.stringMatching(/^Line 3: .*--packages/),
    });
  });
});

test('axes are unit vectors, tiny ones too; a description with others is refused', () => {
  const axis = '<axis xyz="3e-162 0 4e-162"/>';
  const description = readUrdf(robotText(link('a'), link('b'), joint('j', 'a', 'b', axis)));
  const [j] = description.joints;
  expect(j?.axis).toEqual([expect.closeTo(0.6, 14), 0, expect.closeTo(0.8, 14)]);
  const refused = expect.objectContaining({
    code: 'robot/bad-urdf',
    message: expect.stringMatching(/"j" has the length 2/),
  });
  const joints = description.joints.map((each) => ({ ...each, axis: [0, 0, 2] as const }));
  expect(() => new Robot({ ...description, joints })).toThrow(refused);
  const turned = description.joints.map((each) => ({
    ...each,
    origin: { position: [0, 0, 0] as const, rotation: [0, 0, 0, 2] as const },
  }));
  expect(() => new Robot({ ...description, joints: turned })).toThrow(refused);
});

test.each([
  ['1', []],
  ['-2', ['Joint "k" goes from -2 to 0 with "j", beyond its limits 0 and 1.']],
])('a joint that leaves its limits by following another with factor %s', (multiplier, warnings) => {
  const limit = '<limit lower="0" upper="1" effort="1" velocity="1"/>';
  const urdf = `<robot name="r"><link name="a"/><link name="b"/><link name="c"/>
    <joint name="j" type="prismatic"><parent link="a"/><child link="b"/>${limit}</joint>
    <joint name="k" type="prismatic"><parent link="b"/><child link="c"/>${limit}<mimic joint="j" multiplier="${multiplier}"/></joint></robot>`;
  expect(new Robot(readUrdf(urdf)).warnings).toEqual(warnings);
});
