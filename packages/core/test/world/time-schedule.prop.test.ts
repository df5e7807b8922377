// A world that lets pairs sleep by velocities and accelerations, against testing all pairs: bodies of every kind fly and tumble
// within their bounds, are pushed, put elsewhere, deformed, added and removed, and some break what they promised. The long form is
// `node scripts/fuzz.mjs times`.

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
import { describe, expect, test } from 'vitest';
import { capsule, hull } from '../../src/entries/convex.ts';
import { box, icosphere, lShape, torus } from '../../src/entries/shapes.ts';
import { grid, spaceTime, sweepAndPrune } from '../../src/entries/world.ts';
import { type BodyId, collide, distance, Model, NearmissError, type Pose, World } from '../../src/index.ts';
import { soup } from '../query/bodies.ts';

const STEPS = Number(process.env.NEARMISS_WORLD_STEPS ?? 250);
const SEED = Number(process.env.NEARMISS_WORLD_SEED ?? 1);
const BODIES = 12;
const SPREAD = 1.2;
const MARGIN = 0.1;
const ROUNDING = 1e-12;
/** Steps between two tests in exact arithmetic. */
const EXACT_EVERY = 120;

const KINDS: Readonly<Record<string, Model>> = {
  box: Model.build(box({ size: [0.5, 0.5, 0.5] })),
  plank: Model.build(box({ size: [1.1, 0.2, 0.1] })),
  ball: Model.build(icosphere({ radius: 0.3, subdivisions: 1 })),
  ell: Model.build(lShape()),
  ring: Model.build(torus({ majorSegments: 7, minorSegments: 4 })),
  soup: Model.build(soup(seeded(99), 6)),
  hull: hull([0.4, 0, 0, -0.3, 0.2, 0, 0, -0.3, 0.1, 0, 0.1, 0.4, 0.1, 0.1, -0.3]),
  round: capsule({ radius: 0.1, length: 0.5 }),
};

type Triple = [number, number, number];
type Quaternion = [number, number, number, number];

interface Flyer {
  kind: string;
  model: Model;
  position: Triple;
  rotation: Quaternion;
  velocity: Triple;
  /** Angular velocity, in the world. */
  spin: Triple;
  readonly acceleration: number;
  readonly isStatic: boolean;
}

/** Bodies that move as they promise, unless told otherwise, in two worlds at once: one by times, one by travel. */
function poseOf({ position, rotation }: Pose): Pose {
  return { position, rotation };
}

