import { expect, test } from 'vitest';
import { readLines } from '../../src/batch/lines.ts';

async function linesOf(chunks: readonly string[], longest?: number): Promise<(string | null)[]> {
  async function* input(): AsyncGenerator<Buffer> {
    for (const chunk of chunks) yield Buffer.from(chunk, 'latin1');
  }
  const lines: (string | null)[] = [];
  for await (const group of readLines(input(), longest)) lines.push(...group.lines);
  return lines;
}

test('lines are put together from chunks, letters of several bytes too', async () => {
  const bytes = Buffer.from('α1\n\nβ2\r\nγ3').toString('latin1');
  const whole = ['α1', 'β2\r', 'γ3'];
  for (let split = 0; split <= bytes.length; split++) {
    expect(await linesOf([bytes.slice(0, split), bytes.slice(split)])).toEqual(whole);
  }
  expect(await linesOf([...bytes])).toEqual(whole);
});

test('a byte-order mark at the start is none of the first line, in whatever chunks it comes', async () => {
  const bytes = Buffer.from('\uFEFF{"a":1}\n\uFEFFb').toString('latin1');
  const whole = ['{"a":1}', '\uFEFFb'];
  for (let split = 0; split <= bytes.length; split++) {
    expect(await linesOf([bytes.slice(0, split), bytes.slice(split)])).toEqual(whole);
  }
  expect(await linesOf(['\u00EF\u00BB\u00BF'])).toEqual([]);
});

test('a line that is too long is null, and those around it are read', async () => {
  const text = 'a\n12345678\nb\n';
  expect(await linesOf([text], 7)).toEqual(['a', null, 'b']);
  expect(await linesOf([...text], 7)).toEqual(['a', null, 'b']);
  expect(await linesOf([...text], 8)).toEqual(['a', '12345678', 'b']);
});
