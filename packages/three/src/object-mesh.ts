// An object and all meshes below it as one Mesh, in the frame of the object: with the current morph targets and bones, and with
// each instance transformed by its matrix.

import { type Mesh, NearmissError } from 'nearmiss';
import type { InstancedMesh, Object3D, Mesh as ThreeMesh } from 'three';
import { batchedInstances, batchedRange, isBatched, isInstanced, isMesh, isSkinned, nameOf } from './body-like.ts';
import {
  closedMesh,
  drawRangeOf,
  forEachUsed,
  geometryState,
  type IndexRange,
  positionsOf,
  readTriangles,
  versionOf,
} from './geometry.ts';
import { multiply, poseFromMatrix } from './transform.ts';

/** A mesh below an object, and the matrix from its frame to that of the object; null for the object itself. */
export interface PosedMesh {
  readonly mesh: ThreeMesh;
  readonly toRoot: ArrayLike<number> | null;
}

/**
 * The mesh of an object, in its own frame: `Model.build(meshFromObject(group))`.
 *
 * It is a snapshot. Skinned meshes have the pose of their bones, morph targets their influences, instanced and batched meshes all
 * their instances, and groups every mesh below them, including hidden ones. `scale` multiplies all coordinates.
 *
 * @see {@link meshFromGeometry}
 */
export function meshFromObject(object: Object3D, scale = 1): Mesh {
  if (!(scale > 0)) throw new NearmissError('options/bad-value', `scale is ${scale}; it must be a number above 0.`);
  updateMatrices(object);
  return meshOf(meshesBelow(object), scale);
}

/** The same for meshes with updated matrices. */
export function meshOf(meshes: readonly PosedMesh[], scale: number): Mesh {
  const parts = meshes.flatMap(({ mesh, toRoot }) => partsOf(mesh, toRoot));
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return closedMesh(bake(only, scale), only.triangles);
  const positions = parts.map((part) => bake(part, scale));
  const all = new Float64Array(positions.reduce((sum, { length }) => sum + length, 0));
  const triangles = new Uint32Array(parts.reduce((sum, part) => sum + part.triangles.length, 0));
  let vertex = 0;
  let corner = 0;
  parts.forEach((part, k) => {
    all.set(positions[k] ?? [], 3 * vertex);
    for (const index of part.triangles) triangles[corner++] = vertex + index;
    vertex += (positions[k]?.length ?? 0) / 3;
  });
  return closedMesh(all, triangles);
}

/** The mesh of one instance, from {@link instanceOf}, without its matrix. */
export function instanceMesh(mesh: ThreeMesh, scale: number): Mesh {
  const triangles = readTriangles(mesh.geometry, [drawRangeOf(mesh.geometry)]);
  return closedMesh(bake({ mesh, matrix: null, triangles }, scale), triangles);
}

/** Updates the matrices of an object, of its ancestors and descendants, and of bones elsewhere. */
export function updateMatrices(object: Object3D): void {
  if (object.parent !== null) object.parent.updateWorldMatrix(true, false);
  object.updateMatrixWorld(true);
  object.traverse((below) => {
    if (isSkinned(below)) for (const bone of below.skeleton.bones) bone.updateWorldMatrix(true, false);
  });
}

/** The meshes below an object, itself first if it is one. The matrices are products of local ones: motions of the object do not round them. */
export function meshesBelow(object: Object3D): PosedMesh[] {
  const found: PosedMesh[] = [];
  const visit = (below: Object3D, toRoot: ArrayLike<number> | null): void => {
    if (isMesh(below)) found.push({ mesh: below, toRoot });
    for (const child of below.children) {
      const { elements } = child.matrix;
      visit(child, toRoot === null ? Float64Array.from(elements) : multiply(toRoot, elements));
    }
  };
  visit(object, null);
  if (found.length === 0) {
    throw new NearmissError('three/bad-object', `${nameOf(object)} has no mesh in it or below it.`);
  }
  return found;
}

