// glTF 2.0, as JSON with separate buffers or as one GLB file. All meshes of the scene become one, each transformed by its node.
// Steps: JSON, nodes, a checked plan of what to decode, buffers, decoding, merging.

import { Mesh, NearmissError } from 'nearmiss';
import { LARGEST_COORDINATE } from '../coordinate.ts';
import { allocate } from '../growable.ts';
import { makeTriangleFile } from '../make-file.ts';
import { type MeshFile, type MeshPart, Warnings } from '../mesh-file.ts';
import { refuse } from '../refuse.ts';
import { decodeBase64 } from './base64.ts';
import { type GltfContainer, openGlb, openGltf } from './container.ts';
import { type AccessorArray, type DracoDecoderFactory, decodeAccessors, loadDraco } from './decode.ts';
import {
  GeometryPlan,
  type GltfLimits,
  type PlannedBuffer,
  type PlannedPrimitive,
  requireWithin,
} from './geometry-plan.ts';
import { asObject } from './json.ts';
import { dataStart, isDataUri, relativePath } from './reference.ts';
import { listInstances, type MeshInstance } from './scene.ts';
import { IDENTITY, type Matrix4, mirrors } from './transform.ts';

/** Returns a file that a glTF file refers to. The name is a relative path without `..` in it. See {@link ReadOptions}. */
export type ResourceResolver = (uri: string) => Uint8Array | Promise<Uint8Array>;

export interface GltfOptions extends GltfLimits {
  readonly resources: ResourceResolver | undefined;
  readonly draco: DracoDecoderFactory | undefined;
}

/** A scene with everything decoded: which mesh appears where, and the numbers of each mesh. */
export interface DecodedScene {
  readonly plan: GeometryPlan;
  readonly instances: readonly MeshInstance[];
  readonly arrays: readonly AccessorArray[];
  readonly warnings: Warnings;
}

export async function readGltf(bytes: Uint8Array, kind: 'gltf' | 'glb', options: GltfOptions): Promise<MeshFile> {
  return merge(await decodeScene(bytes, kind, options), options);
}

export async function decodeScene(
  bytes: Uint8Array,
  kind: 'gltf' | 'glb',
  options: GltfOptions,
): Promise<DecodedScene> {
  const warnings = new Warnings();
  const container = kind === 'glb' ? openGlb(bytes, warnings) : openGltf(bytes);
  const root = asObject(container.json);
  const instances = listInstances(root, warnings);
  const plan = new GeometryPlan(root, instances, container.binary !== null, options, warnings);
  const buffers: Uint8Array[] = [];
  for (const buffer of plan.buffers) buffers.push(await fetchBuffer(buffer, container, options.resources));
  const arrays = await decodeAccessors(plan, buffers, options.draco ?? loadDraco, options);
  return { plan, instances, arrays, warnings };
}

async function fetchBuffer(
  { path, byteLength, uri }: PlannedBuffer,
  { binary }: GltfContainer,
  resources: ResourceResolver | undefined,
): Promise<Uint8Array> {
  const bytes = uri === null ? binary : await resolveUri(String(uri.value), uri.path, resources);
  if (bytes === null || bytes.length < byteLength) {
    const message = `The buffer is said to have ${byteLength} bytes, but has ${bytes?.length ?? 0}.`;
    return refuse('io/truncated', path, message);
  }
  return bytes;
}

async function resolveUri(uri: string, path: string, resources: ResourceResolver | undefined): Promise<Uint8Array> {
  if (isDataUri(uri)) return decodeBase64(uri.slice(dataStart(uri, path)), path);
  const name = relativePath(uri, path);
  if (resources === undefined) {
    const message = `The file needs ${JSON.stringify(name)} beside it; give a function "resources" that hands it over.`;
    return refuse('io/missing-resource', path, message);
  }
  let bytes: Uint8Array;
  try {
    bytes = await resources(name);
  } catch (cause) {
    if (cause instanceof NearmissError) throw cause;
    return refuse('io/missing-resource', path, `${JSON.stringify(name)} could not be had.`, cause);
  }
  if (bytes instanceof Uint8Array) return bytes;
  return refuse('io/missing-resource', path, `"resources" handed over no Uint8Array for ${JSON.stringify(name)}.`);
}

