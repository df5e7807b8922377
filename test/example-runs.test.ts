// The command lines of the examples, run as their systems would run them: there is no Slurm, no Kubernetes and no container engine here, but
// their variables, folders and addresses can be set.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { plantGlb, plantSet } from '@nearmiss/fixtures';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findRedis, RedisServer } from '../scripts/redis.mjs';
import { ROOT } from './build.ts';
import { COMMAND, type Ended, runCommand } from './queue/run-command.ts';
import { WorkerProcess } from './queue/worker-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-examples-'));
const at = (name: string): string => join(folder, name);
const read = (path: string): string => readFileSync(join(ROOT, 'examples', path), 'utf8');
/** What one process writes for the set. */
let one = '';

beforeAll(async () => {
  mkdirSync(at('clash'));
  for (const name of ['plant', 'clash/set']) {
    writeFileSync(at(`${name}.glb`), plantGlb({ elements: 600, sides: 4 }));
    writeFileSync(at(`${name}.json`), JSON.stringify(plantSet(`${name.split('/').at(-1)}.glb`)));
  }
  one = (await runCommand(['clash', at('plant.json')])).stdout;
  expect(one.split('\n').length).toBeGreaterThan(100);
  mkdirSync(at('bin'));
  const node = JSON.stringify(process.execPath);
  script('nearmiss', `exec ${node} ${JSON.stringify(COMMAND)} "$@"`);
  script('npx', 'test "$1" = --no-install || exit 9; shift; exec "$@"');
  script('srun', `echo "$1" >> ${JSON.stringify(at('srun.txt'))}; shift; exec "$@"`);
});

function script(name: string, text: string): void {
  writeFileSync(at(`bin/${name}`), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}

/** Runs a program in the folder, with our scripts before those of the system. */
function run(command: string, args: readonly string[], variables: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PATH: [at('bin'), process.env.PATH].join(delimiter), ...variables };
    const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        texts[name] += text;
      });
    }
    child.once('error', reject).once('close', (status) => resolve({ status, ...texts }));
  });
}

/** Parts two at a time; how many shards they answered together. */
async function runParts(indices: readonly number[], part: (index: number) => Promise<Ended>): Promise<number> {
  let answered = 0;
  for (let k = 0; k < indices.length; k += 2) {
    for (const { status, stderr } of await Promise.all(indices.slice(k, k + 2).map(part))) {
      expect([status, stderr]).toEqual([0, expect.stringMatching(/^\d+ shards answered/)]);
      answered += Number.parseInt(stderr, 10);
    }
  }
  return answered;
}

