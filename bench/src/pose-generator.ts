// Seeded poses of A while B stays at the identity. They warm up every workload, and they are the workload where no stored
// poses are at hand. Models are about 1 in size with their box centred at the origin.

import { randomBetween, type SeededRandom, seeded } from '@nearmiss/fixtures';
import { type BodyPose, normalised, poseFromQuaternion, type Quaternion, times, type Vector } from './body-pose.ts';
import type { TriangleMesh } from './mesh-file.ts';

/** Only where the corners are is of interest. */
export type Points = Pick<TriangleMesh, 'positions'>;

/** Gaps of separated poses, in model sizes. */
const GAP = { low: 0.02, high: 0.8 } as const;
/** Distances between the two centres of mixed poses, in model sizes: about half of such poses touch. */
const CENTRES = { low: 0.2, high: 1.2 } as const;
/** What a coherent walk keeps and changes a step: gap, sideways shift in model sizes, turn in radians (one degree). */
const WALK = { gap: 0.05, shift: 0.002, turn: Math.PI / 180, axisDrift: 0.1 } as const;

/** Poses with a plane between the bodies: separated without asking any of the peers. */
export function separatedPoses(mesh: Points, count: number, seed: number, other: Points = mesh): BodyPose[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => {
    const gap = randomBetween(random, GAP.low, GAP.high);
    return besidePlane(mesh, randomDirection(random), randomRotation(random), gap, other);
  });
}

/** Poses of which some touch, some do not; of a slim body, with a `reach` below 1, as many. */
export function mixedPoses(count: number, seed: number, reach = 1): BodyPose[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => {
    const distance = reach * randomBetween(random, CENTRES.low, CENTRES.high);
    const [x, y, z] = randomDirection(random);
    return poseFromQuaternion([distance * x, distance * y, distance * z], randomRotation(random));
  });
}

/** A walk of small steps around B at a small gap, the axis of rotation drifting slowly; `pace` times as fast. */
export function coherentPoses(mesh: Points, count: number, seed: number, pace = 1): BodyPose[] {
  const random = seeded(seed);
  let direction = randomDirection(random);
  let axis = randomDirection(random);
  let rotation = randomRotation(random);
  return Array.from({ length: count }, () => {
    axis = nudged(axis, randomDirection(random), pace * WALK.axisDrift);
    rotation = turned(rotation, axis, pace * WALK.turn);
    direction = nudged(direction, axis, pace * WALK.shift);
    return besidePlane(mesh, direction, rotation, WALK.gap);
  });
}

/** A posed along `direction` so that the slab between the bodies, across that direction, is `gap` thick. */
export function besidePlane(
  mesh: Points,
  direction: Vector,
  rotation: Quaternion,
  gap: number,
  other: Points = mesh,
): BodyPose {
  const { row } = poseFromQuaternion([0, 0, 0], rotation);
  const [x, y, z] = direction;
  // -direction in A's own frame: the transposed rotation applied to it.
  const back: Vector = [
    -(row[0] * x + row[3] * y + row[6] * z),
    -(row[1] * x + row[4] * y + row[7] * z),
    -(row[2] * x + row[5] * y + row[8] * z),
  ];
  const reach = gap + farthestAlong(other, direction) + farthestAlong(mesh, back);
  return poseFromQuaternion([reach * x, reach * y, reach * z], rotation);
}

function farthestAlong(mesh: Points, [x, y, z]: Vector): number {
  const { positions } = mesh;
  let farthest = -Infinity;
  for (let i = 0; i < positions.length; i += 3) {
    const along = positions[i] * x + positions[i + 1] * y + positions[i + 2] * z;
    if (along > farthest) farthest = along;
  }
  return farthest;
}

function nudged(direction: Vector, towards: Vector, amount: number): Vector {
  const x = direction[0] + amount * towards[0];
  const y = direction[1] + amount * towards[1];
  const z = direction[2] + amount * towards[2];
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

function turned(rotation: Quaternion, axis: Vector, angle: number): Quaternion {
  const sine = Math.sin(angle / 2);
  return times([sine * axis[0], sine * axis[1], sine * axis[2], Math.cos(angle / 2)], rotation);
}

/** Uniform on the sphere: points of the cube outside the ball, or too near its centre to normalise well, are redrawn. */
export function randomDirection(random: SeededRandom): Vector {
  for (;;) {
    const x = 2 * random() - 1;
    const y = 2 * random() - 1;
    const z = 2 * random() - 1;
    const length = Math.hypot(x, y, z);
    if (length > 0.1 && length <= 1) return [x / length, y / length, z / length];
  }
}

/** Uniform over the rotations, by the same redrawing in four dimensions. */
export function randomRotation(random: SeededRandom): Quaternion {
  for (;;) {
    const x = 2 * random() - 1;
    const y = 2 * random() - 1;
    const z = 2 * random() - 1;
    const w = 2 * random() - 1;
    const length = Math.hypot(x, y, z, w);
    if (length > 0.1 && length <= 1) return normalised(x, y, z, w);
  }
}
