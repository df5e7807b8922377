// A BufferGeometry as a Mesh: the triangles of its draw range or of some of its groups, in their order.

import { Mesh, NearmissError } from 'nearmiss';
import type { BufferAttribute, BufferGeometry, InterleavedBufferAttribute } from 'three';
import { joinSeams } from './seams.ts';

/** A geometry, or something built on one, such as a `MeshBVH` of three-mesh-bvh. See {@link meshFromGeometry}. */
export type GeometrySource = BufferGeometry | { readonly geometry: BufferGeometry };

/** Options of {@link meshFromGeometry}. */
export interface GeometryOptions {
  /** Use only these of the geometry's `groups`, by their number in that list. By default all triangles are used. */
  readonly groups?: readonly number[] | undefined;
  /**
   * Border vertices nearer to each other than this are merged, if that closes the mesh. Geometries of three.js have such seams. A
   * length in units of the geometry; by default 2⁻²⁰ of the largest coordinate; 0 merges nothing.
   */
  readonly seam?: number | undefined;
}

/** Numbers of the list of vertices that triangles are made of: `start` to `end`. */
export interface IndexRange {
  readonly start: number;
  readonly end: number;
}

/** Distance that rounding in single precision can cause between two equal vertices, relative to the largest coordinate. */
const SEAM: number = 2 ** -20;

/**
 * The mesh of a geometry, in double precision: `Model.build(meshFromGeometry(mesh.geometry))`.
 *
 * Face numbers of results count the triangles from the start of the draw range, or those of the groups in their order. Indexed,
 * non-indexed, interleaved and quantised geometries are read. Morph targets and bones belong to objects: see `meshFromObject`.
 *
 * @see {@link meshFromObject}
 */
export function meshFromGeometry(source: GeometrySource, options: GeometryOptions = {}): Mesh {
  const unknown = Object.keys(options).find((key) => key !== 'groups' && key !== 'seam');
  if (unknown !== undefined) {
    const sentence = `options has an unknown property "${unknown}"; known are groups, seam.`;
    throw new NearmissError('options/bad-value', sentence);
  }
  const geometry = geometryOf(source);
  const ranges = options.groups === undefined ? [drawRangeOf(geometry)] : groupRanges(geometry, options.groups);
  return rangesMesh(geometry, ranges, 1, options.seam);
}

/** The mesh of some ranges of a geometry, its coordinates multiplied by a scale. */
export function rangesMesh(
  geometry: BufferGeometry,
  ranges: readonly IndexRange[],
  scale: number,
  seam?: number,
): Mesh {
  const triangles = readTriangles(geometry, ranges);
  const attribute = positionsOf(geometry);
  const positions = new Float64Array(3 * attribute.count);
  forEachUsed(triangles, attribute.count, (vertex) => {
    positions[3 * vertex] = scale * attribute.getX(vertex);
    positions[3 * vertex + 1] = scale * attribute.getY(vertex);
    positions[3 * vertex + 2] = scale * attribute.getZ(vertex);
  });
  return closedMesh(positions, triangles, seam);
}

/**
 * Every vertex that triangles use, in order. The others stay at the origin of a mesh and have no effect; a batched mesh keeps
 * the vertices of all its geometries in one list.
 */
export function forEachUsed(triangles: Uint32Array, count: number, visit: (vertex: number) => void): void {
  const used = new Uint8Array(count);
  for (const vertex of triangles) used[vertex] = 1;
  for (let vertex = 0; vertex < count; vertex++) if (used[vertex] === 1) visit(vertex);
}

/** A mesh with merged seams. */
export function closedMesh(positions: Float64Array, triangles: Uint32Array, seam?: number): Mesh {
  if (triangles.length === 0) {
    throw new NearmissError('three/bad-geometry', 'The geometry has no triangle in its draw range.');
  }
  // The mesh refuses coordinates that are not finite.
  const largest = positions.reduce((most, x) => (Math.abs(x) > most ? Math.abs(x) : most), 0);
  const reach = seam ?? (largest === Infinity ? 0 : SEAM * largest);
  if (!(reach >= 0)) throw new NearmissError('options/bad-value', `seam is ${reach}; it is a length, 0 or more.`);
  return new Mesh(joinSeams(positions, triangles, reach), triangles);
}

