import {
  add,
  compare,
  fraction,
  fromNumber,
  mul,
  type Rational,
  randomBetween,
  randomInteger,
  seeded,
} from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { freeTime, type MotionBounds, pairFreeTime } from '../../src/entries/world.ts';
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
  test('is that of the lectures, and d/v without acceleration, where the lectures have 0/0', () => {
    expect(freeTime(10, 0, 5)).toBeCloseTo(2, 12);
    expect(freeTime(10, 3, 5)).toBeCloseTo((Math.sqrt(9 + 100) - 3) / 5, 12);
    expect(freeTime(10, 4, 0)).toBeCloseTo(2.5, 12);
    expect(freeTime(10, 0, 0)).toBe(Infinity);
    expect(freeTime(0, 1, 1)).toBe(0);
    expect(freeTime(-1, 1, 1)).toBe(0);
  });

  test('is never too long, at any size and sign of number, and hardly too short', () => {
    const random = seeded(4);
    const ends = [0, Number.MIN_VALUE, 2 ** -1022, 2 ** -511, 1, 2 ** 511, Number.MAX_VALUE];
    const anySize = (): number =>
      randomInteger(random, 0, 5) === 0
        ? ends[randomInteger(random, 0, ends.length - 1)]
        : randomBetween(random, 0.1, 1) * 2 ** randomInteger(random, -1074, 1023);
    const counts = { closing: 0, opening: 0, falling: 0, never: 0, tooLong: 0, atOnce: 0, sharp: 0 };
    for (let k = 0; k < 5000; k++) {
      const acceleration = randomInteger(random, 0, 3) === 0 ? 0 : anySize();
      const gap = anySize();
      // As fast as the fall or nearly so, in two of three: elsewhere one of the two hardly matters.
      const fall = Math.sqrt(acceleration) * Math.sqrt(gap) * 2 ** randomBetween(random, -40, 40);
      const pace = randomInteger(random, 0, 2) === 0 || !(fall > 0 && fall < Infinity) ? anySize() : fall;
      const speed = [pace, -pace, pace, -pace, 0][randomInteger(random, 0, 4)];
      const name = `freeTime(${gap}, ${speed}, ${acceleration})`;
      const time = freeTime(gap, speed, acceleration);
      expect(time, name).toBeGreaterThanOrEqual(0);
      if (gap === 0) expect(time, name).toBe(0);
      const isNever = gap > 0 && acceleration === 0 && speed <= 0;
      expect(time === Infinity, name).toBe(isNever);
      if (isNever) counts.never++;
      if (isNever || gap === 0) continue;
      const [d, v, f, t] = [gap, speed, acceleration, time].map(fromNumber);
      const method = (after: Rational): Rational =>
        add(mul(v, after), mul(mul(f, mul(after, after)), fraction(1n, 2n)));
      expect(compare(method(t), d), name).toBeLessThanOrEqual(0);
      counts[speed > 0 ? 'closing' : speed < 0 ? 'opening' : 'falling']++;
      if (time === 0) {
        counts.atOnce++;
        expect(compare(method(fromNumber(2 ** -899)), d), name).toBeGreaterThan(0);
      } else if (compare(method(mul(t, fromNumber(1 + 2 ** -46))), d) > 0) counts.sharp++;
      else {
        counts.tooLong++;
        expect(time, name).toBeGreaterThan(Number.MAX_VALUE * (1 - 2 ** -46));
      }
    }
    for (const [kind, count] of Object.entries(counts)) expect(count, kind).toBeGreaterThan(60);
    expect(counts.sharp).toBeGreaterThan(2000);
  });

  test('of infinite numbers is 0 where the speed or the acceleration is infinite, and without end where the gap alone is', () => {
    const numbers = [-Infinity, -1e9, -Number.MIN_VALUE, 0, 1, 1e300, Infinity];
    for (const gap of numbers) {
      for (const speed of numbers) {
        for (const acceleration of numbers.slice(3)) {
          if ([gap, speed, acceleration].every(Number.isFinite)) continue;
          const isNone = gap <= 0 || speed === Infinity || acceleration === Infinity;
          expect(freeTime(gap, speed, acceleration), `freeTime(${gap}, ${speed}, ${acceleration})`).toBe(
            isNone ? 0 : Infinity,
          );
        }
      }
    }
  });

  test('of a pair whose speeds and accelerations are below the doubles is not without end', () => {
    const still = { velocity: [0, 0, 0], angularSpeed: 0, radius: 0, acceleration: 0, angularAcceleration: 0 };
    const slow = { ...still, angularSpeed: 1e-170, radius: 1e-170 };
    // Points at 1e-340 come as far as the gap after 5e-324 / 1e-340.
    expect(pairFreeTime(Number.MIN_VALUE, slow, still, 1e200)).toBeLessThan(5e16);
    expect(pairFreeTime(1, { ...still, angularSpeed: 1e-170, radius: 1 }, still, 1e300)).toBeLessThan(1e170);
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
      let method = 0;
      for (let s = 0; s < slices; s++) {
        const t = (until * s) / slices; // speeds at the beginning of a slice: no more than in it
        const shift = Math.hypot(...[0, 1, 2].map((i) => a.velocity[i] - b.velocity[i]));
        const points = [a, b].reduce(
          (sum, m) => sum + m.acceleration * t + m.radius * (m.angularSpeed + m.angularAcceleration * t),
          shift,
        );
        method += (points * until) / slices;
      }
      expect(method).toBeLessThanOrEqual(gap * (1 + 1e-12));
    }
    expect(free).toBeGreaterThan(200);
  });
});
