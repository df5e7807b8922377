// Kinds of bounding volume and structures of a caller's own: built in, saved, kept by those who do not know them, and refused where damaged.

import { describe, expect, test } from 'vitest';
import { hullTree, round, sphere } from '../../src/entries/convex.ts';
import { aabb } from '../../src/entries/lab.ts';
import { torus } from '../../src/entries/shapes.ts';
import {
  collide,
  contains,
  disc,
  distance,
  Mesh,
  Model,
  NearmissError,
  type Structure,
  type VolumeKind,
} from '../../src/index.ts';
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

  test('damaged, it is refused if handed over, else derived anew when first asked for', () => {
    const sections = unpackSections(model.toBytes());
    sections.set('areas', new Float64Array(mesh.triangleCount).fill(-1));
    const bytes = packSections(sections, false);
    expect(() => Model.fromBytes(bytes, { with: [areas] })).toThrow(NearmissError);
    const loaded = Model.fromBytes(bytes);
    expect(distance(loaded, { position: [4, 0, 0] }, loaded, {}).status).toBe('separated');
    expect(loaded.carried(areas)).toBeUndefined();
    expect(loaded.structure(areas)).toEqual(model.structure(areas));
  });

  test('replaced by another of its name, it leaves no section behind', () => {
    const twofold: Structure<Float64Array> = {
      ...areas,
      write: (value, sections) => void sections.set('areas-1', value).set('areas-2', value),
    };
    const replaced = Model.build(mesh, { with: [twofold] }).with(areas);
    expect([...unpackSections(replaced.toBytes()).keys()].filter((name) => name.startsWith('areas'))).toEqual([
      'areas',
    ]);
  });

  test.each([
    ['a section of every model', 'positions', new Float64Array(3), /every model/],
    ['a section of another structure', 'areas', new Float64Array(3), /that of areas/],
    ['an array of another kind', 'own', new Float32Array(3), /Float64Array/],
    ['a name that is too long', 'a-name-too-long', new Float64Array(3), /12 ASCII/],
  ])('that writes %s is refused', (_name, section, data, message) => {
    const greedy = {
      ...areas,
      name: 'greedy',
      write: (_: unknown, sections: Map<string, unknown>) => void sections.set(section, data),
    };
    expect(() => model.with(greedy as Structure<Float64Array>)).toThrow(message);
  });

  test('named, not handed over, is refused with where it comes from', () => {
    expect(() => Model.build(mesh, { with: ['hulls' as unknown as VolumeKind] })).toThrow(/nearmiss\/convex/);
  });
});

describe('two kinds of volume of one name', () => {
  /** The first holds nothing of what it should. */
  const hollow: VolumeKind = {
    ...aabb,
    name: 'mine',
    fit: (_triangles, _first, _count, out, at) => void out.fill(0, at, at + aabb.stride),
  };
  const mine: VolumeKind = { ...aabb, name: 'mine' };
  const ask = (asked: Model) => collide(asked, pose, asked, {}, { volume: mine, contacts: 'all' }).pairCount;
  const wanted = collide(model, pose, model, {}, { volume: aabb, contacts: 'all' }).pairCount;

  test('are not taken for each other, whichever is carried or was asked for first', () => {
    const plain = Model.build(mesh);
    expect(ask(plain.with(hollow))).toBe(wanted);
    expect(ask(plain)).toBe(wanted);
    expect(ask(plain.with(hollow))).toBe(wanted);
    expect(ask(plain.with(hollow).with(mine))).toBe(wanted);
    const saved = unpackSections(plain.with(hollow).with(mine).toBytes()).get('mine');
    expect(saved).toEqual(unpackSections(plain.with(mine).toBytes()).get('mine'));
    expect(wanted).toBeGreaterThan(0);
  });
});

describe('what queries use by default, damaged in the bytes', () => {
  test('volumes that nobody handed over are fitted anew', () => {
    const sections = unpackSections(Model.build(mesh, { with: [disc, aabb] }).toBytes());
    sections.set('aabb', new Float64Array(7).fill(Number.NaN));
    const loaded = Model.fromBytes(packSections(sections, false));
    const whole = Model.build(mesh);
    expect(contains(loaded, {}, [0.7, 0, 0])).toEqual(contains(whole, {}, [0.7, 0, 0]));
    expect(() => Model.fromBytes(packSections(sections, false), { with: [aabb] })).toThrow(NearmissError);
  });

  test('a round shape has no volumes but those of its lengths', () => {
    const ball = sphere();
    const sections = unpackSections(ball.toBytes());
    sections.set(
      'disc',
      new Float64Array(unpackSections(Model.build(new Mesh([9, 9, 9], [0, 0, 0])).toBytes()).get('disc') ?? []),
    );
    const loaded = Model.fromBytes(packSections(sections, false), { with: [round] });
    for (const x of [0, 0.5, 1.5, 2.5]) {
      const at = { position: [x, 0, 0] };
      expect(collide(loaded, at, model, {})).toEqual(collide(ball, at, model, {}));
    }
  });
});