/** The state of a mesh, so that a model is rebuilt only when it changes. */
export function stateOf({ mesh, toRoot }: PosedMesh): unknown[] {
  const state = [...geometryState(mesh.geometry), ...(toRoot === null ? [] : Array.from(toRoot))];
  if (isDeformed(mesh)) state.push(...morphState(mesh));
  if (isSkinned(mesh)) {
    for (const name of ['skinIndex', 'skinWeight']) {
      const attribute = mesh.geometry.getAttribute(name);
      state.push(attribute, attribute && versionOf(attribute));
    }
    state.push(...mesh.bindMatrix.elements, ...mesh.bindMatrixInverse.elements);
    for (const inverse of mesh.skeleton.boneInverses) state.push(...inverse.elements);
    for (const bone of mesh.skeleton.bones) state.push(...bone.matrixWorld.elements);
  }
  if (isInstanced(mesh)) {
    // Their versions do not tell: before the first frame, three.js needs no `needsUpdate` for what changes.
    const { instanceMatrix, morphTexture, count } = mesh;
    const morphs: ArrayLike<number> = morphTexture?.source.data.data ?? [];
    state.push(count);
    for (let k = 0; k < 16 * count; k++) state.push(instanceMatrix.array[k]);
    for (let k = 0; k < morphs.length; k++) state.push(morphs[k]);
  }
  if (isBatched(mesh)) {
    const matrix = mesh.matrix.clone();
    for (const instance of batchedInstances(mesh)) {
      state.push(instance, batchedRange(mesh, instance).start, ...mesh.getMatrixAt(instance, matrix).elements);
    }
  }
  return state;
}

/** What the morph targets of a mesh depend on. */
export function morphState({ geometry, morphTargetInfluences }: ThreeMesh): unknown[] {
  const targets = (geometry.morphAttributes.position ?? []).flatMap((target) => [target, versionOf(target)]);
  return [...targets, geometry.morphTargetsRelative, ...(morphTargetInfluences ?? [])];
}

/** A mesh with the influences of one instance, which has its own if they were set; all else is that of the instanced mesh. */
export function instanceOf(mesh: InstancedMesh, instance: number): ThreeMesh {
  if (mesh.morphTexture === null) return mesh;
  const influences = (mesh.geometry.morphAttributes.position ?? []).map(() => 0);
  const own: ThreeMesh = Object.create(mesh, { morphTargetInfluences: { value: influences } });
  mesh.getMorphAt(instance, own);
  return own;
}

/** Whether the vertices are those of the geometry, which other objects may share. */
export function isPlain({ mesh, toRoot }: PosedMesh): boolean {
  return toRoot === null && !isDeformed(mesh) && !isInstanced(mesh) && !isBatched(mesh);
}

/** Whether bones or morph targets move its vertices. */
export function isDeformed(mesh: ThreeMesh): boolean {
  return isSkinned(mesh) || mesh.geometry.morphAttributes.position !== undefined;
}

/** Triangles of a mesh with one matrix. */
interface Part {
  readonly mesh: ThreeMesh;
  readonly matrix: ArrayLike<number> | null;
  readonly triangles: Uint32Array;
}

function partsOf(mesh: ThreeMesh, toRoot: ArrayLike<number> | null): Part[] {
  const { geometry } = mesh;
  const part = (range: IndexRange, matrix: ArrayLike<number> | null, own: ThreeMesh = mesh): Part => {
    // Refuses a matrix that is more than a rotation, a translation and a uniform scale.
    if (matrix !== null) poseFromMatrix({ elements: matrix }, `The transform of ${nameOf(mesh)}`);
    return { mesh: own, matrix, triangles: readTriangles(geometry, [range]) };
  };
  const below = (elements: ArrayLike<number>): ArrayLike<number> =>
    toRoot === null ? Array.from(elements) : multiply(toRoot, elements);
  const matrix = mesh.matrix.clone();
  if (isInstanced(mesh)) {
    return Array.from({ length: mesh.count }, (_, instance) => {
      mesh.getMatrixAt(instance, matrix);
      return part(drawRangeOf(geometry), below(matrix.elements), instanceOf(mesh, instance));
    });
  }
  if (isBatched(mesh)) {
    return batchedInstances(mesh).map((instance) =>
      part(batchedRange(mesh, instance), below(mesh.getMatrixAt(instance, matrix).elements)),
    );
  }
  return [part(drawRangeOf(geometry), toRoot)];
}

/** The vertices in the frame of the root, scaled. `getVertexPosition` applies morph targets and bones. */
function bake({ mesh, matrix, triangles }: Part, scale: number): Float64Array {
  const attribute = positionsOf(mesh.geometry);
  const out = new Float64Array(3 * attribute.count);
  const point = mesh.position.clone();
  const deformed = isDeformed(mesh);
  forEachUsed(triangles, attribute.count, (vertex) => {
    if (deformed) mesh.getVertexPosition(vertex, point);
    else point.set(attribute.getX(vertex), attribute.getY(vertex), attribute.getZ(vertex));
    const { x, y, z } = point;
    for (let row = 0; row < 3; row++) {
      out[3 * vertex + row] = scale * (matrix === null ? point.getComponent(row) : transformed(matrix, row, x, y, z));
    }
  });
  return out;
}

function transformed(m: ArrayLike<number>, row: number, x: number, y: number, z: number): number {
  return (m[row] ?? 0) * x + (m[row + 4] ?? 0) * y + (m[row + 8] ?? 0) * z + (m[row + 12] ?? 0);
}
