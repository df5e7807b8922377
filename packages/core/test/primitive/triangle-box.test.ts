import {
  liftTriangle,
  liftVector,
  moveByUlps,
  randomBetween,
  randomChoice,
  randomInteger,
  type SeededRandom,
  seeded,
  triangleBoxOverlapExactly,
  UGLY_KINDS,
} from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { overlapTriangleBox } from '../../src/primitive/triangle-box.ts';
import { CORNER_ORDERS, decade, randomTurn, reordered, uglyPairs } from './hard-cases.ts';

type Vector = readonly number[];

function boxAround(p: Vector, q: Vector): Float64Array {
  return Float64Array.of(...p.map((x, k) => Math.min(x, q[k])), ...p.map((x, k) => Math.max(x, q[k])));
}

const vector = (random: SeededRandom, size = 1): Vector => [0, 1, 2].map(() => size * randomBetween(random, -1, 1));
const whole = (random: SeededRandom, most: number): Vector => [0, 1, 2].map(() => randomInteger(random, -most, most));

function box(random: SeededRandom, point: (random: SeededRandom) => Vector): Float64Array {
  return boxAround(point(random), point(random));
}

/** Corner, edge or face of the box: the coordinates at one of its ends, or between. */
function onBox(random: SeededRandom, b: Float64Array): Vector {
  return [0, 1, 2].map((k) => randomChoice(random, [b[k], b[3 + k], (b[k] + b[3 + k]) / 2]));
}

type Maker = (random: SeededRandom) => readonly [Float64Array, Float64Array];

const triangle = (...corners: readonly Vector[]): Float64Array => Float64Array.from(corners.flat());

const FAMILIES: Readonly<Record<string, Maker>> = {
  random: (random) => [triangle(vector(random), vector(random), vector(random)), box(random, (r) => vector(r, 0.6))],
  'a small box in a large triangle': (random) => {
    const corners = [vector(random), vector(random), vector(random)];
    const size = decade(random, -14, -2);
    const centre = corners[0].map((x, k) => 0.3 * x + 0.3 * corners[1][k] + 0.4 * corners[2][k]);
    const at = centre.map((x) => x + size * randomBetween(random, -1, 1));
    const shift = (p: Vector, by: Vector): Vector => p.map((x, k) => x + by[k]);
    return [triangle(...corners), boxAround(shift(at, vector(random, size)), shift(at, vector(random, size)))];
  },
  'a small triangle at a large box': (random) => {
    const b = box(random, vector);
    const at = onBox(random, b);
    const size = decade(random, -16, -1);
    const corner = (): Vector => at.map((x) => x + size * randomBetween(random, -1, 1));
    return [triangle(corner(), corner(), corner()), b];
  },
  'whole numbers': (random) => [
    triangle(whole(random, 4), whole(random, 4), whole(random, 4)),
    box(random, (r) => whole(r, 2)),
  ],
  // Edges and planes through corners and edges of the box, exactly, then moved by an ulp or none.
  'through a corner': (random) => {
    const b = box(random, (r) => whole(r, 3));
    const at = onBox(random, b);
    const along = whole(random, 4);
    const start = at.map((x, k) => x - 2 * along[k]);
    const end = at.map((x, k) => x + along[k]);
    const t = triangle(start, end, whole(random, 5));
    return [random() < 0.5 ? t : t.map((x) => moveByUlps(x, randomInteger(random, -1, 1))), b];
  },
  'a plane through a corner': (random) => {
    const b = box(random, (r) => whole(r, 3));
    const at = onBox(random, b);
    const u = whole(random, 3);
    const v = whole(random, 3);
    const corner = (s: number, t: number): Vector => at.map((x, k) => x + s * u[k] + t * v[k]);
    const t = triangle(corner(-2, -2), corner(4, -1), corner(-1, 4));
    return [random() < 0.5 ? t : t.map((x) => moveByUlps(x, randomInteger(random, -1, 1))), b];
  },
  'flat boxes': (random) => {
    const [t, b] = FAMILIES[randomChoice(random, ['random', 'whole numbers', 'through a corner'])](random);
    const flat = b.slice();
    for (let k = 0; k < 3; k++) if (random() < 0.6) flat[3 + k] = flat[k];
    return [t, flat];
  },
  'points and segments': (random) => {
    const [t, b] = FAMILIES[randomChoice(random, ['whole numbers', 'through a corner', 'random'])](random);
    const p = t.subarray(0, 3);
    const q = random() < 0.3 ? p : t.subarray(3, 6);
    const between = Array.from(p, (x, k) => (x + q[k]) / 2);
    return [triangle([...p], [...q], random() < 0.5 ? [...q] : between), b];
  },
  slivers: (random) => {
    const turn = randomTurn(random);
    const thin = decade(random, -16, -2);
    const t = triangle(turn([-1, 0, 0]), turn([1, 0, 0]), turn([randomBetween(random, -1, 1), thin, 0]));
    const size = decade(random, -10, 0);
    const centre = [0, 1, 2].map((k) => 0.7 * t[k] + 0.3 * t[3 + k] + size * randomBetween(random, -1, 1));
    const shift = (): Vector => centre.map((x) => x + size * randomBetween(random, -1, 1));
    return [t, boxAround(shift(), shift())];
  },
  'huge and tiny': (random) => {
    // At 2⁻⁵³⁸ products of two small numbers round to multiples of the smallest double, at 2⁻³⁵⁹ those of three.
    const scale = randomChoice(random, [1e-320, 1e-300, 2 ** -538, 2 ** -359, 1e-160, 1e150, 1e300]);
    const [t, b] = FAMILIES[randomChoice(random, ['whole numbers', 'through a corner', 'random'])](random);
    return [t.map((x) => x * scale), b.map((x) => x * scale)];
  },
  'at the end of the range': (random) => {
    const [t, b] = FAMILIES.random(random);
    return [t.map((x) => x * Number.MAX_VALUE), b.map((x) => x * Number.MAX_VALUE)];
  },
  'far away': (random) => {
    const [t, b] = FAMILIES[randomChoice(random, ['whole numbers', 'through a corner', 'random'])](random);
    const away = vector(random, 1e8);
    return [t.map((x, k) => x + away[k % 3]), b.map((x, k) => x + away[k % 3])];
  },
};

