// Multiplied by a power of two, a scene has the same answers: every length the same multiple, every other number, face and
// status the same, to the bit, from 2^-990 (1e-298) to 2^490 (3e147). What a double cannot hold at the lower end is rounded once.

import { describe, expect, test } from 'vitest';
import { scaleByPowerOfTwo } from '../../src/scalar/power-of-two.ts';
import { ASKS, sceneAt } from './scale-asks.ts';

/** Four in `npm test`; as many as asked for in the long form, `npm run fuzz:scales`. */
const COUNT = Number(process.env.NEARMISS_SCALES ?? 4);
const EXPONENTS = Array.from({ length: COUNT }, (_, k) => Math.round(-990 + (1480 * k) / (COUNT - 1)));

/** The positions where two answers differ, lengths being 2ᵏ times as large in the second. */
function differences(
  a: unknown,
  b: unknown,
  k: number,
  lengths: readonly string[],
  isLength = false,
  at = '',
): string[] {
  if (typeof a === 'number' && typeof b === 'number') {
    const wanted = isLength ? scaleByPowerOfTwo(a, k) : a;
    const rounding = isLength ? Number.MIN_VALUE : 0;
    return Object.is(wanted, b) || Math.abs(wanted - b) <= rounding ? [] : [`${at}: ${wanted} became ${b}`];
  }
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') {
    return Object.is(a, b) ? [] : [`${at}: ${String(a)} became ${String(b)}`];
  }
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys.flatMap((key) =>
    differences(
      Reflect.get(a, key),
      Reflect.get(b, key),
      k,
      lengths,
      isLength || lengths.includes(key),
      `${at}/${key}`,
    ),
  );
}

describe.each(Object.entries(ASKS))('%s', (_, { ask, lengths }) => {
  const plain = ask(sceneAt(1));
  test.each(EXPONENTS)('× 2^%i', (k) => {
    expect(differences(plain, ask(sceneAt(scaleByPowerOfTwo(1, k))), k, lengths).slice(0, 5)).toEqual([]);
  });
});
