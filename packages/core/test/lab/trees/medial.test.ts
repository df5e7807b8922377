import { describe, expect, test } from 'vitest';
import { middles } from '../../../src/bvh/middles.ts';
import { tileCorners } from '../../../src/bvh/tiles.ts';
import { gatherTriangles } from '../../../src/bvh/tree.ts';
import { zOrder } from '../../../src/bvh/z-order.ts';
import { box, icosphere, makeShape, torus } from '../../../src/entries/shapes.ts';
import type { Mesh } from '../../../src/index.ts';
import { medialBalls } from '../../../src/lab/trees/medial-balls.ts';
import { coverByBalls } from '../../../src/lab/trees/medial-cover.ts';
import { PointTree } from '../../../src/lab/trees/point-tree.ts';
import { tileTriangles } from '../../../src/lab/trees/tile-triangles.ts';
import { type Random, seededRandom } from '../../../src/scalar/random.ts';
import { inverted } from '../../query/bodies.ts';

const cornersOf = ({ positions, triangles }: Mesh): Float64Array =>
  Float64Array.from(Array.from(triangles, (v) => [...positions.subarray(3 * v, 3 * v + 3)]).flat());

const length = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z);
const between = (p: Float64Array, i: number, q: Float64Array, j: number): number =>
  length(q[j] - p[i], q[j + 1] - p[i + 1], q[j + 2] - p[i + 2]);

/** Points in a ball, on a sphere, all at one position, on a line. */
const CLOUDS: Record<string, (random: Random) => number[]> = {
  ball: (random) => [random(), random(), random()],
  sphere: (random) => {
    const [x, y, z] = [random() - 0.5, random() - 0.5, random() - 0.5];
    return [x, y, z].map((c) => c / length(x, y, z));
  },
  slot: () => [0.3, 0.3, 0.3],
  line: (random) => [random(), 0, 0],
};

describe('zOrder', () => {
  test('is a permutation, and neighbours in it are near each other', () => {
    const random = seededRandom(1);
    const points = Float64Array.from({ length: 3000 }, random);
    const order = zOrder(points);
    expect(Array.from(order).sort((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, k) => k));
    const step = (from: ArrayLike<number>): number =>
      Array.from({ length: 999 }, (_, k) => between(points, 3 * from[k], points, 3 * from[k + 1])).reduce(
        (s, x) => s + x,
      );
    expect(step(order)).toBeLessThan(step(Array.from({ length: 1000 }, (_, k) => k)) / 4);
  });

  test('goes through the eight corners of a cube in the order of its bits', () => {
    const corners = Array.from({ length: 8 }, (_, k) => [(k >> 2) & 1, (k >> 1) & 1, k & 1]).reverse();
    expect(Array.from(zOrder(Float64Array.from(corners.flat())))).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
  });

  test('points at one position keep their order', () => {
    expect(Array.from(zOrder(new Float64Array(30).fill(0.7)))).toEqual(Array.from({ length: 10 }, (_, k) => k));
  });
});

describe('PointTree', () => {
  test.each(Object.keys(CLOUDS))('finds what a test of all points finds: %s', (name) => {
    const random = seededRandom(2);
    let found = 0;
    for (const count of [1, 7, 8, 9, 16, 17, 100, 1000]) {
      const points = Float64Array.from(Array.from({ length: count }, () => CLOUDS[name](random)).flat());
      const tree = new PointTree(points);
      for (let run = 0; run < 20; run++) {
        const at = Float64Array.of(random(), random(), random());
        const limit = run % 2 ? 10 : 0.3;
        const distances = Array.from({ length: count }, (_, k) => between(at, 0, points, 3 * k));
        const nearest = tree.nearest(at[0], at[1], at[2], limit);
        const least = Math.min(...distances);
        if (least >= limit) expect(nearest).toBe(-1);
        else expect(distances[nearest]).toBe(least);
        const near = new Set<number>();
        tree.eachNear(at[0], at[1], at[2], 0.3, (k) => near.add(k));
        distances.forEach((distance, k) => {
          if (distance <= 0.3) expect(near.has(k)).toBe(true);
        });
        if (nearest >= 0) found++;
      }
    }
    expect(found).toBeGreaterThan(80);
  });
});

