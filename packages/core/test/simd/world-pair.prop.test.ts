// First contacts and tolerances from the poses in the world, by the kernels in one call: what is found is what the kernels find with the pose of one
// body in the frame of the other, to the bit. The option `stats` selects the latter.

import { randomBetween, randomPose, seeded } from '@nearmiss/fixtures';
import { afterEach, expect, test } from 'vitest';
import { icosphere, torusKnot } from '../../src/entries/shapes.ts';
import { simd } from '../../src/entries/simd.ts';
import { collide, Mesh, Model, type Pose, tolerance, use } from '../../src/index.ts';
import { kernelsWith } from './kernels-with.ts';

const POSES = 400;
const counts = { answered: 0, found: 0, none: 0, left: 0 };
const counting = kernelsWith({
  firstContact: (w, out) => count(simd.firstContact(w, out)),
  within: (w) => count(simd.within(w)),
});

function count<End extends 'answered' | 'found' | 'none' | null>(end: End): End {
  counts[end ?? 'left']++;
  return end;
}

afterEach(() => use(null));

const knot = Model.build(torusKnot({ triangles: 720 }));
const half = Model.build(
  new Mesh(
    knot.mesh.positions.map((x) => x / 3),
    knot.mesh.triangles,
  ),
);
const ball = Model.build(icosphere({ subdivisions: 2, radius: 0.3 }));
const aside = Model.build(
  new Mesh(
    knot.mesh.positions.map((x) => x + 5),
    knot.mesh.triangles,
  ),
);
/** With a border: it has no inside. */
const surface = Model.build(new Mesh(knot.mesh.positions, knot.mesh.triangles.slice(3)));
const PAIRS: readonly (readonly [Model, Model])[] = [
  [knot, knot],
  [knot, half],
  [half, knot],
  [ball, knot],
  [surface, knot],
  [knot, aside],
];

function expectSame(a: Model, poseA: Pose, b: Model, poseB: Pose, asked: number): void {
  use(counting);
  for (const options of [{}, { contacts: 'first', solid: false }] as const) {
    const { stats: _, ...slow } = collide(a, poseA, b, poseB, { ...options, stats: true });
    expect({ ...collide(a, poseA, b, poseB, options) }).toEqual(slow);
  }
  const { stats: _, ...slow } = tolerance(a, poseA, b, poseB, { tolerance: asked, stats: true });
  expect({ ...tolerance(a, poseA, b, poseB, { tolerance: asked }) }).toEqual(slow);
  use(null);
  expect(collide(a, poseA, b, poseB).status).toBe(collideWith(a, poseA, b, poseB));
}

function collideWith(a: Model, poseA: Pose, b: Model, poseB: Pose): string {
  use(counting);
  const { status } = collide(a, poseA, b, poseB);
  use(null);
  return status;
}

test('bodies in any pose, turned or not, give the same result as from their relative pose', () => {
  const random = seeded(41);
  // The first query writes the copies of the models.
  use(simd);
  for (const [a, b] of PAIRS) collide(a, {}, b, {}, { stats: true, solid: false });
  for (let k = 0; k < POSES; k++) {
    for (const [a, b] of PAIRS) {
      const poseA = randomPose(random, 1);
      const isTurned = random() < 0.2;
      const position = [randomBetween(random, -1, 1), randomBetween(random, -1, 1), 0] as const;
      const poseB = isTurned ? randomPose(random, 1) : { position };
      expectSame(a, random() < 0.1 ? { position: [0.3, 0, 0] } : poseA, b, poseB, random());
    }
  }
  expect(counts.answered).toBeGreaterThan(POSES);
  expect(counts.found).toBeGreaterThan(POSES);
  expect(counts.none).toBeGreaterThan(POSES);
  expect(counts.left).toBeGreaterThan(POSES / 4);
});

test('a body inside another, or a component of it, is found without a contact', () => {
  // Not convex, and of different units.
  const hollow = torusKnot({ triangles: 720 });
  const outer = Model.build(icosphere({ subdivisions: 3, radius: 20 }));
  const near = scaledBy(hollow, 0.1);
  const far = near.positions.map((x, k) => (k % 3 === 0 ? x + 40 : x));
  const shift = near.vertexCount;
  const two = Model.build(
    new Mesh([...far, ...near.positions], [...near.triangles, ...near.triangles.map((v) => v + shift)]),
  );
  const inner = Model.build(near);
  use(counting);
  for (const [a, b, status] of [
    [inner, outer, 'a-inside-b'],
    [outer, inner, 'b-inside-a'],
    [two, outer, 'intersecting'],
    [outer, two, 'intersecting'],
  ] as const) {
    // The second query finds the copies of the models.
    for (let k = 0; k < 2; k++) expect(collide(a, {}, b, { position: [0.5, 0, 0] }).status).toBe(status);
    const aside = { position: [0.5, 19, 19] } as const;
    expect(collide(a, {}, b, aside).status).toBe('separated');
  }
});

function scaledBy(mesh: Mesh, factor: number): Mesh {
  return new Mesh(
    mesh.positions.map((x) => factor * x),
    mesh.triangles,
  );
}

test('what is far away, and what cancels, is left to the plain library', () => {
  use(counting);
  const { left } = counts;
  const far = { position: [1e15, 0, 0] } as const;
  expect(collide(knot, far, knot, {}).status).toBe('separated');
  const turned = { position: [1e15, 0, 0], rotation: [0.6, 0, 0, 0.8] } as const;
  expect(collide(knot, turned, knot, far).colliding).toBe(true);
  expect(tolerance(knot, far, knot, {}, { tolerance: 1 }).within).toBe(false);
  expect(counts.left - left).toBe(3);
});

test('a result that is used again keeps nothing of the last answer', () => {
  use(counting);
  const poseA = { position: [0.1, 0.2, 0], rotation: [0.6, 0, 0, 0.8] } as const;
  const out = collide(knot, poseA, knot, {}, { contacts: 'all', segments: true, stats: true });
  expect(out.pairCount).toBeGreaterThan(0);
  expect(collide(knot, poseA, knot, {}, { solid: false }, out)).toEqual(
    collide(knot, poseA, knot, {}, { solid: false }),
  );
  const apart = { position: [9, 0, 0], rotation: [0.6, 0, 0, 0.8] } as const;
  expect(collide(knot, apart, knot, {}, {}, out)).toEqual(collide(knot, apart, knot, {}));
});
