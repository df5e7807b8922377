// PolyDepth's pipeline as published: its upper bounds tried by the exact test, its directional distances by `directional`, its in-projection by
// the exact one. Bodies of every kind that a mesh can be.

import { randomBetween, randomChoice, randomPose, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { sphere } from '../../../src/entries/convex.ts';
import { PolyDepthPair, type PolyDepthResult, polyDepth } from '../../../src/entries/lab.ts';
import { box, grate, lShape, torus, torusKnot } from '../../../src/entries/shapes.ts';
import {
  collide,
  directional,
  Mesh,
  Model,
  type PenetrationStart,
  type Pose,
  penetration,
  verifyPenetration,
} from '../../../src/index.ts';
import { ContactSpace } from '../../../src/lab/polydepth/contact-space.ts';
import { DirectionalSearch } from '../../../src/lab/polydepth/directional-search.ts';
import { VOLUMES } from '../../../src/lab/volumes/volumes-by-name.ts';
import { PLANE, projectIn } from '../../../src/query/penetration/in-projection.ts';
import { Workspace } from '../../../src/query/workspace.ts';
import { SOLIDS, scaled, shifted, solidOf } from '../../query/bodies.ts';
import { IDENTITY, nameOf, randomScene, SCENE_KINDS, toWorld } from '../../query/scenes.ts';

/** Times as many cases as in `npm test` (`node scripts/fuzz.mjs lab`). */
const TIMES = Number(process.env.NEARMISS_LAB_TIMES ?? 1);
const SCENES = 100 * TIMES;

const STARTS: readonly PenetrationStart[] = ['centroid', 'clear', 'coherent', 'random', 'sampling', 'auto'];

function movedOut(pose: Pose, { translation }: PolyDepthResult): Pose {
  return { ...pose, position: translation.map((t, k) => (pose.position?.[k] ?? 0) + t) };
}

/** What every answer promises, whatever the bodies. */
function expectHonest(a: Model, poseA: Pose, b: Model, poseB: Pose, result: PolyDepthResult, name: string): void {
  const { status } = collide(a, poseA, b, poseB);
  const isOut = status === 'separated' || status === 'touching';
  if (isOut !== (result.status === 'separated' || result.status === 'touching')) expect.fail(`${name}: ${status}`);
  if (isOut) {
    expect(result.status, name).toBe(status);
    expect([result.upper, result.end], name).toEqual([0, null]);
    return;
  }
  expect(collide(a, movedOut(poseA, result), b, poseB).status, name).toMatch(/^(separated|touching)$/);
  expect(Math.hypot(...result.translation), name).toBeLessThanOrEqual(result.upper * (1 + 1e-15));
  expect(result.lower, name).toBe(0);
  expect(result.certificate, name).toBeNull();
  expect(Number.isFinite(result.upper), name).toBe(true);
  for (const { depth } of result.local) if (!(depth > 0 && depth <= result.depth)) expect.fail(`${name}: ${depth}`);
}

describe('bodies of every kind, every start', () => {
  test('the separating translation separates, and is no shorter than what is proven from below', () => {
    const random = seeded(1201);
    const met = new Map<string, number>();
    const ends = new Map<string, number>();
    const count = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);
    for (let k = 0; k < SCENES; k++) {
      const scene = randomScene(random, k);
      const start = STARTS[(k + Math.floor(k / SCENE_KINDS.length)) % STARTS.length];
      const [a, b] = [scene.a.model, scene.b.model];
      const result = polyDepth(a, scene.poseA, b, scene.poseB, { start, seed: k });
      expectHonest(a, scene.poseA, b, scene.poseB, result, `${nameOf(scene, k)}, ${start}`);
      if (result.end === null) continue;
      count(met, scene.kind);
      count(met, start);
      for (const body of [scene.a, scene.b]) count(met, body.solid ? 'solid' : 'surface');
      count(ends, result.end);
      if (k % 8 !== 0) continue;
      const { lower } = penetration(a, scene.poseA, b, scene.poseB);
      expect(result.upper, nameOf(scene, k)).toBeGreaterThanOrEqual(lower * (1 - 1e-12));
      expect(verifyPenetration(a, scene.poseA, b, scene.poseB, result).ok, nameOf(scene, k)).toBe(true);
    }
    for (const key of [...SCENE_KINDS, ...STARTS]) expect(met.get(key) ?? 0, key).toBeGreaterThan(SCENES / 80);
    for (const key of ['solid', 'surface']) expect(met.get(key) ?? 0, key).toBeGreaterThan(SCENES / 8);
    // A walk ends in contact as a rule.
    const all = [...ends.values()].reduce((sum, n) => sum + n, 0);
    expect(ends.get('in-contact') ?? 0).toBeGreaterThan(0.8 * all);
    expect((ends.get('given-up') ?? 0) + (ends.get('out-of-budget') ?? 0)).toBe(0);
  });

  test.each([1e-100, 1e-30, 1e30, 1e100])('in units of %d', (unit) => {
    const random = seeded(77);
    const a = Model.build(scaled(lShape(), unit));
    const b = Model.build(scaled(torus({ majorSegments: 9, minorSegments: 5 }), unit));
    for (let k = 0; k < 12; k++) {
      const { position, rotation } = randomPose(random, 0.3);
      const pose = { position: position.map((x) => x * unit), rotation };
      const plain = polyDepth(
        Model.build(lShape()),
        { position, rotation },
        Model.build(torus({ majorSegments: 9, minorSegments: 5 })),
        {},
      );
      const result = polyDepth(a, pose, b, {});
      expect(result.status).toBe(plain.status);
      if (result.end === null) continue;
      expect(collide(a, movedOut(pose, result), b, {}).status).toMatch(/^(separated|touching)$/);
      expect(result.upper / unit / plain.upper).toBeCloseTo(1, 3);
    }
  });
});

