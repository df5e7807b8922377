// Medial meshes on arcs, judged primitive by primitive at many times: no two overlap before the time that was found, and at it two are near.

import { randomBetween, randomChoice, randomInteger, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { CLOSEST_SIZE, closestBalls } from '../../../src/medial/closest-balls.ts';
import { ballsOf, type MedialBody, medialBody } from '../../../src/medial/medial-body.ts';
import { BodyMotion } from '../../../src/motion/body-motion.ts';
import type { Motion } from '../../../src/motion/motion.ts';
import { RelativeMotion } from '../../../src/motion/relative-motion.ts';
import { Advance, type PairMotion } from '../../../src/query/advance/advance.ts';
import { advanceMedial } from '../../../src/query/medial/advance-medial-medial.ts';
import { MedialNearest, searchMedial } from '../../../src/query/medial/search-medial.ts';
import { Workspace } from '../../../src/query/workspace.ts';
import { POSE_SIZE, pointToWorld, RELATIVE_SCALE } from '../../../src/scalar/pose.ts';
import { randomVector } from '../../motion/seeded-motions.ts';

const MOTIONS = 400;
const SAMPLES = 150;
const THRESHOLD = 1e-7;
const ORIGIN = new Float64Array(3);

/** Some balls, and cones and slabs between any of them: long ones, of which much is far from every ball, and balls alone. */
function randomBody(random: SeededRandom): MedialBody {
  const count = randomInteger(random, 3, 9);
  const spheres = Float64Array.from({ length: 4 * count }, (_, k) =>
    k % 4 === 3 ? 0.15 * random() ** 2 : randomBetween(random, -1, 1),
  );
  const any = (): number => randomInteger(random, 0, count - 1);
  const cones = Uint32Array.from({ length: 2 * randomInteger(random, 1, 6) }, any);
  const slabs = Uint32Array.from({ length: 3 * randomInteger(random, 0, 6) }, any);
  return medialBody({ spheres, cones, slabs }, 0, 0);
}

function randomMotion(random: SeededRandom): Motion {
  const { position, rotation } = randomPose(random, 3);
  const miss = randomVector(random, 1.5);
  return {
    from: { position, rotation },
    velocity: position.map((x, k) => miss[k] - randomBetween(random, 1, 2) * x),
    angularVelocity: randomVector(random, randomChoice(random, [0, 0.5, 2, 5, 30])),
    pivot: randomVector(random, 0.5),
  };
}

/** The balls of a body in the world at a time. */
function posedBalls({ balls }: MedialBody, motion: BodyMotion, time: number): Float64Array {
  const pose = new Float64Array(POSE_SIZE);
  motion.poseAt(time, pose);
  const out = balls.slice();
  const point: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < balls.length; k += 4) {
    pointToWorld(pose, ORIGIN, 1, balls, k, point, 0);
    out.set(point, k);
  }
  return out;
}

const closest = new Float64Array(CLOSEST_SIZE);

/** The least signed distance of all pairs of primitives. */
function leastDistance(a: MedialBody, ballsA: Float64Array, b: MedialBody, ballsB: Float64Array): number {
  let least = Infinity;
  for (let i = a.nodes; i < a.children.length / 2; i++) {
    for (let j = b.nodes; j < b.children.length / 2; j++) {
      closestBalls(ballsA, 4 * a.firsts[i], ballsOf(a, i), ballsB, 4 * b.firsts[j], ballsOf(b, j), closest);
      least = Math.min(least, closest[0]);
    }
  }
  return least;
}

test(`${MOTIONS} motions of random medial meshes`, () => {
  const random = seeded(51);
  const motions = [new BodyMotion(), new BodyMotion()] as const;
  const relative = new RelativeMotion();
  const work = new Advance();
  const w = new Workspace();
  const nearest = new MedialNearest();
  const counts = { contact: 0, free: 0, stuck: 0, 'out-of-budget': 0 };
  for (let k = 0; k < MOTIONS; k++) {
    const a = randomBody(random);
    const b = randomBody(random);
    motions[0].read(randomMotion(random), ORIGIN, 'a');
    motions[1].read(k % 2 === 0 ? randomMotion(random) : { from: randomPose(random, 0.5) }, ORIGIN, 'b');
    const frame = (body: MedialBody) => ({ centre: ORIGIN, unit: 1, radius: body.reach });
    relative.prepare(motions[0], frame(a), motions[1], frame(b));
    const pairMotion: PairMotion = {
      turns: !motions[0].isTranslation || !motions[1].isTranslation,
      callsFunction: false,
      stateAt: (time, out) => relative.stateAt(Math.min(time, 1), out),
    };
    w.pose[RELATIVE_SCALE] = 1;
    w.budget.start({});
    work.wanted[0] = THRESHOLD;
    work.wanted[1] = 1 + Number.EPSILON;
    work.rounding[0] = 1e-12;
    const end = advanceMedial(w, a, b, pairMotion, work);
    counts[end]++;
    const distanceAt = (time: number): number =>
      leastDistance(a, posedBalls(a, motions[0], time), b, posedBalls(b, motions[1], time));
    const until = Math.min(1, work.found[0]);
    let least = Infinity;
    for (let s = 0; s < SAMPLES; s++) least = Math.min(least, distanceAt((until * s) / SAMPLES));
    if (until > 0) expect(least, `motion ${k}: ${end} at ${until}`).toBeGreaterThan(0);
    if (end === 'contact') expect(distanceAt(until), `motion ${k}`).toBeLessThanOrEqual(THRESHOLD + 1e-12);

    relative.stateAt(0, w.pose);
    expect(searchMedial(w, a, b, Infinity, nearest)).toBe('done');
    const start = distanceAt(0);
    if (start > 0) expect(Math.abs(nearest.distance[0] - start), `motion ${k}`).toBeLessThan(1e-12);
    else expect(nearest.distance[0]).toBeLessThanOrEqual(1e-12);
  }
  expect(counts.contact).toBeGreaterThan(MOTIONS / 4);
  expect(counts.free).toBeGreaterThan(MOTIONS / 8);
  expect(counts.stuck).toBe(0);
});