class Flight {
  readonly flyers = new Map<BodyId, Flyer>();
  readonly worlds: readonly World[] = [
    new World({ schedule: 'times', broadPhase: spaceTime }),
    new World({ schedule: 'times', margin: MARGIN, broadPhase: sweepAndPrune, boxes: 'fixed' }),
    new World({ schedule: 'travel' }),
  ];
  readonly seen: Record<string, number> = {};
  readonly #random: SeededRandom;
  #added = 0;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  count(what: string, by = 1): void {
    this.seen[what] = (this.seen[what] ?? 0) + by;
  }

  add(): void {
    const random = this.#random;
    const kind = Object.keys(KINDS)[this.#added++ % Object.keys(KINDS).length];
    const { position, rotation } = randomPose(random, SPREAD);
    const isStatic = randomInteger(random, 0, 5) === 0;
    const pace = isStatic ? 0 : randomChoice(random, [0.01, 0.1, 0.3]);
    const flyer: Flyer = {
      kind,
      model: KINDS[kind],
      position,
      rotation,
      velocity: triple(() => randomBetween(random, -pace, pace)),
      spin: triple(() => randomBetween(random, -3 * pace, 3 * pace)),
      acceleration: isStatic ? 0 : randomChoice(random, [0, 0.05]),
      isStatic,
    };
    const ids = this.worlds.map((world) => world.add(flyer.model, poseOf(flyer), { static: isStatic }));
    expect(new Set(ids).size).toBe(1);
    this.flyers.set(ids[0], flyer);
    // Some never promise anything.
    if (isStatic || randomInteger(random, 0, 5) > 0) this.promise(ids[0], flyer);
    this.count(`add ${kind}`);
  }

  promise(id: BodyId, { velocity, spin, acceleration }: Flyer): void {
    for (const world of this.worlds.slice(0, 2)) {
      const angularSpeed = Math.hypot(...spin) * (1 + 1e-15);
      world.setMotionBounds(id, { velocity, angularSpeed, acceleration, angularAcceleration: acceleration / 2 });
    }
  }

  remove(id: BodyId): void {
    for (const world of this.worlds) world.remove(id);
    this.flyers.delete(id);
  }

  /** Constant acceleration over a step, no more than promised; the turn is that of the middle of the step. */
  fly(id: BodyId, flyer: Flyer, dt: number): void {
    const random = this.#random;
    if (flyer.isStatic) return;
    const push = triple(() => randomBetween(random, -flyer.acceleration, flyer.acceleration) / Math.sqrt(3));
    const twist = triple(() => randomBetween(random, -flyer.acceleration, flyer.acceleration) / (2 * Math.sqrt(3)));
    for (let k = 0; k < 3; k++) {
      flyer.position[k] += dt * (flyer.velocity[k] + (dt * push[k]) / 2);
      flyer.velocity[k] += dt * push[k];
    }
    const spin = flyer.spin.map((w, k) => w + (dt * twist[k]) / 2);
    flyer.rotation = turned(flyer.rotation, spin, dt);
    for (let k = 0; k < 3; k++) flyer.spin[k] += dt * twist[k];
    for (const world of this.worlds) world.move(id, poseOf(flyer));
  }

  deform(id: BodyId, flyer: Flyer): void {
    if (flyer.kind === 'round' || flyer.kind === 'hull') return;
    const factor = randomBetween(this.#random, 0.8, 1.2);
    const positions = flyer.model.mesh.positions.map((x, k) => (k % 3 === 0 ? factor * x : x));
    for (const world of this.worlds) world.deform(id, positions);
    flyer.model = flyer.model.refit(positions);
    this.count('deform');
  }

  /** What a promise does not foresee, and now and then a new promise that says so. */
  disturb(): void {
    const random = this.#random;
    const ids = [...this.flyers.keys()];
    const id = randomChoice(random, ids);
    const flyer = this.flyers.get(id);
    if (flyer === undefined) return;
    const pick = randomInteger(random, 0, 11);
    if (pick === 0) this.deform(id, flyer);
    if (pick === 1 && ids.length > 8) {
      this.remove(id);
      return;
    }
    if (pick <= 3 && ids.length < BODIES) this.add();
    if (pick === 4 || this.#isOutside(flyer)) {
      Object.assign(flyer, randomPose(random, SPREAD));
      for (const world of this.worlds) world.move(id, poseOf(flyer));
      this.count('teleport');
    }
    if (pick === 5 || pick === 6) {
      flyer.velocity = triple(() => randomBetween(random, -0.3, 0.3));
      if (!flyer.isStatic) this.count(pick === 5 ? 'push promised' : 'push unsaid');
      if (pick === 5 && !flyer.isStatic) this.promise(id, flyer);
    }
    // Renewed as simulations do, step by step, within what was promised before.
    if (pick >= 7) {
      for (const [each, other] of this.flyers) if (randomInteger(random, 0, 1) === 0) this.promise(each, other);
      this.count('renew');
    }
  }

  #isOutside({ position }: Flyer): boolean {
    return Math.max(...position.map(Math.abs)) > 1.5 * SPREAD;
  }
}

function triple(make: () => number): Triple {
  return [make(), make(), make()];
}

/** q after a turn at a constant angular velocity. */
function turned(q: Quaternion, spin: readonly number[], dt: number): Quaternion {
  const speed = Math.hypot(...spin);
  if (speed === 0) return q;
  const [x, y, z] = spin.map((w) => (w / speed) * Math.sin((speed * dt) / 2));
  const w = Math.cos((speed * dt) / 2);
  const [a, b, c, d] = q;
  const out = [
    w * a + d * x + y * c - z * b,
    w * b + d * y + z * a - x * c,
    w * c + d * z + x * b - y * a,
    w * d - x * a - y * b - z * c,
  ];
  const length = Math.hypot(...out);
  const [qx, qy, qz, qw] = out.map((part) => part / length);
  return [qx, qy, qz, qw];
}

