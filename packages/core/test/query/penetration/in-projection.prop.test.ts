// The in-projection against two others: every set of up to three planes tried in turn, and the paper's projected
// Gauss–Seidel iteration on the multipliers.

import { gaussSeidel, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { PLANE, projectIn } from '../../../src/query/penetration/in-projection.ts';

type Vector = readonly number[];

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function randomUnit(random: SeededRandom): Vector {
  for (;;) {
    const v = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const length = Math.sqrt(dot(v, v));
    if (length > 0.1 && length < 1) return v.map((x) => x / length);
  }
}

/** Planes that leave the point `x` free by up to `gap`. */
function planesAround(random: SeededRandom, x: Vector, count: number, gap: number): Float64Array {
  const planes = new Float64Array(PLANE * count);
  for (let k = 0; k < count; k++) {
    const n = randomUnit(random);
    planes.set([...n, dot(n, x) + gap * random()], PLANE * k);
  }
  return planes;
}

const normalOf = (planes: Float64Array, k: number): Vector => Array.from(planes.subarray(PLANE * k, PLANE * k + 3));

function worstExcess(planes: Float64Array, q: Vector): number {
  let worst = -Infinity;
  for (let k = 0; k < planes.length / PLANE; k++) {
    worst = Math.max(worst, dot(normalOf(planes, k), q) - planes[PLANE * k + 3]);
  }
  return worst;
}

/** Length of the shortest feasible point that one, two or three planes hold, or of the origin; Infinity if there is none. */
function bruteForce(planes: Float64Array): number {
  const count = planes.length / PLANE;
  let least = worstExcess(planes, [0, 0, 0]) <= 0 ? 0 : Infinity;
  const offer = (q: Vector): void => {
    if (q.every(Number.isFinite) && worstExcess(planes, q) <= 1e-9) least = Math.min(least, Math.sqrt(dot(q, q)));
  };
  for (let i = 0; i < count; i++) {
    const a = normalOf(planes, i);
    const ca = planes[PLANE * i + 3];
    offer(a.map((x) => x * ca));
    for (let j = 0; j < i; j++) {
      const b = normalOf(planes, j);
      const cb = planes[PLANE * j + 3];
      const c = dot(a, b);
      const [s, t] = [(ca - c * cb) / (1 - c * c), (cb - c * ca) / (1 - c * c)];
      offer(a.map((x, k) => s * x + t * b[k]));
      for (let k = 0; k < j; k++) offer(contactPoint([a, b, normalOf(planes, k)], [ca, cb, planes[PLANE * k + 3]]));
    }
  }
  return least;
}

/** By Cramer's rule. */
function contactPoint(rows: readonly Vector[], c: Vector): Vector {
  const determinant = ([p, q, r]: readonly Vector[]): number =>
    p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
  const whole = determinant(rows);
  return [0, 1, 2].map((k) => determinant(rows.map((row, i) => row.map((x, j) => (j === k ? c[i] : x)))) / whole);
}

test('the shortest point is feasible, and as short as every set of planes tried in turn can make it', () => {
  const random = seeded(61);
  const held = [0, 0];
  for (let run = 0; run < 400; run++) {
    const x = randomUnit(random);
    const planes = planesAround(random, x, 1 + (run % 9), run % 2 === 0 ? 0.5 : 0.05);
    const out = new Float64Array(3);
    expect(projectIn(planes, planes.length / PLANE, out)).toBe(true);
    expect(worstExcess(planes, Array.from(out))).toBeLessThan(1e-9);
    const length = Math.sqrt(dot(Array.from(out), Array.from(out)));
    expect(length).toBeCloseTo(bruteForce(planes), 8);
    held[length > 0 ? 1 : 0]++;
  }
  expect(Math.min(...held)).toBeGreaterThan(20);
});

test('projected Gauss–Seidel creeps to the same point', () => {
  const random = seeded(62);
  const multipliers = new Float64Array(4);
  for (let run = 0; run < 30; run++) {
    const planes = planesAround(random, randomUnit(random), 4, 0.3);
    const out = new Float64Array(3);
    const crept = new Float64Array(3);
    projectIn(planes, 4, out);
    expect(gaussSeidel(planes, 4, out, 1e-6, 4000, multipliers, crept)).toBeLessThan(4000);
    expect(worstExcess(planes, Array.from(crept))).toBeLessThan(2e-6);
  }
});

test('planes given twice, in any order, change nothing; planes that leave no space are told', () => {
  const random = seeded(63);
  for (let run = 0; run < 50; run++) {
    const planes = planesAround(random, randomUnit(random), 6, 0.2);
    const once = new Float64Array(3);
    const twice = new Float64Array(3);
    projectIn(planes, 6, once);
    const doubled = new Float64Array(2 * planes.length);
    for (let k = 0; k < 12; k++)
      doubled.set(planes.subarray(PLANE * (k % 6), PLANE * (k % 6) + PLANE), PLANE * (11 - k));
    projectIn(doubled, 12, twice);
    for (let c = 0; c < 3; c++) expect(twice[c]).toBeCloseTo(once[c], 9);
  }
  const out = Float64Array.of(7, 8, 9);
  expect(projectIn(Float64Array.of(1, 0, 0, -1, -1, 0, 0, -1), 2, out)).toBe(false);
  expect([...out]).toEqual([7, 8, 9]);
});
