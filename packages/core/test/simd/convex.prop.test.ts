// The kernels of convex bodies: their answers are those of the plain library to the bit, and both are judged by exact arithmetic. Hulls of every
// ugly kind, apart, overlapping, and moved to where they almost touch; turned and not; far out, and tiny beside huge.

import { judgeConvex, randomBetween, randomInteger, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { afterEach, describe, expect, test } from 'vitest';
import { hull } from '../../src/entries/convex.ts';
import { box } from '../../src/entries/shapes.ts';
import { simd } from '../../src/entries/simd.ts';
import {
  collide,
  type DistanceOptions,
  DistanceResult,
  distance,
  Model,
  PenetrationResult,
  type Pose,
  penetration,
  tolerance,
  use,
} from '../../src/index.ts';
import type { Workspace } from '../../src/query/workspace.ts';
import { hullPair, type PosedPoints } from '../convex/convex-pairs.ts';
import { kernelsWith } from './kernels-with.ts';

const PAIRS = Number(process.env.NEARMISS_SIMD_CONVEX ?? 1500);

/** At tolerance 0, in units of the extents and the offset. */
const WIDEST = 64 * 2 ** -52;

/** How often each kernel was asked, and has answered. */
const asked = { convexDistance: 0, nearestConvex: 0, convexDepth: 0, separatesConvex: 0 };
const served = { ...asked };

function counted(name: keyof typeof asked): (w: Workspace) => boolean {
  return (w) => {
    asked[name]++;
    const isServed = simd[name](w);
    if (isServed) served[name]++;
    return isServed;
  };
}

const counting = kernelsWith({
  convexDistance: counted('convexDistance'),
  nearestConvex: counted('nearestConvex'),
  convexDepth: counted('convexDepth'),
  separatesConvex: counted('separatesConvex'),
});

afterEach(() => use(null));

function both<T>(ask: () => T): [plain: T, accelerated: T] {
  use(null);
  const plain = ask();
  use(counting);
  const accelerated = ask();
  use(null);
  return [plain, accelerated];
}

type Bodies = readonly [Model, Pose, Model, Pose];

const OPTIONS: readonly (DistanceOptions | undefined)[] = [
  undefined,
  {},
  { maxDistance: 0.5 },
  { budget: 8 },
  { solid: false },
];

/**
 * All that is written of a distance and a depth, in both orders. What these kernels leave to others, such as bodies in contact, may have
 * other witnesses: triangles are searched in another order then.
 */
function expectSame(bodies: Bodies, index: number, name: string): void {
  const [a, poseA, b, poseB] = bodies;
  const options = OPTIONS[index % OPTIONS.length];
  const out = new DistanceResult();
  expectSameGap(() => distance(a, poseA, b, poseB, options, out), name);
  const back = expectSameGap(() => distance(b, poseB, a, poseA), name);
  const depth = new PenetrationResult();
  const [deep, acceleratedDeep] = both(() => structuredClone(penetration(a, poseA, b, poseB, undefined, depth)));
  expect(acceleratedDeep, name).toEqual(deep);
  const [status, acceleratedStatus] = both(() => collide(a, poseA, b, poseB).status);
  expect(acceleratedStatus, name).toBe(status);
  const near = { tolerance: index % 2 === 0 ? back.upper : 0.3 };
  const [within, acceleratedWithin] = both(() => tolerance(a, poseA, b, poseB, near).within);
  expect(acceleratedWithin, name).toBe(within);
}

function expectSameGap(ask: () => DistanceResult, name: string): DistanceResult {
  const before = served.nearestConvex;
  const [plain, accelerated] = both(() => structuredClone(ask()));
  if (served.nearestConvex > before) expect(accelerated, name).toEqual(plain);
  else {
    expect(accelerated.status, name).toBe(plain.status);
    expect([accelerated.lower <= plain.upper, plain.lower <= accelerated.upper], name).toEqual([true, true]);
  }
  return plain;
}

/** The brackets of the accelerated answers, by exact arithmetic; and the translation, by the exact test. */
function expectTrue(pointsA: PosedPoints, pointsB: PosedPoints, [a, poseA, b, poseB]: Bodies, name: string): string {
  use(counting);
  const gap = distance(a, poseA, b, poseB);
  const deep = penetration(a, poseA, b, poseB);
  use(null);
  const verdict = judgeConvex(pointsA, pointsB);
  expect(gap.lower, name).toBeLessThanOrEqual(verdict.distance[1]);
  expect(gap.upper, name).toBeGreaterThanOrEqual(verdict.distance[0]);
  expect(deep.lower, name).toBeLessThanOrEqual(verdict.depth[1]);
  expect(deep.upper, name).toBeGreaterThanOrEqual(verdict.depth[0]);
  const extents = [a, b].reduce((sum, { frame }) => sum + 2 * frame.radius * frame.unit, 0);
  if (gap.status === 'separated')
    expect(gap.upper - gap.lower, name).toBeLessThanOrEqual(WIDEST * (extents + gap.upper));
  if (deep.status === 'overlapping') {
    expect(deep.upper - deep.lower, name).toBeLessThanOrEqual(WIDEST * (extents + deep.upper));
    const { position = [0, 0, 0], rotation } = poseA;
    const moved = { position: deep.translation.map((x, k) => x + position[k]), rotation };
    expect(['separated', 'touching'], name).toContain(collide(a, moved, b, poseB).status);
  }
  return deep.status;
}

/** The hull of the points; null where they lie in one plane. */
function solid({ positions }: PosedPoints): Model | null {
  try {
    return hull(positions);
  } catch {
    return null;
  }
}

/** Points on a sphere, of some radius. */
function ball(random: SeededRandom, count: number, radius: number): Float64Array {
  const points: number[] = [];
  for (let i = 0; i < count; i++) {
    const p = [0, 1, 2].map(() => randomBetween(random, -1, 1));
    points.push(...p.map((x) => (radius * x) / Math.hypot(...p)));
  }
  return Float64Array.from(points);
}

describe('convex bodies in the kernels', () => {
  test(`${PAIRS} pairs of hulls of every kind, twice`, () => {
    const statuses: Record<string, number> = {};
    let solids = 0;
    let nearlyTouching = 0;
    for (let index = 0; index < PAIRS; index++) {
      const pair = hullPair(index);
      const a = solid(pair.a);
      const b = solid(pair.b);
      if (a === null || b === null) continue;
      solids++;
      // Every other pair with B as it is: that pose is related in the kernel.
      const restB =
        index % 2 === 0
          ? pair.b
          : { ...pair.b, pose: { position: pair.b.pose.position, rotation: [0, 0, 0, 1] as const } };
      let { a: pointsA, b: pointsB } = { ...pair, b: restB };
      for (let round = 0; round < 2; round++) {
        const bodies = [a, pointsA.pose, b, pointsB.pose] as const;
        const name = `pair ${index}, ${pair.kind}, ${round}`;
        expectSame(bodies, index, name);
        const status = expectTrue(pointsA, pointsB, bodies, name);
        statuses[status] = (statuses[status] ?? 0) + 1;
        // A gap or overlap left between 10⁻¹ and 10⁻¹⁷, or none at all, along the world's normal.
        const left = 10 ** (-1 - (index % 17)) * ((index % 3) - 1);
        const gap = distance(...bodies);
        const deep = penetration(...bodies);
        if (Math.max(gap.upper, deep.upper) < 1e-6) nearlyTouching++;
        const { normal } = gap.status === 'separated' ? gap : deep;
        if (normal === null) break;
        const [x, y, z] = pointsB.pose.position;
        const by = left + (gap.status === 'separated' ? -gap.upper : deep.upper);
        pointsB = {
          ...pointsB,
          pose: { ...pointsB.pose, position: [x + by * normal[0], y + by * normal[1], z + by * normal[2]] },
        };
        pointsA = { ...pointsA };
      }
    }
    expect(solids).toBeGreaterThan(PAIRS / 4);
    for (const status of ['separated', 'overlapping']) expect(statuses[status]).toBeGreaterThan(solids / 4);
    expect(statuses.touching).toBeGreaterThan(0);
    expect(nearlyTouching).toBeGreaterThan(solids / 4);
    expect(statuses['iteration-limit'] ?? 0).toBe(0);
    expect(served.nearestConvex).toBeGreaterThan(solids);
    expect(served.convexDepth).toBeGreaterThan(solids / 20);
    expect(served.separatesConvex).toBeGreaterThan(solids / 40);
    expect(asked.nearestConvex).toBeGreaterThan(served.nearestConvex);
    expect(asked.convexDepth).toBeGreaterThan(served.convexDepth);
  });

  test('round hulls of 4 to 400 points, of sizes from 2⁻⁶⁰ to 2⁶⁰ of each other', () => {
    const random = seeded(23);
    const before = { ...served };
    const cases = 600;
    for (let index = 0; index < cases; index++) {
      const radiusA = 2 ** (index % 4 === 0 ? randomInteger(random, -60, 60) : 0);
      const pointsA = ball(random, randomInteger(random, 4, 400), radiusA);
      const pointsB = ball(random, randomInteger(random, 4, 40), 1);
      const q = [0, 1, 2, 3].map(() => randomBetween(random, -1, 1));
      const rotation = q.map((x) => x / Math.hypot(...q)) as [number, number, number, number];
      const reach = (radiusA + 1) * (index % 2 === 0 ? randomBetween(random, 0, 0.6) : randomBetween(random, 1, 3));
      const position = [...ball(random, 1, reach)] as [number, number, number];
      const bodies = [hull(pointsA), { position, rotation }, hull(pointsB), {}] as const;
      expectSame(bodies, index, `round ${index}`);
    }
    expect(served.nearestConvex - before.nearestConvex).toBeGreaterThan(cases / 2);
    expect(served.convexDepth - before.convexDepth).toBeGreaterThan(cases / 5);
    expect(served.separatesConvex - before.separatesConvex).toBeGreaterThan(cases / 5);
  });

  test('boxes, whose facets are several faces, and models away from their origins', () => {
    const random = seeded(24);
    const cube = Model.build(box());
    const away = hull(ball(random, 60, 1).map((x, k) => x + [100, 20, 3][k % 3]));
    const before = served.nearestConvex;
    for (let index = 0; index < 400; index++) {
      const turned: Pose = index % 3 === 0 ? {} : { rotation: [0.36, 0.48, 0.64, 0.48] };
      const position = [0, 1, 2].map((k) =>
        index % 4 === 0 ? Math.round(randomBetween(random, -3, 3)) : randomBetween(random, -2, 2) + k,
      );
      expectSame([cube, { ...turned, position }, cube, {}], index, `box ${index}`);
      const [x, y, z] = position;
      expectSame([away, { position: [x - 100, y - 20, z - 3] }, cube, turned], index, `away ${index}`);
    }
    expect(served.nearestConvex - before).toBeGreaterThan(400);
  });

  test('a pose whose getter asks another query', () => {
    const cube = hull(box().positions);
    const ask = (): number[] => {
      const inner = (): number =>
        distance(cube, { position: [0, 3, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }, cube, {}).upper;
      let found = 0;
      const pose: Pose = {
        position: [5, 0, 0],
        get rotation(): [number, number, number, number] {
          found = inner() + penetration(cube, { position: [0.5, 0.2, 0.1] }, cube, {}).upper;
          return [0.6, 0, 0, 0.8];
        },
      };
      const { lower, upper, pointA, pointB } = distance(cube, pose, cube, {});
      const { upper: turned } = distance(cube, { position: [0, 7, 0], rotation: [0.6, 0, 0, 0.8] }, cube, pose);
      return [found, lower, upper, turned, ...(pointA ?? []), ...(pointB ?? [])];
    };
    const [plain, accelerated] = both(ask);
    expect(accelerated).toEqual(plain);
    expect(() => distance(cube, { position: [Number.NaN, 0, 0] }, cube, {})).toThrow();
    expect(ask()).toEqual(plain);
  });

  test('what is released is written again, and its memory reused', () => {
    use(simd);
    const random = seeded(25);
    const points = ball(random, 200, 1);
    const pose: Pose = { position: [3, 0.1, 0.2] };
    const sizes: number[] = [];
    const answers = new Set<number>();
    for (let k = 0; k < 200; k++) {
      const model = hull(points);
      answers.add(distance(model, pose, model, {}).distance);
      answers.add(distance(model, pose, model, {}).distance);
      simd.release(model);
      sizes.push(simd.memorySize);
    }
    expect(sizes.at(-1)).toBe(sizes[10]);
    expect(answers.size).toBe(1);
  });
});
