// The alternation of Song, Lan, Yao and Guo: its elementary tests beside the certified step, and the whole query beside `timeOfContact` by medial axes.
// It is a baseline that proves nothing; what is held against it is how often it is right, and that it never claims a contact too early.

import { randomBetween, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { sphere } from '../../../src/entries/convex.ts';
import { medialAlternation } from '../../../src/entries/lab.ts';
import { medial, medialStructure } from '../../../src/entries/medial.ts';
import { box, lShape, torus } from '../../../src/entries/shapes.ts';
import { Model, type Motion, timeOfContact } from '../../../src/index.ts';
import { Alternation } from '../../../src/lab/medial-alternation/alternation.ts';
import { type PrimitiveMotion, straightContactTime } from '../../../src/query/medial/straight-step.ts';

const TIMES = Number(process.env.NEARMISS_LAB_TIMES ?? 1);
const TOLERANCE = 1e-6;

function primitive(random: SeededRandom, count: number, at: number): PrimitiveMotion {
  const side = (spread: number): number => randomBetween(random, -spread, spread);
  const balls = Array.from({ length: count }, () => [at + side(0.5), side(0.5), side(0.5), 0.3 * random()]).flat();
  const displacement = [side(3) - 1.5 * at, side(1), side(1)];
  const spread = random() < 0.25 ? 0 : 0.7;
  return {
    balls: Float64Array.from(balls),
    displacements: Float64Array.from({ length: 3 * count }, (_, k) => displacement[k % 3] + side(spread)),
  };
}

test.each([
  ['ball and ball', 1, 1, 1, 0],
  ['cone and cone', 2, 2, 1, 0],
  ['ball and slab', 1, 3, 0, 1],
  ['cone and slab', 2, 3, 3, 2],
  ['slab and cone', 3, 2, 3, 2],
  ['slab and slab', 3, 3, 9, 6],
] as const)(
  '%s: elementary tests as many as in §4.1, and nearly always the first contact',
  (_, countA, countB, coneCone, sphereSlab) => {
    const random = seeded(61 + 10 * countA + countB);
    const alternation = new Alternation();
    const cases = 1000 * TIMES;
    const seen = { right: 0, late: 0, missed: 0, early: 0, circles: 0, contacts: 0 };
    for (let k = 0; k < cases; k++) {
      const a = primitive(random, countA, 0);
      const b = primitive(random, countB, 1);
      const time = straightContactTime(a, b, TOLERANCE);
      const claim = alternation.contactTime(a, b, TOLERANCE);
      if (time < Infinity) seen.contacts++;
      if (Number.isNaN(claim)) seen.circles++;
      else if (time === claim || Math.abs(time - claim) < 1e-3) seen.right++;
      // In contact at the start: the alternation may say that they leave (its Condition 1), or when they come back.
      else if (time === 0) seen.right++;
      else if (claim === Infinity) seen.missed++;
      else if (claim > time) seen.late++;
      else seen.early++;
    }
    expect(alternation.coneCone).toBe(cases * coneCone);
    expect(alternation.sphereSlab).toBe(cases * sphereSlab);
    expect(seen.contacts).toBeGreaterThan(cases / 10);
    // Where it claims a contact, there is one: nothing is announced before the certified time.
    expect(seen.early).toBe(0);
    expect(seen.right, JSON.stringify(seen)).toBeGreaterThan(0.95 * cases);
    expect(seen.late + seen.missed + seen.circles).toBe(cases - seen.right);
    const turns = alternation.turns / (alternation.coneCone + alternation.sphereSlab);
    expect(turns).toBeGreaterThan(1);
    expect(turns).toBeLessThan(8);
  },
);

const bodies = [torus({ majorSegments: 16, minorSegments: 8 }), lShape(), box()].map((mesh) =>
  Model.build(mesh, { with: [medialStructure({ primitives: 30, samples: 500 })] }),
);

/** Motions of every kind, towards a body in the origin. */
const MOTIONS: Readonly<Record<string, (random: SeededRandom) => Motion>> = {
  translation: (random) => {
    const from = start(random);
    return { from, to: { ...end(random), rotation: from.rotation }, kind: 'translation' };
  },
  linear: (random) => ({ from: start(random), to: turned(random), kind: 'linear' }),
  screw: (random) => ({ from: start(random), to: turned(random), kind: 'screw' }),
  steady: (random) => {
    const from = start(random);
    const { position } = end(random);
    const velocity = position.map((x, k) => x - from.position[k]);
    return { from, velocity, angularVelocity: [0, randomBetween(random, -1, 1), 0.3] };
  },
  function: (random) => {
    const from = start(random);
    const { position } = end(random);
    const displacement = position.map((x, k) => x - from.position[k]);
    const pose = (t: number) => ({
      position: from.position.map((x, k) => x + t * displacement[k]),
      rotation: from.rotation,
    });
    return { pose, speed: Math.hypot(...displacement) * (1 + 1e-9), angularSpeed: 0 };
  },
};

const start = (random: SeededRandom) => ({
  ...randomPose(random, 0.4),
  position: [2.5, randomBetween(random, -1, 1), 0.2],
});
const end = (random: SeededRandom) => ({
  position: [-2.5, randomBetween(random, -1, 1), randomBetween(random, -1, 1)],
});
function turned(random: SeededRandom) {
  const angle = randomBetween(random, -0.5, 0.5);
  return { ...end(random), rotation: [0, Math.sin(angle), 0, Math.cos(angle)] } as const;
}

test('end to end: every kind of motion, beside the certified time of contact by medial axes', () => {
  const random = seeded(2014);
  const seen = new Map<string, number>();
  const count = (key: string): void => void seen.set(key, (seen.get(key) ?? 0) + 1);
  const cases = 60 * TIMES;
  for (let k = 0; k < cases; k++) {
    const a = bodies[k % bodies.length];
    const b = bodies[Math.floor(k / bodies.length) % bodies.length];
    const kinds = Object.keys(MOTIONS);
    const kind = kinds[k % kinds.length];
    const motion = MOTIONS[kind](random);
    const turns = kind !== 'translation' && kind !== 'function';
    const claim = medialAlternation(a, motion, b, {}, { intervals: turns ? 64 : 1, threshold: 1e-4 });
    const exact = timeOfContact(a, motion, b, {}, { method: medial, threshold: 1e-4 });
    count(kind);
    count(claim.status);
    expect(claim.toc === null).toBe(claim.status !== 'claims-contact');
    expect(claim.coneCone + claim.sphereSlab <= claim.elementaryPairs * 64).toBe(true);
    if (claim.toc === null) {
      if (exact.status !== 'free') count('missed');
      continue;
    }
    // Between two poses of an interval balls go straight, which is up to a sagitta off the arc.
    expect(claim.toc, `${k} ${kind}`).toBeGreaterThanOrEqual(exact.lower - (turns ? 1e-2 : 1e-4));
    if (claim.toc > exact.lower + 1e-2) count('late');
  }
  for (const kind of Object.keys(MOTIONS)) expect(seen.get(kind)).toBe(cases / Object.keys(MOTIONS).length);
  expect(seen.get('claims-contact') ?? 0).toBeGreaterThan(cases / 5);
  expect(seen.get('claims-free') ?? 0).toBeGreaterThan(cases / 20);
  expect((seen.get('missed') ?? 0) + (seen.get('late') ?? 0)).toBeLessThanOrEqual(0.05 * cases);
});

test('all elementary pairs, or those whose boxes overlap: the same time', () => {
  const random = seeded(3);
  for (let k = 0; k < 4; k++) {
    const motion = MOTIONS.translation(random);
    const some = medialAlternation(bodies[1], motion, bodies[2], {});
    const all = medialAlternation(bodies[1], motion, bodies[2], {}, { all: true });
    expect([all.status, all.toc]).toEqual([some.status, some.toc]);
    if (all.coneCone > 0) expect(all.coneCone + all.sphereSlab).toBe(all.elementaryPairs);
    expect(some.coneCone).toBeLessThanOrEqual(all.coneCone);
  }
});

test('in any unit, and refused where it cannot be asked', () => {
  const [ring] = bodies;
  const fall: Motion = { from: { position: [0, 0, 3] }, to: { position: [0, 0, -3] } };
  const known = medialAlternation(ring, fall, ring, {}).toc ?? Number.NaN;
  expect(known).toBeGreaterThan(0.2);
  expect(() => medialAlternation(ring, fall, ring, {}, { intervals: 0 })).toThrow(/intervals/);
  expect(() => medialAlternation(ring, fall, ring, {}, { intervals: Number.NaN })).toThrow(/intervals/);
  expect(() => medialAlternation(ring, fall, ring, {}, { threshold: Number.NaN })).toThrow(/threshold/);
  expect(() => medialAlternation(ring, fall, ring, {}, { signal: { aborted: true } })).toThrow(/aborted/);
  expect(() => medialAlternation(sphere(), fall, ring, {})).toThrow(/round/i);
  for (const unit of [1e-60, 1e60]) {
    const ringOf = torus({ majorSegments: 16, minorSegments: 8, majorRadius: unit, minorRadius: 0.3 * unit });
    const own = Model.build(ringOf, { with: [medialStructure({ primitives: 20, samples: 300 })] });
    const motion: Motion = { from: { position: [0, 0, 3 * unit] }, to: { position: [0, 0, -3 * unit] } };
    const result = medialAlternation(own, motion, own, {});
    expect(result.status).toBe('claims-contact');
    expect(result.toc).toBeGreaterThan(0.2);
    expect(result.toc).toBeLessThan(0.5);
  }
});
