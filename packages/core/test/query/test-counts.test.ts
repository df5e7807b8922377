// How many tests queries make. The counts depend on the code alone, so a change that makes a query do more work shows here on any machine.
// The record is renewed, after a change that is meant, by NEARMISS_RECORD_COUNTS=1.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { randomPose, seeded } from '@nearmiss/fixtures';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { icosphere, torusKnot } from '../../src/entries/shapes.ts';
import { simd } from '../../src/entries/simd.ts';
import {
  collide,
  distance,
  Model,
  Pair,
  type Pose,
  penetration,
  type QueryStats,
  timeOfContact,
  tolerance,
  use,
} from '../../src/index.ts';

const RECORD = fileURLToPath(new URL('test-counts.json', import.meta.url));
const RENEW = process.env.NEARMISS_RECORD_COUNTS === '1';
const POSES = 40;
const KNOT = Model.build(torusKnot({ triangles: 11520 }));
const BALL = Model.build(icosphere({ subdivisions: 5 }));

type Counts = Readonly<Record<string, number>>;
const recorded: Record<string, Counts> = JSON.parse(readFileSync(RECORD, 'utf8'));

function drawPoses(seed: number, reach: number): Pose[] {
  const random = seeded(seed);
  return Array.from({ length: POSES }, () => randomPose(random, reach));
}

const FAR = drawPoses(1, 4);
const NEAR = drawPoses(2, 0.8);
/** Poses with a little less than their distance, which is the most work to tell. */
const JUST_BEYOND = FAR.map((pose) => [pose, 0.99 * distance(KNOT, {}, KNOT, pose).lower] as const);

/** Volume tests and pairs of triangles, in all queries together. */
function sum(all: readonly (QueryStats | null | undefined)[]): Counts {
  let volumeTests = 0;
  let triangleTests = 0;
  for (const stats of all) {
    volumeTests += stats?.volumeTests ?? 0;
    triangleTests += stats?.triangleTests ?? 0;
  }
  return { volumeTests, triangleTests };
}

/** A body that moves slowly past another, asked by a `Pair`. */
function askPair(): Counts {
  const pair = new Pair(KNOT, BALL);
  return sum(
    Array.from(
      { length: POSES },
      (_, k) => pair.distance({}, { position: [3 + 0.002 * k, 0.001 * k, 0] }, { stats: true }).stats,
    ),
  );
}

/** A `Pair` whose bodies jump makes the tests of `distance`: its last answer is of no use. */
function askJumpingPair(poses: readonly Pose[]): Counts {
  const pair = new Pair(KNOT, KNOT);
  return sum(poses.map((pose) => pair.distance({}, pose, { stats: true }).stats));
}

/** Bodies about as far apart as they are large: a front of all pairs between them would cost more than it saves. */
function askFarPair(): Counts {
  const pair = new Pair(KNOT, KNOT);
  return sum(
    Array.from({ length: POSES }, (_, k) => {
      return pair.distance({}, { position: [4.5 + 0.002 * k, 0.001 * k, 0] }, { stats: true }).stats;
    }),
  );
}

/** Two bodies that stay in contact. */
const TOUCHING_STEPS: readonly Pose[] = Array.from({ length: POSES }, (_, k) => {
  const { position = [0, 0, 0], rotation } = NEAR.find((pose) => collide(KNOT, {}, KNOT, pose).colliding) ?? {};
  return { position: [position[0] + 1e-5 * k, position[1], position[2]], rotation };
});

function askTouchingPair(): Counts {
  const pair = new Pair(KNOT, KNOT);
  return sum(TOUCHING_STEPS.map((pose) => pair.distance({}, pose, { stats: true }).stats));
}

