// The kernels and the plain library on many small queries, drawn from every query that has a kernel: the same decisions, brackets that hold the
// same value. `node scripts/fuzz.mjs simd` asks ten million.

import {
  DRAWN_MOTION_KINDS,
  randomBetween,
  randomChoice,
  randomInteger,
  randomPose,
  type SeededRandom,
  seeded,
  sketchMotion,
} from '@nearmiss/fixtures';
import { afterEach, expect, test } from 'vitest';
import { simd } from '../../src/entries/simd.ts';
import { collide, distance, type Motion, penetration, timeOfContact, tolerance, use } from '../../src/index.ts';
import { sortedPairs } from '../query/judge.ts';
import { EVERY_SCENE_KIND, LATTICE_TURNS, nameOf, type PlainPose, randomScene, type Scene } from '../query/scenes.ts';

const QUERIES = Number(process.env.NEARMISS_SIMD_QUERIES ?? 12_000);
const SEED = Number(process.env.NEARMISS_SIMD_SEED ?? 1);
/** Queries about a scene before the next is drawn: to build two models takes as long as a hundred queries. */
const QUERIES_A_SCENE = Math.min(2_000, Math.ceil(QUERIES / (8 * EVERY_SCENE_KIND.length)));
const PROGRESS = 1_000_000;
/** Bytes: what a few models at a time and the work of queries take. */
const MOST_MEMORY = 2 ** 28;
/** Faults that are told. */
const MOST_TOLD = 20;

/** How often each query is drawn, of 100: depths and times cost a hundred times as much as the others. */
const PARTS = {
  distance: 31,
  'distance with a limit': 10,
  'first contact': 30,
  'all contacts': 14,
  tolerance: 13,
  'time of contact': 1.5,
  penetration: 0.5,
} as const;
type Query = keyof typeof PARTS;
const QUERY_NAMES = Object.keys(PARTS) as Query[];

const counts = new Map<string, number>();
const countOf = (name: string): number => counts.get(name) ?? 0;
const count = (name: string): void => void counts.set(name, countOf(name) + 1);

afterEach(() => use(null));

function both<T>(ask: () => T): [plain: T, kernels: T] {
  use(null);
  const plain = ask();
  use(simd);
  return [plain, ask()];
}

interface Bracket {
  readonly lower: number;
  readonly upper: number | null;
}

const areDisjoint = (a: Bracket, b: Bracket): boolean =>
  a.lower > (b.upper ?? Infinity) || b.lower > (a.upper ?? Infinity);

/** What is wrong with two answers that must have one status and brackets with a number in common; null if nothing is. */
function compare<T extends Bracket & { readonly status: string }>(query: Query, ask: () => T): string | null {
  const [plain, kernels] = both(ask);
  count(`${query}: ${plain.status}`);
  if (plain.status !== kernels.status) return `${kernels.status} for ${plain.status}`;
  if (!areDisjoint(plain, kernels)) return null;
  return `[${kernels.lower}, ${kernels.upper}] for [${plain.lower}, ${plain.upper}]`;
}

/**
 * Two times of contact. One may end at the threshold, undecided, where the other has proven contact or freedom; but a proven contact is no
 * freedom, and no lower bound is above a time at which the bodies touch.
 */
function compareTimes(ask: () => ReturnType<typeof timeOfContact>): string | null {
  const [plain, kernels] = both(ask);
  count(`time of contact: ${plain.status}`);
  const statuses = [plain.status, kernels.status];
  if (plain.status !== kernels.status) {
    count('time of contact: other status');
    if (!statuses.includes('near')) return `${kernels.status} for ${plain.status}`;
  }
  if (statuses.includes('free')) return null;
  return areDisjoint(plain, kernels)
    ? `[${kernels.lower}, ${kernels.upper}] for [${plain.lower}, ${plain.upper}]`
    : null;
}

function compareContacts(bodies: Bodies): string | null {
  const [plain, kernels] = both(() => collide(...bodies, { contacts: 'all' }));
  count(`all contacts: ${plain.status}`);
  if (plain.status !== kernels.status) return `${kernels.status} for ${plain.status}`;
  return `${sortedPairs(kernels.pairs)}` === `${sortedPairs(plain.pairs)}`
    ? null
    : `${kernels.pairCount} pairs for ${plain.pairCount}, or others`;
}

type Bodies = readonly [Scene['a']['model'], PlainPose, Scene['b']['model'], PlainPose];

function drawQuery(random: SeededRandom): Query {
  let left = randomBetween(random, 0, 100);
  for (const query of QUERY_NAMES) {
    left -= PARTS[query];
    if (left <= 0) return query;
  }
  return 'distance';
}

/** The scene's pose of A, or one turned and moved by a part of what lies between the two bodies; on the lattice, where bodies touch, by a step. */
function drawPose(random: SeededRandom, { kind, poseA, poseB }: Scene): PlainPose {
  if (random() < 0.02) return poseA;
  if (kind === 'lattice' && random() < 0.7) {
    const position = poseA.position.map((x) => x + randomInteger(random, -1, 1)) as [number, number, number];
    return { position, rotation: randomChoice(random, LATTICE_TURNS) };
  }
  const reach = Math.hypot(...poseA.position.map((x, k) => x - poseB.position[k]));
  const shift = randomPose(random, reach * randomChoice(random, [1e-9, 1e-4, 0.05, 0.3, 1]));
  const rotation = random() < 0.3 ? poseA.rotation : shift.rotation;
  const position = [0, 1, 2].map((k) => poseA.position[k] + shift.position[k]) as [number, number, number];
  return { position, rotation };
}

