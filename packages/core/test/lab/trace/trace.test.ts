// What can be watched: the steps of the convex searches, judged by exact arithmetic, and the patches and hulls of a model.

import { judgeConvex } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { convexPatches, hull, hullNodes, hulls, sphere } from '../../../src/entries/convex.ts';
import { type TraceMethod, traceConvex } from '../../../src/entries/lab.ts';
import { box, icosphere, torusKnot, uShape } from '../../../src/entries/shapes.ts';
import { Model, NearmissError, nodeFaces, type Point } from '../../../src/index.ts';
import { hullPair } from '../../convex/convex-pairs.ts';

const METHODS: readonly TraceMethod[] = ['gjk', 'marching'];
const ball = Model.build(icosphere({ subdivisions: 2 }));
const cube = Model.build(box());
const knot = Model.build(torusKnot({ triangles: 720 }));

const between = (p: Point, q: Point): number => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
const sorted = (faces: readonly Uint32Array[]): number[] => faces.flatMap((run) => [...run]).sort((f, g) => f - g);
const all = (model: Model): number[] => Array.from({ length: model.triangleCount }, (_, face) => face);

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof NearmissError) return error.code;
    throw error;
  }
  return 'no error';
};

describe('traceConvex', () => {
  test.each(METHODS)('%s: the bracket of every step holds the exact distance and never widens', (method) => {
    let [pairs, closed] = [0, 0];
    for (let index = 0; index < 200; index++) {
      const { a, b, kind } = hullPair(index);
      const name = `pair ${index}, ${kind}`;
      if (codeOf(() => [hull(a.positions), hull(b.positions)]) !== 'no error') continue;
      const trace = traceConvex(hull(a.positions), a.pose, hull(b.positions), b.pose, { method });
      const [least, most] = judgeConvex(a, b).distance;
      let [lower, upper] = [0, Infinity];
      for (const step of trace.steps) {
        expect(step.lower, name).toBeLessThanOrEqual(most);
        expect(step.upper, name).toBeGreaterThanOrEqual(least);
        expect(step.lower, name).toBeGreaterThanOrEqual(lower);
        expect(step.upper, name).toBeLessThanOrEqual(upper);
        ({ lower, upper } = step);
      }
      pairs++;
      if (trace.status === 'separated' && upper - lower <= 1e-12 * upper) closed++;
      if (trace.status === 'overlapping') expect(most, name).toBe(0);
    }
    expect(pairs).toBeGreaterThan(80);
    expect(closed).toBeGreaterThan(30);
  });

  test.each(METHODS)('%s: the simplex of a step holds the difference of its points', (method) => {
    const { steps } = traceConvex(
      cube,
      { position: [0.3, 3, 0] },
      ball,
      { rotation: [0.5, 0.5, 0.5, 0.5] },
      { method },
    );
    expect(steps.length).toBeGreaterThan(1);
    for (const { simplex, pointA, pointB, direction, upper } of steps) {
      const nearest = [pointA[0] - pointB[0], pointA[1] - pointB[1], pointA[2] - pointB[2]] as const;
      expect(Math.hypot(...nearest)).toBeCloseTo(upper, 9);
      for (const k of [0, 1, 2] as const) expect(direction[k] * upper).toBeCloseTo(-nearest[k], 9);
      // Every corner is on the far side of the plane through the nearest point of the simplex, seen from the origin.
      for (const corner of simplex) {
        const along = -(corner[0] * direction[0] + corner[1] * direction[1] + corner[2] * direction[2]);
        expect(along).toBeGreaterThanOrEqual(upper - 1e-9);
      }
    }
  });

  test.each(METHODS)('%s: points and corners are in the world, whichever body is the larger', (method) => {
    const large = Model.build(box({ size: [40, 40, 40] }));
    const turn = [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const;
    const small = { position: [101, 2, 3], rotation: turn } as const;
    const far = { position: [130, 0, 0], rotation: turn } as const;
    for (const isSwapped of [false, true]) {
      const { steps } = isSwapped
        ? traceConvex(large, far, cube, small, { method })
        : traceConvex(cube, small, large, far, { method });
      const last = steps[steps.length - 1];
      const [near, other] = isSwapped ? [last.pointB, last.pointA] : [last.pointA, last.pointB];
      const corners = isSwapped ? last.cornersB : last.cornersA;
      expect(near[0]).toBeCloseTo(101.5, 12);
      expect(other[0]).toBeCloseTo(110, 12);
      expect(between(near, other)).toBeCloseTo(last.upper, 12);
      for (const corner of corners) expect(corner[0]).toBeCloseTo(101.5, 12);
      expect(last.lower).toBeCloseTo(8.5, 12);
    }
  });

  test('what it cannot show is refused', () => {
    expect(codeOf(() => traceConvex(knot, {}, cube, { position: [9, 0, 0] }))).toBe('query/unsupported');
    expect(codeOf(() => traceConvex(cube, {}, sphere(), { position: [9, 0, 0] }))).toBe('query/unsupported');
    // What TypeScript would refuse, handed over all the same.
    const any = (value: unknown): never => value as never;
    expect(codeOf(() => traceConvex(cube, {}, ball, {}, { method: any('epa') }))).toBe('options/bad-value');
    expect(codeOf(() => traceConvex(cube, {}, ball, {}, any(null)))).toBe('options/bad-value');
    expect(codeOf(() => traceConvex(any(box()), {}, ball, {}))).toBe('model/bad-argument');
  });
});

describe('patches and hulls', () => {
  test('every face is in one patch; a U has three, all filled', () => {
    const patches = convexPatches(Model.build(uShape()));
    expect(patches.map(({ filled }) => filled)).toEqual([true, true, true]);
    expect(sorted(convexPatches(knot).map(({ faces }) => faces))).toEqual(all(knot));
    expect(convexPatches(ball)).toHaveLength(1);
    expect(convexPatches(sphere())).toEqual([{ faces: Uint32Array.of(0), filled: true }]);
  });

  test('the nodes of every level stand for every face once, and hold what is below them', () => {
    const leaves = hullNodes(knot);
    const depth = Math.max(...leaves.map(({ level }) => level));
    expect(depth).toBeGreaterThan(4);
    for (let level = 0; level <= depth; level++) {
      const nodes = hullNodes(knot, level);
      expect(sorted(nodes.map(({ faces }) => faces))).toEqual(all(knot));
      for (const { node, faces, level: own } of nodes) {
        expect(own).toBeLessThanOrEqual(level);
        expect(nodeFaces(knot, node, hulls)).toEqual(faces);
      }
    }
    expect(hullNodes(knot, 0)).toHaveLength(1);
    expect(hullNodes(knot, 1)).toHaveLength(2);
    expect(hullNodes(knot, depth)).toEqual(leaves);
  });

  test('the triangles of a hull are closed and bound all its faces', () => {
    const { positions, triangles } = knot.mesh;
    let highest = -Infinity;
    for (const node of hullNodes(knot, 3)) {
      const edges = new Map<string, number>();
      for (let k = 0; k < node.triangles.length; k += 3) {
        const corners = [...node.triangles.subarray(k, k + 3)];
        corners.forEach((v, i) => {
          const [low, high] = [v, corners[(i + 1) % 3]].sort((p, q) => p - q);
          edges.set(`${low} ${high}`, (edges.get(`${low} ${high}`) ?? 0) + (v === low ? 1 : -1));
        });
        const [p, q, r] = corners.map((v) => positions.subarray(3 * v, 3 * v + 3));
        const [u, w] = [q.map((x, i) => x - p[i]), r.map((x, i) => x - p[i])];
        const normal = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
        for (const face of node.faces) {
          for (const v of triangles.subarray(3 * face, 3 * face + 3)) {
            highest = Math.max(
              highest,
              normal.reduce((sum, n, i) => sum + n * (positions[3 * v + i] - p[i]), 0),
            );
          }
        }
      }
      expect([...edges.values()].every((count) => count === 0)).toBe(true);
    }
    expect(highest).toBeGreaterThanOrEqual(0);
    expect(highest).toBeLessThan(1e-12);
  });

  test('a level that is none is refused, and so is the tree of a round shape', () => {
    for (const level of [-1, 0.5, Number.NaN]) {
      expect(codeOf(() => hullNodes(knot, level))).toBe('options/bad-value');
    }
    expect(codeOf(() => hullNodes(sphere(), 0))).toBe('query/unsupported');
  });
});
