// Two bodies of any kinds on motions of any kinds, drawn so that they come near each other at some time; and every path the library has to
// say when they first touch.

import {
  DRAWN_MOTION_KINDS,
  type DrawnMotion,
  type PlainVector,
  plainTurn,
  randomBetween,
  randomChoice,
  type SeededRandom,
  seeded,
  sketchMotion,
} from '@nearmiss/fixtures';
import { type Motion, Pair, type TimeOfContactOptions, timeOfContact, use, World } from 'nearmiss';
import { hulls } from 'nearmiss/convex';
import { controlled, patches, VOLUMES, type VolumeName } from 'nearmiss/lab';
import { medial } from 'nearmiss/medial';
import { simd } from 'nearmiss/simd';
import { BODY_KINDS, type BodyKind, type MotionBody, ROUND_KINDS } from './motion-bodies.ts';

interface BodyPath {
  readonly body: MotionBody;
  readonly motionKind: string;
  readonly motion: DrawnMotion;
}

export interface MotionCase {
  readonly index: number;
  readonly name: string;
  readonly a: BodyPath;
  readonly b: BodyPath;
  readonly threshold: number | undefined;
}

/** How far the surfaces are apart, or overlap, about where they come near each other. */
const NEAR_GAPS = [-0.1, -0.01, 0, 1e-3, 0.02, 0.1, 0.3, 0.7] as const;

/** Mostly large ones, a step more for every bit; and one over which motions bend. */
const THRESHOLDS = [undefined, 1e-4, 1e-4, 1e-3, 1e-3, 1e-3, 0.05] as const;

/**
 * The case of a number: it depends on nothing else. Kinds go round, so that a few hundred cases have met every kind of motion with every
 * kind of body.
 */
export function drawCase(seed: number, index: number, bodies: Record<BodyKind, readonly MotionBody[]>): MotionCase {
  const random = seeded(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  const kinds = DRAWN_MOTION_KINDS.length;
  const bodyA = randomChoice(random, bodies[BODY_KINDS[index % BODY_KINDS.length]]);
  const kindA = DRAWN_MOTION_KINDS[Math.floor(index / BODY_KINDS.length) % kinds];
  const bodyB = randomChoice(random, bodies[randomChoice(random, BODY_KINDS)]);
  const kindB = random() < 0.4 ? 'rest' : randomChoice(random, DRAWN_MOTION_KINDS);
  const sketchA = sketchMotion(random, kindA);
  const sketchB = sketchMotion(random, kindB);
  const motionB = sketchB([0, 0, 0]);
  // At some time a corner of A, or of its axis, is put near one of B.
  const time = randomBetween(random, 0.2, 1);
  const poseA = sketchA([0, 0, 0]).plain.poseAt(time);
  const poseB = motionB.plain.poseAt(time);
  const onA = plus(plainTurn(poseA.rotation, cornerOf(random, bodyA)), poseA.position, 1);
  const onB = plus(plainTurn(poseB.rotation, cornerOf(random, bodyB)), poseB.position, 1);
  const away = plus(onA, poseA.position, -1);
  const length = Math.hypot(...away) || 1;
  const gap = randomChoice(random, NEAR_GAPS) + bodyA.plain.radius + bodyB.plain.radius;
  const shift = plus(plus(onB, onA, -1), away, -gap / length);
  const motionA = sketchA(shift);
  const threshold = randomChoice(random, THRESHOLDS);
  const one = { body: bodyA, motionKind: kindA, motion: motionA };
  const other = { body: bodyB, motionKind: kindB, motion: motionB };
  const [a, b] = random() < 0.5 ? [one, other] : [other, one];
  const name = `seed ${seed}, case ${index}: ${a.body.name} (${a.motionKind}), ${b.body.name} (${b.motionKind})`;
  return { index, name, a, b, threshold };
}

function cornerOf(random: SeededRandom, { plain }: MotionBody): PlainVector {
  const { corners } = plain;
  const k = 3 * Math.floor((random() * corners.length) / 3);
  return [corners[k], corners[k + 1], corners[k + 2]];
}

function plus(a: PlainVector, b: PlainVector, times: number): PlainVector {
  return [a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]];
}

/** What a method says of a case. */
export interface Answer {
  readonly method: string;
  readonly status: string;
  readonly lower: number;
  readonly upper: number | null;
  readonly threshold: number;
  /** How far beyond the threshold bodies may be at `lower`; 0 but for medial axes. */
  readonly error: number;
  /** Says nothing of what starts within the threshold. */
  readonly leaves: boolean;
}

const NAMES: readonly VolumeName[] = [
  'sphere',
  'aabb',
  'obb',
  'rss',
  'disc',
  'lss',
  'tss',
  'hybrid',
  'cascade',
  'kdop14',
  'kdop18',
  'kdop26',
  'kdop14-hull',
  'kdop18-hull',
  'kdop26-hull',
  'ellipsoid',
  'shell',
];