describe('depths known by thought', () => {
  const el = Model.build(lShape({ size: [2, 2, 1], arm: 0.5 }));
  const inWall = Model.build(box({ size: [4, 4, 1] }));
  const cube = Model.build(box());
  test.each([
    ['a cube in a wall', cube, { position: [0.1, 0.2, 0.9] }, inWall, {}, 0.1],
    ['a turned cube in a wall', cube, { position: [0, 0, 0.9], rotation: [0, 0, 0.6, 0.8] }, inWall, {}, 0.1],
    ['an L in the inner corner of an L', el, { position: [0.4, 0.45, 0] }, el, {}, Math.hypot(0.1, 0.05)],
  ] as const)('%s', (_, a, poseA, b, poseB, depth) => {
    const result = polyDepth(a, poseA, b, poseB, { threshold: 1e-9 });
    expectHonest(a, poseA, b, poseB, result, _);
    expect(result.end).toBe('in-contact');
    expect(result.depth).toBeCloseTo(depth, 7);
    expect(result.local[0].depth).toBeGreaterThan(0.0999);
  });

  test('a tighter threshold comes nearer to contact', () => {
    const pose = { position: [0.1, 0.2, 0.9] };
    for (const threshold of [1e-3, 1e-5, 1e-7]) {
      const { depth } = polyDepth(cube, pose, inWall, {}, { threshold });
      expect(depth).toBeGreaterThanOrEqual(0.1);
      expect(depth).toBeLessThan(0.1 + 2 * threshold);
    }
  });
});

