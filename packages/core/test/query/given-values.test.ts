// What is said of values that were given and refused.

import { collide, disc, distance, Model, NearmissError, timeOfContact, World } from 'nearmiss';
import { hulls, hullTree, sphere } from 'nearmiss/convex';
import { type ADVANCE_METHODS, COLLIDE_METHODS, controlled, DISTANCE_METHODS, voronoiMarching } from 'nearmiss/lab';
import { medial, medialStructure } from 'nearmiss/medial';
import { box } from 'nearmiss/shapes';
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
