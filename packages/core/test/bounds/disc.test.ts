import { describe, expect, test } from 'vitest';
import {
  centreGapDiscDisc,
  DISC,
  discVolume,
  fitDisc,
  lowerBoundDiscDisc,
  moveDisc,
  pushNearDiscs,
  writeDiscBounds,
} from '../../src/bounds/disc.ts';
import { NodeBlock } from '../../src/bounds/node-block.ts';
import { symmetricEigen } from '../../src/scalar/eigen.ts';
import { RELATIVE_SCRATCH_SIZE, RELATIVE_SIZE, relativePose } from '../../src/scalar/pose.ts';
import { type Random, seededRandom } from '../../src/scalar/random.ts';
import { ALIGNMENT_ERROR, BOUND_ROUNDING, UNIT_ROUNDOFF } from '../../src/scalar/tolerances.ts';
import {
  distanceSq,
  fitted,
  moved,
  movedPoint,
  ONE,
  randomPose,
  SCALES,
  SHAPES,
  shapeTriangles,
  spread,
  toInteger,
  touchingSets,
} from './samples.ts';

type Point = readonly number[];

const minus = (p: Point, q: Point): number[] => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const dot = (p: Point, q: Point): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p: Point, q: Point): number[] => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];

/** Everything in sight of two discs: what their rounding is relative to. At most three times the S of a query. */
function sizeOf(a: Float64Array, b: Float64Array): number {
  return Math.sqrt(distanceSq(Array.from(a.subarray(0, 3)), Array.from(b.subarray(0, 3)))) + a[6] + a[7] + b[6] + b[7];
}

/** Exactly, with the axis m/|m|: |m·d| ≤ h|m| and |d|²|m|² − (m·d)² ≤ ρ²|m|². */
function encloses(disc: Float64Array, p: Float64Array): boolean {
  const v = Array.from(disc, toInteger);
  const d = [0, 1, 2].map((k) => toInteger(p[k]) - v[k]);
  const along = v[3] * d[0] + v[4] * d[1] + v[5] * d[2];
  const axisSq = v[3] ** 2n + v[4] ** 2n + v[5] ** 2n;
  const dSq = d[0] ** 2n + d[1] ** 2n + d[2] ** 2n;
  return along ** 2n <= v[6] ** 2n * axisSq && dSq * axisSq - along ** 2n <= v[7] ** 2n * axisSq;
}

// Exact products for many trials: doubles as multiples of 2⁻¹²⁸. What is below that is too small to matter here, and the
// products of four still fit the range of a double.
const STEP = 2 ** 128;
type ExactVector = readonly [bigint, bigint, bigint];
const exactly = (v: ArrayLike<number>, at: number): ExactVector => [
  BigInt(Math.trunc(v[at] * STEP)),
  BigInt(Math.trunc(v[at + 1] * STEP)),
  BigInt(Math.trunc(v[at + 2] * STEP)),
];
const exactDot = (p: ExactVector, q: ExactVector): bigint => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const exactCross = (p: ExactVector, q: ExactVector): ExactVector => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];

/** √(n/d), right to two units of roundoff: nothing is rounded before n and d are whole. */
const rootOfRatio = (n: bigint, d: bigint): number => Math.sqrt(Number(n) / Number(d));

interface Gaps {
  readonly centres: number;
  readonly axisA: number;
  readonly axisB: number;
  readonly largest: number;
}