interface Decoded {
  readonly primitive: PlannedPrimitive;
  readonly vertexCount: number;
  /** Three vertex numbers per triangle. */
  readonly corners: Uint32Array;
}

function merge({ plan, instances, arrays, warnings }: DecodedScene, limits: GltfLimits): MeshFile {
  const meshes = new Map<number, Decoded[]>();
  for (const [mesh, { primitives }] of plan.meshes) {
    meshes.set(
      mesh,
      primitives.map((primitive) => decodePrimitive(primitive, plan, arrays, warnings)),
    );
  }

  // The decoder's counts are decisive, so they are compared with the limits again.
  let vertexTotal = 0;
  let triangleTotal = 0;
  for (const { mesh, path } of instances) {
    const blocks = new Map<number, number>();
    for (const { primitive, vertexCount, corners } of meshes.get(mesh) ?? []) {
      blocks.set(primitive.positions, vertexCount);
      triangleTotal += corners.length / 3;
    }
    for (const vertexCount of blocks.values()) vertexTotal += vertexCount;
    requireWithin(vertexTotal, triangleTotal, limits, path);
  }

  const sink: MeshSink = {
    positions: allocate(Float64Array, 3 * vertexTotal),
    triangles: allocate(Uint32Array, 3 * triangleTotal),
    vertices: 0,
    written: 0,
  };
  const parts: MeshPart[] = [];
  for (const { mesh, name, path, toWorld } of instances) {
    const firstTriangle = sink.written / 3;
    appendMesh(sink, meshes.get(mesh) ?? [], { plan, arrays, toWorld, path });
    const triangleCount = sink.written / 3 - firstTriangle;
    if (triangleCount > 0) parts.push({ name, firstTriangle, triangleCount });
  }
  return makeTriangleFile(sink.positions, sink.triangles, parts, warnings);
}

/** Arrays that meshes are written into one after another. */
interface MeshSink {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  /** Vertices so far. */
  vertices: number;
  /** Corners of triangles so far. */
  written: number;
}

/** Where the numbers of a mesh come from, and where the mesh is put. */
interface MeshSource {
  readonly plan: GeometryPlan;
  readonly arrays: readonly AccessorArray[];
  readonly toWorld: Matrix4;
  readonly path: string;
}

function appendMesh(sink: MeshSink, primitives: readonly Decoded[], source: MeshSource): void {
  const { plan, arrays, toWorld, path } = source;
  const flip = mirrors(toWorld);
  const blocks = new Map<number, number>();
  for (const { primitive, vertexCount, corners } of primitives) {
    let block = blocks.get(primitive.positions);
    if (block === undefined) {
      block = sink.vertices;
      blocks.set(primitive.positions, block);
      const { divisor } = plan.accessors[primitive.positions];
      transformPoints(arrays[primitive.positions], divisor, toWorld, sink.positions, 3 * block, path);
      sink.vertices += vertexCount;
    }
    for (let i = 0; i < corners.length; i += 3, sink.written += 3) {
      sink.triangles[sink.written] = block + corners[i];
      sink.triangles[sink.written + 1] = block + corners[flip ? i + 2 : i + 1];
      sink.triangles[sink.written + 2] = block + corners[flip ? i + 1 : i + 2];
    }
  }
}

