// A query that may not finish: what it says then is still true, and it leaves nothing behind.

import { seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { hulls } from '../../src/entries/convex.ts';
import { aabb, obb, sphereVolume } from '../../src/entries/lab.ts';
import { icosphere, randomSolid, torusKnot } from '../../src/entries/shapes.ts';
import {
  type AbortSignalLike,
  CollideResult,
  clearance,
  collide,
  DistanceResult,
  disc,
  distance,
  Model,
  NearmissError,
  Pair,
  ToleranceResult,
  tolerance,
} from '../../src/index.ts';
import { VOLUMES } from '../../src/lab/volumes/volumes-by-name.ts';
import { scaled } from './bodies.ts';
import { IDENTITY, type PlainPose, randomScene } from './scenes.ts';

const knot = Model.build(torusKnot({ triangles: 2880 }));
const solid = Model.build(randomSolid({ seed: 5, triangles: 1280 }));
const speck = Model.build(scaled(randomSolid({ seed: 6, triangles: 320 }), 0.02));

const scenes: readonly (readonly [string, Model, PlainPose, Model])[] = [
  ['apart', knot, { position: [1.2, 0.1, 0.2], rotation: [0.36, 0.48, 0, 0.8] }, solid],
  ['crossing', knot, { position: [0.3, 0.1, 0.2], rotation: [0.36, 0.48, 0, 0.8] }, solid],
  ['one inside the other', speck, { position: [0.01, 0, 0], rotation: [0.6, 0, 0, 0.8] }, solid],
  ['one around the other', solid, { position: [0.01, 0, 0], rotation: [0.6, 0, 0, 0.8] }, speck],
];

const budgets = [0, 1, 2, 4, 10, 30, 100, 300, 1000, 3000, 10_000, 100_000, 1_000_000];

describe.each(scenes)('%s', (_name, a, poseA, b) => {
  const directions = [...Object.values(VOLUMES).map((volume) => ({ volume })), { method: hulls }] as const;
  test.each(directions)('distance by %o: the bracket holds at every budget', (displacement) => {
    const full = distance(a, poseA, b, IDENTITY, displacement);
    const surfaces = distance(a, poseA, b, IDENTITY, { ...displacement, solid: false });
    let finished = false;
    let width = Number.POSITIVE_INFINITY;
    for (const budget of budgets) {
      const result = distance(a, poseA, b, IDENTITY, { ...displacement, budget });
      expect(result.lower).toBeLessThanOrEqual(full.upper);
      expect(result.upper).toBeGreaterThanOrEqual(full.lower);
      expect(result.surfaceDistance).toBeGreaterThanOrEqual(surfaces.lower);
      expect(result.lower).toBeLessThanOrEqual(result.upper);
      if (finished) expect(result.status).toBe(full.status);
      else expect(['iteration-limit', full.status]).toContain(result.status);
      finished = result.status !== 'iteration-limit';
      if (finished) expect({ ...result, normal: null }).toEqual({ ...full, normal: null });
      // Not monotone step by step, but never wider than with no budget at all.
      if (budget === 0) width = result.upper - result.lower;
      else expect(result.upper - result.lower <= width || width === Number.POSITIVE_INFINITY).toBe(true);
    }
    expect(finished).toBe(true);
    expect(distance(a, poseA, b, IDENTITY, { ...displacement, budget: 0 }).status).toBe('iteration-limit');
  });

  test.each([disc, obb])('collide by $name: undecided or right', (volume) => {
    const full = collide(a, poseA, b, IDENTITY, { contacts: 'all', volume });
    let finished = false;
    for (const budget of budgets) {
      const result = collide(a, poseA, b, IDENTITY, { volume, budget });
      if (result.status === 'iteration-limit') expect([null, true]).toContain(result.colliding);
      else expect(result.status).toBe(full.status);
      if (result.colliding !== null) expect(result.colliding).toBe(full.colliding);
      const all = collide(a, poseA, b, IDENTITY, { contacts: 'all', volume, budget });
      const known = new Set(full.pairs.map(String));
      expect(all.pairs.every((pair) => known.has(String(pair)))).toBe(true);
      if (finished) expect(all.pairCount).toBe(full.pairCount);
      finished = all.status === full.status && all.pairCount === full.pairCount;
    }
    expect(finished).toBe(true);
  });

  test('tolerance and clearance: undecided or right', () => {
    const { distance: exact } = distance(a, poseA, b, IDENTITY);
    for (const factor of [0.5, 2]) {
      const wanted = factor * Math.max(exact, 0.01);
      const full = tolerance(a, poseA, b, IDENTITY, { tolerance: wanted });
      const seen = new Set<string>();
      for (const budget of budgets) {
        const result = tolerance(a, poseA, b, IDENTITY, { tolerance: wanted, budget });
        seen.add(result.status);
        if (result.status === 'iteration-limit') {
          expect(result.within).toBeNull();
          expect([result.lower, result.upper]).toEqual([0, Number.POSITIVE_INFINITY]);
        } else expect(result.status).toBe(full.status);
      }
      expect(seen.has(full.status)).toBe(true);
    }
    const wanted = 1.05 * exact + 0.01;
    const full = clearance(a, poseA, b, IDENTITY, { clearance: wanted });
    const known = new Set(full.pairs.map(String));
    let last = 'iteration-limit';
    for (const budget of budgets) {
      const result = clearance(a, poseA, b, IDENTITY, { clearance: wanted, budget });
      expect(result.pairs.every((pair) => known.has(String(pair)))).toBe(true);
      if (result.status === 'complete') expect(result).toEqual(full);
      last = result.status;
    }
    expect(last).toBe('complete');
  });

  test('a Pair keeps its word with any budget, and the next answer is whole again', () => {
    const pair = new Pair(a, b);
    const full = distance(a, poseA, b, IDENTITY);
    for (const budget of [...budgets, ...budgets]) {
      const result = pair.distance(poseA, IDENTITY, { budget });
      expect(result.lower).toBeLessThanOrEqual(full.upper);
      expect(result.upper).toBeGreaterThanOrEqual(full.lower);
      const whole = pair.distance(poseA, IDENTITY);
      expect(whole.status).toBe(full.status);
      expect(Math.abs(whole.distance - full.distance)).toBeLessThanOrEqual(1e-13);
      expect(pair.collide(poseA, IDENTITY, { budget }).status).toMatch(/iteration-limit|intersecting|separated|inside/);
      expect(pair.collide(poseA, IDENTITY).colliding).toBe(full.distance === 0);
    }
  });
});

test('a budget is kept: no query tests many more volumes than it may', () => {
  const [, a, poseA, b] = scenes[0];
  for (const budget of [0, 10, 100, 1000]) {
    const result = distance(a, poseA, b, IDENTITY, { budget, stats: true });
    // A seed of a few leaf pairs comes first, and a step tests four pairs at once.
    expect(result.stats?.volumeTests).toBeLessThanOrEqual(budget + 1000);
    const slow = new Pair(a, b);
    for (let k = 0; k < 5; k++) {
      const queryBody = slow.distance(poseA, IDENTITY, { budget, stats: true });
      expect(queryBody.stats?.volumeTests).toBeLessThanOrEqual(budget + 1000);
    }
  }
});

/** Says it is aborted from its n-th check on; `onRead` is called at every check. */
class LateSignal implements AbortSignalLike {
  reads = 0;
  readonly reason = 'enough';
  readonly #after: number;
  readonly #onRead: () => void;

  constructor(after: number, onRead: () => void = () => undefined) {
    this.#after = after;
    this.#onRead = onRead;
  }

  get aborted(): boolean {
    this.reads++;
    this.#onRead();
    return this.reads > this.#after;
  }
}

describe('signals', () => {
  // Two knots laced into each other: thousands of tests.
  const fine = Model.build(torusKnot({ triangles: 34_560 }));
  const poseA: PlainPose = { position: [0.02, 0.01, 0.03], rotation: [0.36, 0.48, 0, 0.8] };
  const apart: PlainPose = { position: [0.75, 0.01, 0.03], rotation: [0.36, 0.48, 0, 0.8] };
  // One in the other, the same gap all around: nothing can be left out.
  const sphere = icosphere({ subdivisions: 4 });
  const [ball, shell] = [Model.build(sphere), Model.build(scaled(sphere, 1.05))];
  const gap = distance(ball, {}, shell, {}, { solid: false }).distance;
  const asks: readonly (readonly [string, (signal: AbortSignalLike) => unknown])[] = [
    ['distance', (signal) => distance(fine, apart, fine, IDENTITY, { signal })],
    ['distance by sphere', (signal) => distance(fine, apart, fine, IDENTITY, { signal, volume: sphereVolume })],
    ['collide', (signal) => collide(fine, poseA, fine, IDENTITY, { signal, contacts: 'all' })],
    ['collide by aabb', (signal) => collide(fine, poseA, fine, IDENTITY, { signal, contacts: 'all', volume: aabb })],
    ['clearance', (signal) => clearance(fine, apart, fine, IDENTITY, { signal, clearance: 0.1, limit: 1e6 })],
    ['tolerance', (signal) => tolerance(ball, {}, shell, {}, { signal, tolerance: 0.99 * gap, solid: false })],
    ['pair.distance', (signal) => new Pair(fine, fine).distance(apart, IDENTITY, { signal })],
  ];

  const codeOf = (ask: () => unknown): unknown => {
    try {
      ask();
      return 'no error';
    } catch (error) {
      return error instanceof NearmissError ? [error.code, error.cause] : error;
    }
  };

  test.each(asks)('%s: aborted before it starts, and while it runs', (_name, ask) => {
    expect(codeOf(() => ask(AbortSignal.abort('gone')))).toEqual(['query/aborted', 'gone']);
    const counting = new LateSignal(Number.POSITIVE_INFINITY);
    const whole = JSON.stringify(ask(counting));
    expect(counting.reads).toBeGreaterThan(2); // twice at the start, and then while it runs
    for (let after = 0; after < counting.reads; after += Math.ceil(counting.reads / 5)) {
      const late = new LateSignal(after);
      expect(codeOf(() => ask(late))).toEqual(['query/aborted', 'enough']);
      expect(late.reads).toBeLessThanOrEqual(after + 2);
      expect(JSON.stringify(ask(new LateSignal(Number.POSITIVE_INFINITY)))).toBe(whole);
    }
  });

  test.each(asks)('%s: a query asked from within its signal is answered, and does not disturb it', (_name, ask) => {
    const random = seeded(91);
    const whole = JSON.stringify(ask({ aborted: false }));
    let asked = 0;
    const nested = new LateSignal(Number.POSITIVE_INFINITY, () => {
      const scene = randomScene(random, asked++);
      const inner = distance(scene.a.model, scene.poseA, scene.b.model, scene.poseB);
      const met = collide(scene.a.model, scene.poseA, scene.b.model, scene.poseB, { contacts: 'all' });
      expect(met.status).toBe(inner.status);
      collide(knot, poseA, solid, IDENTITY);
      tolerance(knot, poseA, solid, IDENTITY, { tolerance: 10 });
    });
    expect(JSON.stringify(ask(nested))).toBe(whole);
    expect(asked).toBeGreaterThan(2);
  });

  test('a Pair asked from within its own query, or aborted halfway, has the right answer afterwards', () => {
    const pair = new Pair(fine, fine);
    const poseAt = (k: number): PlainPose => ({ ...apart, position: [apart.position[0] + 1e-6 * k, 0.01, 0.03] });
    const expected = (k: number): number => distance(fine, poseAt(k), fine, IDENTITY).distance;
    pair.distance(poseAt(0), IDENTITY);
    for (let k = 1; k < 12; k++) {
      if (k % 3 === 0) pair.reset();
      const late = new LateSignal(k % 2 === 0 ? k / 2 : Number.POSITIVE_INFINITY, () => {
        expect(Math.abs(pair.distance(poseAt(50 * k), IDENTITY).distance - expected(50 * k))).toBeLessThanOrEqual(
          1e-13,
        );
      });
      try {
        const { distance: mine } = pair.distance(poseAt(k), IDENTITY, { signal: late });
        expect(Math.abs(mine - expected(k))).toBeLessThanOrEqual(1e-13);
      } catch (error) {
        expect(error).toBeInstanceOf(NearmissError);
      }
      expect(Math.abs(pair.distance(poseAt(k + 1), IDENTITY).distance - expected(k + 1))).toBeLessThanOrEqual(1e-13);
    }
  });

  test('an aborted query leaves its `out` as it was', () => {
    const outs = [new DistanceResult(), new CollideResult(), new ToleranceResult()] as const;
    distance(fine, apart, fine, IDENTITY, { solid: false }, outs[0]);
    collide(fine, poseA, fine, IDENTITY, { contacts: 'all', limit: 4 }, outs[1]);
    tolerance(fine, apart, fine, IDENTITY, { tolerance: 0.5 }, outs[2]);
    const before = structuredClone(outs.map((out) => ({ ...out })));
    let late = 0;
    for (const pose of [apart, poseA]) {
      const fullyRead = new LateSignal(Number.POSITIVE_INFINITY);
      distance(fine, pose, fine, IDENTITY, { signal: fullyRead });
      for (let after = 0; after < fullyRead.reads; after++) {
        const signal = (): LateSignal => new LateSignal(after);
        const aborted = [
          codeOf(() => distance(fine, pose, fine, IDENTITY, { signal: signal() }, outs[0])),
          codeOf(() => collide(fine, poseA, fine, IDENTITY, { contacts: 'all', signal: signal() }, outs[1])),
          codeOf(() => tolerance(fine, pose, fine, IDENTITY, { tolerance: 1e-3, signal: new LateSignal(0) }, outs[2])),
        ];
        expect(aborted).toEqual(Array(3).fill(['query/aborted', 'enough']));
        expect(outs.map((out) => ({ ...out }))).toEqual(before);
        late++;
      }
    }
    expect(late).toBeGreaterThan(4);
  });
});
