// When convex meshes are proven convex for the kernels: by queries that gain from it, and refitted ones by none that has another method.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { icosphere } from '../../src/entries/shapes.ts';
import { simd } from '../../src/entries/simd.ts';
import { collide, distance, Model, type Pose, penetration, timeOfContact, use } from '../../src/index.ts';

beforeEach(() => use(simd));
afterEach(() => use(null));

const BALL = icosphere({ subdivisions: 2 });
const POSE: Pose = { position: [0.1, 0.2, 0.3], rotation: [0.1, 0.2, 0.3, Math.sqrt(0.86)] };
const APART: Pose = { position: [2.9, 0.7, 0.4] };
const OVERLAPPING: Pose = { position: [1.5, 0.7, 0.4] };

/** Whether what is derived of a model holds a convex body. */
const isProven = ({ derived }: Model): boolean =>
  derived.some((value) => typeof value === 'object' && value !== null && 'vertexCount' in value);

test('a time of contact, and a distance by volumes, prove nothing convex; a distance does', () => {
  const ball = Model.build(BALL);
  timeOfContact(ball, { from: APART, to: OVERLAPPING }, ball, POSE);
  distance(ball, POSE, ball, APART, { method: 'volumes' });
  expect(isProven(ball)).toBe(false);
  distance(ball, POSE, ball, APART);
  expect(isProven(ball)).toBe(true);
});

test('answers about refitted convex bodies have the same bits, whatever was asked before', () => {
  const { positions } = BALL;
  const stretched = positions.map((x, i) => (i % 3 === 0 ? 1.1 * x : x));
  const questions = [
    (a: Model, b: Model) => distance(a, POSE, b, APART),
    (a: Model, b: Model) => penetration(a, POSE, b, OVERLAPPING),
    (a: Model, b: Model) => collide(a, POSE, b, OVERLAPPING),
    (a: Model, b: Model) => timeOfContact(a, { from: POSE, to: OVERLAPPING }, b, APART),
  ];
  const alone = questions.map((ask) => {
    const fresh = Model.build(BALL);
    return JSON.stringify(ask(fresh.refit(stretched), fresh.refit(stretched)));
  });
  for (const first of questions) {
    const fresh = Model.build(BALL);
    const [a, b] = [fresh.refit(stretched), fresh.refit(stretched)];
    first(a, b);
    expect(questions.map((ask) => JSON.stringify(ask(a, b)))).toEqual(alone);
  }
});
