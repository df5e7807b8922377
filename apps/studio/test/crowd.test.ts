import { collide, Model } from 'nearmiss';
import { expect, test } from 'vitest';
import { Crowd, poseOf, SHAPES } from '../src/page/many/worker/crowd.ts';

const MODELS = SHAPES.map((mesh) => Model.build(mesh));

test('bodies that are said to touch are those that collide finds, one pair after the other', () => {
  const crowd = new Crowd({ bodies: 40, seed: 3, broadPhase: 'dynamic-tree' });
  const flyers = [...crowd.flyers.values()];
  let touching = 0;
  let begun = 0;
  let before = new Set<string>();
  for (let step = 0; step < 25; step++) {
    const expected = flyers.flatMap((a, k) =>
      flyers.slice(k + 1).flatMap((b) => {
        const [modelA, modelB] = [MODELS[a.shape], MODELS[b.shape]];
        if (modelA === undefined || modelB === undefined) throw new Error('There is no such shape.');
        return collide(modelA, poseOf(a), modelB, poseOf(b)).colliding ? [`${a.id}:${b.id}`] : [];
      }),
    );
    const found = crowd.touching().map(([a, b]) => `${a.id}:${b.id}`);
    expect(found.toSorted()).toEqual(expected.toSorted());
    const { begin = 0, stay = 0, end = 0 } = crowd.counts();
    expect(begin + stay).toBe(expected.length);
    expect(stay).toBe(expected.filter((pair) => before.has(pair)).length);
    expect(end).toBe(before.size - stay);
    before = new Set(expected);
    touching += expected.length;
    begun += begin;
    crowd.advance(() => {});
  }
  expect(touching).toBeGreaterThan(25);
  expect(begun).toBeGreaterThan(3);
});

test('the same seed gives the same crowd, another another; nobody leaves the box', () => {
  const [one, same, other] = [1, 1, 2].map((seed) => new Crowd({ bodies: 30, seed, broadPhase: 'grid' }));
  for (let step = 0; step < 150; step++) for (const crowd of [one, same, other]) crowd?.advance(() => {});
  expect(one?.drawing()).toEqual(same?.drawing());
  expect(one?.drawing()).not.toEqual(other?.drawing());
  const reach = one?.scenery.kind === 'crowd' ? one.scenery.reach : 0;
  for (const { position } of one?.flyers.values() ?? []) {
    expect(Math.max(...position.toArray().map(Math.abs))).toBeLessThan(reach);
  }
});
