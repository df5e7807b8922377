// Primitives whose balls go straight on, judged at many times by the distance at an instant, which closest-balls.test.ts judges.

import { randomBetween, randomInteger, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { Alternation } from '../../../src/lab/medial-alternation/alternation.ts';
import { CLOSEST_SIZE, closestBalls } from '../../../src/medial/closest-balls.ts';
import { type PrimitiveMotion, straightContactTime } from '../../../src/query/medial/straight-step.ts';

const CASES = 4000;
const SAMPLES = 100;
const TOLERANCE = 1e-6;

function primitive(random: SeededRandom, at: number): PrimitiveMotion {
  const count = randomInteger(random, 1, 3);
  const side = (spread: number): number => randomBetween(random, -spread, spread);
  const balls = Array.from({ length: count }, () => [at + side(0.5), side(0.5), side(0.5), 0.3 * random()]).flat();
  const displacement = [side(3) - 1.5 * at, side(1), side(1)];
  // One in four keeps its shape exactly; the others turn and are distorted by it, as the paper has them.
  const spread = random() < 0.25 ? 0 : 0.7;
  return {
    balls: Float64Array.from(balls),
    displacements: Float64Array.from({ length: 3 * count }, (_, k) => displacement[k % 3] + side(spread)),
  };
}

const closest = new Float64Array(CLOSEST_SIZE);
const alternation = new Alternation();
const alternatingContactTime = (a: PrimitiveMotion, b: PrimitiveMotion, tolerance: number): number =>
  alternation.contactTime(a, b, tolerance);

function apartAt(a: PrimitiveMotion, b: PrimitiveMotion, time: number): number {
  const posed = [a, b].map(({ balls, displacements }) =>
    balls.map((x, k) => (k % 4 === 3 ? x : x + time * displacements[3 * Math.floor(k / 4) + (k % 4)])),
  );
  closestBalls(posed[0], 0, posed[0].length / 4, posed[1], 0, posed[1].length / 4, closest);
  return closest[0];
}

const scenes = (() => {
  const random = seeded(21);
  return Array.from({ length: CASES }, () => [primitive(random, 0), primitive(random, 1)] as const);
})();

describe('over a step of straight lines', () => {
  test(`${CASES} pairs: never late, never blind`, () => {
    let contacts = 0;
    let passing = 0;
    for (const [k, [a, b]] of scenes.entries()) {
      const time = straightContactTime(a, b, TOLERANCE);
      const end = Math.min(time, 1);
      if (time > 0) {
        let least = Infinity;
        for (let s = 0; s <= SAMPLES; s++) least = Math.min(least, apartAt(a, b, (end * s) / SAMPLES));
        expect(least, `pair ${k} before ${time}`).toBeGreaterThan(0);
      }
      if (time === Infinity) {
        passing++;
        continue;
      }
      contacts++;
      expect(apartAt(a, b, time), `pair ${k}`).toBeLessThanOrEqual(TOLERANCE);
    }
    expect(contacts).toBeGreaterThan(CASES / 4);
    expect(passing).toBeGreaterThan(CASES / 4);
  });

  test('the alternation finds most first contacts, and is fooled now and then', () => {
    let same = 0;
    let fooled = 0;
    for (const [a, b] of scenes) {
      const time = straightContactTime(a, b, TOLERANCE);
      if (time === 0) continue;
      const alternating = alternatingContactTime(a, b, TOLERANCE);
      if (time === alternating || Math.abs(time - alternating) < 1e-3) same++;
      else fooled++;
    }
    expect(same / (same + fooled)).toBeGreaterThan(0.95);
    expect(fooled).toBeGreaterThan(0);
  });

  test('the cases of the paper', () => {
    const ball = (x: number, displacement: number): PrimitiveMotion => ({
      balls: Float64Array.of(x, 0, 0, 0.5),
      displacements: Float64Array.of(displacement, 0, 0),
    });
    // Case 1: through each other, in contact first when a quarter of the path is gone.
    expect(straightContactTime(ball(0, 0), ball(2, -4), 1e-9)).toBeCloseTo(0.25, 8);
    expect(alternatingContactTime(ball(0, 0), ball(2, -4), 1e-9)).toBeCloseTo(0.25, 8);
    // Case 2: past each other.
    const past: PrimitiveMotion = { balls: Float64Array.of(-2, 1.1, 0, 0.5), displacements: Float64Array.of(4, 0, 0) };
    expect(straightContactTime(ball(0, 0), past, 1e-9)).toBe(Infinity);
    expect(alternatingContactTime(ball(0, 0), past, 1e-9)).toBe(Infinity);
    // Condition 1: in contact at the start and leaving. What counts as contact at once is the caller's to ask about.
    expect(alternatingContactTime(ball(0, 0), ball(1, 3), 1e-9)).toBe(Infinity);
    expect(straightContactTime(ball(0, 0), ball(1, 3), 1e-9)).toBe(0);
    // Condition 2: in contact at the end, after passing through.
    expect(alternatingContactTime(ball(0, 0), ball(-4, 5), 1e-9)).toBeCloseTo(0.6, 8);
    // Condition 3: apart at all times; and without any motion.
    expect(alternatingContactTime(ball(0, 0), ball(2, 1), 1e-9)).toBe(Infinity);
    expect(alternatingContactTime(ball(0, 1), ball(2, 1), 1e-9)).toBe(Infinity);
    expect(straightContactTime(ball(0, 1), ball(2, 1), 1e-9)).toBe(Infinity);
  });
});
