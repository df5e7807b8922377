// Closest balls are judged by a plain search over all weights, and, where they are apart, by a plane between the two hulls.

import { type PlainBall, plainBallsDistance, randomBetween, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { CLOSEST_SIZE, closestBalls } from '../../src/medial/closest-balls.ts';

const CASES = 2500;

/** Rounding of a distance, and what the search over a grid can miss. The balls are about 1 away from the origin. */
const ROUNDING = 1e-14;
const COARSE = 1e-5;

function anyBall(random: SeededRandom, at: number): PlainBall {
  const side = (): number => randomBetween(random, -0.5, 0.5);
  return [side() + at, side(), side(), randomBetween(random, 0, 0.4)];
}

/** One in so many is judged by the search, by the number of balls: that takes milliseconds for two slabs. */
const JUDGED: readonly number[] = [0, 0, 1, 1, 4, 20, 250];

/** Three balls, some of them odd: equal ones, one within another, centres in a line or at one point. */
function primitive(random: SeededRandom, count: number, at: number): PlainBall[] {
  const balls = Array.from({ length: count }, () => anyBall(random, at));
  const oddity = Math.floor(random() * 14);
  const [first, second = first, third = second] = balls;
  const between = (t: number): PlainBall => [
    first[0] + t * (second[0] - first[0]),
    first[1] + t * (second[1] - first[1]),
    first[2] + t * (second[2] - first[2]),
    third[3],
  ];
  if (oddity === 0) return balls.map(() => first);
  if (oddity === 1) return balls.map((ball) => [first[0], first[1], first[2], ball[3]]);
  if (oddity === 2) return balls.map((ball, k) => (k === 0 ? [ball[0], ball[1], ball[2], 1.5] : ball));
  if (oddity === 3 && count === 3) return [first, second, between(random() * 2 - 0.5)];
  if (oddity === 4) return balls.map(([x, y, z]) => [x, y, z, 0]);
  if (oddity === 5) return balls.map(([x, y]) => [x, y, 0, 0.01]);
  return balls;
}

const flat = (balls: readonly PlainBall[]): Float64Array => Float64Array.from(balls.flat());

/** How far the plane square to n is from both hulls together: no more than their distance. */
function apartAlong(a: readonly PlainBall[], b: readonly PlainBall[], n: readonly number[]): number {
  const along = (ball: PlainBall): number => n[0] * ball[0] + n[1] * ball[1] + n[2] * ball[2];
  return Math.min(...b.map((ball) => along(ball) - ball[3])) - Math.max(...a.map((ball) => along(ball) + ball[3]));
}

for (const [countA, countB] of [
  [1, 1],
  [1, 2],
  [2, 2],
  [1, 3],
  [2, 3],
  [3, 3],
] as const) {
  test(`${CASES} pairs of primitives of ${countA} and ${countB} balls`, () => {
    const random = seeded(10 * countA + countB);
    const out = new Float64Array(CLOSEST_SIZE);
    const swapped = new Float64Array(CLOSEST_SIZE);
    let apart = 0;
    for (let k = 0; k < CASES; k++) {
      const a = primitive(random, countA, 0);
      const b = primitive(random, countB, random() < 0.5 ? 0.3 : 1.2);
      closestBalls(flat(a), 0, countA, flat(b), 0, countB, out);
      closestBalls(flat(b), 0, countB, flat(a), 0, countA, swapped);
      expect(Math.abs(out[0] - swapped[0]), `pair ${k} swapped`).toBeLessThanOrEqual(ROUNDING);
      const [, ax, ay, az, ar, bx, by, bz, br] = out;
      expect(Math.abs(Math.hypot(bx - ax, by - ay, bz - az) - ar - br - out[0])).toBeLessThanOrEqual(ROUNDING);
      if (k % JUDGED[countA + countB] === 0) {
        const least = plainBallsDistance(a, b);
        expect(out[0], `pair ${k} too large`).toBeLessThanOrEqual(least + ROUNDING);
        expect(out[0], `pair ${k} too small`).toBeGreaterThanOrEqual(least - COARSE);
      }
      if (!(out[0] > 1e-6)) continue;
      apart++;
      const length = out[0] + ar + br;
      const lower = apartAlong(a, b, [(bx - ax) / length, (by - ay) / length, (bz - az) / length]);
      expect(Math.abs(out[0] - lower), `pair ${k}: the plane between them`).toBeLessThanOrEqual(4 * ROUNDING);
    }
    expect(apart).toBeGreaterThan(CASES / 5);
    expect(apart).toBeLessThan((9 * CASES) / 10);
  });
}
