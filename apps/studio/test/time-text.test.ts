import { expect, test } from 'vitest';
import { timeText } from '../src/page/time-text.ts';

test.each([
  [0, '0 µs'],
  [0.25, '250 ns'],
  [3.12, '3.1 µs'],
  [420.6, '421 µs'],
  [9.97, '10 µs'],
  [999.7, '1.0 ms'],
  [1500, '1.5 ms'],
  [87_000, '87 ms'],
  [8_300_000, '8.3 s'],
])('%s µs is %s', (microseconds, text) => {
  expect(timeText(microseconds)).toBe(text);
});
