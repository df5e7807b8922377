import { describe, expect, test } from 'vitest';
import type { BodyPose } from '../src/body-pose.ts';
import { coherentPoses, mixedPoses, separatedPoses } from '../src/pose-generator.ts';

/** The corners of a unit cube are all these generators test. */
const corners = {
  positions: Float64Array.from({ length: 24 }, (_, i) => (((i / 3) >> (i % 3)) & 1) - 0.5),
  triangles: Uint32Array.of(0, 1, 2),
};

const rows = (poses: readonly BodyPose[]): number[][] => poses.map(({ row }) => [...row]);

/** The gap between the two posed corner sets along the line of centres, which separates them if positive. */
function gapAlongCentres({ row, position }: BodyPose): number {
  const length = Math.hypot(...position);
  const [x, y, z] = position.map((value) => value / length);
  let nearestOfA = Infinity;
  let farthestOfB = -Infinity;
  for (let i = 0; i < 24; i += 3) {
    const [px, py, pz] = corners.positions.subarray(i, i + 3);
    const ax = row[0] * px + row[1] * py + row[2] * pz + row[9];
    const ay = row[3] * px + row[4] * py + row[5] * pz + row[10];
    const az = row[6] * px + row[7] * py + row[8] * pz + row[11];
    nearestOfA = Math.min(nearestOfA, ax * x + ay * y + az * z);
    farthestOfB = Math.max(farthestOfB, px * x + py * y + pz * z);
  }
  return nearestOfA - farthestOfB;
}

describe('generated poses', () => {
  test('the same seed gives the same poses, another seed others', () => {
    expect(rows(separatedPoses(corners, 20, 5))).toEqual(rows(separatedPoses(corners, 20, 5)));
    expect(rows(mixedPoses(20, 5))).toEqual(rows(mixedPoses(20, 5)));
    expect(rows(coherentPoses(corners, 20, 5))).toEqual(rows(coherentPoses(corners, 20, 5)));
    expect(rows(separatedPoses(corners, 20, 5))).not.toEqual(rows(separatedPoses(corners, 20, 6)));
  });

  test('separated poses have a slab between the bodies, of many widths', () => {
    const gaps = separatedPoses(corners, 200, 1).map(gapAlongCentres);
    expect(Math.min(...gaps)).toBeGreaterThan(0.0199);
    expect(Math.max(...gaps)).toBeLessThan(0.8001);
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeGreaterThan(0.7);
  });

  test('mixed poses reach from deep inside to clear of each other', () => {
    const distances = mixedPoses(200, 1).map(({ position }) => Math.hypot(...position));
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(0.2);
    expect(Math.min(...distances)).toBeLessThan(0.3);
    expect(Math.max(...distances)).toBeGreaterThan(1.1);
    expect(Math.max(...distances)).toBeLessThanOrEqual(1.2);
  });

  test('a coherent walk keeps its gap and never jumps', () => {
    const walk = coherentPoses(corners, 300, 1);
    for (let i = 0; i < walk.length; i++) {
      expect(gapAlongCentres(walk[i])).toBeCloseTo(0.05, 12);
      if (i === 0) continue;
      const before = walk[i - 1];
      const now = walk[i];
      const step = Math.hypot(...now.position.map((value, k) => value - before.position[k]));
      expect(step).toBeLessThan(0.05);
      const cosHalf = Math.abs(now.rotation.reduce((sum, value, k) => sum + value * before.rotation[k], 0));
      expect(2 * Math.acos(Math.min(1, cosHalf))).toBeCloseTo(Math.PI / 180, 6);
    }
  });
});
