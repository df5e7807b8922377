import { add, compare, fraction, fromNumber, mul, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { box } from '../../src/entries/shapes.ts';
import type { Mesh } from '../../src/mesh/mesh.ts';
import {
  directedSpeed,
  stepOverArc,
  triangleStep,
  undirectedSpeed,
  unsafeInstantSpeed,
} from '../../src/motion/bounds.ts';
import type { Motion } from '../../src/motion/motion.ts';
import {
  distanceTriangleTriangle,
  WITNESS_LIMIT,
  WITNESS_SIZE,
  WITNESS_SQ,
} from '../../src/primitive/triangle-triangle-distance.ts';
import {
  directionOf,
  distanceFromPivot,
  heightsAfter,
  moveCorners,
  prepare,
  queryMotion,
  randomMotion,
  referenceMotion,
  relative,
  SAMPLING,
  state,
} from './sampled-motions.ts';

type Numbers = readonly number[];

/** The corners of all triangles, nine numbers each. */
const trianglesOf = (mesh: Mesh): number[] =>
  Array.from(mesh.triangles).flatMap((v) => Array.from(mesh.positions.subarray(3 * v, 3 * v + 3)));

const boxFrom = (low: Numbers, high: Numbers): number[] =>
  trianglesOf(box({ size: [high[0] - low[0], high[1] - low[1], high[2] - low[2]] })).map(
    (x, k) => x + (low[k % 3] + high[k % 3]) / 2,
  );

type StepRule = (
  moved: Float64Array,
  i: number,
  still: Float64Array,
  j: number,
  n: Float64Array,
  gap: number,
) => number;

/** Conservative advancement over all pairs of triangles: the time reached, and in how many steps. */
function advance(a: Numbers, b: Numbers, rule: StepRule, threshold: number): { time: number; steps: number } {
  const still = Float64Array.from(b);
  const witness = new Float64Array(WITNESS_SIZE);
  const n = new Float64Array(3);
  let time = 0;
  for (let steps = 1; steps <= 10_000; steps++) {
    relative.stateAt(time, state);
    const moved = moveCorners(a);
    let step = Infinity;
    let nearest = Infinity;
    for (let i = 0; i < moved.length; i += 9) {
      for (let j = 0; j < still.length; j += 9) {
        witness[WITNESS_LIMIT] = Infinity;
        distanceTriangleTriangle(moved, i, still, j, witness);
        const gap = Math.sqrt(witness[WITNESS_SQ]);
        nearest = Math.min(nearest, gap);
        for (let k = 0; k < 3; k++) n[k] = (witness[3 + k] - witness[k]) / gap;
        step = Math.min(step, rule(moved, i, still, j, n, gap));
      }
    }
    if (nearest <= threshold) return { time, steps };
    time += step;
    if (time >= 1) return { time: Infinity, steps };
  }
  throw new Error('The advancement does not end.');
}

const directed: StepRule = (moved, i, still, j, n, gap) => triangleStep(state, moved, i, still, j, n, gap);
const undirected: StepRule = (_moved, _i, _still, _j, _n, gap) => gap / undirectedSpeed(state, 3, 3);

describe('the rod and the box', () => {
  const angle = (170 / 180) * Math.PI;
  const rod = boxFrom([-2, -0.01, -0.01], [1, 0.01, 0.01]);
  const still = boxFrom([1.5, -0.3, -0.3], [1.6, 0.3, 0.3]);
  // The rod's long end comes round and meets the edge over (1.5, −0.3) with the side that leads.
  const heightOver = (turn: number): number => 1.5 * Math.sin(turn) + 0.3 * Math.cos(turn);
  let [before, after] = [Math.PI / 2, Math.PI];
  for (let k = 0; k < 60; k++) {
    const middle = (before + after) / 2;
    if (heightOver(middle) > 0.01) before = middle;
    else after = middle;
  }

  const turning: Motion = { from: {}, to: { rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] } };

  test('by the bound of an instant the rod would pass through, by that over the arc it does not', () => {
    prepare(turning, {});
    relative.stateAt(0, state);
    const [moved, other] = [moveCorners(rod), Float64Array.from(still)];
    // From the rod's near end to the box, for the rod as a whole as in FAST.
    const n = Float64Array.of(1, 0, 0);
    let [fastest, step] = [0, Infinity];
    for (let i = 0; i < moved.length; i += 9) {
      for (let j = 0; j < other.length; j += 9) {
        fastest = Math.max(fastest, unsafeInstantSpeed(state, moved, i, other, j, n));
        step = Math.min(step, triangleStep(state, moved, i, other, j, n, 0.5));
      }
    }
    expect(0.5 / fastest).toBeGreaterThan(10); // free until long after the end, it says
    expect(step * angle).toBeLessThan(before);
    expect(step).toBeGreaterThan(0.2);
  });

  test('the bound over the arc does not, nor do the linear ones', () => {
    prepare(turning, {});
    const { time, steps } = advance(rod, still, directed, 1e-6);
    expect(time * angle).toBeLessThanOrEqual(before);
    expect(time * angle).toBeGreaterThan(before - 2e-6);
    expect(steps).toBeLessThan(30);
    const linear = advance(rod, still, (_m, _i, _s, _j, n, gap) => gap / directedSpeed(state, n, 2.001, 0), 1e-6);
    expect(linear.time * angle).toBeLessThanOrEqual(before);
    expect(linear.steps).toBeGreaterThan(steps);
    const slow = advance(rod, still, undirected, 1e-6);
    expect(slow.time * angle).toBeLessThanOrEqual(before);
    expect(slow.time * angle).toBeGreaterThan(before - 2e-6);
  });

  test('seen from the rod, the box going round, all is the same', () => {
    prepare({}, turning);
    const { time } = advance(still, rod, directed, 1e-6);
    expect(time * angle).toBeLessThanOrEqual(before);
    expect(time * angle).toBeGreaterThan(before - 2e-6);
  });
});

