import { describe, expect, test } from 'vitest';
import type { VolumeKind } from '../../../src/bounds/volume.ts';
import { AIMED_SIZE } from '../../../src/bounds/volume.ts';
import { buildHullGraphs } from '../../../src/convex/hull-graph.ts';
import { kdop14, kdop14Hull, kdop18, kdop18Hull, kdop26, kdop26Hull } from '../../../src/lab/volumes/kdop.ts';
import { DIRECTIONS_14, DIRECTIONS_18, DIRECTIONS_26 } from '../../../src/lab/volumes/kdop-directions.ts';
import { RELATIVE_ERROR, RELATIVE_SCALE } from '../../../src/scalar/pose.ts';
import { seededRandom } from '../../../src/scalar/random.ts';
import { COORDINATE_ERROR } from '../../../src/scalar/tolerances.ts';
import {
  distanceSq,
  fitted,
  movedPoint,
  ONE,
  randomPose,
  rounding,
  SCALES,
  SHAPES,
  shapeTriangles,
  spread,
  toInteger,
  touchingSets,
} from '../../bounds/samples.ts';

const SETS = [
  { k: 14, byCones: kdop14, byHull: kdop14Hull, directions: DIRECTIONS_14 },
  { k: 18, byCones: kdop18, byHull: kdop18Hull, directions: DIRECTIONS_18 },
  { k: 26, byCones: kdop26, byHull: kdop26Hull, directions: DIRECTIONS_26 },
] as const;

/** Every direction and its opposite, in the order of the supports. */
function both({ table, half }: { readonly table: Float64Array; readonly half: number }): number[][] {
  return Array.from({ length: half }, (_, k) => Array.from(table.subarray(3 * k, 3 * k + 3))).flatMap((d) => [
    d,
    d.map((x) => -x),
  ]);
}

const dot = (p: readonly number[], q: readonly number[]): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];

function pointsOf(triangles: Float64Array): number[][] {
  return Array.from({ length: triangles.length / 3 }, (_, k) => Array.from(triangles.subarray(3 * k, 3 * k + 3)));
}

/** Quarter turns and the identity, where directions fall on each other and cones are flat, among random rotations. */
const QUARTER_TURNS = [
  [1, 0, 0, 0, 1, 0, 0, 0, 1],
  [0, -1, 0, 1, 0, 0, 0, 0, 1],
  [0, 0, 1, 1, 0, 0, 0, 1, 0],
  [-1, 0, 0, 0, -1, 0, 0, 0, 1],
];

/** A pose as a query makes it: with a ratio of units, the error of a coordinate, and what the kind makes of it. */
function aimed(kind: VolumeKind, pose: Float64Array, triangles: Float64Array, ratio: number): Float64Array {
  const out = new Float64Array(AIMED_SIZE).fill(Number.NaN);
  out.set(pose);
  out[RELATIVE_SCALE] = ratio;
  const reach = ratio * Math.max(...pointsOf(triangles).map((p) => Math.sqrt(dot(p, p))));
  out[RELATIVE_ERROR] = COORDINATE_ERROR * (reach + Math.sqrt(pose[9] ** 2 + pose[10] ** 2 + pose[11] ** 2));
  kind.aim?.(out);
  return out;
}

function moved(kind: VolumeKind, triangles: Float64Array, pose: Float64Array): Float64Array {
  const volume = fitted(kind, triangles);
  const out = new Float64Array(kind.stride).fill(Number.NaN);
  if (kind.moveByHull === undefined) kind.move(volume, 0, pose, out, 0);
  else {
    const hulls = buildHullGraphs(triangles, Int32Array.of(0), Int32Array.of(triangles.length / 3));
    kind.moveByHull(volume, 0, hulls, pose, out, 0);
  }
  return out;
}

