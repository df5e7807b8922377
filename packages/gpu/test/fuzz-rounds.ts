// Random rounds of every entry on a GPU, compared with the CPU: bodies of every kind, in several units, near and far, and every option. A round
// draws one pair of bodies and some poses of it.

import { collide, distance, Mesh, Model, timeOfContact, World } from 'nearmiss';
import { sphere } from 'nearmiss/convex';
import { medial, medialStructure } from 'nearmiss/medial';
import { makeShape } from 'nearmiss/shapes';
import { collideMany } from '../src/collide-many.ts';
import { distanceMany } from '../src/distance-many.ts';
import type { Gpu } from '../src/gpu.ts';
import { gpuBroadPhase } from '../src/gpu-broad-phase.ts';
import { medialTimesOfContact } from '../src/medial-time-of-contact.ts';
import { timeOfContactMany } from '../src/time-of-contact-many.ts';
import { medialFault } from './medial-contract.ts';
import { POSE, poseAt, randomFrom, randomPoses } from './random-poses.ts';

const ENTRIES = ['collide', 'distance', 'time-of-contact', 'medial', 'boxes'] as const;

/** A mesh, all of its coordinates scaled and moved. */
function changed({ positions, triangles }: Mesh, factor: number, offset: number): Mesh {
  return new Mesh(
    positions.map((x) => x * factor + offset),
    triangles,
  );
}

/** The mesh twice, side by side, and a triangle without area. */
function twice({ positions, triangles }: Mesh): Mesh {
  const vertices = positions.length / 3;
  const moved = positions.map((x, k) => (k % 3 === 0 ? x + 1.5 : x));
  return new Mesh([...positions, ...moved], [...triangles, ...triangles.map((v) => v + vertices), 0, 0, 1]);
}

const BODIES: Readonly<Record<string, () => Model>> = {
  closed: () => Model.build(makeShape('torus(majorSegments=12,minorSegments=6)')),
  box: () => Model.build(makeShape('box')),
  open: () => {
    const { positions, triangles } = makeShape('icosphere(subdivisions=1)');
    return Model.build(new Mesh(positions, triangles.subarray(0, triangles.length - 15)));
  },
  parts: () => Model.build(twice(makeShape('icosphere(subdivisions=1)'))),
  binary: () => Model.build(makeShape('icosphere(subdivisions=2)'), { branching: 2 }),
  large: () => Model.build(changed(makeShape('box'), 3, 0)),
  far: () => Model.build(changed(makeShape('icosphere(subdivisions=1)'), 1, 1000)),
  round: () => sphere({ radius: 0.6 }),
};
const MEDIAL_BODIES = ['torus', 'box'];
/** Lengths of a round are multiplied by this. */
const UNITS = [1, 1e-3, 1e5];
/** Poses of a round. */
const POSES = 20;

/** How often everything was drawn, and what came out of it. */
export type Counts = Map<string, number>;

interface Round {
  readonly gpu: Gpu;
  readonly random: () => number;
  readonly count: (name: string) => void;
  readonly models: Map<string, Model>;
}

/** Runs rounds from a number on; throws where an answer differs from the CPU's. */
export async function fuzzRounds(gpu: Gpu, rounds: number, seed: number, first = 0): Promise<Counts> {
  const counts: Counts = new Map();
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  const models = new Map<string, Model>();
  for (let k = first; k < first + rounds; k++) {
    const entry = ENTRIES[k % ENTRIES.length];
    const round: Round = { gpu, random: randomFrom(seed + 7919 * k), count, models };
    count(entry);
    try {
      if (entry === 'medial') await medialRound(round);
      else if (entry === 'boxes') await boxRound(round);
      else await poseRound(round, entry);
    } catch (error) {
      throw new Error(`Round ${k} of seed ${seed} (${entry})`, { cause: error });
    }
  }
  return counts;
}

function modelOf({ models, random, count }: Round, unit: number): Model {
  const names = Object.keys(BODIES);
  const name = names[Math.floor(random() * names.length)];
  count(name);
  const key = `${name} ${name === 'round' ? 1 : unit}`;
  const known = models.get(key);
  if (known !== undefined) return known;
  const base = BODIES[name]();
  const made = name === 'round' || unit === 1 ? base : Model.build(changed(base.mesh, unit, 0));
  models.set(key, made);
  return made;
}

