import { childEnd, firstChild, firstTriangle, nodeCount, type Tree, triangleCount } from '../bvh/tree.ts';
import type { Surface } from './surface.ts';

/**
 * The box of every node (min x y z, max x y z) over the surface's own points. The boxes a tree carries are around corners
 * that were rounded when they were brought into the model's frame.
 */
export function nodeBoxes({ points, triangles }: Surface, tree: Tree): Float64Array {
  const { links, faces } = tree;
  const nodes = nodeCount(tree);
  const { xyz } = points;
  const boxes = new Float64Array(6 * nodes);
  // Children have higher numbers than their parents.
  for (let node = nodes - 1; node >= 0; node--) {
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let child = firstChild(links, node); child < childEnd(links, node); child++) {
        low = Math.min(low, boxes[6 * child + axis]);
        high = Math.max(high, boxes[6 * child + 3 + axis]);
      }
      const isLeaf = firstChild(links, node) === 0;
      const begin = firstTriangle(links, node);
      const end = isLeaf ? begin + triangleCount(links, node) : begin;
      for (let place = begin; place < end; place++) {
        for (let half = 3 * faces[place]; half < 3 * faces[place] + 3; half++) {
          const x = xyz[3 * triangles[half] + axis];
          low = Math.min(low, x);
          high = Math.max(high, x);
        }
      }
      boxes[6 * node + axis] = low;
      boxes[6 * node + 3 + axis] = high;
    }
  }
  return boxes;
}
