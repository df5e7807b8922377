// However a tree came about, the answers are the same. Trees of tiles, where a triangle lies in several leaves, have to
// prove it most: no pair twice, no crossing of a ray counted twice.

import { randomBetween, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { TREE_RULES, type TreeRuleName, tiles } from '../../src/entries/lab.ts';
import { box } from '../../src/entries/shapes.ts';
import {
  clearance,
  closestPoint,
  collide,
  contains,
  distance,
  Mesh,
  Model,
  Pair,
  type Pose,
  raycast,
  tolerance,
  type VolumeKind,
} from '../../src/index.ts';
import { VOLUMES } from '../../src/lab/volumes/volumes-by-name.ts';
import { packSections, unpackSections } from '../../src/model/bytes.ts';
import { anyBody, latticeSoup, partlyInverted, SOLIDS, scaled, soup } from './bodies.ts';

const GROWN: readonly TreeRuleName[] = ['bottom-up', 'tiles', 'vertices', 'octree', 'medial'];
const KINDS = Object.values(VOLUMES);

/** Of numbers about 1 that two searches computed alike. */
const ROUNDING = 1e-14;

const sorted = (pairs: readonly (readonly [number, number])[]): string[] => pairs.map((p) => p.join(' ')).sort();
const point = (random: SeededRandom, reach: number): [number, number, number] => [
  randomBetween(random, -reach, reach),
  randomBetween(random, -reach, reach),
  randomBetween(random, -reach, reach),
];

/** What is the same for two trees of one mesh against another body, asked in every method two bodies can be. */
function pairAnswers(a: Model, poseA: Pose, b: Model, poseB: Pose, volume: VolumeKind, reach: number): unknown {
  const all = collide(a, poseA, b, poseB, { contacts: 'all', volume });
  const first = collide(a, poseA, b, poseB, { volume });
  const surfaces = collide(a, poseA, b, poseB, { contacts: 'all', solid: false, segments: true });
  expect(surfaces.segments).toHaveLength(surfaces.pairCount);
  const near = clearance(a, poseA, b, poseB, { clearance: reach });
  return {
    status: all.status,
    pairs: sorted(all.pairs),
    first: first.status,
    surfaces: [surfaces.status, sorted(surfaces.pairs)],
    within: tolerance(a, poseA, b, poseB, { tolerance: reach }).within,
    distance: distance(a, poseA, b, poseB, { volume }).status,
    near: sorted(near.pairs),
  };
}

describe.each(GROWN)('%s', (rule) => {
  const split = TREE_RULES[rule];
  test('pairs of bodies', () => {
    const random = seeded(21);
    let met = 0;
    for (let run = 0; run < 60; run++) {
      const [bodyA, bodyB] = [anyBody(random), anyBody(random)];
      const [poseA, poseB] = [randomPose(random, 0.4), randomPose(random, run % 2 ? 0.4 : 1)];
      const [a, b] = [Model.build(bodyA.mesh, { split }), Model.build(bodyB.mesh, { split })];
      const volume = KINDS[run % KINDS.length];
      const name = `${run}: ${bodyA.name}, ${bodyB.name}, ${volume.name}`;
      const expected = pairAnswers(bodyA.model, poseA, bodyB.model, poseB, volume, 0.05);
      // Of one tree and the other, and of both.
      expect(pairAnswers(a, poseA, bodyB.model, poseB, volume, 0.05), name).toEqual(expected);
      expect(pairAnswers(bodyA.model, poseA, b, poseB, volume, 0.05), name).toEqual(expected);
      expect(pairAnswers(a, poseA, b, poseB, volume, 0.05), name).toEqual(expected);

      const right = distance(bodyA.model, poseA, bodyB.model, poseB, { solid: false });
      const found = distance(a, poseA, b, poseB, { solid: false, volume });
      expect(Math.abs(found.distance - right.distance), name).toBeLessThan(ROUNDING);
      expect(found.lower, name).toBeLessThanOrEqual(right.upper);
      expect(right.lower, name).toBeLessThanOrEqual(found.upper);
      if (right.status !== 'separated') met++;
    }
    expect(met).toBeGreaterThan(15);
    expect(met).toBeLessThan(45);
  });

  test('points and rays', () => {
    const random = seeded(22);
    const statuses = new Map<string, number>();
    const count = (status: string): void => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
    for (let run = 0; run < 40; run++) {
      const body = run % 2 ? anyBody(random) : SOLIDS[(run / 2) % SOLIDS.length];
      // Without an orientation crossings are counted modulo 2, where one counted twice would vanish.
      const mesh = run % 8 === 0 ? partlyInverted(body.mesh, (face) => face % 3 === 0) : body.mesh;
      const [right, grown] = [Model.build(mesh), Model.build(mesh, { split })];
      const pose = randomPose(random, 1);
      for (let k = 0; k < 12; k++) {
        const at = point(random, 0.5).map((x, c) => x + pose.position[c]);
        const name = `${run}: ${body.name}, ${at}`;
        expect(contains(grown, pose, at), name).toEqual(contains(right, pose, at));
        count(contains(right, pose, at).status);
        const [near, nearRight] = [grown, right].map((model) => closestPoint(model, pose, at));
        expect(Math.abs(near.distance - nearRight.distance), name).toBeLessThan(ROUNDING);
        const towards = point(random, 1);
        const [hit, hitRight] = [grown, right].map((model) => raycast(model, pose, at, towards));
        expect(hit.status, name).toBe(hitRight.status);
        if (hit.status === 'hit') expect(Math.abs(hit.distance - hitRight.distance), name).toBeLessThan(ROUNDING);
        count(hit.status);
      }
      // On the body itself: on a corner of some face.
      const vertex = mesh.positions.subarray(0, 3);
      expect(contains(grown, {}, vertex).status).toBe('boundary');
    }
    for (const status of ['inside', 'outside', 'hit', 'miss']) expect(statuses.get(status)).toBeGreaterThan(40);
  });

  test('meshes that are as ugly as they come', () => {
    const random = seeded(23);
    const one = new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    const meshes: Record<string, Mesh> = {
      'one triangle': one,
      'one triangle many times': new Mesh(one.positions, Array<number[]>(16).fill([0, 1, 2]).flat()),
      'one point': new Mesh([0.1, 0.2, 0.3], [0, 0, 0, 0, 0, 0]),
      'a needle': new Mesh([-1, 0, 0, 1, 0, 0, 0, 1e-12, 0], [0, 1, 2]),
      'segments and points': new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 1, 1, 2, 1, 2, 2, 2]),
      'lattice soup': scaled(latticeSoup(random, 60), 0.5),
      soup: soup(random, 60),
    };
    let met = 0;
    for (const [name, mesh] of Object.entries(meshes)) {
      for (const size of [1, 1e-150, 1e150]) {
        const resized = scaled(mesh, size);
        const [right, grown] = [Model.build(resized), Model.build(resized, { split })];
        for (let run = 0; run < 5; run++) {
          const { position, rotation } = randomPose(random, run === 0 ? 0 : 0.5);
          const pose = { position: position.map((x) => x * size), rotation: run < 2 ? [0, 0, 0, 1] : rotation } as Pose;
          const volume = KINDS[run % KINDS.length];
          const expected = pairAnswers(right, {}, right, pose, volume, 0.01 * size);
          expect(pairAnswers(grown, {}, grown, pose, volume, 0.01 * size), `${name}, ${size}`).toEqual(expected);
          if (collide(right, {}, right, pose).colliding) met++;
        }
      }
    }
    expect(met).toBeGreaterThan(40);
  });

  test('a pair that moves remembers nothing wrong', () => {
    const [a, b] = ['torus knot', 'box'].map((name) => {
      const mesh = SOLIDS.find((body) => body.name === name)?.mesh ?? box();
      return { grown: Model.build(mesh, { split }), right: Model.build(mesh) };
    });
    const pair = new Pair(a.grown, b.grown);
    const statuses = new Set<string>();
    for (let step = 0; step <= 200; step++) {
      const pose = { position: [1.5 - step / 200, 0.1, 0] } as const;
      const right = distance(a.right, pose, b.right, {});
      const found = pair.distance(pose, {});
      expect(Math.abs(found.distance - right.distance)).toBeLessThan(ROUNDING);
      expect(pair.collide(pose, {}).colliding).toBe(right.status !== 'separated');
      statuses.add(right.status === 'separated' ? 'apart' : 'together');
    }
    expect(statuses.size).toBe(2);
  });

  test('bytes there and back are the same model, and the same build the same bytes', () => {
    for (const { mesh } of SOLIDS) {
      const bytes = Model.build(mesh, { split, with: KINDS }).toBytes();
      expect(Buffer.compare(Model.fromBytes(bytes).toBytes(), bytes)).toBe(0);
      expect(Buffer.compare(Model.build(mesh, { split, with: KINDS }).toBytes(), bytes)).toBe(0);
    }
  });

  test('refitted it answers as a model of the moved mesh', () => {
    const random = seeded(24);
    const other = SOLIDS[3].model;
    for (const { mesh, name } of SOLIDS) {
      const old = Model.build(mesh, { split, with: KINDS });
      const bent = mesh.positions.map((x, k, p) => x + 0.4 * p[k - (k % 3) + ((k + 1) % 3)] ** 2);
      const [anew, refitted] = [Model.build(new Mesh(bent, mesh.triangles)), old.refit(bent)];
      for (const volume of KINDS) {
        const pose = randomPose(random, 0.6);
        const expected = pairAnswers(anew, pose, other, {}, volume, 0.05);
        expect(pairAnswers(refitted, pose, other, {}, volume, 0.05), name).toEqual(expected);
        const at = point(random, 0.5);
        expect(contains(refitted, {}, at)).toEqual(contains(anew, {}, at));
      }
      const sections = unpackSections(old.refit(mesh.positions).toBytes());
      expect(sections.delete('refitted')).toBe(true);
      expect(sections).toEqual(unpackSections(old.toBytes()));
    }
  });
});