/** Poses about B, or far from the origin together with it. */
function posesFor(round: Round, a: Model, b: Model, unit: number, number: number): Float64Array {
  const poses = randomPoses(number, 2.2, Math.floor(round.random() * 2 ** 31));
  const middle = (model: Model) => (model === round.models.get(`far ${unit}`) ? 1000 * unit : 0);
  for (let k = 0; k < number; k++) {
    const { rotation } = poseAt(poses, k);
    const [x, y, z, w] = rotation;
    const c = middle(a);
    // Turned about the middle of A, and brought near that of B.
    const turned = [
      c - 2 * c * (y * y + z * z) + 2 * c * (x * y - w * z) + 2 * c * (x * z + w * y),
      c - 2 * c * (x * x + z * z) + 2 * c * (x * y + w * z) + 2 * c * (y * z - w * x),
      c - 2 * c * (x * x + y * y) + 2 * c * (x * z - w * y) + 2 * c * (y * z + w * x),
    ];
    for (let i = 0; i < 3; i++) poses[POSE * k + i] = poses[POSE * k + i] * unit + middle(b) - turned[i];
  }
  return poses;
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

async function poseRound(round: Round, entry: 'collide' | 'distance' | 'time-of-contact'): Promise<void> {
  const { gpu, random, count } = round;
  const unit = UNITS[Math.floor(random() * UNITS.length)];
  count(`unit ${unit}`);
  const a = modelOf(round, unit);
  const b = modelOf(round, unit);
  const poses = posesFor(round, a, b, unit, entry === 'time-of-contact' ? 2 * POSES : POSES);
  if (entry === 'collide') {
    const out = new Uint8Array(POSES);
    await collideMany(a, b, poses, out, { gpu });
    out.forEach((got, k) => {
      count(got === 1 ? 'colliding' : 'apart');
      expect(collide(a, poseAt(poses, k), b, {}).colliding === (got === 1), `pose ${k}: ${got}`);
    });
  } else if (entry === 'distance') {
    const tolerance = random() < 0.5 ? undefined : unit * 10 ** (-6 * random());
    count(tolerance === undefined ? 'no tolerance' : 'tolerance');
    const out = new Float64Array(2 * POSES);
    await distanceMany(a, b, poses, out, { gpu, tolerance });
    for (let k = 0; k < POSES; k++) {
      const { lower, upper } = distance(a, poseAt(poses, k), b, {});
      const [low, high] = [out[2 * k], out[2 * k + 1]];
      count(high === 0 ? 'touching' : 'distant');
      expect(low <= upper && high >= lower && (high === 0) === (upper === 0), `pose ${k}: ${low} to ${high}`);
      expect(tolerance === undefined || high - low <= tolerance, `pose ${k}: a bracket of ${high - low}`);
    }
  } else {
    const threshold = random() < 0.5 ? undefined : unit * 10 ** (-5 * random() - 1);
    count(threshold === undefined ? 'no threshold' : 'threshold');
    const out = new Float64Array(POSES);
    await timeOfContactMany(a, b, poses, out, { gpu, threshold });
    out.forEach((time, k) => {
      const motion = { from: poseAt(poses, 2 * k), to: poseAt(poses, 2 * k + 1) };
      const { toc } = timeOfContact(a, motion, b, {}, threshold === undefined ? {} : { threshold });
      count(time === Infinity ? 'free' : 'contact');
      expect((toc ?? Infinity) === time, `motion ${k}: ${time}, not ${toc}`);
    });
  }
}

async function medialRound({ gpu, random, count, models }: Round): Promise<void> {
  const draw = (): Model => {
    const name = MEDIAL_BODIES[Math.floor(random() * MEDIAL_BODIES.length)];
    const known = models.get(`medial ${name}`);
    if (known !== undefined) return known;
    const made = Model.build(makeShape(name), { with: [medialStructure({ samples: 200, primitives: 10 })] });
    models.set(`medial ${name}`, made);
    return made;
  };
  const [a, b] = [draw(), draw()];
  const poses = randomPoses(16, 2.2, Math.floor(random() * 2 ** 31));
  const threshold = random() < 0.5 ? 1e-3 : 1e-2;
  const cull = random() < 0.5;
  count(cull ? 'culled' : 'not culled');
  const pairs = Array.from({ length: 8 }, (_, k) => ({
    a,
    motionA: { from: poseAt(poses, 2 * k), to: poseAt(poses, 2 * k + 1) },
    b,
    motionB: {},
  }));
  const results = await medialTimesOfContact(pairs, { gpu, threshold, cull });
  results.forEach((result, k) => {
    const onCpu = timeOfContact(a, pairs[k].motionA, b, {}, { method: medial, threshold });
    count(`medial ${result.status}`);
    if (result.status !== onCpu.status) count('at the threshold');
    const fault = medialFault(pairs[k], result, threshold, [onCpu.toc]);
    expect(fault === null, `motion ${k}: ${fault}`);
  });
}

async function boxRound({ gpu, random, count }: Round): Promise<void> {
  const broadPhase = gpuBroadPhase(gpu);
  const worlds = [new World({ broadPhase }), new World()];
  const cube = Model.build(makeShape('box'));
  const scale = 10 ** (6 * random() - 3);
  const sizes = [1, 1, 1, 1, 20].map((factor) => Model.build(changed(cube.mesh, factor * scale, 0)));
  for (let k = 0; k < 200; k++) {
    const position = [0, 1, 2].map(() => 12 * scale * random());
    const model = sizes[Math.floor(random() * (k % 50 === 0 ? 5 : 4))];
    for (const world of worlds) world.add(model, { position }, { static: k % 4 === 0 });
  }
  await broadPhase.prepare();
  const [onGpu, onCpu] = worlds.map((world) => world.step());
  if (onGpu.boxPairs > 0) count('pairs of boxes');
  expect(onGpu.boxPairs === onCpu.boxPairs && onGpu.begin.length === onCpu.begin.length, `${onGpu.boxPairs} pairs`);
  expect(broadPhase.onGpu === 1, 'the pairs are not those of the GPU');
}