const namesOf = (pairs: readonly { readonly bodyA: BodyId; readonly bodyB: BodyId }[]): string[] =>
  pairs.map(({ bodyA, bodyB }) => `${bodyA}:${bodyB}`);

test(`${STEPS} steps by times tell what testing all pairs tells`, { timeout: 60_000 + 100 * STEPS }, () => {
  const random = seeded(7000 + SEED);
  const flight = new Flight(random);
  const { worlds, flyers } = flight;
  for (let k = 0; k < BODIES; k++) flight.add();
  for (let step = 0; step < STEPS; step++) {
    if (randomInteger(random, 0, 2) > 0) flight.disturb();
    const dt = randomChoice(random, [0, 0.02, 0.1, 0.1, 0.25]);
    for (const [id, flyer] of flyers) flight.fly(id, flyer, dt);
    const results = worlds.map((world) => world.step({ dt }));
    const touching: string[] = [];
    const near: string[] = [];
    const bodies = [...flyers].sort(([a], [b]) => a - b);
    for (const [i, [a, one]] of bodies.entries()) {
      for (const [b, other] of bodies.slice(i + 1)) {
        if (one.isStatic && other.isStatic) continue;
        flight.count('pairs');
        const { status } = collide(one.model, poseOf(one), other.model, poseOf(other));
        if (status !== 'separated') {
          touching.push(`${a}:${b}`);
          flight.count(`touching ${one.kind}`);
          flight.count(`touching ${other.kind}`);
          continue;
        }
        const { lower, upper } = distance(one.model, poseOf(one), other.model, poseOf(other), {
          maxDistance: 2 * MARGIN,
        });
        if (Math.abs(upper - MARGIN) <= ROUNDING) flight.count('unclear');
        if (lower <= MARGIN) near.push(`${a}:${b}`);
      }
    }
    for (const { begin, stay } of results) expect(namesOf([...begin, ...stay]).sort()).toEqual([...touching].sort());
    expect(namesOf(results[1].near)).toEqual(near);
    if (step % EXACT_EVERY === 0) {
      const meshes = new Map<number, WorldBody>();
      for (const [id, { kind, model, position, rotation }] of bodies) {
        const { positions, triangles } = model.mesh;
        const pose = { position, rotation };
        if (kind !== 'round') meshes.set(id, { positions, triangles, pose, isSolid: model.closed });
      }
      const told = touching.filter((name) => name.split(':').every((id) => meshes.has(Number(id))));
      const exact = touchingBodies(meshes)
        .filter(([a, b]) => !(flyers.get(a)?.isStatic && flyers.get(b)?.isStatic))
        .map(([a, b]) => `${a}:${b}`);
      expect(told).toEqual(exact);
    }
    flight.count('begun', results[0].begin.length);
    flight.count('near', near.length);
    flight.count('slept', results[0].sleeping);
    flight.count('measured by times', results[0].measured);
    flight.count('measured by travel', results[2].measured);
    flight.count('boxes', results[0].boxPairs);
  }
  const { seen } = flight;
  expect(seen.unclear ?? 0).toBe(0);
  // Or the steps put nothing to the test.
  for (const kind of Object.keys(KINDS)) {
    expect(seen[`add ${kind}`], `add ${kind}`).toBeGreaterThan(1);
    expect(seen[`touching ${kind}`], `touching ${kind}`).toBeGreaterThan(10);
  }
  for (const what of ['deform', 'teleport', 'push promised', 'push unsaid', 'renew']) {
    expect(seen[what], what).toBeGreaterThan(STEPS / 150);
  }
  expect(Math.min(seen.begun, seen.near, seen.slept)).toBeGreaterThan(STEPS / 10);
  // A search for a tenth of the pairs, and no more than where boxes overlap.
  expect(seen['measured by times']).toBeLessThan(seen.pairs / 5);
  expect(seen['measured by times']).toBeLessThan(seen.boxes);
});