describe('translational continuous collision detection (§4.2)', () => {
  test('finds the directional distance', () => {
    const random = seeded(42);
    const w = new Workspace();
    const search = new DirectionalSearch();
    let blocked = 0;
    let free = 0;
    for (let k = 0; k < 300 * TIMES; k++) {
      const a = randomChoice(random, SOLIDS);
      const factor = randomChoice(random, [1, 1, 0.3, 4]);
      const b =
        factor === 1
          ? randomChoice(random, SOLIDS)
          : solidOf('scaled', scaled(randomChoice(random, SOLIDS).mesh, factor));
      const { rotation } = randomPose(random, 1);
      const from = toWorld({ position: [0, 0, 0], rotation: randomPose(random, 1).rotation }, [3 + 3 * factor, 0, 0]);
      const aim = [0, 1, 2].map(() => randomBetween(random, -0.5, 0.5) * Math.max(1, factor));
      const direction = aim.map((x, c) => x - from[c]);
      const pose = { position: from, rotation };
      const exact = directional(a.model, pose, b.model, {}, { direction });
      const isSwapped = a.model.frame.unit > b.model.frame.unit;
      w.budget.start({});
      w.prepare(a.model, pose, b.model, {}, VOLUMES.rss);
      // B stands in the identity; the frame of A, where that rests, is turned.
      const length = Math.hypot(...direction);
      const v = direction.map((x) => ((isSwapped ? -1 : 1) * x) / length);
      const own = isSwapped ? inverse(rotation, v) : v;
      const { unit } = w.reference.frame;
      const found = search.run(w, Float64Array.from(own), 20 / unit, 1e-9) * unit;
      if (exact.status === 'blocked') {
        blocked++;
        expect(found, `${k}`).toBeLessThanOrEqual(exact.distance + 1e-9);
        // At a graze the last gap costs more method.
        expect(found, `${k}`).toBeGreaterThan(exact.distance - 1e-4);
      } else {
        free++;
        if (found < Infinity) expect(found, `${k}`).toBeGreaterThan(1);
      }
    }
    expect(blocked).toBeGreaterThan(120 * TIMES);
    expect(free).toBeGreaterThan(20 * TIMES);
    // The paper counts 1.7 steps a pair (§6.5).
    expect(search.steps / search.measured).toBeGreaterThan(1);
    expect(search.steps / search.measured).toBeLessThan(2.5);
  });
});

function inverse([x, y, z, w]: readonly number[], v: readonly number[]): readonly number[] {
  return toWorld({ position: [0, 0, 0], rotation: [-x, -y, -z, w] }, [v[0], v[1], v[2]]);
}

describe('in-projection by projected Gauss–Seidel (§6.1)', () => {
  test('arrives where the exact one does', () => {
    const random = seeded(9);
    let held = 0;
    for (let k = 0; k < 2000; k++) {
      const space = new ContactSpace();
      const x = Float64Array.from([0, 1, 2], () => randomBetween(random, -1, 1));
      const count = 1 + (k % 8);
      const planes = new Float64Array(PLANE * count);
      for (let p = 0; p < count; p++) {
        const { rotation } = randomPose(random, 1);
        const normal = Float64Array.from(toWorld({ position: [0, 0, 0], rotation }, [1, 0, 0]));
        const gap = randomBetween(random, 0, 0.01);
        space.planes.push({ normal, gap, points: new Float64Array(6) });
        planes.set([...normal, normal[0] * x[0] + normal[1] * x[1] + normal[2] * x[2] + gap], PLANE * p);
      }
      const exact = new Float64Array(3);
      const q = new Float64Array(3);
      expect(projectIn(planes, count, exact)).toBe(true);
      expect(space.project(x, 0, q)).toBe(true);
      if (Math.hypot(...exact) > 0) held++;
      if (space.sweeps > 1000) continue;
      expect(Math.hypot(q[0] - exact[0], q[1] - exact[1], q[2] - exact[2]), `set ${k}`).toBeLessThan(1e-6);
    }
    expect(held).toBeGreaterThan(1000);
  });
});

