import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { WorkerPool } from '../../src/batch/worker-pool.ts';
import { emptyFolder } from '../run-command.ts';

const mark = (): string => join(emptyFolder(), 'mark');

let pool: WorkerPool | undefined;
afterEach(() => pool?.close());

function start(workers: number, markFile = mark()): WorkerPool {
  pool = new WorkerPool({
    workers,
    program: new URL('./mortal-worker.child.mjs', import.meta.url),
    workerData: { mark: markFile },
    open: () => Promise.reject(new Error('Nothing is opened here.')),
  });
  return pool;
}

const line = (id: number, op = 'live'): string => JSON.stringify({ id, op });
const alive = (id: number, op = 'live') => ({ text: line(id, op).toUpperCase(), ok: true });
const dead = (id: number) => ({
  text: expect.stringMatching(`^{"id":${id},"ok":false,.*"batch/worker-died"`),
  ok: false,
});

test.each([1, 2, 4])('a line that kills is named, and the others are answered: %i threads', async (workers) => {
  const threads = start(workers);
  const portions = [
    [line(0), line(1, 'die'), line(2)],
    [line(3)],
    [line(4, 'throw')],
    [line(5), line(6, 'die'), line(7, 'die'), line(8)],
  ];
  expect(await Promise.all(portions.map((portion) => Promise.all(threads.answer(portion))))).toEqual([
    [alive(0), dead(1), alive(2)],
    [alive(3)],
    [dead(4)],
    [alive(5), dead(6), dead(7), alive(8)],
  ]);
});

test.each([[[line(0, 'die once')]], [[line(0, 'die once'), line(1)]]])(
  '%j: a death of chance costs nothing',
  async (lines) => {
    const answers = await Promise.all(start(2).answer(lines));
    expect(answers).toEqual([alive(0, 'die once'), alive(1)].slice(0, lines.length));
  },
);

test('an answer that came before the thread died stands, and is not asked for again', async () => {
  const file = mark();
  const answers = start(1, file).answer([line(0), line(1), line(2, 'die'), line(3)]);
  expect(await Promise.all(answers)).toEqual([alive(0), alive(1), dead(2), alive(3)]);
  expect(readFileSync(file, 'utf8')).toBe('lll');
});

test('an answer does not wait for those behind it', async () => {
  const file = mark();
  const [first, second] = start(1, file).answer([line(0), line(1, 'wait')]);
  expect(await first).toEqual(alive(0));
  writeFileSync(`${file}-go`, '');
  expect(await second).toEqual(alive(1, 'wait'));
});

test('lines with the same subject go to the same thread, as long as there are others for the rest', async () => {
  const threads = start(2);
  const done = new Map<string, string[]>();
  const asked = Array.from({ length: 40 }, async (_, k) => {
    const subject = k % 4 < 2 ? 'a' : 'b';
    const [answer] = await Promise.all(threads.answer([line(k, 'who')], subject));
    done.set(answer.text, [...(done.get(answer.text) ?? []), subject]);
  });
  await Promise.all(asked);
  expect(done.size).toBe(2);
  for (const subjects of done.values()) {
    // The first line of a thread may be of a subject that the other one has; then come its own, then what is left.
    const changes = subjects.slice(1).filter((subject, k) => k > 0 && subject !== subjects[k]).length;
    expect(changes).toBeLessThanOrEqual(1);
  }
  // One subject alone keeps no thread idle.
  const alone = await Promise.all([0, 1, 2, 3].map((k) => Promise.all(threads.answer([line(k, 'who')], 'a'))));
  expect(new Set(alone.map(([answer]) => answer.text)).size).toBe(2);
});
