import { randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { treeDefect } from '../../src/bvh/validate-tree.ts';
import { obb } from '../../src/entries/lab.ts';
import { box, icosphere, makeShape, torus } from '../../src/entries/shapes.ts';
import {
  BUILD_DEFAULTS,
  type BuildOptions,
  collide,
  disc,
  distance,
  Mesh,
  Model,
  NearmissError,
} from '../../src/index.ts';
import { VOLUMES } from '../../src/lab/volumes/volumes-by-name.ts';
import { unpackSections } from '../../src/model/bytes.ts';

const KINDS = Object.values(VOLUMES);

/** Byte for byte; the matchers of the test runner take seconds over large arrays. */
const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof NearmissError) return error.code;
    throw error;
  }
  return 'no error';
};

/** Moves every vertex somewhere near, by a smooth bend and a little noise. */
function bent(mesh: Mesh, random: SeededRandom, noise: number): Float64Array {
  const [a, b, c] = [random(), random(), random()];
  return mesh.positions.map((x, k, p) => {
    const other = p[k - (k % 3) + ((k + 1) % 3)];
    return x + 0.4 * a * other * other - 0.2 * b * x * other + c + noise * (2 * random() - 1);
  });
}

describe('Model.build', () => {
  test('the defaults build discs, and nothing the caller did not ask for', () => {
    const model = Model.build(torus());
    expect(BUILD_DEFAULTS).toEqual({ split: 'sah', branching: 4, with: [disc] });
    expect(model.triangleCount).toBe(model.mesh.triangleCount);
    expect(model.closed).toBe(true);
    expect(treeDefect(model.tree)).toBeNull();
  });

  test('every split rule gives the same answers', () => {
    const random = seeded(1);
    const [meshA, meshB] = [makeShape('gear'), icosphere({ subdivisions: 2 })];
    for (let run = 0; run < 6; run++) {
      const [poseA, poseB] = [randomPose(random, 0.8), randomPose(random, 0.8)];
      const [sah, mean, median] = (['sah', 'mean', 'median'] as const).map((split) => {
        const [a, b] = [Model.build(meshA, { split }), Model.build(meshB, { split })];
        return { near: distance(a, poseA, b, poseB), contact: collide(a, poseA, b, poseB) };
      });
      for (const other of [mean, median]) {
        expect(other.near.status).toBe(sah.near.status);
        expect(other.contact.status).toBe(sah.contact.status);
        expect(Math.abs(other.near.distance - sah.near.distance)).toBeLessThan(1e-14);
      }
    }
  });

  test('volumes are fitted once, and forced ones are there', () => {
    const model = Model.build(torus(), { with: KINDS });
    for (const kind of KINDS) expect(model.volumes(kind)).toBe(model.volumes(kind));
  });

  test.each<[string, unknown, unknown, string]>([
    ['no mesh', undefined, {}, 'model/bad-argument'],
    ['null', null, {}, 'model/bad-argument'],
    ['the arrays of a mesh', { positions: [0, 0, 0], triangles: [0, 0, 0] }, {}, 'model/bad-argument'],
    ['a rule that is none', torus(), { split: 'best' }, 'options/bad-value'],
    ['the name of a volume', torus(), { with: ['disc'] }, 'options/bad-value'],
    ['a structure that is none', torus(), { with: [disc, { name: 'teapot' }] }, 'options/bad-value'],
    ['a structure that is no object', torus(), { with: [3] }, 'options/bad-value'],
    ['nothing among structures', torus(), { with: [undefined] }, 'options/bad-value'],
    ['two structures of one name', torus(), { with: [disc, { ...obb, name: 'disc' }] }, 'options/bad-value'],
    [
      'a structure named like a section of every model',
      torus(),
      { with: [{ ...obb, name: 'links' }] },
      'options/bad-value',
    ],
  ])('refuses %s', (_, mesh, options, code) => {
    expect(codeOf(() => Model.build(mesh as Mesh, options as BuildOptions))).toBe(code);
  });

  test('undefined options are the defaults', () => {
    const options = { split: undefined, with: undefined } as unknown as BuildOptions;
    expect(sameBytes(Model.build(torus(), options).toBytes(), Model.build(torus()).toBytes())).toBe(true);
  });
});

