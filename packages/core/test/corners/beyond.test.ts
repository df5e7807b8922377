// What is said of a limit on the distance, where stacks of triangles make a search ask for core triangles: `beyond` only of bodies that are, to
// the last bit, in rational arithmetic. The limit is drawn within some hundred roundings of the distance.

import {
  bruteForceDistance,
  compare,
  fromNumber,
  mul,
  randomBetween,
  randomInteger,
  randomPose,
  type SeededRandom,
  seeded,
} from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { aabb, VOLUMES, type VolumeName } from '../../src/entries/lab.ts';
import { type DistanceResult, distance, Mesh, Model, Pair, type ToleranceResult, tolerance } from '../../src/index.ts';

/** The long form, `node scripts/fuzz.mjs beyond`: so many cases of each kind. */
const RUNS = Number(process.env.NEARMISS_BEYOND_RUNS ?? 8);

const ROUNDOFF = 2 ** -53;
/** No scene is larger: reach of both bodies and their offset. */
const LARGEST_SCALE = 16;

type Point = readonly [number, number, number];

function meshOf(faces: readonly (readonly Point[])[]): Mesh {
  return new Mesh(
    faces.flat(2),
    Array.from({ length: 3 * faces.length }, (_, v) => v),
  );
}

const STACKS: Readonly<Record<string, (face: readonly Point[], k: number, count: number) => readonly Point[]>> = {
  coincident: (face) => face,
  nested: (face, k, count) => {
    const [[x, y, z]] = face;
    const part = (k + 1) / count;
    return face.map(([u, v, w]) => [x + part * (u - x), y + part * (v - y), z + part * (w - z)]);
  },
};

/**
 * Two stacks, one in front of the edges of the other, where bounding volumes bulge and overlap; and a triangle of each whose tip is near the
 * other's, far from all middles.
 */
function drawScene(random: SeededRandom, count: number, stack: (typeof STACKS)[string]) {
  const apart = randomBetween(random, 0.12, 0.2);
  const gap = apart * randomBetween(random, 0.3, 0.9);
  const tip = randomBetween(random, 1.5, 2.5) * (2 * randomInteger(random, 0, 1) - 1);
  const tilt = randomBetween(random, -0.05, 0.05);
  const flat: Point[] = [
    [-1, -0.8, 0],
    [1, -0.8, 0],
    [0.1, 1, 0],
  ];
  const upright: Point[] = [
    [-0.1, -0.8 - apart, -1],
    [0.1, -0.8 - apart, 1],
    [tilt, -2.2, 0.1],
  ];
  const near = (x: number, z: number, away: number): Point[] => [
    [x, tilt, z],
    [x + 0.3, 3 * away, z + 0.2 * away],
    [x - 0.2, 2.8 * away, z + 0.25 * away],
  ];
  const beside = [
    { face: flat, tip: near(tip, 0, -1) },
    { face: upright, tip: near(tip + 0.1 * gap, gap, 1) },
  ];
  const pose = randomPose(random, 3);
  const bodies = beside.map((it) => ({
    model: Model.build(meshOf([...Array.from({ length: count }, (_, k) => stack(it.face, k, count)), it.tip])),
    plain: meshOf([it.face, it.tip]),
  }));
  return { a: bodies[0], b: bodies[1], pose };
}

type Ask = (a: Model, b: Model, pose: ReturnType<typeof randomPose>, limit: number) => DistanceResult | ToleranceResult;

/** One small step before, so that a pair of bodies has something to remember. */
function askPair(a: Model, b: Model, pose: ReturnType<typeof randomPose>, maxDistance: number): DistanceResult {
  const pair = new Pair(a, b);
  const [x, y, z] = pose.position;
  pair.distance(pose, pose);
  pair.distance({ ...pose, position: [x, y + 1e-9, z] }, pose);
  return pair.distance(pose, pose, { maxDistance });
}

const NAMES: readonly VolumeName[] = ['disc', 'sphere', 'obb'];
const ASKS: Readonly<Record<string, Ask>> = {
  ...Object.fromEntries(
    NAMES.map((volume): [string, Ask] => [
      `distance, ${volume}`,
      (a, b, pose, maxDistance) => distance(a, pose, b, pose, { maxDistance, volume: VOLUMES[volume] }),
    ]),
  ),
  'distance of a pair': askPair,
  tolerance: (a, b, pose, limit) => tolerance(a, pose, b, pose, { tolerance: limit }),
  'tolerance, aabb': (a, b, pose, limit) => tolerance(a, pose, b, pose, { tolerance: limit, volume: aabb }),
};

const square = (x: number) => mul(fromNumber(x), fromNumber(x));

test.each(Object.keys(STACKS))('%s: beyond is said of no body that is nearer', (kind) => {
  const random = seeded(21);
  const counts: Record<string, { beyond: number; within: number }> = {};
  for (let run = 0; run < RUNS; run++) {
    const { a, b, pose } = drawScene(random, 300, STACKS[kind]);
    const { squaredDistance, distance: exact } = bruteForceDistance({ ...a.plain, pose }, { ...b.plain, pose });
    for (const [name, ask] of Object.entries(ASKS)) {
      const off = randomInteger(random, 0, 5) === 0 ? 1e9 : 200;
      const limit = exact + randomInteger(random, -off, off) * ROUNDOFF * 8;
      const { status, lower, upper } = ask(a.model, b.model, pose, limit);
      const message = `${name}, run ${run}: ${status}, limit ${limit}, exact ${exact}, lower ${lower}, upper ${upper}`;
      counts[name] ??= { beyond: 0, within: 0 };
      counts[name][status === 'beyond' ? 'beyond' : 'within']++;
      expect(compare(square(lower), squaredDistance), message).toBeLessThanOrEqual(0);
      if (upper < Infinity) expect(compare(square(upper), squaredDistance), message).toBeGreaterThanOrEqual(0);
      if (status !== 'beyond') continue;
      expect(compare(square(limit), squaredDistance), message).toBeLessThan(0);
      expect(lower, message).toBeGreaterThanOrEqual(limit - 64 * ROUNDOFF * LARGEST_SCALE);
    }
  }
  for (const [name, { beyond, within }] of Object.entries(counts)) {
    expect(Math.min(beyond, within), name).toBeGreaterThanOrEqual(RUNS / 8);
  }
});
