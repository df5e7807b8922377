// The long forms of what test/queue.test.ts tests; they need redis-server.
//
//   npm run soak:queue -- kill [elements] [lines] [seed]   three workers, one killed at random every few seconds and replaced, Redis restarted
//                                                          once; a generated plant of 20,000 elements and a batch of a million lines, each
//                                                          compared with the bytes of one process
//   npm run soak:queue -- speed [elements]                 a plant by one worker and by two: seconds, the part of the plan, the cost of a shard
//
// Exits 1 where bytes differ.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { plantGlb, plantSet } from '@nearmiss/fixtures';
import { RedisServer } from './redis.mjs';

const COMMAND = fileURLToPath(new URL('../packages/cli/bin/nearmiss.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-soak-'));
const at = (/** @type {string} */ name) => join(folder, name);
/** Seconds of a worker's life before it is killed, at least and at most. */
const LIFE = [3, 8];
/** Seconds after which Redis is restarted. */
const RESTART_AFTER = 10;

/** A worker of the soak: its process and what it logged. */
class SoakWorker {
  /** @type {Record<string, unknown>[]} */
  events = [];

  /** @param {string} name @param {string[]} args */
  constructor(name, args) {
    const own = ['--cache', at(`cache-${name}`), '--lock', '3'];
    this.child = spawn(process.execPath, [COMMAND, 'worker', ...args, ...own], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.ended = new Promise((resolve) => this.child.once('exit', resolve));
    let begun = '';
    this.child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      const lines = (begun + text).split('\n');
      begun = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('{')) this.events.push(JSON.parse(line));
    });
  }

  /** @param {NodeJS.Signals} signal */
  async end(signal) {
    this.child.kill(signal);
    await this.ended;
  }
}

/**
 * Runs the command to its end; how many seconds it took.
 *
 * @param {string[]} args
 */
async function run(args) {
  const started = performance.now();
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  const status = await new Promise((resolve) => child.once('exit', resolve));
  if (status !== 0) throw new Error(`nearmiss ${args.join(' ')} ended with ${status}.`);
  return (performance.now() - started) / 1000;
}

/** @param {string} file */
async function hashOf(file) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(at(file))) hash.update(chunk);
  return hash.digest('hex');
}

/** @param {number} elements */
function writePlant(elements) {
  writeFileSync(at('plant.glb'), plantGlb({ elements }));
  writeFileSync(at('plant.json'), JSON.stringify(plantSet('plant.glb')));
}

