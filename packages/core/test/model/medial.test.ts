// The medial axis as part of a model: built, saved, loaded and refused.

import { describe, expect, test } from 'vitest';
import { sphere } from '../../src/entries/convex.ts';
import { medialAxis, medialStructure } from '../../src/entries/medial.ts';
import { makeShape, torus } from '../../src/entries/shapes.ts';
import { Model } from '../../src/index.ts';
import { packSections, unpackSections } from '../../src/model/bytes.ts';
import { shifted } from '../query/bodies.ts';

const OPTIONS = { primitives: 40, samples: 1000 };

const model = Model.build(torus(), { with: [medialStructure(OPTIONS)] });
const axis = medialAxis(model);

test('is the one that the model was built with, whatever else is asked for', () => {
  expect(medialAxis(Model.build(torus()), OPTIONS)).toEqual(axis);
  expect(medialAxis(model, { ...OPTIONS, primitives: 20 })).not.toEqual(axis);
  expect(medialAxis(model)).toEqual(axis);
  expect(axis.cones.length / 2 + axis.slabs.length / 3).toBeLessThanOrEqual(40);
});

test('comes back from the bytes as it was', () => {
  expect(medialAxis(Model.fromBytes(model.toBytes()))).toEqual(axis);
});

test('lies where the mesh lies, in its unit', () => {
  const far = medialAxis(Model.build(shifted(torus(), [100, 200, 300])), OPTIONS);
  const xs = far.spheres.filter((_, k) => k % 4 === 2);
  expect(Math.min(...xs)).toBeGreaterThan(299);
  expect(Math.max(...xs)).toBeLessThan(301);
  expect(far.dilation / axis.dilation).toBeGreaterThan(0.3);
  expect(far.dilation / axis.dilation).toBeLessThan(3);
});

test('is built with the model on wish', () => {
  const built = Model.build(makeShape('torus-knot(triangles=240)'), { with: [medialStructure()] });
  expect(built.toBytes().length).toBeGreaterThan(Model.build(makeShape('torus-knot(triangles=240)')).toBytes().length);
});

test('round shapes have none, and need none', () => {
  expect(() => medialAxis(sphere())).toThrow(expect.objectContaining({ code: 'query/unsupported' }));
});

describe('damaged bytes are refused where the axis is handed over', () => {
  const sections = unpackSections(model.toBytes());
  test.each([
    ['medial-balls', new Float64Array(7)],
    ['medial-balls', new Float64Array([0, 0, 0, Number.NaN])],
    ['medial-slabs', Uint32Array.of(0, 1, 1_000_000)],
    ['medial-cones', Uint32Array.of(3)],
    ['medial-sizes', new Float64Array(2)],
    ['medial-inner', Uint32Array.of(1, 2, 3, 4)],
  ])('%s', (name, section) => {
    const damaged = packSections(new Map([...sections, [name, section]]), false);
    expect(() => Model.fromBytes(damaged, { with: [medialStructure()] })).toThrow(
      expect.objectContaining({ code: 'model/damaged' }),
    );
  });
});
