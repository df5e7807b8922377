// An answer must not depend on the caller's luck: on which body comes first, where the scene stands, in which order the
// triangles are listed, or how finely a flat face is triangulated.

import { randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { bottomUp, medialBalls, tiles } from '../../src/entries/lab.ts';
import {
  type BuildOptions,
  type CollideResult,
  clearance,
  collide,
  type DistanceResult,
  distance,
  Mesh,
  Model,
  tolerance,
} from '../../src/index.ts';
import { VOLUMES } from '../../src/lab/volumes/volumes-by-name.ts';
import { type Body, bodyOf, permuted, refined, SOLIDS, unwelded } from './bodies.ts';
import { PROMISED_WIDTH, sceneSize, sortedPairs } from './judge.ts';
import { compose, LATTICE_TURNS, nameOf, type PlainPose, randomScene, SCENE_KINDS, type Scene } from './scenes.ts';

/** Distances below this part of the scene are within reach of rounding: there the status may change. */
const CLEAR = 1e-9;

type PosedMesh = Pick<Scene, 'a' | 'poseA' | 'b' | 'poseB'>;

interface Answers {
  readonly collide: CollideResult;
  readonly distance: DistanceResult;
  readonly surfaces: DistanceResult;
}

function ask({ a, poseA, b, poseB }: PosedMesh): Answers {
  return {
    collide: collide(a.model, poseA, b.model, poseB, { contacts: 'all' }),
    distance: distance(a.model, poseA, b.model, poseB),
    surfaces: distance(a.model, poseA, b.model, poseB, { solid: false }),
  };
}

/**
 * The two answers agree up to `extra` rounding in the scene itself (0 where the change moved no point): brackets overlap,
 * distances differ by rounding, and where rounding cannot matter the statuses are the same.
 */
function expectSame(before: Answers, after: Answers, size: number, extra: number, name: string): void {
  const { lower, upper } = before.surfaces;
  expect(after.surfaces.lower, name).toBeLessThanOrEqual(upper + extra);
  expect(after.surfaces.upper, name).toBeGreaterThanOrEqual(lower - extra);
  expect(Math.abs(after.surfaces.distance - before.surfaces.distance), name).toBeLessThanOrEqual(
    PROMISED_WIDTH * size + extra,
  );
  if (extra === 0 || lower > CLEAR * size) {
    expect(after.distance.status, name).toBe(before.distance.status);
    expect(after.collide.status, name).toBe(before.collide.status);
    expect(after.collide.pairCount === 0, name).toBe(before.collide.pairCount === 0);
  }
}

const SWAPPED = { 'a-inside-b': 'b-inside-a', 'b-inside-a': 'a-inside-b' } as const;
const swapStatus = (status: string): string => SWAPPED[status as keyof typeof SWAPPED] ?? status;

/** Every method of cutting and every number of children, if not each with each. */
const BUILDS: readonly BuildOptions[] = [
  { split: 'sah' },
  { split: 'mean', branching: 4 },
  { split: 'median', branching: 8 },
  { split: bottomUp, branching: 8 },
  { split: tiles, branching: 4 },
  { split: medialBalls },
];

const CASES = 6 * SCENE_KINDS.length;

function forEachScene(seed: number, check: (scene: Scene, random: SeededRandom, name: string) => void): void {
  const random = seeded(seed);
  for (let index = 0; index < CASES; index++) {
    const scene = randomScene(random, index);
    check(scene, random, nameOf(scene, index));
  }
}

describe('an answer does not depend on', () => {
  test('which body is A', () => {
    let inside = 0;
    forEachScene(12, (scene, _random, name) => {
      const { a, poseA, b, poseB } = scene;
      const before = ask(scene);
      const after = ask({ a: b, poseA: poseB, b: a, poseB: poseA });
      expect(sortedPairs(after.collide.pairs.map(([p, q]): [number, number] => [q, p])), name).toEqual(
        sortedPairs(before.collide.pairs),
      );
      expect(swapStatus(after.collide.status), name).toBe(before.collide.status);
      expect(swapStatus(after.distance.status), name).toBe(before.distance.status);
      expect(after.collide.colliding, name).toBe(before.collide.colliding);
      const size = sceneSize(a, poseA, b, poseB);
      expect(Math.abs(after.surfaces.distance - before.surfaces.distance), name).toBeLessThanOrEqual(
        PROMISED_WIDTH * size,
      );
      expect(after.surfaces.lower, name).toBeLessThanOrEqual(before.surfaces.upper);
      expect(after.surfaces.upper, name).toBeGreaterThanOrEqual(before.surfaces.lower);
      if (before.distance.status.includes('inside')) inside++;
    });
    expect(inside).toBeGreaterThan(0);
  });

  test('where both bodies stand together', () => {
    forEachScene(2, (scene, random, name) => {
      const motion: PlainPose = randomPose(random, 10);
      const after: PosedMesh = {
        ...scene,
        poseA: compose(motion, scene.poseA),
        poseB: compose(motion, scene.poseB),
      };
      // The moved poses are rounded themselves: positions by their size, rotations by the reach of what they turn.
      const reach = (body: Body, pose: PlainPose): number =>
        Math.hypot(...pose.position) + Math.max(...body.mesh.positions.map(Math.abs));
      const rounding = 32 * 2 ** -52 * (reach(scene.a, after.poseA) + reach(scene.b, after.poseB));
      const size = sceneSize(scene.a, scene.poseA, scene.b, scene.poseB);
      expectSame(ask(scene), ask(after), size, rounding, name);
    });
  });

  test('a common motion that doubles hold exactly: not in one face', () => {
    forEachScene(3, (scene, random, name) => {
      if (scene.kind !== 'lattice') return;
      for (const rotation of LATTICE_TURNS) {
        const shift = Math.round(1e6 * random());
        const motion: PlainPose = { position: [shift, -3 * shift, 7], rotation };
        const after = ask({ ...scene, poseA: compose(motion, scene.poseA), poseB: compose(motion, scene.poseB) });
        const before = ask(scene);
        expect(sortedPairs(after.collide.pairs), name).toEqual(sortedPairs(before.collide.pairs));
        expect(after.collide.status, name).toBe(before.collide.status);
        expectSame(before, after, sceneSize(scene.a, scene.poseA, scene.b, scene.poseB), 0, name);
      }
    });
  });

  test('10⁶ units of common shift', () => {
    forEachScene(4, (scene, _random, name) => {
      const shifted = (pose: PlainPose): PlainPose => ({
        ...pose,
        position: [pose.position[0] + 1e6, pose.position[1] - 1e6, pose.position[2] + 1e6],
      });
      const after: PosedMesh = { ...scene, poseA: shifted(scene.poseA), poseB: shifted(scene.poseB) };
      // Adding 10⁶ to a position rounds it; beyond that nothing may change.
      const farthest = 1e6 + Math.max(...scene.poseA.position.map(Math.abs), ...scene.poseB.position.map(Math.abs));
      const size = sceneSize(scene.a, scene.poseA, scene.b, scene.poseB);
      expectSame(ask(scene), ask(after), size, 4 * 2 ** -53 * farthest, name);
    });
  });

  test('the order of triangles and vertices', () => {
    forEachScene(5, (scene, random, name) => {
      const { a, poseA, b, poseB } = scene;
      const otherA = permuted(a.mesh, random);
      const otherB = permuted(b.mesh, random);
      const before = ask(scene);
      const after = ask({ a: bodyOf(a.name, otherA.mesh), poseA, b: bodyOf(b.name, otherB.mesh), poseB });
      const pairs = after.collide.pairs.map(([p, q]): [number, number] => [otherA.faceOf[p], otherB.faceOf[q]]);
      expect(sortedPairs(pairs), name).toEqual(sortedPairs(before.collide.pairs));
      expectSame(before, after, sceneSize(a, poseA, b, poseB), 0, name);
    });
  });

  test('how finely faces are triangulated', () => {
    let met = 0;
    forEachScene(6, (scene, _random, name) => {
      const { a, poseA, b, poseB } = scene;
      // The middle of an edge is rounded, to half a unit in its last position: that moves the surface, by so much.
      const largest = Math.max(...a.mesh.positions.map(Math.abs), ...b.mesh.positions.map(Math.abs));
      const exactMiddles = scene.kind === 'lattice';
      const before = ask(scene);
      const after = ask({ a: bodyOf(a.name, refined(a.mesh)), poseA, b: bodyOf(b.name, refined(b.mesh)), poseB });
      expectSame(before, after, sceneSize(a, poseA, b, poseB), exactMiddles ? 0 : 8 * 2 ** -53 * largest, name);
      if (before.collide.colliding) met++;
    });
    expect(met).toBeGreaterThan(10);
  });

  test('triangles without area, faces listed twice, and vertices nobody uses', () => {
    forEachScene(7, (scene, random, name) => {
      const { a, poseA, b, poseB } = scene;
      const { positions, triangles } = a.mesh;
      const [p, q] = [triangles[0], triangles[1]];
      const withSpareVertex = [...positions, 1e3 * random(), 0, 0];
      const degenerate = bodyOf(a.name, new Mesh(withSpareVertex, [...triangles, p, q, q, p, p, p]));
      const size = sceneSize(a, poseA, b, poseB);
      const before = ask(scene);
      expectSame(before, ask({ ...scene, a: degenerate }), size, 0, name);
      // A face listed twice opens its edges, so the body is interpreted as a surface; as surfaces they are the same.
      const twice = bodyOf(a.name, new Mesh(positions, [...triangles, ...triangles.subarray(0, 3)]));
      const after = ask({ ...scene, a: twice });
      expect(Math.abs(after.surfaces.distance - before.surfaces.distance), name).toBeLessThanOrEqual(
        PROMISED_WIDTH * size,
      );
      expect(after.collide.pairCount > 0, name).toBe(before.collide.pairCount > 0);
    });
  });

  test('whether vertices are shared', () => {
    forEachScene(8, (scene, _random, name) => {
      const { a, poseA, b, poseB } = scene;
      const before = ask(scene);
      const after = ask({ a: bodyOf(a.name, unwelded(a.mesh)), poseA, b: bodyOf(b.name, unwelded(b.mesh)), poseB });
      expect(sortedPairs(after.collide.pairs), name).toEqual(sortedPairs(before.collide.pairs));
      expectSame(before, after, sceneSize(a, poseA, b, poseB), 0, name);
    });
  });

  test('the bounding volume, how the tree is split, and how many children its nodes have', () => {
    const random = seeded(9);
    let met = 0;
    let near = 0;
    const asked = new Map<string, number>();
    // Every kind of scene meets every build, with every volume.
    const rounds = 3;
    const share = BUILDS.length / rounds;
    for (let index = 0; index < rounds * SCENE_KINDS.length; index++) {
      const scene = randomScene(random, index);
      const { a, poseA, b, poseB } = scene;
      const size = sceneSize(a, poseA, b, poseB);
      const before = ask(scene);
      if (before.collide.colliding) met++;
      const clear = before.surfaces.upper + 0.02 * size;
      const nearBefore = clearance(a.model, poseA, b.model, poseB, { clearance: clear });
      near += nearBefore.pairs.length;
      const nearPairs = sortedPairs(nearBefore.pairs);
      const round = Math.floor(index / SCENE_KINDS.length);
      for (const build of BUILDS.slice(share * round, share * (round + 1))) {
        const modelA = Model.build(a.mesh, build);
        const modelB = Model.build(b.mesh, build);
        for (const volume of Object.values(VOLUMES)) {
          const name = `${nameOf(scene, index)}, ${JSON.stringify(build)}, ${volume.name}`;
          const triple = `${scene.kind}, ${JSON.stringify(build)}, ${volume.name}`;
          asked.set(triple, (asked.get(triple) ?? 0) + 1);
          const all = collide(modelA, poseA, modelB, poseB, { contacts: 'all', volume });
          expect(sortedPairs(all.pairs), name).toEqual(sortedPairs(before.collide.pairs));
          expect(all.status, name).toBe(before.collide.status);
          const first = collide(modelA, poseA, modelB, poseB, { volume });
          expect(first.status, name).toBe(before.collide.status);
          const apart = distance(modelA, poseA, modelB, poseB, { volume });
          const surfaces = distance(modelA, poseA, modelB, poseB, { volume, solid: false });
          expectSame(before, { collide: all, distance: apart, surfaces }, size, 0, name);
          expect(surfaces.upper - surfaces.lower, name).toBeLessThanOrEqual(PROMISED_WIDTH * size);
          for (const [part, within] of [
            [1.01, true],
            [0.99, false],
          ] as const) {
            if (surfaces.upper === 0) continue;
            const options = { tolerance: part * surfaces.upper, solid: false, volume };
            expect(tolerance(modelA, poseA, modelB, poseB, options).within, name).toBe(within);
          }
          const nearby = clearance(modelA, poseA, modelB, poseB, { clearance: clear, volume });
          expect(sortedPairs(nearby.pairs), name).toEqual(nearPairs);
        }
      }
    }
    expect(met).toBeGreaterThan(5);
    expect(near).toBeGreaterThan(500);
    expect(asked.size).toBe(SCENE_KINDS.length * BUILDS.length * Object.keys(VOLUMES).length);
  });

  test('the seeds: every named solid took part', () => {
    const names = new Set<string>();
    for (let seed = 1; seed <= 8; seed++) {
      forEachScene(seed, (scene) => names.add(scene.a.name).add(scene.b.name));
    }
    for (const { name } of SOLIDS)
      expect(
        [...names].some((other) => other.includes(name)),
        name,
      ).toBe(true);
  });
});
