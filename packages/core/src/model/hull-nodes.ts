import { HULL_LINKS, type HullTree, hullChild } from '../hulls/hull-tree.ts';

/** A node of a model's tree of convex hulls. */
export interface HullNode {
  /** Its number, as `Pair.front` and `model.nodeFaces` have it; the root is 0. */
  readonly node: number;
  /** How far below the root it is. */
  readonly level: number;
  /** The faces it stands for. */
  readonly faces: Uint32Array;
  /** The triangles of its hull: three vertices of the mesh each, counter-clockwise from outside. A flat one has two sides. */
  readonly triangles: Uint32Array;
}

/** The nodes that together stand for all faces once: those of a level, and the leaves above it. */
export function hullNodesAt(tree: HullTree, deepest: number): HullNode[] {
  const { links, faces } = tree.arrays;
  const found: HullNode[] = [];
  const open: [node: number, level: number][] = [[0, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, level] = next;
    const child = hullChild(links, node);
    if (child !== 0 && level < deepest) {
      open.push([child + 1, level + 1], [child, level + 1]);
      continue;
    }
    const first = links[HULL_LINKS * node + 1];
    const { source, triangles } = tree.body(node);
    found.push({
      node,
      level,
      faces: faces.slice(first, first + links[HULL_LINKS * node + 2]),
      triangles: triangles.map((v) => source[v]),
    });
  }
  return found;
}
