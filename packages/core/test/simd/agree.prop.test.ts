// The kernels and the plain library on many small queries of meshes, drawn from every query that has a kernel, by functions and by pairs that remember
// their last answers: the same decisions, brackets that hold the same value. `node scripts/fuzz.mjs simd` asks ten million.

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
import {
  type CollideAnswer,
  collide,
  distance,
  type Motion,
  type PenetrationOptions,
  penetration,
  timeOfContact,
  tolerance,
  use,
} from '../../src/index.ts';
import { sortedPairs } from '../query/judge.ts';
import { EVERY_SCENE_KIND, LATTICE_TURNS, nameOf, type PlainPose, randomScene, type Scene } from '../query/scenes.ts';
import { STEP_NAMES, Walk } from './walk.ts';

/** Bodies touch without crossing on the lattice alone, and not on every one. */
const DRAWN_KINDS = [...EVERY_SCENE_KIND, 'lattice', 'lattice', 'lattice'] as const;

const QUERIES = Number(process.env.NEARMISS_SIMD_QUERIES ?? 12_000);
const SEED = Number(process.env.NEARMISS_SIMD_SEED ?? 1);
/** Queries about a scene before the next is drawn: to build two models takes as long as a hundred queries. */
const QUERIES_A_SCENE = Math.min(2_000, Math.ceil(QUERIES / (8 * DRAWN_KINDS.length)));
const PROGRESS = 1_000_000;
/** Bytes: what a few models at a time and the work of queries take. */
const MOST_MEMORY = 2 ** 28;
/** Faults that are told. */
const MOST_TOLD = 20;

/** How often each query is drawn, of 100: depths and times cost a hundred times as much as the others. */
const PARTS = {
  distance: 24,
  'distance with a limit': 8,
  'first contact': 24,
  'all contacts': 11,
  tolerance: 10,
  'time of contact': 1.5,
  penetration: 0.5,
  'distance by a pair': 12,
  'first contact by a pair': 4,
  'all contacts by a pair': 2,
  'tolerance by a pair': 2.7,
  'depth by a pair': 0.3,
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

/** What is wrong with answers that must have one status and brackets with a number in common; null if nothing is. The plain one is the first. */
function compare<T extends Bracket & { readonly status: string }>(
  query: Query,
  [plain, ...others]: readonly T[],
): string | null {
  count(`${query}: ${plain.status}`);
  for (const other of others) {
    if (plain.status !== other.status) return `${other.status} for ${plain.status}`;
    if (areDisjoint(plain, other)) return `[${other.lower}, ${other.upper}] for [${plain.lower}, ${plain.upper}]`;
  }
  return null;
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

function compareContacts(query: Query, [plain, ...others]: readonly CollideAnswer[]): string | null {
  count(`${query}: ${plain.status}`);
  for (const other of others) {
    if (plain.status !== other.status) return `${other.status} for ${plain.status}`;
    if (`${sortedPairs(other.pairs)}` === `${sortedPairs(plain.pairs)}`) continue;
    return `${other.pairCount} pairs for ${plain.pairCount}, or others`;
  }
  return null;
}

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

/** Options of a depth. A narrow bracket takes a thousand times as long, so it is asked for rarely. */
function drawDepthOptions(random: SeededRandom): PenetrationOptions {
  const local = randomChoice(random, ['none', 'none', 'auto', true, false] as const);
  const quick = random() < 0.5;
  count(`depth: local ${local}`);
  count(`depth: quick ${quick}`);
  return { local, quick, solid: random() < 0.2 ? false : 'auto', start: random() < 0.2 ? 'centroid' : 'auto' };
}

/** Moves the bodies of a walk on, and asks its pairs. */
function askPairs(random: SeededRandom, scene: Scene, walk: Walk, query: Query): string | null {
  const drawn = randomChoice(random, STEP_NAMES);
  // Off the lattice bodies hardly ever touch without crossing.
  const staysOnLattice = scene.kind === 'lattice' && drawn !== 'rest' && random() < 0.7;
  const step = staysOnLattice ? 'jump' : drawn;
  count(`walk: ${step}`);
  walk.step(random, step, () => drawPose(random, scene));
  switch (query) {
    case 'distance by a pair': {
      const answers = walk.ask(random, (pair, poseA, poseB) => pair.distance(poseA, poseB));
      return compare(query, answers);
    }
    case 'first contact by a pair': {
      const statuses = walk.ask(random, (pair, poseA, poseB) => pair.collide(poseA, poseB).status);
      count(`${query}: ${statuses[0]}`);
      return new Set(statuses).size === 1 ? null : statuses.join(', ');
    }
    case 'all contacts by a pair':
      return compareContacts(
        query,
        walk.ask(random, (pair, poseA, poseB) => pair.collide(poseA, poseB, { contacts: 'all' })),
      );
    case 'tolerance by a pair': {
      const [{ upper }] = walk.ask(random, (pair, poseA, poseB) => pair.distance(poseA, poseB));
      const within = upper * randomChoice(random, [0.5, 0.999, 1.001, 2]);
      return compare(
        query,
        walk.ask(random, (pair, poseA, poseB) => pair.tolerance(poseA, poseB, { tolerance: within })),
      );
    }
    default: {
      const options = drawDepthOptions(random);
      return compare(
        query,
        walk.ask(random, (pair, poseA, poseB) => pair.penetration(poseA, poseB, options)),
      );
    }
  }
}

function ask(random: SeededRandom, scene: Scene, walk: Walk, query: Query): string | null {
  if (query.endsWith('by a pair')) return askPairs(random, scene, walk, query);
  const { a, b, poseB } = scene;
  const poseA = drawPose(random, scene);
  const bodies = [a.model, poseA, b.model, poseB] as const;
  switch (query) {
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
      return compareContacts(
        query,
        both(() => collide(...bodies, { contacts: 'all' })),
      );
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
    case 'penetration': {
      const options = drawDepthOptions(random);
      return compare(
        query,
        both(() => penetration(...bodies, options)),
      );
    }
    default:
      return compare(
        query,
        both(() => distance(...bodies)),
      );
  }
}

test(`${QUERIES} queries by both`, () => {
  expect(simd.unavailable).toBeNull();
  const random = seeded(SEED);
  const told: string[] = [];
  for (let asked = 0, scenes = 0; asked < QUERIES; scenes++) {
    const scene = randomScene(random, scenes, DRAWN_KINDS);
    const walk = new Walk(scene);
    for (let k = 0; k < QUERIES_A_SCENE && asked < QUERIES; k++, asked++) {
      const query = drawQuery(random);
      count(query);
      const fault = ask(random, scene, walk, query);
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
    expect(countOf(`distance by a pair: ${status}`), status).toBeGreaterThan(QUERIES / 20_000);
  }
  for (const status of ['contact', 'free']) {
    expect(countOf(`time of contact: ${status}`), status).toBeGreaterThan(countOf('time of contact') / 10);
  }
  for (const step of STEP_NAMES) expect(countOf(`walk: ${step}`), step).toBeGreaterThan(QUERIES / 50);
  for (const local of ['none', 'auto', true, false]) expect(countOf(`depth: local ${local}`)).toBeGreaterThan(0);
  for (const quick of [true, false]) expect(countOf(`depth: quick ${quick}`)).toBeGreaterThan(0);
  if (QUERIES >= PROGRESS) for (const kind of DRAWN_MOTION_KINDS) expect(countOf(kind), kind).toBeGreaterThan(0);
  expect(countOf('time of contact: other status')).toBeLessThanOrEqual(0.02 * countOf('time of contact'));
});
