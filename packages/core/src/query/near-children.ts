// One step of a nearest-first search: a pair of nodes is opened, and the pairs of children that may be near are pushed onto the
// stack, the nearest on top.

import { discVolume, writeDiscBounds } from '../bounds/disc.ts';
import type { NodeBlock } from '../bounds/node-block.ts';
import type { VolumeKind } from '../bounds/volume.ts';
import { MOST_CHILDREN } from '../bvh/tree.ts';
import { moveVolumeOf } from './moved-volumes.ts';
import { NEAR_CHILDREN_SLOT } from './scratch-slots.ts';
import { perWorkspace, VOLUME_TESTS, type Workspace } from './workspace.ts';

/** Scratch of one query. */
class Scratch {
  /** Lower bounds of the distances of the child pairs, and those of the pairs that are pushed, the nearest last. */
  readonly bounds: Float64Array = new Float64Array(MOST_CHILDREN * MOST_CHILDREN);
  readonly waiting: Float64Array = new Float64Array(MOST_CHILDREN * MOST_CHILDREN);
}

const scratchOf = perWorkspace(NEAR_CHILDREN_SLOT, () => new Scratch());

/**
 * Pushes onto the stack of `w`, from `top` on, the child pairs of a node of the query body, A, whose own volumes are given, and a
 * node of the reference body, B, that are not proven pruningBound[0] apart; returns the new top. The caller adds the error bound of
 * `lowerBound` to the pruning bound.
 */
export function pushNearChildren(
  w: Workspace,
  kind: VolumeKind,
  own: Float64Array,
  volumesR: Float64Array,
  block: NodeBlock,
  pruningBound: Float64Array,
  top: number,
): number {
  const { firstA, endA, firstB, endB } = block;
  const { bounds, waiting } = scratchOf(w);
  for (let i = firstA; i < endA; i++) moveVolumeOf(w, kind, own, i);
  w.counters[VOLUME_TESTS] += (endA - firstA) * (endB - firstB);
  writeBounds(kind, w.movedVolumes, volumesR, block, pruningBound, bounds);
  const { stack } = w;
  let next = top;
  let at = 0;
  for (let i = firstA; i < endA; i++) {
    for (let j = firstB; j < endB; j++, at++) {
      const bound = bounds[at];
      if (bound >= pruningBound[0]) continue;
      // Insertion, the nearer towards the top; of equal ones the first stays on top.
      let slot = (next - top) / 2;
      for (; slot > 0 && waiting[slot - 1] <= bound; slot--) {
        waiting[slot] = waiting[slot - 1];
        stack[top + 2 * slot] = stack[top + 2 * slot - 2];
        stack[top + 2 * slot + 1] = stack[top + 2 * slot - 1];
      }
      waiting[slot] = bound;
      stack[top + 2 * slot] = i;
      stack[top + 2 * slot + 1] = j;
      next += 2;
    }
  }
  return next;
}

function writeBounds(
  kind: VolumeKind,
  volumesQ: Float64Array,
  volumesR: Float64Array,
  block: NodeBlock,
  pruningBound: Float64Array,
  bounds: Float64Array,
): void {
  // Without the indirection, which would box the returned doubles.
  if (kind === discVolume) {
    writeDiscBounds(volumesQ, volumesR, block, bounds);
    return;
  }
  const { stride } = kind;
  let at = 0;
  for (let i = block.firstA; i < block.endA; i++) {
    for (let j = block.firstB; j < block.endB; j++) {
      bounds[at++] = kind.lowerBound(volumesQ, stride * i, volumesR, stride * j, pruningBound[0]);
    }
  }
}
