// Parts of a clash set and of a batch, without a queue: the parts share a folder.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plantGlb, plantSet } from '@nearmiss/fixtures';
import { writePly } from '@nearmiss/io';
import { torusKnot } from 'nearmiss/shapes';
import { beforeAll, describe, expect, test } from 'vitest';
import { mixedQueries } from './queue/mixed-queries.ts';
import { runCommand } from './queue/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-parts-'));
const at = (name: string): string => join(folder, name);

describe('the commands', () => {
  let one = '';
  let answers = '';

  beforeAll(async () => {
    writeFileSync(at('plant.glb'), plantGlb({ elements: 160, sides: 12 }));
    writeFileSync(at('plant.json'), JSON.stringify(plantSet('plant.glb')));
    one = (await runCommand(['clash', at('plant.json'), '--workers', '1'])).stdout;
    mkdirSync(at('models'));
    writeFileSync(at('models/knot.ply'), writePly(torusKnot({ triangles: 1152 })));
    symlinkSync('knot.ply', at('models/link.dat'));
    writeFileSync(at('queries.jsonl'), mixedQueries(90, at('models')));
    answers = (await runCommand(['batch', at('queries.jsonl'), '--models', at('models')])).stdout;
  });

  const size = ['--shard-size', '24'];
  const part = (k: number, out: string) =>
    runCommand(['clash', at('plant.json'), '--shard', `${k}/3`, '-o', at(out), '--workers', '1', ...size]);

  test('clash: the parts merge to the bytes of one process', async () => {
    expect(JSON.parse(one.trimEnd().split('\n').at(-1) ?? '').summary.clashes.hard).toBeGreaterThan(10);
    for (const k of [2, 0, 1]) expect(await part(k, 'parts')).toMatchObject({ status: 0 });
    expect(readdirSync(at('parts'))).toHaveLength(7);
    const merged = await runCommand(['clash', at('plant.json'), '--merge', at('parts'), ...size, '--fail-on', 'hard']);
    expect(merged).toMatchObject({ stdout: one, status: 2 });
    expect(merged.stderr).toMatch(
      /^nearmiss: --fail-on: \d+ hard clashes that nobody approved or ignored, first .*\n$/,
    );
  });

  test('clash: a part goes on where it was; a merge names what is missing', async () => {
    const [first = '', second = ''] = readdirSync(at('parts'));
    truncateSync(at(`parts/${first}`), 40);
    rmSync(at(`parts/${second}`));
    const missing = await runCommand(['clash', at('plant.json'), '--merge', at('parts'), ...size]);
    expect(missing).toMatchObject({ status: 1, stderr: expect.stringContaining('no whole result of shard') });
    const again = await Promise.all([0, 1, 2].map((k) => part(k, 'parts')));
    const counts = again.map(({ stderr }) => Number(/^(\d+) shards answered/.exec(stderr)?.[1]));
    expect(counts.reduce((sum, count) => sum + count)).toBe(2);
    expect((await runCommand(['clash', at('plant.json'), '--merge', at('parts'), ...size])).stdout).toBe(one);
  });

  test('batch: the parts merge to the bytes of one process, errors included', async () => {
    expect(answers.match(/"ok":false/g)?.length).toBeGreaterThan(8);
    const common = ['--models', at('models'), '--shard-size', '16'];
    for (const k of [1, 0]) {
      const args = ['batch', at('queries.jsonl'), '--shard', `${k}/2`, '-o', at('lines'), ...common];
      expect(await runCommand(args)).toMatchObject({
        status: 0,
        stderr: expect.stringMatching(/^[34] shards answered/),
      });
    }
    const merged = await runCommand(['batch', at('queries.jsonl'), '--merge', at('lines'), ...common]);
    expect(merged).toEqual({ stdout: answers, stderr: '', status: 1 });
  });

  test.each([
    [['--queue', 'amqp://localhost', '--store', at('untouched')], 'A queue is redis://'],
    [['--queue', 'redis://localhost', '--store', 'ftp://x'], 'A store is a folder'],
  ])('refuses %j with one line', async (args, message) => {
    const { status, stdout, stderr } = await runCommand(['clash', at('plant.json'), ...args]);
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
    expect(stderr.split('\n')).toHaveLength(2);
    expect(existsSync(at('untouched'))).toBe(false);
  });
});
