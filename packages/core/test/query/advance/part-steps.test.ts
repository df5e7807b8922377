import { seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { buildConvexBody } from '../../../src/convex/convex-body.ts';
import { VOLUMES } from '../../../src/lab/volumes/volumes-by-name.ts';
import { GAP_ERRORS } from '../../../src/motion/bounds.ts';
import { ArcSupports, PartPair, stepOfHulls, stepOfVolumes } from '../../../src/query/advance/part-steps.ts';
import { RELATIVE_ERROR } from '../../../src/scalar/pose.ts';
import {
  directionOf,
  heightsAfter,
  moveCorners,
  prepare,
  queryMotion,
  randomMotion,
  referenceMotion,
  relative,
  SAMPLING,
  state,
} from '../../motion/sampled-motions.ts';

const NOWHERE = new Float64Array(3);
const heights = (points: ArrayLike<number>, n: Float64Array): number[] =>
  Array.from(
    { length: points.length / 3 },
    (_, k) => n[0] * points[3 * k] + n[1] * points[3 * k + 1] + n[2] * points[3 * k + 2],
  );

function pairOf(
  a: Float64Array,
  b: Float64Array,
  distance: number,
  withheld: number,
  ...reaches: [number, number]
): PartPair {
  const pair = new PartPair();
  pair.a = a;
  pair.b = b;
  pair.distance[0] = distance;
  pair.withheld[0] = withheld;
  pair.reaches.set(reaches);
  return pair;
}

interface Slab {
  readonly time: number;
  readonly n: Float64Array;
  readonly width: number;
  /** Points of the query body, in its own frame; of the reference body. */
  readonly a: readonly number[];
  readonly b: Float64Array;
}

/** Two clouds of points, or the ends of two rods again and again, on two sides of a slab along n, on bodies that move. */
function randomSlab(random: () => number, count: number, rods: boolean): Slab {
  prepare(randomMotion(random), randomMotion(random));
  const time = random() / 2;
  relative.stateAt(time, state);
  const size = random();
  const cloud = (): number[] => {
    const middle = [0, 0, 0].map(() => 2 * random() - 1);
    const points = Array.from({ length: 3 * count }, (_, k) => middle[k % 3] + size * (2 * random() - 1));
    return rods ? points.map((_, k) => points[k % 6]) : points;
  };
  const a = cloud();
  const n = directionOf(random);
  const width = 10 ** (-3 * random());
  const b = Float64Array.from(cloud());
  const shift = Math.max(...heights(moveCorners(a), n)) + width - Math.min(...heights(b, n));
  for (let k = 0; k < b.length; k++) b[k] += n[k % 3] * shift;
  return { time, n, width, a, b };
}

/** How wide the slab along n is after a time. */
const open = ({ time, a, b }: Slab, n: Float64Array, s: number): number =>
  Math.min(...heightsAfter(referenceMotion, [...b], time, time + s, n)) -
  Math.max(...heightsAfter(queryMotion, a, time, time + s, n));

/** Checks that a slab stays open, and returns which part of the time until it closes the step is; NaN if it does not close. */
function expectOpen(slab: Slab, n: Float64Array, step: number): number {
  const left = 1 - slab.time;
  const whole = Math.min(step, left);
  for (let sample = 0; sample <= 8; sample++) expect(open(slab, n, (whole * sample) / 8)).toBeGreaterThan(-SAMPLING);
  let closes = 0;
  while (closes < left && open(slab, n, closes) > 0) closes += left / 50;
  return closes < left && closes > 0 ? Math.min(1, step / closes) : Number.NaN;
}

const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;

describe('a slab stays open for the whole step', () => {
  for (const [bound, least] of [
    ['directed', 0.25],
    ['undirected', 0.1],
  ] as const) {
    test(`between hulls, ${bound}`, () => {
      const random = seeded(80);
      const parts: number[] = [];
      for (let run = 0; run < 300; run++) {
        const slab = randomSlab(random, 12, false);
        const a = buildConvexBody(Float64Array.from(slab.a));
        const b = buildConvexBody(slab.b);
        const gap = slab.width - GAP_ERRORS * state[RELATIVE_ERROR];
        const part = expectOpen(slab, slab.n, stepOfHulls(state, a, b, slab.n, gap, bound, new ArcSupports()));
        if (part >= 0 && queryMotion.isSteady && referenceMotion.isSteady) parts.push(part);
      }
      expect(parts.length).toBeGreaterThan(60);
      expect(mean(parts)).toBeGreaterThan(least);
    });
  }

  for (const name of ['sphere', 'aabb', 'obb', 'rss', 'lss', 'disc'] as const) {
    test(`between volumes along the line of their centres: ${name}`, () => {
      const kind = VOLUMES[name];
      const random = seeded(81);
      const parts: number[] = [];
      for (let run = 0; run < 200; run++) {
        const slab = randomSlab(random, 12, run % 2 === 0);
        const a = new Float64Array(kind.stride);
        const b = new Float64Array(kind.stride);
        const own = new Float64Array(kind.stride);
        kind.fit(Float64Array.from(slab.a), 0, 4, own, 0);
        kind.move(own, 0, state, a, 0);
        kind.fit(slab.b, 0, 4, b, 0);
        const line = [0, 1, 2].map((k) => b[k] - a[k]);
        const n = Float64Array.from(line, (x) => x / Math.hypot(...line));
        // A distance of 0 says nothing, and reaches of 10²⁰ next to nothing: what is left is what the arc proves.
        const withheld = GAP_ERRORS * state[RELATIVE_ERROR];
        const step = stepOfVolumes(state, kind, pairOf(a, b, 0, withheld, 1e20, 1e20), n, 'directed');
        if (step === 0) continue;
        const part = expectOpen(slab, n, step);
        if (part >= 0 && queryMotion.isSteady && referenceMotion.isSteady) parts.push(part);
      }
      expect(parts.length).toBeGreaterThan(8);
      expect(mean(parts)).toBeGreaterThan(0.15);
    });
  }

  test('a rod that lies across n, tilted to the axis, stands up along n as it turns', () => {
    prepare({ from: {}, angularVelocity: [0, 0, Math.PI] }, {});
    relative.stateAt(0, state);
    const half = Math.SQRT1_2;
    const n = Float64Array.of(half, 0, half);
    const kind = VOLUMES.lss;
    const rod = new Float64Array(kind.stride);
    kind.fit(Float64Array.of(half, 0, -half, -half, 0, half, half, 0, -half), 0, 1, rod, 0);
    const wall = new Float64Array(kind.stride);
    kind.fit(
      Float64Array.from({ length: 9 }, (_, k) => n[k % 3] / 2),
      0,
      1,
      wall,
      0,
    );
    // Its end is at ½(1 − cos πt) along n, and at the wall after half the time.
    const step = stepOfVolumes(state, kind, pairOf(rod, wall, 0, 0, 1e20, 1e20), n, 'directed');
    expect(step).toBeLessThan(0.5);
    expect(step).toBeGreaterThan(0.4);
  });

  test('volumes without extents, and those asked for no direction, step by their distance', () => {
    prepare({ from: {}, velocity: [1, 0, 0], angularVelocity: [0, 0, 2] }, {});
    relative.stateAt(0, state);
    const ball = Float64Array.of(0, 0, 0, 1);
    const other = Float64Array.of(0, 4, 0, 1);
    const kind = VOLUMES.sphere;
    const n = Float64Array.of(0, 1, 0);
    const anyway = stepOfVolumes(state, kind, pairOf(ball, other, 2, 0, 1, 5), n, 'undirected');
    expect(anyway).toBeCloseTo(2 / 3, 12);
    const { extent: _, ...plain } = kind;
    expect(stepOfVolumes(state, plain, pairOf(ball, other, 2, 0, 1, 5), NOWHERE, 'directed')).toBe(anyway);
    // Along n nothing moves but what turns.
    expect(stepOfVolumes(state, kind, pairOf(ball, other, 2, 0, 1, 5), n, 'directed')).toBeCloseTo(1, 12);
  });
});