describe.runIf(process.platform === 'linux')('the examples', () => {
  test('Slurm: an array and its merge give the bytes of one process; parts may be submitted again', async () => {
    const text = read('slurm/clash.sbatch');
    const [, last = ''] = /^#SBATCH --array=0-(\d+)$/m.exec(text) ?? [];
    const [, cpus = ''] = /^#SBATCH --cpus-per-task=(\d+)$/m.exec(text) ?? [];
    const path = join(ROOT, 'examples/slurm/clash.sbatch');
    const task = (count: number) => (index: number) =>
      run('bash', [path, 'plant.json', 'slurm-parts'], {
        SLURM_ARRAY_TASK_ID: String(index),
        SLURM_ARRAY_TASK_COUNT: String(count),
        SLURM_CPUS_PER_TASK: cpus,
      });
    // Some first, then as a whole: 600 elements are three shards, of which one is known by then.
    expect(await runParts([1], task(1))).toBe(1);
    const all = Array.from({ length: Number(last) + 1 }, (_, k) => k);
    expect(await runParts(all, task(all.length))).toBe(2);
    expect(new Set(readFileSync(at('srun.txt'), 'utf8').trim().split('\n'))).toEqual(
      new Set([`--cpus-per-task=${cpus}`]),
    );
    script('srun', 'exec "$@"');
    const merge = await run('bash', [
      join(ROOT, 'examples/slurm/merge.sbatch'),
      'plant.json',
      'slurm-parts',
      's.jsonl',
    ]);
    expect(merge.status).toBe(0);
    expect(readFileSync(at('s.jsonl'), 'utf8')).toBe(one);
  });

  test('Kubernetes: an Indexed Job and its merge give the bytes of one process', async () => {
    const inFolder = (words: readonly string[]) => words.map((word) => word.replaceAll('/work', folder));
    const { spec } = parse(read('kubernetes/clash-job.yaml'));
    const [container] = spec.template.spec.containers;
    const [shell, ...rest] = [...container.command, ...inFolder(container.args)];
    const indices = Array.from({ length: spec.completions }, (_, k) => k);
    const part = (index: number) => run(shell, rest, { JOB_COMPLETION_INDEX: String(index) });
    expect(await runParts(indices, part)).toBe(3);
    const merge = parse(read('kubernetes/merge-job.yaml')).spec.template.spec.containers[0];
    expect(merge.command).toBe(undefined);
    expect((await run('nearmiss', inFolder(merge.args))).status).toBe(0);
    expect(readFileSync(at('clashes.jsonl'), 'utf8')).toBe(one);
  });

  test('Kubernetes: workers have flags and variables that there are', async () => {
    const [container] = parse(read('kubernetes/workers.yaml')).spec.template.spec.containers;
    const args = container.args.map((word: string) =>
      word.replace('$(QUEUE_URL)', 'redis://127.0.0.1:1').replace(/^\/cache$/, at('cache')),
    );
    // All flags are read before the keys of the store are missed.
    const keys = { AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined };
    const { status, stderr } = await run('nearmiss', args, keys);
    expect([status, stderr]).toEqual([1, expect.stringContaining('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')]);
  });

  test('pre-commit: the hook fails with a short text, failing clashes first', async () => {
    const [hook] = parse(read('pre-commit/.pre-commit-config.yaml')).repos[0].hooks;
    const [command, ...args] = hook.entry.split(' ');
    const { status, stdout, stderr } = await run(command, args);
    const lines = stdout.trimEnd().split('\n');
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^nearmiss: --fail-on: .*\n$/)]);
    expect(lines[0]).toMatch(/^\d+ clashes: .*; \d+ of them fail\.$/);
    expect(lines.slice(1, -1).every((line) => line.startsWith('FAIL hard'))).toBe(true);
    expect([lines.length, lines.at(-1)]).toEqual([12, expect.stringMatching(/^… and \d+ more$/)]);
  });

  test('the action fails as the command does', async () => {
    const { inputs, runs } = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'));
    const { run: text, env } = runs.steps.at(-1);
    const given: Readonly<Record<string, string>> = { set: 'clash/set.json', report: 'clashes.csv' };
    const variables = Object.entries<string>(env).map(([name, value]) => {
      const [, input = ''] = /inputs\.([\w-]+)/.exec(value) ?? [];
      return [name, given[input] ?? inputs[input].default];
    });
    const { status, stdout } = await run('bash', ['-e', '-c', text], {
      ...Object.fromEntries(variables),
      GITHUB_ACTION_PATH: ROOT,
    });
    expect([status, stdout.split('\n').length]).toEqual([2, 23]);
    expect(readFileSync(at('clashes.csv'), 'utf8').split('\n').length).toBeGreaterThan(100);
  });

  test.runIf(findRedis() !== null)(
    'compose: a worker is healthy, and the planner gives the bytes of one process',
    async () => {
      const { services } = parse(read('docker/compose.yaml'), { merge: true });
      const redis = new RedisServer({ persistent: false });
      await redis.start();
      mkdirSync(at('store'));
      const port = await freePort();
      const here = (words: readonly string[]): string[] =>
        words.map((word) =>
          word
            .replace('redis://redis:6379', redis.url)
            .replace('/data/store', at('store'))
            .replace('/data/sets', folder)
            .replace('9464', String(port)),
        );
      const [name, ...args] = here(services.worker.command);
      expect(name).toBe('worker');
      const worker = new WorkerProcess(args, { XDG_CACHE_HOME: at('cache') });
      try {
        await worker.until('queue-connected');
        const [, ...check] = here(services.worker.healthcheck.test);
        const [program = '', ...words] = check;
        expect(await run(program, words)).toMatchObject({ status: 0 });
        // Against an earlier result, clashes would have states.
        rmSync(at('clashes.jsonl'), { force: true });
        const planner = await run('nearmiss', here(services.planner.command));
        expect([planner.status, readFileSync(at('clashes.jsonl'), 'utf8')]).toEqual([0, one]);
        expect(await worker.end('SIGTERM')).toBe(0);
        expect(await run(program, words)).toMatchObject({ status: 1 });
      } finally {
        await worker.end('SIGKILL');
        await redis.stop();
      }
    },
  );
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
