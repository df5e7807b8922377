// The kernels against the plain library, whose answers are judged elsewhere by exact arithmetic: the same decisions, and brackets of the same
// distance, over every kind of scene, option and sequence.

import { randomBetween, randomPose, seeded } from '@nearmiss/fixtures';
import { afterEach, describe, expect, test } from 'vitest';
import { icosphere, torusKnot } from '../../src/entries/shapes.ts';
import { simd } from '../../src/entries/simd.ts';
import {
  type CollideOptions,
  collide,
  type DistanceOptions,
  distance,
  Mesh,
  Model,
  Pair,
  type Pose,
  penetration,
  tolerance,
  use,
} from '../../src/index.ts';
import { intersectionSegment, SEGMENT_SIZE } from '../../src/primitive/triangle-triangle-segment.ts';
import type { Contacts } from '../../src/query/contacts.ts';
import { moveLeaf, type Workspace } from '../../src/query/workspace.ts';
import { sortedPairs } from '../query/judge.ts';
import { EVERY_SCENE_KIND, nameOf, randomScene } from '../query/scenes.ts';
import { kernelsWith } from './kernels-with.ts';

const SCENES = Number(process.env.NEARMISS_SIMD_SCENES ?? 600);

/** Counts what the kernels were asked, and what they have answered. */
const asked = { nearest: 0, contacts: 0, within: 0 };
const served = { nearest: 0, contacts: 0, within: 0, near: 0, commonPoints: 0 };
const counting = kernelsWith({
  searchNearest: (w, memory) => {
    const end = simd.searchNearest(w, memory);
    asked.nearest++;
    if (end !== null) served.nearest++;
    return end;
  },
  searchContacts: (w, contacts) => {
    const end = simd.searchContacts(w, contacts);
    asked.contacts++;
    if (end !== null) served.contacts++;
    if (contacts.knowsCommonPoint) expectCommonPoint(w, contacts);
    return end;
  },
  searchWithin: (w, memory) => {
    const end = simd.searchWithin(w, memory);
    asked.within++;
    if (end !== null) served.within++;
    return end;
  },
  within: (w) => {
    const end = simd.within(w);
    if (end !== null) served.within++;
    return end;
  },
  openNearSearch: () => {
    const search = simd.openNearSearch();
    if (search === null) return null;
    return {
      get count() {
        return search.count;
      },
      collect: (w, near) => {
        const isServed = search.collect(w, near);
        if (isServed) served.near++;
        return isServed;
      },
      searchContacts: (w, contacts, within) => search.searchContacts(w, contacts, within),
      nearPairs: (w, near, within, first, most, take) => search.nearPairs(w, near, within, first, most, take),
    };
  },
});

/** The common point that a kernel has found is the middle of the segment that the plain library computes, to the bit. */
function expectCommonPoint(
  w: Workspace,
  { commonPoint, witnessQuery, witnessReference, witnessLeafQuery }: Contacts,
): void {
  served.commonPoints++;
  const segment = new Float64Array(SEGMENT_SIZE);
  moveLeaf(w, w.queryBody.tree, witnessLeafQuery);
  intersectionSegment(w.movedCorners, 9 * witnessQuery, w.reference.tree.triangles, 9 * witnessReference, segment);
  const middle = [0, 1, 2].map((c) => (segment[c] + segment[3 + c]) / 2);
  expect([...commonPoint]).toEqual(middle);
}

/** Exact distances asked, and those that are the same to the bit. Others differ by the rounding of bounds. */
const same = { of: 0, bits: 0 };

afterEach(() => use(null));

function both<T>(ask: () => T): [plain: T, accelerated: T] {
  use(null);
  const plain = ask();
  use(counting);
  const accelerated = ask();
  use(null);
  return [plain, accelerated];
}

const DISTANCES: readonly DistanceOptions[] = [
  {},
  { method: 'volumes' },
  { tolerance: 0.1 },
  { maxDistance: 0.5 },
  { solid: false },
];
const COLLIDES: readonly CollideOptions[] = [
  {},
  { contacts: 'all', segments: true },
  { contacts: 'all', limit: 3 },
  { solid: false },
];

