// How far medial meshes stick out, judged by an oracle that tests points alone: what is proven is never below it, and hardly above.

import { plainOverhang } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { type MedialOptions, medialAxis } from '../../src/entries/medial.ts';
import { box, icosphere, makeShape, prism, shapeNames, torus } from '../../src/entries/shapes.ts';
import { Mesh, Model } from '../../src/index.ts';
import { delaunay } from '../../src/medial/delaunay.ts';
import { farthestOutside } from '../../src/medial/errors.ts';
import { extractMedial } from '../../src/medial/extract.ts';
import { measureOverhang, OVERHANG_GAP } from '../../src/medial/overhang.ts';
import { PrimitiveTree } from '../../src/medial/primitive-tree.ts';
import { sampleSurface } from '../../src/medial/sample-surface.ts';
import { Simplifier } from '../../src/medial/simplify.ts';
import { SurfaceTree } from '../../src/medial/surface-tree.ts';
import { inverted, scaled, shifted, union } from '../query/bodies.ts';

/** The long form, `node scripts/fuzz.mjs overhang`: so many seeds of each sample. */
const SEEDS = Number(process.env.NEARMISS_OVERHANG_SEEDS ?? 1);
const IS_LONG = process.env.NEARMISS_OVERHANG_SEEDS !== undefined;

/** The oracle tries points alone: how far it may be below the farthest there is, and the bound above that. */
const FACTOR = 1.2;
const ERROR_BOUND = 2 ** -11;

/** Few faces, as the oracle tests all of them for every point. */
const FEW: Readonly<Record<string, string>> = {
  cup: 'cup(slices=16,rings=8)',
  'distorted-torus': 'distorted-torus(majorSegments=16,minorSegments=8)',
  'golf-club': 'golf-club(rings=16,sides=8)',
  icosphere: 'icosphere(subdivisions=2)',
  pillar: 'pillar(flutes=4,slices=16)',
  'random-solid': 'random-solid(triangles=320)',
  ring: 'ring(slices=16,sideSegments=2)',
  spoon: 'spoon(rings=16,sides=8)',
  torus: 'torus(majorSegments=16,minorSegments=8)',
  'torus-knot': 'torus-knot(triangles=720)',
  'uv-sphere': 'uv-sphere(slices=12,stacks=8)',
};

const cornersOf = ({ positions, triangles }: Mesh): Float64Array =>
  Float64Array.from(Array.from(triangles, (v) => [...positions.subarray(3 * v, 3 * v + 3)]).flat());

function sizeOf({ positions }: Mesh): number {
  const sides = [0, 1, 2].map((k) => {
    const along = positions.filter((_, i) => i % 3 === k);
    return Math.max(...along) - Math.min(...along);
  });
  return Math.max(...sides);
}

const withFaces = (mesh: Mesh, triangles: ArrayLike<number>): Mesh => new Mesh(mesh.positions, triangles);

const needle = prism({ outline: [0.01, 0, 0, 0.01, -0.01, 0, 0, -0.01], height: 1.5 });
const ball = icosphere({ subdivisions: 2 });
const SOLIDS: readonly (readonly [string, Mesh])[] = [
  ...shapeNames.map((name): [string, Mesh] => [name, makeShape(FEW[name] ?? name)]),
  ['needle', needle],
  ['thin plate', box({ size: [1, 1, 0.02] })],
  ['inside out', inverted(torus({ majorSegments: 12, minorSegments: 6 }))],
  ['two shells', union(ball, shifted(ball, [1.2, 0, 0]))],
  ['hollow', union(ball, inverted(scaled(ball, 0.5)))],
  ['tiny', scaled(makeShape('u-shape'), 1e-9)],
  ['far away', shifted(makeShape('l-shape'), [1000, 0, 0])],
];
const SURFACES: readonly (readonly [string, Mesh])[] = [
  ['with a hole', withFaces(ball, ball.triangles.slice(0, -18))],
  ['a face flipped', withFaces(ball, [...ball.triangles.subarray(3), ...ball.triangles.slice(0, 3).reverse()])],
  ['a box without a lid', withFaces(box(), box().triangles.slice(0, -6))],
];
const PRIMITIVES: readonly number[] = [30, 120];
/** Every mesh with both numbers in the long form, with one of them, in turns, in the short one. */
const CASES = [...SOLIDS, ...SURFACES].map(
  ([name, mesh], k) => [name, mesh, IS_LONG ? PRIMITIVES : [PRIMITIVES[k % 2]]] as const,
);
const casesOf = (meshes: readonly unknown[]): number => meshes.length * (IS_LONG ? PRIMITIVES.length : 1);
const SAMPLES = 600;

