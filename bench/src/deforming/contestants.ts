// A step of two deforming meshes: new positions in, number of touching face pairs out.

import type { Mesh } from 'nearmiss';
import { collideDeforming, DeformingMesh, type DeformingOptions } from 'nearmiss/deforming';
import { Matrix4 } from 'three';
import { buildBvh, geometryOf } from '../peers/three-mesh-bvh.ts';

export type Step = (a: Float64Array, b: Float64Array) => number;

export const CONTESTANTS = ['default', 'octree', 'paper octree', 'bintree', 'refit', 'three-mesh-bvh'] as const;
export type Contestant = (typeof CONTESTANTS)[number];

const OPTIONS: Readonly<Record<Exclude<Contestant, 'three-mesh-bvh'>, DeformingOptions>> = {
  default: {},
  octree: { method: 'octree' },
  'paper octree': { method: 'octree', depth: 6, faceTest: 'clip', root: [-2, -2, -2, 4, 4, 4] },
  bintree: { method: 'bintree' },
  refit: { method: 'refit' },
};

export function openContestant(contestant: Contestant, mesh: Mesh): Step {
  if (contestant === 'three-mesh-bvh') return refitAndCast(mesh);
  const [a, b] = [new DeformingMesh(mesh), new DeformingMesh(mesh)];
  const options = OPTIONS[contestant];
  return (positionsA, positionsB) => {
    a.deform(positionsA);
    b.deform(positionsB);
    return collideDeforming(a, b, options).pairCount;
  };
}

/** Its documented path for deforming geometry: positions written in place, both trees refitted, all pairs cast. */
function refitAndCast(mesh: Mesh): Step {
  const geometries = [geometryOf(mesh), geometryOf(mesh)];
  const [a, b] = geometries.map(buildBvh);
  const unmoved = new Matrix4();
  return (...positions) => {
    positions.forEach((given, k) => {
      geometries[k].attributes.position.array.set(given);
    });
    a.refit();
    b.refit();
    let pairs = 0;
    a.bvhcast(b, unmoved, {
      intersectsTriangles: (triangleA, triangleB) => {
        if (triangleA.intersectsTriangle(triangleB)) pairs++;
        return false;
      },
    });
    return pairs;
  };
}