/** The gaps along the three directions, for the axes m/|m|, from exact dot and cross products: right to a few u. */
function exactGaps(a: Float64Array, b: Float64Array): Gaps {
  const [cA, cB, mA, mB] = [exactly(a, 0), exactly(b, 0), exactly(a, 3), exactly(b, 3)];
  const d: ExactVector = [cB[0] - cA[0], cB[1] - cA[1], cB[2] - cA[2]];
  const [dSq, aSq, bSq] = [exactDot(d, d), exactDot(mA, mA), exactDot(mB, mB)];
  const [ad, bd, ab] = [exactDot(mA, d), exactDot(mB, d), exactDot(mA, mB)];
  const [axd, bxd, axb] = [exactCross(mA, d), exactCross(mB, d), exactCross(mA, mB)];
  const l = Math.sqrt(Number(dSq)) / STEP;
  const cosine = (product: bigint, sq: bigint): number => rootOfRatio(product * product, sq * dSq);
  const sine = (product: ExactVector, sq: bigint): number => rootOfRatio(exactDot(product, product), sq * dSq);
  const [cosA, sinA] = [cosine(ad, aSq), sine(axd, aSq)];
  const [cosB, sinB] = [cosine(bd, bSq), sine(bxd, bSq)];
  const c = rootOfRatio(ab * ab, aSq * bSq);
  const s = rootOfRatio(exactDot(axb, axb), aSq * bSq);
  const centres = l - a[6] * cosA - a[7] * sinA - b[6] * cosB - b[7] * sinB;
  const axisA = l * cosA - a[6] - b[6] * c - b[7] * s;
  const axisB = l * cosB - b[6] - a[6] * c - a[7] * s;
  return { centres, axisA, axisB, largest: Math.max(centres, axisA, axisB) };
}

/** True if the pair is kept by `pushNearDiscs` at the limit. */
function isPushed(a: Float64Array, b: Float64Array, limit: number): boolean {
  return pushNearDiscs(a, b, new NodeBlock(), Float64Array.of(limit), new Int32Array(2), 0) === 2;
}

