import { collide, Model, penetration } from 'nearmiss';
import { medial, medialAxis, medialStructure } from 'nearmiss/medial';
import { makeShape } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { type ContactAnswer, OVERLAPS_LISTED } from '../src/page/medial/messages.ts';
import { contactOf } from '../src/page/medial/worker/contact.ts';

const UPRIGHT = [0, 0, 0, 1] as const;
const TILTED = [0.6, 0, 0, 0.8] as const;

const axisOf = (primitives: number, samples: number): Model =>
  Model.build(makeShape('l-shape'), { with: [medialStructure({ primitives, samples })] });
const model = axisOf(30, 400);

function ask(x: number, asked = model): ContactAnswer {
  const poses = {
    a: { position: [0, 0, 0], rotation: UPRIGHT },
    b: { position: [x, 0.1, 0], rotation: TILTED },
  } as const;
  return contactOf(asked, { poses, motions: null });
}

describe('an axis of 30 primitives', () => {
  test('all that overlaps is lit, and nothing of bodies apart', () => {
    const axis = medialAxis(model);
    const near = ask(0.4);
    const { pairs } = collide(model, near.poses.a, model, near.poses.b, { method: medial, contacts: 'all' });
    expect(near.primitives.pairCount).toBe(pairs.length);
    expect(new Set(near.primitives.numbers.a)).toEqual(new Set(pairs.map(([first]) => first)));
    expect(new Set(near.primitives.numbers.b)).toEqual(new Set(pairs.map(([, second]) => second)));
    expect(near.spheres.pairCount).toBeGreaterThan(0);
    // Balls that overlap are corners of primitives that do.
    for (const slot of ['a', 'b'] as const) {
      const lit = new Set(near.primitives.numbers[slot]);
      const corners = new Set(
        [...lit].flatMap((number) => {
          const slab = number - axis.cones.length / 2;
          return [
            ...(slab < 0
              ? axis.cones.subarray(2 * number, 2 * number + 2)
              : axis.slabs.subarray(3 * slab, 3 * slab + 3)),
          ];
        }),
      );
      for (const ball of near.spheres.numbers[slot]) expect(corners.has(ball)).toBe(true);
    }
    const nothing = { pairCount: 0, numbers: { a: new Uint32Array(), b: new Uint32Array() } };
    expect(ask(5)).toMatchObject({ primitives: nothing, spheres: nothing, innerBalls: nothing, innerDepth: 0 });
  });

  test('inner balls prove no more than there is', () => {
    for (const x of [0, 0.2, 0.4, 0.6, 0.8, 1]) {
      const { innerDepth, innerBalls, poses } = ask(x);
      expect(innerDepth > 0).toBe(innerBalls.pairCount > 0);
      expect(innerDepth).toBeLessThanOrEqual(penetration(model, poses.a, model, poses.b).depth);
    }
    expect(ask(0).innerDepth).toBeGreaterThan(0);
  });
});

test('where the list of pairs ends early, what has a ball that overlaps is lit all the same', () => {
  const model = axisOf(250, 1000);
  const { primitives, poses } = ask(0.02, model);
  expect(primitives.pairCount).toBe(OVERLAPS_LISTED);
  const { pairs } = collide(model, poses.a, model, poses.b, { method: medial, contacts: 'all' });
  const all = new Set(pairs.map(([first]) => first));
  expect(primitives.numbers.a.length).toBeGreaterThan(0.9 * all.size);
  for (const number of primitives.numbers.a) expect(all.has(number)).toBe(true);
});
