import { Mesh, NearmissError, type Pose } from 'nearmiss';
import type { Assembly, Box, ClashElement, ClashShape } from './element.ts';
import {
  applyTransform,
  IDENTITY,
  linearImage,
  type Matrix,
  pointError,
  poseMatrix,
  splitTransform,
  type Transform,
} from './matrix.ts';
import { meshQuantum } from './quantum.ts';
import { type Sha256, sha256 } from './sha256.ts';

/** A mesh of a file where a transform puts it. See {@link FileElement}. */
export interface TransformedMesh extends Transform {
  /** Number of the mesh in the file. */
  readonly mesh: number;
}

/** An element of a file, before the pose and the unit that the set gives to the file. See {@link AssemblyBuilder}. */
export interface FileElement {
  readonly id: string;
  readonly name: string;
  readonly class?: string | undefined;
  readonly storey?: string | undefined;
  readonly parent: string;
  readonly groups?: readonly string[] | undefined;
  /** The id that stays when the file is exported again; where two elements have the same, `id` is used. */
  readonly stableId: string;
  readonly parts: readonly TransformedMesh[];
}

/** A file of a set, read. See {@link AssemblyBuilder}. */
export interface ElementFile {
  readonly meshes: readonly Mesh[];
  readonly elements: readonly FileElement[];
  readonly warnings: readonly string[];
}

/**
 * Puts files together. A shape is kept once for all elements that have the same mesh under the same change of shape, wherever they are.
 *
 * @example
 * const builder = new AssemblyBuilder();
 * builder.add('part', elementsOf(await readAssembly(writePly(box()))), {}, 1);
 * console.log(builder.assembly.elements[0].id); // 0
 */
export class AssemblyBuilder {
  readonly #elements: ClashElement[] = [];
  readonly #shapes: ClashShape[] = [];
  readonly #warnings: string[] = [];
  readonly #byHash = new Map<string, number>();
  readonly #sha256: Sha256;

  /** @param hash computes SHA-256 where a platform has a faster one */
  constructor(hash: Sha256 = sha256) {
    this.#sha256 = hash;
  }

  get assembly(): Assembly {
    return { elements: this.#elements, shapes: this.#shapes, warnings: this.#warnings };
  }

  /** Adds a file under a name, its coordinates multiplied by `scale` and then moved by `pose`. */
  add(model: string, file: ElementFile, pose: Pose, scale: number): void {
    const { position, rotation, matrix } = pose;
    const isAsRead = scale === 1 && position === undefined && rotation === undefined && matrix === undefined;
    const toWorld = isAsRead ? IDENTITY : poseMatrix(pose, scale);
    const quanta = file.meshes.map(({ positions }) => meshQuantum(positions));
    const reaches = file.meshes.map(reachOf);
    const stable = countTexts(file.elements.map(({ stableId }) => stableId));
    const shapes = new Map<string, number>();
    for (const { parts, ...element } of file.elements) {
      const transformed = parts.map((part) => ({ mesh: part.mesh, ...applyTransform(toWorld, part) }));
      const quantum = Math.max(...transformed.map((part) => pointError(part, reaches[part.mesh], quanta[part.mesh])));
      const { shape, pose: ownPose } = this.#shapeOf(transformed, file.meshes, shapes);
      this.#elements.push({
        ...element,
        model,
        stableId: stable.get(element.stableId) === 1 ? element.stableId : element.id,
        shape,
        pose: ownPose,
        quantum,
        box: boxOf(transformed, file.meshes),
      });
    }
    for (const warning of file.warnings) this.#warnings.push(`${model}: ${warning}`);
  }

  #shapeOf(
    transformed: readonly TransformedMesh[],
    meshes: readonly Mesh[],
    known: Map<string, number>,
  ): { readonly shape: number; readonly pose: Pose } {
    const [first, ...rest] = transformed;
    const { linear, pose } = splitTransform(first.matrix);
    if (rest.length > 0) {
      // Of several meshes, the shape keeps all transforms but the translation of the first.
      const origin = first.matrix.slice(12, 15);
      return { shape: this.#keep(mergeMeshes(transformed, meshes, origin)), pose: { position: origin } };
    }
    const key = `${first.mesh}:${linear?.join(',') ?? ''}`;
    let shape = known.get(key);
    if (shape === undefined) {
      const mesh = meshes[first.mesh];
      shape = this.#keep(linear === null ? mesh : linearImage(mesh, linear));
      known.set(key, shape);
    }
    return { shape, pose };
  }

  #keep(mesh: Mesh): number {
    const hash = hashMesh(mesh, this.#sha256);
    let shape = this.#byHash.get(hash);
    if (shape === undefined) {
      shape = this.#shapes.push({ mesh, hash }) - 1;
      this.#byHash.set(hash, shape);
    }
    return shape;
  }
}