describe('FAST, Fig. 6: one body hovers along over another', () => {
  const plate = boxFrom([-2, -2, -0.1], [2, 2, 0]);
  const cube = boxFrom([-0.5, -0.5, 0.01], [0.5, 0.5, 1]);

  test('with the direction two steps are enough, without it hundreds', () => {
    prepare({ from: { position: [-1, 0, 0] }, velocity: [2, 0, 0] }, {});
    const quick = advance(cube, plate, directed, 1e-6);
    expect(quick.time).toBe(Infinity);
    expect(quick.steps).toBeLessThanOrEqual(2); // the sides of the cube do come nearer to parts of the plate
    const { time, steps } = advance(cube, plate, undirected, 1e-6);
    expect(time).toBe(Infinity);
    expect(steps).toBeGreaterThan(150);
  });
});

describe('no sampled motion exceeds a bound', () => {
  test('closing along a direction, 3,000 pairs of motions: directed and undirected', () => {
    const random = seeded(50);
    let [tightest, tightestUndirected] = [0, 0];
    for (let run = 0; run < 3000; run++) {
      prepare(randomMotion(random), randomMotion(random));
      const time = random() / 2;
      relative.stateAt(time, state);
      const n = directionOf(random);
      const [a, b] = [
        Array.from({ length: 9 }, () => 2 * random() - 1),
        Array.from({ length: 9 }, () => 2 * random() - 1),
      ];
      const reach = [distanceFromPivot(queryMotion, a), distanceFromPivot(referenceMotion, b)];
      const speed = directedSpeed(state, n, reach[0], reach[1]);
      const anyway = undirectedSpeed(state, reach[0], reach[1]);
      expect(speed).toBeLessThanOrEqual(anyway * (1 + 1e-12));
      const before = [heightsAfter(queryMotion, a, time, time, n), heightsAfter(referenceMotion, b, time, time, n)];
      for (let sample = 0; sample < 6; sample++) {
        const s = (1 - time) * 10 ** (-3 * random());
        const after = [
          heightsAfter(queryMotion, a, time, time + s, n),
          heightsAfter(referenceMotion, b, time, time + s, n),
        ];
        const closing =
          Math.max(...after[0].map((h, k) => h - before[0][k])) + Math.max(...after[1].map((h, k) => before[1][k] - h));
        expect(closing).toBeLessThanOrEqual(speed * s + SAMPLING);
        if (speed * s > 1e-3) {
          tightest = Math.max(tightest, closing / (speed * s));
          tightestUndirected = Math.max(tightestUndirected, closing / (anyway * s));
        }
      }
    }
    expect(tightest).toBeGreaterThan(0.99); // and they are not idle
    expect(tightestUndirected).toBeGreaterThan(0.9);
  });

  test('the slab between two triangles stays open for the whole step, 3,000 pairs', () => {
    const random = seeded(51);
    let [stepped, sum] = [0, 0];
    for (let run = 0; run < 3000; run++) {
      prepare(randomMotion(random), randomMotion(random));
      const time = random() / 2;
      relative.stateAt(time, state);
      const a = Array.from({ length: 9 }, () => 2 * random() - 1);
      const moved = moveCorners(a);
      // The other triangle behind a slab of some width along n.
      const n = directionOf(random);
      const highest = Math.max(...[0, 3, 6].map((k) => n[0] * moved[k] + n[1] * moved[k + 1] + n[2] * moved[k + 2]));
      const width = 10 ** (-4 * random());
      const b = Float64Array.from({ length: 9 }, () => 2 * random() - 1);
      const lowest = Math.min(...[0, 3, 6].map((k) => n[0] * b[k] + n[1] * b[k + 1] + n[2] * b[k + 2]));
      for (let k = 0; k < 9; k++) b[k] += n[k % 3] * (highest + width - lowest);
      const step = triangleStep(state, moved, 0, b, 0, n);
      expect(step).toBeGreaterThanOrEqual(0);
      expect(triangleStep(state, moved, 0, b, 0, n, width / 2)).toBeLessThanOrEqual(step);

      const open = (s: number): number =>
        Math.min(...heightsAfter(referenceMotion, [...b], time, time + s, n)) -
        Math.max(...heightsAfter(queryMotion, a, time, time + s, n));
      const whole = Math.min(step, 1 - time);
      for (let sample = 0; sample <= 12; sample++) expect(open((whole * sample) / 12)).toBeGreaterThan(-SAMPLING);
      // How much of the time until the slab closes was proven in one step?
      let closes = 0;
      while (closes < 1 - time && open(closes) > 0) closes += (1 - time) / 200;
      if (step < 1 - time && queryMotion.isSteady && referenceMotion.isSteady && closes > 0) {
        stepped++;
        sum += step / Math.min(closes, 1 - time);
      }
    }
    expect(stepped).toBeGreaterThan(1000);
    expect(sum / stepped).toBeGreaterThan(0.5);
  });

  test('what turns on the spot comes no nearer, however often', () => {
    prepare({ from: {}, angularVelocity: [0, 0, 1e5] }, {});
    relative.stateAt(0.25, state);
    const moved = moveCorners([0.5, 0, 0, -0.5, 0, 0, 0, 0.5, 0.1]);
    const n = Float64Array.of(1, 0, 0);
    const wall = (x: number): Float64Array => Float64Array.of(x, -1, 0, x, 1, 0, x, 0, 1);
    expect(triangleStep(state, moved, 0, wall(0.51), 0, n)).toBeGreaterThan(1e4);
    expect(triangleStep(state, moved, 0, wall(0.4999), 0, n)).toBeLessThan(1e-4);
  });

  test('bodies that n does not part get no step', () => {
    prepare({ from: {}, velocity: [-1, 0, 0] }, {});
    relative.stateAt(0, state);
    const triangle = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    expect(triangleStep(state, triangle, 0, triangle, 0, Float64Array.of(1, 0, 0))).toBe(0);
  });
});

