// Medial axes in queries, judged by the exact ones: no contact of the bodies missed, and none announced farther ahead than stated.

import { randomBetween, randomChoice, randomInteger, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { sphere } from '../../../src/entries/convex.ts';
import { obb, rss } from '../../../src/entries/lab.ts';
import { medial, medialAxis, medialStructure } from '../../../src/entries/medial.ts';
import { gear, icosphere, lShape, torus, torusKnot, uShape } from '../../../src/entries/shapes.ts';
import { collide, distance, Model, type Motion, timeOfContact } from '../../../src/index.ts';
import { BodyMotion } from '../../../src/motion/body-motion.ts';
import { randomVector } from '../../motion/seeded-motions.ts';
import { inverted, partlyInverted, scaled, shifted, union } from '../bodies.ts';

const MOTIONS = Number(process.env.NEARMISS_MEDIAL_MOTIONS ?? 500);
const THRESHOLD = 1e-4;

const meshes = [
  torus({ majorSegments: 20, minorSegments: 10 }),
  lShape(),
  scaled(torusKnot({ triangles: 800 }), 0.6),
  uShape(),
  scaled(gear(), 0.7),
  shifted(torus({ majorSegments: 16, minorSegments: 9 }), [0.4, 0, 2]),
];
const models = meshes.map((mesh, k) =>
  Model.build(k === 5 ? partlyInverted(mesh, (face) => face === 7) : mesh, {
    with: [medialStructure({ primitives: 30 + 10 * k, samples: 600 })],
  }),
);

/** From somewhere outside through the neighbourhood of the origin: slow or fast turns, none, many. */
function drawMotion(random: SeededRandom): Motion {
  const aim = randomPose(random, 1);
  const away = randomVector(random, 1);
  const distance = randomBetween(random, 1.5, 5) / Math.hypot(...away);
  const rate = randomChoice(random, [0, 0, 0.5, 3, 6]);
  return {
    from: { position: away.map((x, k) => aim.position[k] - distance * x), rotation: aim.rotation },
    velocity: away.map((x) => 1.8 * distance * x),
    angularVelocity: randomVector(random, rate),
    pivot: random() < 0.3 ? randomVector(random, 1) : [0, 0, 0],
  };
}

const body = [new BodyMotion(), new BodyMotion()] as const;

function poseAt(k: 0 | 1, motion: Motion, time: number) {
  const out = new Float64Array(7);
  body[k].read(motion, new Float64Array(3), 'motion');
  body[k].poseAt(time, out);
  return { position: out.subarray(0, 3), rotation: out.subarray(3) };
}

test(`${MOTIONS} motions: no contact missed, none announced too early`, () => {
  const random = seeded(31);
  const counts = { contact: 0, near: 0, free: 0, 'initially-in-contact': 0, 'iteration-limit': 0 };
  let ghosts = 0;
  for (let k = 0; k < MOTIONS; k++) {
    const a = randomChoice(random, models);
    const b = models[randomInteger(random, 0, models.length - 1)];
    const motionA = drawMotion(random);
    const motionB = random() < 0.4 ? drawMotion(random) : { from: randomPose(random, 0.3) };
    const exact = timeOfContact(a, motionA, b, motionB, { threshold: THRESHOLD });
    const result = timeOfContact(a, motionA, b, motionB, { threshold: THRESHOLD, method: medial });
    const name = `motion ${k}`;
    counts[result.status]++;
    expect(result.status === 'initially-in-contact', name).toBe(exact.status === 'initially-in-contact');
    expect(result.upper, name).toBe(result.status === 'initially-in-contact' ? 0 : null);
    expect(result.lower, `${name}, late`).toBeLessThanOrEqual(exact.upper ?? Infinity);
    if (exact.status === 'contact') expect(result.status, `${name}, missed`).toBe('near');
    if (result.status !== 'near') continue;
    const { error = Number.NaN, toc } = result;
    if (exact.status === 'free') ghosts++;
    const gap = distance(a, poseAt(0, motionA, toc ?? 0), b, poseAt(1, motionB, toc ?? 0)).lower;
    expect(gap, `${name}, early`).toBeLessThanOrEqual(error + THRESHOLD);
    expect(result.pointA, name).not.toBeNull();
    expect(result.faceA, name).toBeNull();
  }
  expect(counts.near).toBeGreaterThan(MOTIONS / 4);
  expect(counts.free).toBeGreaterThan(MOTIONS / 8);
  expect(counts['iteration-limit']).toBe(0);
  expect(ghosts).toBeLessThan(MOTIONS / 10);
});

describe('at the start', () => {
  test('enclosures that overlap are told from bodies that do', () => {
    const [ring] = models;
    const reach = medialAxis(ring).dilation + 1e-3;
    const tall = 2 * Math.max(...ring.mesh.positions.filter((_, k) => k % 3 === 2));
    const motion = { from: { position: [0, 0, tall + reach / 2] }, velocity: [0, 0, -1] } as const;
    expect(timeOfContact(ring, motion, ring, {}, { method: medial })).toMatchObject({ status: 'near', toc: 0 });
    const inside = { from: { position: [0, 0, 0.9 * tall] }, velocity: [0, 0, 1] } as const;
    const result = timeOfContact(ring, inside, ring, {}, { method: medial });
    expect(result).toMatchObject({ status: 'initially-in-contact', toc: 0, upper: 0, departing: false });
  });
});

test('a surface is not near its inside: no error is stated', () => {
  const motion = { from: { position: [9, 0, 0] }, velocity: [-9, 0, 0] } as const;
  const result = timeOfContact(models[1], motion, models[0], {}, { method: medial, solid: false });
  expect(result).toMatchObject({ status: 'near', error: Infinity });
});

describe('refused', () => {
  test.each([
    { method: medial, bound: 'directed' },
    { method: medial, volume: rss },
  ] as const)('%o', (options) => {
    const ask = () => timeOfContact(models[0], {}, models[1], {}, options);
    expect(ask).toThrow(expect.objectContaining({ code: 'options/bad-value' }));
  });

  test('what medial axes have no answer to', () => {
    const [a, b] = models;
    const bad = expect.objectContaining({ code: 'options/bad-value' });
    expect(() => collide(a, {}, b, {}, { method: medial, segments: true })).toThrow(bad);
    expect(() => collide(a, {}, b, {}, { method: medial, volume: obb })).toThrow(bad);
    expect(() => distance(a, {}, b, {}, { method: medial, volume: obb })).toThrow(bad);
  });

  test('features that start in contact, and round shapes', () => {
    const unsupported = expect.objectContaining({ code: 'query/unsupported' });
    expect(() => timeOfContact(models[0], {}, models[1], {}, { method: medial, from: 'contact' })).toThrow(unsupported);
    expect(() => timeOfContact(models[0], {}, sphere(), {}, { method: medial })).toThrow(unsupported);
  });
});

test(`${MOTIONS / 2} poses: distances hold the exact ones between them, and what is apart is apart`, () => {
  const random = seeded(32);
  const counts = { separated: 0, near: 0 };
  for (let k = 0; k < MOTIONS / 2; k++) {
    const a = randomChoice(random, models);
    const b = randomChoice(random, models);
    const poseA = randomPose(random, 1);
    const poseB = randomPose(random, 0.2);
    const exact = distance(a, poseA, b, poseB);
    const result = distance(a, poseA, b, poseB, { method: medial });
    const name = `poses ${k}: ${result.status}, ${exact.status}`;
    expect(result.lower, name).toBeLessThanOrEqual(exact.upper);
    expect(result.upper, name).toBeGreaterThanOrEqual(exact.lower);
    expect(result.upper - result.lower, name).toBeLessThanOrEqual((result.error ?? 0) + 1e-12);
    const { status, colliding, error } = collide(a, poseA, b, poseB, { method: medial });
    expect(error).toBe(result.error);
    expect(status, name).toBe(result.status);
    expect(colliding).toBe(status === 'near' ? null : false);
    if (status === 'separated') expect(exact.status, name).toBe('separated');
    if (status === 'separated' || status === 'near') counts[status]++;
    const limit = randomBetween(random, 0, 1);
    const limited = distance(a, poseA, b, poseB, { method: medial, maxDistance: limit });
    if (result.lower > limit + 1e-9) expect(limited, name).toMatchObject({ status: 'beyond' });
    else if (result.lower < limit - 1e-9) expect(limited).toEqual(result);
  }
  expect(counts.separated).toBeGreaterThan(MOTIONS / 10);
  expect(counts.near).toBeGreaterThan(MOTIONS / 20);
});

test('a cavity stays a cavity', () => {
  // A hollow ball thick enough to hold a small one: its medial axis stays in the wall.
  const wall = Model.build(
    union(icosphere({ subdivisions: 2, radius: 2 }), inverted(icosphere({ subdivisions: 2, radius: 1.5 }))),
    { with: [medialStructure({ primitives: 200, samples: 2500 })] },
  );
  const small = Model.build(icosphere({ subdivisions: 1, radius: 0.3 }), {
    with: [medialStructure({ primitives: 4, samples: 200 })],
  });
  const hollow = distance(small, {}, wall, {}, { method: medial });
  expect(hollow.status).toBe('separated');
  expect(hollow.lower).toBeGreaterThan(0.5);
  expect(timeOfContact(small, { from: {}, velocity: [2, 0, 0] }, wall, {}, { method: medial })).toMatchObject({
    status: 'near',
  });
});
