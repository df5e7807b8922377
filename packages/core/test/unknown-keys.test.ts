// A misspelt property of options, of a pose or of a motion is refused by name, with the one that was probably meant, and never ignored.

import { describe, expect, test } from 'vitest';
import { sphere } from '../src/entries/convex.ts';
import { medialAxis } from '../src/entries/medial.ts';
import * as nearmiss from './all-entries.ts';

const { Model, World, box, NearmissError, nearestName } = nearmiss;

const cube = Model.build(box());
const apart = { position: [3, 0.25, 0] } as const;
const inside = { position: [0.5, 0.25, 0] } as const;
const soft = () => new nearmiss.DeformingMesh(box());
const shifted = () => [...box().positions].map((x) => x + 3);
const points = [0, 0, 1, -1, -1, 0, 1, -1, 0, 0, 1, 0];
const bounds = { velocity: [1, 0, 0], angularSpeed: 1, radius: 1, acceleration: 1, angularAcceleration: 1 } as const;
const world = (): nearmiss.World => {
  const made = new World();
  made.add(cube);
  return made;
};

/** An entry that takes options: what is asked, one of its options with a value it takes, and a misspelling of that option. */
type Entry = readonly [name: string, ask: (options: never) => unknown, good: object, misspelt: string];

const ENTRIES: readonly Entry[] = [
  ['collide', (o) => nearmiss.collide(cube, {}, cube, apart, o), { contacts: 'all' }, 'contacst'],
  ['distance', (o) => nearmiss.distance(cube, {}, cube, apart, o), { tolerance: 1 }, 'tolernace'],
  ['tolerance', (o) => nearmiss.tolerance(cube, {}, cube, apart, o), { tolerance: 1 }, 'tolerences'],
  ['directional', (o) => nearmiss.directional(cube, {}, cube, apart, o), { direction: [1, 0, 0] }, 'directoin'],
  ['contactManifold', (o) => nearmiss.contactManifold(cube, {}, cube, apart, o), { within: 1 }, 'witin'],
  ['clearance', (o) => nearmiss.clearance(cube, {}, cube, apart, o), { clearance: 1 }, 'clearence'],
  ['penetration', (o) => nearmiss.penetration(cube, {}, cube, inside, o), { accuracy: 1 }, 'acuracy'],
  [
    'verifyPenetration',
    (o) => nearmiss.verifyPenetration(cube, {}, cube, inside, nearmiss.penetration(cube, {}, cube, inside), o),
    { solid: true },
    'Solids',
  ],
  ['timeOfContact', (o) => nearmiss.timeOfContact(cube, {}, cube, apart, o), { threshold: 1e-3 }, 'treshold'],
  ['closestPoint', (o) => nearmiss.closestPoint(cube, {}, [3, 0, 0], o), { maxDistance: 9 }, 'maxdist'],
  ['contains', (o) => nearmiss.contains(cube, {}, [3, 0, 0], o), { solid: 'auto' }, 'soild'],
  ['raycast', (o) => nearmiss.raycast(cube, {}, [3, 0, 0], [1, 0, 0], o), { maxDistance: 9 }, 'max_distance'],
  ['vertexFaceTime', (o) => nearmiss.vertexFaceTime(points, points, o), { tolerance: 1e-6 }, 'tol'],
  ['edgeEdgeTime', (o) => nearmiss.edgeEdgeTime(points, points, o), { tolerance: 1e-6 }, 'tolerancee'],
  ['traceConvex', (o) => nearmiss.traceConvex(cube, {}, cube, apart, o), { method: 'gjk' }, 'methood'],
  ['traceDistance', (o) => nearmiss.traceDistance(cube, {}, cube, apart, o), { limit: 9 }, 'limits'],
  ['traceTimeOfContact', (o) => nearmiss.traceTimeOfContact(cube, {}, cube, apart, o), { limit: 9 }, 'limitt'],
  ['polyDepth', (o) => nearmiss.polyDepth(cube, {}, cube, inside, o), { samples: 3 }, 'sample'],
  ['Model.build', (o) => Model.build(box(), o), { split: 'mean' }, 'splitt'],
  ['toBytes', (o) => cube.toBytes(o), { shared: false }, 'share'],
  ['medial', (o) => medialAxis(Model.build(box()), o), { primitives: 20, samples: 200 }, 'primitive'],
  ['sphere', (o) => sphere(o), { radius: 1 }, 'raduis'],
  ['box', (o) => box(o), { size: [1, 1, 1] }, 'sizes'],
  ['World', (o) => new World(o), { margin: 1 }, 'margins'],
  ['World.add', (o) => new World().add(cube, {}, o), { static: true }, 'statik'],
  ['World.setFilter', (o) => world().setFilter(0, o), { group: 1 }, 'groups'],
  ['World.step', (o) => world().step(o), { changesOnly: true }, 'changeOnly'],
  ['World.touching', (o) => world().touching(cube, {}, o), { mask: 1 }, 'maks'],
  ['World.closest', (o) => world().closest(cube, apart, o), { maxDistance: 9 }, 'maxdistanse'],
  ['World.raycast', (o) => world().raycast([3, 0, 0], [-1, 0, 0], o), { maxDistance: 9 }, 'maxDistence'],
  ['World.sweep', (o) => world().sweep(cube, apart, o), { threshold: 1e-3 }, 'thresold'],
  ['World.deformingContact', (o) => world().deformingContact(0, shifted(), o), { self: false }, 'slef'],
  ['collideDeforming', (o) => nearmiss.collideDeforming(soft(), soft(), o), { depth: 2 }, 'dept'],
  ['selfCollide', (o) => nearmiss.selfCollide(soft(), o), { depth: 2 }, 'depht'],
  [
    'deformingTimeOfContact',
    (o) => nearmiss.deformingTimeOfContact(soft(), shifted(), soft(), shifted(), o),
    { tolerance: 1 },
    'tolerance_',
  ],
];

