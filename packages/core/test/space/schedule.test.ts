import { add, compare, fraction, fromNumber, mul, randomBetween, randomInteger, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { freeTime, type MotionBounds, pairFreeTime } from '../../src/index.ts';
import { Schedule } from '../../src/space/schedule.ts';

describe('a schedule', () => {
  test('hands out what is due, the earliest first, through changes of mind', () => {
    const random = seeded(3);
    const schedule = new Schedule();
    const times = new Map<number, number>();
    let woken = 0;
    for (let step = 0; step < 3000; step++) {
      const item = randomInteger(random, 0, 200);
      const pick = randomInteger(random, 0, 9);
      if (pick < 6) {
        const time = randomInteger(random, 0, 50);
        schedule.set(item, time);
        times.set(item, time);
      } else if (pick < 8) {
        schedule.remove(item);
        times.delete(item);
      } else if (times.size > 0) {
        const earliest = Math.min(...times.values());
        expect(schedule.earliest).toBe(earliest);
        const due = schedule.pop();
        expect(times.get(due)).toBe(earliest);
        times.delete(due);
        woken++;
      }
      expect(schedule.count).toBe(times.size);
      expect(schedule.has(item)).toBe(times.has(item));
    }
    expect(woken).toBeGreaterThan(400);
    while (schedule.count > 0) schedule.pop();
    expect(schedule.earliest).toBe(Infinity);
  });
});

describe('the free time of a gap', () => {
  test('is that of the course, and d/v without acceleration, where the course has 0/0', () => {
    expect(freeTime(10, 0, 5)).toBeCloseTo(2, 12);
    expect(freeTime(10, 3, 5)).toBeCloseTo((Math.sqrt(9 + 100) - 3) / 5, 12);
    expect(freeTime(10, 4, 0)).toBeCloseTo(2.5, 12);
    expect(freeTime(10, 0, 0)).toBe(Infinity);
    expect(freeTime(0, 1, 1)).toBe(0);
    expect(freeTime(-1, 1, 1)).toBe(0);
  });

  test('is never too long, at any size of number', () => {
    const random = seeded(4);
    const anySize = (): number => randomBetween(random, 0.1, 1) * 2 ** randomInteger(random, -1000, 1000);
    let sharp = 0;
    for (let k = 0; k < 4000; k++) {
      const gap = anySize();
      const speed = randomInteger(random, 0, 3) === 0 ? 0 : anySize();
      const acceleration = randomInteger(random, 0, 3) === 0 ? 0 : anySize();
      const time = freeTime(gap, speed, acceleration);
      expect(time).toBeGreaterThanOrEqual(0);
      if (time === Infinity || time === Number.MAX_VALUE) continue;
      const [d, v, f, t] = [gap, speed, acceleration, time].map(fromNumber);
      const way = add(mul(v, t), mul(mul(f, mul(t, t)), fraction(1n, 2n)));
      expect(compare(way, d)).toBeLessThanOrEqual(0);
      if (compare(mul(way, fromNumber(1 + 1e-12)), d) > 0) sharp++;
    }
    expect(sharp).toBeGreaterThan(2000);
  });

  test('of bodies that tumble, no point of one reaches the other within it', () => {
    const random = seeded(5);
    const horizon = 3;
    let free = 0;
    for (let k = 0; k < 400; k++) {
      const [a, b] = [0, 1].map(
        (): MotionBounds => ({
          velocity: [0, 1, 2].map(() => randomBetween(random, -1, 1)),
          angularSpeed: randomBetween(random, 0, 2),
          radius: randomBetween(random, 0.1, 1),
          acceleration: randomInteger(random, 0, 1) * randomBetween(random, 0, 2),
          angularAcceleration: randomInteger(random, 0, 1) * randomBetween(random, 0, 1),
        }),
      );
      const gap = randomBetween(random, 0.01, 3);
      const until = pairFreeTime(gap, a, b, horizon);
      expect(until).toBeLessThanOrEqual(horizon);
      if (until < horizon) free++;
      // The fastest approach that the bounds allow: relative speed of points and its growth, added up in small steps.
      const slices = 200;
      let way = 0;
      for (let s = 0; s < slices; s++) {
        const t = (until * s) / slices; // speeds at the beginning of a slice: no more than in it
        const shift = Math.hypot(...[0, 1, 2].map((i) => a.velocity[i] - b.velocity[i]));
        const points = [a, b].reduce(
          (sum, m) => sum + m.acceleration * t + m.radius * (m.angularSpeed + m.angularAcceleration * t),
          shift,
        );
        way += (points * until) / slices;
      }
      expect(way).toBeLessThanOrEqual(gap * (1 + 1e-12));
    }
    expect(free).toBeGreaterThan(200);
  });
});
