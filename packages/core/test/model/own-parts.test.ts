// Kinds of bounding volume and structures of a caller's own: built in, saved, kept by those who do not know them, and refused where damaged.

import { describe, expect, test } from 'vitest';
import { hullTree } from '../../src/entries/convex.ts';
import { aabb } from '../../src/entries/lab.ts';
import { torus } from '../../src/entries/shapes.ts';
import { collide, disc, distance, Model, NearmissError, type Structure, type VolumeKind } from '../../src/index.ts';
import { packSections, unpackSections } from '../../src/model/bytes.ts';
import { damaged, takeSection } from '../../src/model/sections.ts';

/** Aligned boxes that count how often they are compared. */
let compared = 0;
const counted: VolumeKind = {
  ...aabb,
  name: 'counted',
  overlap(a, i, b, j) {
    compared++;
    return aabb.overlap(a, i, b, j);
  },
};

/** The areas of the faces, twice. */
const areas: Structure<Float64Array> = {
  name: 'areas',
  build({ mesh }) {
    const { positions: p, triangles } = mesh;
    return Float64Array.from({ length: mesh.triangleCount }, (_, face) => {
      const [a, b, c] = triangles.subarray(3 * face, 3 * face + 3);
      const [u, v] = [b, c].map((end) => [0, 1, 2].map((k) => p[3 * end + k] - p[3 * a + k]));
      return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
    });
  },
  write: (value, sections) => void sections.set('areas', value),
  read(sections, { mesh }) {
    if (!sections.has('areas')) return undefined;
    const value = takeSection(sections, 'areas', Float64Array, mesh.triangleCount);
    if (!value.every((area) => area >= 0)) throw damaged('areas', 'an area is negative');
    return value;
  },
};

const mesh = torus({ majorSegments: 12, minorSegments: 8 });
const model = Model.build(mesh, { with: [disc, counted, areas] });
const pose = { position: [0.7, 0.1, 0.2] } as const;

describe('a bounding volume of one’s own', () => {
  test('is searched with, to the same answers', () => {
    compared = 0;
    const found = collide(model, pose, model, {}, { volume: counted, contacts: 'all', stats: true });
    expect(compared).toBe(found.stats?.volumeTests);
    expect(found).toEqual(collide(model, pose, model, {}, { volume: aabb, contacts: 'all', stats: true }));
    const far = { position: [4, 0, 0] } as const;
    expect(distance(model, far, model, {}, { volume: counted })).toEqual(
      distance(model, far, model, {}, { volume: aabb }),
    );
  });

  test.each([
    ['a name', 'aabb', /nearmiss\/lab/],
    ['an object without methods', { name: 'x', stride: 3 }, /kind of bounding volume/],
    ['nothing', null, /kind of bounding volume/],
  ])('%s is refused', (_name, volume, message) => {
    expect(() => collide(model, {}, model, {}, { volume: volume as unknown as VolumeKind })).toThrow(message);
  });
});

describe('a structure of one’s own', () => {
  test('is carried where it was built in, and derived where not', () => {
    expect(model.carried(areas)).toBe(model.structure(areas));
    const plain = Model.build(mesh);
    expect(plain.carried(areas)).toBeUndefined();
    expect(plain.structure(areas)).toEqual(model.structure(areas));
    expect(plain.structure(areas)).toBe(plain.structure(areas));
    // Derived is not carried.
    expect(plain.carried(areas)).toBeUndefined();
  });

  test('outlasts who does not know it, byte for byte', () => {
    const bytes = model.toBytes();
    const loaded = Model.fromBytes(bytes);
    expect(loaded.toBytes()).toEqual(bytes);
    const more = loaded.with(hullTree);
    expect(Model.fromBytes(more.toBytes()).structure(areas)).toEqual(model.structure(areas));
    expect(Model.fromBytes(bytes, { with: [areas, counted] }).toBytes()).toEqual(bytes);
  });

  test('damaged, it is refused by its owner: at once if handed over, else when first asked for', () => {
    const sections = unpackSections(model.toBytes());
    sections.set('areas', new Float64Array(mesh.triangleCount).fill(-1));
    const bytes = packSections(sections, false);
    expect(() => Model.fromBytes(bytes, { with: [areas] })).toThrow(NearmissError);
    const loaded = Model.fromBytes(bytes);
    expect(distance(loaded, { position: [4, 0, 0] }, loaded, {}).status).toBe('separated');
    expect(() => loaded.structure(areas)).toThrow(/areas/);
    expect(() => loaded.carried(areas)).toThrow(/areas/);
  });
});
