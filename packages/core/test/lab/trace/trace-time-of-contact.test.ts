// The recorded advancement is that of `timeOfContact`: the same answer, the same tests; what it proves free is contiguous from time 0.

import { describe, expect, test } from 'vitest';
import { sphere } from '../../../src/entries/convex.ts';
import { traceTimeOfContact } from '../../../src/entries/lab.ts';
import { box, gear, icosphere, torusKnot } from '../../../src/entries/shapes.ts';
import { distance, Model, type Motion, NearmissError, timeOfContact } from '../../../src/index.ts';

const knot = Model.build(torusKnot({ triangles: 720 }));
const ball = Model.build(icosphere({ subdivisions: 2, radius: 0.4 }));
const cube = Model.build(box());
const wheel = Model.build(gear());

const turn = [0.5, 0.5, 0.5, 0.5] as const;
const along = { from: { position: [4, 0.2, 0] }, to: { position: [-4, 0.2, 0] } } as const;
const turning = { from: { position: [4, 0.2, 0] }, to: { position: [-4, 0.2, 0], rotation: turn } } as const;
const past = { from: { position: [4, 6, 0] }, to: { position: [-4, 6, 0], rotation: turn } } as const;
const spinning: Motion = { from: { position: [2.4, 0, 0] }, velocity: [-0.1, 0, 0], angularVelocity: [0, 0, 20] };

const SCENES: readonly (readonly [string, Model, Motion, Model, Motion])[] = [
  ['straight on', ball, along, knot, {}],
  ['turning', ball, turning, knot, {}],
  ['the larger first', knot, turning, ball, {}],
  ['past each other', ball, past, knot, {}],
  ['many turns', wheel, spinning, wheel, {}],
  ['in contact from the start', cube, along, cube, { position: [4, 0.5, 0] }],
  ['at rest', cube, { position: [4, 0, 0] }, cube, {}],
];

describe('traceTimeOfContact', () => {
  test.each(SCENES)('%s: has the answer and the counts of timeOfContact', (_, a, motionA, b, motionB) => {
    const { result, steps, stepCount } = traceTimeOfContact(a, motionA, b, motionB);
    const plain = timeOfContact(a, motionA, b, motionB, { stats: true });
    expect(JSON.stringify(result)).toBe(JSON.stringify(plain));
    expect(stepCount).toBe(steps.length);
    expect(steps.at(-1)?.volumeTests).toBe(plain.stats?.volumeTests);
    expect(steps.at(-1)?.triangleTests).toBe(plain.stats?.triangleTests);
  });

  test.each(SCENES)('%s: what is proven free is contiguous from 0', (_, a, motionA, b, motionB) => {
    const { result, steps } = traceTimeOfContact(a, motionA, b, motionB);
    let until = 0;
    for (const step of steps) {
      expect(step.from).toBe(until);
      expect(step.until).toBeGreaterThanOrEqual(step.from);
      until = step.until;
    }
    expect(until).toBe(result.lower);
    expect(steps.at(-1)?.kind).toBe('end');
  });

  test.each(SCENES)('%s: a pair waits no longer than it is proven apart', (_, a, motionA, b, motionB) => {
    const { pairs, steps } = traceTimeOfContact(a, motionA, b, motionB);
    for (const { until, sinceStep, toStep } of pairs) {
      expect(toStep).toBeGreaterThan(sinceStep);
      expect(toStep).toBeLessThanOrEqual(steps.length);
      // Nothing is taken before its time has come, and then it is the first of all that wait.
      const next = steps[toStep];
      if (next !== undefined && next.kind !== 'end') expect(next.until).toBeGreaterThanOrEqual(until);
    }
    steps.forEach(({ kind, waiting }, index) => {
      if (kind === 'end') {
        expect(pairs.filter(({ toStep }) => toStep === steps.length).length).toBe(waiting);
      } else {
        const waits = pairs.filter(({ sinceStep, toStep }) => sinceStep < index && index < toStep).length;
        expect(Math.abs(waits - waiting)).toBeLessThanOrEqual(1); // the pair in hand
      }
    });
  });

  test('the bodies are apart at the end of every step', () => {
    const { steps, result } = traceTimeOfContact(ball, along, knot, {});
    expect(result.status).toBe('contact');
    expect(steps.length).toBeGreaterThan(20);
    for (const { until } of steps.filter((_, k) => k % 10 === 0)) {
      const pose = { position: [4 - 8 * until, 0.2, 0] } as const;
      expect(distance(ball, pose, knot, {}).status).toBe('separated');
    }
  });

  test('keeps no more steps than asked for, and the end', () => {
    const whole = traceTimeOfContact(ball, turning, knot, {});
    const { steps, stepCount, result } = traceTimeOfContact(ball, turning, knot, {}, { limit: 5 });
    expect(steps.slice(0, 5)).toEqual(whole.steps.slice(0, 5));
    expect(steps.length).toBe(6);
    expect(stepCount).toBe(whole.stepCount);
    expect(result.toc).toBe(whole.result.toc);
    const left = traceTimeOfContact(ball, turning, knot, {}, { budget: 40 });
    expect(left.result.status).toBe('iteration-limit');
    expect(left.steps.at(-1)?.until).toBe(left.result.lower);
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
    expect(codeOf(() => traceTimeOfContact(cube, along, sphere(), {}))).toBe('query/unsupported');
    const unknown: object = { method: 'pairs' };
    expect(codeOf(() => traceTimeOfContact(cube, along, cube, {}, unknown))).toBe('options/bad-value');
  });
});
