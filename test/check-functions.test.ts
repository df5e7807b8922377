import { expect, test } from 'vitest';
import { checkFunctions, checkListed } from '../scripts/check-functions.mjs';

const long = (lines: number): string => `function f(): void {\n${'  g();\n'.repeat(lines - 2)}}\n`;

test('takes a function of eighty lines and eight parameters', () => {
  expect(checkFunctions('a.ts', long(80), {})).toEqual([]);
  expect(checkFunctions('a.ts', 'const f = (a, b, c, d, e, g, h, i) => a;', {})).toEqual([]);
});

test('names what is too long', () => {
  expect(checkFunctions('a.ts', `const x = 1;\n${long(81)}`, {})).toEqual(['a.ts:2 f has 81 lines, more than 80.']);
});

test.each([
  ['a function', 'function f(a, b, c, d, e, g, h, i, j) {}', 'f'],
  ['an arrow', 'const f = (a, b, c, d, e, g, h, i, j) => a;', 'f'],
  ['a method', 'class C { take(a, b, c, d, e, g, h, i, j) {} }', 'take'],
  ['a constructor', 'class C { constructor(a, b, c, d, e, g, h, i, j) {} }', 'constructor'],
  ['a property', 'const o = { take: (a, b, c, d, e, g, h, i, j) => a };', 'take'],
])('names what takes too much: %s', (_, text, name) => {
  expect(checkFunctions('a.ts', text, {})).toEqual([`a.ts:1 ${name} takes 9 parameters, more than 8.`]);
});

test('leaves kernels that are listed, and names those listed without need', () => {
  expect(checkFunctions('a.ts', long(100), { 'a.ts f': 'one part' })).toEqual([]);
  expect(checkFunctions('a.ts', long(10), { 'a.ts f': 'one part', 'b.ts g': 'one part' })).toEqual([
    'a.ts f is listed as a kernel, and exceeds no limit.',
  ]);
});

test('a function without a name inside a kernel that is listed is judged by itself', () => {
  const kernel = `function f(): void {\n${'  g();\n'.repeat(80)}  h((a, b, c, d, e, g, h, i, j) => a);\n}\n`;
  expect(checkFunctions('a.ts', kernel, { 'a.ts f': 'one part' })).toEqual([
    'a.ts:82 (no name in f) takes 9 parameters, more than 8.',
  ]);
});

test('names listed files that are not there', () => {
  expect(checkListed(['a.ts'], { 'a.ts f': '', 'b/c.ts g': '' })).toEqual([
    'b/c.ts g is listed as a kernel, and there is no such file.',
  ]);
});
