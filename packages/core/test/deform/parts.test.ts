import { type SeededRandom, seeded } from '@nearmiss/fixtures';
import type { Mesh } from 'nearmiss';
import { collideDeforming, DeformingMesh, type DeformingOptions, mergeParts } from 'nearmiss/deforming';
import { icosphere, torus } from 'nearmiss/shapes';
import { expect, test } from 'vitest';
import { shaken } from './scenes.ts';

const METHODS: readonly DeformingOptions[] = [
  { method: 'octree' },
  { method: 'octree', depth: 4 },
  { method: 'bintree' },
  { method: 'octree', depth: 3, faceTest: 'clip' },
];

test.each(METHODS)('the parts of any number of workers are the whole, to the bit: %o', (method) => {
  const random = seeded(21);
  // Of fine bodies all cells are divided often enough to be dealt out; of coarse ones few or none.
  for (const [subdivisions, segments] of [
    [2, 20],
    [1, 6],
    [0, 3],
  ]) {
    expectSameParts(
      method,
      random,
      icosphere({ subdivisions }),
      torus({ majorSegments: 2 * segments, minorSegments: segments }),
    );
  }
});

function expectSameParts(method: DeformingOptions, random: SeededRandom, ball: Mesh, ring: Mesh): void {
  const a = new DeformingMesh(ball);
  const b = new DeformingMesh(ring);
  a.deform(shaken(ball, random, 0.1, 0.02));
  const whole = collideDeforming(a, b, method).pairs;
  expect(whole.length).toBeGreaterThan(10);
  for (const workers of [1, 2, 3, 7, 64, 100]) {
    const parts = Array.from(
      { length: workers },
      (_, k) => collideDeforming(a, b, { ...method, part: [k, workers] }).pairs,
    );
    expect(mergeParts(parts)).toEqual(whole);
    // Sorted by boxes, no pair is found twice; sorted as triangles, two workers may both come upon one.
    const found = parts.reduce((sum, part) => sum + part.length, 0);
    if (method.faceTest !== 'clip') expect(found).toBe(whole.length);
    // Work that is all one worker's is not divided.
    if (workers === 2 && whole.length > 200) expect(parts.every((part) => part.length > whole.length / 10)).toBe(true);
  }
}