const QUERIES: Readonly<Record<string, () => Counts>> = {
  distance: () => sum(FAR.map((pose) => distance(KNOT, {}, KNOT, pose, { stats: true }).stats)),
  'distance, two kinds of bodies': () => sum(FAR.map((pose) => distance(KNOT, {}, BALL, pose, { stats: true }).stats)),
  'distance, a pair in small steps': askPair,
  'distance, a pair that jumps': () => askJumpingPair(FAR),
  'distance, a pair that jumps, mostly in contact': () => askJumpingPair(NEAR),
  'distance, a pair far apart in small steps': askFarPair,
  'distance, a pair in contact in small steps': askTouchingPair,
  'collide, yes or no': () => sum(NEAR.map((pose) => collide(KNOT, {}, KNOT, pose, { stats: true }).stats)),
  'collide, all pairs': () =>
    sum(NEAR.map((pose) => collide(KNOT, {}, KNOT, pose, { contacts: 'all', stats: true }).stats)),
  tolerance: () =>
    sum(JUST_BEYOND.map(([pose, limit]) => tolerance(KNOT, {}, KNOT, pose, { tolerance: limit, stats: true }).stats)),
  timeOfContact: () =>
    sum(
      FAR.map((pose) => timeOfContact(KNOT, {}, KNOT, { kind: 'linear', from: pose, to: {} }, { stats: true }).stats),
    ),
  penetration: () => sum(NEAR.slice(0, 8).map((pose) => penetration(KNOT, {}, BALL, pose, { stats: true }).stats)),
};

/** Part of a count by which it may grow: another engine may round a library function differently. Dimensionless. */
const SPARE = 0.01;

afterEach(() => use(null));

describe.each([
  ['plain', null],
  ['simd', simd],
])('%s', (kernels, acceleration) => {
  test.each(Object.entries(QUERIES))('%s', (name, ask) => {
    use(acceleration);
    const found = ask();
    const key = `${name}, ${kernels}`;
    if (RENEW) recorded[key] = found;
    expect(found.volumeTests, key).toBeGreaterThan(0);
    for (const [count, value] of Object.entries(found)) {
      expect(value, `${key}: ${count}`).toBeLessThanOrEqual(recorded[key][count] * (1 + SPARE));
      // A record that is far above what is counted would hide the next change for the worse.
      expect(value, `${key}: ${count}; renew the record`).toBeGreaterThanOrEqual(recorded[key][count] * 0.9);
    }
  });
});

test.each([
  ['plain', null],
  ['simd', simd],
])('a pair that jumps makes at most the tests of `distance`, %s', (_, acceleration) => {
  use(acceleration);
  for (const poses of [FAR, NEAR]) {
    const alone = sum(poses.map((pose) => distance(KNOT, {}, KNOT, pose, { stats: true }).stats));
    const found = askJumpingPair(poses);
    for (const [count, value] of Object.entries(found)) {
      expect(value, count).toBeLessThanOrEqual(alone[count] * (1 + SPARE));
    }
  }
});

test.each([
  ['plain', null],
  ['simd', simd],
])('a pair in steady contact makes at most half of the tests of `distance`, %s', (_, acceleration) => {
  use(acceleration);
  const alone = TOUCHING_STEPS.map((pose) => distance(KNOT, {}, KNOT, pose, { stats: true }));
  for (const { status } of alone) expect(status).toBe('intersecting');
  expect(askTouchingPair().volumeTests).toBeLessThan(sum(alone.map(({ stats }) => stats)).volumeTests / 2);
});

test('what kernels leave to the plain library takes no more tests than without them', () => {
  const options = { budget: 2 ** 20, stats: true };
  const asked = (): readonly Counts[] => {
    const pair = new Pair(KNOT, KNOT);
    const stats = [
      TOUCHING_STEPS.map((pose) => pair.collide({}, pose, options).stats),
      TOUCHING_STEPS.map((pose) => pair.distance({}, pose, options).stats),
      TOUCHING_STEPS.map((pose) => pair.tolerance({}, pose, { ...options, tolerance: 0.1 }).stats),
      [penetration(KNOT, {}, BALL, NEAR[0], options).stats],
    ];
    return stats.map(sum);
  };
  use(null);
  const plain = asked();
  use(simd);
  expect(asked()).toEqual(plain);
});

afterAll(() => {
  if (RENEW) writeFileSync(RECORD, `${JSON.stringify(recorded, null, 2)}\n`);
});
