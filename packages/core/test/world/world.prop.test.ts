// A world against testing all pairs, over random steps: bodies come, go, creep, jump and change their shape. The long form is
// `node scripts/fuzz.mjs world`.

import {
  randomBetween,
  randomChoice,
  randomInteger,
  randomPose,
  type SeededRandom,
  seeded,
  touchingBodies,
  type WorldBody,
} from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { capsule, sphere } from '../../src/entries/convex.ts';
import { kdTree } from '../../src/entries/lab.ts';
import { box, icosphere, lShape, torus } from '../../src/entries/shapes.ts';
import { grid, rTree, spaceTime, sweepAndPrune } from '../../src/entries/world.ts';
import { type BodyId, collide, distance, Model, type StepResult, World, type WorldOptions } from '../../src/index.ts';
import { soup } from '../query/bodies.ts';

const STEPS = Number(process.env.NEARMISS_WORLD_STEPS ?? 300);
const SEED = Number(process.env.NEARMISS_WORLD_SEED ?? 1);
/** Steps between two tests in exact arithmetic, which takes a thousand times as long. */
const EXACT_EVERY = 100;
const BODIES = 20;
const SPREAD = 1.4;
const MARGIN = 0.15;
/** Of a distance, what rounding may add or take: a distance nearer to the margin than this may count in either case. */
const ROUNDING = 1e-12;

interface PlainPose {
  position: [number, number, number];
  rotation: [number, number, number, number];
}

/** A body as the test remembers it. */
interface Known {
  model: Model;
  pose: PlainPose;
  readonly isStatic: boolean;
  readonly isMesh: boolean;
  /** Travel of a step, for those that creep. */
  readonly drift: readonly number[];
}

const random0 = seeded(99);
const MESHES: readonly Model[] = [
  Model.build(box({ size: [0.5, 0.5, 0.5] })),
  Model.build(box({ size: [0.9, 0.2, 0.2] })),
  Model.build(icosphere({ radius: 0.3, subdivisions: 1 })),
  Model.build(lShape()),
  Model.build(torus({ majorSegments: 7, minorSegments: 4 })),
  Model.build(soup(random0, 6)),
];
const ROUNDS: readonly Model[] = [sphere({ radius: 0.25 }), capsule({ radius: 0.1, length: 0.5 })];

/** The same world under several broad phases, and what is in it. */
class Scene {
  readonly known = new Map<BodyId, Known>();
  readonly worlds: readonly World[];
  readonly #random: SeededRandom;

  constructor(random: SeededRandom, options: readonly WorldOptions[]) {
    this.#random = random;
    this.worlds = options.map((each) => new World(each));
  }

  get ids(): BodyId[] {
    return [...this.known.keys()];
  }

  add(): void {
    const random = this.#random;
    const isMesh = randomInteger(random, 0, 4) > 0;
    const model = randomChoice(random, isMesh ? MESHES : ROUNDS);
    const pose = randomPose(random, SPREAD);
    const isStatic = randomInteger(random, 0, 4) === 0;
    const drift = [0, 1, 2].map(() => randomBetween(random, -0.02, 0.02));
    const ids = this.worlds.map((world) => world.add(model, pose, { static: isStatic }));
    expect(new Set(ids).size).toBe(1);
    this.known.set(ids[0], { model, pose, isStatic, isMesh, drift });
  }

  remove(id: BodyId): void {
    for (const world of this.worlds) world.remove(id);
    this.known.delete(id);
  }

  move(id: BodyId, pose: PlainPose): void {
    for (const world of this.worlds) world.move(id, pose);
    const known = this.known.get(id);
    if (known !== undefined) known.pose = pose;
  }

