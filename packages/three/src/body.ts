// A body of a scene as a model and a pose, which is what queries take.

import { type Model, NearmissError } from 'nearmiss';
import type { BufferGeometry, InstancedMesh, Object3D } from 'three';
import {
  type BodyLike,
  batchedRange,
  isBatched,
  isInstanced,
  isMeshInstance,
  isObject,
  isPosedGeometry,
  type MeshInstance,
  nameOf,
  type PosedGeometry,
} from './body-like.ts';
import { drawRangeOf, geometryOf, geometryState, type IndexRange, rangesMesh } from './geometry.ts';
import { cachedModel, KEPT_OF_INSTANCES } from './model-cache.ts';
import {
  instanceMesh,
  instanceOf,
  isDeformed,
  isPlain,
  meshesBelow,
  meshOf,
  morphState,
  stateOf,
  updateMatrices,
} from './object-mesh.ts';
import { multiply, poseFromMatrix, type ScaledPose } from './transform.ts';

export type { BodyLike } from './body-like.ts';

/** A model, with the scale of its object applied, and its pose in the world. See {@link bodyFromObject}. */
export interface ObjectBody {
  readonly model: Model;
  readonly pose: ScaledPose;
}

/**
 * The model and the pose of an object, for `Pair`, `World` and every query of `nearmiss`:
 *
 * ```ts
 * const { model, pose } = bodyFromObject(object);
 * world.add(model, pose);
 * ```
 *
 * World matrices are updated. The model is that of the last call unless the geometry has changed: its attributes have another
 * version (`needsUpdate = true`), it has other attributes, another draw range, or the object another scale.
 *
 * @see {@link collideObjects}
 */
export function bodyFromObject(body: BodyLike): ObjectBody {
  if (isObject(body)) return bodyOfObject(body);
  if (isMeshInstance(body)) return bodyOfInstance(body);
  if (isPosedGeometry(body)) return bodyOfGeometry(body);
  const sentence = 'Expected an Object3D, { object, instance } of an instanced mesh, or { geometry, matrix }.';
  throw new NearmissError('three/bad-object', sentence);
}

function bodyOfObject(object: Object3D): ObjectBody {
  updateMatrices(object);
  const pose = poseFromMatrix(object.matrixWorld, `The world matrix of ${nameOf(object)}`);
  const meshes = meshesBelow(object);
  const [first] = meshes;
  if (first !== undefined && meshes.length === 1 && isPlain(first)) {
    const { geometry } = first.mesh;
    return { model: geometryModel(geometry, drawRangeOf(geometry), pose.scale), pose };
  }
  const state = [pose.scale, ...meshes.flatMap(stateOf)];
  return { model: cachedModel(object, state, () => meshOf(meshes, pose.scale)), pose };
}

function bodyOfInstance({ object, instance }: MeshInstance): ObjectBody {
  updateMatrices(object);
  const matrix = multiply(object.matrixWorld.elements, instanceMatrix(object, instance));
  const pose = poseFromMatrix({ elements: matrix }, `The world matrix of instance ${instance} of ${nameOf(object)}`);
  if (isInstanced(object) && isDeformed(object)) return { model: morphedModel(object, instance, pose.scale), pose };
  const range = isBatched(object) ? batchedRange(object, instance) : drawRangeOf(object.geometry);
  return { model: geometryModel(object.geometry, range, pose.scale, KEPT_OF_INSTANCES), pose };
}

/** The model of an instance with its morph targets. Instances with the same influences share it. */
function morphedModel(object: InstancedMesh, instance: number, scale: number): Model {
  const { geometry } = object;
  const mesh = instanceOf(object, instance);
  const state = [scale, ...geometryState(geometry), ...morphState(mesh)];
  return cachedModel(geometry, state, () => instanceMesh(mesh, scale), KEPT_OF_INSTANCES);
}

function instanceMatrix(object: MeshInstance['object'], instance: number): ArrayLike<number> {
  const isNumber = Number.isInteger(instance) && instance >= 0;
  if (isBatched(object)) {
    if (isNumber) batchedRange(object, instance);
    else refuseInstance(object, instance);
  } else if (!isInstanced(object) || !isNumber || instance >= object.count) refuseInstance(object, instance);
  const matrix = object.matrix.clone();
  object.getMatrixAt(instance, matrix);
  return matrix.elements;
}

function refuseInstance(object: Object3D, instance: number): never {
  throw new NearmissError('three/bad-object', `${nameOf(object)} has no instance ${instance}.`);
}

function bodyOfGeometry({ geometry, matrix }: PosedGeometry): ObjectBody {
  const pose = poseFromMatrix(matrix);
  const source = geometryOf(geometry);
  return { model: geometryModel(source, drawRangeOf(source), pose.scale), pose };
}

/** The model of a range of a geometry, which all objects and instances with that geometry and scale share. */
function geometryModel(geometry: BufferGeometry, range: IndexRange, scale: number, most?: number): Model {
  const state = [scale, range.start, range.end, ...geometryState(geometry)];
  return cachedModel(geometry, state, () => rangesMesh(geometry, [range], scale), most);
}
