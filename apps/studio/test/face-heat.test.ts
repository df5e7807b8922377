import { Model, nodeFaces } from 'nearmiss';
import { traceDistance, traceTimeOfContact } from 'nearmiss/lab';
import { gear, torusKnot } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { chartRange } from '../src/page/trace/bracket-chart.ts';
import { FaceHeat, facesBelow, nodeTests } from '../src/page/trace/face-heat.ts';
import { sampleOf, waitingAfter } from '../src/page/trace/interval-chart.ts';

const knot = Model.build(torusKnot({ triangles: 720 }));
const wheel = Model.build(gear());
const trace = traceDistance(knot, {}, wheel, { position: [2.4, 0, 0] });

describe('the heat of a distance search', () => {
  test('after the last step is the deepest node above each face that was tested', () => {
    const { steps, treeA } = trace;
    const heat = new FaceHeat(treeA, nodeTests(steps, 'a'));
    const deepest = new Uint16Array(knot.triangleCount);
    for (const { testedA } of steps) {
      for (let node = testedA[0]; node < testedA[1]; node++) {
        for (const face of nodeFaces(knot, node)) {
          deepest[face] = Math.max(deepest[face] ?? 0, treeA.levels[node] ?? 0);
        }
      }
    }
    expect(heat.levelsAfter(steps.length - 1)).toEqual(deepest);
    expect(Math.max(...deepest)).toBeGreaterThan(2);
  });

  test('counts for each face the tests of nodes above it, up to a step', () => {
    const { steps, treeB } = trace;
    const heat = new FaceHeat(treeB, nodeTests(steps, 'b'));
    for (const last of [steps.length - 1, 4]) {
      const times = new Uint32Array(wheel.triangleCount);
      for (const { testedA, testedB } of steps.slice(0, last + 1)) {
        for (let node = testedB[0]; node < testedB[1]; node++) {
          for (const face of nodeFaces(wheel, node)) times[face] = (times[face] ?? 0) + testedA[1] - testedA[0];
        }
      }
      expect(heat.timesAfter(last)).toEqual(times);
      expect(new Set(times).size).toBeGreaterThan(2);
    }
  });

  test('is the same at a step whether it is come to from before or from behind', () => {
    const { steps, treeB } = trace;
    const tests = nodeTests(steps, 'b');
    const [forth, back] = [new FaceHeat(treeB, tests), new FaceHeat(treeB, tests)];
    back.levelsAfter(steps.length - 1);
    for (const step of [Math.floor(steps.length / 2), 3, 0]) {
      const fresh = new FaceHeat(treeB, tests).levelsAfter(step).slice();
      expect(back.levelsAfter(step)).toEqual(fresh);
    }
    for (let step = 0; step < 5; step++) {
      expect(forth.levelsAfter(step)).toEqual(new FaceHeat(treeB, tests).levelsAfter(step));
    }
  });

  test('counts the volume tests of the search, without those of the seed', () => {
    const { steps, treeA } = trace;
    const search = steps.map((step) => (step.kind === 'nodes' ? step : { ...step, testedA: [0, 0] as const }));
    const heat = new FaceHeat(treeA, nodeTests(search, 'a'));
    heat.levelsAfter(steps.length - 1);
    expect(heat.tests).toBe((steps.at(-1)?.volumeTests ?? 0) - (steps[0]?.volumeTests ?? 0));
  });

  test('marks the faces below a node', () => {
    const { treeA } = trace;
    for (const node of [0, 1, 5, treeA.parents.length - 1]) {
      const marked = [...facesBelow(treeA, node)].flatMap((mark, face) => (mark === 1 ? [face] : []));
      expect(marked).toEqual([...nodeFaces(knot, node)].sort((f, g) => f - g));
    }
  });
});

test('the chart of a bracket holds all bounds and the finite upper bounds', () => {
  const [least, greatest] = chartRange(trace.steps);
  for (const { bound, lower, upper } of trace.steps) {
    expect(Math.min(bound, lower)).toBeGreaterThanOrEqual(least);
    if (Number.isFinite(upper)) expect(upper).toBeLessThanOrEqual(greatest);
  }
  expect(chartRange([{ bound: 0, lower: 0, upper: Infinity }])).toEqual([0, 1]);
});

test('the pairs that wait after a step come in the order of their times, the next one first', () => {
  const motion = { from: { position: [4, 0.2, 0] }, to: { position: [-4, 0.2, 0] } } as const;
  const { steps, pairs } = traceTimeOfContact(wheel, motion, knot, {});
  let compared = 0;
  steps.forEach((step, index) => {
    const waiting = waitingAfter(pairs, index);
    const times = waiting.map(({ until }) => until);
    expect(times).toEqual([...times].sort((p, q) => p - q));
    const next = steps[index + 1];
    if (next !== undefined && next.kind === 'faces' && waiting[0] !== undefined) {
      expect(next.until).toBeGreaterThanOrEqual(waiting[0].until);
      compared++;
    }
    if (waiting.length > 20) {
      const sample = sampleOf(waiting, 12);
      expect(sample.length).toBe(12);
      expect(sample[0]).toBe(waiting[0]);
      expect(sample.at(-1)).toBe(waiting.at(-1));
      expect(new Set(sample).size).toBe(12);
    }
    expect(step.until).toBeLessThanOrEqual(1);
  });
  expect(compared).toBeGreaterThan(5);
});
