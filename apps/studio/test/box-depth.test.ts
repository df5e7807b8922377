import { Model, penetration } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { boxDepth } from '../src/page/worker/box-depth.ts';

const SHAPES = ['box', 'icosphere', 'l-shape', 'star-shape'].map((name) => Model.build(makeShape(name)));

/** A simple generator, so that a failure can be repeated. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

test('it is never below the depth, and null only where nothing overlaps', () => {
  const next = numbers(16);
  let deep = 0;
  let none = 0;
  for (let k = 0; k < 60; k++) {
    const [a = SHAPES[0], b = SHAPES[1]] = [SHAPES[Math.floor(4 * next())], SHAPES[Math.floor(4 * next())]];
    if (a === undefined || b === undefined) continue;
    const turn = [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5].map((x) => x || 1);
    const length = Math.hypot(...turn);
    const [x = 0, y = 0, z = 0, w = 1] = turn.map((part) => part / length);
    const poses = {
      a: { position: [3 * next() - 1.5, next() - 0.5, next() - 0.5], rotation: [x, y, z, w] },
      b: { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
    } as const;
    const bound = boxDepth({ a, b }, poses);
    const { status, lower } = penetration(a, poses.a, b, poses.b, { budget: 20_000 });
    if (bound === null) {
      none++;
      expect(['separated', 'touching']).toContain(status);
    } else {
      deep += status === 'overlapping' ? 1 : 0;
      expect(bound).toBeGreaterThanOrEqual(lower);
    }
  }
  expect(deep).toBeGreaterThan(10);
  expect(none).toBeGreaterThan(2);
});

test('for two boxes face to face it is the depth', () => {
  const [box] = SHAPES;
  if (box === undefined) throw new Error('There is no box.');
  const poses = {
    a: { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
    b: { position: [0.75, 0.125, 0], rotation: [0, 0, 0, 1] },
  } as const;
  expect(boxDepth({ a: box, b: box }, poses)).toBeCloseTo(0.25, 12);
});
