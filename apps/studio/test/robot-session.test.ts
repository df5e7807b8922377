// The robots of the page: their paths hit something, and another one is planned and proven free.

import { writeStl } from '@nearmiss/io';
import { box } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { ROBOT_EXAMPLES } from '../src/page/robot/examples.ts';
import { pathSentence } from '../src/page/robot/path-sentence.ts';
import { RobotSession } from '../src/page/robot/worker/robot-session.ts';

test.each(Object.entries(ROBOT_EXAMPLES))('%s: hits something, then is planned free', async (_, files) => {
  const session = await RobotSession.open(files);
  const hit = session.path();
  expect(hit.status).toBe('contact');
  expect(pathSentence(hit)).toMatch(/^First contact at time 0\.\d{3}, of .* and .*, proven to within \d·10⁻/);
  expect(hit.samples[0]?.upper).toBeGreaterThan(0.005);
  const [a, b] = [hit.a, hit.b];
  expect([...session.scenery.links, ...session.scenery.obstacles].map(({ name }) => name)).toEqual(
    expect.arrayContaining([a, b]),
  );
  session.plan(1);
  const free = session.path();
  expect([free.status, free.verified]).toEqual(['free', true]);
  expect(free.clearance.lower).toBeGreaterThan(0);
  for (const { upper } of free.samples) expect(upper).toBeGreaterThanOrEqual(free.clearance.lower);
  expect(free.samples[0]?.values).toEqual(hit.samples[0]?.values);
  expect(pathSentence(free)).toMatch(/proven and checked/);
});

test('a mesh is the file whose path has most in common with its name', async () => {
  const bytes = (size: number): Uint8Array => writeStl(box({ size: [size, size, size] }));
  const urdf = `<robot name="r"><link name="base"><collision>
    <geometry><mesh filename="package://arm/collision/base.stl"/></geometry></collision></link></robot>`;
  const files = { urdf, srdf: null, scene: null, trajectory: null };
  const meshes = [
    { name: 'arm/visual/base.stl', bytes: bytes(1) },
    { name: 'arm/collision/base.stl', bytes: bytes(3) },
    { name: 'readme.txt', bytes: new Uint8Array(3) },
  ];
  const { scenery } = await RobotSession.open({ ...files, meshes });
  expect(Math.max(...(scenery.meshes[0]?.positions ?? []))).toBeCloseTo(1.5, 6);
  await expect(RobotSession.open({ ...files, meshes: [] })).rejects.toMatchObject({ code: 'robot/missing-mesh' });
});

test('a trajectory without waypoints, and a scene that is no JSON, are refused', async () => {
  const files = ROBOT_EXAMPLES['six-axis'];
  if (files === undefined) throw new Error('The example is gone.');
  await expect(RobotSession.open({ ...files, trajectory: '{}' })).rejects.toMatchObject({ code: 'robot/bad-path' });
  await expect(RobotSession.open({ ...files, scene: '{' })).rejects.toMatchObject({ code: 'robot/bad-path' });
});

test('times, interpolation and clearance of a trajectory count; what would move is told', async () => {
  const urdf = `<robot name="r"><link name="base"/><link name="cart"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
    <joint name="x" type="planar"><parent link="base"/><child link="cart"/><axis xyz="0 0 1"/></joint></robot>`;
  const scene = JSON.stringify({
    bodies: [
      {
        id: 'post',
        convex: 'sphere(radius=0.1)',
        kind: 'kinematic',
        velocity: [1, 0, 0],
        pose: { position: [0.5, 0.25, 0] },
      },
    ],
  });
  const waypoints = [
    [0, 0],
    [1, 0],
  ];
  // By its velocities the path goes through the post; in a straight line it passes 5 cm from it.
  const velocities = [
    [1, 1],
    [1, -1],
  ];
  const joints = ['x/x', 'x/y'];
  const statusOf = async (more: object) => {
    const trajectory = JSON.stringify({ joints, waypoints, times: [3, 4], ...more });
    const session = await RobotSession.open({ urdf, srdf: null, scene, trajectory, meshes: [] });
    expect(session.scenery.warnings).toEqual([expect.stringMatching(/"post" is kinematic/)]);
    return session.path();
  };
  expect(await statusOf({})).toMatchObject({ status: 'free', start: 3, end: 4 });
  expect(await statusOf({ interpolation: 'cubic', velocities })).toMatchObject({ status: 'contact' });
  const near = await statusOf({ clearance: 0.06 });
  expect(near.status).toBe('near');
  expect(pathSentence(near)).toMatch(/down to 60.00 mm/);
  await expect(statusOf({ speeds: [] })).rejects.toMatchObject({ code: 'robot/bad-path' });
});
