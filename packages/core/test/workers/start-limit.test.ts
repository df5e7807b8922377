import { expect, test } from 'vitest';
import { openWorkers } from '../../src/entries/workers.ts';
import { limitStart, START_SECONDS, type Timer } from '../../src/workers/start-limit.ts';
import type { BrowserWorker } from '../../src/workers/thread.ts';
import { Workers } from '../../src/workers/workers.ts';

/** A timer whose time passes when the test says so. */
function madeUpTimer(): { timer: Timer; pass: (milliseconds: number) => void; waiting: () => number } {
  const set = new Map<object, { callback: () => void; due: number }>();
  let now = 0;
  return {
    timer: (callback, milliseconds) => {
      const key = {};
      set.set(key, { callback, due: now + milliseconds });
      return () => set.delete(key);
    },
    // As engines do after a long pause: what was set meanwhile is not yet due.
    pass: (milliseconds) => {
      now += milliseconds;
      for (const [key, { callback, due }] of [...set]) {
        if (due <= now && set.delete(key)) callback();
      }
    },
    waiting: () => set.size,
  };
}

/** A worker that is loaded and never says anything, unless it is told to; what it is sent goes nowhere. */
class SilentWorker implements BrowserWorker {
  ended = false;
  say: (message: unknown) => void = () => {};

  postMessage(): void {}

  terminate(): void {
    this.ended = true;
  }

  addEventListener(type: 'message' | 'error', listener: (event: { data: unknown; message?: string }) => void): void {
    if (type === 'message') this.say = (data) => listener({ data });
  }
}

function silentPool(count: number): { pool: Workers; workers: SilentWorker[]; time: ReturnType<typeof madeUpTimer> } {
  const time = madeUpTimer();
  const workers: SilentWorker[] = [];
  const start = (): SilentWorker => {
    const worker = new SilentWorker();
    workers.push(worker);
    return worker;
  };
  const launch = { start, program: 'https://host/wp.js', remedy: 'Bundle it.', timer: time.timer };
  return { pool: new Workers({ count }, launch), workers, time };
}

const second = (time: { pass: (milliseconds: number) => void }, times: number): void => {
  for (let k = 0; k < times; k++) time.pass(1000);
};

test('a program that never says that it runs is refused with its address and a remedy, and ended', async () => {
  const { pool, workers, time } = silentPool(2);
  const [first] = pool.ask('collide', [0]);
  const refused = expect(first).rejects.toMatchObject({
    code: 'workers/died',
    message: `No worker could start https://host/wp.js: it has not said within ${START_SECONDS} seconds that it runs. Bundle it.`,
  });
  second(time, START_SECONDS - 1);
  expect(workers.map(({ ended }) => ended)).toEqual([false, false]);
  second(time, 1);
  expect(workers.map(({ ended }) => ended)).toEqual([true, true]);
  await refused;
  expect(workers).toHaveLength(2);
  expect(time.waiting()).toBe(0);
  const [later] = pool.ask('collide', [0]);
  await expect(later).rejects.toMatchObject({ code: 'workers/died' });
});

test('one that says so is left alone, and gets what the silent one had', async () => {
  const { pool, workers, time } = silentPool(2);
  const answers = [...pool.ask('a', ['first']), ...pool.ask('b', ['second'])];
  workers[1]?.say({ kind: 'ready' });
  workers[1]?.say({ kind: 'answer', given: { ok: true, value: 2 } });
  second(time, 2 * START_SECONDS);
  expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
  workers[1]?.say({ kind: 'answer', given: { ok: true, value: 1 } });
  expect(await Promise.all(answers)).toEqual([1, 2]);
  // The silent one is not replaced: what is asked of it later goes to the other one too.
  const later = pool.ask('c', ['third'], { lane: 0 });
  workers[1]?.say({ kind: 'answer', given: { ok: true, value: 3 } });
  expect(await Promise.race([...later, 'nobody'])).toBe(3);
  await pool.close();
});

test('a pool that is closed waits for nothing', async () => {
  const { pool, time } = silentPool(3);
  expect(time.waiting()).toBe(3);
  await pool.close();
  expect(time.waiting()).toBe(0);
});

test('time in which this thread was busy does not count', () => {
  const { timer, pass } = madeUpTimer();
  let late = 0;
  limitStart(timer, () => late++);
  pass(1000 * 1000);
  expect(late).toBe(0);
  second({ pass }, START_SECONDS - 1);
  expect(late).toBe(1);
});

test('a program that cannot be loaded is named, with what can be done', async () => {
  const program = new URL('./none.js', import.meta.url);
  const [answer] = openWorkers({ count: 1, program }).ask('collide', [0]);
  await expect(answer).rejects.toMatchObject({
    code: 'workers/died',
    message: expect.stringMatching(/^No worker could start file:.*\/none\.js: .*serveTasks/s),
  });
});
