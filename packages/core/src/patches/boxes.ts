// Exact axis-aligned boxes: min x y z, max x y z.

import { childEnd, firstChild, firstTriangle, nodeCount, type Tree, triangleCount } from '../bvh/tree.ts';
import type { DoubleCorners } from '../primitive/exact-corners.ts';
import type { Surface } from './surface.ts';

/**
 * The box of every node (min x y z, max x y z) over the surface's own points. The boxes of a tree enclose corners that were rounded
 * in the model's frame.
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
      for (let slot = begin; slot < end; slot++) {
        for (let half = 3 * faces[slot]; half < 3 * faces[slot] + 3; half++) {
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

/** The box around some points. */
export function boxOfPoints({ xyz }: DoubleCorners, points: Uint32Array): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (const point of points) {
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis], xyz[3 * point + axis]);
      box[3 + axis] = Math.max(box[3 + axis], xyz[3 * point + axis]);
    }
  }
  return box;
}

/** Whether boxes[o…o+5] and `box` have a point in common. */
export function overlapBoxes(boxes: Float64Array, o: number, box: Float64Array): boolean {
  return (
    boxes[o] <= box[3] &&
    boxes[o + 1] <= box[4] &&
    boxes[o + 2] <= box[5] &&
    boxes[o + 3] >= box[0] &&
    boxes[o + 4] >= box[1] &&
    boxes[o + 5] >= box[2]
  );
}
