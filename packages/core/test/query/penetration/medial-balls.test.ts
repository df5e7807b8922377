// Balls of a medial axis that is at hand prove more than those of the distance map, whose grid is too coarse for thin parts.

import { seeded } from '@nearmiss/fixtures';
import { expect, test } from 'vitest';
import { collide, Model, penetration, spoon, verifyPenetration } from '../../../src/index.ts';

const plain = Model.build(spoon());
const withAxis = Model.build(spoon());
withAxis.medial({ samples: 2000, primitives: 200 });

test('a spoon across another: the grid knows no ball in the handle, the axis does', () => {
  const random = seeded(91);
  let raised = 0;
  for (let n = 0; n < 10; n++) {
    // The handle of one across the bowl of the other.
    const poseA = {
      position: [0.5 * random() - 0.5, 0.2 + 0.3 * random(), 0.01],
      rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
    } as const;
    const before = penetration(plain, poseA, plain, {});
    const after = penetration(withAxis, poseA, withAxis, {});
    expect(after.status).toBe(before.status);
    if (before.status !== 'overlapping') continue;
    expect(after.lower).toBeLessThanOrEqual(before.upper);
    expect(verifyPenetration(withAxis, poseA, withAxis, {}, after).ok).toBe(true);
    if (!(after.lower > before.lower)) continue;
    raised++;
    for (let k = 0; k < 20; k++) {
      const u = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
      const position = u.map((x, c) => poseA.position[c] + (0.999 * after.lower * x) / Math.hypot(...u));
      expect(collide(plain, { ...poseA, position }, plain, {}).status).not.toMatch(/separated|touching/);
    }
  }
  expect(raised).toBeGreaterThan(4);
});
