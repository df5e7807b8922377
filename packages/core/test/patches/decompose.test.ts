import { isConvexPatchExactly, randomBetween, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { convexHull } from '../../src/convex/quickhull.ts';
import { box, cup, grate, icosphere, lShape, randomSolid, torus, torusKnot } from '../../src/entries/shapes.ts';
import { distance, Mesh, Model } from '../../src/index.ts';
import { FilledTest } from '../../src/patches/filled.ts';
import { patchHull } from '../../src/patches/patch-hull.ts';
import { exactSurface } from '../../src/patches/surface.ts';
import {
  inverted,
  latticeSoup,
  moved,
  partlyInverted,
  refined,
  scaled,
  shifted,
  soup,
  type Triple,
  union,
  unwelded,
  withoutFaces,
} from '../query/bodies.ts';
import { meshOf, readOff, sharedHas } from '../query/shared-files.ts';
import { comb, tShape, wholeU } from './hollow-shapes.ts';
import { expectJudged, expectPartition, facesOfPatch, filledCount, hullOfPatch, patchesOf } from './judged-patches.ts';

/** The mesh with the segment from its first to its last vertex as two faces, by means of their middle. */
function withDiagonal(mesh: Mesh): Mesh {
  const last = mesh.vertexCount - 1;
  const middle = [0, 1, 2].map((k) => (mesh.positions[k] + mesh.positions[3 * last + k]) / 2);
  const faces = [0, last + 1, last, last, last + 1, 0];
  return new Mesh([...mesh.positions, ...middle], [...mesh.triangles, ...faces]);
}

describe('convex bodies are one filled patch', () => {
  test.each([
    ['box', box(), 8],
    ['box with refined faces', refined(refined(box())), 8],
    ['box of loose triangles', unwelded(box()), 8],
    ['ball', icosphere({ subdivisions: 3 }), 642],
    ['needle, 1 : 10⁶', moved(refined(box()), (x, y, z) => [x, y, 1e6 * z]), 8],
    ['box 10⁶ away', shifted(box({ size: [1, 2, 4] }), [1e6, -1e6, 1e6]), 8],
  ])('%s', (_, mesh, corners) => {
    const patches = patchesOf(mesh);
    expectPartition(mesh, patches);
    expect([patches.count, filledCount(patches), patches.hullVertices.length]).toEqual([1, 1, corners]);
  });

  test('faces without area inside do not matter, not even through its middle', () => {
    const patches = patchesOf(withDiagonal(box()));
    expect([patches.count, filledCount(patches)]).toEqual([3, 3]);
  });

  test('82 thousand faces too, in time that is not quadratic', () => {
    const patches = patchesOf(icosphere({ subdivisions: 6 }));
    expect([patches.count, filledCount(patches), patches.hullVertices.length]).toEqual([1, 1, 40962]);
  });
});

/** The hull of some vertices as a body. */
function hullModel(mesh: Mesh, vertices: ArrayLike<number>): Model {
  const positions = Float64Array.from(
    Array.from(vertices).flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]),
  );
  const { triangles } = convexHull(positions);
  return Model.build(new Mesh(positions, triangles));
}

function faceModel(mesh: Mesh, faces: ArrayLike<number>): Model {
  const wanted = new Set(Array.from(faces));
  return Model.build(withoutFaces(mesh, (face) => wanted.has(face)));
}

/** The axis a face of an extruded shape tests along. */
function sideOf(mesh: Mesh, face: number): number {
  const corners = [0, 1, 2].map((k) => mesh.triangles[3 * face + k]);
  return [0, 1, 2].findIndex((axis) => new Set(corners.map((v) => mesh.positions[3 * v + axis])).size === 1);
}

/** What a query will do: ask the hulls of filled patches, and of the others the faces. */
function distanceByPatches(mesh: Mesh, probe: Model): number {
  const patches = patchesOf(mesh);
  let least = Infinity;
  for (let p = 0; p < patches.count; p++) {
    const faces = facesOfPatch(patches, p);
    const isHull = patches.filled[p] === 1 && faces.length > 1;
    const body = isHull ? hullModel(mesh, hullOfPatch(patches, p)) : faceModel(mesh, faces);
    least = Math.min(least, distance(body, {}, probe, {}).distance);
  }
  return least;
}

