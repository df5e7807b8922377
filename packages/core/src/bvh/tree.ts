// The one tree topology of the library, over triangles sorted so that every node covers a contiguous run. A node has two
// children unless a wider tree was requested (bvh/widen.ts).
//
// A node n is LINKS ints in `links`, from LINKS · n on:
//   FIRST_CHILD first child; 0 in a leaf, since the root is not a child
//   FIRST_TRIANGLE  first triangle of the run, in tree order
//   TRIANGLE_COUNT  number of triangles in the run
//   CHILD_END       one past the last child: children are neighbours; 0 in a leaf
// Nodes are stored parents before children. Bounding volumes are stored beside the topology, one array per kind, so that a tree can
// have several kinds.

export const LINKS = 4;
export const FIRST_CHILD = 0;
export const FIRST_TRIANGLE = 1;
export const TRIANGLE_COUNT = 2;
export const CHILD_END = 3;

/** The choices for the largest number of children of a node. */
export const BRANCHINGS = [2, 4, 8] as const;
/** Children of a node of a tree: an option of {@link BuildOptions}. */
export type Branching = (typeof BRANCHINGS)[number];
export const MOST_CHILDREN = 8;

/** The most triangles a leaf holds: one exact test costs about as much as a handful of volume tests. */
export const LEAF_SIZE = 4;

export interface Tree {
  /** LINKS ints per node. */
  readonly links: Int32Array;
  /** Triangle number in the input for each slot in tree order. */
  readonly faces: Uint32Array;
  /** Corners in tree order, 9 doubles per triangle, relative to the model's centre in the model's unit. */
  readonly triangles: Float64Array;
  /** Number of levels below the root; traversal stacks are sized by it. */
  readonly depth: number;
  /** The requested largest number of children of a node. */
  readonly branching: Branching;
  /**
   * For trees over tiles: which tile of its triangle stands at each slot, TILE ints (bvh/tiles.ts). `faces` and
   * `triangles` then name a triangle once for each of its tiles, and volumes enclose the tiles.
   */
  readonly tiles?: Uint32Array | undefined;
}

export const nodeCount = (tree: Tree): number => tree.links.length / LINKS;
export const firstChild = (links: Int32Array, node: number): number => links[LINKS * node + FIRST_CHILD];
export const childEnd = (links: Int32Array, node: number): number => links[LINKS * node + CHILD_END];
export const firstTriangle = (links: Int32Array, node: number): number => links[LINKS * node + FIRST_TRIANGLE];
export const triangleCount = (links: Int32Array, node: number): number => links[LINKS * node + TRIANGLE_COUNT];

/** Pushes the children of a node onto a stack, the last on top, and returns the new top: the old one for a leaf. */
export function pushChildren(links: Int32Array, node: number, stack: Int32Array, top: number): number {
  const end = links[LINKS * node + CHILD_END];
  let next = top;
  for (let child = links[LINKS * node + FIRST_CHILD]; child < end; child++) stack[next++] = child;
  return next;
}

/** The most nodes that can wait on the stack of a depth-first search of a tree. */
export const waitingNodes = ({ depth, branching }: Tree): number => (branching - 1) * depth + 1;
/** The triangles of the faces listed, 9 doubles each, from triangles in input order. */
export function gatherTriangles(inOrder: Float64Array, faces: Uint32Array): Float64Array {
  const out = new Float64Array(9 * faces.length);
  for (let slot = 0, to = 0; slot < faces.length; slot++) {
    for (let k = 9 * faces[slot], end = k + 9; k < end; k++) out[to++] = inOrder[k];
  }
  return out;
}

/** The leaf that holds a slot of the tree order. */
export function leafAt(links: Int32Array, slot: number): number {
  let node = 0;
  for (let child = firstChild(links, node); child !== 0; child = firstChild(links, node)) {
    while (slot >= firstTriangle(links, child) + triangleCount(links, child)) child++;
    node = child;
  }
  return node;
}
