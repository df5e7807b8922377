import { describe, expect, test } from 'vitest';
import { findSameNames, findWords } from '../scripts/check-words.mjs';

const wordsOf = (file: string, text: string): string[] =>
  findWords(file, text).map(({ line, kind, word }) => `${line} ${kind} ${word}`);

describe('private words', () => {
  test.each([
    ['a.ts', 'export const wayOut = 1;\n', ['1 identifier way']],
    ['a.ts', 'class A {\n  #roomAt = 1;\n  f = this.#roomAt;\n}\n', ['2 identifier room', '3 identifier room']],
    ['a.ts', 'export const FIRST_LOOK = 1;\n', ['1 identifier look']],
    ['a.ts', "throw new Error('It is in the way.');\n", ['1 string way']],
    ['a.ts', `const n = 1;\nconst s = \`\${n} pieces\`;\n`, ['2 string pieces']],
    ['a.ts', '// The resting body.\nexport const x = 1;\n', ['1 comment resting']],
    ['a.ts', '/**\n * A\n * shadow.\n */\nexport const x = 1;\n', ['3 comment shadow']],
    ['shadow-steps.ts', 'export const x = 1;\n', ['1 file shadow']],
    ['a.md', '# The way out\n', ['1 text way']],
  ])('%s: %j', (file, text, expected) => {
    expect(wordsOf(file, text).sort()).toEqual([...expected].sort());
  });

  test.each([
    ['a.ts', 'export const always = 1;\nexport const measured = stringify(displaced);\n'],
    ['a.ts', '// In place of a list; looked up where two edges meet.\nexport const x = 1;\n'],
    ['packages/core/src/shapes/ring.ts', 'export const ring = 1;\n'],
    ['a.md', 'Plain text.\n\n```ts\nconst way = 1;\n```\n'],
  ])('ordinary English and longer words are none: %s %j', (file, text) => {
    expect(wordsOf(file, text)).toEqual([]);
  });
});

test('files of core have names of their own, entries aside', () => {
  const files = ['world/world.ts', 'entries/world.ts', 'bvh/build.ts', 'hulls/build.ts'].map(
    (f) => `packages/core/src/${f}`,
  );
  expect(findSameNames(files)).toEqual([
    `packages/core/src/hulls/build.ts has the name of packages/core/src/bvh/build.ts.`,
  ]);
});
