// The contacts of cubes, which can be worked out by hand. `packages/dynamics` tests them under load.

import { expect, test } from 'vitest';
import { contactManifold } from '../../../src/entries/bodies.ts';
import { box } from '../../../src/entries/shapes.ts';
import { Model, NearmissError } from '../../../src/index.ts';

const cube = Model.build(box());

test('faces that lie over each other touch at the corners of what they share', () => {
  const { status, contacts } = contactManifold(cube, {}, cube, { position: [0.25, 0, 1.0625] }, { within: 0.125 });
  expect(status).toBe('apart');
  const corners = contacts.map(({ pointA }) => pointA.join(' ')).sort();
  expect(corners).toEqual(['-0.25 -0.5 0.5', '-0.25 0.5 0.5', '0.5 -0.5 0.5', '0.5 0.5 0.5']);
  for (const { normal, gap } of contacts) {
    expect(normal).toEqual([0, 0, 1]);
    expect(gap).toBeCloseTo(0.0625, 12);
  }
});

test('farther apart than asked there is none; where they overlap, gaps are negative', () => {
  expect(contactManifold(cube, {}, cube, { position: [0, 0, 2] }, { within: 0.125 }).contacts).toEqual([]);
  const { status, contacts } = contactManifold(cube, {}, cube, { position: [0, 0, 0.875] }, { within: 0.125 });
  expect(status).toBe('overlapping');
  expect(contacts.length).toBeGreaterThan(0);
  for (const { gap } of contacts) expect(gap).toBeCloseTo(-0.125, 9);
});

test('a distance that is none is refused', () => {
  expect(() => contactManifold(cube, {}, cube, {}, { within: Number.NaN })).toThrow(NearmissError);
});
