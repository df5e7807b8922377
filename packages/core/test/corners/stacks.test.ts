// Triangles that coincide, nest or lie in thin layers: work must grow with their number, not with its square, and the answers stay those
// of one triangle where they are copies of it.

import { randomPose, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { hulls } from '../../src/entries/convex.ts';
import { VOLUMES, type VolumeName } from '../../src/entries/lab.ts';
import {
  collide,
  directional,
  distance,
  type Mesh,
  Model,
  Pair,
  type QueryStats,
  timeOfContact,
  tolerance,
} from '../../src/index.ts';
import { coincidentTriangles, layeredTriangles, nestedTriangles } from './ugly-bodies.ts';

const STACKS: Readonly<Record<string, (count: number) => Mesh>> = {
  coincident: coincidentTriangles,
  nested: nestedTriangles,
  'nested, in any order': (count) => nestedTriangles(count, (k) => (k * 7919) % count),
  layers: layeredTriangles,
};

const POSES = [
  { position: [0, 0.3, 2], rotation: [0.1, 0.5, 0.5, 0.7] },
  { position: [1, 0.9, 0.3], rotation: [0.5, 0.1, 0.7, 0.5] },
  { position: [0.4, 0.3, 0.35], rotation: [0, 0, 0, 1] },
] as const;

function work(stats: QueryStats | undefined): number {
  return (stats?.volumeTests ?? 0) + (stats?.triangleTests ?? 0);
}

type Posed = ReturnType<typeof randomPose>;

/** Where stacks do not meet, but volumes around them as a rule do. */
function drawPoses(make: (count: number) => Mesh): Posed[] {
  const random = seeded(8);
  const model = Model.build(make(50));
  const poses: Posed[] = [];
  while (poses.length < 2) {
    const pose = randomPose(random, 0.8);
    if (!collide(model, pose, model, {}).colliding) poses.push(pose);
  }
  return poses;
}

const NAMES: readonly VolumeName[] = ['sphere', 'obb', 'rss', 'kdop18'];

/** Tests a triangle that a search may make before it asks for cores, and those of cores themselves. */
const LINEAR = 32;

function besides({ position: [x, y, z], rotation }: Posed, by: number): Posed {
  return { position: [x + by, y, z], rotation };
}

/** The work of four queries of one pair, a small step after each. */
function askPair(m: Model, pose: Posed, ask: (pair: Pair, pose: Posed) => QueryStats | undefined): number {
  const pair = new Pair(m, m);
  return [0, 1, 2, 3].reduce((sum, step) => sum + work(ask(pair, besides(pose, 1e-6 * step))), 0);
}

const nearly = (m: Model, pose: Posed): number => 0.99 * distance(m, pose, m, {}).lower;

/** Every search of two trees, by the work it takes. */
const ASKS: Readonly<Record<string, (m: Model, pose: Posed) => number>> = {
  distance: (m, pose) => work(distance(m, pose, m, {}, { stats: true }).stats),
  'distance, limited': (m, pose) => work(distance(m, pose, m, {}, { maxDistance: nearly(m, pose), stats: true }).stats),
  'distance, hulls': (m, pose) => work(distance(m, pose, m, {}, { method: hulls, stats: true }).stats),
  'distance of a pair': (m, pose) => askPair(m, pose, (pair, at) => pair.distance(at, {}, { stats: true }).stats),
  'distance of a pair, limited': (m, pose) => {
    const maxDistance = nearly(m, pose);
    return askPair(m, pose, (pair, at) => pair.distance(at, {}, { maxDistance, stats: true }).stats);
  },
  tolerance: (m, pose) => work(tolerance(m, pose, m, {}, { tolerance: nearly(m, pose), stats: true }).stats),
  'tolerance, within': (m, pose) =>
    work(tolerance(m, pose, m, {}, { tolerance: 1.02 * nearly(m, pose), stats: true }).stats),
  'tolerance of a pair': (m, pose) => {
    const limit = nearly(m, pose);
    return askPair(m, pose, (pair, at) => pair.tolerance(at, {}, { tolerance: limit, stats: true }).stats);
  },
  collide: (m, pose) => work(collide(m, pose, m, {}, { stats: true }).stats),
  'collide, all contacts': (m, pose) => work(collide(m, pose, m, {}, { contacts: 'all', stats: true }).stats),
  'collide of a pair': (m, pose) => askPair(m, pose, (pair, at) => pair.collide(at, {}, { stats: true }).stats),
  directional: (m, pose) => {
    const [x, y, z] = pose.position;
    return work(directional(m, pose, m, {}, { direction: [-x, -y, -z], stats: true }).stats);
  },
  'time of contact': (m, pose) => {
    const end = { position: [0, 0, 0], rotation: pose.rotation } as const;
    return work(timeOfContact(m, { from: pose, to: end }, m, { from: {}, to: {} }, { stats: true }).stats);
  },
  ...Object.fromEntries(
    NAMES.flatMap((volume) => [
      [
        `distance, ${volume}`,
        (m: Model, pose: Posed) => work(distance(m, pose, m, {}, { volume: VOLUMES[volume], stats: true }).stats),
      ],
      [
        `collide, ${volume}`,
        (m: Model, pose: Posed) => work(collide(m, pose, m, {}, { volume: VOLUMES[volume], stats: true }).stats),
      ],
      [
        `tolerance, ${volume}`,
        (m: Model, pose: Posed) =>
          work(tolerance(m, pose, m, {}, { tolerance: nearly(m, pose), volume: VOLUMES[volume], stats: true }).stats),
      ],
    ]),
  ),
};

describe.each(Object.entries(STACKS))('%s triangles', (_, make) => {
  test('distance: eight times as many take at most 8^1.3 times the work', () => {
    for (const pose of POSES) {
      const [few, many] = [500, 4000].map((count) => {
        const model = Model.build(make(count));
        return distance(model, pose, model, {}, { stats: true });
      });
      expect(few.status).toBe('separated');
      expect(work(many.stats)).toBeLessThan(8 ** 1.3 * work(few.stats));
    }
  });

  test('every search of two trees: eight times as many take at most 8^1.3 times the work', () => {
    const poses = drawPoses(make);
    const [few, many] = [125, 1000].map((count) => Model.build(make(count)));
    let worked = 0;
    for (const [name, ask] of Object.entries(ASKS)) {
      const [less, more] = [few, many].map((model) => poses.reduce((sum, pose) => sum + ask(model, pose), 0));
      // What ends before cores are asked may grow as it likes.
      const least = LINEAR * 125 * poses.length;
      expect(more, `${name}: ${less} and ${more}`).toBeLessThan(8 ** 1.3 * Math.max(less, least));
      if (more > least) worked++;
    }
    expect(worked).toBeGreaterThan(Object.keys(ASKS).length / 4);
  });

  test('distance and contact are those of the largest triangle, where that holds all others', () => {
    if (make === STACKS.layers) return;
    const stack = Model.build(make(700));
    const one = Model.build(coincidentTriangles(1));
    const random = seeded(3);
    const counts = { separated: 0, contactStatus: 0 };
    for (let run = 0; run < 40; run++) {
      const pose = randomPose(random, 1.2);
      const [apart, single] = [distance(stack, pose, stack, {}), distance(one, pose, one, {})];
      const name = `run ${run}`;
      expect(collide(stack, pose, stack, {}).colliding, name).toBe(collide(one, pose, one, {}).colliding);
      expect(apart.status === 'separated', name).toBe(single.status === 'separated');
      if (apart.status === 'separated') {
        counts.separated++;
        expect(apart.lower, name).toBeLessThanOrEqual(single.upper);
        expect(single.lower, name).toBeLessThanOrEqual(apart.upper);
        expect(apart.upper - apart.lower, name).toBeLessThan(1e-12);
      } else counts.contactStatus++;
    }
    expect(Math.min(counts.separated, counts.contactStatus)).toBeGreaterThan(10);
  });
});
