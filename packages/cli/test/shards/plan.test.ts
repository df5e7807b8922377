// What a plan puts into a queue.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePly } from '@nearmiss/io';
import { box } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { planClash } from '../../src/shards/clash-shards.ts';
import { emptyFolder } from '../run-command.ts';

/** Bytes of the shards of boxes in a row, each a file of its own. */
async function bytesOfShards(files: number, pitch: number, size: number): Promise<number[]> {
  const folder = emptyFolder();
  const models: Record<string, object> = {};
  for (let k = 0; k < files; k++) {
    writeFileSync(join(folder, `${k}.ply`), writePly(box({ size: [1, 1, 1 + k / 100] })));
    models[`part ${k}`] = { file: `${k}.ply`, pose: { position: [pitch * k, 0, 0] } };
  }
  const set = { models, tests: [{ name: 'itself', mode: 'hard' }] };
  const { shards } = await planClash(set, folder, { budget: 1000, size }, async () => {});
  return shards.map((shard) => JSON.stringify(shard).length);
}

test('what a queue holds depends on the number of shards, not on that of files or pairs', async () => {
  // Two boxes that touch nothing, and forty of which each is in all others.
  const [few, many] = [await bytesOfShards(2, 10, 1), await bytesOfShards(40, 0, 20)];
  expect([few.length, many.length]).toEqual([2, 2]);
  for (const bytes of [...few, ...many]) expect(bytes).toBeLessThan(256);
});
