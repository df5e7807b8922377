// A solver moves bodies apart by their local depths. Where all of the overlap is one region, its depth along its normal parts the bodies.

import { randomBetween, randomPose, seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { box, gear, icosphere, lShape, randomSolid, torus, uShape } from '../../../src/entries/shapes.ts';
import { collide, Model, type Pose, penetration } from '../../../src/index.ts';

const bodies = [
  Model.build(gear()),
  Model.build(torus({ majorSegments: 14, minorSegments: 8 })),
  Model.build(lShape()),
  Model.build(uShape()),
  Model.build(icosphere({ subdivisions: 1 })),
  Model.build(box({ size: [2, 0.3, 0.3] })),
  Model.build(randomSolid({ seed: 3 })),
];

test('a region that is alone is left by its own depth', () => {
  const random = seeded(11);
  const held: string[] = [];
  let alone = 0;
  for (let k = 0; k < 70; k++) {
    const a = bodies[k % bodies.length];
    const b = bodies[(3 * k + 1) % (bodies.length - 1)];
    const { rotation } = randomPose(random, 0);
    const poseB: Pose = { position: [0, 0, 0].map(() => randomBetween(random, -0.6, 0.6)), rotation };
    const { local, upper } = penetration(a, {}, b, poseB, { local: true, start: 'centroid' });
    for (const { depth } of local) expect(depth).toBeLessThanOrEqual(upper);
    const [first] = local;
    if (local.length !== 1 || first === undefined) continue;
    alone++;
    const pushed = first.normal.map((x) => -x * first.depth * (1 + 1e-6));
    const { status } = collide(a, { position: pushed }, b, poseB);
    if (status !== 'separated' && status !== 'touching') held.push(`${k}: ${first.depth} of ${upper}`);
  }
  expect(held).toEqual([]);
  expect(alone).toBeGreaterThan(25);
});