describe('refit', () => {
  test('answers as a model built anew on the moved positions', () => {
    const random = seeded(2);
    const other = Model.build(icosphere({ subdivisions: 2 }));
    const statuses = new Set<string>();
    for (let run = 0; run < 24; run++) {
      const old = Model.build(makeShape(['gear', 'torus', 'u-shape'][run % 3]), {
        with: [KINDS[run % KINDS.length]],
      });
      const positions = bent(old.mesh, random, 0.02);
      const refitted = old.refit(positions);
      const anew = Model.build(new Mesh(positions, old.mesh.triangles));
      const volume = KINDS[run % KINDS.length];
      const [poseA, poseB] = [randomPose(random, 0.5), randomPose(random, run % 2 ? 0.5 : 3)];

      const [near, nearAnew] = [refitted, anew].map((model) => distance(model, poseA, other, poseB, { volume }));
      expect(near.status).toBe(nearAnew.status);
      expect(Math.abs(near.distance - nearAnew.distance)).toBeLessThan(1e-14);
      expect(near.lower).toBeLessThanOrEqual(nearAnew.upper);
      expect(nearAnew.lower).toBeLessThanOrEqual(near.upper);
      const [contact, contactAnew] = [refitted, anew].map((model) => collide(model, poseA, other, poseB, { volume }));
      expect(contact.status).toBe(contactAnew.status);
      expect(refitted.facts).toEqual(anew.facts);
      expect(refitted.frame).toEqual(anew.frame);
      statuses.add(near.status === 'separated' ? 'apart' : 'together');
    }
    expect([...statuses].sort()).toEqual(['apart', 'together']);
  });

  test('keeps the topology and the volumes that were built, fitted anew', () => {
    const random = seeded(3);
    const old = Model.build(torus(), { with: KINDS });
    const refitted = old.refit(bent(old.mesh, random, 0.01));
    expect(refitted.tree.links).toBe(old.tree.links);
    expect(refitted.tree.faces).toBe(old.tree.faces);
    expect(treeDefect(refitted.tree)).toBeNull();
    expect(refitted.toBytes().length).toBe(old.refit(old.mesh.positions).toBytes().length);
    const lazy = Model.build(torus(), { with: [] }).refit(refitted.mesh.positions);
    for (const kind of KINDS) expect(lazy.volumes(kind)).toEqual(refitted.volumes(kind));
  });

  test('a saved one answers as it did, to the bit', () => {
    const random = seeded(172);
    const old = Model.build(box());
    const other = Model.build(box());
    for (let k = 0; k < 20; k++) {
      const refitted = old.refit(bent(old.mesh, random, 0.01));
      const loaded = Model.fromBytes(refitted.toBytes());
      const pose = { ...randomPose(random, 1), position: [2 + random(), 0.3, 0.2] };
      expect(distance(loaded, pose, other, {}, { stats: true })).toEqual(
        distance(refitted, pose, other, {}, { stats: true }),
      );
      expect(loaded.toBytes()).toEqual(refitted.toBytes());
    }
  });

  test('to the positions it has, it is the model it was, to the bit, but for a mark', () => {
    const model = Model.build(makeShape('gear'), { with: KINDS });
    const sections = unpackSections(model.refit(model.mesh.positions).toBytes());
    expect(sections.delete('refitted')).toBe(true);
    expect(sections).toEqual(unpackSections(model.toBytes()));
  });

  test('leaves the old model as it was, and takes a copy of the positions', () => {
    const random = seeded(4);
    const old = Model.build(torus(), { with: KINDS });
    const before = old.toBytes();
    const positions = bent(old.mesh, random, 0.1);
    const refitted = old.refit(positions);
    const bytes = refitted.toBytes();
    positions.fill(7);
    expect(sameBytes(old.toBytes(), before)).toBe(true);
    expect(sameBytes(refitted.toBytes(), bytes)).toBe(true);
  });

  test('moving vertices onto each other can close a mesh, and apart can open it', () => {
    // A tetrahedron of four loose triangles: closed only where their corners coincide.
    const corners = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const shut = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3].flatMap((v) => corners[v]);
    const open = shut.map((x, k) => (k < 9 ? x - 1 : x));
    const triangles = Array.from({ length: 12 }, (_, k) => k);
    const closed = Model.build(new Mesh(shut, triangles));
    expect(closed.closed).toBe(true);
    const opened = closed.refit(open);
    expect(opened.closed).toBe(false);
    expect(Array.from(opened.facts.anchors).length).toBe(2);
    expect(opened.refit(shut).closed).toBe(true);
  });

  test.each<[string, (old: Mesh) => unknown]>([
    ['one vertex too few', (old) => old.positions.slice(3)],
    ['one vertex too many', (old) => [...old.positions, 0, 0, 0]],
    ['no vertices', () => []],
    ['half a vertex', (old) => old.positions.slice(1)],
    ['NaN', (old) => old.positions.map((x, k) => (k === 5 ? Number.NaN : x))],
    ['too large a coordinate', (old) => old.positions.map((x, k) => (k === 5 ? 1e200 : x))],
    ['nothing', () => undefined],
    ['null', () => null],
    ['a number', () => 3],
  ])('refuses %s, and leaves the model as it was', (_, positions) => {
    const model = Model.build(torus());
    const before = model.toBytes();
    expect(codeOf(() => model.refit(positions(model.mesh) as number[]))).toMatch(/^mesh\//);
    expect(sameBytes(model.toBytes(), before)).toBe(true);
  });

  test('a loaded model refits like the one that was saved', () => {
    const random = seeded(5);
    const model = Model.build(torus(), { with: [disc, obb] });
    const positions = bent(model.mesh, random, 0.05);
    expect(
      sameBytes(
        Model.fromBytes(model.toBytes(), { with: [obb] })
          .refit(positions)
          .toBytes(),
        model.refit(positions).toBytes(),
      ),
    ).toBe(true);
  });
});
