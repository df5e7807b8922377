import {
  firstContactExact,
  randomBetween,
  randomInteger,
  type SeededRandom,
  seeded,
  toNumber,
} from '@nearmiss/fixtures';
import { Mesh } from 'nearmiss';
import {
  collideDeforming,
  DeformingMesh,
  type DeformingTimeResult,
  deformingTimeOfContact,
  selfCollide,
  selfTimeOfContact,
} from 'nearmiss/deforming';
import { box, icosphere } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { TIMES } from './scenes.ts';

interface Motions {
  readonly start: ArrayLike<number>;
  readonly end: ArrayLike<number>;
  readonly triangles: Uint32Array;
}

type Elements = readonly (readonly number[])[];

const corners = ({ triangles }: Motions): number[] => [...new Set(triangles)];
const facesOf = ({ triangles }: Motions): Elements =>
  Array.from({ length: triangles.length / 3 }, (_, f) => [...triangles.subarray(3 * f, 3 * f + 3)]);
const edgesOf = (queryBody: Motions): Elements =>
  facesOf(queryBody).flatMap(([p, q, r]) => [
    [p, q],
    [q, r],
    [r, p],
  ]);

/** Every pair of elements, in polynomials with whole coefficients: the earliest time, to 2⁻⁶⁴. */
function bruteForce(a: Motions, b: Motions): number {
  let earliest = Infinity;
  const ask = (
    kind: 'vertex-face' | 'edge-edge',
    one: Motions,
    p: readonly number[],
    two: Motions,
    q: readonly number[],
  ): void => {
    if (one === two && p.some((v) => q.includes(v))) return;
    const at = (x: ArrayLike<number>, y: ArrayLike<number>): number[] => [
      ...p.flatMap((v) => [x[3 * v], x[3 * v + 1], x[3 * v + 2]]),
      ...q.flatMap((v) => [y[3 * v], y[3 * v + 1], y[3 * v + 2]]),
    ];
    const found = firstContactExact(kind, at(one.start, two.start), at(one.end, two.end));
    if (found !== null) earliest = Math.min(earliest, toNumber(found.below));
  };
  for (const [one, two] of a === b ? [[a, a] as const] : [[a, b] as const, [b, a] as const]) {
    for (const v of corners(one)) for (const face of facesOf(two)) ask('vertex-face', one, [v], two, face);
  }
  for (const e of edgesOf(a)) for (const f of edgesOf(b)) ask('edge-edge', a, e, b, f);
  return earliest;
}

/** The bracket holds the true time, to the rounding of doubles to which the truth is known here. */
function expectBracket(result: DeformingTimeResult, truth: number): void {
  expect(result.lower).toBeLessThanOrEqual(truth === Infinity ? Infinity : truth + 2 ** -50);
  if (result.status === 'free') expect(truth).toBe(Infinity);
  if (result.upper !== null) expect(result.upper).toBeGreaterThanOrEqual(truth - 2 ** -50);
  if (truth < Infinity) expect(truth - result.lower).toBeLessThan(1e-6);
}

const draw = (random: SeededRandom, count: number, offset: number): Float64Array =>
  Float64Array.from({ length: count }, (_, k) => randomBetween(random, -1, 1) + (k % 3 === 0 ? offset : 0));

test('two bodies: the first contact of all their elements, by exact polynomials', () => {
  const random = seeded(51);
  const seen: Record<string, number> = {};
  for (let n = 0; n < 45 * TIMES; n++) {
    // On a lattice, elements start coplanar, meet at ends, and move together.
    const step = (x: number): number => (n % 3 === 0 ? Math.round(2 * x) / 2 : x);
    const make = (from: number, to: number): Motions => {
      const faces = randomInteger(random, 1, 3);
      const vertices = faces + 2;
      return {
        start: draw(random, 3 * vertices, from).map(step),
        end: draw(random, 3 * vertices, to).map(step),
        triangles: Uint32Array.from({ length: 3 * faces }, () => randomInteger(random, 0, vertices - 1)),
      };
    };
    const [a, b] = [make(-1.5, randomBetween(random, -2, 1)), make(1.5, randomBetween(random, -1, 2))];
    const [bodyA, bodyB] = [a, b].map((queryBody) => new DeformingMesh(new Mesh(queryBody.start, queryBody.triangles)));
    const result = deformingTimeOfContact(bodyA, a.end, bodyB, b.end);
    seen[result.status] = (seen[result.status] ?? 0) + 1;
    if (result.status === 'initially-in-contact') expect(collideDeforming(bodyA, bodyB).colliding).toBe(true);
    else expectBracket(result, bruteForce(a, b));
    expect(deformingTimeOfContact(bodyB, b.end, bodyA, a.end).lower).toBeCloseTo(result.lower, 9);
  }
  expect(seen.contact).toBeGreaterThan(8);
  expect(seen.free).toBeGreaterThan(10);
});

test('one body: its first contact with itself', () => {
  const random = seeded(52);
  const seen: Record<string, number> = {};
  for (let n = 0; n < 24 * TIMES; n++) {
    const sheet = { triangles: Uint32Array.of(0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5) };
    const flat = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0, 1, 2, 0);
    const start = flat.map((x) => x + randomBetween(random, -0.1, 0.1));
    const a: Motions = { ...sheet, start, end: flat.map((x) => x + randomBetween(random, -1.5, 1.5)) };
    const body = new DeformingMesh(new Mesh(start, a.triangles));
    const result = selfTimeOfContact(body, a.end);
    seen[result.status] = (seen[result.status] ?? 0) + 1;
    if (result.status === 'initially-in-contact') expect(selfCollide(body).length).toBeGreaterThan(0);
    else expectBracket(result, bruteForce(a, a));
  }
  expect(seen.contact).toBeGreaterThan(5);
  expect(seen.free).toBeGreaterThan(5);
});

test('a ball that swells in a box touches its walls when it should, and no contact is passed over in between', () => {
  const ball = icosphere({ radius: 0.25, subdivisions: 2 });
  const [a, b] = [new DeformingMesh(ball), new DeformingMesh(box({ size: [1, 1, 1] }))];
  const swollen = ball.positions.map((x) => 4 * x);
  const farthest = Math.max(...ball.positions.map(Math.abs));
  const result = deformingTimeOfContact(a, swollen, b, b.positions);
  expect(result.status).toBe('contact');
  expect(result.toc).toBeCloseTo((0.5 / farthest - 1) / 3, 9);
  expect(
    deformingTimeOfContact(
      a,
      ball.positions.map((x) => 1.9 * x),
      b,
      b.positions,
    ).status,
  ).toBe('free');
});

test('the sides of a seam that stays closed are one; one that opens touches at time 0', () => {
  const square = new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 3, 4, 5]);
  const body = new DeformingMesh(square);
  expect(
    selfTimeOfContact(
      body,
      square.positions.map((x) => 2 * x),
    ).status,
  ).toBe('free');
  const opened = square.positions.map((x, k) => (k >= 9 && k % 3 === 0 ? x + 1 : x));
  expect(selfTimeOfContact(body, opened).toc).toBe(0);
});
