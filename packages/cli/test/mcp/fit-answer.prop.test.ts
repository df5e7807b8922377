import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerBytes, fitted, fittedText, MOST_DATA } from '../../src/mcp/fit-answer.ts';

// Letters of one, two, three and four bytes, and those that are quoted.
const letters = fc.constantFrom('a', 'ü', '层', '🧱', '"', '\\', '\n', '\u0001', '\ud800');
const texts = fc.array(letters, { maxLength: 400, size: 'max' }).map((all) => all.join(''));
const clashLists = fc.array(fc.record({ id: texts, name: texts }), { maxLength: 100, size: 'max' });
const summaries = fc.record({ pairs: fc.nat(), matrix: fc.array(texts, { maxLength: 60 }) });

/** As the tool makes it: so many of all clashes, and how many more there are. */
const resultOf = (all: readonly object[], summary: object, limit: number) => {
  const clashes = all.slice(0, limit);
  return { summary, clashes, more: all.length - clashes.length, warnings: [] };
};

test('a larger limit never shows fewer clashes; those shown and those counted are all; nothing is too long', () => {
  let shortened = 0;
  fc.assert(
    fc.property(clashLists, summaries, fc.integer({ min: 1, max: 99 }), (all, summary, limit) => {
      const [fewer, more] = [limit, limit + 1].map((most) => fitted(resultOf(all, summary, most)));
      for (const answer of [fewer, more]) {
        expect(answerBytes(answer)).toBeLessThanOrEqual(MOST_DATA);
        const { clashes, more: rest } = answer as { clashes: unknown[]; more: number };
        expect(clashes).toEqual(all.slice(0, clashes.length));
        expect(clashes.length + rest).toBe(all.length);
        if (clashes.length < Math.min(limit, all.length)) shortened++;
      }
      expect((more.clashes as unknown[]).length).toBeGreaterThanOrEqual((fewer.clashes as unknown[]).length);
    }),
    { numRuns: 100 },
  );
  // Or nothing was put to the test.
  expect(shortened).toBeGreaterThan(50);
});

test('as many clashes as fit', () => {
  const all = Array.from({ length: 100 }, (_, id) => ({ id, name: 'x'.repeat(500) }));
  const { clashes } = fitted(resultOf(all, {}, 100)) as { clashes: unknown[] };
  expect(clashes.length).toBeGreaterThan(15);
  expect(answerBytes(resultOf(all, {}, clashes.length + 1))).toBeGreaterThan(MOST_DATA);
});

test('a text is as it was, or its beginning', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 300 }), (text, times) => {
      const long = text.repeat(times);
      const short = fittedText(long);
      expect(long.startsWith(short)).toBe(true);
      expect(Buffer.byteLength(JSON.stringify(short))).toBeLessThanOrEqual(MOST_DATA);
      if (Buffer.byteLength(JSON.stringify(long)) <= MOST_DATA) expect(short).toBe(long);
    }),
  );
});