type Bodies = readonly [Model, Pose, Model, Pose];

function expectDistances(bodies: Bodies, options: DistanceOptions, name: string): void {
  const [plain, accelerated] = both(() => distance(...bodies, options));
  expect(accelerated.status, name).toBe(plain.status);
  if (options.tolerance === undefined) {
    same.of++;
    if (accelerated.lower === plain.lower && accelerated.upper === plain.upper) same.bits++;
  }
  // Both brackets hold the same distance.
  expect(accelerated.lower, name).toBeLessThanOrEqual(plain.upper);
  expect(plain.lower, name).toBeLessThanOrEqual(accelerated.upper);
}

function expectContacts(bodies: Bodies, options: CollideOptions, name: string): void {
  const [plain, accelerated] = both(() => collide(...bodies, options));
  expect(accelerated.status, name).toBe(plain.status);
  if (options.contacts !== 'all') return;
  expect(accelerated.pairCount, name).toBe(plain.pairCount);
  if (options.limit !== undefined) return;
  expect(sortedPairs(accelerated.pairs), name).toEqual(sortedPairs(plain.pairs));
  const segmentsOf = ({ pairs, segments = [] }: typeof plain): string[] =>
    segments.map((segment, k) => JSON.stringify([pairs[k], segment])).sort();
  expect(segmentsOf(accelerated), name).toEqual(segmentsOf(plain));
}

describe('the kernels answer as the plain library does', () => {
  test('they compile here', () => expect(simd.unavailable).toBeNull());

  test(`${SCENES} scenes of every kind, by every option`, () => {
    const random = seeded(19);
    for (let index = 0; index < SCENES; index++) {
      const scene = randomScene(random, index, EVERY_SCENE_KIND);
      const bodies = [scene.a.model, scene.poseA, scene.b.model, scene.poseB] as const;
      const name = nameOf(scene, index);
      for (const options of DISTANCES) expectDistances(bodies, options, `${name} ${JSON.stringify(options)}`);
      for (const options of COLLIDES) expectContacts(bodies, options, `${name} ${JSON.stringify(options)}`);
      const within = randomBetween(random, 0, 1);
      const [plain, accelerated] = both(() => tolerance(...bodies, { tolerance: within }));
      expect(accelerated.within, name).toBe(plain.within);
      expect([accelerated.lower <= plain.upper, plain.lower <= accelerated.upper], name).toEqual([true, true]);
      expect(accelerated.pointA === null, name).toBe(plain.pointA === null);
    }
    expect(same.bits / same.of).toBeGreaterThan(0.999);
    expect(served.nearest / asked.nearest).toBeGreaterThan(0.9);
    expect(served.contacts / asked.contacts).toBeGreaterThan(0.9);
    expect(served.within / asked.within).toBeGreaterThan(0.9);
    expect(served.commonPoints).toBeGreaterThan(SCENES / 4);
    expect(Math.min(served.nearest, served.contacts)).toBeGreaterThan(2 * SCENES);
  });

  test('larger bodies, in sequences of a Pair, at several scales', () => {
    const random = seeded(20);
    for (const scale of [1, 1e-30, 2 ** 400]) {
      const knot = torusKnot({ triangles: 2880 });
      const scaled = new Mesh(
        knot.positions.map((x) => x * scale),
        knot.triangles,
      );
      const model = Model.build(scaled);
      const plain = new Pair(model, model);
      const accelerated = new Pair(model, model);
      for (let k = 0; k < 150; k++) {
        const pose = randomPose(random, 1.5 * scale);
        use(null);
        const wanted = { ...plain.distance(pose, {}) };
        const status = plain.collide(pose, {}).status;
        use(counting);
        const found = accelerated.distance(pose, {});
        expect([found.status, found.lower, found.upper]).toEqual([wanted.status, wanted.lower, wanted.upper]);
        expect(accelerated.collide(pose, {}).status).toBe(status);
        const near = { tolerance: wanted.upper * randomBetween(random, 0.5, 1.5) };
        const { within, upper } = accelerated.tolerance(pose, {}, near);
        use(null);
        expect(within).toBe(plain.tolerance(pose, {}, near).within);
        if (within === true) expect(upper).toBeLessThanOrEqual(near.tolerance * (1 + 1e-12));
      }
    }
  });

  test('the smallest bodies and the largest gaps that the kernels take', () => {
    const random = seeded(22);
    // Leaves of few triangles: most nodes have lanes without a child.
    const large = Model.build(torusKnot({ triangles: 180 }));
    const { positions, triangles } = large.mesh;
    const before = served.within;
    for (const size of [1, 2 ** -10, 2 ** -19]) {
      const small = Model.build(
        new Mesh(
          positions.map((x) => x * size),
          triangles,
        ),
      );
      for (const reach of [1, 2 ** 20, 2 ** 39]) {
        for (let k = 0; k < 10; k++) {
          const bodies = [small, randomPose(random, reach), large, {}] as const;
          expectContacts(bodies, {}, `size ${size}, reach ${reach}`);
          expectDistances(bodies, { solid: false }, `size ${size}, reach ${reach}`);
          const { upper } = distance(...bodies);
          for (const part of [0.5, 0.999, 1.001, 2 ** 30]) {
            const [plain, accelerated] = both(() => tolerance(...bodies, { tolerance: upper * part }));
            expect(accelerated.within).toBe(plain.within);
          }
        }
      }
    }
    expect(served.within - before).toBeGreaterThan(250);
  });

  test('what stands on them: depths', () => {
    const random = seeded(21);
    const a = Model.build(torusKnot({ triangles: 720 }));
    const b = Model.build(icosphere({ subdivisions: 3, radius: 0.6 }));
    for (let k = 0; k < 25; k++) {
      const pose = randomPose(random, 1);
      const [plain, accelerated] = both(() => penetration(a, pose, b, {}));
      // A search for a depth goes on by what it has cost, and kernels count otherwise: the brackets hold the same depth.
      expect(accelerated.status).toBe(plain.status);
      expect(accelerated.lower).toBeLessThanOrEqual(plain.upper);
      expect(plain.lower).toBeLessThanOrEqual(accelerated.upper);
      const position = pose.position.map((x, c) => x + accelerated.translation[c]);
      expect(['separated', 'touching']).toContain(collide(a, { ...pose, position }, b, {}).status);
    }
    expect(served.near).toBeGreaterThan(10);
  });
});