describe('tests', () => {
  const STEP = 0.01;

  /** Tests pairs in a fleet that flies in formation, its boxes overlapping, with one body that darts about. */
  function tests(schedule: 'travel' | 'times'): { readonly tests: number; readonly contacts: number } {
    const world = new World({ schedule });
    const plank = Model.build(box({ size: [2, 0.1, 0.1] }));
    const tilt = [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)];
    const fleet = Array.from({ length: 20 }, (_, k) => ({
      position: [0, 0.6 * k, 0],
      rotation: tilt,
      velocity: [1, 0, 0],
    }));
    const ids = fleet.map((ship) => world.add(plank, poseOf(ship)));
    if (schedule === 'times')
      for (const [k, id] of ids.entries()) world.setMotionBounds(id, { velocity: fleet[k].velocity });
    let found = 0;
    let contacts = 0;
    for (let step = 0; step < 500; step++) {
      for (const [k, id] of ids.entries()) {
        // The last one turns back halfway: its promise is broken and it meets nobody; but others must be tested.
        fleet[k].position[0] += STEP * (k === 19 && step >= 250 ? -1 : 1);
        world.move(id, poseOf(fleet[k]));
      }
      const { measured, begin } = world.step({ dt: STEP });
      found += measured;
      contacts += begin.length;
    }
    return { tests: found, contacts };
  }

  test('are fewer by times than by travel where bodies fly alongside', () => {
    const byTravel = tests('travel');
    const byTimes = tests('times');
    expect(byTimes.contacts).toBe(byTravel.contacts);
    expect(byTravel.tests).toBeGreaterThan(500);
    expect(byTimes.tests).toBeLessThan(byTravel.tests / 3);
  });

  test('are none before bodies can touch, and the contact is found', () => {
    const world = new World({ schedule: 'times', broadPhase: grid });
    const cross = Model.build(lShape());
    const still = world.add(cross, {});
    const mover = world.add(cross, { position: [0.95, 0.95, 0] });
    world.setMotionBounds(mover, { velocity: [-0.001, -0.001, 0], acceleration: 0 });
    const measured: number[] = [];
    let contact = -1;
    for (let step = 0; contact < 0 && step < 5000; step++) {
      const at = 0.95 - 0.001 * step;
      world.move(mover, { position: [at, at, 0] });
      const result = world.step({ dt: step === 0 ? 0 : 1 });
      measured.push(result.measured);
      if (result.begin.length > 0) contact = step;
    }
    expect(contact).toBeGreaterThan(100);
    const free = collide(cross, {}, cross, {
      position: [0.95 - 0.001 * (contact - 1), 0.95 - 0.001 * (contact - 1), 0],
    });
    expect(free.status).toBe('separated');
    expect(measured.reduce((sum, n) => sum + n, 0)).toBeLessThan(measured.length / 3);
    expect(world.has(still)).toBe(true);
  });
});

test('refuses what is no bound, no time, and bounds in a world by travel', () => {
  const world = new World({ schedule: 'times' });
  const body = world.add(KINDS.box);
  for (const bad of [Number.NaN, -1, Infinity, '1', null]) {
    for (const key of ['angularSpeed', 'acceleration', 'angularAcceleration']) {
      expect(() => world.setMotionBounds(body, { [key]: bad } as never), `${key} ${bad}`).toThrow(NearmissError);
    }
    if (bad !== -1) {
      expect(() => world.setMotionBounds(body, { velocity: [0, 0, bad] as never })).toThrow(NearmissError);
    }
    expect(() => world.step({ dt: bad as never }), `dt ${bad}`).toThrow(NearmissError);
  }
  expect(() => world.setMotionBounds(body, { velocity: [0, 0] })).toThrow(NearmissError);
  expect(() => world.setMotionBounds(body, { pivot: [0, 0, Number.NaN] })).toThrow(NearmissError);
  expect(() => world.setMotionBounds(body, null as never)).toThrow(NearmissError);
  expect(() => world.setMotionBounds(17, {})).toThrow(NearmissError);
  const plain = new World();
  expect(() => plain.setMotionBounds(plain.add(KINDS.box), {})).toThrow(NearmissError);
  expect(() => new World({ schedule: 'heap' as never })).toThrow(NearmissError);
});
