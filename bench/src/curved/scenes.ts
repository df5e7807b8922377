// Where curved volumes should pay, and where not: smooth bodies, finely tessellated, a small gap apart. Each scene is a row
// of pairs with smaller and smaller gaps, each pair in a few seeded poses.

import { seeded } from '@nearmiss/fixtures';
import { icosphere, torus } from 'nearmiss/shapes';
import { type BodyPose, poseFromQuaternion, type Quaternion } from '../body-pose.ts';
import type { TriangleMesh } from '../mesh-file.ts';
import { besidePlane, randomDirection, randomRotation } from '../pose-generator.ts';

/** In units of the bodies, which are about 1 in size. */
export const GAPS: readonly number[] = [0.1, 0.03, 0.01, 0.003];
const POSES = 5;
const SEED = 1998;
/** Offset from the concentric position, in gaps. With offset 0 the nearest point is not unique. */
const OFFSET = 0.3;

interface ScenePair {
  readonly a: TriangleMesh;
  readonly b: TriangleMesh;
  /** Of A; B stays at the identity. */
  readonly poses: readonly BodyPose[];
}

interface Scene {
  readonly what: string;
  pair(gap: number): ScenePair;
}

export const SCENES: Readonly<Record<string, Scene>> = {
  spheres: {
    what: 'a sphere within a larger concentric one',
    pair: (gap) => {
      const ball = icosphere({ radius: 0.5, subdivisions: 4 });
      const larger = 1 + gap / 0.5;
      const poses = poseList((random) =>
        poseFromQuaternion(times(randomDirection(random), OFFSET * gap), randomRotation(random)),
      );
      return { a: ball, b: stretched(ball, larger, larger, larger), poses };
    },
  },
  patches: {
    what: 'a spline-like patch over its offset',
    pair: (gap) => ({ a: wavyPatch(0), b: wavyPatch(gap), poses: nearPosition(gap) }),
  },
  tori: {
    what: 'a ring within a thicker one',
    pair: (gap) => ({
      a: ring(0.4),
      b: ring(0.4 + gap),
      poses: nearPosition(gap),
    }),
  },
  pebbles: {
    what: 'two ellipsoids 1 : 0.7 : 0.5 beside each other',
    pair: (gap) => tumbling(stretched(icosphere({ subdivisions: 4 }), 1, 0.7, 0.5), gap),
  },
  needles: {
    what: 'two ellipsoids 1 : 0.1 : 0.1 beside each other',
    pair: (gap) => tumbling(stretched(icosphere({ subdivisions: 4 }), 1, 0.1, 0.1), gap),
  },
};

function poseList(make: (random: ReturnType<typeof seeded>) => BodyPose): BodyPose[] {
  const random = seeded(SEED);
  return Array.from({ length: POSES }, () => make(random));
}

const IDENTITY: Quaternion = [0, 0, 0, 1];

function nearPosition(gap: number): BodyPose[] {
  return poseList((random) => poseFromQuaternion(times(randomDirection(random), OFFSET * gap), IDENTITY));
}

function tumbling(mesh: TriangleMesh, gap: number): ScenePair {
  const poses = poseList((random) => besidePlane(mesh, randomDirection(random), randomRotation(random), gap));
  return { a: mesh, b: mesh, poses };
}

function times([x, y, z]: readonly number[], factor: number): [number, number, number] {
  return [factor * x, factor * y, factor * z];
}

function stretched({ positions, triangles }: TriangleMesh, x: number, y: number, z: number): TriangleMesh {
  const factors = [x, y, z];
  return { positions: positions.map((value, k) => factors[k % 3] * value), triangles };
}

/** A torus of 5,120 triangles, as many as the spheres have. */
function ring(minorRadius: number): TriangleMesh {
  return torus({ majorRadius: 1, minorRadius, majorSegments: 80, minorSegments: 32 });
}

/** z = 0.15·sin 2x·cos 1.5y over [−1, 1]², moved along its normals by `offset`. */
function wavyPatch(offset: number): TriangleMesh {
  const cells = 50;
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= cells; i++) {
    for (let j = 0; j <= cells; j++) {
      const [x, y] = [(2 * i) / cells - 1, (2 * j) / cells - 1];
      const z = 0.15 * Math.sin(2 * x) * Math.cos(1.5 * y);
      const slopeX = 0.3 * Math.cos(2 * x) * Math.cos(1.5 * y);
      const slopeY = -0.225 * Math.sin(2 * x) * Math.sin(1.5 * y);
      const along = offset / Math.hypot(slopeX, slopeY, 1);
      positions.push(x - along * slopeX, y - along * slopeY, z + along);
      if (i === cells || j === cells) continue;
      const corner = i * (cells + 1) + j;
      triangles.push(corner, corner + cells + 1, corner + cells + 2, corner, corner + cells + 2, corner + 1);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}
