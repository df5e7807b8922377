// What is said of values that were given and refused.

import {
  clearanceMap,
  closestPoint,
  collide,
  disc,
  distance,
  Model,
  NearmissError,
  nodeFaces,
  Pair,
  penetration,
  timeOfContact,
  World,
} from 'nearmiss';
import { convexPatches, hullNodes, hulls, hullTree, isConvex, round, sphere } from 'nearmiss/convex';
import {
  type ADVANCE_METHODS,
  COLLIDE_METHODS,
  controlled,
  DISTANCE_METHODS,
  rss,
  tiles,
  voronoiMarching,
} from 'nearmiss/lab';
import { medial, medialAxis, medialStructure } from 'nearmiss/medial';
import { box, torus } from 'nearmiss/shapes';
import { expect, expectTypeOf, test } from 'vitest';

const cube = Model.build(box());
const apart = { position: [3, 0, 0] } as const;
/** What TypeScript would refuse, handed over all the same. */
const any = (value: unknown): never => value as never;

test.each([
  ['a flag', (x: unknown) => distance(cube, {}, cube, apart, { stats: any(x) })],
  ['a length', (x: unknown) => distance(cube, {}, cube, apart, { tolerance: any(x) })],
  ['a number', (x: unknown) => collide(cube, {}, cube, apart, { contacts: 'all', limit: any(x) })],
  ['a method', (x: unknown) => collide(cube, {}, cube, apart, { method: any(x) })],
  ['the name of a method', (x: unknown) => collide(cube, {}, cube, apart, { method: any({ name: x }) })],
  ['a volume', (x: unknown) => collide(cube, {}, cube, apart, { volume: any(x) })],
  ['a budget', (x: unknown) => collide(cube, {}, cube, apart, { budget: any(x) })],
  ['a coordinate', (x: unknown) => collide(cube, { position: [0, any(x), 0] }, cube, apart)],
  ['a part', (x: unknown) => cube.with(any(x))],
  ['a margin', (x: unknown) => new World({ margin: any(x) })],
])('what cannot be made text is refused by name all the same: %s', (_, give) => {
  const spoilt = {
    toString(): string {
      throw new Error('no text');
    },
  };
  for (const x of [Object.create(null), spoilt]) expect(() => give(x)).toThrow(NearmissError);
  expect(() => give({})).toThrow(NearmissError);
  expect(() => give({})).not.toThrow('[object Object]');
});

const impostor: Model = Object.create(Model.prototype);
test.each([
  ['distance', () => distance(impostor, {}, cube, {})],
  ['collide', () => collide(cube, {}, impostor, {})],
  ['penetration', () => penetration(impostor, {}, cube, {})],
  ['timeOfContact', () => timeOfContact(cube, {}, impostor, { from: {}, to: {} })],
  ['Pair', () => new Pair(cube, impostor)],
  ['World.add', () => new World().add(impostor)],
  ['closestPoint', () => closestPoint(impostor, {}, [0, 0, 0])],
])('what only has the prototype of a model is none: %s', (_, give) => {
  expect(give).toThrow(expect.objectContaining({ code: 'model/bad-argument' }));
});

test('the name of a volume is answered with where its object is', () => {
  expect(() => collide(cube, {}, cube, apart, { volume: any('disc') })).toThrow("import { disc } from 'nearmiss'");
  expect(collide(cube, {}, cube, apart, { volume: disc }).status).toBe('separated');
  expect(() => collide(cube, {}, cube, apart, { volume: any('rss') })).toThrow('VOLUMES of nearmiss/lab');
});

test('a round shape has no tree of hulls to carry', () => {
  expect(() => sphere().with(hullTree)).toThrow(expect.objectContaining({ code: 'query/unsupported' }));
});

test('a medial structure has the options of when it was made', () => {
  const options = { samples: 60, primitives: 8 };
  const structure = medialStructure(options);
  const first = cube.with(structure).toBytes();
  options.primitives = 3;
  expect(cube.with(structure).toBytes()).toEqual(first);
  expect(() => medialStructure(any(null))).toThrow(NearmissError);
});

test('a method of one query is no method of another, for the compiler as for the query', () => {
  expect(distance(cube, {}, cube, apart, { method: hulls }).status).toBe('separated');
  // @ts-expect-error: hulls answers distance and timeOfContact
  expect(() => collide(cube, {}, cube, apart, { method: hulls })).toThrow(NearmissError);
  // @ts-expect-error: Voronoi marching answers distance alone
  expect(() => timeOfContact(cube, {}, cube, apart, { method: voronoiMarching })).toThrow(NearmissError);
  // @ts-expect-error: controlled advancement answers timeOfContact alone
  expect(() => distance(cube, {}, cube, apart, { method: controlled })).toThrow(NearmissError);
  expectTypeOf(medial).toExtend<(typeof COLLIDE_METHODS)['medial']>();
  expectTypeOf(medial).toExtend<(typeof DISTANCE_METHODS)['medial']>();
  expectTypeOf(medial).toExtend<(typeof ADVANCE_METHODS)['medial']>();
  expect([COLLIDE_METHODS.medial, DISTANCE_METHODS.medial]).toEqual([medial, medial]);
});

const NO_MODELS: readonly unknown[] = [null, undefined, 7, 'x', {}, [], torus()];

test.each<[string, (x: never) => unknown]>([
  ['isConvex', isConvex],
  ['convexPieces', convexPatches],
  ['medialAxis', (x) => medialAxis(x)],
  ['nodeFaces', (x) => nodeFaces(x, 0)],
  ['hullNodes', (x) => hullNodes(x, 0)],
])('%s answers for models only', (_, ask) => {
  for (const x of NO_MODELS) expect(() => ask(any(x))).toThrow(NearmissError);
});

test('a structure is no rule for trees, and what is none is no structure', () => {
  for (const split of [hullTree, round, clearanceMap, medialStructure()]) {
    expect(() => Model.build(box(), { split: any(split) })).toThrow('split is');
  }
  for (const x of [null, undefined, 'hulls', rss, hulls, tiles, medialStructure, {}]) {
    expect(() => cube.structure(any(x))).toThrow(NearmissError);
    expect(() => cube.carried(any(x))).toThrow(NearmissError);
  }
});

test('the numbers of a volume are those of one, and its name is its own', () => {
  for (const wrong of [
    { stride: NaN },
    { stride: 1.5 },
    { stride: -1 },
    { stride: 0 },
    { stride: 1e12 },
    { lengths: 99 },
    { rounding: NaN },
  ]) {
    const volume = { ...rss, name: 'own', ...wrong };
    expect(() => collide(cube, {}, cube, apart, { volume })).toThrow('volume is');
  }
  expect(() => cube.with({ ...rss, name: 'disc' })).toThrow('"disc"');
});

test('null is no option', () => {
  expect(() => new World({ broadPhase: any(null) })).toThrow(NearmissError);
  expect(() => timeOfContact(cube, {}, cube, apart, { method: controlled, volume: any(null) })).toThrow(NearmissError);
});

test('a body with a velocity does not rest', () => {
  const state = { position: [3, 0, 0], rotation: [0, 0, 0, 1], velocity: [-4, 0, 0] };
  expect(() => timeOfContact(cube, any(state), cube, {})).toThrow('{ from: pose, velocity }');
  expect(collide(cube, any(state), cube, {}).status).toBe('separated');
});
