// Every kind of motion × every method × every kind of body: every method that takes the bodies is asked about every case; all are held against each other and against
// plain triangles at many times (motion-judge.ts). The count of each kind is printed and asserted.
//
//   npm run fuzz:motions -- [cases] [first case] [seed]

import { DRAWN_MOTION_KINDS } from '@nearmiss/fixtures';
import { Mesh, Model, Pair, timeOfContact, World } from 'nearmiss';
import { ADVANCE_METHODS } from 'nearmiss/lab';
import { box } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { BODY_KINDS, makeMotionBodies, ROUND_KINDS } from '../motion-bodies.ts';
import { askAll, drawCase, METHODS, VOLUME_METHODS } from '../motion-cases.ts';
import { FAULTS, type Fault, judge } from '../motion-judge.ts';

const CASES = Number(process.env.NEARMISS_MOTIONS ?? 600);
const FIRST = Number(process.env.NEARMISS_MOTIONS_FIRST ?? 0);
const SEED = Number(process.env.NEARMISS_MOTIONS_SEED ?? 1);
/** Faults told in full. */
const MOST_TOLD = 20;
/** Cases after which no method has failed to meet a kind of motion of a kind of body. */
const INTERSECTS_ALL = 20_000;
/** How often the long form says how far it is. */
const PROGRESS = 10_000;

class Counts {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, this.of(name) + 1);
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  toString(): string {
    return [...this.#counts].map(([name, count]) => `${name}: ${count}`).join('\n  ');
  }
}

test(`${CASES} motions of every kind, by every method, of every kind of body`, () => {
  const bodies = makeMotionBodies();
  const [motions, kinds, methods, volumes, statuses, triples] = Array.from({ length: 6 }, () => new Counts());
  const faults = new Counts();
  const told: string[] = [];
  for (let index = FIRST; index < FIRST + CASES; index++) {
    const drawn = drawCase(SEED, index, bodies);
    const answers = askAll(drawn, (method, volume) => {
      if (volume !== null) volumes.add(volume);
      else {
        methods.add(method);
        for (const { body, motionKind } of [drawn.a, drawn.b]) triples.add(`${[method, motionKind, body.kind]}`);
      }
    });
    for (const { body, motionKind } of [drawn.a, drawn.b]) {
      motions.add(motionKind);
      kinds.add(body.kind);
    }
    for (const { method, status } of answers) statuses.add(`${method}: ${status}`);
    judge(drawn, answers, (fault: Fault, text: string) => {
      faults.add(fault);
      if (told.length === MOST_TOLD) return;
      told.push(`${fault}, ${drawn.name}, threshold ${drawn.threshold}: ${text}`);
      // A long run takes an hour: what it finds is to be seen at once.
      if (CASES >= INTERSECTS_ALL) console.log(told[told.length - 1]);
    });
    if ((index + 1 - FIRST) % PROGRESS === 0) {
      console.log(`${index + 1 - FIRST} cases; ${FAULTS.map((fault) => `${faults.of(fault)} ${fault}`).join(', ')}`);
    }
  }
  console.log(`motions:\n  ${motions}\nbodies:\n  ${kinds}\nmethods:\n  ${methods}\nvolumes:\n  ${volumes}`);
  console.log(`statuses:\n  ${statuses}`);
  const wanted = combinations();
  const missing = wanted.filter((triple) => triples.of(`${triple}`) === 0);
  console.log(`method × motion × body: ${wanted.length} combinations, ${missing.length} of them not met`);
  console.log(FAULTS.map((fault) => `${faults.of(fault)} ${fault}`).join(', '));

  expect(told.join('\n')).toBe('');
  for (const kind of DRAWN_MOTION_KINDS) expect(motions.of(kind), kind).toBeGreaterThan(CASES / 60);
  for (const kind of BODY_KINDS) expect(kinds.of(kind), kind).toBeGreaterThan(CASES / 20);
  for (const method of METHODS) expect(methods.of(method), method).toBeGreaterThan(CASES / 20);
  for (const volume of VOLUME_METHODS) expect(volumes.of(volume), volume).toBeGreaterThan(CASES / 500);
  // Every method sees contacts and free motions, and ends.
  for (const method of METHODS) {
    const contacts = statuses.of(`${method}: contact`) + statuses.of(`${method}: near`);
    const free = statuses.of(`${method}: free`) + statuses.of(`${method}: untouched`);
    expect(contacts, `${method}, contacts`).toBeGreaterThan(methods.of(method) / 8);
    expect(free, `${method}, free`).toBeGreaterThan(methods.of(method) / 20);
  }
  if (CASES >= INTERSECTS_ALL) expect(missing).toEqual([]);
  // A short run has met every two of the three together.
  const met = wanted.filter((triple) => triples.of(`${triple}`) > 0);
  expect(pairsOf(met)).toEqual(pairsOf(wanted));
});

