// The third rival (Cohen, Lin, Manocha & Ponamgi 1995, I-COLLIDE): bounding cubes of fixed size, and for pairs whose cubes
// overlap the distance by Voronoi marching from the features of the cycle before.

import { buildConvexBody, ConvexResult, ConvexWorkspace, voronoiMarching } from '../core-internals.ts';
import type { Method } from './method.ts';
import { RELATIVE_SIZE, relativeTo } from './relative-pose.ts';

export const distanceBased: Method = ({ meshes }) => {
  const hulls = new Map(meshes.map((mesh) => [mesh, buildConvexBody(mesh.positions)]));
  const bodies = meshes.map((mesh) => hulls.get(mesh) ?? buildConvexBody(mesh.positions));
  const found = bodies.map(() => bodies.map(() => new ConvexResult()));
  const work = new ConvexWorkspace();
  const pose = new Float64Array(RELATIVE_SIZE);
  return (rows) => {
    let touching = 0;
    for (let a = 0; a < rows.length; a++) {
      for (let b = a + 1; b < rows.length; b++) {
        const reach = bodies[a].radius + bodies[b].radius;
        if (Math.abs(rows[a][9] - rows[b][9]) > reach) continue;
        if (Math.abs(rows[a][10] - rows[b][10]) > reach) continue;
        if (Math.abs(rows[a][11] - rows[b][11]) > reach) continue;
        relativeTo(rows[a], rows[b], pose);
        voronoiMarching(work, bodies[a], bodies[b], pose, found[a][b]);
        if (found[a][b].status !== 'separated') touching++;
      }
    }
    return touching;
  };
};
