// Thin bodies: the grid of the distance map is too coarse for balls in them. Beside faces that cross there is a position in both, and
// the balls of a medial axis that the model carries prove more.

import { seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { medialStructure } from '../../../src/entries/medial.ts';
import { spoon } from '../../../src/entries/shapes.ts';
import { collide, Model, penetration, verifyPenetration } from '../../../src/index.ts';

const mesh = spoon({ rings: 32, sides: 16 });
const plain = Model.build(mesh);
const withAxis = plain.with(medialStructure({ samples: 2000, primitives: 200 }));

test('the handle of a spoon across the bowl of another', () => {
  const random = seeded(91);
  let overlapping = 0;
  let bounded = 0;
  let raised = 0;
  for (let n = 0; n < 10; n++) {
    const poseA = {
      position: [0.5 * random() - 0.5, 0.2 + 0.3 * random(), 0.01],
      rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
    } as const;
    const before = penetration(plain, poseA, plain, {});
    const after = penetration(withAxis, poseA, withAxis, {});
    expect(after.status).toBe(before.status);
    if (before.status !== 'overlapping') continue;
    overlapping++;
    if (before.lower > 0) bounded++;
    expect(after.lower).toBeLessThanOrEqual(before.upper);
    expect(verifyPenetration(plain, poseA, plain, {}, before).ok).toBe(true);
    expect(verifyPenetration(withAxis, poseA, withAxis, {}, after).ok).toBe(true);
    if (!(after.lower > before.lower)) continue;
    raised++;
    for (let k = 0; k < 20; k++) {
      const u = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
      const position = u.map((x, c) => poseA.position[c] + (0.999 * after.lower * x) / Math.hypot(...u));
      expect(collide(plain, { ...poseA, position }, plain, {}).status).not.toMatch(/separated|touching/);
    }
  }
  expect(overlapping).toBeGreaterThan(6);
  expect(bounded).toBe(overlapping);
  expect(raised).toBeGreaterThan(4);
});