function refusalOf(run: () => unknown): InstanceType<typeof NearmissError> {
  try {
    run();
  } catch (error) {
    if (error instanceof NearmissError) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}

describe('options', () => {
  test.each(ENTRIES)('%s', (_, ask, good, misspelt) => {
    expect(() => ask(good as never)).not.toThrow();
    expect(() => ask({ ...good, [misspelt]: undefined } as never)).not.toThrow();
    const { code, message } = refusalOf(() => ask({ ...good, [misspelt]: 1 } as never));
    expect(['options/bad-value', 'shape/bad-parameter']).toContain(code);
    expect(message).toContain(`"${misspelt}"`);
    expect(message).toMatch(new RegExp(`[Dd]id you mean "${Object.keys(good)[0]}"`));
    // An array has none of them, and null is no value of any.
    expect(() => ask([] as never)).toThrow(NearmissError);
    expect(() => ask({ ...good, [Object.keys(good)[0]]: null } as never)).toThrow(NearmissError);
    // Names that every object has are no options either.
    expect(() => ask({ ...good, constructor: 1 } as never)).toThrow(NearmissError);
  });
});

test('bounds of a motion', () => {
  const { message } = refusalOf(() => nearmiss.pairFreeTime(1, { ...bounds, acceleraton: 1 } as never, bounds, 1));
  expect(message).toContain('did you mean "acceleration"');
});

describe('poses and motions', () => {
  test.each([
    [{ pos: [1, 0, 0] }, 'position'],
    [{ position: [3, 0, 0], rot: [0, 0, 0, 1] }, 'rotation'],
    [{ position: [3, 0, 0], mtarix: [1, 0, 0, 0, 1, 0, 0, 0, 1] }, 'matrix'],
  ])('%o', (pose, meant) => {
    for (const ask of [
      () => nearmiss.collide(cube, pose as never, cube, {}),
      () => nearmiss.distance(cube, {}, cube, pose as never),
      () => nearmiss.timeOfContact(cube, pose as never, cube, {}),
      () => nearmiss.timeOfContact(cube, { from: pose as never, to: {} }, cube, apart),
      () => nearmiss.timeOfContact(cube, { pose: () => pose as never, speed: 0, angularSpeed: 0 }, cube, apart),
      () => new World().add(cube, pose as never),
      () => world().move(0, pose as never),
    ]) {
      const { code, message } = refusalOf(ask);
      expect(code).toBe('pose/bad-form');
      expect(message).toContain(`did you mean "${meant}"?`);
    }
  });

  test.each([
    [{ from: apart, to: {}, knid: 'screw' }, 'kind'],
    [{ from: apart, velocty: [1, 0, 0] }, 'velocity'],
    [{ from: apart, velocity: [1, 0, 0], angularvelocity: [1, 0, 0] }, 'angularVelocity'],
    [{ pose: () => apart, speed: 0, angularSpeed: 0, pivott: [0, 0, 0] }, 'pivot'],
  ])('%o', (motion, meant) => {
    const { code, message } = refusalOf(() => nearmiss.timeOfContact(cube, motion as never, cube, {}));
    expect(code).toBe('motion/bad-form');
    expect(message).toContain(`did you mean "${meant}"?`);
  });

  test('arrays', () => {
    for (const ask of [
      () => nearmiss.collide(cube, [] as never, cube, {}),
      () => nearmiss.timeOfContact(cube, [] as never, cube, {}),
      () => nearmiss.timeOfContact(cube, { from: [] as never, to: {} }, cube, apart),
      () => new World().add(cube, [] as never),
    ]) {
      expect(['pose/bad-form', 'motion/bad-form']).toContain(refusalOf(ask).code);
    }
  });

  test('a kind of motion takes only what is its own', () => {
    const steady = { from: apart, velocity: [1, 0, 0], kind: 'screw' };
    expect(() => nearmiss.timeOfContact(cube, steady as never, cube, {})).toThrow('unknown property "kind"');
    const undefinedParts = { from: apart, velocity: [1, 0, 0], to: undefined, kind: undefined };
    expect(() => nearmiss.timeOfContact(cube, undefinedParts as never, cube, {})).not.toThrow();
  });
});

describe('the nearest name', () => {
  const names = ['position', 'rotation', 'matrix', 'maxDistance'];

  test('allows for a third of the letters', () => {
    expect(nearestName('postion', names)).toBe('position');
    expect(nearestName('ROTATION', names)).toBe('rotation');
    expect(nearestName('max', names)).toBe('maxDistance');
    expect(nearestName('colour', names)).toBeNull();
    expect(nearestName('', names)).toBeNull();
    expect(nearestName('x'.repeat(100_000), names)).toBeNull();
  });

  test('without one, all are told', () => {
    const { message } = refusalOf(() => nearmiss.raycast(cube, {}, [3, 0, 0], [1, 0, 0], { colour: 1 } as never));
    expect(message).toBe('options has an unknown property "colour"; known are budget, signal, maxDistance.');
  });
});

describe('limits of queries that are too short to reach any', () => {
  const limits = { budget: 5, signal: new AbortController().signal } as const;

  test('are options of them, and are checked', () => {
    expect(nearmiss.closestPoint(cube, {}, [2, 0, 0], limits).status).toBe('found');
    expect(nearmiss.contains(cube, {}, [2, 0, 0], limits).status).toBe('outside');
    expect(nearmiss.raycast(cube, {}, [3, 0, 0], [-1, 0, 0], limits).status).toBe('hit');
    const bad = { budget: -1 };
    expect(() => nearmiss.closestPoint(cube, {}, [2, 0, 0], bad)).toThrow('budget is -1');
    expect(() => nearmiss.contains(cube, {}, [2, 0, 0], bad)).toThrow('budget is -1');
    expect(() => nearmiss.raycast(cube, {}, [3, 0, 0], [-1, 0, 0], bad)).toThrow('budget is -1');
  });
});
