// Whole models built in the memory of the kernels: what `buildParts` and `refitParts` of src/model do, to the bit, without the arrays between
// their steps.

import { DISC } from '../bounds/disc.ts';
import { LEAF_SIZE, LINKS, type Tree } from '../bvh/tree.ts';
import { tableSize } from '../mesh/hash.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { BuiltParts, ModelSteps, SplitMesh } from '../model/build-parts.ts';
import type { Frame } from '../model/model-frame.ts';
import type { SolidFacts } from '../model/solid.ts';
import type { Kernel } from './kernel.ts';
import { fitAreas, fitBare } from './tree-builder.ts';

/** Bytes of a vertex, of the numbers of a triangle and its corners, of a node's links, moments and disc, and of a record of the splitter. */
const VERTEX = 24;
const TRIANGLE = 72;
const LINK = 16;
const MOMENTS = 80;
const RECORD = 80;
/** Of a triangle, behind the records: links of two nodes and keys, which lists of vertices replace after the tree is built. */
const LISTS = 2 * LINK + 8;
/** Smaller models are built before their meshes would be copied. */
const LEAST = 64;
const BRANCHING = 4;

/** A mesh in the memory of the kernels: vertices, numbers of triangles, and scratch. */
interface CopiedMesh {
  readonly vertices: number;
  readonly triangles: number;
  readonly scratch: number;
}

export function buildParts(kernel: Kernel, mesh: Mesh, steps: ModelSteps): BuiltParts | null {
  const { triangleCount: count } = mesh;
  if (count < LEAST) return null;
  const copied = copyMesh(kernel, mesh, kernel.exports.buildTreeSize() * count);
  if (copied === null) return null;
  const facts = findFacts(kernel, mesh, copied, steps);
  const frame = moveMesh(kernel, mesh, copied, steps);
  const { vertices, triangles, scratch } = copied;
  const nodes = kernel.exports.buildTreeOf(vertices, triangles, count, scratch, LEAF_SIZE);
  const order = scratch + (RECORD + LISTS) * count;
  const wide = kernel.reserve((LINK + 12) * nodes);
  if (wide === null) {
    kernel.release(vertices);
    return null;
  }
  const used = kernel.exports.widenTree(scratch + RECORD * count, nodes, BRANCHING, wide, wide + LINK * nodes);
  const tree = {
    links: kernel.ints.slice(wide / 4, wide / 4 + LINKS * used),
    faces: new Uint32Array(kernel.ints.slice(order / 4, order / 4 + count).buffer),
    depth: kernel.exports.widenedDepth(),
    branching: BRANCHING as 4,
  };
  const fitted = fit(kernel, mesh, copied, order, wide, tree);
  kernel.release(wide);
  kernel.release(vertices);
  return fitted && { frame, facts, tree: { ...tree, triangles: fitted.triangles }, discs: fitted.discs };
}

export function splitMesh(kernel: Kernel, mesh: Mesh, runSize: number, steps: ModelSteps): SplitMesh | null {
  const { triangleCount: count } = mesh;
  if (count < LEAST) return null;
  const copied = copyMesh(kernel, mesh, kernel.exports.buildTreeSize() * count);
  if (copied === null) return null;
  const frame = moveMesh(kernel, mesh, copied, steps);
  const { vertices, triangles, scratch } = copied;
  const nodes = kernel.exports.buildTreeOf(vertices, triangles, count, scratch, runSize);
  const links = (scratch + RECORD * count) / 4;
  const order = (scratch + (RECORD + LISTS) * count) / 4;
  const result = {
    frame,
    vertices: kernel.doubles.slice(vertices / 8, vertices / 8 + mesh.positions.length),
    links: kernel.ints.slice(links, links + LINKS * nodes),
    faces: new Uint32Array(kernel.ints.slice(order, order + count).buffer),
  };
  kernel.release(vertices);
  return result;
}

export function refitParts(kernel: Kernel, mesh: Mesh, old: Tree, steps: ModelSteps): BuiltParts | null {
  const { triangleCount: count } = mesh;
  if (count < LEAST || old.tiles !== undefined) return null;
  const behind = (RECORD + LISTS + 16) * count;
  const copied = copyMesh(kernel, mesh, behind + 4 * old.links.length);
  if (copied === null) return null;
  const facts = findFacts(kernel, mesh, copied, steps);
  const frame = moveMesh(kernel, mesh, copied, steps);
  const order = copied.scratch + (RECORD + LISTS) * count;
  const links = copied.scratch + behind;
  kernel.ints.set(old.faces, order / 4);
  kernel.ints.set(old.links, links / 4);
  const fitted = fit(kernel, mesh, copied, order, links, old);
  kernel.release(copied.vertices);
  return fitted && { frame, facts, tree: { ...old, triangles: fitted.triangles }, discs: fitted.discs };
}

