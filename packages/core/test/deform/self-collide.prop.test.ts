import { randomBetween, randomInteger, seeded } from '@nearmiss/fixtures';
import { Mesh, use } from 'nearmiss';
import { DeformingMesh, type DeformingOptions, selfCollide } from 'nearmiss/deforming';
import { box, icosphere, torus } from 'nearmiss/shapes';
import { simd } from 'nearmiss/simd';
import { expect, test } from 'vitest';
import { everyPair, intersecting } from './every-pair.ts';
import { COORDINATES, cloud, shaken, soup, TIMES } from './scenes.ts';

const METHODS: readonly DeformingOptions[] = [
  {},
  { method: 'octree' },
  { method: 'octree', depth: 3, faceTest: 'clip' },
  { method: 'bintree' },
  { method: 'refit' },
];

function byKernels(body: DeformingMesh): number[] {
  use(simd);
  try {
    return selfCollide(body).flat();
  } finally {
    use(null);
  }
}

test('there are kernels', () => {
  expect(simd.unavailable).toBeNull();
});

function expectEveryMethod(body: DeformingMesh): number {
  const pairs = intersecting(everyPair(body));
  for (const options of METHODS) expect([options, ...selfCollide(body, options).flat()]).toEqual([options, ...pairs]);
  expect(byKernels(body)).toEqual(pairs);
  return pairs.length / 2;
}

// No two vertices at one position, so that common vertices are those of one number: see the seam below.
test.each(['random', 'huge'])('soups whose faces share vertices, %s', (name) => {
  const random = seeded(31);
  let hits = 0;
  for (let n = 0; n < 25 * TIMES; n++) {
    hits += expectEveryMethod(new DeformingMesh(soup(random, COORDINATES[name], randomInteger(random, 1, 9))));
  }
  expect(hits).toBeGreaterThan(50);
});

test('soups folded onto a lattice: vertices that come to one position stay two', () => {
  const random = seeded(32);
  let hits = 0;
  for (let n = 0; n < 40 * TIMES; n++) {
    const mesh = soup(random, COORDINATES.random, randomInteger(random, 1, 9));
    const body = new DeformingMesh(mesh);
    body.deform(mesh.positions.map(() => randomInteger(random, -1, 1)));
    hits += expectEveryMethod(body);
  }
  expect(hits).toBeGreaterThan(100);
});

// Faces in one tilted plane but for the rounding of their vertices: signs of planes are those of rounding errors.
test('soups in a plane that rounding has left', () => {
  const random = seeded(38);
  let hits = 0;
  for (let n = 0; n < 40 * TIMES; n++) {
    const mesh = soup(random, COORDINATES.random, randomInteger(random, 4, 9));
    const [x, y, z, far] = [0, 1, 2, 3].map(() => randomBetween(random, -1, 1));
    const flat = mesh.positions.slice();
    for (let k = 0; k < flat.length; k += 3) {
      flat[k] += n % 2 === 0 ? 0 : 100 * far;
      flat[k + 2] = x * flat[k] + y * flat[k + 1] + z;
    }
    hits += expectEveryMethod(new DeformingMesh(new Mesh(flat, mesh.triangles)));
  }
  expect(hits).toBeGreaterThan(100);
});

test('a cloud', () => {
  const random = seeded(33);
  expect(expectEveryMethod(new DeformingMesh(cloud(random, 60, 0.4)))).toBeGreaterThan(3);
});

// As many faces as fill the cells of a grid, which the default begins with, and two that reach through all of them.
test('a cloud of small faces and two large ones', () => {
  const random = seeded(35);
  const small = cloud(random, 300, 0.12);
  const first = small.positions.length / 3;
  const large = [-2, -2, 0, 2, -2, 0.1, 0, 2, 0, -2, 0, -2, 2, 0.1, -2, 0, 0, 2];
  const mesh = new Mesh(
    [...small.positions, ...large],
    [...small.triangles, ...[0, 1, 2, 3, 4, 5].map((v) => first + v)],
  );
  expect(expectEveryMethod(new DeformingMesh(mesh))).toBeGreaterThan(20);
});

test('a folded surface of many faces: every search finds the same', () => {
  const random = seeded(36);
  const mesh = torus({ majorSegments: 60, minorSegments: 40 });
  const body = new DeformingMesh(mesh);
  const bySearch = (options: DeformingOptions): number[] => selfCollide(body, options).flat();
  for (const noise of [0, 0.02, 0.1]) {
    // Onto a grid: faces in one plane, corners on faces, edges through edges.
    body.deform(shaken(mesh, random, 0, noise).map((x) => Math.round(32 * x) / 32));
    const pairs = bySearch({ method: 'refit' });
    expect(pairs.length).toBeGreaterThan(100);
    for (const options of METHODS) expect(bySearch(options)).toEqual(pairs);
    expect(byKernels(body)).toEqual(pairs);
  }
});

test('more pairs than wait for the host, in few cells, leave no memory behind', () => {
  const random = seeded(37);
  // Fans of triangles in one plane: nearly all pairs overlap, and none is certain in doubles.
  const faces = 400;
  const positions = Array.from({ length: 9 * faces }, (_, k) => (k % 3 === 2 ? 0 : randomInteger(random, -8, 8)));
  const body = new DeformingMesh(
    new Mesh(
      positions,
      Uint32Array.from({ length: 3 * faces }, (_, k) => k),
    ),
  );
  const pairs = selfCollide(body, { method: 'refit' }).flat();
  expect(pairs.length).toBeGreaterThan(2 * 16_384);
  expect(byKernels(body)).toEqual(pairs);
  const size = simd.memorySize;
  for (let n = 0; n < 20; n++) byKernels(body);
  expect(simd.memorySize).toBe(size);
});

test.each([icosphere({ subdivisions: 1 }), box({ segments: 2 }), torus({ majorSegments: 6, minorSegments: 4 })])(
  'a surface without folds does not collide with itself; shaken hard it does',
  (mesh) => {
    const random = seeded(34);
    const body = new DeformingMesh(mesh);
    expect(expectEveryMethod(body)).toBe(0);
    body.deform(shaken(mesh, random, 0, 0.4));
    expect(expectEveryMethod(body)).toBeGreaterThan(5);
  },
);

test('the two sides of a seam are neighbours while they are at one position', () => {
  const square = new Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 3, 4, 5]);
  const body = new DeformingMesh(square);
  expect(selfCollide(body)).toEqual([]);
  // The second face slides over the first: the seam is open, and they overlap.
  body.deform(square.positions.map((x, k) => (k >= 9 && k % 3 === 0 ? x - 0.25 : x)));
  expect(selfCollide(body)).toEqual([[0, 1]]);
});
