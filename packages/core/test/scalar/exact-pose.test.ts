import {
  div,
  dotVectors,
  fraction,
  liftVector,
  moveByUlps,
  mul,
  poseExactly,
  type Rational,
  randomPose,
  type SeededRandom,
  seeded,
  sign,
  subVectors,
} from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { ExactRelativePose } from '../../src/scalar/exact-pose.ts';

type Numbers = readonly number[];

/** A's points, then B's, in B's frame (its position at the origin, its axes), with nothing rounded. */
function poseBothExactly(poseA: Numbers, poseB: Numbers, a: Numbers, b: Numbers): Rational[] {
  const turnB = poseExactly({ rotation: poseB.slice(3) });
  const axesB = [turnB(1, 0, 0), turnB(0, 1, 0), turnB(0, 0, 1)];
  const toWorldA = poseExactly({ position: poseA.slice(0, 3), rotation: poseA.slice(3) });
  const out: Rational[] = [];
  for (let k = 0; k < a.length; k += 3) {
    const offset = subVectors(toWorldA(a[k], a[k + 1], a[k + 2]), liftVector(poseB));
    for (const axis of axesB) out.push(dotVectors(axis, offset));
  }
  for (let k = 0; k < b.length; k += 3) out.push(...liftVector(b, k));
  return out;
}

/** Expects got = factor · exact with one positive factor for all; returns how many coordinates were not zero. */
function expectProportional(got: readonly bigint[], exact: readonly Rational[]): number {
  expect(got.length).toBe(exact.length);
  const lead = exact.findIndex((x) => sign(x) !== 0);
  if (lead < 0) {
    expect(got.every((x) => x === 0n)).toBe(true);
    return 0;
  }
  const factor = div(fraction(got[lead], 1n), exact[lead]);
  expect(sign(factor)).toBe(1);
  for (const [k, x] of exact.entries()) expect(mul(factor, x)).toEqual(fraction(got[k], 1n));
  return exact.filter((x) => sign(x) !== 0).length;
}

function judge(poseA: Numbers, poseB: Numbers, a: Numbers, b: Numbers): number {
  const exact = new ExactRelativePose(Float64Array.from(poseA), Float64Array.from(poseB));
  return expectProportional(
    exact.apply(Float64Array.from(a), Float64Array.from(b)),
    poseBothExactly(poseA, poseB, a, b),
  );
}

const flatPose = (random: SeededRandom, spread: number): number[] => {
  const { position, rotation } = randomPose(random, spread);
  return [...position, ...rotation];
};
const points = (random: SeededRandom, size: number): number[] =>
  Array.from({ length: 9 }, () => size * (2 * random() - 1));

describe('ExactRelativePose', () => {
  const sizes: Record<string, [spread: number, a: number, b: number]> = {
    'bodies alike': [1, 1, 1],
    'bodies far away': [1e8, 1, 1],
    'a grain beside a mountain': [1, 1e-20, 1e20],
    'the smallest and the largest coordinates': [1e150, 1e-310, 1e150],
  };
  for (const [name, [spread, sizeA, sizeB]] of Object.entries(sizes)) {
    test(`transforms points exactly, up to one positive factor: ${name}`, () => {
      const random = seeded(name.length);
      let judged = 0;
      for (let run = 0; run < 40; run++) {
        const [poseA, poseB] = [flatPose(random, spread), flatPose(random, spread)];
        if (run % 4 === 1) poseA.splice(3, 4, 0, 0, 0, 1);
        if (run % 4 === 2) poseB.splice(0, 7, ...poseA);
        if (run % 4 === 3) for (let k = 3; k < 7; k++) poseB[k] *= 1.0005;
        judged += judge(poseA, poseB, points(random, sizeA), points(random, sizeB));
      }
      expect(judged).toBe(40 * 18);
    });
  }

  test('zeros, subnormal quaternion parts and coordinates an ulp apart', () => {
    const still = [0, 0, 0, 0, 0, 0, 1];
    const zeros = Array.from({ length: 9 }, () => 0);
    expect(judge(still, still, zeros, zeros)).toBe(0);
    expect(judge(still, still, [0, -0, 5e-324], zeros)).toBe(1);
    expect(judge([0, 0, 0, 5e-324, 0, 1e-200, 1], [0, 0, 0, 0, -1, 1e-17, 0], [1, 2, 3], [4, 5, 6])).toBe(6);
    const x = 0.1;
    const posed = new ExactRelativePose(Float64Array.from(still), Float64Array.from(still)).apply(
      Float64Array.of(x, 0, 0),
      Float64Array.of(moveByUlps(x, 1), 0, 0),
    );
    expect(posed[3] - posed[0]).toBe(1n);
  });

  test('keeps its own poses: arrays that are written again do not change it', () => {
    const [poseA, poseB] = [Float64Array.of(1, 0, 0, 0, 0, 0, 1), Float64Array.of(0, 2, 0, 0, 0, 0, 1)];
    const exact = new ExactRelativePose(poseA, poseB);
    poseA.fill(9);
    poseB.fill(9);
    expect(exact.apply(Float64Array.of(0, 0, 0), Float64Array.of(1, 1, 1))).toEqual([1n, -2n, 0n, 1n, 1n, 1n]);
  });
});
