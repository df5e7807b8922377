import { Mesh, Model, penetration } from 'nearmiss';
import { box } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { penetrationRows } from '../src/commands/result-rows.ts';

const solid = Model.build(box());
const surface = Model.build(new Mesh(box().positions, box().triangles.slice(3)));

const proven = (a: Model, b: Model): string | undefined =>
  penetrationRows(penetration(a, {}, b, { position: [0.5, 0.25, 0.125] })).find(([name]) => name === 'at least')?.[1];

test('a depth of surfaces says that nothing is proven from below, not that it is at least 0', () => {
  expect(proven(surface, solid)).toBe('nothing proven: A is a surface, which has no inside');
  expect(proven(solid, surface)).toBe('nothing proven: B is a surface, which has no inside');
  expect(Number(proven(solid, solid))).toBeGreaterThan(0.4);
});
