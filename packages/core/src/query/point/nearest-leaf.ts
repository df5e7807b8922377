// The leaf of a model's tree with the triangle nearest to a point.

import { DISC, discVolume } from '../../bounds/disc.ts';
import {
  CHILD_END,
  FIRST_CHILD,
  FIRST_TRIANGLE,
  LINKS,
  TRIANGLE_COUNT,
  type Tree,
  waitingNodes,
} from '../../bvh/tree.ts';
import type { Model } from '../../model/model.ts';
import { closestPointTriangle } from '../../primitive/point-triangle.ts';
import { NEAREST_LEAF_SLOT } from '../scratch-slots.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';

/** The result of a search and its scratch. */
export class NearestLeaf {
  /** The leaf, and the slot of the triangle in tree order; −1 if none is within the limit. */
  leaf = -1;
  slot = -1;
  /** [0]: the distance, in the model's unit; [1], [2], [3]: the nearest point. */
  readonly found: Float64Array = new Float64Array(4);
  /** The nearest point of a triangle. */
  readonly candidate: Float64Array = new Float64Array(4);
  /** The stack of nodes, with their bounds: the nearest child is opened first. */
  stack: Int32Array = new Int32Array(0);
  bounds: Float64Array = new Float64Array(0);

  /** Makes the stack large enough for a tree. */
  reserve(tree: Tree): void {
    if (this.stack.length >= waitingNodes(tree)) return;
    this.stack = new Int32Array(waitingNodes(tree));
    this.bounds = new Float64Array(this.stack.length);
  }
}

export const nearestLeafOf: (w: Workspace) => NearestLeaf = /* @__PURE__ */ perWorkspace(
  NEAREST_LEAF_SLOT,
  () => new NearestLeaf(),
);

/**
 * Finds the nearest triangle to the first three numbers of `point`, in the model's frame, if nearer than `limit`; returns it in
 * `nearest`. The search ends at a triangle that is as near as `enough`, which need not be the nearest.
 */
export function findNearestLeaf(
  model: Model,
  point: Float64Array,
  limit: number,
  nearest: NearestLeaf,
  enough = 0,
): NearestLeaf {
  const { links, triangles } = model.tree;
  const discs = model.volumes(discVolume);
  nearest.reserve(model.tree);
  const { found, candidate, stack, bounds } = nearest;
  nearest.leaf = -1;
  nearest.slot = -1;
  found[0] = limit;
  stack[0] = 0;
  bounds[0] = 0;
  let top = 1;
  while (top > 0) {
    top--;
    if (bounds[top] >= found[0]) continue;
    const node = stack[top];
    const child = links[LINKS * node + FIRST_CHILD];
    if (child === 0) {
      const first = links[LINKS * node + FIRST_TRIANGLE];
      for (let slot = first; slot < first + links[LINKS * node + TRIANGLE_COUNT]; slot++) {
        closestPointTriangle(point, 0, triangles, 9 * slot, candidate);
        const distance = Math.sqrt(candidate[3]);
        if (distance >= found[0]) continue;
        nearest.leaf = node;
        nearest.slot = slot;
        found[0] = distance;
        for (let k = 0; k < 3; k++) found[1 + k] = candidate[k];
        if (distance <= enough) return nearest;
      }
      continue;
    }
    const bottom = top;
    for (let k = child; k < links[LINKS * node + CHILD_END]; k++) {
      const bound = distancePointDisc(point, discs, DISC * k);
      if (bound >= found[0]) continue;
      let slot = top++;
      for (; slot > bottom && bounds[slot - 1] < bound; slot--) {
        stack[slot] = stack[slot - 1];
        bounds[slot] = bounds[slot - 1];
      }
      stack[slot] = k;
      bounds[slot] = bound;
    }
  }
  return nearest;
}

/** Distance of a point from a disc, 0 inside. */
function distancePointDisc(p: Float64Array, discs: Float64Array, i: number): number {
  const dx = p[0] - discs[i];
  const dy = p[1] - discs[i + 1];
  const dz = p[2] - discs[i + 2];
  const along = dx * discs[i + 3] + dy * discs[i + 4] + dz * discs[i + 5];
  const aside = Math.sqrt(Math.max(0, dx * dx + dy * dy + dz * dz - along * along));
  const up = Math.max(0, Math.abs(along) - discs[i + 6]);
  const out = Math.max(0, aside - discs[i + 7]);
  return Math.sqrt(up * up + out * out);
}
