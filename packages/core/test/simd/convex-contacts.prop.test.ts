// Contacts of convex bodies for a solver: those of the kernels are those of the plain library, to the bit.

import { randomBetween, randomPose, seeded } from '@nearmiss/fixtures';
import { afterEach, expect, test } from 'vitest';
import { SolverContacts } from '../../src/entries/bodies.ts';
import { hull } from '../../src/entries/convex.ts';
import { box, icosphere } from '../../src/entries/shapes.ts';
import { simd } from '../../src/entries/simd.ts';
import { Mesh, Model, use } from '../../src/index.ts';
import { kernelsWith } from './kernels-with.ts';

const POSES = 300;
const counts = { contacts: 0, none: 0, left: 0, four: 0 };
const counting = kernelsWith({
  convexContacts: (a, poseA, hullA, b, poseB, hullB, within, out) => {
    const isDecided = simd.convexContacts(a, poseA, hullA, b, poseB, hullB, within, out);
    counts[!isDecided ? 'left' : out.count > 0 ? 'contacts' : 'none']++;
    if (isDecided && out.count === 4) counts.four++;
    return isDecided;
  },
});

afterEach(() => use(null));

const cuboid = Model.build(box({ size: [1, 0.8, 0.6] }));
const ball = Model.build(icosphere({ radius: 0.5, subdivisions: 1 }));
const prism = prismOf(7, 0.4, 1);
/** A face of 40 corners is more than kernels clip. */
const disc = prismOf(40, 0.5, 0.2);
const { positions, triangles } = box({ size: [0.3, 0.2, 2] });
const aside = Model.build(
  new Mesh(
    positions.map((x) => x + 5),
    triangles,
  ),
);
const MODELS = [cuboid, ball, prism, disc, aside];

function prismOf(sides: number, radius: number, height: number): Model {
  const points = Array.from({ length: 2 * sides }, (_, k) => {
    const angle = (2 * Math.PI * (k >> 1)) / sides;
    return [radius * Math.cos(angle), radius * Math.sin(angle), (k % 2 === 0 ? 0.5 : -0.5) * height];
  });
  return hull(Float64Array.from(points.flat()));
}

interface FoundContacts {
  readonly count: number;
  readonly lower: number;
  readonly numbers: readonly number[];
}

function find(a: Model, poseA: Pose, b: Model, poseB: Pose, within: number): FoundContacts {
  const contacts = new SolverContacts();
  contacts.find(a, poseA, b, poseB, within);
  const { count, lower, numbers } = contacts;
  return { count, lower, numbers: [...numbers.subarray(0, 10 * count)] };
}

type Pose = Parameters<SolverContacts['find']>[1];

/** A pose that puts the middle of a model near a point. */
function poseNear(random: () => number, model: Model, spread: number, isTurned: boolean): Pose {
  const { position = [0, 0, 0], rotation = [0, 0, 0, 1] } = randomPose(random, spread);
  const offset = model === aside ? 5 : 0;
  return {
    position: Float64Array.from(position, (x) => x - (isTurned ? 0 : offset)),
    rotation: Float64Array.from(isTurned ? rotation : [0, 0, 0, 1]),
  };
}

test('contacts, their order and the bound of the distance are the same', () => {
  const random = seeded(11);
  for (const a of MODELS) {
    for (const b of MODELS) {
      for (let k = 0; k < POSES / 5; k++) {
        const isTurned = a !== aside && b !== aside && k % 3 > 0;
        const poseA = poseNear(random, a, 0.7, isTurned);
        const poseB = poseNear(random, b, 0.7, isTurned);
        const within = randomBetween(random, 0, 0.4);
        use(null);
        const plain = find(a, poseA, b, poseB, within);
        use(counting);
        expect(find(a, poseA, b, poseB, within)).toEqual(plain);
      }
    }
  }
  expect(counts.contacts).toBeGreaterThan(100);
  expect(counts.none).toBeGreaterThan(50);
  expect(counts.left).toBeGreaterThan(100);
  expect(counts.four).toBeGreaterThan(5);
});

test('a hull that was released is written again', () => {
  use(counting);
  const poseA = { position: Float64Array.of(0, 0, 0), rotation: Float64Array.of(0, 0, 0, 1) };
  const poseB = { position: Float64Array.of(0.1, 0.2, 0.61), rotation: Float64Array.of(0, 0, 0, 1) };
  const before = find(cuboid, poseA, cuboid, poseB, 0.05);
  simd.release(cuboid);
  const decided = counts.contacts;
  expect(find(cuboid, poseA, cuboid, poseB, 0.05)).toEqual(before);
  expect(counts.contacts).toBe(decided + 1);
  expect(before.count).toBe(4);
});
