// Convex hulls in motion: round ones of three sizes, as those of W5, and two long ones whose middles do not show where they
// are nearest. Each is put against itself.

import { seeded } from '@nearmiss/fixtures';
import type { BodyPose } from '../body-pose.ts';
import { coherentPoses, randomDirection, separatedPoses } from '../pose-generator.ts';

const POSES = 4096;
const SEED = 2000;

interface HullShape {
  readonly vertices: number;
  /** Half lengths of the ellipsoid the vertices lie on. */
  readonly half: readonly [number, number, number];
}

export const HULLS: Readonly<Record<string, HullShape>> = {
  hull32: { vertices: 32, half: [0.5, 0.5, 0.5] },
  hull128: { vertices: 128, half: [0.5, 0.5, 0.5] },
  hull1000: { vertices: 1000, half: [0.5, 0.5, 0.5] },
  disc10000: { vertices: 10_000, half: [0.5, 0.5, 0.025] },
  rod10000: { vertices: 10_000, half: [0.5, 0.025, 0.025] },
};

interface Motion {
  readonly what: string;
  /** Whether a query may start from the last answer. */
  readonly isCoherent: boolean;
  poses(positions: Float64Array): BodyPose[];
}

export const MOTIONS: Readonly<Record<string, Motion>> = {
  slow: {
    what: 'turning by 0.1° a step, 0.05 apart',
    isCoherent: true,
    poses: (positions) => coherentPoses({ positions }, POSES, SEED, 0.1),
  },
  brisk: {
    what: 'turning by 1° a step, 0.05 apart',
    isCoherent: true,
    poses: (positions) => coherentPoses({ positions }, POSES, SEED),
  },
  anywhere: {
    what: 'anywhere, 0.02 to 0.8 apart, without a last answer',
    isCoherent: false,
    poses: (positions) => separatedPoses({ positions }, POSES, SEED),
  },
};

export function hullPoints(name: string): Float64Array {
  const random = seeded(SEED);
  const { vertices, half } = HULLS[name];
  const points = new Float64Array(3 * vertices);
  for (let i = 0; i < vertices; i++) {
    points.set(
      randomDirection(random).map((x, axis) => half[axis] * x),
      3 * i,
    );
  }
  return points;
}