describe('stepOverArc', () => {
  const HALF = fraction(1n, 2n);
  /** closing·s + ½·bending·s² ≤ gap, exactly. */
  const fits = (gap: number, closing: number, bending: number, s: number): boolean => {
    const time = fromNumber(s);
    const displacement = add(mul(fromNumber(closing), time), mul(HALF, mul(fromNumber(bending), mul(time, time))));
    return compare(displacement, fromNumber(gap)) <= 0;
  };

  test('is the longest step that fits, less rounding, in exact arithmetic and whatever the sizes', () => {
    const random = seeded(60);
    for (let run = 0; run < 4000; run++) {
      const spread = run % 4 === 0 ? 120 : 6;
      const size = (): number => random() * 10 ** (spread * (2 * random() - 1));
      const [gap, closing, bending] = [size(), (random() < 0.5 ? -1 : 1) * size(), run % 5 === 0 ? 0 : size()];
      const step = stepOverArc(gap, closing, bending);
      if (step === Infinity) {
        expect(closing <= 0 && bending === 0).toBe(true);
        continue;
      }
      expect(fits(gap, closing, bending, step)).toBe(true);
      if (spread === 6) expect(fits(gap, closing, bending, step * (1 + 1e-14))).toBe(false);
      else expect(fits(gap, closing, bending, 4 * step)).toBe(false);
    }
  });

  test('no gap, no step; nothing closes, no end', () => {
    expect(stepOverArc(0, -1, 0)).toBe(0);
    expect(stepOverArc(-1, 1, 1)).toBe(0);
    expect(stepOverArc(Number.NaN, 1, 1)).toBe(0);
    expect(stepOverArc(1, -1, 0)).toBe(Infinity);
    expect(stepOverArc(1, 0, 0)).toBe(Infinity);
    expect(stepOverArc(2, 0, 1)).toBeCloseTo(2, 12);
  });
});