/** Queries about boxes and balls at many distances, a few of them wrong. @param {number} count */
async function writeQueries(count) {
  const stream = createWriteStream(at('queries.jsonl'));
  for (let k = 0; k < count; k++) {
    const query = {
      id: k,
      op: k % 3 === 0 ? 'collide' : 'distance',
      a: { model: k % 1000 === 999 ? 'none.ply' : 'plant.glb#0', pose: { position: [(k % 977) / 300, 0, 0] } },
      b: { shape: 'box' },
    };
    if (!stream.write(`${JSON.stringify(query)}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
}

/**
 * Three workers of which one is killed at random again and again, while `work` is done.
 *
 * @param {RedisServer} redis
 * @param {string[]} shared
 * @param {() => number} random
 * @param {() => Promise<unknown>} work
 */
async function whileKilled(redis, shared, random, work) {
  let started = 0;
  const start = () => new SoakWorker(`${started++ % 3}`, shared);
  const workers = [start(), start(), start()];
  let isDone = false;
  let killed = 0;
  const killing = (async () => {
    for (;;) {
      const [least = 0, most = 0] = LIFE;
      await sleep(1000 * (least + (most - least) * random()));
      if (isDone) return;
      const [victim] = workers.splice(Math.floor(random() * workers.length), 1);
      await victim?.end('SIGKILL');
      killed++;
      workers.push(start());
    }
  })();
  let restarts = 0;
  const restarting = sleep(1000 * RESTART_AFTER).then(async () => {
    if (isDone) return;
    await redis.restart(1000);
    restarts++;
  });
  await work();
  isDone = true;
  await Promise.all([killing, restarting]);
  await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
  console.log(`  ${killed} workers killed, Redis restarted ${restarts} times`);
}

/** @param {string[]} values */
async function kill([elements = '20000', lines = '1000000', seed = '1']) {
  let state = Number(seed);
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const redis = new RedisServer({ persistent: true });
  await redis.start();
  mkdirSync(at('store'), { recursive: true });
  const shared = ['--queue', redis.url, '--store', at('store')];
  // The queries are about its first element, also where it is not tested.
  writePlant(Number(elements) || 8);
  await writeQueries(Number(lines));
  /** @type {[string, string[]][]} */
  const works = [
    ['clash', ['clash', at('plant.json'), '--fresh']],
    ['batch', ['batch', at('queries.jsonl')]],
  ];
  for (const [name, args] of works) {
    if (Number(name === 'clash' ? elements : lines) === 0) continue;
    const fine = (/** @type {Error} */ { message }) => {
      // Some queries of the batch are wrong, which is what it ends with.
      if (name !== 'batch' || !message.endsWith('ended with 1.')) throw new Error(message);
    };
    console.log(`${name}: one process …`);
    await run([...args, '-o', at(`${name}-one.jsonl`)]).catch(fine);
    console.log(`${name}: three workers …`);
    await whileKilled(redis, shared, random, () =>
      run([...args, '-o', at(`${name}-three.jsonl`), ...shared]).catch(fine),
    );
    const [one, three] = [await hashOf(`${name}-one.jsonl`), await hashOf(`${name}-three.jsonl`)];
    console.log(`  ${one === three ? 'same bytes' : 'FAULT: other bytes'}, ${one.slice(0, 16)} ${three.slice(0, 16)}`);
    if (one !== three) process.exitCode = 1;
  }
  await redis.stop();
}

/** @param {Record<string, unknown>[]} events @param {string} fact */
function sumOf(events, fact) {
  return events.reduce((sum, event) => sum + (typeof event[fact] === 'number' ? event[fact] : 0), 0);
}

/** @param {string[]} values */
async function speed([elements = '20000']) {
  writePlant(Number(elements));
  const redis = new RedisServer({ persistent: false });
  await redis.start();
  /** @type {Record<number, number>} */
  const seconds = {};
  /** Processor time of the worker that has most of it: what counts on a machine where others work too. @type {Record<number, number>} */
  const processors = {};
  for (const count of [1, 2]) {
    rmSync(at('store'), { recursive: true, force: true });
    mkdirSync(at('store'));
    const shared = ['--queue', redis.url, '--store', at('store')];
    const workers = Array.from({ length: count }, (_, k) => new SoakWorker(`${count}-${k}`, shared));
    while (!workers.every(({ events }) => events.some(({ event }) => event === 'queue-connected'))) await sleep(100);
    const whole = await run(['clash', at('plant.json'), '--fresh', '-o', at(`by-${count}.jsonl`), ...shared]);
    const events = workers.flatMap((worker) => worker.events);
    const done = events.filter(({ event }) => event === 'shard-done');
    const first = events.filter(({ event }) => event === 'shard-started').map(({ time }) => Date.parse(String(time)));
    const last = done.map(({ time }) => Date.parse(String(time)));
    const span = (Math.max(...last) - Math.min(...first)) / 1000;
    const merge = events.find(({ event }) => event === 'merge-done');
    const processor = workers.map((worker) => sumOf(worker.events, 'cpuSeconds'));
    processors[count] = Math.max(...processor);
    console.log(`  processor time of shards: ${processor.map((value) => value.toFixed(1)).join(' and ')} s`);
    const costs = done.map((shard) => Number(shard.seconds)).sort((a, b) => a - b);
    seconds[count] = whole;
    console.log(
      `${count} ${count === 1 ? 'worker' : 'workers'}: ${whole.toFixed(1)} s in all, ${span.toFixed(1)} s of them shards; ` +
        `${done.length} shards, median ${costs[costs.length >> 1]} s, longest ${costs.at(-1)} s, merge ${merge?.seconds} s`,
    );
    console.log(`  before the first shard and after the last: ${(whole - span).toFixed(1)} s`);
    await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
  }
  console.log(
    `by processor time, shards of the busier of two: ${((processors[2] ?? 0) / (processors[1] ?? 1)).toFixed(3)} of one's`,
  );
  const same = readFileSync(at('by-1.jsonl')).equals(readFileSync(at('by-2.jsonl')));
  console.log(
    `two workers take ${((seconds[2] ?? 0) / (seconds[1] ?? 1)).toFixed(3)} of one's time, ${same ? 'same bytes' : 'FAULT: other bytes'}`,
  );
  if (!same) process.exitCode = 1;
  await redis.stop();
}

const [form = 'kill', ...values] = process.argv.slice(2);
try {
  if (form === 'kill') await kill(values);
  else if (form === 'speed') await speed(values);
  else throw new Error(`There is no form "${form}"; there are kill and speed.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
