import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LineWriter } from '../../src/batch/line-writer.ts';

/** A reader that takes a chunk whenever it is told to. */
function slowReader() {
  let taken = '';
  let take: (() => void) | undefined;
  const output = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      take = () => {
        taken += chunk;
        take = undefined;
        done();
      };
    },
  });
  return { output, take: () => take?.(), taken: () => taken };
}

test('a slow reader holds up a slow writer, however often that is told to hand on what it has', async () => {
  const { output, take, taken } = slowReader();
  const writer = new LineWriter(output);
  const lines = Array.from({ length: 500 }, (_, k) => `${k} ${'x'.repeat(1000)}`);
  let written = 0;
  const writing = (async () => {
    for (const line of lines) {
      await writer.write(line);
      written++;
      await setImmediate();
    }
    await writer.end();
  })();
  // As a clock does that hands answers on every now and then.
  for (let turn = 0; turn < 1000; turn++) {
    void writer.flush();
    await setImmediate();
  }
  expect(written).toBeLessThan(100);
  expect(output.writableLength).toBeLessThan(100_000);
  expect(output.listenerCount('error')).toBeLessThan(4);

  for (let turn = 0; turn < 1000; turn++) {
    take();
    await setImmediate();
  }
  await writing;
  expect(taken()).toBe(lines.map((line) => `${line}\n`).join(''));
});

test('lines that come after the end are left out', async () => {
  const { output, take, taken } = slowReader();
  const writer = new LineWriter(output);
  await writer.write('one');
  const ending = writer.end();
  await writer.write('two');
  for (let turn = 0; turn < 5; turn++) {
    take();
    await setImmediate();
  }
  await ending;
  expect(taken()).toBe('one\n');
});

test.each(['write', 'end'] as const)('%s says that writing failed', async (how) => {
  const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error('full')) });
  const writer = new LineWriter(output);
  await writer.write('one');
  if (how === 'write') await expect(writer.write('x'.repeat(100_000))).rejects.toThrow('full');
  await expect(writer.end()).rejects.toThrow();
});
