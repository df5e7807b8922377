// The tree that a traced search goes down: enough of it to colour the faces of a body by the nodes above them.

import { CHILD_END, FIRST_CHILD, FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT, type Tree } from '../../bvh/tree.ts';

/** The tree of bounding volumes of one body. Nodes have the numbers of `nodeFaces`; a parent comes before its children. See {@link traceDistance}. */
export interface TracedTree {
  /** The node above each node; −1 above the root. */
  readonly parents: Int32Array;
  /** How far below the root each node is. */
  readonly levels: Uint16Array;
  /** The faces in the order of the tree, and the leaf that each of them is in. */
  readonly faces: Uint32Array;
  readonly leaves: Uint32Array;
}

export function tracedTree({ links, faces }: Tree): TracedTree {
  const count = links.length / LINKS;
  const parents = new Int32Array(count).fill(-1);
  const levels = new Uint16Array(count);
  const leaves = new Uint32Array(faces.length);
  for (let node = 0; node < count; node++) {
    const child = links[LINKS * node + FIRST_CHILD];
    if (child === 0) {
      const first = links[LINKS * node + FIRST_TRIANGLE];
      leaves.fill(node, first, first + links[LINKS * node + TRIANGLE_COUNT]);
      continue;
    }
    const end = links[LINKS * node + CHILD_END];
    parents.fill(node, child, end);
    levels.fill(levels[node] + 1, child, end);
  }
  return { parents, levels, faces: faces.slice(), leaves };
}
