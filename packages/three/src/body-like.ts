// The values that a query accepts as a body.

import { NearmissError } from 'nearmiss';
import type { BatchedMesh, InstancedMesh, Mesh, Object3D, SkinnedMesh } from 'three';
import type { GeometrySource } from './geometry.ts';
import type { MatrixLike } from './transform.ts';

/** One instance of an `InstancedMesh` or `BatchedMesh`. All instances of a geometry share one model. See {@link BodyLike}. */
export interface MeshInstance {
  readonly object: InstancedMesh | BatchedMesh;
  readonly instance: number;
}

/** A geometry, or a `MeshBVH`, and the matrix that takes it to the world. See {@link BodyLike}. */
export interface PosedGeometry {
  readonly geometry: GeometrySource;
  readonly matrix: MatrixLike;
}

/** An object with all meshes below it, one instance of a mesh, or a geometry with a matrix. See {@link bodyFromObject}. */
export type BodyLike = Object3D | MeshInstance | PosedGeometry;

// Objects are recognised by the flags of three.js, not by `instanceof`: a page may load three.js more than once.

export function isObject(body: BodyLike): body is Object3D {
  return typeof body === 'object' && body !== null && 'isObject3D' in body && body.isObject3D === true;
}

export function isPosedGeometry(body: BodyLike): body is PosedGeometry {
  return typeof body === 'object' && body !== null && !isObject(body) && 'geometry' in body && 'matrix' in body;
}

export function isMeshInstance(body: BodyLike): body is MeshInstance {
  return typeof body === 'object' && body !== null && 'instance' in body && 'object' in body;
}

/** Fat lines of three.js are meshes too, but have no surface of their own; other lines and points are none. */
export function isMesh(object: Object3D): object is Mesh {
  return 'isMesh' in object && object.isMesh === true && !('isLineSegments2' in object);
}

export function isInstanced(object: Object3D): object is InstancedMesh {
  return 'isInstancedMesh' in object && object.isInstancedMesh === true;
}

export function isBatched(object: Object3D): object is BatchedMesh {
  return 'isBatchedMesh' in object && object.isBatchedMesh === true;
}

export function isSkinned(object: Object3D): object is SkinnedMesh {
  return 'isSkinnedMesh' in object && object.isSkinnedMesh === true;
}

/** The name of an object in messages. */
export function nameOf(object: Object3D): string {
  return object.name === '' ? `A ${object.type}` : `${object.type} "${object.name}"`;
}

/** The numbers of the instances that a batched mesh has; numbers of deleted ones are not used. */
export function batchedInstances(object: BatchedMesh): number[] {
  const numbers: number[] = [];
  for (let k = 0; numbers.length < object.instanceCount && k < object.maxInstanceCount; k++) {
    if (geometryNumber(object, k) !== null) numbers.push(k);
  }
  return numbers;
}

/** Which geometry an instance of a batched mesh shows; null where there is no such instance: three.js throws an error then. */
function geometryNumber(object: BatchedMesh, instance: number): number | null {
  try {
    return object.getGeometryIdAt(instance);
  } catch {
    return null;
  }
}

/** The vertices that an instance of a batched mesh is drawn with. */
export function batchedRange(object: BatchedMesh, instance: number): { readonly start: number; readonly end: number } {
  const number = geometryNumber(object, instance);
  const range = number === null ? null : object.getGeometryRangeAt(number);
  if (range === null || range === undefined) {
    throw new NearmissError('three/bad-object', `${nameOf(object)} has no instance ${instance}.`);
  }
  return { start: range.start, end: range.start + range.count };
}