test('a box of twelve triangles is split into tiles, and two flush boxes still meet in each pair of faces once', () => {
  const [plain, tiled] = [Model.build(box()), Model.build(box(), { split: tiles })];
  expect(tiled.triangleCount).toBe(12);
  expect(tiled.tree.faces.length).toBeGreaterThan(200);
  for (const position of [
    [0, 0, 0],
    [1, 0, 0],
    [0.5, 0.25, 0.125],
  ] as const) {
    const [right, found] = [plain, tiled].map((m) => collide(m, {}, m, { position }, { contacts: 'all' }));
    expect(sorted(found.pairs)).toEqual(sorted(right.pairs));
    expect(found.status).toBe(right.status);
    expect(found.pairCount).toBeGreaterThan(4);
    const limited = collide(tiled, {}, tiled, { position }, { contacts: 'all', limit: 3 });
    expect(new Set(sorted(limited.pairs)).size).toBe(3);
  }
});

test('damaged tiles are refused', () => {
  const sections = unpackSections(Model.build(box(), { split: tiles }).toBytes());
  const saved = sections.get('tiles');
  if (!(saved instanceof Uint32Array)) throw new Error('no tiles were saved');
  const load = (numbers: Uint32Array): Model =>
    Model.fromBytes(packSections(new Map([...sections, ['tiles', numbers]]), false));
  expect(load(saved).triangleCount).toBe(12);
  for (const [at, value] of [
    [0, 9],
    [1, 1000],
    [3, (saved[3] + 1) % 4],
  ]) {
    expect(() => load(saved.with(at, value))).toThrow(/^Section "links, faces or flags"/);
  }
  expect(() => load(saved.subarray(2))).toThrow(/^Section "faces"/);
});
