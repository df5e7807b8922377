// The first rival (Gilbert, Johnson & Keerthi 1988; Baraff 1990): for every two convex bodies a plane between them is kept
// and tested again in the next cycle; where it no longer separates, GJK is asked for another. All pairs, every cycle.

import {
  buildConvexBody,
  type ConvexBody,
  ConvexResult,
  ConvexWorkspace,
  gjkDistance,
  supportVertex,
} from '../core-internals.ts';
import type { Method } from './method.ts';
import { RELATIVE_SIZE, relativeTo } from './relative-pose.ts';

interface Separation {
  readonly a: number;
  readonly b: number;
  readonly found: ConvexResult;
  /** From A to B, in B's frame. */
  readonly normal: Float64Array;
}

export const separatingPlanes: Method = ({ meshes }) => {
  const hulls = new Map(meshes.map((mesh) => [mesh, buildConvexBody(mesh.positions)]));
  const bodies = meshes.map((mesh) => hulls.get(mesh) ?? buildConvexBody(mesh.positions));
  const pairs = bodies.flatMap((_, a) =>
    bodies
      .slice(a + 1)
      .map((_, k): Separation => ({ a, b: a + 1 + k, found: new ConvexResult(), normal: new Float64Array(3) })),
  );
  const work = new ConvexWorkspace();
  const pose = new Float64Array(RELATIVE_SIZE);
  return (rows) => {
    let touching = 0;
    for (const { a, b, found, normal } of pairs) {
      relativeTo(rows[a], rows[b], pose);
      if (isBetween(bodies[a], bodies[b], pose, normal)) continue;
      gjkDistance(work, bodies[a], bodies[b], pose, found);
      if (found.status === 'separated') normal.set(found.normal);
      else touching++;
    }
    return touching;
  };
};

/** The normal in A's frame, then its opposite in B's. */
const directions = new Float64Array(6);

/** Whether the bodies, A posed in B's frame, are on different sides across `normal`; there may be none yet. */
function isBetween(a: ConvexBody, b: ConvexBody, pose: Float64Array, normal: Float64Array): boolean {
  const [x, y, z] = normal;
  if (x === 0 && y === 0 && z === 0) return false;
  for (let axis = 0; axis < 3; axis++) {
    directions[axis] = pose[axis] * x + pose[3 + axis] * y + pose[6 + axis] * z;
    directions[3 + axis] = -normal[axis];
  }
  const p = 3 * supportVertex(a, directions, 0);
  const q = 3 * supportVertex(b, directions, 3);
  let gap = -(pose[9] * x + pose[10] * y + pose[11] * z);
  for (let axis = 0; axis < 3; axis++) {
    gap += b.vertices[q + axis] * normal[axis] - a.vertices[p + axis] * directions[axis];
  }
  return gap > 0;
}