/** Two unit vectors square to the axis and to each other. */
function sides(m: Point): [number[], number[]] {
  const other = Math.abs(m[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const p = cross(m, other);
  const u = p.map((x) => x / Math.sqrt(dot(p, p)));
  return [u, cross(m, u)];
}

/** A point of the disc; rim, caps and their edge more often than the inside. */
function pointOf(random: Random, disc: Float64Array): number[] {
  const m = Array.from(disc.subarray(3, 6));
  const [u, v] = sides(m);
  const t = disc[6] * Math.max(-1, Math.min(1, 2 * spread(random)));
  const r = disc[7] * Math.min(1, 2 * random());
  const angle = 2 * Math.PI * random();
  return [0, 1, 2].map((k) => disc[k] + t * m[k] + r * (Math.cos(angle) * u[k] + Math.sin(angle) * v[k]));
}

function randomDisc(random: Random, scale: number, shift: number): Float64Array {
  const pose = randomPose(random, shift * scale);
  const length = (): number => (random() < 0.15 ? 0 : random() * scale);
  return Float64Array.of(pose[9], pose[10], pose[11], pose[2], pose[5], pose[8], length(), length());
}

/** Axes as a search meets them: out of the eigensolver, and turned by a relative pose. */
function searchedAxis(random: Random, turns: boolean): Float64Array {
  const axes = new Float64Array(9);
  const matrix = Float64Array.from({ length: 6 }, () => spread(random));
  symmetricEigen(matrix, axes, new Float64Array(3));
  const disc = Float64Array.of(0, 0, 0, axes[6], axes[7], axes[8], 0, 1);
  if (!turns) return disc;
  const pose = new Float64Array(RELATIVE_SIZE);
  const quaternion = (): number[] => {
    const q = [spread(random), spread(random), spread(random), spread(random)];
    return q.map((x) => x / Math.sqrt(q.reduce((sum, y) => sum + y * y, 0)));
  };
  const still = new Float64Array(3);
  const [a, b] = [Float64Array.of(0, 0, 0, ...quaternion()), Float64Array.of(0, 0, 0, ...quaternion())];
  relativePose(a, still, b, still, pose, new Float64Array(RELATIVE_SCRATCH_SIZE));
  pose[12] = 1;
  return moved(discVolume, disc, pose);
}

describe('fitDisc', () => {
  for (const name of Object.keys(SHAPES)) {
    test(`encloses exactly, with a unit axis: ${name}`, () => {
      const random = seededRandom(name.length);
      for (let run = 0; run < 90; run++) {
        const triangles = shapeTriangles(
          random,
          name,
          1 + (run % 9),
          SCALES[run % 3],
          [1, 1000, 1e6][run % 2 ? 1 : (run >> 1) % 3],
        );
        const disc = fitted(discVolume, triangles);
        for (let k = 0; k < triangles.length; k += 3) expect(encloses(disc, triangles.subarray(k, k + 3))).toBe(true);
        const [x, y, z] = Array.from(disc.subarray(3, 6), toInteger);
        const stray = Number(((x * x + y * y + z * z - ONE * ONE) << 100n) / (ONE * ONE)) * 2 ** -100;
        // ALIGNMENT_ERROR counts on an axis that is unit to 4u, its square to 8u.
        expect(Math.abs(stray)).toBeLessThanOrEqual(8 * UNIT_ROUNDOFF);
      }
    });
  }

  test('takes its run of the triangles and nothing else', () => {
    const random = seededRandom(2);
    const triangles = shapeTriangles(random, 'scattered points', 9, 1, 1);
    const out = new Float64Array(DISC);
    fitDisc(triangles, 3, 4, out, 0);
    expect(Array.from(out)).toEqual(Array.from(fitted(discVolume, triangles.slice(27, 63))));
  });

  test('is tight: flat sets have no thickness, a disc gets its own radius, a needle none', () => {
    const square = fitted(discVolume, Float64Array.of(-1, -1, 3, 1, -1, 3, 1, 1, 3, -1, -1, 3, 1, 1, 3, -1, 1, 3));
    expect(Array.from(square.subarray(0, 3))).toEqual([0, 0, 3]);
    expect(Math.abs(square[5])).toBe(1);
    expect(square[6]).toBeLessThan(1e-14);
    expect(square[7]).toBeGreaterThanOrEqual(Math.SQRT2);
    expect(square[7]).toBeLessThan(Math.SQRT2 + 1e-13);

    const random = seededRandom(3);
    const pose = randomPose(random, 1);
    const rim: number[] = [];
    const around = (k: number): number[] => [5 * Math.cos(k / 9), 5 * Math.sin(k / 9), 0.25 * (k % 2 ? 1 : -1)];
    for (let k = 0; k < 57; k++) rim.push(...[around(k), around(k + 1), [0, 0, 0]].flatMap((p) => movedPoint(pose, p)));
    const wheel = fitted(discVolume, Float64Array.from(rim));
    expect(wheel[6]).toBeLessThan(0.3);
    expect(wheel[7]).toBeLessThan(5.1);
  });

  test('lengths whose squares underflow are enclosed too', () => {
    for (const size of [1e-150, 1e-165, 1e-200, 1e-310]) {
      const triangle = Float64Array.of(0, 0, 0, size, 0, 0, 0, size, 0);
      const disc = fitted(discVolume, triangle);
      for (let k = 0; k < 9; k += 3) expect(encloses(disc, triangle.subarray(k, k + 3))).toBe(true);
    }
  });
});

describe('moveDisc', () => {
  test('moves centre and axis, and scales lengths by the ratio of the units', () => {
    const random = seededRandom(11);
    for (let run = 0; run < 300; run++) {
      const triangles = shapeTriangles(random, 'a curved patch', 1 + (run % 5), 1, 1);
      const disc = fitted(discVolume, triangles);
      const pose = randomPose(random, [0, 1, 1e6][run % 3]);
      const scale = 2 ** -(run % 40);
      pose[12] = scale;
      const after = moved(discVolume, disc, pose);
      expect(after[6]).toBe(disc[6] * scale);
      expect(after[7]).toBe(disc[7] * scale);

      // The moved corners are in the moved disc, up to the rounding of a moved coordinate and the pose's own.
      const size = 4 * scale + Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]);
      const m = Array.from(after.subarray(3, 6));
      expect(Math.abs(dot(m, m) - 1)).toBeLessThanOrEqual(32 * UNIT_ROUNDOFF); // samples' poses round more than ours
      for (let k = 0; k < triangles.length; k += 3) {
        const corner = Array.from(triangles.subarray(k, k + 3), (x) => x * scale);
        const d = minus(movedPoint(pose, corner), Array.from(after.subarray(0, 3)));
        const along = dot(d, m);
        const aside = minus(
          d,
          m.map((x) => along * x),
        );
        expect(Math.abs(along)).toBeLessThanOrEqual(after[6] + 16 * UNIT_ROUNDOFF * size);
        expect(Math.sqrt(dot(aside, aside))).toBeLessThanOrEqual(after[7] + 16 * UNIT_ROUNDOFF * size);
      }
    }
  });

  test('after a turn by a relative pose the axis is unit to 10u, as ALIGNMENT_ERROR assumes', () => {
    const random = seededRandom(12);
    let worst = 0;
    for (let run = 0; run < 5000; run++) {
      const m = exactly(searchedAxis(random, true), 3);
      const one = BigInt(STEP) ** 2n;
      worst = Math.max(worst, Math.abs(Number(exactDot(m, m) - one) / STEP / STEP));
    }
    expect(worst).toBeLessThanOrEqual(20 * UNIT_ROUNDOFF);
    expect(worst).toBeGreaterThan(UNIT_ROUNDOFF);
  });
});

