// Clash sets and batches over a queue, with Redis as it is installed. `npm run soak:queue` is the long form.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plantGlb, plantSet } from '@nearmiss/fixtures';
import { writePly } from '@nearmiss/io';
import { openStore, runFlow, storeIdentity } from '@nearmiss/queue';
import { torusKnot } from 'nearmiss/shapes';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Shard, shardId } from '../packages/cli/src/shards/shard.ts';
import { findRedis, RedisServer } from '../scripts/redis.mjs';
import { ROOT } from './build.ts';
import { mixedQueries } from './queue/mixed-queries.ts';
import { runCommand } from './queue/run-command.ts';
import { WorkerProcess } from './queue/worker-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-queue-'));
const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, 'packages/cli/package.json'), 'utf8'));
const at = (name: string): string => join(folder, name);
const SKEWED = { NODE_OPTIONS: `--import=${new URL('./queue/skewed-clock.child.mjs', import.meta.url).href}` };

describe.runIf(findRedis() !== null)('with Redis', () => {
  const redis = new RedisServer({ persistent: false });
  const workers: WorkerProcess[] = [];
  let one = '';
  let answers = '';

  beforeAll(async () => {
    await redis.start();
    writeFileSync(at('plant.glb'), plantGlb({ elements: 120, sides: 10 }));
    writeFileSync(at('plant.json'), JSON.stringify(plantSet('plant.glb')));
    one = (await runCommand(['clash', at('plant.json'), '--workers', '1'])).stdout;
    mkdirSync(at('models'));
    writeFileSync(at('models/knot.ply'), writePly(torusKnot({ triangles: 1152 })));
    symlinkSync('knot.ply', at('models/link.dat'));
    writeFileSync(at('models/back\\slash.ply'), writePly(torusKnot({ triangles: 1152 })));
    writeFileSync(at('queries.jsonl'), mixedQueries(90, at('models')));
    answers = (await runCommand(['batch', at('queries.jsonl'), '--models', at('models')])).stdout;
    expect(one.split('\n').length).toBeGreaterThan(10);
    expect(answers.split('\n').length).toBeGreaterThan(90);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.end('SIGKILL')));
  });
  afterAll(() => redis.stop());

  const common = (store: string): string[] => ['--queue', redis.url, '--store', at(store)];
  const start = (store: string, args: readonly string[] = [], environment = {}, limit?: string): WorkerProcess => {
    const cache = ['--cache', at(`cache-${store}-${workers.length}`), '--lock', '2'];
    mkdirSync(at(store), { recursive: true });
    const worker = new WorkerProcess([...common(store), ...cache, ...args], environment, limit);
    workers.push(worker);
    return worker;
  };
  const clash = (store: string) => runCommand(['clash', at('plant.json'), ...common(store), '--shard-size', '10']);
  const batch = (store: string) =>
    runCommand(['batch', at('queries.jsonl'), '--models', at('models'), ...common(store), '--shard-size', '16']);

  test('a worker killed, a server that forgets everything, clocks that are days apart: the same bytes', async () => {
    const killed = start('store', [], { ...SKEWED, NEARMISS_TEST_SKEW: '90000' });
    const running = clash('store');
    await killed.until('shard-started');
    await killed.end('SIGKILL');
    const other = start('store', [], { ...SKEWED, NEARMISS_TEST_SKEW: '-90000' });
    await other.until('shard-done');
    await redis.restart();
    const { stdout, stderr, status } = await running;
    expect([status, stdout]).toEqual([0, one]);
    expect(stderr).toContain('The queue has forgotten the shards');
    // Nothing that was in the store was examined again.
    const done = other.events.filter(({ event, known }) => event === 'shard-done' && known !== true);
    expect(done.length).toBeLessThanOrEqual(12);
    expect(await batch('store')).toMatchObject({ status: 1, stdout: answers });
  });

  /** Puts a folder in place of one result of that kind, so that whoever reads or writes it fails. Its id. */
  function poison(kind: 'clash' | 'batch'): string {
    const counted = kind === 'batch' ? '"lines":' : '"pairs":[1-9]';
    const whole = new RegExp(`^\\{"shard":"[0-9a-f]+","bytes":\\d+,"counts":\\{.*${counted}`);
    const files = readdirSync(at('store/results'), { withFileTypes: true }).filter((entry) => entry.isFile());
    const names = files.map(({ name }) => name);
    const id = names.find((name) => whole.test(readFileSync(at(`store/results/${name}`), 'utf8'))) ?? '';
    rmSync(at(`store/results/${id}`));
    mkdirSync(at(`store/results/${id}`));
    return id;
  }

  test('a shard that fails again and again is reported with its reason, and the rest goes on', async () => {
    start('store');
    const lines = poison('batch');
    const queries = await batch('store');
    expect(queries.status).toBe(1);
    expect(queries.stderr).toContain(`shard ${lines.slice(0, 12)}… failed 3 times: EISDIR`);
    const expected = answers.split('\n');
    const changed = queries.stdout.split('\n').filter((line, k) => line !== expected[k]);
    expect(changed).toHaveLength(16);
    for (const line of changed) expect(line).toContain('"batch/worker-died","message":"The shard of this query failed');

    const pairs = poison('clash');
    const found = await clash('store');
    expect(found.status).toBe(1);
    expect(found.stderr).toContain(`shard ${pairs.slice(0, 12)}… failed 3 times: EISDIR`);
    expect(found.stdout).toContain('"type":"undecided"');
    const summaryOf = (text: string) => JSON.parse(text.trimEnd().split('\n').at(-1) ?? '').summary;
    const { pairs: all, undecided } = summaryOf(found.stdout);
    expect(all).toBe(summaryOf(one).pairs);
    expect(undecided).toBeGreaterThan(0);
    expect(undecided).toBeLessThan(all);
  });

  test('an input that is damaged in the store is put again by the planner', async () => {
    const damaged = readdirSync(at('store/inputs'));
    expect(damaged.length).toBeGreaterThan(8);
    for (const name of damaged) writeFileSync(at(`store/inputs/${name}`), 'damaged');
    rmSync(at('store/results'), { recursive: true });
    start('store');
    const found = await clash('store');
    expect([found.status, found.stdout]).toEqual([0, one]);
    expect(found.stderr).toContain('the store had other bytes under the input');
    expect(await batch('store')).toMatchObject({ status: 1, stdout: answers });
  });

  test('a shard of another version, or that is not what its id says, is refused', async () => {
    start('other');
    const shard = { kind: 'batch', version: '0.0.0', input: '0'.repeat(64), range: [0, 1], options: {} } as const;
    const forged: Shard = { ...shard, version: VERSION };
    const queue = `shards-${VERSION}-${await storeIdentity(openStore(at('other')))}`;
    const options = { url: redis.url, queue, attempts: 1, onProgress: () => {}, log: () => {} };
    const shards = [
      { id: shardId(shard), data: shard },
      { id: 'f'.repeat(64), data: forged },
    ];
    const { value } = await runFlow({ ...options, shards, merge: { kind: 'batch', shards: [] } });
    expect(value).toEqual({
      result: null,
      failures: expect.arrayContaining([
        { shard: shardId(shard), reason: expect.stringContaining(`of nearmiss 0.0.0; this is ${VERSION}`) },
        { shard: 'f'.repeat(64), reason: expect.stringContaining('is not what its id') },
      ]),
    });
  });

  test('a worker of another store takes no shards, and one whose store cannot be used does not start', async () => {
    const other = start('elsewhere');
    await other.until('queue-connected');
    start('here');
    const running = clash('here');
    expect(await running).toMatchObject({ status: 0, stdout: one });
    expect(other.count('shard-started')).toBe(0);

    const refused = async (store: string) => {
      const { status, stderr } = await runCommand(['worker', ...common(store), '--cache', at('cache-refused')]);
      expect([status, stderr.trimEnd().split('\n').length]).toEqual([1, 1]);
      return stderr;
    };
    const missing = `nearmiss: --store "${at('not-mounted')}" is no folder.\n`;
    expect(await refused('not-mounted')).toBe(missing);
    // Nor does a planner make the folder, where it would wait for workers that never come.
    expect(await clash('not-mounted')).toEqual({ status: 1, stdout: '', stderr: missing });
    mkdirSync(at('odd'));
    writeFileSync(at('odd/store'), '');
    expect(await refused('odd')).toContain('cannot be used: ');
  });

  test('a worker on which every shard fails leaves them to others', async () => {
    // Its processes read inputs from where there are none.
    const settings = JSON.stringify({ store: '/dev/null/none', cache: '/dev/null/none', cacheBytes: 0 });
    const program = `if (process.connected) process.env.NEARMISS_WORKER = ${JSON.stringify(settings)}`;
    const breaks = `data:text/javascript,${encodeURIComponent(program)}`;
    const broken = start('shared', [], { NODE_OPTIONS: `--import=${breaks}` });
    const running = clash('shared');
    await broken.until('shard-failed');
    start('shared');
    expect(await running).toMatchObject({ status: 0, stdout: one });
    await broken.end('SIGKILL');
    const times = broken.events.filter(({ event }) => event === 'shard-failed').map(({ time }) => String(time));
    // One more shard may have been taken already when the first one failed.
    for (const [k, time] of times.entries()) {
      if (k >= 2) expect(Date.parse(time) - Date.parse(times[k - 2] ?? '')).toBeGreaterThan(900);
    }
    expect(times.length).toBeGreaterThan(0);
  });

  test.runIf(process.platform !== 'win32')('a worker whose disk is full leaves the shards to others', async () => {
    // A limit on the size of files stands for it: writing fails in the middle.
    const full = start('disk', [], {}, 'ulimit -f 1');
    const running = clash('disk');
    expect((await full.until('shard-failed')).reason).toContain('EFBIG');
    start('disk');
    expect(await running).toMatchObject({ status: 0, stdout: one });
    expect(full.count('shard-done')).toBe(0);
  });

  test('a worker whose address is in use ends, and takes no shards', async () => {
    const first = start('address', ['--listen', '0']);
    const { listen } = await first.until('started');
    const args = [
      'worker',
      ...common('address'),
      '--cache',
      at('cache-address'),
      '--listen',
      new URL(String(listen)).port,
    ];
    const { status, stderr } = await runCommand(args);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^nearmiss: --listen cannot be used: .*EADDRINUSE.*\n$/),
    ]);
  });

  test('an idle worker without Redis ends when it is told to', async () => {
    const worker = start('idle', ['--queue', 'redis://127.0.0.1:1']);
    await worker.until('queue-error');
    expect(await worker.end('SIGTERM')).toBe(0);
    expect(worker.events.at(-1)?.event).toBe('stopped');
  });

  test('a worker that is stopped hands its shard back, and tells of its health and its counts', async () => {
    const stopped = start('back', ['--grace', '0', '--lock', '600', '--listen', '0']);
    const { listen } = await stopped.until('started');
    await stopped.until('queue-connected');
    expect((await fetch(`${listen}/health`)).status).toBe(200);
    expect((await fetch(`${listen}/other`)).status).toBe(404);
    expect(String(listen)).toMatch(/^http:\/\/127\.0\.0\.1:/);
    const running = clash('back');
    await stopped.until('shard-done');
    const text = await (await fetch(`${listen}/metrics`)).text();
    expect(text).toMatch(/^nearmiss_shards_total\{outcome="done"\} [1-9]/m);
    expect(text).toMatch(/^nearmiss_fetched_bytes_total [1-9]/m);
    expect(await stopped.end('SIGTERM')).toBe(0);
    expect(stopped.events.at(-1)?.event).toMatch(/^(stopped|queue-disconnected)$/);
    // Its lock would have lasted ten minutes.
    start('back');
    expect(await running).toMatchObject({ status: 0, stdout: one });
  });

  test('health is bad while the queue cannot be reached', async () => {
    const worker = start('health', ['--listen', '0']);
    const { listen } = await worker.until('started');
    await worker.until('queue-connected');
    const restarting = redis.restart(1500);
    await worker.until('queue-disconnected');
    expect((await fetch(`${listen}/health`)).status).toBe(503);
    await restarting;
  });
});
