import { Model, type PenetrationStart, penetration } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { FIRST_START, readStart, START_NAMES, writeStart } from '../src/page/depth-start.ts';

test('a link brings every start back, and says nothing of the first', () => {
  for (const start of Object.keys(START_NAMES) as PenetrationStart[]) {
    expect(readStart(`#a=shape:box&show=depth${writeStart(start)}`)).toBe(start);
  }
  expect(writeStart(FIRST_START)).toBe('');
});

test.each(['', '#start=', '#start=blob', '#start=toString', '#start=__proto__'])(
  'there is no other start in %j',
  (hash) => {
    expect(readStart(hash)).toBe(FIRST_START);
  },
);

test('the library knows them all', () => {
  const box = Model.build(makeShape('box'));
  for (const start of Object.keys(START_NAMES) as PenetrationStart[]) {
    expect(penetration(box, {}, box, { position: [0.5, 0, 0] }, { start }).status).toBe('overlapping');
  }
});
