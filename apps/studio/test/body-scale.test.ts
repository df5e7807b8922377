import { expect, test } from 'vitest';
import { nameOf } from '../src/page/body-name.ts';
import { factorOf, fileWord, splitScale } from '../src/page/body-scale.ts';

test.each([
  ['part.stl@mm', 'part.stl', 'mm', 0.001],
  ['part.stl@in', 'part.stl', 'in', 0.0254],
  ['part.stl@0.5', 'part.stl', '0.5', 0.5],
  ['part.stl', 'part.stl', null, 1],
  ['me@home.stl', 'me@home.stl', null, 1],
  ['part.stl@-1', 'part.stl@-1', null, 1],
  ['part.stl@0', 'part.stl@0', null, 1],
  ['part.stl@', 'part.stl@', null, 1],
])('%s is %s in %s', (text, name, scale, factor) => {
  expect(splitScale(text)).toEqual({ name, scale });
  expect(factorOf(scale)).toBe(factor);
});

test.each([
  ['part.stl', 'mm'],
  ['part.stl', null],
  ['odd@2', null],
  ['odd@2', '3'],
])('the word of %s, %s is read back', (name, scale) => {
  const word = fileWord(name, scale);
  expect(nameOf({ word })).toBe(name);
  expect(factorOf(splitScale(word).scale)).toBe(factorOf(scale));
});