/** Meshes judged, by kind, and by the number of primitives. */
const judged = { solid: 0, surface: 0 };
const judgedWith = new Map<number | undefined, number>();

function judge(mesh: Mesh, model: Model, options: MedialOptions): void {
  const axis = medialAxis(model, options);
  const isSolid = model.facts.closed && model.facts.oriented;
  const size = sizeOf(mesh);
  judged[isSolid ? 'solid' : 'surface']++;
  judgedWith.set(options.primitives, (judgedWith.get(options.primitives) ?? 0) + 1);
  const primitives = axis.cones.length / 2 + axis.slabs.length / 3;
  // As much as a few million tests of a point and a triangle.
  const faces = mesh.triangles.length / 3;
  const effort = {
    balls: Math.min(200, Math.max(8, 1_000_000 / (faces * primitives))),
    best: isSolid ? 32 : primitives,
    steps: Math.min(1000, Math.max(40, 20_000 / faces)),
  };
  const farthest = plainOverhang(axis, mesh, isSolid, effort, 41);
  expect(axis.overhangBound).toBeGreaterThanOrEqual(farthest);
  expect(axis.overhangBound).toBeLessThanOrEqual(FACTOR * farthest + ERROR_BOUND * size);
  if (!isSolid) return;
  expect(axis.overhang).toBeLessThanOrEqual(axis.overhangBound);
  const { relative, ofSize } = OVERHANG_GAP;
  const rounding = 1e-12 * (size + Math.max(...mesh.positions.map(Math.abs)));
  expect(axis.overhangBound).toBeLessThanOrEqual((1 + relative) * axis.overhang + ofSize * size + rounding);
}

describe('the bound is proven, and near the farthest point', () => {
  describe.each(CASES)('%s', (_, mesh, counts) => {
    const model = Model.build(mesh);
    test.each(counts)('%i primitives', (primitives) => {
      for (let seed = 1; seed <= SEEDS; seed++) judge(mesh, model, { primitives, samples: SAMPLES, seed, keep: true });
    });
  });

  test('a box by default', () => judge(box(), Model.build(box()), {}));

  test('every kind was judged', () => {
    expect(shapeNames.length).toBeGreaterThanOrEqual(18);
    expect(judged).toEqual({
      solid: casesOf(SOLIDS) * SEEDS + 1,
      surface: casesOf(SURFACES) * SEEDS,
    });
    const least = Math.floor((casesOf([...SOLIDS, ...SURFACES]) * SEEDS) / PRIMITIVES.length);
    for (const count of PRIMITIVES) expect(judgedWith.get(count), `${count}`).toBeGreaterThanOrEqual(least);
  });
});

test('balls too large stick out by what they are too large', () => {
  const mesh = makeShape('l-shape');
  const axis = medialAxis(Model.build(mesh), { primitives: 40, samples: 500 });
  const swollen = { ...axis, spheres: axis.spheres.map((x, k) => (k % 4 === 3 ? x + 0.25 : x)) };
  const { bound, measured } = measureOverhang(swollen, new SurfaceTree(cornersOf(mesh)), 'solid', 1);
  expect(measured).toBeGreaterThan(0.25);
  expect(measured).toBeLessThanOrEqual(bound);
  expect(bound).toBeLessThanOrEqual(1.04 * (axis.overhangBound + 0.25));
});

