// The measurements of dynamics: which stage a file counts for, and depths of a scene.

import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { depthTimes } from '../src/dynamics/depth-times.ts';
import { STAGES, stageTimes } from '../src/dynamics/stage-times.ts';

test('every file of @nearmiss/dynamics counts for one stage', () => {
  const sources = readdirSync(fileURLToPath(new URL('../../packages/dynamics/src', import.meta.url)));
  expect([...STAGES.keys()].sort()).toEqual(sources.map((file) => basename(file, '.ts')).sort());
});

test('the stages of no work take no time', async () => {
  const { detection, response, update } = await stageTimes(() => {});
  expect([detection, response, update]).toEqual([0, 0, 0]);
});

test('the overlaps of a scene are asked for their global, local and solver depths', async () => {
  const { overlaps, global, total, contacts } = await depthTimes('pair-santa');
  expect(overlaps).toBeGreaterThan(0);
  for (const milliseconds of [global, total, contacts]) expect(milliseconds).toBeGreaterThan(0);
});
