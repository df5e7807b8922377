// Points and cones or slabs of balls, against the balls themselves, one by one.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { distancePointCone, distancePointSlab } from '../../src/medial/ball-distance.ts';
import { provenDilation } from '../../src/medial/dilation.ts';
import type { MedialMesh } from '../../src/medial/medial-mesh.ts';
import { PrimitiveTree } from '../../src/medial/primitive-tree.ts';

const random = seeded(21);
const point = (reach: number): number[] => Array.from({ length: 3 }, () => randomBetween(random, -reach, reach));

/** Balls of all sorts: some inside others, some at one position, some without a radius. */
function balls(count: number): Float64Array {
  const all: number[] = [];
  for (let i = 0; i < count; i++) {
    const kind = random();
    const centre = kind < 0.1 && i > 0 ? all.slice(-4, -1) : point(1);
    all.push(...centre, kind > 0.9 ? 0 : randomBetween(random, 0, 1) ** 2);
  }
  return Float64Array.from(all);
}

/** The least over a grid of balls between three, STEPS² / 2 of them. */
const STEPS = 60;
function bruteForce(p: ArrayLike<number>, b: Float64Array, [h, i, j]: readonly number[]): number {
  let least = Infinity;
  for (let s = 0; s <= STEPS; s++) {
    for (let t = 0; s + t <= (i === j ? s : STEPS); t++) {
      const [u, v] = [s / STEPS, t / STEPS];
      const at = (k: number): number => (1 - u - v) * b[4 * i + k] + u * b[4 * h + k] + v * b[4 * j + k];
      least = Math.min(least, Math.hypot(p[0] - at(0), p[1] - at(1), p[2] - at(2)) - at(3));
    }
  }
  return least;
}

test.each([
  ['cone', [0, 1, 1]],
  ['slab', [0, 1, 2]],
])('%s: never above a ball of the grid, and as near below as the grid is fine', (name, corners) => {
  let deep = 0;
  let outside = 0;
  for (let run = 0; run < 1500; run++) {
    const b = balls(3);
    const p = Float64Array.from(point(1));
    const computed = name === 'cone' ? distancePointCone(p, 0, b, 0, 1) : distancePointSlab(p, 0, b, 0, 1, 2);
    const expected = bruteForce(p, b, corners);
    expect(computed).toBeLessThanOrEqual(expected + 1e-14);
    expect(computed).toBeGreaterThanOrEqual(expected - 8 / STEPS);
    if (computed < 0) deep++;
    else outside++;
  }
  expect(deep).toBeGreaterThan(100);
  expect(outside).toBeGreaterThan(400);
});

test('a distance is that of an actual ball: the grid gets as near to it as one likes', () => {
  for (let run = 0; run < 300; run++) {
    const b = balls(3);
    const p = Float64Array.from(point(2));
    const computed = distancePointSlab(p, 0, b, 0, 1, 2);
    // From the best ball of a coarse grid downhill, in smaller and smaller steps.
    let [u, v] = [1 / 3, 1 / 3];
    const value = (s: number, t: number): number => {
      if (s < 0 || t < 0 || s + t > 1) return Infinity;
      const at = (k: number): number => (1 - s - t) * b[k] + s * b[4 + k] + t * b[8 + k];
      return Math.hypot(p[0] - at(0), p[1] - at(1), p[2] - at(2)) - at(3);
    };
    for (let step = 0.5; step > 1e-9; ) {
      const around = [
        [u + step, v],
        [u - step, v],
        [u, v + step],
        [u, v - step],
        [u + step, v - step],
        [u - step, v + step],
      ];
      const next = around.find(([s, t]) => value(s, t) < value(u, v));
      if (next === undefined) step /= 2;
      else [u, v] = next;
    }
    expect(computed).toBeLessThanOrEqual(value(u, v) + 1e-12);
    expect(computed).toBeGreaterThanOrEqual(value(u, v) - 1e-4);
  }
});

test('it is a convex function of the point', () => {
  for (let run = 0; run < 2000; run++) {
    const b = balls(3);
    const [p, q] = [point(2), point(2)];
    const part = random();
    const all = Float64Array.from([...p, ...q, ...p.map((x, k) => part * x + (1 - part) * q[k])]);
    const [atP, atQ, between] = [0, 3, 6].map((k) => distancePointSlab(all, k, b, 0, 1, 2));
    expect(between).toBeLessThanOrEqual(part * atP + (1 - part) * atQ + 1e-12);
  }
});

function mesh(count: number, thickness: number): MedialMesh {
  const spheres = balls(count).map((x, k) => (k % 4 === 3 ? thickness * x : x));
  const pick = (): number => Math.floor(randomBetween(random, 0, count));
  const cones = Uint32Array.from({ length: 2 * count }, pick);
  const slabs = Uint32Array.from({ length: 3 * count }, pick);
  return { spheres, cones, slabs };
}

const outsideOf = ({ spheres, cones, slabs }: MedialMesh, points: Float64Array): number => {
  let least = Infinity;
  const measure = (distance: (k: number) => number): void => {
    let most = -Infinity;
    for (let k = 0; k < points.length; k += 3) most = Math.max(most, distance(k));
    least = Math.min(least, most);
  };
  for (let c = 0; c < cones.length; c += 2)
    measure((k) => distancePointCone(points, k, spheres, cones[c], cones[c + 1]));
  for (let s = 0; s < slabs.length; s += 3) {
    measure((k) => distancePointSlab(points, k, spheres, slabs[s], slabs[s + 1], slabs[s + 2]));
  }
  return least;
};

test('the tree finds what a test of every primitive finds, for one point and for three', () => {
  for (const thickness of [0.125, 1, 4]) {
    const medial = mesh(40, thickness);
    const tree = new PrimitiveTree(medial);
    for (let run = 0; run < 200; run++) {
      const points = Float64Array.from(Array.from({ length: run % 2 === 0 ? 1 : 3 }, () => point(8)).flat());
      expect(tree.outside(points, 0, points.length / 3)).toBe(outsideOf(medial, points));
    }
  }
});

test('dilated as proven, the mesh holds triangles it did not know', () => {
  const medial = mesh(20, 0.125);
  const tree = new PrimitiveTree(medial);
  const triangles = Float64Array.from(Array.from({ length: 60 }, () => point(1.5)).flat());
  const { dilation, needed } = provenDilation(triangles, medial, tree);
  let worst = -Infinity;
  for (let t = 0; t < triangles.length; t += 9) {
    for (let run = 0; run < 400; run++) {
      const [a, b] = [random(), random()].toSorted();
      const weights = [a, b - a, 1 - b];
      const p = Float64Array.from([0, 1, 2], (k) =>
        weights.reduce((sum, w, c) => sum + w * triangles[t + 3 * c + k], 0),
      );
      worst = Math.max(worst, tree.outside(p, 0, 1));
    }
  }
  expect(worst).toBeLessThanOrEqual(dilation);
  expect(worst).toBeGreaterThan(0.9 * dilation);
  expect(dilation).toBeLessThanOrEqual(1.01 * needed + 1e-9);
});
