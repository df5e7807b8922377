import { hullScratchOf } from '../../../src/query/hull-scratch.ts';
// Distance on hull trees: where hulls mislead, and what a Pair keeps of a traversal.

import { bruteForceDistance, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { hulls } from '../../../src/entries/convex.ts';
import { box, icosphere, torus, torusKnot } from '../../../src/entries/shapes.ts';
import { distance, Mesh, Model, NearmissError, nodeFaces, Pair } from '../../../src/index.ts';
import { VOLUMES } from '../../../src/lab/volumes/volumes-by-name.ts';
import { bestPairOf } from '../../../src/query/best-pair.ts';
import { Bvtt } from '../../../src/query/bvtt.ts';
import { searchHulls } from '../../../src/query/distance/search-hulls.ts';
import type { HullComparison } from '../../../src/query/hull-scratch.ts';
import { Workspace } from '../../../src/query/workspace.ts';
import { comb, wholeU } from '../../patches/hollow-shapes.ts';
import { type Body, bodyOf, scaled, solidOf, union } from '../bodies.ts';
import { at, IDENTITY, nameOf, oracle, type PlainPose, randomScene } from '../scenes.ts';

const knot: Model = Model.build(torusKnot({ triangles: 2880 }));
const METHODS = ['volumes', hulls] as const;

/** A comb turned over, its teeth above the gaps of the one below, and between its teeth for heights from 5 to 8. */
const over = (height: number): PlainPose => ({ position: [5.5, height, 0], rotation: [0, 0, 1, 0] });

describe('what hulls would fill', () => {
  const u = solidOf('u', wholeU);
  const small = solidOf('small', box({ size: [0.5, 0.5, 0.5] }));

  test('a small body in the cavity of a U is as far from it as the walls are', () => {
    for (const [x, y, gap] of [
      [0, 0, 1.75],
      [1.5, 2, 0.25],
      [0, -1.5, 0.25],
      [-1, 3.5, 0.75],
    ]) {
      const result = distance(small.model, at(x, y, 0), u.model, IDENTITY, { method: hulls });
      expect(result.status).toBe('separated');
      expect(result.distance).toBeCloseTo(gap, 13);
      expect(result.distance).toBe(distance(small.model, at(x, y, 0), u.model, IDENTITY).distance);
    }
  });

  test('teeth of two combs between each other', () => {
    const { model } = solidOf('comb', comb);
    const [byVolumes, byHulls] = METHODS.map((method) => distance(model, over(6.5), model, IDENTITY, { method }));
    expect(byHulls.status).toBe('separated');
    expect(byHulls.distance).toBe(byVolumes.distance);
  });

  test.each([
    ['inside', at(0, -3, 0), {}, 'a-inside-b', 0],
    ['inside, as surfaces', at(0, -3, 0), { solid: false }, 'separated', 0.75],
    ['in a wall', at(-2, 0, 0), {}, 'intersecting', 0],
    ['on the floor', at(0, -1.75, 0), {}, 'touching', 0],
  ] as const)('%s', (_name, pose, options, status, apart) => {
    const results = METHODS.map((method) => distance(small.model, pose, u.model, IDENTITY, { ...options, method }));
    for (const result of results) {
      expect(result.status).toBe(status);
      expect(result.distance).toBeCloseTo(apart, 13);
    }
    expect({ ...results[1] }).toEqual({ ...results[0] });
  });

  test('a body in the void of a hollow one, where no filled hull reaches', () => {
    const ball = icosphere({ radius: 2, subdivisions: 2 });
    const turnedIn = new Mesh(scaled(ball, 0.8).positions, ball.triangles.toReversed());
    const shell = solidOf('shell', union(ball, turnedIn));
    for (const options of [{}, { solid: false }] as const) {
      const [byVolumes, byHulls] = METHODS.map((method) =>
        distance(small.model, at(0.1, 0, 0), shell.model, IDENTITY, { ...options, method }),
      );
      expect(byHulls.status).toBe('separated');
      expect(byHulls.distance).toBe(byVolumes.distance);
    }
  });
});

test('bodies that are apart are never searched on triangles: the faces at the nearest points settle it', () => {
  const random = seeded(4715);
  let separated = 0;
  for (let index = 0; index < 240; index++) {
    const scene = randomScene(random, index);
    const { a, poseA, b, poseB } = scene;
    const result = distance(a.model, poseA, b.model, poseB, { method: hulls, stats: true });
    if (result.status !== 'separated') continue;
    separated++;
    // Two leaves of four faces each.
    expect(result.stats?.triangleTests, nameOf(scene, index)).toBeLessThanOrEqual(16);
  }
  expect(separated).toBeGreaterThan(60);
});

test.each(['GJK', 'Voronoi marching', 'GJK afresh'] satisfies HullComparison[])(
  'hulls compared again by %s: on a walk from near to far, every distance is that of the triangles',
  (again) => {
    const w = new Workspace();
    hullScratchOf(w).again = again;
    const tree = new Bvtt();
    let kept = 0;
    for (let k = 0; k < 60; k++) {
      const pose = { position: [1.1 + 0.004 * k, 0.1 + 0.001 * k, 0.2], rotation: [0.36, 0.48, 0, 0.8] } as const;
      w.budget.start({});
      w.prepare(knot, pose, knot, IDENTITY, VOLUMES.disc);
      bestPairOf(w).wanted[0] = Infinity;
      bestPairOf(w).wanted[1] = 0;
      bestPairOf(w).start(w.contactThreshold);
      if (tree.nearestFeature[0] > 0) kept++;
      expect(searchHulls(w, tree, bestPairOf(w), w.budget)).toBe('done');
      const found = bestPairOf(w).distance[0] * knot.frame.unit;
      expect(Math.abs(found - distance(knot, pose, knot, IDENTITY).distance)).toBeLessThan(1e-12);
    }
    expect(kept).toBe(59);
  },
);

describe('the front', () => {
  const body = solidOf('comb', comb);
  const { model, mesh } = body;

  test.each(METHODS)('%s: covers every pair of faces once, with bounds that hold', (method) => {
    const pair = new Pair(model, model);
    // Turned, since a front does not pay where many pairs of faces are equally near.
    const tilted = (x: number): PlainPose => ({ ...over(x), rotation: [0.1, 0.1, 0.1, Math.sqrt(0.97)] });
    for (let k = 0; k < 5; k++) pair.distance(tilted(6.5 + 1e-6 * k), IDENTITY, { method });
    const front = pair.front(method);
    expect(front.length).toBeGreaterThan(method === hulls ? 3 : 20);
    const covered = new Set<string>();
    for (const { nodeA, nodeB, levelA, levelB, lower } of front) {
      const facesA = nodeFaces(model, nodeA, method);
      const facesB = nodeFaces(model, nodeB, method);
      for (const faceA of facesA) for (const faceB of facesB) covered.add(`${faceA} ${faceB}`);
      expect(levelA === 0).toBe(nodeA === 0);
      expect(levelB === 0).toBe(nodeB === 0);
      const exact = bruteForceDistance(
        oracle(part(body, facesA), tilted(6.5 + 1e-6 * 4)),
        oracle(part(body, facesB), IDENTITY),
      ).distance;
      expect(lower).toBeLessThanOrEqual(exact);
    }
    expect(covered.size).toBe(mesh.triangleCount ** 2);
    const faces = front.reduce(
      (sum, { nodeA, nodeB }) => sum + nodeFaces(model, nodeA, method).length * nodeFaces(model, nodeB, method).length,
      0,
    );
    expect(faces).toBe(covered.size);
  });

  test('is empty before the first query and after a reset', () => {
    const pair = new Pair(model, model);
    for (const method of METHODS) expect(pair.front(method)).toEqual([]);
    pair.distance(over(6.5), IDENTITY, { method: hulls });
    expect(pair.front(hulls).length).toBeGreaterThan(0);
    expect(pair.front()).toEqual([]);
    pair.reset();
    expect(pair.front(hulls)).toEqual([]);
  });

  test('rises: after a visit to the hole of a ring, which is near all around, it is as small as before', () => {
    const ring = Model.build(torus({ majorSegments: 24, minorSegments: 12 }));
    const ball = Model.build(scaled(icosphere({ subdivisions: 1 }), 0.2));
    const pair = new Pair(ball, ring);
    const there = [at(10, 1, 9), at(5, 0.5, 4), at(2, 0.2, 2), at(0.5, 0.1, 1), at(0, 0.01, 0.5), at(0, 0.01, 0.05)];
    const sizes = [...there, ...there.toReversed()].map((pose) => {
      const mine = pair.distance(pose, IDENTITY, { method: hulls, stats: true });
      const free = distance(ball, pose, ring, IDENTITY);
      expect(mine.status).toBe('separated');
      expect(Math.abs(mine.distance - free.distance)).toBeLessThanOrEqual(1e-13);
      expect(mine.stats?.frontSize).toBe(pair.front(hulls).length);
      return pair.front(hulls).length;
    });
    const [far] = sizes;
    expect(Math.max(...sizes)).toBeGreaterThan(4 * far);
    expect(sizes[sizes.length - 1]).toBeLessThanOrEqual(far);
  });

  test('saves work while steps are small', () => {
    const pair = new Pair(knot, knot);
    const tests = (x: number, asked: { distance: Pair['distance'] } | null): number => {
      const pose = { position: [x, 0.1, 0.2], rotation: [0.36, 0.48, 0, 0.8] } as const;
      const options = { method: hulls, stats: true } as const;
      const result =
        asked === null ? distance(knot, pose, knot, IDENTITY, options) : asked.distance(pose, IDENTITY, options);
      return result.stats?.volumeTests ?? Number.NaN;
    };
    tests(1.2, pair);
    let [kept, fresh] = [0, 0];
    for (let k = 1; k <= 50; k++) {
      kept += tests(1.2 - 1e-4 * k, pair);
      fresh += tests(1.2 - 1e-4 * k, null);
    }
    expect(kept).toBeLessThan(0.25 * fresh);
  });

  test('outlasts an abort, and a query asked from within does without it', () => {
    const pair = new Pair(knot, knot);
    const pose = { position: [1.1, 0.1, 0.2], rotation: [0.36, 0.48, 0, 0.8] } as const;
    const expected = distance(knot, pose, knot, IDENTITY, { method: hulls }).distance;
    let lookups = 0;
    const inner: number[] = [];
    const signal = {
      get aborted(): boolean {
        lookups++;
        if (lookups > 1) inner.push(pair.distance(pose, IDENTITY, { method: hulls }).distance);
        return lookups > 2;
      },
    };
    expect(() => pair.distance(pose, IDENTITY, { method: hulls, signal })).toThrow(NearmissError);
    expect(inner).toHaveLength(2);
    for (const budget of [1, 3, 10, 20]) pair.distance(pose, IDENTITY, { method: hulls, budget });
    expect(() => pair.distance(pose, IDENTITY, { method: hulls, signal: { aborted: true } })).toThrow(NearmissError);
    expect(pair.distance(pose, IDENTITY, { method: hulls }).distance).toBe(expected);
    for (const answer of inner) expect(answer).toBe(expected);
  });
});

/** Some faces of a body. */
function part({ mesh }: Body, faces: Uint32Array): Body {
  const corners = Array.from(faces).flatMap((face) => Array.from(mesh.triangles.subarray(3 * face, 3 * face + 3)));
  return bodyOf('part', new Mesh(mesh.positions, corners));
}
