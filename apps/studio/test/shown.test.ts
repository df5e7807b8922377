import { expect, test } from 'vitest';
import { FIRST_SHOWN, readShown, SHOWS, writeShown } from '../src/page/shown.ts';

test('a link brings back what was shown', () => {
  for (const show of SHOWS) expect(readShown(`#a=shape:box${writeShown({ show, level: 3 })}`).show).toBe(show);
  expect(readShown(writeShown({ show: 'hulls', level: 12 }))).toEqual({ show: 'hulls', level: 12 });
});

test('a link without it stays as it was', () => {
  expect(writeShown(FIRST_SHOWN)).toBe('');
});

test.each(['', '#', '#show=blob&level=-1', '#show=&level=1e9', '#level=2.5', '#show=answer&level=99999'])(
  'there is nothing else to show in %j',
  (hash) => {
    expect(readShown(hash)).toEqual(FIRST_SHOWN);
  },
);
