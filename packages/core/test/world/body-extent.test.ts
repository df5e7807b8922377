// Boxes hold their bodies, and no point comes farther than is said, in exact arithmetic.

import {
  add,
  compare,
  fromNumber,
  mul,
  posePointExactly,
  type RationalVector,
  randomBetween,
  randomChoice,
  randomInteger,
  randomPose,
  seeded,
  sub,
} from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { capsule, cone, cylinder, sphere } from '../../src/entries/convex.ts';
import { DeformingMesh } from '../../src/entries/deforming.ts';
import { closestPoint, type Mesh, Model } from '../../src/index.ts';
import { readPose } from '../../src/scalar/pose.ts';
import {
  type Extent,
  extentOf,
  extentOfBox,
  type PosedBoxes,
  poseOfOne,
  travelBetween,
  writeBox,
} from '../../src/world/body-extent.ts';
import { moved, SOLIDS } from '../query/bodies.ts';

interface PosedMesh {
  readonly slots: PosedBoxes;
  readonly box: Float64Array;
  readonly centre: Float64Array;
}

type TestPose = ReturnType<typeof randomPose>;

function slot(extent: Extent, given: TestPose, isFixed = false): PosedMesh {
  const slots = poseOfOne();
  readPose(given, slots.poses, 'pose');
  writeBox(extent, slots, 0, isFixed, 0);
  return { slots, box: slots.boxes, centre: slots.centres };
}

function exactCorners({ positions }: Mesh, pose: TestPose): RationalVector[] {
  return Array.from({ length: positions.length / 3 }, (_, v) =>
    posePointExactly(pose, positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]),
  );
}

/** A unit quaternion only to within what poses allow. */
function loosened({ position, rotation }: TestPose, by: number): TestPose {
  const [x, y, z, w] = rotation;
  return { position, rotation: [x * by, y * by, z * by, w * by] };
}

test('boxes hold every corner, tightly', () => {
  const random = seeded(11);
  let errorBound = 0;
  for (let k = 0; k < 25; k++) {
    const offset = randomChoice(random, [0, 0, 100, 1e6]);
    const mesh = moved(randomChoice(random, SOLIDS).mesh, (x, y, z) => [x + offset, y - offset / 3, z]);
    const model = Model.build(mesh);
    const spread = randomChoice(random, [0, 1, 1e5]);
    const pose = loosened(randomPose(random, spread), randomBetween(random, 0.9995, 1.0005));
    const corners = exactCorners(mesh, pose);
    const ofVertices = extentOfBox(new DeformingMesh(mesh).box);
    for (const [extent, isFixed] of [
      [extentOf(model), false],
      [extentOf(model), true],
      [ofVertices, false],
      [ofVertices, true],
    ] as const) {
      const { box } = slot(extent, pose, isFixed);
      for (let axis = 0; axis < 3; axis++) {
        const [low, high] = [fromNumber(box[axis]), fromNumber(box[axis + 3])];
        const isWithin = corners.every((c) => compare(low, c[axis]) <= 0 && compare(c[axis], high) <= 0);
        expect(isWithin).toBe(true);
        if (!isFixed) errorBound = Math.max(errorBound, (box[axis + 3] - box[axis]) / 2);
      }
    }
  }
  expect(errorBound).toBeLessThan(1.5); // bodies are about 1 across
});

test('boxes hold round bodies', () => {
  const random = seeded(12);
  const rounds = [sphere(), capsule(), cylinder({ radius: 2 }), cone({ height: 0.1 })];
  for (let k = 0; k < 40; k++) {
    const model = randomChoice(random, rounds);
    const pose = randomPose(random, 3);
    const { box } = slot(extentOf(model), pose);
    // The point of the surface nearest to one far out along an axis is as far out as any, but for the path aside.
    for (let axis = 0; axis < 3; axis++) {
      const far: [number, number, number] = [...pose.position];
      far[axis] += 1e7;
      const { point } = closestPoint(model, pose, far);
      expect(point?.[axis]).toBeLessThanOrEqual(box[axis + 3] + 1e-6);
      expect(point?.[axis]).toBeGreaterThan(pose.position[axis]);
    }
  }
});

test('no corner comes farther than the travel between two poses', () => {
  const random = seeded(13);
  let sharp = 0;
  for (let k = 0; k < 30; k++) {
    const { mesh, model } = randomChoice(random, SOLIDS);
    const from = randomPose(random, randomChoice(random, [0, 1, 1e4]));
    const small = 10 ** -randomInteger(random, 0, 15);
    const isTurned = randomInteger(random, 0, 1) === 1;
    const rotation = from.rotation.map((q) => q + (isTurned ? small * randomBetween(random, -1, 1) : 0));
    const length = Math.hypot(...rotation) * randomChoice(random, [1, -1]);
    const [x, y, z, w] = rotation.map((q) => q / length);
    const [px, py, pz] = from.position.map((p) => p + small * randomBetween(random, -1, 1));
    const to: TestPose = { position: [px, py, pz], rotation: [x, y, z, w] };
    const [before, after] = [slot(extentOf(model), from), slot(extentOf(model), to)];
    const travel = travelBetween(extentOf(model), before.slots, 0, after.slots, 0);
    const limit = fromNumber(travel);
    const ends = exactCorners(mesh, to);
    const starts = exactCorners(mesh, from);
    ends.forEach((end, v) => {
      const methods = end.map((e, axis) => sub(e, starts[v][axis]));
      const sq = methods.reduce((sum, method) => add(sum, mul(method, method)), fromNumber(0));
      expect(compare(sq, mul(limit, limit))).toBeLessThanOrEqual(0);
      if (compare(mul(sq, fromNumber(16)), mul(limit, limit)) > 0) sharp++;
    });
  }
  expect(sharp).toBeGreaterThan(200);
  const still = slot(extentOf(SOLIDS[0].model), randomPose(random, 1));
  const { model } = SOLIDS[0];
  expect(travelBetween(extentOf(model), still.slots, 0, still.slots, 0)).toBe(0);
});
