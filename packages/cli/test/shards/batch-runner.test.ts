// Shards whose files go or change under a worker: as it is built, since it starts threads.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePly } from '@nearmiss/io';
import { CachedInputs, ContentCache, openStore, type Store } from '@nearmiss/queue';
import { box, icosphere } from 'nearmiss/shapes';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Inputs, LaidFile } from '../../src/shards/inputs.ts';
import type { Shard } from '../../src/shards/shard.ts';
import { emptyFolder } from '../run-command.ts';

const built = (name: string): string => new URL(`../../dist/shards/${name}.js`, import.meta.url).href;
let modules: Pick<typeof import('../../src/shards/batch-runner.ts'), 'BatchRunner'> &
  Pick<typeof import('../../src/shards/batch-shards.ts'), 'planBatch'>;

const QUERIES = ['box.ply', 'ball.ply', 'none.ply']
  .map((model, id) => `${JSON.stringify({ id, op: 'collide', a: { model }, b: { shape: 'box' } })}\n`)
  .join('');

let models = '';
let store: Store;
let shard: Shard;
/** What a worker answers to whom nothing happens. */
let right = '';

beforeAll(async () => {
  const [{ BatchRunner }, { planBatch }] = await Promise.all([
    import(built('batch-runner')),
    import(built('batch-shards')),
  ]);
  modules = { BatchRunner, planBatch };
  models = emptyFolder();
  writeFileSync(join(models, 'box.ply'), writePly(box()));
  writeFileSync(join(models, 'ball.ply'), writePly(icosphere()));
  store = openStore(emptyFolder());
  for await (const planned of planOf(models, store)) shard = planned;
  const inputs = cachedInputs(emptyFolder());
  right = await answerBy(inputs);
  expect(right.split('\n').map((line) => line.includes('"ok":true'))).toEqual([true, true, false, false]);
});

const planOf = (folder: string, into: Store) =>
  modules.planBatch(linesOf(QUERIES), folder, 100, async (hash, content) => {
    await into.put(`inputs/${hash}`, typeof content === 'string' ? Buffer.from(content) : content);
  });

async function* linesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

const cachedInputs = (cache: string): CachedInputs =>
  new CachedInputs(new ContentCache(store, join(cache, 'inputs'), 2 ** 20), join(cache, 'folders'));

async function answerBy(inputs: Inputs): Promise<string> {
  const runner = new modules.BatchRunner(inputs, 1);
  try {
    return (await runner.run(shard, () => {})).body;
  } finally {
    await runner.close();
  }
}

/** Inputs to which something happens each time that a folder was laid out, before anything is read from it. */
function disturbed(inputs: CachedInputs, disturb: (folder: string, times: number) => void): Inputs {
  let times = 0;
  return {
    read: (hash) => inputs.read(hash),
    dropFolder: () => inputs.dropFolder(),
    folder: async (files: readonly LaidFile[]) => {
      const folder = await inputs.folder(files);
      disturb(folder, ++times);
      return folder;
    },
  };
}

describe.each([
  ['the whole cache is deleted', (cache: string) => rmSync(cache, { recursive: true })],
  ['a model is deleted', (_: string, folder: string) => rmSync(join(folder, 'ball.ply'))],
  // The file in the cache is the same one, by a link.
  ['a model is damaged', (_: string, folder: string) => writeFileSync(join(folder, 'ball.ply'), writePly(box()))],
])('%s under a worker', (_, disturb) => {
  test('once: it is fetched again, and the answers are the same', async () => {
    const cache = emptyFolder();
    const inputs = disturbed(cachedInputs(cache), (folder, times) => times === 1 && disturb(cache, folder));
    expect(await answerBy(inputs)).toBe(right);
  });

  test('again and again: the shard fails, and no query is told', async () => {
    const cache = emptyFolder();
    const inputs = disturbed(cachedInputs(cache), (folder) => disturb(cache, folder));
    await expect(answerBy(inputs)).rejects.toThrow('A model cannot be read that could be before: ');
  });
});

test('a model of a part that was exchanged after the plan is no answer under the old hash', async () => {
  const live = emptyFolder();
  for (const name of ['box.ply', 'ball.ply']) writeFileSync(join(live, name), writePly(box()));
  const inputs: Inputs = {
    read: (hash) => cachedInputs(live).read(hash),
    folder: async () => live,
    dropFolder: async () => {},
  };
  await expect(answerBy(inputs)).rejects.toThrow('ball.ply is not what it was when the work was planned');
});
