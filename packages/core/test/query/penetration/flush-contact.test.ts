// Convex bodies that lie flush: the contact is in the middle of the area they share, however the scene is turned and whoever is A.

import { randomBetween, randomPose, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { hull } from '../../../src/entries/convex.ts';
import { box } from '../../../src/entries/shapes.ts';
import { Model, motionPose, type Pose, penetration } from '../../../src/index.ts';

type Vector = readonly [number, number, number];

const separations = {
  mesh: (size: Vector) => Model.build(box({ size })),
  hull: (size: Vector) => hull(Array.from(box({ size }).positions)),
} as const;

/** Turns a scene: the pose of a body in it, moved by another pose. */
function moved(scene: Pose, [x, y, z]: Vector): Pose {
  const [qx, qy, qz, qw] = Array.from(scene.rotation ?? [0, 0, 0, 1]);
  const [tx, ty, tz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
  const turned = [
    x + qw * tx + (qy * tz - qz * ty),
    y + qw * ty + (qz * tx - qx * tz),
    z + qw * tz + (qx * ty - qy * tx),
  ];
  return { position: turned.map((t, k) => t + (scene.position?.[k] ?? 0)), rotation: [qx, qy, qz, qw] };
}

describe.each(['mesh', 'hull'] as const)('boxes as %s', (separation) => {
  test.each([false, true])('stacked, the upper one given last: %s', (isSwapped) => {
    const random = seeded(5);
    for (let k = 0; k < 40; k++) {
      const low: Vector = [randomBetween(random, 1, 3), randomBetween(random, 1, 3), 1];
      const high: Vector = [randomBetween(random, 0.3, 2), randomBetween(random, 0.3, 2), 1];
      const depth = randomBetween(random, 1e-3, 0.05);
      // Sideways they overlap by more than they are deep.
      const [x, y] = [0, 1].map((axis) => randomBetween(random, -0.45, 0.45) * (low[axis] + high[axis]));
      const shift: Vector = [x, y, 1 - depth];
      const scene = k < 10 ? {} : randomPose(random, 5);
      const a = separations[separation](high);
      const b = separations[separation](low);
      const [poseA, poseB] = [moved(scene, shift), moved(scene, [0, 0, 0])];
      const { local, depth: found } = isSwapped ? penetration(b, poseB, a, poseA) : penetration(a, poseA, b, poseB);
      const [contact] = local;
      expect(found).toBeCloseTo(depth, 9);
      const middle = [0, 1].map((axis) => {
        const from = Math.max(-low[axis] / 2, shift[axis] - high[axis] / 2);
        return (from + Math.min(low[axis] / 2, shift[axis] + high[axis] / 2)) / 2;
      });
      const onHigh = moved(scene, [middle[0], middle[1], 0.5 - depth]).position ?? [];
      const onLow = moved(scene, [middle[0], middle[1], 0.5]).position ?? [];
      const [pointHigh, pointLow] = isSwapped ? [contact.pointB, contact.pointA] : [contact.pointA, contact.pointB];
      for (let c = 0; c < 3; c++) {
        expect(pointHigh[c]).toBeCloseTo(onHigh[c], 8);
        expect(pointLow[c]).toBeCloseTo(onLow[c], 8);
      }
    }
  });
});

test('an edge on a face touches in its middle, a corner where it is', () => {
  const floor = Model.build(box({ size: [4, 4, 1] }));
  const cube = Model.build(box());
  const edgeDown = motionPose({ from: { position: [0.4, 0.2, 1.19] }, angularVelocity: [Math.PI / 4, 0, 0] }, 1);
  const { local } = penetration(cube, edgeDown, floor, {});
  expect(local[0].pointA[0]).toBeCloseTo(0.4, 9);
  expect(local[0].pointA[1]).toBeCloseTo(0.2, 9);
  const cornerDown = motionPose({ from: edgeDown, angularVelocity: [0, 0.3, 0] }, 1);
  const { local: corner } = penetration(cube, cornerDown, floor, {});
  expect(corner[0].pointB[2]).toBeCloseTo(0.5, 9);
});