describe('bounds of two discs', () => {
  test('are the largest gap of the three directions, for discs in any position', () => {
    const random = seededRandom(21);
    const winners = [0, 0, 0];
    let worst = 0;
    for (let run = 0; run < 20000; run++) {
      const [a, b] = [randomDisc(random, 1, 1.2), randomDisc(random, 1, 1.2)];
      const exact = exactGaps(a, b);
      const unit = UNIT_ROUNDOFF * sizeOf(a, b);
      const bound = lowerBoundDiscDisc(a, 0, b, 0);
      const centre = centreGapDiscDisc(a, 0, b, 0);
      winners[[exact.centres, exact.axisA, exact.axisB].indexOf(exact.largest)]++;
      worst = Math.max(worst, (bound - exact.largest) / unit, (centre - exact.centres) / unit);
      // From below: the error bound under a root costs at most √ALIGNMENT_ERROR of a radius.
      const low = Math.min(bound - exact.largest, centre - exact.centres);
      expect(low).toBeGreaterThan(-2 * Math.sqrt(ALIGNMENT_ERROR) * (a[7] + b[7]) - 32 * unit);
    }
    expect(worst).toBeLessThanOrEqual(BOUND_ROUNDING / UNIT_ROUNDOFF);
    for (const wins of winners) expect(wins).toBeGreaterThan(300);
  });

  test('never exceed the distance of points in the discs', () => {
    const random = seededRandom(22);
    let apart = 0;
    for (let run = 0; run < 3000; run++) {
      const scale = SCALES[run % 3];
      const [a, b] = [randomDisc(random, scale, 1.2), randomDisc(random, scale, 1.2)];
      const bound = lowerBoundDiscDisc(a, 0, b, 0);
      const centre = centreGapDiscDisc(a, 0, b, 0);
      const errorBound = BOUND_ROUNDING * sizeOf(a, b);
      if (bound > errorBound) apart++;
      expect(centre).toBeLessThanOrEqual(bound + errorBound);
      for (let tries = 0; tries < 10; tries++) {
        const distance = Math.sqrt(distanceSq(pointOf(random, a), pointOf(random, b)));
        expect(bound).toBeLessThanOrEqual(distance + errorBound);
        expect(isPushed(a, b, distance + errorBound)).toBe(true);
      }
    }
    expect(apart).toBeGreaterThan(500);
    expect(apart).toBeLessThan(2500);
  });

  // Where d and m are aligned, √(l² − u²) turns rounding of 1e-16 into 1e-8. 240,000 trials, axes as searches meet them.
  test('do not fall for alignment of an axis with the line of the centres', () => {
    const random = seededRandom(23);
    let worst = -Infinity;
    let hit = 0;
    for (let run = 0; run < 1200; run++) {
      const a = searchedAxis(random, run % 2 === 0);
      const m = Array.from(a.subarray(3, 6));
      const [u, v] = sides(m);
      const b = Float64Array.of(0, 0, 0, ...sides(u)[0], 0, 0); // a point
      for (let tries = 0; tries < 200; tries++) {
        const tilt = tries % 20 === 0 ? 0 : 10 ** (-8.5 - 8 * random());
        const angle = 2 * Math.PI * random();
        const l = (tries % 2 ? 1 : -1) * (0.5 + random());
        for (let k = 0; k < 3; k++) b[k] = l * (m[k] + tilt * (Math.cos(angle) * u[k] + Math.sin(angle) * v[k]));
        a[7] = 0.1 + 2 * random();
        const exact = exactGaps(a, b);
        const unit = UNIT_ROUNDOFF * sizeOf(a, b);
        worst = Math.max(worst, (centreGapDiscDisc(a, 0, b, 0) - exact.centres) / unit);
        worst = Math.max(worst, (lowerBoundDiscDisc(a, 0, b, 0) - exact.largest) / unit);
        if (isPushed(a, b, exact.largest + BOUND_ROUNDING * sizeOf(a, b))) hit++;
      }
    }
    expect(worst).toBeLessThanOrEqual(BOUND_ROUNDING / UNIT_ROUNDOFF);
    expect(hit).toBe(1200 * 200);
  });

  test('do not fall for alignment of the two axes', () => {
    const random = seededRandom(24);
    let worst = -Infinity;
    let hit = 0;
    for (let run = 0; run < 1000; run++) {
      const a = searchedAxis(random, true);
      a[7] = 0;
      const m = Array.from(a.subarray(3, 6));
      const [u, v] = sides(m);
      for (let tries = 0; tries < 60; tries++) {
        const tilt = tries % 20 === 0 ? 0 : 10 ** (-8.5 - 8 * random());
        const angle = 2 * Math.PI * random();
        const axis = m.map((x, k) => x + tilt * (Math.cos(angle) * u[k] + Math.sin(angle) * v[k]));
        // Above A's plane by more than anything else, so that A's axis gives the bound.
        const centre = m.map((x, k) => 3 * x + spread(random) * u[k]);
        const b = Float64Array.of(...centre, ...axis, 0, 0.1 + random());
        const exact = exactGaps(a, b);
        const unit = UNIT_ROUNDOFF * sizeOf(a, b);
        worst = Math.max(worst, (lowerBoundDiscDisc(a, 0, b, 0) - exact.largest) / unit);
        worst = Math.max(worst, (lowerBoundDiscDisc(b, 0, a, 0) - exact.largest) / unit);
        if (isPushed(a, b, exact.largest + BOUND_ROUNDING * sizeOf(a, b))) hit++;
      }
    }
    expect(worst).toBeLessThanOrEqual(BOUND_ROUNDING / UNIT_ROUNDOFF);
    expect(hit).toBe(1000 * 60);
  });

  test('swapping the discs or moving both changes no bound', () => {
    const random = seededRandom(25);
    for (let run = 0; run < 2000; run++) {
      const scale = SCALES[run % 3];
      const [a, b] = [randomDisc(random, scale, 1.2), randomDisc(random, scale, 1.2)];
      const bound = lowerBoundDiscDisc(a, 0, b, 0);
      expect(lowerBoundDiscDisc(b, 0, a, 0)).toBeCloseTo(bound, -Math.log10(scale) + 12);
      const pose = randomPose(random, scale);
      const after = lowerBoundDiscDisc(moved(discVolume, a, pose), 0, moved(discVolume, b, pose), 0);
      // √ALIGNMENT_ERROR of a radius where a root is next to nothing.
      expect(Math.abs(after - bound)).toBeLessThan(1e-7 * scale);
    }
  });

  test('are right where they can be told by hand', () => {
    const plate = (x: number, y: number, z: number): Float64Array => Float64Array.of(x, y, z, 0, 0, 1, 0.5, 2);
    // Above each other: the axes give 5 − 0.5 − 0.5 (and the error bound of a radius), beside each other the centres 9 − 2 − 2.
    expect(lowerBoundDiscDisc(plate(0, 0, 0), 0, plate(0, 0, 5), 0)).toBeCloseTo(4, 6);
    expect(lowerBoundDiscDisc(plate(0, 0, 0), 0, plate(1, 0, 5), 0)).toBeCloseTo(4, 6);
    expect(lowerBoundDiscDisc(plate(0, 0, 0), 0, plate(9, 0, 0), 0)).toBeCloseTo(5, 13);
    expect(lowerBoundDiscDisc(plate(0, 0, 0), 0, plate(0, 0, 0), 0)).toBeLessThan(0);
    expect(centreGapDiscDisc(plate(1, 2, 3), 0, plate(1, 2, 3), 0)).toBe(-4);
    expect(discVolume.overlap(plate(0, 0, 0), 0, plate(0, 0, 1), 0)).toBe(true);
    expect(discVolume.overlap(plate(0, 0, 0), 0, plate(0, 0, 1.1), 0)).toBe(false);
  });
});

