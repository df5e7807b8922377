// Bottom-up construction of a hull tree: neighbouring patches are merged, two at a time (bvh/agglomerate.ts), and the hull of a
// merged node is that of the two hulls' vertices.

import { agglomerate, createForest, type Forest } from '../bvh/agglomerate.ts';
import { ClusterSpheres } from '../bvh/cluster-spheres.ts';
import { middles } from '../bvh/middles.ts';
import { zOrder } from '../bvh/z-order.ts';
import { buildHullParts, type HullParts } from '../convex/convex-body.ts';
import type { Patches } from '../patches/decompose.ts';
import {
  HULL_CHILD,
  HULL_DIMENSION,
  HULL_FACE_COUNT,
  HULL_FIRST_FACE,
  HULL_LINKS,
  HULL_STARTS,
  HullTree,
  hullChild,
  hullCount,
} from './hull-tree.ts';

/** The content of a leaf: some faces and the vertices of their hull. */
interface Part {
  readonly faces: Uint32Array;
  readonly vertices: Uint32Array;
}

/** The hull tree of the patches of a surface; `points` are the vertices of the mesh in the model's frame. */
export function buildHullTree(points: Float64Array, triangles: Uint32Array, patches: Patches): HullTree {
  const parts = partsOf(triangles, patches);
  const forest = createForest(parts.length);
  const boxes = boxDiagonals(points, parts);
  const root = agglomerate(forest, new ClusterSpheres(boxes), zOrder(middles(boxes)));
  const { links, faces, partOf } = layOutParts(forest, root, parts);

  const hulls: HullParts[] = new Array(hullCount({ links }));
  for (let node = hulls.length - 1; node >= 0; node--) {
    const child = hullChild(links, node);
    const vertices =
      child === 0
        ? parts[partOf[node]].vertices
        : Uint32Array.from(new Set([...hulls[child].source, ...hulls[child + 1].source]));
    hulls[node] = hullOf(points, vertices);
    links[HULL_LINKS * node + HULL_DIMENSION] = hulls[node].dimension;
  }
  return pack(links, faces, hulls);
}

/** Filled patches as they are, all others face by face: only a single face is then certain to be part of the solid. */
function partsOf(triangles: Uint32Array, patches: Patches): Part[] {
  const parts: Part[] = [];
  for (let p = 0; p < patches.count; p++) {
    const faces = patches.faces.subarray(patches.faceStarts[p], patches.faceStarts[p + 1]);
    if (patches.filled[p] === 1) {
      parts.push({ faces, vertices: patches.hullVertices.subarray(patches.hullStarts[p], patches.hullStarts[p + 1]) });
      continue;
    }
    for (let k = 0; k < faces.length; k++) {
      const corners = triangles.subarray(3 * faces[k], 3 * faces[k] + 3);
      parts.push({ faces: faces.subarray(k, k + 1), vertices: corners });
    }
  }
  return parts;
}

/** For each part the diagonal of its box, as a triangle with the centre as third corner: the input of the merging. */
function boxDiagonals(points: Float64Array, parts: readonly Part[]): Float64Array {
  const out = new Float64Array(9 * parts.length);
  parts.forEach(({ vertices }, part) => {
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (const v of vertices) {
        low = Math.min(low, points[3 * v + axis]);
        high = Math.max(high, points[3 * v + axis]);
      }
      out[9 * part + axis] = low;
      out[9 * part + 3 + axis] = high;
      out[9 * part + 6 + axis] = (low + high) / 2;
    }
  });
  return out;
}

interface PartLayout {
  readonly links: Int32Array;
  readonly faces: Uint32Array;
  /** For leaves, the part they are. */
  readonly partOf: Int32Array;
}

function layOutParts({ children }: Forest, root: number, parts: readonly Part[]): PartLayout {
  const nodes = 2 * parts.length - 1;
  const links = new Int32Array(HULL_LINKS * nodes);
  const faces = new Uint32Array(parts.reduce((sum, part) => sum + part.faces.length, 0));
  const clusters = new Int32Array(nodes);
  clusters[0] = root;
  const open = [0];
  let count = 1;
  let faceCount = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const left = children[2 * clusters[node]];
    // Depth first, left before right: the faces of a node are contiguous.
    links[HULL_LINKS * node + HULL_FIRST_FACE] = faceCount;
    if (left < 0) {
      faces.set(parts[clusters[node]].faces, faceCount);
      faceCount += parts[clusters[node]].faces.length;
      links[HULL_LINKS * node + HULL_FACE_COUNT] = parts[clusters[node]].faces.length;
      continue;
    }
    links[HULL_LINKS * node + HULL_CHILD] = count;
    clusters[count] = left;
    clusters[count + 1] = children[2 * clusters[node] + 1];
    open.push(count + 1, count);
    count += 2;
  }
  for (let node = nodes - 1; node >= 0; node--) {
    const child = hullChild(links, node);
    if (child === 0) continue;
    links[HULL_LINKS * node + HULL_FACE_COUNT] =
      links[HULL_LINKS * child + HULL_FACE_COUNT] + links[HULL_LINKS * (child + 1) + HULL_FACE_COUNT];
  }
  return { links, faces, partOf: clusters };
}

/** The hull of some vertices of the mesh, its sources numbered as these are. */
function hullOf(points: Float64Array, vertices: Uint32Array): HullParts {
  const corners = new Float64Array(3 * vertices.length);
  for (let k = 0; k < vertices.length; k++) {
    for (let axis = 0; axis < 3; axis++) corners[3 * k + axis] = points[3 * vertices[k] + axis];
  }
  const hull = buildHullParts(corners);
  return { ...hull, source: hull.source.map((k) => vertices[k]) };
}

function pack(links: Int32Array, faces: Uint32Array, hulls: readonly HullParts[]): HullTree {
  const starts = new Uint32Array(HULL_STARTS * (hulls.length + 1));
  hulls.forEach((hull, node) => {
    const lengths = [hull.source.length, hull.triangles.length, hull.neighbours.length];
    for (let k = 0; k < HULL_STARTS; k++) {
      starts[HULL_STARTS * (node + 1) + k] = starts[HULL_STARTS * node + k] + lengths[k];
    }
  });
  const [vertexEnd, cornerEnd, neighbourEnd] = starts.subarray(HULL_STARTS * hulls.length);
  const points = new Float64Array(3 * vertexEnd);
  const source = new Uint32Array(vertexEnd);
  const triangles = new Uint32Array(cornerEnd);
  const neighbourStart = new Uint32Array(vertexEnd + hulls.length);
  const neighbours = new Uint32Array(neighbourEnd);
  hulls.forEach((hull, node) => {
    const [vertex, corner, neighbour] = starts.subarray(HULL_STARTS * node, HULL_STARTS * (node + 1));
    points.set(hull.vertices, 3 * vertex);
    source.set(hull.source, vertex);
    triangles.set(hull.triangles, corner);
    neighbourStart.set(hull.neighbourStart, vertex + node);
    neighbours.set(hull.neighbours, neighbour);
  });
  return new HullTree({ links, faces, starts, points, source, triangles, neighbourStart, neighbours });
}
