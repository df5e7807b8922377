import type { Forest } from '../../bvh/agglomerate.ts';
import { CHILD_END, FIRST_CHILD, FIRST_TRIANGLE, LEAF_SIZE, LINKS, TRIANGLE_COUNT, type Tree } from '../../bvh/tree.ts';

/** Topology of a tree, and the element at each slot of its order. */
export interface Layout extends Pick<Tree, 'links' | 'depth' | 'branching'> {
  readonly order: Uint32Array;
}

/**
 * Converts the tree below `root` to the layout of searches: elements in the order of the leaves, clusters of LEAF_SIZE or fewer as
 * leaves, nodes numbered depth first. With `faces`, no leaf holds two elements of one face: a search would only test that face
 * twice.
 */
export function layOut(forest: Forest, root: number, faces?: Uint32Array): Layout {
  const { children, sizes } = forest;
  const total = sizes[root];
  const order = new Uint32Array(total);
  const links = new Int32Array(LINKS * (2 * total - 1));
  // The cluster and the level of each node.
  const clusters = new Int32Array(2 * total - 1);
  const levels = new Int32Array(2 * total - 1);
  const open = new Int32Array(2 * total);
  clusters[0] = root;
  links[TRIANGLE_COUNT] = total;
  let nodes = 1;
  let depth = 0;
  let top = 1;
  while (top > 0) {
    const node = open[--top];
    const cluster = clusters[node];
    const first = links[LINKS * node + FIRST_TRIANGLE];
    const count = links[LINKS * node + TRIANGLE_COUNT];
    if (count <= LEAF_SIZE) {
      listElements(forest, cluster, order, first);
      if (faces === undefined || areDistinct(faces, order, first, count)) continue;
    }
    const left = children[2 * cluster];
    const right = children[2 * cluster + 1];
    const level = levels[node] + 1;
    links[LINKS * node + FIRST_CHILD] = nodes;
    links[LINKS * node + CHILD_END] = nodes + 2;
    links.set([0, first, sizes[left], 0, 0, first + sizes[left], sizes[right], 0], LINKS * nodes);
    clusters[nodes] = left;
    clusters[nodes + 1] = right;
    levels[nodes] = level;
    levels[nodes + 1] = level;
    depth = Math.max(depth, level);
    open[top++] = nodes + 1;
    open[top++] = nodes;
    nodes += 2;
  }
  return { links: links.slice(0, LINKS * nodes), depth, branching: 2, order };
}

/** Writes the elements below a small cluster to `order` from `at` on, and returns where they end. */
function listElements(forest: Forest, cluster: number, order: Uint32Array, at: number): number {
  const left = forest.children[2 * cluster];
  if (left < 0) {
    order[at] = cluster;
    return at + 1;
  }
  return listElements(forest, forest.children[2 * cluster + 1], order, listElements(forest, left, order, at));
}

function areDistinct(faces: Uint32Array, order: Uint32Array, first: number, count: number): boolean {
  for (let i = first + 1; i < first + count; i++) {
    for (let j = first; j < i; j++) if (faces[order[i]] === faces[order[j]]) return false;
  }
  return true;
}