describe('distances to filled hulls do not lie', () => {
  test('the trap: the outer sides of a U are convex, and their hull fills its cavity', () => {
    const probe = Model.build(shifted(box({ size: [0.5, 0.5, 0.5] }), [0, 2, 0]));
    const surface = exactSurface(wholeU);
    if (surface === null) throw new Error('The U is in range.');
    const isOuter = (v: number): boolean =>
      Math.abs(wholeU.positions[3 * v]) === 4 || wholeU.positions[3 * v + 1] === -4;
    const outer = Uint32Array.from(Array(wholeU.triangleCount).keys()).filter(
      (f) => wholeU.triangles.subarray(3 * f, 3 * f + 3).every(isOuter) && sideOf(wholeU, f) < 2,
    );
    expect(outer.length).toBe(6);
    expect(isConvexPatchExactly(wholeU, outer)).toBe(true);
    const hull = patchHull(surface, outer);
    expect(distance(hullModel(wholeU, hull.vertices), {}, probe, {}).distance).toBe(0);
    expect(new FilledTest(surface, Model.build(wholeU).tree).isFilled(outer, hull)).toBe(false);
    expect(distance(Model.build(wholeU), {}, probe, {}).distance).toBeCloseTo(1.75, 12);
    expect(distanceByPatches(wholeU, probe)).toBeCloseTo(1.75, 12);
  });

  test.each<[string, Mesh, Triple]>([
    ['U with refined faces', refined(wholeU), [0, 2, 0]],
    ['T', tShape, [2, 1.5, 0]],
    ['comb', comb, [2, 3, 0]],
    ['grate', grate({ holes: [2, 1] }), [0.2, 0, 0]],
    ['torus', torus({ majorSegments: 12, minorSegments: 6 }), [0, 0, 0]],
    ['cup', cup({ slices: 16, rings: 8, handle: 0 }), [0, 0, 0.2]],
    ['knot', torusKnot({ triangles: 720 }), [0, 0, 0]],
    ['random solid', randomSolid({ seed: 3, triangles: 320 }), [0.3, 0.3, 0.3]],
  ])('%s', (_, mesh, slot) => {
    const model = Model.build(mesh);
    const random = seeded(7);
    let apart = 0;
    for (let k = 0; k < 4; k++) {
      const at = slot.map((x) => x + randomBetween(random, -0.1, 0.1)) as [number, number, number];
      const probe = Model.build(shifted(box({ size: [0.02, 0.02, 0.02] }), at));
      const { status, distance: expected } = distance(model, {}, probe, {});
      if (status !== 'separated') continue;
      apart++;
      expect(distanceByPatches(mesh, probe)).toBeCloseTo(expected, 12);
    }
    expect(apart).toBeGreaterThan(0);
  });

  test('an outward box inside an inward one has the winding number 0: its hull is no part of the solid', () => {
    const mesh = union(inverted(box({ size: [4, 4, 4] })), withDiagonal(box({ size: [2, 2, 2] })));
    const patches = patchesOf(mesh);
    for (let p = 0; p < patches.count; p++) {
      const faces = facesOfPatch(patches, p);
      if (faces.length > 2) expect(patches.filled[p]).toBe(0);
    }
    const small = patchesOf(union(box({ size: [4, 4, 4] }), shifted(box(), [9, 0, 0])));
    expect([small.count, filledCount(small)]).toEqual([2, 2]);
  });
});

describe('meshes that bound no solid', () => {
  const ball = icosphere({ subdivisions: 1 });
  test.each<[string, Mesh]>([
    ['open ball', withoutFaces(ball, (face) => face > 3)],
    ['ball with faces turned over', partlyInverted(ball, (face) => face % 7 === 0)],
    ['box with a face twice', new Mesh(box().positions, [...box().triangles, ...box().triangles.slice(0, 3)])],
    ['soup', soup(seeded(1), 60)],
    ['soup of lattice points', latticeSoup(seeded(2), 40)],
    ['one triangle', new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])],
    ['a segment', new Mesh([0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2])],
    ['a point', new Mesh([1, 2, 3], [0, 0, 0])],
  ])('%s: no patch is filled, none has more faces than a leaf, all are convex', (_, mesh) => {
    const patches = patchesOf(mesh);
    expectJudged(mesh, patches, false);
    expect(filledCount(patches)).toBe(0);
    for (let p = 0; p < patches.count; p++) expect(facesOfPatch(patches, p).length).toBeLessThanOrEqual(4);
  });

  test.each([1e-150, 1e-200])('coordinates of 1e150 and %d: every face is a patch of its own', (size) => {
    const mesh = new Mesh([...scaled(box(), size).positions, 1e150, 0, 0], [...box().triangles, 0, 1, 8]);
    const patches = patchesOf(mesh);
    expectJudged(mesh, patches, false);
    expect([patches.count, filledCount(patches)]).toEqual([13, 0]);
  });

  test.each([1e-300, 1e-100, 1e100, 1e149])('a box of size %d is one filled patch all the same', (size) => {
    const patches = patchesOf(scaled(box({ size: [1, 0.5, 0.25] }), size));
    expect([patches.count, filledCount(patches)]).toEqual([1, 1]);
  });
});

test('the same mesh gives the same patches', () => {
  const mesh = torusKnot({ triangles: 720 });
  expect(patchesOf(mesh)).toEqual(patchesOf(mesh));
});

test('parts are few where a surface is convex in large parts', () => {
  const knot = patchesOf(torusKnot({ triangles: 11520 }));
  expect(knot.count).toBeLessThan(600);
  const inFilled = Array.from(knot.filled, (filled, p) => filled * facesOfPatch(knot, p).length);
  expect(inFilled.reduce((sum, n) => sum + n)).toBeGreaterThan(0.98 * 11520);
  expect(patchesOf(wholeU).count).toBeLessThan(12);
  expect(patchesOf(lShape()).count).toBeLessThan(6);
});

test.runIf(sharedHas('models/libigl/bunny.off'))('a bunny: four faces a patch, nearly all filled', () => {
  const { vertices, triangles } = readOff('models/libigl/bunny.off');
  const mesh = meshOf(vertices, triangles);
  const patches = patchesOf(mesh);
  expectPartition(mesh, patches);
  expect(patches.count).toBeLessThan(mesh.triangleCount / 3.9);
  expect(filledCount(patches)).toBeGreaterThan(0.95 * patches.count);
});