describe.each(SETS)('k-dops of $k directions', ({ k, byCones, byHull, directions }) => {
  test('as many directions as the name says, none twice, each with its opposite beside it', () => {
    const all = both(directions).map(String);
    expect(all.length).toBe(k);
    expect(new Set(both(directions).map((d) => String(d.map((x) => x + 0)))).size).toBe(k);
    expect(byCones.stride).toBe(3 + k);
  });

  test.each(Object.keys(SHAPES))('encloses exactly and tightly: %s', (name) => {
    const random = seededRandom(name.length);
    for (let run = 0; run < 20; run++) {
      const triangles = shapeTriangles(random, name, 1 + (run % 9), SCALES[run % 3], run % 2 ? 1000 : 1);
      const volume = fitted(byCones, triangles);
      expect(fitted(byHull, triangles)).toEqual(volume);
      const points = pointsOf(triangles);
      const exact = points.map((p) => p.map(toInteger));
      for (const [i, d] of both(directions).entries()) {
        const support = toInteger(volume[3 + i]);
        const holds = exact.every((p) => p.reduce((sum, x, c) => sum + BigInt(d[c]) * x, 0n) <= support);
        expect(holds).toBe(true);
        const height = Math.max(...points.map((p) => dot(p, d)));
        expect(volume[3 + i] - height).toBeLessThanOrEqual(rounding(8, ...triangles.map(Math.abs)));
      }
    }
  });

  test.each([byCones, byHull])('moved, it holds the moved points exactly: $name', (kind) => {
    const random = seededRandom(k);
    let run = 0;
    for (const name of Object.keys(SHAPES)) {
      for (let tries = 0; tries < 16; tries++, run++) {
        const scale = SCALES[run % 3];
        const triangles = shapeTriangles(random, name, tries % 8 === 7 ? 30 : 1 + (tries % 5), scale, run % 2 ? 50 : 0);
        const pose = randomPose(random, scale * (run % 5));
        if (run % 4 === 0) pose.set(QUARTER_TURNS[(run >> 2) % 4]);
        const ratio = run % 3 === 1 ? 2 ** -20 : 1;
        const ready = aimed(kind, pose, triangles, ratio);
        const volume = moved(kind, triangles, ready);
        const matrix = Array.from(ready.subarray(0, 12), toInteger);
        const slots = pointsOf(triangles).map((p) => {
          const [x, y, z] = p.map((c) => toInteger(c * ratio));
          return [0, 1, 2].map(
            (r) => matrix[3 * r] * x + matrix[3 * r + 1] * y + matrix[3 * r + 2] * z + matrix[9 + r] * ONE,
          );
        });
        for (const [i, d] of both(directions).entries()) {
          const support = toInteger(volume[3 + i]) * ONE;
          const holds = slots.every((q) => q.reduce((sum, c, axis) => sum + BigInt(d[axis]) * c, 0n) <= support);
          expect(holds).toBe(true);
        }
      }
    }
  });

  test('by hull it is the k-dop of the moved points; by cones it is never less, and for single points no more', () => {
    const random = seededRandom(3 * k);
    let looser = 0;
    for (let run = 0; run < 200; run++) {
      const alone = run % 2 === 0;
      const name = alone ? 'one point' : 'scattered points';
      const triangles = shapeTriangles(random, name, 1 + (run % 20), SCALES[run % 3], 2);
      const pose = randomPose(random, 1);
      if (run % 8 === 0) pose.set(QUARTER_TURNS[(run >> 3) % 4]);
      const tight = moved(byHull, triangles, aimed(byHull, pose, triangles, 1));
      const loose = moved(byCones, triangles, aimed(byCones, pose, triangles, 1));
      const slots = pointsOf(triangles).map((p) => movedPoint(pose, p));
      const errorBound = rounding(64, ...triangles.subarray(0, 9), pose[9], pose[10], pose[11]) * (alone ? 1 : 4);
      for (const [i, d] of both(directions).entries()) {
        const height = Math.max(...slots.map((p) => dot(p, d)));
        expect(Math.abs(tight[3 + i] - height)).toBeLessThanOrEqual(3 * errorBound);
        expect(loose[3 + i]).toBeGreaterThanOrEqual(height);
        if (alone) expect(loose[3 + i]).toBeLessThanOrEqual(height + 3 * errorBound);
        else if (loose[3 + i] > height + 3 * errorBound) looser++;
      }
    }
    expect(looser).toBeGreaterThan(100);
  });

  test('a quarter turn permutes the directions: by cones nothing is lost', () => {
    const random = seededRandom(k + 1);
    for (const turn of QUARTER_TURNS) {
      const triangles = shapeTriangles(random, 'scattered points', 8, 1, 0);
      const pose = randomPose(random, 1);
      pose.set(turn);
      const [loose, tight] = [byCones, byHull].map((kind) => moved(kind, triangles, aimed(kind, pose, triangles, 1)));
      for (let i = 0; i < byCones.stride; i++) expect(Math.abs(loose[i] - tight[i])).toBeLessThan(1e-14);
    }
  });

  test('sets that touch overlap, still and moved, and their bound is rounding', () => {
    const random = seededRandom(5 * k);
    for (let run = 0; run < 300; run++) {
      const [a, b] = touchingSets(random, SCALES[run % 3], run % 2 ? 10 : 0);
      const pose = randomPose(random, run % 3);
      const pairs = [
        [fitted(byCones, a), fitted(byCones, b)],
        [moved(byCones, a, aimed(byCones, pose, a, 1)), moved(byCones, b, aimed(byCones, pose, b, 1))],
        [moved(byHull, a, aimed(byHull, pose, a, 1)), moved(byHull, b, aimed(byHull, pose, b, 1))],
      ];
      for (const [va, vb] of pairs) {
        expect(byCones.overlap(va, 0, vb, 0)).toBe(true);
        expect(byCones.overlap(vb, 0, va, 0)).toBe(true);
        expect(byCones.lowerBound(va, 0, vb, 0, Infinity)).toBeLessThanOrEqual(rounding(8, ...va, ...vb));
      }
    }
  });

  test('the bound is below the distance of any two points, and positive just where the volumes are apart', () => {
    const random = seededRandom(7 * k);
    let apart = 0;
    for (let run = 0; run < 600; run++) {
      const scale = SCALES[run % 3];
      const [a, b] = [0, 1].map(() => shapeTriangles(random, 'scattered points', 1 + (run % 3), 1, 2));
      for (const set of [a, b]) for (let i = 0; i < set.length; i++) set[i] *= scale;
      const [va, vb] = [fitted(byCones, a), fitted(byCones, b)];
      const bound = byCones.lowerBound(va, 0, vb, 0, Infinity);
      const nearest = Math.min(...pointsOf(a).flatMap((p) => pointsOf(b).map((q) => Math.sqrt(distanceSq(p, q)))));
      expect(bound).toBeLessThanOrEqual(nearest + rounding(8, ...va, ...vb));
      expect(byCones.lowerBound(vb, 0, va, 0, Infinity)).toBe(bound);
      expect(byCones.overlap(va, 0, vb, 0)).toBe(bound <= 0);
      if (bound > 0) apart++;
    }
    expect(apart).toBeGreaterThan(150);
    expect(apart).toBeLessThan(550);
  });

  test('the bound of two points is their distance', () => {
    const random = seededRandom(k);
    for (let run = 0; run < 100; run++) {
      const [p, q] = [0, 1].map(() => [spread(random), spread(random), spread(random)]);
      const [a, b] = [p, q].map((r) => fitted(byCones, Float64Array.of(...r, ...r, ...r)));
      expect(Math.abs(byCones.lowerBound(a, 0, b, 0, Infinity) - Math.sqrt(distanceSq(p, q)))).toBeLessThan(1e-14);
    }
  });
});

