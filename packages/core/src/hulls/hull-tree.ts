// A tree of convex hulls over the convex patches of a surface (Ehmann and Lin, "Accurate and Fast Proximity Queries
// between Polyhedra Using Convex Surface Decomposition", 2001; FAST, 2006, §3.3).
//
// A leaf is a filled patch, whose hull is part of the solid, or a single face; the hull of an inner node is that of its two
// children. So the hulls of the leaves together contain the surface and are contained in the solid, and bodies that are apart as
// solids are as far apart as the nearest two leaves.
//
// Nodes are numbered depth first, parents before children. Everything is in flat arrays, hull after hull, which a model
// saves and loads as they are; `body` gives the hull of a node as views on them.

import { FIRST_CHILD, FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT } from '../bvh/tree.ts';
import { type ConvexBody, convexBody, type HullParts } from '../convex/convex-body.ts';
import { buildSupportTable, listAll } from '../convex/support-table.ts';

/**
 * Ints a node in `links`, as in bvh/tree.ts: first child (0: a leaf; the second is the next node), first face, number of faces; the
 * dimension of the hull replaces the last child.
 */
export const HULL_LINKS: number = LINKS;
export const HULL_CHILD: number = FIRST_CHILD;
export const HULL_FIRST_FACE: number = FIRST_TRIANGLE;
export const HULL_FACE_COUNT: number = TRIANGLE_COUNT;
export const HULL_DIMENSION = 3;

/** Numbers a node in `starts`: its first vertex, triangle corner and neighbour. */
export const HULL_STARTS = 3;

/**
 * Most hulls of a large tree are tested a few times or never, so their tables must be cheap to build: none up to this many
 * vertices, where a test of all takes 50 ns in place of 25, and coarse ones above, which take a third of the time to build.
 */
const LIST_LIMIT = 16;
const CELLS_PER_VERTEX = 2;

/** The arrays that a {@link HullTree} is made of. */
export interface HullArrays {
  readonly links: Int32Array;
  /** Every face of the mesh once, in the order of the leaves: a node covers a run. */
  readonly faces: Uint32Array;
  /** HULL_STARTS numbers per node, and once more for the end. */
  readonly starts: Uint32Array;
  /** x, y, z of the hulls' vertices in the model's frame. */
  readonly points: Float64Array;
  /** Which vertex of the mesh each is. */
  readonly source: Uint32Array;
  /** Corners of the hulls' triangles, numbered within each hull. */
  readonly triangles: Uint32Array;
  /** One number a vertex and one more a hull: where its neighbours begin, counted within the hull. */
  readonly neighbourStart: Uint32Array;
  readonly neighbours: Uint32Array;
}

export const hullCount = ({ links }: Pick<HullArrays, 'links'>): number => links.length / HULL_LINKS;
/** The first of a node's two children, which are neighbours; 0 for a leaf. */
export const hullChild = (links: Int32Array, node: number): number => links[HULL_LINKS * node + HULL_CHILD];

/** The content of the structure {@link hullTree}. */
export class HullTree {
  readonly arrays: HullArrays;
  readonly links: Int32Array;
  readonly #bodies: (ConvexBody | undefined)[];
  readonly #sizes: Float64Array;

  constructor(arrays: HullArrays) {
    this.arrays = arrays;
    this.links = arrays.links;
    this.#bodies = new Array(hullCount(arrays));
    this.#sizes = new Float64Array(hullCount(arrays));
  }

  /** @internal The hull of a node: views, and a table of directions that is built on first use. */
  body(node: number): ConvexBody {
    const known = this.#bodies[node];
    if (known !== undefined) return known;
    const hull = this.#hull(node);
    const { vertices, neighbourStart, neighbours } = hull;
    const vertexCount = vertices.length / 3;
    const table =
      vertexCount <= LIST_LIMIT
        ? listAll(vertexCount)
        : buildSupportTable(vertices, neighbourStart, neighbours, CELLS_PER_VERTEX);
    const body = convexBody(hull, table);
    this.#bodies[node] = body;
    this.#sizes[node] = sizeOf(vertices);
    return body;
  }

  #hull(node: number): HullParts {
    const { links, starts, points, source, triangles, neighbourStart, neighbours } = this.arrays;
    const [vertex, corner, neighbour, vertexEnd, cornerEnd, neighbourEnd] = starts.subarray(
      HULL_STARTS * node,
      HULL_STARTS * (node + 2),
    );
    return {
      dimension: dimensionOf(links[HULL_LINKS * node + HULL_DIMENSION]),
      vertices: points.subarray(3 * vertex, 3 * vertexEnd),
      source: source.subarray(vertex, vertexEnd),
      triangles: triangles.subarray(corner, cornerEnd),
      neighbourStart: neighbourStart.subarray(vertex + node, vertexEnd + node + 1),
      neighbours: neighbours.subarray(neighbour, neighbourEnd),
    };
  }

  /** Half the size of a node's hull, a length in the model's unit: it decides which of two nodes to open. */
  size(node: number): number {
    if (this.#bodies[node] === undefined) this.body(node);
    return this.#sizes[node];
  }
}

function dimensionOf(saved: number): ConvexBody['dimension'] {
  return saved === 0 || saved === 1 || saved === 2 ? saved : 3;
}

/** The largest distance of a vertex from the middle of their box. */
function sizeOf(vertices: Float64Array): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < vertices.length; k++) {
    low[k % 3] = Math.min(low[k % 3], vertices[k]);
    high[k % 3] = Math.max(high[k % 3], vertices[k]);
  }
  return reachOf(vertices, (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2);
}

function reachOf(vertices: Float64Array, x: number, y: number, z: number): number {
  let reachSq = 0;
  for (let k = 0; k < vertices.length; k += 3) {
    const dx = vertices[k] - x;
    const dy = vertices[k + 1] - y;
    const dz = vertices[k + 2] - z;
    reachSq = Math.max(reachSq, dx * dx + dy * dy + dz * dz);
  }
  return Math.sqrt(reachSq);
}