describe('what is asked of it', () => {
  const knot = Model.build(torusKnot({ triangles: 720 }));
  const pose = { position: [0.3, 0.1, 0.2] };

  test('counts, steps and repeatable answers', () => {
    const result = polyDepth(knot, pose, knot, {}, { trace: true, stats: true });
    expect(result.outProjections).toBeGreaterThanOrEqual(result.iterations);
    expect(result.iterations).toBeGreaterThan(0);
    expect(result.steps).toBeGreaterThan(result.measured);
    expect(result.stats?.volumeTests).toBeGreaterThan(0);
    const kinds = result.trace?.map(({ kind }) => kind) ?? [];
    expect(kinds[0]).toBe('start');
    expect(kinds.at(-1)).toBe('end');
    expect(kinds.filter((kind) => kind === 'out')).toHaveLength(result.outProjections);
    expect(polyDepth(knot, pose, knot, {}, { trace: true, stats: true })).toEqual(result);
  });

  test('the line sampling of §5.5 starts nearer', () => {
    const far = polyDepth(knot, pose, knot, {}, { trace: true }).trace?.[0].translation ?? [0, 0, 0];
    const near = polyDepth(knot, pose, knot, {}, { trace: true, start: 'sampling' }).trace?.[0].translation ?? [
      9, 9, 9,
    ];
    expect(Math.hypot(...near)).toBeLessThan(Math.hypot(...far));
    expect(near[0] / far[0]).toBeCloseTo(near[1] / far[1], 9);
  });

  test('maximally clear configurations find the hole of a grate', () => {
    const bars = Model.build(grate());
    const peg = Model.build(box({ size: [0.08, 0.08, 1] }));
    const inside = { position: [0.02, 0.03, 0] };
    const directions = STARTS.map((start) => polyDepth(peg, inside, bars, {}, { start }).upper);
    expect(Math.min(...directions)).toBeLessThanOrEqual(directions[0]);
  });

  test('a pair remembers where it came out', () => {
    const pair = new PolyDepthPair(knot, knot);
    let fewer = 0;
    for (let step = 0; step < 20; step++) {
      const at = { position: [0.3 + step / 500, 0.1, 0.2] };
      const coherent = pair.depth(at, {}, { start: 'coherent' });
      expectHonest(knot, at, knot, {}, coherent, `step ${step}`);
      if (step > 0 && coherent.iterations <= polyDepth(knot, at, knot, {}).iterations) fewer++;
    }
    expect(fewer).toBeGreaterThan(10);
    pair.reset();
    expect(pair.depth(pose, {}, { start: 'coherent' })).toEqual(polyDepth(knot, pose, knot, {}));
  });

  test('a budget ends it with a translation that separates all the same', () => {
    for (const budget of [0, 1, 100, 3000]) {
      const result = polyDepth(knot, pose, knot, {}, { budget });
      if (result.status === 'overlapping') continue;
      expect(result.status).toBe('iteration-limit');
      expect(collide(knot, movedOut(pose, result), knot, {}).status).toMatch(/^(separated|touching)$/);
    }
    const signal = { aborted: true };
    expect(() => polyDepth(knot, pose, knot, {}, { signal })).toThrow(/aborted/);
  });

  test('bad input is refused', () => {
    const refused = (options: object) => () => polyDepth(knot, {}, knot, {}, options);
    expect(refused({ start: 'nowhere' })).toThrow(/start/);
    expect(refused({ seed: 0.5 })).toThrow(/seed/);
    expect(refused({ samples: 0 })).toThrow(/samples/);
    expect(refused({ samples: Number.NaN })).toThrow(/samples/);
    expect(refused({ threshold: -1 })).toThrow(/threshold/);
    expect(refused({ threshold: Number.NaN })).toThrow(/threshold/);
    expect(() => polyDepth(sphere(), {}, knot, {})).toThrow(/round/);
    expect(() => polyDepth(knot, { position: [Number.NaN, 0, 0] }, knot, {})).toThrow(/pose/i);
  });

  test('a point, a needle and a flat mesh have a separating translation', () => {
    const needle = Model.build(new Mesh([0, 0, 0, 1, 0, 0, 0.5, 1e-9, 0], [0, 1, 2]));
    const point = Model.build(new Mesh([0, 0, 0], [0, 0, 0]));
    const flat = Model.build(shifted(new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]), [-0.3, -0.3, 0]));
    for (const thin of [needle, point, flat]) {
      for (const other of [Model.build(box()), flat, knot]) {
        for (const start of STARTS) {
          const result = polyDepth(thin, {}, other, IDENTITY, { start });
          expectHonest(thin, {}, other, IDENTITY, result, start);
        }
      }
    }
  });
});
