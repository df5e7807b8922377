import { randomPose, seeded } from '@nearmiss/fixtures';
import { describe, expect, test } from 'vitest';
import { poseFromQuaternion, poseFromRow } from '../src/body-pose.ts';

describe('poses', () => {
  test('matrix and quaternion describe the same rotation, whichever component is largest', () => {
    const random = seeded(3);
    const largest = new Set<number>();
    for (let i = 0; i < 200; i++) {
      const { position, rotation } = randomPose(random, 2);
      const back = poseFromRow(poseFromQuaternion(position, rotation).row, 'test');
      const sizes = rotation.map(Math.abs);
      const at = sizes.indexOf(Math.max(...sizes));
      largest.add(at);
      const sign = Math.sign(rotation[at]) * Math.sign(back.rotation[at]); // q and -q are one rotation
      back.rotation.forEach((value, k) => {
        expect(value * sign).toBeCloseTo(rotation[k], 14);
      });
      expect(back.position).toEqual(position);
    }
    expect(largest.size).toBe(4);
  });

  test('a quarter turn about z takes x to y', () => {
    const { row } = poseFromQuaternion([0, 0, 0], [0, 0, Math.SQRT1_2, Math.SQRT1_2]);
    expect(row[0]).toBeCloseTo(0, 15);
    expect(row[3]).toBeCloseTo(1, 15);
  });

  test('a row of the wrong length or with holes is refused', () => {
    expect(() => poseFromRow([1, 0, 0], 'Row 7')).toThrow(/Row 7/);
    expect(() => poseFromRow([...new Float64Array(11), Number.NaN], 'Row 8')).toThrow(/Row 8/);
  });
});
