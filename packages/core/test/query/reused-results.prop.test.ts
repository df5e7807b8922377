// A result that is written again says the same as a new one, whatever kinds of bodies and options it was written for before.

import { randomChoice, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import {
  CollideResult,
  collide,
  DirectionalResult,
  DistanceResult,
  directional,
  distance,
  Pair,
  PenetrationResult,
  type Pose,
  penetration,
  TimeOfContactResult,
  ToleranceResult,
  timeOfContact,
  tolerance,
} from 'nearmiss';
import { expect, test } from 'vitest';
import { BODY_KINDS, type MotionBody, makeMotionBodies } from './motion-bodies.ts';

const QUERIES = Number(process.env.NEARMISS_REUSED ?? 400);

type Bodies = readonly [MotionBody['model'], Pose, MotionBody['model'], Pose];

/** Asks into the result given, or into a new one. */
type Ask = (bodies: Bodies, out: object | undefined) => object;

const SOLIDS = [undefined, false] as const;
const STATS = [undefined, true] as const;

/** One of the forms of each query; the same random numbers give the same form. */
const ASKS: Readonly<Record<string, { make: () => object; draw: (random: SeededRandom) => Ask }>> = {
  collide: {
    make: () => new CollideResult(),
    draw: (random) => {
      const contacts = randomChoice(random, ['first', 'all'] as const);
      const segments = randomChoice(random, STATS);
      const options = { contacts, segments, stats: randomChoice(random, STATS), solid: randomChoice(random, SOLIDS) };
      return (bodies, out) => collide(...bodies, options, out as CollideResult | undefined);
    },
  },
  distance: {
    make: () => new DistanceResult(),
    draw: (random) => {
      const maxDistance = randomChoice(random, [Infinity, 0.3]);
      const options = { maxDistance, stats: randomChoice(random, STATS), solid: randomChoice(random, SOLIDS) };
      return (bodies, out) => distance(...bodies, options, out as DistanceResult | undefined);
    },
  },
  tolerance: {
    make: () => new ToleranceResult(),
    draw: (random) => {
      const options = { tolerance: randomChoice(random, [0.1, 1]), stats: randomChoice(random, STATS) };
      return (bodies, out) => tolerance(...bodies, options, out as ToleranceResult | undefined);
    },
  },
  directional: {
    make: () => new DirectionalResult(),
    draw: (random) => {
      const options = { direction: randomPose(random, 1).position, stats: randomChoice(random, STATS) };
      return (bodies, out) => directional(...bodies, options, out as DirectionalResult | undefined);
    },
  },
  penetration: {
    make: () => new PenetrationResult(),
    draw: (random) => {
      const local = randomChoice(random, ['auto', true, false] as const);
      const accuracy = randomChoice(random, [undefined, 0.1]);
      const options = { local, accuracy, trace: randomChoice(random, STATS), stats: randomChoice(random, STATS) };
      return (bodies, out) => penetration(...bodies, options, out as PenetrationResult | undefined);
    },
  },
  'penetration of a Pair': {
    make: () => new PenetrationResult(),
    draw: () => (bodies, out) => {
      const [a, poseA, b, poseB] = bodies;
      return new Pair(a, b).penetration(poseA, poseB, {}, out as PenetrationResult | undefined);
    },
  },
  timeOfContact: {
    make: () => new TimeOfContactResult(),
    draw: (random) => {
      const velocity = randomPose(random, 2).position;
      const options = { stats: randomChoice(random, STATS) };
      return ([a, from, b, poseB], out) =>
        timeOfContact(a, { from, velocity }, b, poseB, options, out as TimeOfContactResult | undefined);
    },
  },
};

const bodies = makeMotionBodies();

test.each(Object.keys(ASKS))('%s: answers into one result, of bodies of every kind', (name) => {
  const random = seeded(31);
  const { make, draw } = ASKS[name];
  const shared = make();
  const drawn = new Map<string, number>();
  // Depths take a hundred times as long as the others.
  const queries = name.startsWith('penetration') ? Math.ceil(QUERIES / 3) : QUERIES;
  for (let k = 0; k < queries; k++) {
    const kinds = [randomChoice(random, BODY_KINDS), randomChoice(random, BODY_KINDS)];
    const [a, b] = kinds.map((kind) => randomChoice(random, bodies[kind]));
    const asked = [a.model, randomPose(random, 0.4), b.model, randomPose(random, 0.4)] as const;
    const ask = draw(random);
    const fresh = plain(ask(asked, undefined));
    expect(plain(ask(asked, shared)), `query ${k}: ${a.name} and ${b.name}`).toEqual(fresh);
    for (const kind of kinds) drawn.set(kind, (drawn.get(kind) ?? 0) + 1);
  }
  for (const kind of BODY_KINDS) expect(drawn.get(kind), kind).toBeGreaterThan(queries / BODY_KINDS.length);
});

/** All that a result says, as a copy. */
const plain = (result: object): unknown =>
  structuredClone('toJSON' in result ? (result as { toJSON(): object }).toJSON() : { ...result });