/** Mesh number `mesh` of the file in its own coordinates, or null if it has no triangles. */
export function decodeMesh({ plan, arrays, warnings }: DecodedScene, mesh: number, path: string): Mesh | null {
  const planned = plan.meshes.get(mesh)?.primitives ?? [];
  const primitives = planned.map((primitive) => decodePrimitive(primitive, plan, arrays, warnings));
  const blocks = new Map<number, number>();
  let corners = 0;
  for (const decoded of primitives) {
    blocks.set(decoded.primitive.positions, decoded.vertexCount);
    corners += decoded.corners.length;
  }
  if (corners === 0) return null;
  let vertices = 0;
  for (const count of blocks.values()) vertices += count;
  const sink: MeshSink = {
    positions: allocate(Float64Array, 3 * vertices),
    triangles: allocate(Uint32Array, corners),
    vertices: 0,
    written: 0,
  };
  appendMesh(sink, primitives, { plan, arrays, toWorld: IDENTITY, path });
  return new Mesh(sink.positions, sink.triangles);
}

/** Writes the points of an accessor, moved to the world, from position `at` on. */
function transformPoints(
  points: AccessorArray,
  divisor: number,
  m: Matrix4,
  out: Float64Array,
  at: number,
  path: string,
): void {
  for (let i = 0, k = at; i + 2 < points.length; i += 3, k += 3) {
    // The least value of a signed type divided by the greatest is below −1; by the specification it means −1.
    const x = divisor === 1 ? points[i] : Math.max(points[i] / divisor, -1);
    const y = divisor === 1 ? points[i + 1] : Math.max(points[i + 1] / divisor, -1);
    const z = divisor === 1 ? points[i + 2] : Math.max(points[i + 2] / divisor, -1);
    out[k] = m === IDENTITY ? x : m[0] * x + m[4] * y + m[8] * z + m[12];
    out[k + 1] = m === IDENTITY ? y : m[1] * x + m[5] * y + m[9] * z + m[13];
    out[k + 2] = m === IDENTITY ? z : m[2] * x + m[6] * y + m[10] * z + m[14];
    for (let axis = 0; axis < 3; axis++) {
      if (Math.abs(out[k + axis]) <= LARGEST_COORDINATE) continue; // false for NaN
      refuse('io/bad-number', path, `A coordinate of vertex ${i / 3} is ${out[k + axis]}.`);
    }
  }
}

function decodePrimitive(
  primitive: PlannedPrimitive,
  plan: GeometryPlan,
  arrays: readonly AccessorArray[],
  warnings: Warnings,
): Decoded {
  const { path, positions, indices } = primitive;
  const vertexCount = Math.floor(arrays[positions].length / 3);
  if (vertexCount !== plan.accessors[positions].count) {
    warnings.add('wrong-count', plan.accessors[positions].path, 'Compressed meshes have other counts than they say.');
  }
  const order = indices === null ? null : arrays[indices];
  const length = order?.length ?? vertexCount;
  for (let i = 0; order !== null && i < length; i++) {
    if (order[i] < vertexCount || order[i] === primitive.restart) continue;
    refuse(
      'io/index-out-of-range',
      `${path}/indices`,
      `Index ${i} is ${order[i]}, but there are ${vertexCount} vertices.`,
    );
  }
  return { primitive, vertexCount, corners: listCorners(primitive, order, length) };
}

/** The triangles of a list, strip or fan; triangle k of a strip is (k, k+1, k+2) with the last two swapped for odd k. */
function listCorners({ mode, restart }: PlannedPrimitive, order: AccessorArray | null, length: number): Uint32Array {
  const at = (i: number): number => (order === null ? i : order[i]);
  if (mode === 4) {
    const corners = allocate(Uint32Array, length - (length % 3));
    if (order?.length === corners.length) corners.set(order);
    else for (let i = 0; i < corners.length; i++) corners[i] = at(i);
    return corners;
  }

  const corners = allocate(Uint32Array, 3 * Math.max(0, length - 2));
  let written = 0;
  let start = 0;
  for (let i = 0; i < length; i++) {
    if (at(i) === restart) start = i + 1;
    if (i - start < 2) continue;
    const odd = (i - start) % 2 === 1;
    corners[written++] = mode === 6 ? at(start) : at(i - 2);
    corners[written++] = mode === 5 && odd ? at(i) : at(i - 1);
    corners[written++] = mode === 5 && odd ? at(i - 1) : at(i);
  }
  return corners.subarray(0, written);
}