describe('pushNearDiscs', () => {
  test('keeps a pair if and only if the largest gap is within the limit', () => {
    const random = seededRandom(31);
    let kept = 0;
    for (let run = 0; run < 20000; run++) {
      const scale = SCALES[run % 3];
      const [a, b] = [randomDisc(random, scale, 1.2), randomDisc(random, scale, 1.2)];
      const bound = lowerBoundDiscDisc(a, 0, b, 0);
      const errorBound = 16 * UNIT_ROUNDOFF * sizeOf(a, b);
      const limit = run % 2 ? scale * random() : Math.max(0, bound + 1e-12 * scale * spread(random));
      const isKept = isPushed(a, b, limit);
      if (bound < limit - errorBound) expect(isKept).toBe(true);
      if (bound > limit + errorBound) expect(isKept).toBe(false);
      if (isKept) kept++;
    }
    expect(kept).toBeGreaterThan(5000);
    expect(kept).toBeLessThan(18000);
  });

  test('pushes the pairs of two runs of nodes in order, from `top` on, and touches nothing else', () => {
    const random = seededRandom(32);
    let pushed = 0;
    for (let run = 0; run < 500; run++) {
      const discs = (count: number): Float64Array =>
        Float64Array.from(Array.from({ length: count }, () => Array.from(randomDisc(random, 1, 1.5))).flat());
      const [a, b] = [discs(5), discs(5)];
      const limit = 0.5 * random();
      const [firstA, firstB] = [run % 4, (run >> 2) % 4];
      const [endA, endB] = [firstA + 1 + (run % 2), firstB + 1 + ((run >> 1) % 2)];
      const block = new NodeBlock().set(firstA, endA, firstB, endB);
      const stack = new Int32Array(16).fill(-7);
      const top = pushNearDiscs(a, b, block, Float64Array.of(limit), stack, 4);
      const expected: number[] = [];
      const bounds: number[] = [];
      for (let i = firstA; i < endA; i++) {
        for (let j = firstB; j < endB; j++) {
          bounds.push(lowerBoundDiscDisc(a, DISC * i, b, DISC * j));
          if (isPushed(a.slice(DISC * i, DISC * i + DISC), b.slice(DISC * j, DISC * j + DISC), limit))
            expected.push(i, j);
        }
      }
      pushed += expected.length / 2;
      expect(top).toBe(4 + expected.length);
      expect(Array.from(stack)).toEqual([
        -7,
        -7,
        -7,
        -7,
        ...expected,
        ...Array.from({ length: 12 - expected.length }, () => -7),
      ]);
      const written = new Float64Array(5).fill(-7);
      writeDiscBounds(a, b, block, written);
      for (let k = 0; k < 5; k++) expect(Math.abs(written[k] - (bounds[k] ?? -7))).toBeLessThanOrEqual(1e-15);
    }
    expect(pushed).toBeGreaterThan(200);
  });

  test('keeps discs that share a point, and sets that touch', () => {
    const random = seededRandom(33);
    for (let run = 0; run < 5000; run++) {
      const [a, b] = [randomDisc(random, 1, 1), randomDisc(random, 1, 1)];
      // Parallel or nearly, every other time: the axes' gap is then the one at stake.
      if (run % 2) {
        const tilt = 10 ** (-17 * random());
        const [u] = sides(Array.from(a.subarray(3, 6)));
        for (let k = 0; k < 3; k++) b[3 + k] = a[3 + k] + tilt * u[k];
        const length = Math.sqrt(b[3] * b[3] + b[4] * b[4] + b[5] * b[5]);
        for (let k = 3; k < 6; k++) b[k] /= length;
      }
      const [p, q] = [pointOf(random, a), pointOf(random, b)];
      for (let k = 0; k < 3; k++) b[k] += p[k] - q[k];
      expect(isPushed(a, b, BOUND_ROUNDING * (2 + sizeOf(a, b)))).toBe(true);
    }
    for (let run = 0; run < 1000; run++) {
      const [a, b] = touchingSets(random, SCALES[run % 3], run % 2 ? 10 : 0);
      const [discA, discB] = [fitted(discVolume, a), fitted(discVolume, b)];
      const reach = (v: Float64Array): number => Math.abs(v[0]) + Math.abs(v[1]) + Math.abs(v[2]) + v[6] + v[7];
      expect(isPushed(discA, discB, BOUND_ROUNDING * (reach(discA) + reach(discB)))).toBe(true);
    }
  });

  test('keeps discs that share their centre, whatever the axes and however small', () => {
    const random = seededRandom(34);
    for (let run = 0; run < 2000; run++) {
      const [a, b] = [randomDisc(random, 1, 1), randomDisc(random, 1, 1)];
      b.set(a.subarray(0, 3));
      if (run % 3 === 0) b.set(a.subarray(3, 6), 3);
      if (run % 4 === 0) a.fill(0, 6);
      if (run % 5 === 0) b.fill(0, 6);
      expect(isPushed(a, b, 0)).toBe(true);
      // So near that l² underflows.
      b[run % 3] += a[run % 3] === 0 ? 1e-170 : 0;
      expect(isPushed(a, b, 1e-300)).toBe(true);
    }
    const [a, b] = [Float64Array.of(0, 0, 0, 0, 0, 1, 0, 0), Float64Array.of(1e-170, 1e-160, 0, 1, 0, 0, 0, 0)];
    expect(isPushed(a, b, 1e-150)).toBe(true);
  });

  test('moved discs that share a corner are kept at the limit a query uses', () => {
    const random = seededRandom(35);
    const out = new Float64Array(DISC);
    for (let run = 0; run < 2000; run++) {
      const scale = 2 ** -(run % 30);
      const pose = randomPose(random, [0, 1, 1e4][run % 3]);
      pose[12] = scale;
      const body = shapeTriangles(
        random,
        ['a needle', 'an exact plane', 'a curved patch'][run % 3],
        2,
        run % 3 === 0 ? 1e-6 : 0.1,
        1,
      );
      moveDisc(fitted(discVolume, body), 0, pose, out, 0);
      // One corner of the moved body is the first corner of the reference body.
      const shared = movedPoint(
        pose,
        Array.from(body.subarray(6, 9), (x) => x * scale),
      );
      const other = Float64Array.from([...shared, ...[0, 0].flatMap(() => shared.map((x) => x + spread(random)))]);
      const reference = fitted(discVolume, other);
      const size =
        4 * scale + Math.max(...other.map(Math.abs)) * 2 + Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]);
      expect(isPushed(out, reference, BOUND_ROUNDING * size)).toBe(true);
    }
  });
});