  /** A small step, the turn included. */
  creep(id: BodyId, pace: number): void {
    const known = this.known.get(id);
    if (known === undefined) return;
    const { position, rotation } = known.pose;
    const turned = rotation.map((q) => q + pace * randomBetween(this.#random, -0.02, 0.02));
    const length = Math.hypot(...turned);
    const [x, y, z] = position.map((p, k) => p + pace * known.drift[k]);
    const [qx, qy, qz, qw] = turned.map((q) => q / length);
    this.move(id, { position: [x, y, z], rotation: [qx, qy, qz, qw] });
  }

  deform(id: BodyId): void {
    const known = this.known.get(id);
    if (known === undefined || !known.isMesh) return;
    const factor = randomBetween(this.#random, 0.9, 1.1);
    const positions = known.model.mesh.positions.map((x, k) => (k % 3 === 0 ? factor * x : x));
    for (const world of this.worlds) world.deform(id, positions);
    known.model = known.model.refit(positions);
  }

  /** Every pair that may be reported, the lower number first. */
  *pairs(): Generator<[BodyId, Known, BodyId, Known]> {
    const bodies = [...this.known].sort(([a], [b]) => a - b);
    for (const [i, [a, knownA]] of bodies.entries()) {
      for (const [b, knownB] of bodies.slice(i + 1)) {
        if (!knownA.isStatic || !knownB.isStatic) yield [a, knownA, b, knownB];
      }
    }
  }
}

function mix(random: SeededRandom, scene: Scene): void {
  const { ids } = scene;
  const pick = randomInteger(random, 0, 9);
  const pace = randomChoice(random, [0, 0.1, 1, 1, 3]);
  for (const id of ids) if (randomInteger(random, 0, 3) > 0) scene.creep(id, pace);
  if (pick === 0) scene.move(randomChoice(random, ids), randomPose(random, SPREAD));
  if (pick === 1) scene.deform(randomChoice(random, ids));
  if (pick === 2 && ids.length > 10) scene.remove(randomChoice(random, ids));
  if (pick <= 4 && ids.length < BODIES) scene.add();
  // Back to the middle with those that went astray.
  for (const [id, { pose }] of scene.known) {
    if (Math.max(...pose.position.map(Math.abs)) > 1.5 * SPREAD) scene.move(id, randomPose(random, SPREAD));
  }
}

const namesOf = (pairs: readonly { readonly bodyA: BodyId; readonly bodyB: BodyId }[]): string[] =>
  pairs.map(({ bodyA, bodyB }) => `${bodyA}:${bodyB}`);

test(`${STEPS} steps tell what testing all pairs tells`, { timeout: 60_000 + 100 * STEPS }, () => {
  const random = seeded(SEED);
  const scene = new Scene(random, [
    {},
    { broadPhase: sweepAndPrune, contacts: 'none' },
    { broadPhase: grid, boxes: 'fixed' },
    { broadPhase: kdTree, margin: MARGIN, contacts: 'all' },
    { broadPhase: spaceTime },
    { broadPhase: rTree, boxes: 'hull' },
  ]);
  for (let k = 0; k < BODIES; k++) scene.add();
  const [plain, , , wide] = scene.worlds;
  let before = new Set<string>();
  const seen = { begin: 0, stay: 0, end: 0, near: 0, sleeping: 0, measured: 0, exact: 0, unclear: 0 };
  for (let step = 0; step < STEPS; step++) {
    mix(random, scene);
    if (randomInteger(random, 0, 4) === 0) plain.raycast([0, 0, 0], [1, 2, 3]); // a query between steps changes nothing
    const results = scene.worlds.map((world) => world.step());
    const [first] = results;

    const touching = new Map<string, string>();
    const near: string[] = [];
    for (const [a, bodyA, b, bodyB] of scene.pairs()) {
      const { status } = collide(bodyA.model, bodyA.pose, bodyB.model, bodyB.pose);
      if (status !== 'separated') touching.set(`${a}:${b}`, status);
      else {
        const { lower, upper } = distance(bodyA.model, bodyA.pose, bodyB.model, bodyB.pose, {
          maxDistance: 2 * MARGIN,
        });
        if (Math.abs(upper - MARGIN) <= ROUNDING) seen.unclear++;
        if (lower <= MARGIN) near.push(`${a}:${b}`);
      }
    }
    const names = [...touching.keys()];
    for (const result of results) {
      expect(namesOf(result.begin)).toEqual(names.filter((name) => !before.has(name)));
      expect(namesOf(result.stay)).toEqual(names.filter((name) => before.has(name)));
      expect(new Set(namesOf(result.end))).toEqual(new Set([...before].filter((name) => !touching.has(name))));
      const told = [...result.begin, ...result.stay].map(({ bodyA, bodyB, status }): [string, string] => [
        `${bodyA}:${bodyB}`,
        status,
      ]);
      expect(new Map(told)).toEqual(touching);
    }
    expect(namesOf(results[3].near)).toEqual(near);
    expect(wide.size).toBe(scene.known.size);
    judgeContacts(scene, results[3]);

    if (step % EXACT_EVERY === 0) {
      const meshes = new Map<number, WorldBody>();
      for (const [id, { model, pose, isMesh }] of scene.known) {
        const { positions, triangles } = model.mesh;
        if (isMesh) meshes.set(id, { positions, triangles, pose, isSolid: model.closed });
      }
      const exact = touchingBodies(meshes)
        .filter(([a, b]) => !(scene.known.get(a)?.isStatic && scene.known.get(b)?.isStatic))
        .map(([a, b]) => `${a}:${b}`);
      const told = names.filter((name) => name.split(':').every((id) => meshes.has(Number(id))));
      expect(told).toEqual(exact);
      seen.exact += exact.length;
    }
    seen.begin += first.begin.length;
    seen.stay += first.stay.length;
    seen.end += first.end.length;
    seen.near += results[3].near.length;
    seen.sleeping += first.sleeping;
    seen.measured += first.measured;
    before = new Set(names);
  }
  expect(seen.unclear).toBe(0);
  // Or the steps put nothing to the test.
  expect(Math.min(seen.begin, seen.end)).toBeGreaterThan(STEPS / 6);
  expect(Math.min(seen.stay, seen.near, seen.sleeping)).toBeGreaterThan(STEPS);
  expect(seen.sleeping).toBeGreaterThan(0.2 * seen.measured);
  expect(seen.exact).toBeGreaterThan(STEPS / 100);
});

/** The face pairs of bodies that touch are those that `collide` lists. */
function judgeContacts(scene: Scene, result: StepResult): void {
  const [pair] = result.begin;
  if (pair === undefined) return;
  const a = scene.known.get(pair.bodyA);
  const b = scene.known.get(pair.bodyB);
  if (a === undefined || b === undefined) return;
  const { pairs } = collide(a.model, a.pose, b.model, b.pose, { contacts: 'all' });
  expect(pair.contact?.pairs).toEqual(pairs);
}
