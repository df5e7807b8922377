// Queries from within queries of the same Pair or World.

import { CollideResult, Model, Pair, type Pose, World } from 'nearmiss';
import { hulls } from 'nearmiss/convex';
import { PolyDepthPair, polyDepth } from 'nearmiss/lab';
import { box, torus } from 'nearmiss/shapes';
import { describe, expect, test } from 'vitest';
import { bitsOf } from './user-code.ts';

const ring = Model.build(torus({ majorSegments: 12, minorSegments: 6 }));
const cube = Model.build(box());
const poses: readonly (readonly [Pose, Pose])[] = Array.from({ length: 8 }, (_, k) => [
  { position: [0.02 * k, 0.01 * k, 0] },
  { position: [1.9 + 0.01 * k, 0.3, 0.2] },
]);
const direction = [1, 0, 0];

type Question = (pair: Pair, poseA: Pose, poseB: Pose, signal?: { readonly aborted: boolean }) => unknown;

const QUESTIONS: Readonly<Record<string, Question>> = {
  collide: (pair, p, q, signal) => pair.collide(p, q, { signal }, new CollideResult()),
  distance: (pair, p, q, signal) => pair.distance(p, q, { signal }),
  'distance by hulls': (pair, p, q, signal) => pair.distance(p, q, { method: hulls, signal }),
  tolerance: (pair, p, q, signal) => pair.tolerance(p, q, { tolerance: 0.2, signal }),
  penetration: (pair, p, q, signal) => pair.penetration(p, { ...q, position: [0.8, 0, 0] }, { signal }),
  directional: (pair, p, q, signal) => pair.directional(p, q, { direction, signal }),
  timeOfContact: (pair, p, q, signal) => pair.timeOfContact({ from: p, to: q }, q, { signal }),
};

describe.each(Object.entries(QUESTIONS))('pair.%s', (_, outer) => {
  test.each([...Object.entries(QUESTIONS), ['reset', (pair: Pair) => pair.reset()] as const])(
    'with %s of the same pair within',
    (name, inner) => {
      const alone = new Pair(ring, cube);
      const pair = new Pair(ring, cube);
      let nested = 0;
      for (const [p, q] of poses) {
        const signal = {
          get aborted() {
            nested++;
            const within = bitsOf(inner(pair, q, p));
            if (name !== 'reset') expect(within).toBe(bitsOf(inner(new Pair(ring, cube), q, p)));
            expect(pair.front()).toEqual([]);
            return false;
          },
        };
        const before = outer(alone, p, q, { aborted: false });
        const bits = bitsOf(before);
        // What is forgotten is forgotten for the next query, not for the one in progress.
        if (name === 'reset') alone.reset();
        expect(bitsOf(outer(pair, p, q, signal))).toBe(bits);
      }
      expect(nested).toBeGreaterThanOrEqual(2 * poses.length);
    },
  );
});

interface Bracketed {
  readonly status: string;
  readonly lower: number;
  readonly upper: number | null;
}

describe.each(Object.entries(QUESTIONS))('pair.%s', (_, ask) => {
  test('is as good as new after a query that threw', () => {
    const pair = new Pair(ring, cube);
    for (const [p, q] of poses) ask(pair, p, q);
    let thrown = 0;
    for (let most = 1; most < 6; most++) {
      let reads = 0;
      const signal = {
        get aborted() {
          if (++reads === most) throw new RangeError('of the caller');
          return false;
        },
      };
      try {
        ask(pair, {}, { position: [1.5, 0.1, 0] }, signal);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        thrown++;
      }
      for (const [p, q] of poses) {
        const again = ask(pair, p, q) as Bracketed;
        const fresh = ask(new Pair(ring, cube), p, q) as Bracketed;
        expect(again.status).toBe(fresh.status);
        if (typeof fresh.lower !== 'number') continue;
        expect(again.lower).toBeLessThanOrEqual(fresh.upper ?? Number.POSITIVE_INFINITY);
        expect(again.upper ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(fresh.lower);
      }
    }
    // How often a signal is read depends on how long the search is.
    expect(thrown).toBeGreaterThanOrEqual(2);
  });
});

describe('a PolyDepthPair', () => {
  const shifts: readonly Pose[] = Array.from({ length: 6 }, (_, k) => ({ position: [0.7 - 0.05 * k, 0.1, 0] }));

  test('with a query of the same pair within answers as by itself', () => {
    const alone = new PolyDepthPair(ring, cube);
    const pair = new PolyDepthPair(ring, cube);
    let nested = 0;
    for (const pose of shifts) {
      const signal = {
        get aborted() {
          if (nested++ % 3 === 0) pair.depth({}, { position: [0.3, 0.2, 0.1] }, { start: 'coherent' });
          return false;
        },
      };
      const expected = bitsOf(alone.depth({}, pose, { start: 'coherent' }));
      expect(bitsOf(pair.depth({}, pose, { start: 'coherent', signal }))).toBe(expected);
    }
    expect(nested).toBeGreaterThan(2 * shifts.length);
  });

  test('reads a pose once', () => {
    let reads = 0;
    const pose = {
      get position(): readonly [number, number, number] {
        return reads++ === 0 ? [0.7, 0.1, 0] : [0.3, 0.1, 0];
      },
    };
    expect(bitsOf(polyDepth(ring, {}, cube, pose))).toBe(
      bitsOf(polyDepth(ring, {}, cube, { position: [0.7, 0.1, 0] })),
    );
    expect(reads).toBe(1);
  });
});

describe('a world', () => {
  const motion = (run: () => void) => ({
    pose: (time: number): Pose => {
      run();
      return { position: [4 - 8 * time, 0, 0] };
    },
    speed: 8,
    angularSpeed: 0,
  });

  test('is swept as it was, whatever the pose function does to it', () => {
    const make = (): [World, number[]] => {
      const world = new World();
      return [world, [0, 1, 2, 3].map((k) => world.add(cube, { position: [k / 8 - 3, k / 3 - 0.5, 0] }))];
    };
    const [still] = make();
    const expected = still.sweep(
      ring,
      motion(() => {}),
    );
    const [world, bodies] = make();
    let calls = 0;
    const found = world.sweep(
      ring,
      motion(() => {
        // The first call reads the motion.
        if (calls++ === 0) return;
        world.move(bodies[calls % 4] ?? 0, { position: [calls, calls % 3, 0] });
        world.raycast([9, 0, 0], direction);
        world.step();
      }),
    );
    expect(calls).toBeGreaterThan(4);
    expect(expected.contact?.status).toBe('contact');
    expect(bitsOf(found)).toBe(bitsOf(expected));
  });

  test('puts a body where it was told, though the pose moves others', () => {
    const world = new World();
    const [a, b] = [world.add(cube), world.add(cube)];
    const pose = {
      get position() {
        world.move(b, { position: [7, 8, 9] });
        return [1, 2, 3];
      },
      get rotation() {
        world.move(b, { position: [4, 5, 6], rotation: [1, 0, 0, 0] });
        return [0, 0, 0, 1];
      },
    };
    world.move(a, pose);
    expect(world.poseOf(a)).toEqual({ position: Float64Array.of(1, 2, 3), rotation: Float64Array.of(0, 0, 0, 1) });
    expect(world.poseOf(b).position).toEqual(Float64Array.of(4, 5, 6));
  });
});