/** Every two of the three that come together in some triple. */
function pairsOf(all: readonly (readonly string[])[]): string[] {
  const pairs = all.flatMap(([method, motion, body]) => [
    `${method} × ${motion}`,
    `${method} × ${body}`,
    `${motion} × ${body}`,
  ]);
  return [...new Set(pairs)].sort();
}

/** What has to be met: a method, and a body of a kind on a motion of a kind, whatever the other body is and does. */
function combinations(): string[][] {
  const all: string[][] = [];
  for (const method of METHODS) {
    for (const motion of DRAWN_MOTION_KINDS) {
      for (const body of BODY_KINDS) {
        const isAsked = method !== 'medial' || !(body === 'open surface' || ROUND_KINDS.includes(body));
        if (isAsked) all.push([method, motion, body]);
      }
    }
  }
  return all;
}

const POST = Model.build(box({ size: [0.5, 0.5, 0.5] }));

test('a rod turned by a pose function about its middle meets a post', () => {
  const rod = Model.build(box({ size: [4, 0.02, 0.02] }));
  const turn = {
    pose: (time: number) => ({ rotation: [0, 0, Math.sin(time), Math.cos(time)] as const }),
    speed: 0,
    angularSpeed: 2,
  };
  const beside = { position: [0, 1.5, 0] } as const;
  // The edge of the post at (−0.25, 1.25), or (0.25, 1.25) before it, comes to the rod when it has turned by atan(1.25/0.25), less its width.
  const time = Math.atan2(1.25, 0.25) / 2;
  const { lower, upper, status } = timeOfContact(rod, turn, POST, beside);
  expect(status).toBe('contact');
  expect(lower).toBeLessThan(time);
  expect(upper).toBeGreaterThan(time - 0.01);
  for (const method of ['controlled', 'hulls', 'patches'] as const) {
    const other = timeOfContact(rod, turn, POST, beside, { method: ADVANCE_METHODS[method] });
    expect(other.lower, method).toBeLessThanOrEqual(upper ?? 0);
    expect(lower, method).toBeLessThanOrEqual(other.upper ?? 0);
  }
  expect(new Pair(rod, POST).timeOfContact(turn, beside)).toMatchObject({ status, lower, upper });
  const world = new World();
  const body = world.add(POST, beside);
  expect(world.sweep(rod, turn)).toMatchObject({ body, contact: { status, lower, upper } });
});

test('what a pose function brings meets what spins', () => {
  const spin = { from: {}, angularVelocity: [0, 0, 40] as const };
  const come = { pose: (time: number) => ({ position: [3 - 4 * time, 0, 0] as const }), speed: 4, angularSpeed: 0 };
  const { status, lower } = timeOfContact(POST, spin, POST, come);
  expect(status).toBe('contact');
  // Half the diagonal of the one is at 0.354, half the width of the other 0.25.
  expect(lower).toBeGreaterThan((3 - 0.25 - 0.354) / 4);
  expect(lower).toBeLessThan((3 - 0.25 - 0.25) / 4);
});

test('no contact is proven along the chord of a pose function that turns on the spot', () => {
  // A tip at 1 from the axis comes round a plate that ends at 0.99: its chord goes through the plate.
  const tip = Model.build(new Mesh([0.998, 0, -0.002, 0.998, 0, 0.002, 1.002, 0, 0], [0, 1, 2]));
  const plate = Model.build(new Mesh([0.99, 0, -0.5, 0.99, 0, 0.5, 0.3, 0, 0], [0, 1, 2]));
  const swing = {
    pose: (time: number) => {
      const half = 0.5 * time - 0.075;
      return { rotation: [0, 0, Math.sin(half), Math.cos(half)] as const };
    },
    speed: 0,
    angularSpeed: 1,
  };
  expect(timeOfContact(tip, swing, plate, {}, { threshold: 0.2 })).toMatchObject({ status: 'near', upper: null });
});