/** A box with the given axes (unit), half extents and centre, as the triangles of its corners. */
function boxOf(axes: readonly (readonly number[])[], half: readonly number[], centre: readonly number[]): Float64Array {
  const corners: number[] = [];
  for (let n = 0; n < 9; n++) {
    const signs = [n & 1, n & 2, n & 4].map((bit) => (bit === 0 ? -1 : 1));
    for (let c = 0; c < 3; c++) {
      corners.push(centre[c] + axes.reduce((sum, axis, i) => sum + signs[i] * half[i] * axis[c], 0));
    }
  }
  return Float64Array.from(corners);
}

describe('gaps that a direction of the set sees exactly', () => {
  const bound = (kind: VolumeKind, a: Float64Array, b: Float64Array): number =>
    kind.lowerBound(fitted(kind, a), 0, fitted(kind, b), 0, Infinity);

  test('plates across a diagonal of the cube: 14 and 26', () => {
    const plate = Float64Array.of(1, -1, 0, 0, 1, -1, -1, 0, 1);
    const shifted = plate.map((x) => x + 0.125);
    for (const kind of [kdop14, kdop26]) expect(bound(kind, plate, shifted)).toBeCloseTo(0.125 * Math.sqrt(3), 14);
    expect(bound(kdop18, plate, shifted)).toBeLessThan(0.125 * Math.sqrt(3) - 0.01);
  });

  test('plates across a diagonal of a face: 18 and 26', () => {
    const plate = Float64Array.of(1, -1, 0, -1, 1, 2, 0, 0, -1);
    const shifted = plate.map((x, k) => x + (k % 3 === 2 ? 0 : 0.125));
    for (const kind of [kdop18, kdop26]) expect(bound(kind, plate, shifted)).toBeCloseTo(0.125 * Math.SQRT2, 14);
    expect(bound(kdop14, plate, shifted)).toBeLessThan(0.125 * Math.SQRT2 - 0.01);
  });

  test('boxes turned by 45° about an axis, corner to corner: 18 and 26 by three directions at right angles', () => {
    const h = Math.SQRT1_2;
    const frames = [
      [
        [h, h, 0],
        [h, -h, 0],
        [0, 0, 1],
      ],
      [
        [h, 0, h],
        [h, 0, -h],
        [0, 1, 0],
      ],
      [
        [0, h, h],
        [0, h, -h],
        [1, 0, 0],
      ],
    ];
    for (const axes of frames) {
      const centre = [0, 1, 2].map((c) => 14 * axes[0][c] + 6 * axes[1][c] + 5 * axes[2][c]);
      const [a, b] = [boxOf(axes, [1, 1, 1], [0, 0, 0]), boxOf(axes, [1, 1, 1], centre)];
      // Gaps of 12, 4 and 3.
      for (const kind of [kdop18, kdop26]) expect(bound(kind, a, b)).toBeCloseTo(13, 12);
      expect(bound(kdop14, a, b)).toBeLessThan(12.9);
    }
  });

  test('the least shift that parts overlapping k-dops is the bound below zero', () => {
    const a = boxOf(
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      [1, 1, 1],
      [0, 0, 0],
    );
    const b = boxOf(
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      [1, 1, 1],
      [1.75, 0, 0],
    );
    for (const kind of [kdop14, kdop18, kdop26]) expect(bound(kind, a, b)).toBe(-0.25);
  });
});