describe('where the kernels do not serve, the plain library answers', () => {
  const ball = Model.build(icosphere({ subdivisions: 2 }));
  const apart: Pose = { position: [3, 0, 0] };

  test('nodes of eight children, budgets, tiny beside huge', () => {
    const wide = Model.build(icosphere({ subdivisions: 2 }), { branching: 8 });
    const tiny = Model.build(
      new Mesh(
        ball.mesh.positions.map((x) => x * 2 ** -30),
        ball.mesh.triangles,
      ),
    );
    const before = served.nearest;
    for (const [other, options] of [
      [wide, {}],
      [ball, { budget: 1e6 }],
      [tiny, {}],
    ] as const) {
      const ask = (): number => distance(other, apart, ball, {}, { method: 'volumes', ...options }).distance;
      const [plain, accelerated] = both(ask);
      expect(accelerated).toBe(plain);
    }
    expect(served.nearest).toBe(before);
  });

  test('release refuses what is no model', () => {
    for (const value of [undefined, null, {}, 'ball', [ball]]) {
      expect(() => simd.release(value as unknown as Model)).toThrow(
        expect.objectContaining({ code: 'model/bad-argument' }),
      );
    }
  });

  test('models that are released leave their memory to others', () => {
    use(simd);
    const sizes: number[] = [];
    for (let k = 0; k < 400; k++) {
      const model = Model.build(icosphere({ subdivisions: 3 }));
      distance(model, apart, ball, {}, { method: 'volumes' });
      simd.release(model);
      sizes.push(simd.memorySize);
    }
    expect(sizes.at(-1)).toBe(sizes[10]);
    const model = Model.build(icosphere({ subdivisions: 3 }));
    const { distance: gap } = distance(model, apart, ball, {}, { method: 'volumes' });
    simd.release(model);
    expect(distance(model, apart, ball, {}, { method: 'volumes' }).distance).toBe(gap);
  });
});
