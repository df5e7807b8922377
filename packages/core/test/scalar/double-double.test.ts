import {
  add,
  compare,
  div,
  fraction,
  fromNumber,
  moveByUlps,
  mul,
  negate,
  type Rational,
  sign,
  sub,
  toNumber,
} from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { ddAdd, ddDifference, ddDivide, ddMultiply, ddSet } from '../../src/scalar/double-double.ts';
import { type Random, seededRandom } from '../../src/scalar/random.ts';

// Registers.
const A = 0;
const B = 2;
const OUT = 4;

/** 2⁻¹⁰⁴, the unit double-double.ts counts its errors in. */
const UNIT = fraction(1n, 1n << 104n);

const magnitude = (x: Rational): Rational => (sign(x) < 0 ? negate(x) : x);
const valueAt = (r: Float64Array, at: number): Rational => add(fromNumber(r[at]), fromNumber(r[at + 1]));

/** |got − exact| in units of 2⁻¹⁰⁴·size. */
function errorUnits(got: Rational, exact: Rational, size: Rational): number {
  const error = magnitude(sub(got, exact));
  return sign(error) === 0 ? 0 : toNumber(div(error, mul(UNIT, size)));
}

const pick = (random: Random, exponents: number): number => (2 * random() - 1) * 10 ** (exponents * (2 * random() - 1));

/** A double-double with a full low half, an empty one, or one far below the high half. */
function randomPair(random: Random, r: Float64Array, at: number, exponents: number): void {
  const hi = pick(random, exponents);
  const kind = random();
  const ulp = Math.abs(moveByUlps(hi, 1) - hi);
  const part = kind < 0.2 ? 0 : kind < 0.8 ? random() - 0.5 : (random() - 0.5) * 10 ** (-20 * random());
  r[at] = hi;
  r[at + 1] = ulp * part;
}

/** The halves do not overlap: adding the low one to the high one does not change it. */
const isNormal = (r: Float64Array, at: number): boolean => r[at] + r[at + 1] === r[at];

describe('double-double', () => {
  test('setting and differences of doubles are exact', () => {
    const random = seededRandom(1);
    const r = new Float64Array(6);
    let inexact = 0;
    for (let run = 0; run < 3000; run++) {
      const x = pick(random, run % 2 ? 140 : 3);
      const y = run % 5 === 0 ? moveByUlps(x, Math.floor(9 * random()) - 4) : pick(random, run % 2 ? 140 : 3);
      ddSet(r, A, x);
      expect([r[A], r[A + 1]]).toEqual([x, 0]);
      ddDifference(r, OUT, x, y);
      expect(compare(valueAt(r, OUT), sub(fromNumber(x), fromNumber(y)))).toBe(0);
      expect(r[OUT]).toBe(x - y);
      if (r[OUT + 1] !== 0) inexact++;
    }
    expect(inexact).toBeGreaterThan(1000);
  });

  test('sums are right to 2⁻¹⁰⁴ of the operands, however much cancels, and of themselves where nothing does', () => {
    const random = seededRandom(2);
    const r = new Float64Array(6);
    let cancelled = 0;
    for (let run = 0; run < 6000; run++) {
      randomPair(random, r, A, run % 3 ? 2 : 140);
      randomPair(random, r, B, run % 3 ? 2 : 140);
      const factor = run % 2 ? 1 : -1;
      if (run % 4 < 2) {
        // B nearly −A (as it enters the sum), from a few ulps of the high half down to ulps of the low one.
        const far = Math.floor(3 * random()) * Math.floor(5 * random());
        r[B] = -factor * moveByUlps(r[A], far);
        r[B + 1] = -factor * r[A + 1] * (run % 8 < 4 ? 1 : random());
        if (!isNormal(r, B)) r[B + 1] = 0;
      }
      const [a, b] = [valueAt(r, A), mul(valueAt(r, B), fromNumber(factor))];
      const exact = add(a, b);
      ddAdd(r, OUT, A, B, factor);
      expect(isNormal(r, OUT)).toBe(true);
      expect(errorUnits(valueAt(r, OUT), exact, add(magnitude(a), magnitude(b)))).toBeLessThanOrEqual(1);
      if (sign(a) === sign(b)) expect(errorUnits(valueAt(r, OUT), exact, magnitude(exact))).toBeLessThanOrEqual(1);
      if (Math.abs(toNumber(exact)) < 1e-12 * Math.abs(r[A])) cancelled++;
    }
    expect(cancelled).toBeGreaterThan(1500);
  });

  test('what cancels to nothing is nothing', () => {
    const random = seededRandom(3);
    const r = new Float64Array(6);
    for (let run = 0; run < 500; run++) {
      randomPair(random, r, A, 100);
      r[B] = r[A];
      r[B + 1] = r[A + 1];
      ddAdd(r, OUT, A, B, -1);
      expect(Math.abs(r[OUT]) + Math.abs(r[OUT + 1])).toBe(0);
      ddDivide(r, OUT, A, B);
      expect([r[OUT], Math.abs(r[OUT + 1])]).toEqual([1, 0]);
    }
  });

  test('products and quotients are right to a few 2⁻¹⁰⁴ of themselves, from 1e-140 to 1e140', () => {
    const random = seededRandom(4);
    const r = new Float64Array(6);
    let worstProduct = 0;
    let worstQuotient = 0;
    for (let run = 0; run < 5000; run++) {
      randomPair(random, r, A, run % 3 ? 1 : 140);
      randomPair(random, r, B, run % 3 ? 1 : 140);
      if (run % 7 === 0) r[A] = 1e140 * (1 + random() / 8);
      if (run % 11 === 0) r[B] = 1e-140 * (1 + random() / 8);
      if (!isNormal(r, A)) r[A + 1] = 0;
      if (!isNormal(r, B)) r[B + 1] = 0;
      if (Math.abs(r[A]) < 1e-140 || Math.abs(r[B]) < 1e-140) continue;
      const [a, b] = [valueAt(r, A), valueAt(r, B)];

      ddMultiply(r, OUT, A, B);
      expect(isNormal(r, OUT)).toBe(true);
      const product = mul(a, b);
      worstProduct = Math.max(worstProduct, errorUnits(valueAt(r, OUT), product, magnitude(product)));

      ddDivide(r, OUT, A, B);
      expect(isNormal(r, OUT)).toBe(true);
      const quotient = div(a, b);
      worstQuotient = Math.max(worstQuotient, errorUnits(valueAt(r, OUT), quotient, magnitude(quotient)));
    }
    expect(worstProduct).toBeLessThanOrEqual(2);
    expect(worstQuotient).toBeLessThanOrEqual(4);
    // The judge sees rounding at all.
    expect(worstProduct).toBeGreaterThan(0.25);
    expect(worstQuotient).toBeGreaterThan(0.25);
  });

  test('a result may be written over an operand', () => {
    const random = seededRandom(5);
    for (const operation of [
      ddMultiply,
      ddDivide,
      (r: Float64Array, o: number, a: number, b: number) => ddAdd(r, o, a, b, -1),
    ]) {
      for (const target of [A, B]) {
        for (let run = 0; run < 100; run++) {
          const r = new Float64Array(6);
          randomPair(random, r, A, 2);
          randomPair(random, r, B, 2);
          const other = r.slice();
          operation(r, OUT, A, B);
          operation(other, target, A, B);
          expect([other[target], other[target + 1]]).toEqual([r[OUT], r[OUT + 1]]);
        }
      }
    }
  });
});
