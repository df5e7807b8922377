import { randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { hulls } from '../../../src/entries/convex.ts';
import { ADVANCE_METHODS, controlled, patches, rss } from '../../../src/entries/lab.ts';
import { box, icosphere, lShape, torus } from '../../../src/entries/shapes.ts';
import { VOLUMES } from '../../../src/lab/volumes/volumes-by-name.ts';
import { Model } from '../../../src/model/model.ts';
import type { Motion } from '../../../src/motion/motion.ts';
import { type TimeOfContactOptions, timeOfContact } from '../../../src/query/time-of-contact/time-of-contact.ts';
import { randomVector } from '../../motion/seeded-motions.ts';

const METHODS: Record<string, TimeOfContactOptions> = {
  controlled: { method: controlled },
  ...Object.fromEntries(
    Object.values(VOLUMES).map((volume) => [`controlled, on ${volume.name}`, { method: controlled, volume }]),
  ),
  'controlled, undirected': { method: controlled, bound: 'undirected' },
  hulls: { method: hulls },
  'hulls, undirected': { method: hulls, bound: 'undirected' },
  patches: { method: patches },
  'patches, undirected': { method: patches, bound: 'undirected' },
};

const models = [
  Model.build(box()),
  Model.build(lShape()),
  Model.build(icosphere({ subdivisions: 1 })),
  Model.build(torus({ majorSegments: 8, minorSegments: 5 })),
];

/** Past each other, or not: from one side to somewhere near the other. */
function randomMotion(random: SeededRandom, run: number): Motion {
  const displacement = randomVector(random, 1);
  const length = Math.hypot(...displacement);
  const from = { position: displacement.map((x) => (4 * x) / length), rotation: randomPose(random, 1).rotation };
  const miss = randomVector(random, 1.5);
  const position = displacement.map((x, k) => (-4 * x) / length + miss[k]);
  if (run % 4 === 0) return { from, to: { position, rotation: from.rotation }, kind: 'translation' };
  const to = { position, rotation: randomPose(random, 1).rotation };
  if (run % 4 === 1) return { from, to };
  if (run % 4 === 2) return { from, to, kind: 'screw' };
  return { from, velocity: position.map((x, k) => x - from.position[k]), angularVelocity: randomVector(random, 20) };
}

const THRESHOLD = 1e-5;

/** Motions of two bodies, and what pairwise advancement says of them. */
const scenes = (() => {
  const random = seeded(7);
  return Array.from({ length: 32 }, (_, run) => {
    const a = models[run % 4];
    const b = models[(run >> 2) % 4];
    const motionA = randomMotion(random, run);
    const motionB: Motion = run % 3 === 0 ? {} : { from: {}, to: randomPose(random, 0.3) };
    return { a, b, motionA, motionB, judge: timeOfContact(a, motionA, b, motionB, { threshold: THRESHOLD }) };
  });
})();

describe.each(Object.entries(METHODS))('%s', (_, options) => {
  test('says what pairwise advancement says', () => {
    let contacts = 0;
    for (const { a, b, motionA, motionB, judge } of scenes) {
      const result = timeOfContact(a, motionA, b, motionB, { ...options, threshold: THRESHOLD });
      expect(result.status).toBe(judge.status);
      if (judge.toc !== null) expect(Math.abs((result.toc ?? Infinity) - judge.toc)).toBeLessThan(1e-4);
      // Never late: no one may claim a time free at which another has proven a contact.
      if (judge.upper !== null) expect(result.lower).toBeLessThanOrEqual(judge.upper);
      if (result.upper !== null) expect(judge.lower).toBeLessThanOrEqual(result.upper);
      if (result.status === 'contact') contacts++;
    }
    expect(contacts).toBeGreaterThan(8);
    expect(contacts).toBeLessThan(28);
  });

  test('the rod comes round and meets the box', () => {
    const rod = Model.build(box({ size: [3, 0.02, 0.02] }));
    const plate = Model.build(box({ size: [0.1, 0.6, 0.6] }));
    const turn = (170 / 360) * Math.PI;
    const motion: Motion = {
      from: { position: [-0.5, 0, 0] },
      to: {
        position: [-0.5 * Math.cos(2 * turn), -0.5 * Math.sin(2 * turn), 0],
        rotation: [0, 0, Math.sin(turn), Math.cos(turn)],
      },
      pivot: [0.5, 0, 0],
    };
    const result = timeOfContact(rod, motion, plate, { position: [1.55, 0, 0] }, { ...options, threshold: 1e-6 });
    expect(result.status).toBe('contact');
    expect(result.toc).toBeGreaterThan(0.99);
    expect(result.toc).toBeLessThan(0.9901);
  });

  test('the same twice, to the bit, and out of budget it says so', () => {
    const [, a, b] = models;
    const motion = randomMotion(seeded(3), 1);
    const first = timeOfContact(a, motion, b, {}, { ...options, stats: true });
    timeOfContact(b, randomMotion(seeded(4), 2), a, {}, options);
    const second = timeOfContact(a, motion, b, {}, { ...options, stats: true });
    expect(second).toEqual(first);
    const short = timeOfContact(a, motion, b, {}, { ...options, budget: 40 });
    expect(short.status).toBe('iteration-limit');
    expect(short.lower).toBeLessThanOrEqual(first.lower);
  });
});

test('hovering along over a plate, a direction saves most of the steps', () => {
  const plate = Model.build(box({ size: [4, 4, 0.1] }));
  const cube = Model.build(box());
  const motion: Motion = { from: { position: [-1, 0, 0.61] }, to: { position: [1, 0, 0.61] } };
  const steps = (options: TimeOfContactOptions): number => {
    const { status, iterations } = timeOfContact(cube, motion, plate, {}, options);
    expect(status).toBe('free');
    return iterations;
  };
  for (const method of ['controlled', 'hulls', 'patches'] as const) {
    const few = steps({ method: ADVANCE_METHODS[method] });
    expect(few).toBeLessThanOrEqual(3);
    expect(steps({ method: ADVANCE_METHODS[method] })).toBe(few); // nothing is taken over from one query to the next
    expect(steps({ method: ADVANCE_METHODS[method], bound: 'undirected' })).toBeGreaterThan(20);
  }
});

test('what the methods cannot be asked is refused', () => {
  const [model] = models;
  const ask = (options: object) => () => timeOfContact(model, {}, model, { position: [5, 0, 0] }, options);
  for (const options of [
    { method: 'fast' },
    { method: hulls, bound: 'loose' },
    { volume: rss },
    { method: hulls, volume: rss },
    { method: controlled, volume: 'egg' },
    { bound: 'undirected' },
  ]) {
    expect(ask(options)).toThrow(expect.objectContaining({ code: 'options/bad-value' }));
  }
  expect(ask({ method: hulls, from: 'contact' })).toThrow(expect.objectContaining({ code: 'query/unsupported' }));
});

test('the front is told where one is kept, and not that of an earlier query', () => {
  const [a, b] = [models[3], models[1]];
  const into: Motion = { from: { position: [0, 0, 4] }, to: { position: [0, 0, 0], rotation: [0, 0, 0.6, 0.8] } };
  const frontOf = (motion: Motion, options: TimeOfContactOptions): number =>
    timeOfContact(a, motion, b, {}, { ...options, stats: true }).stats?.frontSize ?? -1;
  expect(frontOf(into, {})).toBeGreaterThan(0);
  expect(frontOf(into, { method: hulls })).toBeGreaterThan(0);
  expect(frontOf(into, { method: controlled })).toBe(0);
  expect(frontOf(into, { method: patches })).toBe(0);
  const inside: Motion = { from: {}, to: { position: [0, 0, 4] } };
  expect(timeOfContact(a, inside, b, {}).status).toBe('initially-in-contact');
  expect([frontOf(inside, {}), frontOf(inside, { method: hulls })]).toEqual([0, 0]);
});
