// A Pair may remember whatever it likes: its answers are those of the free functions.

import { randomBetween, randomChoice, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { hulls } from '../../../src/entries/convex.ts';
import { aabb, obb } from '../../../src/entries/lab.ts';
import { box, randomSolid, torusKnot } from '../../../src/entries/shapes.ts';
import {
  CollideResult,
  collide,
  DistanceResult,
  distance,
  Mesh,
  Model,
  Pair,
  ToleranceResult,
  tolerance,
} from '../../../src/index.ts';
import { type Body, bodyOf, latticeSoup, SOLIDS, scaled, solidOf, soup, union } from '../bodies.ts';
import { PROMISED_WIDTH, sceneSize, sortedPairs } from '../judge.ts';
import { compose, IDENTITY, LATTICE_TURNS, type PlainPose } from '../scenes.ts';

/** Small steps mostly, as a simulation makes them; now and then a jump, a rest, or a position on the lattice. */
function* walk(random: SeededRandom, steps: number, reach: number): Generator<[PlainPose, PlainPose]> {
  let poseA: PlainPose = randomPose(random, reach);
  let poseB: PlainPose = IDENTITY;
  let pace = 0.01;
  for (let k = 0; k < steps; k++) {
    const draw = random();
    if (draw < 0.05) poseA = randomPose(random, reach);
    else if (draw < 0.08) poseB = randomPose(random, 0.3);
    else if (draw < 0.12) pace = randomChoice(random, [1e-12, 1e-6, 1e-4, 1e-2, 0.2]);
    else if (draw < 0.14) poseA = { position: [randomChoice(random, [0, 1, 2]), 0, 0], rotation: LATTICE_TURNS[0] };
    else if (draw < 0.16) poseA = poseB;
    else if (draw < 0.9) poseA = nudged(random, poseA, pace);
    if (random() < 0.3) poseB = nudged(random, poseB, 0.1 * pace);
    yield [poseA, poseB];
  }
}

function nudged(random: SeededRandom, pose: PlainPose, pace: number): PlainPose {
  const [x, y, z] = [0, 1, 2].map(() => pace * randomBetween(random, -1, 1));
  const length = Math.sqrt(1 + x * x + y * y + z * z);
  const turned = compose(
    { position: [0, 0, 0], rotation: [x / length, y / length, z / length, 1 / length] },
    { position: [0, 0, 0], rotation: pose.rotation },
  ).rotation;
  const norm = Math.hypot(...turned);
  const [qx, qy, qz, qw] = turned.map((c) => c / norm);
  return {
    position: [
      pose.position[0] + pace * randomBetween(random, -1, 1),
      pose.position[1] + pace * randomBetween(random, -1, 1),
      pose.position[2] + pace * randomBetween(random, -1, 1),
    ],
    rotation: [qx, qy, qz, qw],
  };
}

const bodies = (random: SeededRandom): readonly (readonly [Body, Body, number])[] => [
  [SOLIDS[0], SOLIDS[0], 1.2],
  [SOLIDS[3], SOLIDS[2], 1],
  [SOLIDS[6], SOLIDS[8], 0.8],
  [solidOf('knot', torusKnot({ triangles: 2880 })), solidOf('solid', randomSolid({ seed: 3, triangles: 1280 })), 0.9],
  [bodyOf('soup', soup(random, 40)), SOLIDS[4], 0.9],
  [bodyOf('lattice soup', latticeSoup(random, 12, 1)), SOLIDS[0], 2],
  [SOLIDS[7], bodyOf('small and large', union(scaled(SOLIDS[0].mesh, 5), scaled(SOLIDS[1].mesh, 0.1))), 3],
];

describe('on a random walk every answer is that of the free function', () => {
  const random = seeded(81);
  test.each(bodies(random).map(([a, b, reach]) => ({ name: `${a.name} and ${b.name}`, a, b, reach })))(
    '$name',
    ({ a, b, reach }) => {
      const pair = new Pair(a.model, b.model);
      const seen = new Map<string, number>();
      const outDistance = new DistanceResult();
      const outCollide = new CollideResult();
      const outTolerance = new ToleranceResult();
      for (const [poseA, poseB] of walk(random, 220, reach)) {
        const size = sceneSize(a, poseA, b, poseB);
        const options = randomChoice(random, [
          {},
          {},
          {},
          { solid: false },
          { maxDistance: 0.2 },
          { tolerance: 0.05 },
          { volume: obb },
          { maxDistance: 0 },
          { method: hulls },
          { method: hulls },
          { method: hulls, maxDistance: 0.2 },
          { method: hulls, tolerance: 0.05 },
          { method: hulls, solid: false },
        ] as const);
        const free = distance(a.model, poseA, b.model, poseB, options);
        const mine = pair.distance(poseA, poseB, options, outDistance);
        expect(mine).toBe(outDistance);
        const errorBound = PROMISED_WIDTH * size;
        const bracket = 'tolerance' in options ? 0.05 : 0;
        const isUnclear = 'maxDistance' in options && Math.abs(free.lower - options.maxDistance) <= errorBound;
        if (!isUnclear) {
          expect(mine.status).toBe(free.status);
          if (free.distance === Number.POSITIVE_INFINITY) expect(mine.distance).toBe(free.distance);
          else expect(Math.abs(mine.distance - free.distance)).toBeLessThanOrEqual(errorBound + bracket);
        }
        expect(mine.lower).toBeLessThanOrEqual(free.upper);
        expect(mine.upper).toBeGreaterThanOrEqual(free.lower);
        seen.set(free.status, (seen.get(free.status) ?? 0) + 1);

        const mode = randomChoice(random, [{}, {}, { contacts: 'all' }, { volume: aabb }, { solid: false }] as const);
        const freeContact = collide(a.model, poseA, b.model, poseB, mode);
        const myContact = pair.collide(poseA, poseB, mode, outCollide);
        expect(myContact).toBe(outCollide);
        expect(myContact.status).toBe(freeContact.status);
        expect(myContact.colliding).toBe(freeContact.colliding);
        expect(sortedPairs(myContact.pairs)).toEqual(sortedPairs(freeContact.pairs));

        const wanted = randomChoice(random, [
          0,
          0.01,
          0.3,
          free.surfaceDistance < 1e9 ? free.surfaceDistance * 1.01 : 1,
        ]);
        const freeNear = tolerance(a.model, poseA, b.model, poseB, { tolerance: wanted });
        const myNear = pair.tolerance(poseA, poseB, { tolerance: wanted }, outTolerance);
        expect(myNear).toBe(outTolerance);
        const exactly = distance(a.model, poseA, b.model, poseB).distance;
        if (Math.abs(exactly - wanted) > errorBound || exactly === 0) expect(myNear.status).toBe(freeNear.status);
        expect(myNear.lower).toBeLessThanOrEqual(exactly + errorBound);
        expect(myNear.upper).toBeGreaterThanOrEqual(exactly - errorBound);
      }
      expect(seen.get('intersecting') ?? 0).toBeGreaterThan(10);
      expect((seen.get('separated') ?? 0) + (seen.get('beyond') ?? 0)).toBeGreaterThan(10);
    },
  );
});

describe('slow motion', () => {
  test.each([
    ['volumes', 'volumes'],
    ['hulls', hulls],
  ] as const)('thousands of tiny steps: no front of %s hides the nearest pair', (_name, method) => {
    const model = Model.build(torusKnot({ triangles: 2880 }));
    const body: Body = { name: 'knot', solid: true, mesh: model.mesh, model };
    const pair = new Pair(model, model);
    const random = seeded(82);
    let poseA: PlainPose = { position: [1.1, 0.1, 0], rotation: [0, 0, 0, 1] };
    let fronts = 0;
    for (let k = 0; k < 1500; k++) {
      poseA = nudged(random, poseA, k % 500 === 499 ? 0.05 : 1e-5 * (1 + (k % 7)));
      const mine = pair.distance(poseA, IDENTITY, { method });
      const free = distance(model, poseA, model, IDENTITY);
      const errorBound = PROMISED_WIDTH * sceneSize(body, poseA, body, IDENTITY);
      expect(mine.status).toBe(free.status);
      expect(Math.abs(mine.distance - free.distance)).toBeLessThanOrEqual(errorBound);
      if (pair.front(method).length > 0) fronts++;
    }
    expect(fronts).toBeGreaterThan(500); // or the front was never put to work
  });

  test.each([
    ['volumes', 'volumes'],
    ['hulls', hulls],
  ] as const)('two bodies that approach, touch, pass through and leave: %s', (_name, method) => {
    const { model } = SOLIDS[0];
    const pair = new Pair(model, model);
    for (let k = -2000; k <= 2000; k++) {
      const pose: PlainPose = { position: [k / 1024, 0.125, 0.25], rotation: [0, 0, 0, 1] };
      const gap = Math.max(0, Math.abs(k / 1024) - 1);
      const { status, distance: known } = pair.distance(pose, IDENTITY, { method });
      expect(status).toBe(gap > 0 ? 'separated' : Math.abs(k) === 1024 ? 'touching' : 'intersecting');
      expect(Math.abs(known - gap)).toBeLessThanOrEqual(1e-13);
    }
  });

  test('reset forgets: the next answer is the same', () => {
    const { model } = SOLIDS[2];
    const pair = new Pair(model, model);
    const poseA: PlainPose = { position: [2, 0, 0], rotation: [0, 0, 0, 1] };
    const first = pair.distance(poseA, IDENTITY).distance;
    pair.distance(poseA, IDENTITY);
    pair.reset();
    expect(pair.frontSize).toBe(0);
    expect(pair.distance(poseA, IDENTITY).distance).toBe(first);
  });
});

describe('out', () => {
  const { model } = SOLIDS[0];
  const apart: PlainPose = { position: [3, 0, 0], rotation: [0, 0, 0, 1] };
  const crossing: PlainPose = { position: [0.5, 0.25, 0.125], rotation: [0, 0, 0, 1] };
  const inside: PlainPose = IDENTITY;
  const small = Model.build(scaled(SOLIDS[0].mesh, 0.25));

  test('every field is written again, whatever was there before', () => {
    const out = new DistanceResult();
    const options = [{}, { stats: true }, { solid: false }, { maxDistance: 0.5 }, { budget: 0 }] as const;
    for (const first of [apart, crossing, inside]) {
      for (const second of [apart, crossing, inside]) {
        for (const [k, option] of options.entries()) {
          distance(small, first, model, IDENTITY, options[(k + 1) % options.length], out);
          const again = distance(small, second, model, IDENTITY, option, out);
          expect(again).toBe(out);
          expect({ ...again }).toEqual({ ...distance(small, second, model, IDENTITY, option) });
        }
      }
    }
  });

  test('collide rewrites its fields and reuses its list and the pairs in it', () => {
    const out = new CollideResult();
    collide(model, crossing, model, IDENTITY, { contacts: 'all' }, out);
    const { pairs } = out;
    const [firstPair] = pairs;
    expect(pairs.length).toBeGreaterThan(2);
    for (const pose of [apart, crossing, inside, crossing]) {
      for (const option of [{}, { contacts: 'all' }, { contacts: 'all', segments: true, stats: true }] as const) {
        const again = collide(model, pose, model, IDENTITY, option, out);
        expect(again).toBe(out);
        expect(again.pairs).toBe(pairs);
        expect(again.pairs.length).toBe(again.pairCount);
        expect({ ...again }).toEqual({ ...collide(model, pose, model, IDENTITY, option) });
      }
    }
    const reused = new CollideResult();
    collide(model, crossing, model, IDENTITY, { contacts: 'all' }, reused);
    const kept = reused.pairs[0];
    collide(model, crossing, model, IDENTITY, { contacts: 'all' }, reused);
    expect(reused.pairs[0]).toBe(kept);
    expect(firstPair.length).toBe(2);
  });

  test('tolerance rewrites its fields', () => {
    const out = new ToleranceResult();
    for (const pose of [apart, crossing, inside, apart]) {
      for (const wanted of [0, 1, 5]) {
        const again = tolerance(small, pose, model, IDENTITY, { tolerance: wanted }, out);
        expect(again).toBe(out);
        expect({ ...again }).toEqual({ ...tolerance(small, pose, model, IDENTITY, { tolerance: wanted }) });
      }
    }
  });

  test('the points of an earlier result are reused', () => {
    const out = new DistanceResult();
    const { pointA, normal } = distance(model, apart, model, IDENTITY, {}, out);
    distance(model, crossing, model, IDENTITY, {}, out);
    distance(model, apart, model, IDENTITY, {}, out);
    expect(out.pointA).toBe(pointA);
    expect(out.normal).toBe(normal);
  });
});

test('the front wakes up: in slow steps from one part to another, the nearest part changes', () => {
  // Two boxes at x = ±1, as one body, and a small one that creeps from the left to the right between them. Bounds taken
  // over from the start would still call the right box far when it has become the nearer one.
  const parts = [-1, 1].map((x) => ({ x, mesh: box({ size: [0.2, 0.2, 0.2] }) }));
  const positions = parts.flatMap(({ x, mesh }) => Array.from(mesh.positions, (p, k) => (k % 3 === 0 ? p + x : p)));
  const shift = parts[0].mesh.vertexCount;
  const triangles = parts.flatMap(({ mesh }, part) => Array.from(mesh.triangles, (v) => v + part * shift));
  const both = Model.build(new Mesh(positions, triangles));
  // Of few faces: where many pairs of them are equally near, a front does not pay.
  const creeper = Model.build(box({ size: [0.2, 0.02, 0.02] }));
  const pair = new Pair(creeper, both);
  let fronts = 0;
  for (let k = -500; k <= 500; k++) {
    const x = k / 1000;
    const { distance: known, status } = pair.distance({ position: [x, 0, 0] }, {});
    expect(status).toBe('separated');
    expect(Math.abs(known - (0.8 - Math.abs(x)))).toBeLessThanOrEqual(1e-13);
    if (pair.frontSize > 0) fronts++;
  }
  expect(fronts).toBeGreaterThan(900);
});
