// Times of contact by the kernels against the plain library, over every kind of motion, body and option: whatever one proves, the other does not
// contradict. Plain triangles judge both in query/time-of-contact/motions.prop.test.ts.

import { randomBetween, randomChoice, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { afterEach, expect, test } from 'vitest';
import { icosphere, torusKnot } from '../../src/entries/shapes.ts';
import { simd } from '../../src/entries/simd.ts';
import {
  Mesh,
  Model,
  type Motion,
  type TimeOfContactAnswer,
  type TimeOfContactOptions,
  timeOfContact,
  use,
} from '../../src/index.ts';
import { STATE_SIZE } from '../../src/motion/relative-motion.ts';
import {
  distanceTriangleTriangle,
  WITNESS_LIMIT,
  WITNESS_SIZE,
  WITNESS_SQ,
} from '../../src/primitive/triangle-triangle-distance.ts';
import { type Advance, advanceTo, type PairMotion, poseTriangle } from '../../src/query/advance/advance.ts';
import type { Workspace } from '../../src/query/workspace.ts';
import { kernelsWith } from './kernels-with.ts';

const MOTIONS = Number(process.env.NEARMISS_SIMD_MOTIONS ?? 1500);

/** What the kernels were asked, how they ended, and contacts whose gap is that of the plain library. */
const ends = { asked: 0, null: 0, paused: 0, free: 0, contact: 0, stuck: 0, 'out-of-budget': 0 };
const counting = kernelsWith({
  advancePairs: (w, pairMotion, work, mostCost) => {
    const end = simd.advancePairs(w, pairMotion, work, mostCost);
    ends.asked++;
    ends[end ?? 'null']++;
    if (end === 'contact') expectSameGap(w, pairMotion as PairMotion, work as Advance);
    return end;
  },
});

/** At the time that a kernel has found, the faces are as far apart as the plain library computes, to the bit: states, corners, distances. */
function expectSameGap(
  w: Workspace,
  pairMotion: PairMotion,
  { found, points, slotQuery, slotReference }: Advance,
): void {
  const state = new Float64Array(STATE_SIZE);
  const posed = new Float64Array(9);
  const witness = new Float64Array(WITNESS_SIZE);
  const { turns } = pairMotion;
  advanceTo(w, pairMotion, turns ? found[0] : 0, state);
  poseTriangle(w, slotQuery, state, turns ? 0 : found[0], posed);
  witness[WITNESS_LIMIT] = Infinity;
  distanceTriangleTriangle(posed, 0, w.reference.tree.triangles, 9 * slotReference, witness);
  expect([Math.sqrt(witness[WITNESS_SQ]), ...witness.subarray(0, 6)]).toEqual([found[1], ...points]);
}

afterEach(() => use(null));

const scaled = ({ positions, triangles }: Mesh, by: number): Mesh =>
  new Mesh(
    positions.map((x) => x * by),
    triangles,
  );

const MODELS: readonly Model[] = [
  torusKnot({ triangles: 720 }),
  icosphere({ subdivisions: 3, radius: 0.5 }),
  icosphere({ subdivisions: 0, radius: 0.3 }),
  new Mesh([0, 0, 0, 0.8, 0, 0, 0, 0.8, 0, 0, 0, 0.8], [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]),
  new Mesh([-0.5, -0.4, 0, 0.6, -0.3, 0.1, 0, 0.7, -0.1], [0, 1, 2]),
  scaled(icosphere({ subdivisions: 2 }), 2 ** -9),
  scaled(torusKnot({ triangles: 180 }), 40),
].map((mesh) => Model.build(mesh));

/** Kinds of motions, and whether the kernels take them. */
const KINDS = {
  rest: true,
  linear: true,
  'linear about a pivot': true,
  'linear about a far pivot': true,
  screw: true,
  translation: true,
  steady: true,
  'steady, slow': true,
  'many turns': false,
  function: false,
} as const;
type Kind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Kind[];

type Vector = [number, number, number];

const vector = (random: SeededRandom, reach: number): Vector => [
  randomBetween(random, -reach, reach),
  randomBetween(random, -reach, reach),
  randomBetween(random, -reach, reach),
];

/** From outside to near the origin, more or less. */
function drawMotion(random: SeededRandom, kind: Kind, reach: number): Motion {
  const { position, rotation } = randomPose(random, 1);
  const length = Math.hypot(...position) || 1;
  const start: Vector = [
    (3 * reach * position[0]) / length,
    (3 * reach * position[1]) / length,
    (3 * reach * position[2]) / length,
  ];
  const from = { position: start, rotation };
  const goal = vector(random, 0.8 * reach);
  const to = { position: goal, rotation: randomPose(random, 1).rotation };
  const velocity: Vector = [goal[0] - start[0], goal[1] - start[1], goal[2] - start[2]];
  switch (kind) {
    case 'rest':
      return { position: goal, rotation };
    case 'linear':
      return { from, to };
    case 'linear about a pivot':
      return { from, to, pivot: vector(random, reach) };
    case 'linear about a far pivot':
      return { from, to, pivot: vector(random, 1e4 * reach) };
    case 'screw':
      return { from, to, kind: 'screw' };
    case 'translation':
      return { from, to: { ...to, rotation }, kind: 'translation' };
    case 'steady':
      return { from, velocity, angularVelocity: vector(random, 0.9) };
    case 'steady, slow': {
      const part = 2 ** randomBetween(random, -30, -3);
      return { from, velocity: [part * velocity[0], part * velocity[1], part * velocity[2]] };
    }
    case 'many turns':
      return { from, velocity, angularVelocity: [0, 3.2, randomBetween(random, 0, 30)] };
    case 'function': {
      const speed = Math.hypot(...velocity);
      const at = (k: 0 | 1 | 2, time: number): number => start[k] + time * velocity[k];
      const pose = (time: number) => ({ position: [at(0, time), at(1, time), at(2, time)] as const, rotation });
      return { pose, speed, angularSpeed: 0 };
    }
  }
}

/** Options, and whether the kernels take them. */
const OPTIONS: readonly (readonly [TimeOfContactOptions, boolean])[] = [
  [{}, true],
  [{ solid: false }, true],
  [{ threshold: 1e-3 }, true],
  [{ threshold: 1e-11 }, true],
  [{ threshold: 0.05, solid: false }, true],
  [{ from: 'contact' }, false],
  [{ budget: 1e7 }, false],
  [{ signal: new AbortController().signal }, false],
];

interface Counts {
  asked: number;
  served: number;
  contact: number;
  free: number;
}

const countsOf = <Key extends string>(keys: readonly Key[]): Record<Key, Counts> =>
  Object.fromEntries(keys.map((key) => [key, { asked: 0, served: 0, contact: 0, free: 0 }])) as Record<Key, Counts>;

/** What one proves, the other does not contradict. */
function expectAgreement(plain: TimeOfContactAnswer, other: TimeOfContactAnswer, name: string): void {
  expect(other.status === 'initially-in-contact', name).toBe(plain.status === 'initially-in-contact');
  expect(other.lower, name).toBeLessThanOrEqual(plain.upper ?? Infinity);
  expect(plain.lower, name).toBeLessThanOrEqual(other.upper ?? Infinity);
  expect(other.status === 'free' && plain.status === 'contact', name).toBe(false);
  expect(plain.status === 'free' && other.status === 'contact', name).toBe(false);
}

test(`${MOTIONS} motions of every kind, by every option`, () => {
  const random = seeded(23);
  const kinds = countsOf(NAMES);
  const options = countsOf(OPTIONS.map((_, k) => `${k}`));
  let same = 0;
  for (let k = 0; k < MOTIONS; k++) {
    const kindA = NAMES[k % NAMES.length];
    const kindB = random() < 0.5 ? 'rest' : randomChoice(random, NAMES);
    const [a, b] = [randomChoice(random, MODELS), randomChoice(random, MODELS)];
    const reach = Math.max(a.frame.radius * a.frame.unit, b.frame.radius * b.frame.unit);
    const motionA = drawMotion(random, kindA, reach);
    const motionB = drawMotion(random, kindB, kindB === 'rest' ? 0.1 * reach : reach);
    const at = Math.floor(k / NAMES.length) % OPTIONS.length;
    const [option, taken] = OPTIONS[at];
    const name = `motion ${k}: ${kindA}, ${kindB}, ${JSON.stringify(option)}`;
    use(null);
    const plain = timeOfContact(a, motionA, b, motionB, option);
    use(counting);
    const before = { ...ends };
    const other = timeOfContact(a, motionA, b, motionB, option);
    use(null);
    expectAgreement(plain, other, name);
    if (plain.status === other.status) same++;
    const asked = ends.asked - before.asked;
    const served = asked - (ends.null - before.null);
    if (!(KINDS[kindA] && KINDS[kindB] && taken)) expect(served, name).toBe(0);
    for (const counts of [kinds[kindA], kinds[kindB], options[`${at}`]]) {
      counts.asked += asked;
      counts.served += served;
      if (other.status === 'contact') counts.contact++;
      if (other.status === 'free') counts.free++;
    }
  }
  for (const kind of NAMES) {
    const { asked, served, contact, free } = kinds[kind];
    expect(asked, kind).toBeGreaterThan(MOTIONS / 40);
    if (KINDS[kind]) expect(served, kind).toBeGreaterThan(asked / 4);
    if (kind !== 'rest' && kind !== 'steady, slow')
      expect(Math.min(contact, free), kind).toBeGreaterThan(MOTIONS / 200);
  }
  for (const [k, [, taken]] of OPTIONS.entries())
    if (taken) expect(options[`${k}`].served).toBeGreaterThan(MOTIONS / 40);
  expect(Math.min(ends.contact, ends.free)).toBeGreaterThan(MOTIONS / 10);
  expect(ends.paused).toBeLessThan(MOTIONS / 50);
  // What comes as near as the threshold, and no nearer, may be near for one and free for the other.
  expect(same).toBeGreaterThan(0.99 * MOTIONS);
});

test('where kernels take long, the library goes on from the time that they have reached', () => {
  // A ball that sinks into a dent that fits it: all faces come near at the same time.
  const before = ends.paused;
  const { positions, triangles } = icosphere({ subdivisions: 4 });
  const ball = Model.build(new Mesh(positions, triangles));
  const dent = Model.build(
    new Mesh(
      positions.map((x) => 1.0001 * x),
      triangles,
    ),
  );
  const motions: readonly Motion[] = [
    { from: {}, angularVelocity: [0, 0, 3] },
    { from: {}, velocity: [0, 0, 9e-5] },
  ];
  for (const motion of motions) {
    const options = { threshold: 1e-6, solid: false };
    const plain = timeOfContact(ball, motion, dent, {}, options);
    use(counting);
    const other = timeOfContact(ball, motion, dent, {}, options);
    use(null);
    expectAgreement(plain, other, 'a ball in a dent');
  }
  expect(ends.paused).toBeGreaterThan(before);
});