test('a ball that reaches through a gap is no farther out than the middle of the gap', () => {
  // Two plates 0.02 apart, and a ball that fits the upper but for 0.1: it ends inside the lower.
  const plates = union(box({ size: [2, 2, 1] }), shifted(box({ size: [2, 2, 1] }), [0, 0, 1.02]));
  const mesh = { spheres: Float64Array.of(0, 0, 1.02, 0.6), cones: Uint32Array.of(0, 0), slabs: new Uint32Array(0) };
  const upper = { ...mesh, spheres: Float64Array.of(0, 0, 0.97, 0.5) };
  const { measured, bound } = measureOverhang(upper, new SurfaceTree(cornersOf(plates)), 'solid', 2);
  expect(measured).toBeGreaterThan(0.0095);
  expect(bound).toBeLessThanOrEqual(1.04 * 0.01 + 2 * 2 ** -12);
  expect(measureOverhang(mesh, new SurfaceTree(cornersOf(plates)), 'solid', 2).measured).toBeCloseTo(0.1, 2);
});

test('of any number of primitives the last counts as the first', () => {
  // Patches of surface at 0, 1 and 2. Balls about the first, whose boxes stick out farther than they do; a long cone over all three is farthest from them between them, where none of its balls begins or ends.
  const patch = (x: number): number[] => [x - 1e-3, -1e-3, 0, x + 1e-3, -1e-3, 0, x, 1e-3, 0];
  const surface = new SurfaceTree(Float64Array.of(...patch(0), ...patch(1), ...patch(2)));
  const spheres = Float64Array.of(0, 0, 0, 0.005, 2, 0, 0, 0.005, 0, 0, 0, 0.03);
  const slabs = new Uint32Array(0);
  for (const count of [1, 1000, 263_000]) {
    const cones = new Uint32Array(2 * count + 2);
    for (let k = 0; k < count; k++) cones.set([2, 2], 2 * k);
    cones.set([0, 1], 2 * count);
    const { measured, bound } = measureOverhang({ spheres, cones, slabs }, surface, 'surface', 2);
    expect(measured, `${count}`).toBeGreaterThan(0.48);
    expect(bound, `${count}`).toBeGreaterThan(0.49);
    expect(bound, `${count}`).toBeLessThan(0.53);
  }
});

describe('more primitives stick out less', () => {
  // Thick and thin parts in turns: balls that fit on both sides of a waist, and long edges between them.
  test.each([
    'random-solid(triangles=1280)',
    'random-solid(triangles=1280,seed=2)',
    'torus-knot(triangles=720)',
    'cup(slices=16,rings=8)',
  ])('%s', (shape) => {
    const model = Model.build(makeShape(shape));
    const errors = [60, 200, 600].map((primitives) => {
      const { overhang, uncovered } = medialAxis(model, { primitives, samples: 1500, keep: true });
      return Math.max(overhang, uncovered);
    });
    expect(errors[1]).toBeLessThanOrEqual(errors[0]);
    expect(errors[2]).toBeLessThanOrEqual(errors[1]);
  });
});

describe('equally far positions cost no more than others', () => {
  const round: readonly (readonly [string, Mesh])[] = [
    ['ball', icosphere({ subdivisions: 3 })],
    ['ball of rings', makeShape('uv-sphere(slices=48,stacks=24)')],
    ['cylinder', makeShape('pillar(flutes=4,slices=32)')],
    ['torus', torus({ majorSegments: 48, minorSegments: 24 })],
    ['box', box()],
  ];
  test.each(round)('%s', (_, mesh) => {
    const triangles = cornersOf(mesh);
    const surface = new SurfaceTree(triangles);
    const sample = sampleSurface(triangles, SAMPLES, 1);
    const isInside = (x: number, y: number, z: number): boolean => surface.surrounds(x, y, z);
    const simplifier = new Simplifier(extractMedial(sample, delaunay(sample), surface), sizeOf(mesh), isInside);
    const before = simplifier.primitiveCount;
    simplifier.collapseTo(100);
    expect(simplifier.primitiveCount).toBeLessThanOrEqual(100);
    expect(simplifier.steps).toBeLessThanOrEqual(64 * before);

    const rough = simplifier.toMesh();
    const { tests } = measureOverhang(rough, surface, 'solid', sizeOf(mesh));
    expect(tests).toBeLessThanOrEqual((2 * 100 * triangles.length) / 9);
    const tree = new PrimitiveTree(rough);
    farthestOutside(sample, tree);
    expect(tree.tests).toBeLessThanOrEqual((16 * sample.length) / 3);
  });
});
