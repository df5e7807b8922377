// Queries by medial axes with the kernels: the results of the plain library, to the bit, with the same numbers of tests.

import { randomBetween, randomChoice, randomPose, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { afterEach, expect, test } from 'vitest';
import { medial, medialAxis, medialStructure } from '../../src/entries/medial.ts';
import { box, icosphere, randomSolid, torus, torusKnot } from '../../src/entries/shapes.ts';
import { simd } from '../../src/entries/simd.ts';
import { collide, distance, Mesh, Model, type Pose, use } from '../../src/index.ts';
import { kernelsWith } from './kernels-with.ts';

afterEach(() => use(null));

function withAxis(mesh: Mesh, primitives: number): Model {
  return Model.build(mesh).with(medialStructure({ primitives, samples: 400 }));
}

const scaled = (mesh: Mesh, by: number): Mesh =>
  new Mesh(
    mesh.positions.map((x) => by * x),
    mesh.triangles,
  );

/** Few primitives and many; balls alone, cones and slabs; sizes that differ. */
const BODIES: Readonly<Record<string, Model>> = {
  ring: withAxis(torus({ majorSegments: 24, minorSegments: 12 }), 30),
  knot: withAxis(torusKnot({ triangles: 2880 }), 200),
  ball: withAxis(icosphere({ subdivisions: 2 }), 5),
  plate: withAxis(box({ size: [2, 1.5, 0.2] }), 60),
  rock: withAxis(randomSolid({ seed: 3, triangles: 320 }), 80),
  'small rock': withAxis(scaled(randomSolid({ seed: 4, triangles: 320 }), 1e-3), 80),
  'large plate': withAxis(scaled(box({ size: [2, 1.5, 0.2] }), 1e5), 40),
};
const NAMES = Object.keys(BODIES);

function drawPose(random: SeededRandom, a: Model, b: Model): Pose {
  const reach = a.frame.unit + b.frame.unit;
  return randomPose(random, reach * randomChoice(random, [1e-6, 0.1, 0.5, 1, 3]));
}

test('distances, contacts and overlaps are those without kernels', () => {
  const random = seeded(19);
  const seen = new Map<string, number>();
  let asked = 0;
  const kernels = kernelsWith({
    searchMedial: (...args) => {
      const end = simd.searchMedial(...args);
      if (end === 'done') asked++;
      return end;
    },
  });
  for (let n = 0; n < 4000; n++) {
    const a = BODIES[randomChoice(random, NAMES)];
    const b = BODIES[randomChoice(random, NAMES)];
    const poseA = drawPose(random, a, b);
    const poseB = random() < 0.5 ? {} : drawPose(random, a, b);
    const maxDistance = random() < 0.3 ? randomBetween(random, 0, 2) * b.frame.unit : Infinity;
    const contacts = n % 2 === 0 ? 'first' : 'all';
    const ask = (): unknown => [
      distance(a, poseA, b, poseB, { method: medial, maxDistance, stats: true }),
      collide(a, poseA, b, poseB, { method: medial, contacts, stats: true }),
    ];
    use(null);
    const plain = ask();
    use(kernels);
    expect(ask()).toEqual(plain);
    const [{ status }, { status: contact }] = plain as [{ status: string }, { status: string }];
    for (const name of [`distance ${status}`, `collide ${contact}`]) seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  expect(asked).toBe(8000);
  for (const name of ['distance separated', 'distance near', 'distance beyond', 'collide separated', 'collide near']) {
    expect(seen.get(name) ?? 0, name).toBeGreaterThan(300);
  }
});

test('balls alone, cones and slabs are all among the bodies', () => {
  const axes = NAMES.map((name) => medialAxis(BODIES[name]));
  expect(axes.some(({ cones }) => cones.some((ball, k) => k % 2 === 1 && ball === cones[k - 1]))).toBe(true);
  expect(axes.some(({ cones }) => cones.some((ball, k) => k % 2 === 1 && ball !== cones[k - 1]))).toBe(true);
  expect(axes.some(({ slabs }) => slabs.length > 0)).toBe(true);
});

test('with a budget the plain library searches', () => {
  use(simd);
  const { ring, knot } = BODIES;
  const pose = { position: [1, 0.2, 0.1] } as const;
  const limited = distance(ring, pose, knot, {}, { method: medial, budget: 5 });
  use(null);
  expect(limited).toEqual(distance(ring, pose, knot, {}, { method: medial, budget: 5 }));
  expect(limited.status).toBe('iteration-limit');
});

test('a released axis is written again', () => {
  const { ring, knot } = BODIES;
  const pose = { position: [2, 0.2, 0.1] } as const;
  use(simd);
  const before = distance(ring, pose, knot, {}, { method: medial });
  const held = simd.memorySize;
  for (let n = 0; n < 50; n++) {
    simd.release(ring);
    simd.release(knot);
    expect(distance(ring, pose, knot, {}, { method: medial })).toEqual(before);
  }
  expect(simd.memorySize).toBe(held);
});
