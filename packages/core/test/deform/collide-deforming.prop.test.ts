import { bruteForcePairs, randomInteger, seeded } from '@nearmiss/fixtures';
import type { Mesh } from 'nearmiss';
import { collideAllDeforming, collideDeforming, DeformingMesh, type DeformingOptions } from 'nearmiss/deforming';
import { describe, expect, test } from 'vitest';
import { COORDINATES, cloud, SHAPES, shaken, soup, TIMES } from './scenes.ts';

const METHODS: readonly DeformingOptions[] = [
  {},
  { method: 'octree' },
  { method: 'octree', depth: 0 },
  { method: 'octree', depth: 4 },
  { method: 'octree', depth: 3, faceTest: 'clip' },
  { method: 'octree', depth: 6, faceTest: 'clip', root: [-9, -9, -9, 9, 9, 9] },
  { method: 'bintree' },
  { method: 'bintree', root: [0, 0, 0, 0, 0, 0] },
  { method: 'bintree', depth: 7 },
  { method: 'bintree', faceTest: 'clip' },
  { method: 'refit' },
];

const expected = (a: Mesh | DeformingMesh, b: Mesh | DeformingMesh): number[] => bruteForcePairs(a, b).flat();

function expectEveryMethod(a: DeformingMesh, b: DeformingMesh): number {
  const pairs = expected(a, b);
  for (const options of METHODS) {
    const found = collideDeforming(a, b, options);
    expect([options, ...found.pairs.flat()]).toEqual([options, ...pairs]);
    expect(found.colliding).toBe(pairs.length > 0);
  }
  return pairs.length / 2;
}

describe('two bodies: every method finds the pairs of brute force', () => {
  test.each(Object.entries(COORDINATES))('soups, %s', (_, draw) => {
    const random = seeded(11);
    let hits = 0;
    let misses = 0;
    for (let n = 0; n < 30 * TIMES; n++) {
      const [a, b] = [1, 2].map(() => new DeformingMesh(soup(random, draw, randomInteger(random, 1, 12))));
      const count = expectEveryMethod(a, b);
      hits += count;
      misses += a.triangleCount * b.triangleCount - count;
    }
    expect(hits).toBeGreaterThan(100);
    expect(misses).toBeGreaterThan(100);
  });

  test('clouds of small faces', () => {
    const random = seeded(12);
    let hits = 0;
    for (let n = 0; n < 6 * TIMES; n++) {
      hits += expectEveryMethod(new DeformingMesh(cloud(random, 100, 0.2)), new DeformingMesh(cloud(random, 100, 0.2)));
    }
    expect(hits).toBeGreaterThan(20);
  });

  test('shapes that deform step by step', () => {
    const random = seeded(13);
    let touching = 0;
    for (const [shapeA, shapeB] of SHAPES.map((shape, k) => [shape(), SHAPES[(k + 1) % SHAPES.length]()] as const)) {
      const a = new DeformingMesh(shapeA);
      const b = new DeformingMesh(shapeB);
      for (let step = 0; step < 6 * TIMES; step++) {
        a.deform(shaken(shapeA, random, 0.4, 0.03 * (step % 6)));
        b.deform(shaken(shapeB, random, 0.4, 0.03 * (step % 6)));
        if (expectEveryMethod(a, b) > 0) touching++;
      }
    }
    expect(touching).toBeGreaterThan(8);
    expect(touching).toBeLessThan(18 * TIMES);
  });

  test('a body laid on itself', () => {
    for (const shape of SHAPES) {
      const body = new DeformingMesh(shape());
      expect(expectEveryMethod(body, body)).toBeGreaterThan(body.triangleCount);
    }
  });
});

test('many bodies at once are the pairs of each two', () => {
  const random = seeded(14);
  let touching = 0;
  for (let n = 0; n < 12 * TIMES; n++) {
    const count = randomInteger(random, 0, 7);
    const bodies = Array.from({ length: count }, (_, k) => {
      const shape = SHAPES[k % SHAPES.length]();
      const body = new DeformingMesh(shape);
      body.deform(shaken(shape, random, 1.2, 0.02));
      return body;
    });
    const pairs = bodies.flatMap((a, k) =>
      bodies.slice(k + 1).map((b, m) => ({ a: k, b: k + 1 + m, pairs: expected(a, b) })),
    );
    const contactStatus = pairs.filter((pair) => pair.pairs.length > 0);
    touching += contactStatus.length;
    for (const options of METHODS) {
      const found = collideAllDeforming(bodies, options).map(({ a, b, pairs: list }) => ({ a, b, pairs: list.flat() }));
      expect(found).toEqual(contactStatus);
    }
  }
  expect(touching).toBeGreaterThan(20);
});