const BOUNDS = ['directed', 'undirected'] as const;

/** The methods as they are counted; controlled ones are counted by volume and bound as well. */
export const METHODS: readonly string[] = [
  'pairs',
  'pairs, kernels',
  'controlled directed',
  'controlled undirected',
  'hulls directed',
  'hulls undirected',
  'patches directed',
  'patches undirected',
  'medial',
  'pairs, bodies swapped',
  'pairs, from contact',
  'Pair',
  'World.sweep',
];

export const VOLUME_METHODS: readonly string[] = NAMES.flatMap((volume) =>
  BOUNDS.map((bound) => `controlled ${bound} ${volume}`),
);

/** Tests after which a query of this fuzz is given up; and the same of one case in so many, where the default asks other methods too. */
const BUDGET = 500;
const LARGE_BUDGET = 30_000;
const LARGE_EVERY = 32;

/** Asks every method, and each in one of its forms, about a case; `count` is told which. */
export function askAll(
  { index, a, b, threshold }: MotionCase,
  count: (method: string, volume: string | null) => void,
): Answer[] {
  const answers: Answer[] = [];
  const modelA = a.body.model;
  const modelB = b.body.model;
  const motionA: Motion = a.motion.given;
  const motionB: Motion = b.motion.given;
  const budget = index % LARGE_EVERY === 5 ? LARGE_BUDGET : BUDGET;
  const common = { budget, ...(threshold === undefined ? {} : { threshold }) };
  const take = (method: string, result: ReturnType<typeof timeOfContact>, leaves = false): void => {
    count(method, null);
    const { status, lower, upper, error = 0 } = result;
    answers.push({ method, status, lower, upper, threshold: result.threshold, error, leaves });
  };
  const ask = (method: string, options: TimeOfContactOptions): void => {
    take(method, timeOfContact(modelA, motionA, modelB, motionB, { ...common, ...options }));
  };
  ask('pairs', {});
  // The kernels leave queries with a budget to the library.
  use(simd);
  try {
    ask('pairs, kernels', { budget: undefined });
  } finally {
    use(null);
  }
  // Forms go round at different paces, so that each meets every kind of motion and body.
  const turn = Math.floor(index / 7);
  const bound = BOUNDS[turn % 2];
  const other = BOUNDS[(turn + 1) % 2];
  const volume = NAMES[index % NAMES.length];
  // Round bodies have one path to be advanced: the methods take turns.
  const isRound = ROUND_KINDS.includes(a.body.kind) || ROUND_KINDS.includes(b.body.kind);
  const asked = (k: number): boolean => !isRound || Math.floor(index / 5) % 3 === k;
  if (asked(0)) {
    ask(`controlled ${bound}`, { method: controlled, volume: VOLUMES[volume], bound });
    count('controlled', `controlled ${bound} ${volume}`);
  }
  if (asked(1)) ask(`hulls ${bound}`, { method: hulls, bound });
  if (asked(2)) ask(`patches ${other}`, { method: patches, bound: other });
  if (a.body.medial && b.body.medial) ask('medial', { method: medial });
  // The same by other entry points.
  const extra = index % 8;
  if (extra === 0) {
    take('pairs, bodies swapped', timeOfContact(modelB, motionB, modelA, motionA, common));
  } else if (extra === 1) {
    const result = timeOfContact(modelA, motionA, modelB, motionB, { ...common, from: 'contact' });
    take('pairs, from contact', result, true);
  } else if (extra === 2) {
    take('Pair', new Pair(modelA, modelB).timeOfContact(motionA, motionB, common));
  } else if (extra < 6 && (rests(a) || rests(b))) {
    const [queryBody, standing] = rests(b) ? [a, b] : [b, a];
    answers.push(sweep(queryBody, standing, threshold, answers[0]));
    count('World.sweep', null);
  }
  return answers;
}

function rests({ motionKind }: BodyPath): boolean {
  return motionKind.startsWith('rest');
}

/** The same asked of a world in which the other body stands. */
function sweep(
  queryBody: BodyPath,
  standing: BodyPath,
  threshold: number | undefined,
  { threshold: used }: Answer,
): Answer {
  const world = new World();
  world.add(standing.body.model, standing.motion.plain.poseAt(0));
  const { contact } = world.sweep(
    queryBody.body.model,
    queryBody.motion.given,
    threshold === undefined ? {} : { threshold },
  );
  const method = 'World.sweep';
  // A world leaves out what comes near, but does not touch: boxes are apart.
  if (contact === null) {
    return { method, status: 'untouched', lower: 1, upper: null, threshold: used, error: 0, leaves: true };
  }
  const { status, lower, upper } = contact;
  return { method, status, lower, upper, threshold: contact.threshold, error: 0, leaves: false };
}
