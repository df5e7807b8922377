// The recorded distance search is that of `distance` by volumes: the same answer, the same tests; its front covers every pair of faces once.

import { describe, expect, test } from 'vitest';
import { sphere } from '../../../src/entries/convex.ts';
import { traceDistance } from '../../../src/entries/lab.ts';
import { box, icosphere, torusKnot, uShape } from '../../../src/entries/shapes.ts';
import { distance, Model, NearmissError, nodeFaces, type Pose } from '../../../src/index.ts';

const knot = Model.build(torusKnot({ triangles: 720 }));
const ball = Model.build(icosphere({ subdivisions: 2, radius: 0.4 }));
const cube = Model.build(box());
const u = Model.build(uShape());
const wide = Model.build(torusKnot({ triangles: 720 }), { branching: 4 });

const turn = [0.5, 0.5, 0.5, 0.5] as const;
const SCENES: readonly (readonly [string, Model, Pose, Model, Pose])[] = [
  ['apart', knot, {}, ball, { position: [2.5, 0.3, 0], rotation: turn }],
  ['the larger first', ball, { position: [2.5, 0.3, 0] }, knot, { rotation: turn }],
  ['near', knot, {}, u, { position: [2.2, 0, 0] }],
  ['wide trees', wide, {}, wide, { position: [0, 0, 3.5], rotation: turn }],
  ['in contact', knot, {}, cube, { position: [1, 0, 0] }],
  ['inside', ball, {}, Model.build(box({ size: [9, 9, 9] })), {}],
];

describe('traceDistance', () => {
  test.each(SCENES)('%s: has the answer and the counts of distance', (_, a, poseA, b, poseB) => {
    const { result, steps, stepCount } = traceDistance(a, poseA, b, poseB);
    const { stats, ...plain } = distance(a, poseA, b, poseB, { method: 'volumes', stats: true });
    const { stats: traced, ...answer } = result;
    expect(answer).toEqual(plain);
    const last = steps.at(-1);
    expect(stepCount).toBe(steps.length);
    // How surfaces that meet do so is decided after the search.
    if (result.surfaceDistance === 0) expect(last?.volumeTests).toBeLessThan(stats?.volumeTests ?? 0);
    else {
      expect(last?.volumeTests).toBe(stats?.volumeTests);
      expect(last?.triangleTests).toBe(stats?.triangleTests);
    }
    expect(traced).toEqual(stats);
  });

  test('the scenes are of every kind', () => {
    const statuses = SCENES.map(([, ...scene]) => distance(...scene).status);
    expect(new Set(statuses)).toEqual(new Set(['separated', 'touching', 'a-inside-b']));
  });

  test.each(SCENES)('%s: the front covers every pair of faces once', (_, a, poseA, b, poseB) => {
    const { front, steps, treeA, treeB } = traceDistance(a, poseA, b, poseB);
    const seen = new Uint8Array(a.triangleCount * b.triangleCount);
    for (const { nodeA, nodeB, levelA, levelB } of front) {
      expect([levelA, levelB]).toEqual([treeA.levels[nodeA], treeB.levels[nodeB]]);
      for (const faceA of nodeFaces(a, nodeA)) {
        for (const faceB of nodeFaces(b, nodeB)) seen[faceA * b.triangleCount + faceB]++;
      }
    }
    expect(seen.every((count) => count === 1)).toBe(true);
    expect(steps.at(-1)?.frontSize).toBe(front.length);
  });

  test.each(SCENES)('%s: the bracket of every step holds the distance of the surfaces', (_, a, poseA, b, poseB) => {
    const { steps, result } = traceDistance(a, poseA, b, poseB);
    let [lower, upper] = [0, Infinity];
    for (const step of steps) {
      expect(step.lower).toBeGreaterThanOrEqual(result.surfaceDistance === 0 ? 0 : lower);
      expect(step.upper).toBeLessThanOrEqual(upper);
      expect(step.lower).toBeLessThanOrEqual(result.surfaceDistance);
      expect(step.upper).toBeGreaterThanOrEqual(result.surfaceDistance);
      ({ lower, upper } = step);
    }
    expect(upper).toBe(result.surfaceDistance);
    if (result.status === 'separated') expect(lower).toBe(result.lower);
    expect(steps[0]?.kind).toBe('seed');
  });

  test('the tree has every face in a leaf below the root', () => {
    const { treeA } = traceDistance(knot, {}, ball, { position: [9, 0, 0] });
    expect([...treeA.faces].sort((f, g) => f - g)).toEqual(Array.from({ length: 720 }, (_, face) => face));
    treeA.faces.forEach((face, slot) => {
      expect(nodeFaces(knot, treeA.leaves[slot] ?? -1)).toContain(face);
    });
    treeA.parents.forEach((parent, node) => {
      expect(parent).toBeLessThan(node);
      if (node > 0) expect(treeA.levels[node]).toBe((treeA.levels[parent] ?? -9) + 1);
    });
  });

  test('keeps no more steps than asked for, and ends with its budget', () => {
    const pose = { position: [2.5, 0.3, 0] } as const;
    const whole = traceDistance(knot, {}, ball, pose);
    const { steps, stepCount, result } = traceDistance(knot, {}, ball, pose, { limit: 3 });
    expect(steps).toEqual(whole.steps.slice(0, 3));
    expect(stepCount).toBe(whole.stepCount);
    expect(result.upper).toBe(whole.result.upper);
    for (const budget of [1, 60, 100]) {
      const left = traceDistance(knot, {}, ball, pose, { budget });
      const { stats, ...plain } = distance(knot, {}, ball, pose, { method: 'volumes', stats: true, budget });
      const { stats: traced, ...answer } = left.result;
      expect(answer).toEqual(plain);
      expect(traced).toEqual(stats);
      expect(answer.status).toBe('iteration-limit');
    }
  });

  test('refuses round shapes and unknown options', () => {
    const codeOf = (act: () => unknown): string => {
      try {
        act();
      } catch (error) {
        if (error instanceof NearmissError) return error.code;
        throw error;
      }
      return 'no error';
    };
    expect(codeOf(() => traceDistance(cube, {}, sphere(), { position: [9, 0, 0] }))).toBe('query/unsupported');
    expect(codeOf(() => traceDistance(cube, {}, cube, {}, { limit: -1 }))).toBe('options/bad-value');
    const unknown: object = { method: 'volumes' };
    expect(codeOf(() => traceDistance(cube, {}, cube, {}, unknown))).toBe('options/bad-value');
  });
});
