// Voronoi marching as a public distance: of convex polyhedra, judged in exact arithmetic, and at the nodes of hull trees. What marching leaves open
// (overlap, contact, rounding) is answered as by every other method.

import { judgeConvex, randomBetween, randomInteger, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { hull, hulls, isConvex, sphere } from '../../../src/entries/convex.ts';
import { obb, voronoiMarching } from '../../../src/entries/lab.ts';
import { box, icosphere, torusKnot } from '../../../src/entries/shapes.ts';
import { collide, distance, Mesh, Model, Pair } from '../../../src/index.ts';
import { refined, scaled } from '../../query/bodies.ts';
import { IDENTITY, nameOf, type PlainPose, randomScene } from '../../query/scenes.ts';

const TIMES = Number(process.env.NEARMISS_LAB_TIMES ?? 1);
const METHOD = { method: voronoiMarching, stats: true } as const;

/** Bracket and exact distance may be this far off each other, in parts of the sizes and the offset. */
const WIDTH = 2 ** -40;

const cloud = (random: SeededRandom, count: number, side: () => number): number[] =>
  Array.from({ length: 3 * count }, side).map((x) => x * (1 + 0.1 * random()));

const KINDS: Readonly<Record<string, (random: SeededRandom) => Model>> = {
  hull: (random) => hull(cloud(random, randomInteger(random, 8, 24), () => randomBetween(random, -0.5, 0.5))),
  box: (random) => Model.build(box({ size: [randomBetween(random, 0.2, 1), randomBetween(random, 0.2, 1), 0.5] })),
  needle: (random) => Model.build(box({ size: [1, randomBetween(random, 1e-4, 1e-2), 1e-3] })),
  plate: (random) => Model.build(box({ size: [1, 1, 10 ** -randomInteger(random, 1, 6)] })),
  ball: (random) => Model.build(icosphere({ subdivisions: randomInteger(random, 0, 1) })),
  'box of fine faces': (random) => Model.build(refined(box({ segments: randomInteger(random, 1, 2) }))),
  'points of a grid': (random) =>
    hull([
      ...Array.from({ length: 36 }, () => randomInteger(random, -2, 2) / 4),
      ...[0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
    ]),
  tiny: (random) => Model.build(scaled(box(), 10 ** -randomInteger(random, 2, 5))),
};
const NAMES = Object.keys(KINDS);

function posed(random: SeededRandom, index: number): PlainPose {
  const { position, rotation } = randomPose(random, 1);
  const far = [0, 0.4, 0.9, 1.5, 3][index % 5];
  const length = Math.hypot(...position);
  const [x, y, z] = position.map((c) => (far * c) / length);
  return { position: [x, y, z], rotation: index % 7 === 0 ? IDENTITY.rotation : rotation };
}

test('convex polyhedra of every kind: the bracket holds the exact distance', () => {
  const random = seeded(1991);
  const seen = new Map<string, number>();
  const count = (key: string): void => void seen.set(key, (seen.get(key) ?? 0) + 1);
  const cases = 2 * NAMES.length ** 2 * TIMES; // every two kinds twice
  let handedOver = 0;
  let marches = 0;
  for (let k = 0; k < cases; k++) {
    const nameA = NAMES[k % NAMES.length];
    const nameB = NAMES[Math.floor(k / NAMES.length) % NAMES.length];
    const a = KINDS[nameA](random);
    const b = KINDS[nameB](random);
    const pose = posed(random, k);
    const name = `${k}: ${nameA} and ${nameB}`;
    const result = distance(a, pose, b, IDENTITY, METHOD);
    const { lower, upper, status, stats } = result;
    marches += stats?.marches ?? 0;
    handedOver += stats?.handedOver ?? 0;
    count(status);
    count(nameA);
    count(nameB);
    expect(isConvex(a) && isConvex(b), name).toBe(true);
    expect(stats?.marches, name).toBeGreaterThan(0);
    const plain = distance(a, pose, b, IDENTITY);
    expect(status, name).toBe(plain.status);
    expect(Math.max(lower, plain.lower), name).toBeLessThanOrEqual(Math.min(upper, plain.upper));
    expect(upper - lower, name).toBeLessThanOrEqual(WIDTH * 8);
    if (k % 4 !== 0) continue;
    const exact = judgeConvex({ positions: a.mesh.positions, pose }, { positions: b.mesh.positions, pose: IDENTITY });
    const [low, high] = exact.distance;
    expect(lower, name).toBeLessThanOrEqual(high);
    expect(upper, name).toBeGreaterThanOrEqual(low);
  }
  for (const kind of NAMES) expect(seen.get(kind) ?? 0, kind).toBeGreaterThanOrEqual((2 * cases) / NAMES.length - 1);
  expect(seen.get('separated') ?? 0).toBeGreaterThan(cases / 4);
  expect(seen.get('intersecting') ?? 0).toBeGreaterThan(cases / 20);
  expect((seen.get('a-inside-b') ?? 0) + (seen.get('b-inside-a') ?? 0)).toBeGreaterThan(cases / 100);
  // Rounding seldom halts marching of bodies that are apart.
  expect(handedOver).toBeLessThan(0.02 * marches);
});

test('boxes face to face, edge to edge, corner to corner: contact is contact, gaps are gaps', () => {
  const cube = Model.build(box());
  for (const shift of [
    [1, 0, 0],
    [1, 1, 0],
    [1, 1, 1],
    [1, 0.5, 0],
    [1, 0.25, 0.75],
  ] as const) {
    for (const gap of [0, 2 ** -40, 2 ** -20, 0.125]) {
      const position = shift.map((x, k) => x + (k === 0 ? gap : 0));
      const { status, lower, upper } = distance(cube, { position }, cube, {}, METHOD);
      expect(status).toBe(gap > 0 ? 'separated' : 'touching');
      expect(lower).toBeLessThanOrEqual(gap);
      expect(upper).toBeGreaterThanOrEqual(gap);
    }
  }
});

test('a Pair keeps the features: on a slow walk of convex bodies marching is a check', () => {
  const random = seeded(5);
  const bodies = [
    hull(cloud(random, 200, () => randomBetween(random, -0.5, 0.5))),
    Model.build(icosphere({ subdivisions: 3 })),
  ];
  let steps = 0;
  let marches = 0;
  for (const body of bodies) {
    const pair = new Pair(body, body);
    for (let k = 0; k < 400; k++) {
      const angle = k / 800;
      const pose = {
        position: [1.9 + k / 5000, 0.1, k / 3000],
        rotation: [0, 0, Math.sin(angle), Math.cos(angle)],
      } as const;
      const result = pair.distance(pose, IDENTITY, METHOD);
      const plain = distance(body, pose, body, IDENTITY);
      expect(result.status).toBe(plain.status);
      expect(Math.abs(result.distance - plain.distance)).toBeLessThan(1e-13);
      if (k === 0) continue;
      steps += result.stats?.marchSteps ?? Infinity;
      marches += result.stats?.marches ?? 0;
    }
  }
  expect(marches).toBeGreaterThan(700);
  expect(steps / marches).toBeLessThan(0.5);
});

test('at the nodes of hull trees: bodies of every kind are as far apart as by the triangles', () => {
  const random = seeded(2001);
  const cases = 60 * TIMES;
  let apart = 0;
  for (let index = 0; index < cases; index++) {
    const scene = randomScene(random, index);
    const { a, poseA, b, poseB } = scene;
    const name = nameOf(scene, index);
    const plain = distance(a.model, poseA, b.model, poseB);
    const result = distance(a.model, poseA, b.model, poseB, METHOD);
    expect(result.status, name).toBe(plain.status);
    expect(Math.max(result.lower, plain.lower), name).toBeLessThanOrEqual(Math.min(result.upper, plain.upper));
    expect(result.stats?.marches, name).toBeGreaterThan(0);
    if (result.status === 'separated') apart++;
  }
  expect(apart).toBeGreaterThan(cases / 4);
});

test('what it does to the next query: nothing', () => {
  const knot = Model.build(torusKnot({ triangles: 720 }));
  const pose = { position: [1.3, 0.1, 0.2] };
  const before = distance(knot, pose, knot, {}, { method: hulls, stats: true });
  distance(knot, pose, knot, {}, METHOD);
  expect(distance(knot, pose, knot, {}, { method: hulls, stats: true })).toEqual(before);
  expect(before.stats?.marches).toBeUndefined();
});

test('bad input is refused; round shapes, which have no features, and flat bodies are answered as ever', () => {
  const knot = Model.build(torusKnot({ triangles: 720 }));
  expect(() => distance(knot, {}, knot, {}, { ...METHOD, volume: obb })).toThrow(/volume/);
  const ball = sphere();
  const at = { position: [3, 0, 0] };
  expect(distance(ball, at, knot, {}, METHOD).distance).toBe(distance(ball, at, knot, {}).distance);
  const flat = Model.build(new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]));
  const point = Model.build(new Mesh([0, 0, 0], [0, 0, 0]));
  for (const body of [flat, point, knot]) {
    for (const other of [flat, point, knot]) {
      const result = distance(body, at, other, {}, METHOD);
      expect(result.status).toBe('separated');
      expect(result.distance).toBeCloseTo(distance(body, at, other, {}).distance, 13);
      expect(distance(body, {}, other, {}, METHOD).status === 'separated').toBe(
        !collide(body, {}, other, {}).colliding,
      );
    }
  }
});
