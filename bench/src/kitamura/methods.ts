// What is compared: the proposed pipeline, as the paper has it and as the library would choose, and the paper's rivals.

import { collideAllDeforming, DeformingMesh, type DeformingOptions } from 'nearmiss/deforming';
import { distanceBased } from './distance-based.ts';
import type { Method, MethodName } from './method.ts';
import { octreeUpdate } from './octree-update.ts';
import { writePosed } from './rigid-scene.ts';
import { separatingPlanes } from './separating-planes.ts';

/** Face octree to level 6 below a cube around the world, and clipped triangles: what the paper measured. */
const PAPER: DeformingOptions = { method: 'octree', depth: 6, faceTest: 'clip' };

export const METHODS: Readonly<Record<MethodName, Method>> = {
  paper: proposed(PAPER),
  octree: proposed({ method: 'octree' }),
  nearmiss: proposed({}),
  planes: separatingPlanes,
  update: octreeUpdate,
  distance: distanceBased,
};

/** Moving the vertices is part of it. */
function proposed(options: DeformingOptions): Method {
  return ({ meshes, world }) => {
    const settings = options === PAPER ? { ...options, root: world } : options;
    const bodies = meshes.map((mesh) => new DeformingMesh(mesh));
    const posed = meshes.map((mesh) => new Float64Array(mesh.positions.length));
    return (rows) => {
      rows.forEach((row, k) => {
        writePosed(meshes[k], row, posed[k]);
        bodies[k].deform(posed[k]);
      });
      return collideAllDeforming(bodies, settings).length;
    };
  };
}