/** Null if there is no memory. */
function copyMesh(kernel: Kernel, { positions, triangles }: Mesh, size: number): CopiedMesh | null {
  const vertexCount = positions.length / 3;
  // Facts need a table, and an int for each vertex four times and for each corner; they are found before anything else.
  const facts = 4 * (tableSize(vertexCount) + 4 * vertexCount + 1 + triangles.length);
  const faces = VERTEX * vertexCount;
  const scratch = 16 * Math.ceil((faces + 4 * triangles.length) / 16);
  const vertices = kernel.reserve(scratch + Math.max(facts, size));
  if (vertices === null) return null;
  kernel.doubles.set(positions, vertices / 8);
  kernel.ints.set(triangles, (vertices + faces) / 4);
  return { vertices, triangles: vertices + faces, scratch: vertices + scratch };
}

function findFacts(
  kernel: Kernel,
  mesh: Mesh,
  { vertices, triangles, scratch }: CopiedMesh,
  steps: ModelSteps,
): SolidFacts {
  const { exports } = kernel;
  const { vertexCount } = mesh;
  const corners = mesh.triangles.length;
  const size = tableSize(vertexCount);
  const weld = scratch + 4 * size;
  const start = weld + 4 * vertexCount;
  const surplus = start + 4 * (vertexCount + 1);
  const other = surplus + 4 * vertexCount;
  exports.weldVertices(vertices, vertexCount, scratch, size, weld);
  const isOriented = exports.isOriented(triangles, corners, weld, vertexCount, start, surplus, other) !== 0;
  const welded = isOriented ? null : new Uint32Array(kernel.ints.slice(weld / 4, start / 4).buffer);
  const count = exports.findComponents(triangles, corners, weld, vertexCount, surplus, other);
  const anchors = new Uint32Array(kernel.ints.slice(other / 4, other / 4 + count).buffer);
  return welded === null
    ? { closed: true, oriented: true, flat: false, anchors }
    : steps.weldedFacts(mesh, welded, anchors);
}

/** Moves the vertices into the frame. */
function moveMesh(
  kernel: Kernel,
  { triangles: { length }, vertexCount }: Mesh,
  copied: CopiedMesh,
  steps: ModelSteps,
): Frame {
  const { exports, doubles } = kernel;
  const { vertices, triangles } = copied;
  const box = exports.boundVertices(vertices, triangles, length) / 8;
  return steps.frameOf(doubles.slice(box, box + 3), doubles.slice(box + 3, box + 6), (cx, cy, cz, scale) => {
    exports.moveVertices(vertices, vertexCount, cx, cy, cz, scale);
    return exports.reachSq(vertices, triangles, length);
  });
}

/** The triangles in the order of a tree, and discs on its nodes. Of the scratch, records and lists may be overwritten, and what is behind the order. */
function fit(
  kernel: Kernel,
  { triangleCount: count, vertexCount }: Mesh,
  { vertices, triangles, scratch }: CopiedMesh,
  order: number,
  linksAt: number,
  { links }: Pick<Tree, 'links'>,
): { readonly triangles: Float64Array; readonly discs: Float64Array } | null {
  const nodes = links.length / LINKS;
  const momentsSize = MOMENTS * nodes;
  const discsSize = 8 * DISC * nodes;
  const at = kernel.reserve(momentsSize + discsSize + 4 * (count + 1 + vertexCount));
  if (at === null) return null;
  const { exports } = kernel;
  const discsAt = at + momentsSize;
  const starts = discsAt + discsSize;
  const lists = scratch + RECORD * count;
  exports.prepareLists(starts, starts + 4 * (count + 1), vertexCount, lists, Math.floor((LISTS * count) / VERTEX));
  const isListed = exports.gatherFaces(linksAt, nodes, vertices, triangles, order, count, scratch) !== 0;
  const bare = fitAreas(kernel, linksAt, nodes, scratch, at, discsAt, starts, isListed ? lists : 0);
  const corners = kernel.doubles.slice(scratch / 8, (scratch + TRIANGLE * count) / 8);
  const discs = kernel.doubles.slice(discsAt / 8, (discsAt + discsSize) / 8);
  kernel.release(at);
  fitBare(bare, links, corners, discs);
  return { triangles: corners, discs };
}
