// Depths of convex bodies are certified to the accuracy asked for, whatever the bodies' size, shape and pose.

import { randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { capsule, cone, cylinder, hull, sphere } from '../../../src/entries/convex.ts';
import { box, icosphere, torus } from '../../../src/entries/shapes.ts';
import { Model, penetration } from '../../../src/index.ts';
import { moved, refined } from '../bodies.ts';
import { LATTICE_TURNS, type PlainPose } from '../scenes.ts';

/** Parts of the size. Below the least of them bodies cannot be posed in doubles. */
const ACCURACIES = [undefined, 1e-3, 1e-6, 1e-9, 1e-12];

const BODIES: readonly (readonly [string, () => Model])[] = [
  ...[0, 2, 4].flatMap((subdivisions): (readonly [string, () => Model])[] => [
    [`icosphere of ${20 * 4 ** subdivisions}`, () => Model.build(icosphere({ subdivisions }))],
    [`hull of an icosphere of ${20 * 4 ** subdivisions}`, () => hull(icosphere({ subdivisions }).positions)],
  ]),
  ['box', () => Model.build(box())],
  ['box of many faces', () => Model.build(refined(refined(box())))],
  ['hull of a box', () => hull(refined(box()).positions)],
  ['can of 200 sides', () => hull([...ringAndTip(200, 0), ...ringAndTip(200, 0).map((x, k) => (k % 3 === 2 ? 1 : x))])],
  ['needle', () => hull(moved(icosphere({ subdivisions: 2 }), (x, y, z) => [x, y, 1000 * z]).positions)],
  ['coin', () => hull(moved(icosphere({ subdivisions: 2 }), (x, y, z) => [x, y, 1e-3 * z]).positions)],
  ['hull of a torus', () => hull(torus().positions)],
  ['cone of 300 sides', () => hull(ringAndTip(300, 1))],
  ['ball', () => sphere()],
  ['capsule', () => capsule()],
  ['cylinder', () => cylinder()],
  ['cone', () => cone()],
];

function ringAndTip(count: number, height: number): number[] {
  const ring = Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    return [0.5 * Math.cos(angle), 0.5 * Math.sin(angle), 0];
  });
  return [...ring.flat(), 0, 0, height];
}

const PLACES: readonly ((random: SeededRandom) => PlainPose)[] = [
  () => ({ position: [0, 0, 0], rotation: [0, 0, 0, 1] }),
  () => ({ position: [1e-9, 0, 0], rotation: [0, 0, 0, 1] }),
  () => ({ position: [0.5, 0, 0], rotation: [0, 0, 0, 1] }),
  () => ({ position: [0, 0, 1], rotation: [0, 0, 0, 1] }),
  () => ({ position: [0, 0, 1 - 2 ** -30], rotation: [0, 0, 0, 1] }),
  (random) => ({ position: [0, 0.25, 0], rotation: LATTICE_TURNS[Math.floor(random() * LATTICE_TURNS.length)] }),
  (random) => randomPose(random, 0.05),
  (random) => randomPose(random, 0.4),
];

test('every pair of convex bodies, at every accuracy, in every kind of position', () => {
  const bodies = BODIES.map(([name, make]) => [name, make()] as const);
  const counts = new Map<string, number>();
  const open: string[] = [];
  let index = 0;
  for (const [nameA, a] of bodies) {
    for (const [nameB, b] of bodies) {
      PLACES.forEach((slot, p) => {
        const pose = slot(seeded(++index));
        const part = ACCURACIES[index % ACCURACIES.length];
        const size = Math.max(sizeOf(a), sizeOf(b));
        const isRound = a.round !== null || b.round !== null;
        // Round shapes are made of as many corners as it takes, a hundred thousand for a billionth of concentric ones.
        const accuracy = part === undefined ? part : Math.max(part, isRound ? 1e-6 : 0) * size;
        if (isRound && accuracy === undefined && p < 2) return;
        const { status, lower, upper, certified } = penetration(a, pose, b, {}, { accuracy });
        const name = `${nameA}, ${nameB}, position ${p}, accuracy ${accuracy}`;
        const isWide = !(upper - lower <= (accuracy ?? 2e-9 * size));
        if (!certified || isWide || status === 'iteration-limit') open.push(`${name}: ${status}, ${upper - lower}`);
        counts.set(status, (counts.get(status) ?? 0) + 1);
      });
    }
  }
  expect(open).toEqual([]);
  expect(index).toBe(bodies.length ** 2 * PLACES.length);
  expect(counts.get('overlapping')).toBeGreaterThan(1000);
  expect(counts.get('separated')).toBeGreaterThan(50);
  expect(counts.get('touching')).toBeGreaterThan(3);
});

function sizeOf(model: Model): number {
  const { round, mesh } = model;
  return round === null ? Math.max(...mesh.positions.map(Math.abs)) : 2;
}
