import { Model, type PenetrationStep, penetration } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { captionOf, depthSteps, stepsUpTo } from '../src/page/depth-steps.ts';

type Search = Parameters<typeof depthSteps>[0];

const OVERLAP: Search = { status: 'overlapping', upper: 1, translation: [1, 0, 0], trace: [] };

const step = (kind: PenetrationStep['kind'], x: number): PenetrationStep => ({
  kind,
  translation: [x, 0, 0],
  contacts: 2,
});
const kindsOf = (search: Search): string[] => depthSteps(search).map(({ kind, attempt }) => `${kind} ${attempt}`);

test('from where A stands, over every attempt, to the end', () => {
  const trace = [
    step('start', 3),
    step('out', 2),
    step('start', 1.5),
    step('in', 0.9),
    step('out', 1.01),
    step('end', 1),
  ];
  const kinds = ['given 0', 'start 1', 'out 1', 'start 2', 'in 2', 'out 2', 'end 2'];
  expect(kindsOf({ ...OVERLAP, trace })).toEqual(kinds);
});

test('the end belongs to the attempt that came nearest to it', () => {
  const trace = [step('start', 1.5), step('out', 1.01), step('start', -2), step('out', -1.2), step('end', 1)];
  const steps = depthSteps({ ...OVERLAP, trace });
  expect(steps.at(-1)).toMatchObject({ kind: 'end', attempt: 1 });
  expect(stepsUpTo(steps, steps.length - 1).map(({ length }) => length)).toEqual([1.5, 1.01, 1]);
  expect(stepsUpTo(steps, 3).map(({ length }) => length)).toEqual([2]);
  expect(stepsUpTo(steps, 0)).toEqual([]);
});

test('of steps that are drawn alike one is kept', () => {
  const hunting = Array.from({ length: 500 }, (_, k) => step(k % 2 === 0 ? 'in' : 'out', 1 + 1e-4 * Math.sin(k)));
  expect(kindsOf({ ...OVERLAP, trace: [step('start', 2), ...hunting, step('end', 1)] })).toEqual([
    'given 0',
    'start 1',
    'in 1',
    'out 1',
    'end 1',
  ]);
});

test('convex bodies have two poses and no search, bodies apart have nothing', () => {
  expect(kindsOf(OVERLAP)).toEqual(['given 0', 'end 0']);
  expect(stepsUpTo(depthSteps(OVERLAP), 1)).toHaveLength(1);
  expect(depthSteps({ ...OVERLAP, status: 'separated', upper: 0 })).toEqual([]);
  expect(depthSteps({ ...OVERLAP, status: 'touching', upper: 1e-14 })).toEqual([]);
});

test('a search of the library can be walked through', () => {
  const [a, b] = [Model.build(makeShape('box')), Model.build(makeShape('gear'))];
  const result = penetration(a, {}, b, { position: [0.3, 0.2, 0.1] }, { trace: true });
  const { status, trace = [], translation, upper } = result;
  const steps = depthSteps({ status, trace, translation, upper });
  expect(steps.length).toBeGreaterThan(5);
  expect(steps.length).toBeLessThan(200);
  expect(steps.at(-1)?.translation).toEqual(translation);
  for (const { kind, length } of steps.filter(({ kind: k }) => k === 'start' || k === 'out')) {
    expect(length, kind).toBeGreaterThanOrEqual(0.999 * upper);
  }
  // Whatever step is shown, what led to it begins at a start.
  for (let k = 1; k < steps.length; k++) expect(stepsUpTo(steps, k)[0]?.kind).toBe('start');
});

test('captions tell what, and how far', () => {
  const trace = [step('start', 3), step('out', 2), step('in', 0.5), step('end', 1)];
  const captions = depthSteps({ ...OVERLAP, trace }).map(captionOf);
  expect(captions).toHaveLength(5);
  expect(captions[1]).toBe('Start 1: A is free, 3.000 away.');
  expect(captions[3]).toContain('2 contact planes, 0.5000 away');
});