let motions = 0;

/** Scenes whose bodies are about as large as the motions that are drawn. */
const UNIT_SCENES: readonly string[] = ['plain', 'lattice', 'unturned', 'shifted by 1e6'];

/** A motion of a drawn kind about B where sizes allow, otherwise from the pose to another one. */
function drawMotion(random: SeededRandom, scene: Scene, pose: PlainPose): Motion {
  if (!UNIT_SCENES.includes(scene.kind)) return { from: pose, to: drawPose(random, scene) };
  const kind = DRAWN_MOTION_KINDS[motions++ % DRAWN_MOTION_KINDS.length];
  count(kind);
  return sketchMotion(random, kind)(scene.poseB.position).given;
}

function ask(random: SeededRandom, scene: Scene, query: Query): string | null {
  const { a, b, poseB } = scene;
  const poseA = drawPose(random, scene);
  const bodies = [a.model, poseA, b.model, poseB] as const;
  switch (query) {
    case 'distance':
      return compare(query, () => distance(...bodies));
    case 'distance with a limit': {
      const { upper } = distance(...bodies);
      const maxDistance = upper * randomChoice(random, [0.5, 1, 1 + 1e-12, 2]);
      const [plain, kernels] = both(() => distance(...bodies, { maxDistance, solid: false }));
      count(`${query}: ${plain.status}`);
      // Within the rounding of the distance, either may be beyond the limit.
      return areDisjoint(plain, kernels)
        ? `${kernels.status} ${kernels.lower} for ${plain.status} ${plain.lower}`
        : null;
    }
    case 'first contact': {
      const [plain, kernels] = both(() => collide(...bodies).status);
      count(`${query}: ${plain}`);
      return plain === kernels ? null : `${kernels} for ${plain}`;
    }
    case 'all contacts':
      return compareContacts(bodies);
    case 'tolerance': {
      const within = distance(...bodies).upper * randomChoice(random, [0.5, 0.999, 1.001, 2]);
      const [plain, kernels] = both(() => tolerance(...bodies, { tolerance: within }));
      count(`${query}: ${plain.status}`);
      return plain.within === kernels.within && !areDisjoint(plain, kernels)
        ? null
        : `${kernels.status} for ${plain.status}`;
    }
    case 'time of contact': {
      const motionA = drawMotion(random, scene, poseA);
      const motionB = random() < 0.5 ? poseB : drawMotion(random, scene, poseB);
      const options = random() < 0.2 ? ({ from: 'contact' } as const) : random() < 0.2 ? { threshold: 1e-3 } : {};
      return compareTimes(() => timeOfContact(a.model, motionA, b.model, motionB, options));
    }
    case 'penetration':
      return compare(query, () => penetration(...bodies, { local: 'none', quick: true }));
  }
}

test(`${QUERIES} queries by both`, () => {
  expect(simd.unavailable).toBeNull();
  const random = seeded(SEED);
  const told: string[] = [];
  for (let asked = 0, scenes = 0; asked < QUERIES; scenes++) {
    const scene = randomScene(random, scenes, EVERY_SCENE_KIND);
    for (let k = 0; k < QUERIES_A_SCENE && asked < QUERIES; k++, asked++) {
      const query = drawQuery(random);
      count(query);
      const fault = ask(random, scene, query);
      if (fault !== null && told.length < MOST_TOLD) told.push(`${query} ${asked}, ${nameOf(scene, scenes)}: ${fault}`);
      if ((asked + 1) % PROGRESS === 0) console.log(`${asked + 1} queries, ${told.length} faults`);
    }
    // No finalizer runs before the test ends: full memory would leave all that follows to the plain library.
    for (const { model } of [scene.a, scene.b]) simd.release(model);
  }
  expect(simd.memorySize).toBeLessThan(MOST_MEMORY);
  console.log([...counts].map(([name, times]) => `${name}: ${times}`).join('\n'));
  expect(told.join('\n')).toBe('');
  for (const query of QUERY_NAMES) expect(countOf(query), query).toBeGreaterThan((QUERIES * PARTS[query]) / 150);
  for (const status of ['separated', 'touching', 'intersecting']) {
    expect(countOf(`first contact: ${status}`), status).toBeGreaterThan(QUERIES / 3000);
    expect(countOf(`distance: ${status}`), status).toBeGreaterThan(QUERIES / 3000);
  }
  for (const status of ['contact', 'free']) {
    expect(countOf(`time of contact: ${status}`), status).toBeGreaterThan(countOf('time of contact') / 10);
  }
  if (QUERIES >= PROGRESS) for (const kind of DRAWN_MOTION_KINDS) expect(countOf(kind), kind).toBeGreaterThan(0);
  expect(countOf('time of contact: other status')).toBeLessThanOrEqual(0.02 * countOf('time of contact'));
});
