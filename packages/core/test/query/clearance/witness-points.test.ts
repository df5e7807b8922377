// Witness points and kinds of features of a clearance query: what solvers of contacts with a barrier (IPC) need.

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { box, clearance, Model, sphere } from '../../all-entries.ts';

const cube = Model.build(box());

test('points are as far apart as the faces, on features of the kinds named', () => {
  const random = seeded(3);
  const counts = new Map<string, number>();
  for (let k = 0; k < 100; k++) {
    const q = [1, 2, 3, 4].map(() => randomBetween(random, -1, 1));
    const length = Math.hypot(...q);
    const pose = { position: [0, 0, randomBetween(random, 1.1, 1.9)], rotation: q.map((x) => x / length) };
    const { pairs, distances, witnesses, kinds } = clearance(cube, {}, cube, pose, { clearance: 0.4 });
    expect([distances.length, witnesses.length, kinds.length]).toEqual([pairs.length, pairs.length, pairs.length]);
    witnesses.forEach((points, n) => {
      if (points === null) {
        expect([distances[n], kinds[n]]).toEqual([0, null]);
        return;
      }
      const { pointA, pointB } = points;
      expect(Math.hypot(...pointA.map((x, c) => x - pointB[c]))).toBeCloseTo(distances[n], 12);
      const kind = kinds[n] ?? '';
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      // On the faces of a cube about the origin, and on as many of its planes as the feature has faces.
      const planes = pointA.filter((x) => Math.abs(Math.abs(x) - 0.5) < 1e-12).length;
      expect(planes).toBeGreaterThanOrEqual(kind.startsWith('vertex') ? 3 : 1);
      for (const x of pointA) expect(Math.abs(x)).toBeLessThanOrEqual(0.5 + 1e-12);
    });
  }
  for (const kind of ['vertex-face', 'face-vertex', 'edge-edge', 'vertex-vertex']) {
    expect(counts.get(kind) ?? 0).toBeGreaterThan(0);
  }
});

test('faces that meet have none', () => {
  const { distances, witnesses, kinds } = clearance(cube, {}, cube, { position: [0.3, 0.2, 0.9] }, { clearance: 0 });
  expect(distances.length).toBeGreaterThan(0);
  expect(witnesses.every((points) => points === null)).toBe(true);
  expect(kinds.every((kind) => kind === null)).toBe(true);
});

test('a round body has its nearest point', () => {
  const { witnesses, kinds } = clearance(
    sphere({ radius: 0.5 }),
    {},
    cube,
    { position: [0, 0, 1.05] },
    { clearance: 0.1 },
  );
  expect(kinds[0]).toBe('face-face');
  expect(witnesses[0]?.pointA[2]).toBeCloseTo(0.5, 12);
  expect(witnesses[0]?.pointB[2]).toBeCloseTo(0.55, 12);
});
