import { expect, test } from 'vitest';
import { formatTable, useColour } from '../../src/terminal/table.ts';

test.each([
  [{ isTTY: true }, {}, true],
  [{ isTTY: true }, { NO_COLOR: '' }, true],
  [{ isTTY: true }, { NO_COLOR: '1' }, false],
  [{ isTTY: true }, { TERM: 'dumb' }, false],
  [{}, {}, false],
])('colour on %j with %j: %s', (output, environment, colour) => {
  expect(useColour(output, environment)).toBe(colour);
});

test('a table lines up, and control characters in it do nothing', () => {
  expect(
    formatTable(
      'head\x1b[2J',
      [
        ['a', '1'],
        ['long', '2\n3'],
      ],
      false,
    ),
  ).toBe('head [2J\n  a     1\n  long  2 3\n');
});
