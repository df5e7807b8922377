import { expect, test } from 'vitest';
import { checkEngine } from '../scripts/check-engine.mjs';

const found = (text: string): number => checkEngine('file.ts', text).length;

test.each([
  'Math.hypot(1, 2)',
  'Math.sin(x)',
  'const { cos } = Math;',
  "Math['atan2'](1, 2)",
  'Math.random()',
  'const m = Math;',
  'x ** 2',
  '2 ** k',
  '4 ** 3',
  '2 ** 0.5',
  'x **= 2',
  'new Date()',
  'performance.now()',
  'Intl.Collator',
  "a.localeCompare('b')",
  'x.toLocaleString()',
])('refuses %s', (text) => {
  expect(found(`function f(x: number, k: number, a: string) { ${text} }`)).toBe(1);
});

test.each([
  'Math.sqrt(x) + Math.max(1, Math.PI)',
  '2 ** -40',
  '2 ** 20',
  'a.Date',
  'const b = { Math: 1, performance: 2 };',
  'x.hypot(1)',
])('takes %s', (text) => {
  expect(found(`function f(x: number, a: object) { ${text} }`)).toBe(0);
});
