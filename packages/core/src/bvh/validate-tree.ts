import { tilingDefect } from './tiles.ts';
import { CHILD_END, FIRST_CHILD, FIRST_TRIANGLE, LEAF_SIZE, LINKS, TRIANGLE_COUNT, type Tree } from './tree.ts';

/**
 * Describes what is wrong with the shape of a tree, or null. It checks all that a traversal relies on, so that a tree from an
 * untrusted source cannot make one loop, overflow its stack or read past an array: runs that their children split exactly, children
 * after their parents and no more than the tree allows, every node reached once, leaves no larger than the scratch of a leaf, each
 * face once (in tiled trees, each tile), and the depth as recorded.
 */
export function treeDefect(tree: Tree, faceCount: number = tree.faces.length): string | null {
  const { links, faces, triangles, branching } = tree;
  const total = faces.length;
  const nodes = links.length / LINKS;
  if (!Number.isInteger(nodes) || nodes < 1 || nodes > 2 * total - 1) return `${nodes} nodes for ${total} triangles`;
  if (triangles.length !== 9 * total) return `${triangles.length} corner coordinates for ${total} triangles`;
  if (links[1] !== 0 || links[2] !== total) return 'the root does not cover all triangles';

  const depths = new Int32Array(nodes).fill(-1);
  depths[0] = 0;
  let depth = 0;
  for (let node = 0; node < nodes; node++) {
    if (depths[node] < 0) return `node ${node} is nobody's child`;
    const child = links[LINKS * node + FIRST_CHILD];
    const first = links[LINKS * node + FIRST_TRIANGLE];
    const count = links[LINKS * node + TRIANGLE_COUNT];
    const end = links[LINKS * node + CHILD_END];
    if (child === 0 && end === 0) {
      if (count > LEAF_SIZE) return `leaf ${node} holds ${count} triangles, more than ${LEAF_SIZE}`;
      continue;
    }
    if (child <= node || end > nodes || end < child + 2 || end > child + branching) {
      return `node ${node} has its children from ${child} to ${end}`;
    }
    let next = first;
    for (let k = child; k < end; k++) {
      if (depths[k] >= 0) return `node ${k} has two parents`;
      depths[k] = depths[node] + 1;
      if (links[LINKS * k + FIRST_TRIANGLE] !== next || links[LINKS * k + TRIANGLE_COUNT] < 1) {
        return `the children of node ${node} do not split its run`;
      }
      next += links[LINKS * k + TRIANGLE_COUNT];
    }
    if (next !== first + count) return `the children of node ${node} do not split its run`;
    depth = Math.max(depth, depths[child]);
  }
  if (depth !== tree.depth) return `the depth is ${depth}, not ${tree.depth}`;
  if (tree.tiles !== undefined) return tilingDefect(faces, tree.tiles, faceCount);

  if (total !== faceCount) return `${total} slots for ${faceCount} faces`;
  const seen = new Uint8Array(total);
  for (const face of faces) {
    if (face >= total || seen[face] === 1) return `face ${face} is out of range or listed twice`;
    seen[face] = 1;
  }
  return null;
}