function countTexts(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function hashMesh({ positions, triangles }: Mesh, hash: Sha256): string {
  const bytes = (array: Float64Array | Uint32Array): Uint8Array =>
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  // The length first, so that positions cannot be taken for triangles.
  return hash(new TextEncoder().encode(`${positions.length},`), bytes(positions), bytes(triangles));
}

/** The largest |x|, |y| and |z| of a mesh. */
function reachOf({ positions }: Mesh): readonly number[] {
  const reach = [0, 0, 0];
  for (let k = 0; k < positions.length; k++) reach[k % 3] = Math.max(reach[k % 3], Math.abs(positions[k]));
  return reach;
}

function mergeMeshes(
  transformed: readonly TransformedMesh[],
  meshes: readonly Mesh[],
  origin: readonly number[],
): Mesh {
  const images = transformed.map(({ mesh, matrix: m }) => {
    const image = linearImage(meshes[mesh], [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]]);
    const positions = image.positions.map((x, k) => x + (m[12 + (k % 3)] - origin[k % 3]));
    return { positions, triangles: image.triangles };
  });
  const positions = new Float64Array(images.reduce((sum, image) => sum + image.positions.length, 0));
  const triangles = new Uint32Array(images.reduce((sum, image) => sum + image.triangles.length, 0));
  let coordinates = 0;
  let corners = 0;
  for (const image of images) {
    positions.set(image.positions, coordinates);
    for (let k = 0; k < image.triangles.length; k++) triangles[corners + k] = image.triangles[k] + coordinates / 3;
    coordinates += image.positions.length;
    corners += image.triangles.length;
  }
  return new Mesh(positions, triangles);
}

/** As of meshes: squares of larger numbers leave the range of doubles. */
const LARGEST_COORDINATE = 1e150;

/** A box around the meshes, with what rounding can add. */
function boxOf(transformed: readonly TransformedMesh[], meshes: readonly Mesh[]): Box {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const { mesh, matrix } of transformed) growBox(box, meshes[mesh], matrix);
  for (let k = 0; k < 3; k++) {
    if (!(box[k] > -LARGEST_COORDINATE && box[k + 3] < LARGEST_COORDINATE)) {
      throw new NearmissError('io/bad-number', 'A transform moves an element out of the range of numbers.');
    }
    const rounding = 2 ** -48 * Math.max(Math.abs(box[k]), Math.abs(box[k + 3]));
    box[k] -= rounding;
    box[k + 3] += rounding;
  }
  return box;
}

function growBox(box: number[], { positions, triangles, vertexCount }: Mesh, m: Matrix): void {
  const isIn = new Uint8Array(vertexCount);
  for (const vertex of triangles) {
    if (isIn[vertex] === 1) continue;
    isIn[vertex] = 1;
    const [x, y, z] = [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]];
    for (let row = 0; row < 3; row++) {
      const value = m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row];
      if (value < box[row]) box[row] = value;
      if (value > box[row + 3]) box[row + 3] = value;
    }
  }
}
