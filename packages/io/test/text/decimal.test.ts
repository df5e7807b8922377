import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanDecimal } from '../../src/text/decimal.ts';
import { utf8 } from '../help.ts';

function scan(text: string): { value: number; end: number } | null {
  const out = { value: Number.NaN, end: -1 };
  const bytes = utf8(text);
  return scanDecimal(bytes, 0, bytes.length, out) ? out : null;
}

test.each([
  ['0', 0],
  ['-0', -0],
  ['+1.5', 1.5],
  ['.5', 0.5],
  ['5.', 5],
  ['1e3', 1000],
  ['1E+3', 1000],
  ['1.e-3', 0.001],
  ['0.1', 0.1],
  ['123456789012345678', 123456789012345680],
  ['9007199254740993', 9007199254740992],
  ['2.2250738585072011e-308', 2.225073858507201e-308],
  ['1.7976931348623157e308', Number.MAX_VALUE],
  ['1e400', Number.POSITIVE_INFINITY],
  ['1e-400', 0],
  ['0e99999999999', 0],
  ['0.000000000000000000000000000000000000000001', 1e-42],
])('%s is %d', (text, value) => {
  expect(scan(text)).toEqual({ value, end: text.length });
});

test.each(['', '-', '+', '.', '-.', 'e5', '1e', '1e+', 'nan', 'inf', 'Infinity', '-nan', 'x', ',5'])(
  '%j is no number',
  (text) => {
    expect(scan(text)).toBeNull();
  },
);

test.each([
  ['1,5', 1],
  ['0x10', 1],
  ['1_000', 1],
  ['1.5.2', 3],
  ['1e5e5', 3],
])('%s ends early', (text, end) => {
  expect(scan(text)?.end).toBe(end);
});

test('every decimal reads as the language reads it', () => {
  const digits = fc.stringMatching(/^[0-9]{0,25}$/);
  let fast = 0;
  fc.assert(
    fc.property(fc.constantFrom('', '-', '+'), digits, digits, fc.integer({ min: -330, max: 330 }), (sign, a, b, e) => {
      fc.pre(a !== '' || b !== '');
      for (const text of [`${sign}${a}.${b}e${e}`, `${sign}${a}.${b}`]) {
        expect(scan(text)).toEqual({ value: Number(text), end: text.length });
      }
      if (a.length + b.length <= 15 && b.length <= 22) fast++;
    }),
    { numRuns: 5000, seed: 1 },
  );
  expect(fast).toBeGreaterThan(500); // or the short method was never taken
});

test('the shortest text of every double reads back as that double', () => {
  const read = (value: number): number | undefined => scan(String(value))?.value;
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(read(value)).toBe(value === 0 ? 0 : value);
    }),
    { numRuns: 5000, seed: 2 },
  );
});

test('numbers of sixteen to nineteen digits, and those next to the middle of two doubles', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, min: 1e-3, max: 1e4 }),
      fc.integer({ min: 16, max: 19 }),
      fc.integer({ min: -2, max: 2 }),
      (x, digits, step) => {
        // The middle of x and the next double, or so: 19 digits are at most a ten thousandth of their gap away from it.
        const [bits, view] = [new BigInt64Array(1), new Float64Array(1)];
        view[0] = x;
        bits[0] = new BigInt64Array(view.buffer)[0] + 1n;
        const middle =
          (BigInt(Math.round(x * 2 ** 40)) + BigInt(Math.round(new Float64Array(bits.buffer)[0] * 2 ** 40))) / 2n;
        const nineteen = ((middle * 10n ** 15n) / 2n ** 40n + BigInt(step)).toString().padStart(16, '0');
        for (const text of [x.toPrecision(digits), `${nineteen.slice(0, -15)}.${nineteen.slice(-15)}`, `-${x}`]) {
          expect(scan(text)).toEqual({ value: Number(text), end: text.length });
        }
      },
    ),
    { numRuns: 20000 },
  );
  // Between 1 and 2 doubles are 2⁻⁵² apart, and 2⁵³ + odd is the middle of two.
  for (let k = 1; k < 4000; k += 2) {
    for (const text of [`${2n ** 53n + BigInt(k)}`, `${2n ** 53n + BigInt(k)}.0`, `${2n ** 54n + BigInt(k)}.5`]) {
      expect(scan(text)?.value).toBe(Number(text));
    }
  }
});
