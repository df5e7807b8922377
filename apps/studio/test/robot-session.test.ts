// The robots of the page: their paths hit something, and another one is planned and proven free.

import { expect, test } from 'vitest';
import { ROBOT_EXAMPLES } from '../src/page/robot/examples.ts';
import { pathSentence } from '../src/page/robot/path-sentence.ts';
import { RobotSession } from '../src/page/robot/worker/robot-session.ts';

test.each(Object.entries(ROBOT_EXAMPLES))('%s: hits something, then is planned free', async (_, files) => {
  const session = await RobotSession.open(files);
  const hit = session.path();
  expect(hit.status).toBe('contact');
  expect(pathSentence(hit)).toMatch(/ touch first between /);
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

test('a trajectory without waypoints, and a scene that is no JSON, are refused', async () => {
  const files = ROBOT_EXAMPLES['six-axis'];
  if (files === undefined) throw new Error('The example is gone.');
  await expect(RobotSession.open({ ...files, trajectory: '{}' })).rejects.toMatchObject({ code: 'robot/bad-path' });
  await expect(RobotSession.open({ ...files, scene: '{' })).rejects.toMatchObject({ code: 'robot/bad-path' });
});
