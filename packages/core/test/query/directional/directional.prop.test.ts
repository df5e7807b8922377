// A travel is judged by exact decisions along it: nothing touches before `lower`, something does at `upper`.

import { randomBetween, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { box } from '../../../src/entries/shapes.ts';
import { collide, directional, Model, NearmissError } from '../../../src/index.ts';
import { anyBody, type Body } from '../bodies.ts';
import { sceneSize } from '../judge.ts';
import { at, IDENTITY, type PlainPose } from '../scenes.ts';

const PAIRS = 400;
const SAMPLES = 40;

function unit(random: SeededRandom): [number, number, number] {
  const v = [0, 1, 2].map(() => randomBetween(random, -1, 1));
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}

function travelled(pose: PlainPose, direction: readonly number[], by: number): PlainPose {
  const [x, y, z] = pose.position;
  return {
    position: [x + by * direction[0], y + by * direction[1], z + by * direction[2]],
    rotation: pose.rotation,
  };
}

/** Sends A past or at B from outside. */
function draw(random: SeededRandom): { a: Body; b: Body; poseA: PlainPose; poseB: PlainPose; direction: number[] } {
  const a = anyBody(random);
  const b = anyBody(random);
  const poseB = randomPose(random, 1);
  const aim = randomPose(random, 0.8);
  const direction = unit(random);
  const poseA = travelled({ position: aim.position, rotation: aim.rotation }, direction, -randomBetween(random, 1, 4));
  return { a, b, poseA, poseB, direction };
}

describe('directional', () => {
  test(`${PAIRS} seeded pairs: never too far, and proven`, () => {
    const random = seeded(20261115);
    let blocked = 0;
    let proven = 0;
    for (let k = 0; k < PAIRS; k++) {
      const { a, b, poseA, poseB, direction } = draw(random);
      const result = directional(a.model, poseA, b.model, poseB, { direction });
      const name = `pair ${k}`;
      const size = sceneSize(a, poseA, b, poseB);
      if (collide(a.model, poseA, b.model, poseB).colliding) {
        expect(result, name).toMatchObject({ status: 'blocked', distance: 0, lower: 0, upper: 0 });
        continue;
      }
      const end = result.status === 'free' ? 8 : result.lower;
      // Positions are rounded, so the last of them may be a rounding nearer than the travel says.
      for (let s = 1; s <= SAMPLES; s++) {
        const here = travelled(poseA, direction, (end - 1e-13 * size) * (s / SAMPLES));
        expect(collide(a.model, here, b.model, poseB).colliding, `${name} at ${s}/${SAMPLES}`).toBe(false);
      }
      if (result.status === 'free') continue;
      blocked++;
      expect(result.distance).toBe(result.lower);
      if (result.upper === null) continue;
      proven++;
      expect(result.upper, name).toBeGreaterThanOrEqual(result.lower);
      expect(result.upper - result.lower, name).toBeLessThan(1e-6 * size);
      expect(collide(a.model, travelled(poseA, direction, result.upper), b.model, poseB).colliding, name).toBe(true);
      // Seen from B it is A that comes.
      const back = directional(b.model, poseB, a.model, poseA, { direction: direction.map((x) => -x) });
      expect(Math.abs(back.lower - result.lower), name).toBeLessThan(1e-9 * size);
    }
    expect(blocked).toBeGreaterThan(PAIRS / 4);
    expect(proven).toBeGreaterThan(0.9 * blocked);
  });

  test('a box falls on a box: one unit of travel, and the points that meet', () => {
    const cube = Model.build(box());
    const r = directional(cube, at(0.2, 0.1, 2), cube, IDENTITY, { direction: [0, 0, -7] });
    expect(r.status).toBe('blocked');
    expect(r.lower).toBeLessThanOrEqual(1);
    expect(r.lower).toBeCloseTo(1, 11);
    expect(r.pointA?.[2]).toBeCloseTo(0.5, 9);
    expect(directional(cube, at(0, 0, 2), cube, IDENTITY, { direction: [0, 0, 1] }).status).toBe('free');
    expect(directional(cube, at(0, 0, 2), cube, IDENTITY, { direction: [0, 0, -1], maxDistance: 0.5 })).toMatchObject({
      status: 'free',
      lower: 0.5,
    });
  });

  test('bad directions are refused', () => {
    const cube = Model.build(box());
    for (const direction of [
      [0, 0, 0],
      [1, 2],
      [Number.NaN, 0, 1],
    ]) {
      expect(() => directional(cube, {}, cube, at(3, 0, 0), { direction })).toThrow(NearmissError);
    }
  });

  test('a budget ends it with a travel that is free', () => {
    const cube = Model.build(box({ segments: 8 }));
    const r = directional(cube, at(0.2, 0.1, 2), cube, IDENTITY, { direction: [0, 0, -1], budget: 20 });
    expect(r.status).toBe('iteration-limit');
    expect(r.lower).toBeLessThanOrEqual(1);
  });
});