describe('medialBalls', () => {
  test('a sphere has one, and it is the sphere, however the faces are turned', () => {
    const ball = icosphere({ subdivisions: 3 });
    const reach = length(ball.positions[0], ball.positions[1], ball.positions[2]);
    for (const mesh of [ball, inverted(ball)]) {
      const { spheres, faces } = medialBalls(cornersOf(mesh), true);
      expect(faces.length).toBe(1);
      expect(length(spheres[0], spheres[1], spheres[2])).toBeLessThan(0.02 * reach);
      expect(Math.abs(spheres[3] - reach)).toBeLessThan(0.02 * reach);
    }
  });

  test('those of a torus have the radius of its tube and lie along its ring', () => {
    const [majorRadius, minorRadius] = [1, 0.25];
    const mesh = torus({ majorRadius, minorRadius, majorSegments: 128, minorSegments: 48 });
    const { spheres, faces } = medialBalls(cornersOf(mesh), true);
    expect(faces.length).toBeGreaterThan(8);
    expect(faces.length).toBeLessThan(mesh.triangleCount / 4);
    for (let k = 0; k < spheres.length; k += 4) {
      const [a, b, c] = Array.from(spheres.subarray(k, k + 3), Math.abs).sort((x, y) => x - y);
      expect(a).toBeLessThan(0.03); // off the plane of the ring
      expect(Math.abs(length(b, c, 0) - majorRadius)).toBeLessThan(0.03);
      expect(Math.abs(spheres[k + 3] - minorRadius)).toBeLessThan(0.03);
    }
  });

  test.each(['gear', 'u-shape', 'torus', 'icosphere', 'star-shape'])(
    'hold no sample but near their skin: %s',
    (text) => {
      const triangles = cornersOf(makeShape(text));
      const tiling = tileTriangles(triangles);
      const samples = middles(tileCorners(gatherTriangles(triangles, tiling.faces), tiling.tiles));
      for (const isSolid of [true, false]) {
        const { spheres, faces } = medialBalls(triangles, isSolid);
        expect(faces.length).toBeGreaterThan(0);
        for (let k = 0; k < spheres.length; k += 4) {
          let nearest = Infinity;
          for (let i = 0; i < samples.length; i += 3) nearest = Math.min(nearest, between(spheres, k, samples, i));
          expect(nearest / spheres[k + 3]).toBeGreaterThan(0.99);
          expect(nearest / spheres[k + 3]).toBeLessThan(1 + 1e-12);
        }
      }
    },
  );

  test('an open sheet has them on both sides, no larger than the cap; triangles without a normal have none', () => {
    const sheet = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);
    const { spheres } = medialBalls(sheet, false);
    const heights = Array.from({ length: spheres.length / 4 }, (_, k) => spheres[4 * k + 2]);
    expect(Math.max(...heights)).toBeCloseTo(Math.SQRT2 / 16, 12);
    expect(Math.min(...heights)).toBeCloseTo(-Math.SQRT2 / 16, 12);
    expect(medialBalls(new Float64Array(90).fill(1), false).faces.length).toBe(0);
    expect(medialBalls(Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0), true).faces.length).toBe(0);
  });
});

describe('coverByBalls', () => {
  test.each(['gear', 'cup', 'torus', 'icosphere', 'random-solid', 'box'])(
    'every triangle is inside its ball: %s',
    (text) => {
      const triangles = cornersOf(makeShape(text));
      const { spheres, owners } = coverByBalls(triangles, middles(triangles), medialBalls(triangles, true));
      let inside = 0;
      const outside = 0;
      owners.forEach((ball, face) => {
        const alone = spheres[4 * ball + 3] === 0;
        for (let k = 9 * face; k < 9 * face + 9 && !alone; k += 3) {
          expect(between(spheres, 4 * ball, triangles, k)).toBeLessThanOrEqual(spheres[4 * ball + 3] * (1 + 1e-12));
        }
        if (!alone) inside++;
      });
      expect(inside).toBeGreaterThan(0);
      expect(outside).toBeLessThan(1 + 1e-12);
      if (text === 'icosphere') expect(spheres.length).toBe(4);
    },
  );

  test('triangles without a ball are covered all the same, each alone', () => {
    const triangles = new Float64Array(45).fill(1);
    const { spheres, owners } = coverByBalls(triangles, middles(triangles), medialBalls(triangles, false));
    expect(Array.from(owners)).toEqual([0, 1, 2, 3, 4]);
    expect(spheres.length).toBe(20);
  });

  test('a box, whose faces are large for its balls, is covered', () => {
    const triangles = cornersOf(box());
    const { owners } = coverByBalls(triangles, middles(triangles), medialBalls(triangles, true));
    expect(owners.every((ball) => ball >= 0)).toBe(true);
  });
});