function judge(kind: string, t: Float64Array, b: Float64Array): boolean {
  const expected = triangleBoxOverlapExactly(liftTriangle(t), liftVector(b, 0), liftVector(b, 3));
  for (const order of CORNER_ORDERS) {
    const found = overlapTriangleBox(reordered(t, order), 0, b, 0);
    if (found !== expected) expect({ kind, t: [...t], b: [...b], order, found }).toEqual({ found: expected });
  }
  return expected;
}

test('whether a triangle and a box meet is exact', () => {
  const random = seeded(701);
  const hits = new Map<string, number>();
  const rounds = 600;
  for (let n = 0; n < rounds; n++) {
    for (const [kind, make] of Object.entries(FAMILIES)) {
      const [t, b] = make(random);
      hits.set(kind, (hits.get(kind) ?? 0) + (judge(kind, t, b) ? 1 : 0));
    }
  }
  // The test itself: in every family both answers occur, and over all they are balanced.
  let all = 0;
  for (const [kind, count] of hits) {
    if (count < rounds / 20 || count > rounds * 0.95) expect({ kind, count }).toBe('mixed');
    all += count;
  }
  expect(all / (rounds * hits.size)).toBeGreaterThan(0.3);
  expect(all / (rounds * hits.size)).toBeLessThan(0.7);
});

test('the same for boxes of ugly triangles', () => {
  const kinds = new Set<string>();
  let count = 0;
  let hits = 0;
  for (const { kind, a, b } of uglyPairs(702, 40)) {
    // The box of an edge, or of a triangle; flat ones among them.
    const corner = (k: number): Vector => [...a.subarray(k, k + 3)];
    const around = count % 2 === 0 ? boxAround(corner(0), corner(3)) : boxAround(corner(0), corner(0));
    kinds.add(kind);
    count++;
    if (judge(kind, b, around)) hits++;
  }
  expect(kinds.size).toBe(UGLY_KINDS.length);
  expect(hits / count).toBeGreaterThan(0.2);
  expect(hits / count).toBeLessThan(0.8);
});

test('it reads at its offsets', () => {
  const t = Float64Array.of(9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0);
  const b = Float64Array.of(7, 0.25, 0.25, -1, 0.25, 0.25, 1);
  expect(overlapTriangleBox(t, 3, b, 1)).toBe(true);
  expect(overlapTriangleBox(t, 0, b, 1)).toBe(true);
  b[1] = 0.875;
  b[4] = 0.875;
  expect(overlapTriangleBox(t, 3, b, 1)).toBe(false);
});
