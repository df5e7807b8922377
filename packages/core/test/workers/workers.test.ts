import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openWorkers, type Workers, type WorkersOptions } from '../../src/entries/workers.ts';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-workers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let marks = 0;
const mark = (): string => join(folder, `mark-${marks++}`);

let pool: Workers | undefined;
afterEach(() => pool?.close());

const program = new URL('./mortal-worker.child.mjs', import.meta.url);

function start(count: number, markFile = mark()): Workers {
  pool = openWorkers({ count, program, settings: { mark: markFile } });
  return pool;
}

const line = (id: number, op = 'live'): string => JSON.stringify({ id, op });
const alive = (id: number, op = 'live'): string => line(id, op).toUpperCase();
const DEAD = 'workers/died';

const ask = (threads: Workers, lines: readonly string[], subject?: string): Promise<unknown>[] =>
  threads.ask('line', lines, { subject }).map((answer) => answer.catch(({ code }) => code));

test.each([1, 2, 4])('an input that kills is refused, and the others are answered: %i threads', async (count) => {
  const threads = start(count);
  const portions = [
    [line(0), line(1, 'die'), line(2)],
    [line(3)],
    [line(4, 'throw')],
    [line(5), line(6, 'die'), line(7, 'die'), line(8)],
  ];
  expect(await Promise.all(portions.map((portion) => Promise.all(ask(threads, portion))))).toEqual([
    [alive(0), DEAD, alive(2)],
    [alive(3)],
    [DEAD],
    [alive(5), DEAD, DEAD, alive(8)],
  ]);
});

test.each([[[line(0, 'die once')]], [[line(0, 'die once'), line(1)]]])(
  '%j: a death of chance costs nothing',
  async (lines) => {
    const answers = await Promise.all(ask(start(2), lines));
    expect(answers).toEqual([alive(0, 'die once'), alive(1)].slice(0, lines.length));
  },
);

test('an answer that came before the thread died stands, and is not asked for again', async () => {
  const file = mark();
  const answers = ask(start(1, file), [line(0), line(1), line(2, 'die'), line(3)]);
  expect(await Promise.all(answers)).toEqual([alive(0), alive(1), DEAD, alive(3)]);
  expect(readFileSync(file, 'utf8')).toBe('lll');
});

test('an answer does not wait for those behind it', async () => {
  const file = mark();
  const [first, second] = ask(start(1, file), [line(0), line(1, 'wait')]);
  expect(await first).toEqual(alive(0));
  expect(existsSync(`${file}-go`)).toBe(false);
  writeFileSync(`${file}-go`, '');
  expect(await second).toEqual(alive(1, 'wait'));
});

test('inputs with the same subject go to the same thread, as long as there are others for the rest', async () => {
  const threads = start(2);
  const done = new Map<unknown, string[]>();
  const asked = Array.from({ length: 40 }, async (_, k) => {
    const subject = k % 4 < 2 ? 'a' : 'b';
    const [answer] = await Promise.all(ask(threads, [line(k, 'who')], subject));
    done.set(answer, [...(done.get(answer) ?? []), subject]);
  });
  await Promise.all(asked);
  expect(done.size).toBe(2);
  for (const subjects of done.values()) {
    // The first input of a thread may be of a subject that the other one has; then come its own, then what is left.
    const changes = subjects.slice(1).filter((subject, k) => k > 0 && subject !== subjects[k]).length;
    expect(changes).toBeLessThanOrEqual(1);
  }
  // One subject alone keeps no thread idle.
  const alone = await Promise.all([0, 1, 2, 3].map((k) => Promise.all(ask(threads, [line(k, 'who')], 'a'))));
  expect(new Set(alone.map(([answer]) => answer)).size).toBe(2);
});

test('a lane is one thread, also when it has to wait for it', async () => {
  const threads = start(3);
  const asked = Array.from({ length: 30 }, async (_, k) => {
    const [answer] = threads.ask('line', [line(k, 'who')], { lane: k });
    return { lane: k % 3, thread: await answer };
  });
  const pairs = new Set((await Promise.all(asked)).map(({ lane, thread }) => `${lane} ${thread}`));
  expect(pairs.size).toBe(3);
});

test('an error of a task is that of its answer alone, and an unknown task is named', async () => {
  const threads = start(1);
  const [bad] = threads.ask('bad', [0]);
  const [unknown] = threads.ask('nothing', [0]);
  await expect(bad).rejects.toThrow('A bad input.');
  await expect(unknown).rejects.toMatchObject({ message: expect.stringContaining('"nothing"') });
  const [unsendable] = threads.ask('line', [() => 1]);
  await expect(unsendable).rejects.toThrow(/could not be cloned/);
  expect(await Promise.all(ask(threads, [line(1)]))).toEqual([alive(1)]);
});

test('a program that cannot be loaded, a bad number, a closed pool', async () => {
  const broken = openWorkers({ count: 2, program: new URL('./none.js', import.meta.url) });
  const [first] = broken.ask('line', [line(0)]);
  await expect(first).rejects.toMatchObject({ code: DEAD });
  const [later] = broken.ask('line', [line(0)], { lane: 1 });
  await expect(later).rejects.toMatchObject({ code: DEAD });
  const bad = [0, 1.5, 257, Number.NaN, null, '2'].map((count) => ({ count, program }));
  for (const options of [...bad, { program: 5 }, { program: null }, { program: './a.js' }, { cuont: 1 }, null, 4]) {
    expect(() => openWorkers(options as WorkersOptions)).toThrow(
      expect.objectContaining({ code: 'options/bad-value' }),
    );
  }
  const closed = start(1);
  const [unanswered] = closed.ask('line', [line(0, 'wait')]);
  const refused = expect(unanswered).rejects.toMatchObject({ code: 'workers/closed' });
  await closed.close();
  await refused;
  const [afterwards] = closed.ask('line', [line(0)]);
  await expect(afterwards).rejects.toMatchObject({ code: 'workers/closed' });
});