export function geometryOf(source: GeometrySource): BufferGeometry {
  if (isGeometry(source)) return source;
  if (typeof source === 'object' && source !== null && isGeometry(source.geometry)) return source.geometry;
  throw new NearmissError('three/bad-geometry', 'Expected a BufferGeometry, or an object with one as its geometry.');
}

function isGeometry(value: unknown): value is BufferGeometry {
  return typeof value === 'object' && value !== null && 'isBufferGeometry' in value && value.isBufferGeometry === true;
}

export function positionsOf(geometry: BufferGeometry): BufferAttribute | InterleavedBufferAttribute {
  if ('isInstancedBufferGeometry' in geometry) {
    const sentence = 'The copies of an InstancedBufferGeometry are made by its material and cannot be read.';
    throw new NearmissError('three/bad-geometry', `${sentence} Use an InstancedMesh.`);
  }
  const attribute: unknown = geometry.getAttribute('position');
  if (attribute === undefined || attribute === null) {
    throw new NearmissError('three/bad-geometry', 'The geometry has no attribute "position".');
  }
  if (!isReadable(attribute)) {
    const sentence = 'The positions of the geometry are on the graphics card (GLBufferAttribute); they cannot be read.';
    throw new NearmissError('three/bad-geometry', sentence);
  }
  if (attribute.itemSize < 3) {
    const sentence = `The positions of the geometry have ${attribute.itemSize} coordinates; three are needed.`;
    throw new NearmissError('three/bad-geometry', sentence);
  }
  return attribute;
}

function isReadable(attribute: unknown): attribute is BufferAttribute | InterleavedBufferAttribute {
  return typeof attribute === 'object' && attribute !== null && 'getX' in attribute;
}

/** What a mesh of a geometry depends on, apart from its ranges. */
export function geometryState(geometry: BufferGeometry): unknown[] {
  const position = positionsOf(geometry);
  const { index, drawRange } = geometry;
  const order = index === null ? 0 : orderOf(index);
  return [geometry, position, versionOf(position), index, index?.version, order, drawRange.start, drawRange.count];
}

/** Corners that {@link orderOf} reads at most. */
const SAMPLES = 64;

/** A number for the order of the triangles. three-mesh-bvh sorts them in place and leaves the version: most of them move then. */
function orderOf(index: BufferAttribute): number {
  const step = Math.max(1, Math.floor(index.count / SAMPLES));
  let order = 0;
  for (let k = 0; k < index.count; k += step) order = (Math.imul(order, 31) + index.getX(k)) | 0;
  return order;
}

/** The version of an attribute grows with `needsUpdate = true`; interleaved ones have that of their buffer. */
export function versionOf(attribute: BufferAttribute | InterleavedBufferAttribute): number {
  return 'data' in attribute ? attribute.data.version : attribute.version;
}

export function drawRangeOf(geometry: BufferGeometry): IndexRange {
  const available = geometry.index?.count ?? positionsOf(geometry).count;
  const { start, count } = geometry.drawRange;
  return { start: Math.max(0, start), end: Math.min(available, start + count) };
}

/** The ranges of groups, as far as they are drawn. */
function groupRanges(geometry: BufferGeometry, numbers: readonly number[]): IndexRange[] {
  if (!Array.isArray(numbers)) {
    throw new NearmissError('options/bad-value', 'groups is a list of numbers, such as [0, 2].');
  }
  const drawn = drawRangeOf(geometry);
  return numbers.map((number) => {
    const group = geometry.groups[number];
    if (group === undefined) {
      const sentence = `There is no group ${number}: the geometry has ${geometry.groups.length}, counted from 0.`;
      throw new NearmissError('three/bad-geometry', sentence);
    }
    return { start: Math.max(drawn.start, group.start), end: Math.min(drawn.end, group.start + group.count) };
  });
}

/** The corners of all triangles in some ranges. An incomplete triangle at the end of a range is not drawn and not read. */
export function readTriangles({ index }: BufferGeometry, ranges: readonly IndexRange[]): Uint32Array {
  const corners: number[] = [];
  for (const { start, end } of ranges) {
    const whole = start + 3 * Math.floor(Math.max(0, end - start) / 3);
    for (let k = start; k < whole; k++) corners.push(index === null ? k : index.getX(k));
  }
  return Uint32Array.from(corners);
}
