// The second rival (Kitamura, Smith, Takemura & Kishino 1994): a face octree is stored for every body, and in each cycle its
// black nodes are moved instead of the faces. Nodes that meet an overlap region are sorted into the cells of the world's
// octree; where nodes of two bodies share a cell, the faces stored with them are tested.
//
// It gets what the proposed pipeline has: the same overlap regions, world octree and face test. Its octree is searched from
// the root, so that branches away from the overlap cost one box, and pairs of faces that were tested are kept in a table of
// numbers. Sorting the pairs instead takes twice as long; naming them by texts, with a flat list of nodes, five times.

import {
  BOX,
  boxAround,
  FACE,
  FaceSubdivision,
  FaceTable,
  facesIntersect,
  filterError,
  overlappingBodies,
  PairKeys,
  regionsByBody,
  SUBDIVISION_DEFAULTS,
} from '../core-internals.ts';
import type { Method } from './method.ts';
import { PairSet } from './pair-set.ts';
import { type Row, writePosed } from './rigid-scene.ts';
import { boxOf, moveNode, readCorners, type StoredOctree, storeOctree } from './stored-octree.ts';

/** Of the stored octrees: 4 and 5 are equally fast for the four bodies of Fig. 14, 3 and 6 slower. */
const STORED_LEVEL = 4;
/** Of the world's: as the paper. */
const WORLD_LEVEL = 6;

export const octreeUpdate: Method = ({ meshes, world }) => {
  const octrees = new Map(meshes.map((mesh) => [mesh, storeOctree(mesh, STORED_LEVEL)]));
  let faceCount = 0;
  const bodies = meshes.map((mesh) => {
    const firstFace = faceCount;
    faceCount += mesh.triangleCount;
    const octree = octrees.get(mesh) ?? storeOctree(mesh, STORED_LEVEL);
    return { mesh, octree, firstFace, posed: new Float64Array(mesh.positions.length) };
  });
  const table = new FaceTable();
  const subdivision = new FaceSubdivision();
  const sharing = new PairKeys();
  const tested = new PairSet();
  const touching = new PairKeys();
  const options = { ...SUBDIVISION_DEFAULTS, depth: WORLD_LEVEL, root: Float64Array.from(world) };
  const cornersA = new Float64Array(FACE);
  const cornersB = new Float64Array(FACE);

  return (rows) => {
    const boxes = bodies.map(({ mesh, posed }, k) => {
      writePosed(mesh, rows[k], posed);
      return boxOf(posed);
    });
    const overlaps = overlappingBodies(boxes);
    table.clear();
    for (const [body, regions] of regionsByBody(overlaps)) {
      addNodes(table, body, bodies[body].octree, rows[body], regions);
    }
    sharing.start(table.count);
    subdivision.search(table, boxAround(overlaps), options, () => true, sharing);

    tested.clear();
    touching.start(bodies.length);
    const size = Math.max(0, ...boxes.flatMap((box) => [0, 1, 2].map((axis) => box[3 + axis] - box[axis])));
    const error = Float64Array.of(filterError(2 * size));
    for (const [first, second] of sharing.sorted()) {
      const ownerA = table.owners[first];
      const ownerB = table.owners[second];
      const a = bodies[ownerA];
      const b = bodies[ownerB];
      const nodeA = table.faces[first];
      const nodeB = table.faces[second];
      for (let i = a.octree.firsts[nodeA]; i < a.octree.ends[nodeA]; i++) {
        const faceA = a.octree.faces[i];
        readCorners(a.mesh, a.posed, faceA, cornersA, 0);
        for (let j = b.octree.firsts[nodeB]; j < b.octree.ends[nodeB]; j++) {
          const faceB = b.octree.faces[j];
          // A face lies in several nodes.
          if (!tested.add(a.firstFace + faceA, b.firstFace + faceB)) continue;
          readCorners(b.mesh, b.posed, faceB, cornersB, 0);
          if (facesIntersect(cornersA, 0, cornersB, 0, error)) touching.add(ownerA, ownerB);
        }
      }
    }
    return touching.sorted().length;
  };
};

const stack = new Int32Array(8 * (STORED_LEVEL + 1));
const moved = new Float64Array(BOX);

/** Adds the leaves that meet a region, by the boxes around them where the body is. */
function addNodes(table: FaceTable, body: number, octree: StoredOctree, row: Row, regions: Float64Array): void {
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top];
    moveNode(octree, node, row, moved);
    if (!overlapsRegion(moved, regions)) continue;
    if (octree.isLeaf[node] === 1) table.addBox(body, node, moved);
    else for (let child = octree.firsts[node]; child < octree.ends[node]; child++) stack[top++] = child;
  }
}

function overlapsRegion(box: Float64Array, regions: Float64Array): boolean {
  for (let o = 0; o < regions.length; o += BOX) {
    const isApart =
      box[0] > regions[o + 3] ||
      box[3] < regions[o] ||
      box[1] > regions[o + 4] ||
      box[4] < regions[o + 1] ||
      box[2] > regions[o + 5] ||
      box[5] < regions[o + 2];
    if (!isApart) return true;
  }
  return false;
}
