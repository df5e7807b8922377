// The collide search on a spatial structure instead of two trees of volumes: the boxes of all triangles, in the reference frame,
// are inserted into a grid, an octree, a k-d or a BSP tree, or are swept, and every overlapping pair of boxes of different bodies
// is tested.
//
// Lin's lectures (2004) describe these beside the trees; they are baselines here. Nothing is kept from one query to the next, so
// each costs at least a pass over all triangles, where the cost of trees depends on what is near the contact.

import { FIRST_CHILD, FIRST_TRIANGLE, LINKS, type Tree, triangleCount } from '../../bvh/tree.ts';
import type { Budget } from '../../query/budget.ts';
import type { CollideEnd } from '../../query/collide/collide-discs.ts';
import { collideFaces } from '../../query/collide/collide-leaf-pair.ts';
import type { Contacts } from '../../query/contacts.ts';
import { foundOverlapEarly } from '../../query/containment/common-interior.ts';
import { moveLeaf, VOLUME_TESTS, type Workspace } from '../../query/workspace.ts';
import { BOX, BoxSet } from '../../space/box-set.ts';
import type { BroadPhaseKind } from '../../space/broad-phase.ts';

const FACE = 9;

/** Pairs of boxes that overlap count as volume tests; the structure's own tests are not counted. */
export function searchContactsSpace(
  w: Workspace,
  space: BroadPhaseKind,
  contacts: Contacts,
  budget: Budget,
): CollideEnd {
  const { queryBody, reference, counters } = w;
  const leavesQ = leavesOf(queryBody.tree);
  const leavesR = leavesOf(reference.tree);
  for (const leaf of new Set(leavesQ)) moveLeaf(w, queryBody.tree, leaf);
  const boxes = new BoxSet();
  // Two coordinates that are equal in exact arithmetic can differ by this much as computed.
  addBoxes(boxes, w.movedCorners, leavesQ.length, 0, 2 * w.coordinateError[0]);
  addBoxes(boxes, reference.tree.triangles, leavesR.length, leavesQ.length, 0);
  const structure = space.create(boxes);
  for (let id = 0; id < boxes.end; id++) structure.add(id);
  structure.update();

  const { pairs } = structure;
  for (let handle = 0; handle < pairs.end; handle++) {
    if (!pairs.isLive(handle)) continue;
    if (counters[VOLUME_TESTS] >= budget.checkpoint[0] && !budget.mayGoOn(counters[VOLUME_TESTS] + 1)) {
      return 'out-of-budget';
    }
    counters[VOLUME_TESTS]++;
    const slotQ = pairs.lows[handle];
    const slotR = pairs.highs[handle] - leavesQ.length;
    const { touches } = contacts;
    const [i, j] = [FACE * slotQ, FACE * slotR];
    if (collideFaces(w, i, leavesQ[slotQ], j, leavesR[slotR], contacts)) return 'stopped';
    if (contacts.touches !== touches && foundOverlapEarly(w, contacts)) return 'stopped';
  }
  return 'done';
}

/** The leaf that each slot in tree order belongs to. */
function leavesOf({ links, triangles }: Tree): Int32Array {
  const leaves = new Int32Array(triangles.length / FACE);
  for (let node = 0; node < links.length / LINKS; node++) {
    if (links[LINKS * node + FIRST_CHILD] !== 0) continue;
    const first = links[LINKS * node + FIRST_TRIANGLE];
    leaves.fill(node, first, first + triangleCount(links, node));
  }
  return leaves;
}

/** Adds boxes for the triangles of a body, numbered from `base` on. The body numbered from 0 is one side, the other the second. */
function addBoxes(boxes: BoxSet, corners: Float64Array, count: number, base: number, errorBound: number): void {
  for (let slot = 0; slot < count; slot++) {
    boxes.addToSide(base + slot, base === 0);
    const { bounds } = boxes;
    for (let k = 0, c = FACE * slot, o = BOX * (base + slot); k < 3; k++, c++, o++) {
      bounds[o] = Math.min(corners[c], corners[c + 3], corners[c + 6]) - errorBound;
      bounds[o + 3] = Math.max(corners[c], corners[c + 3], corners[c + 6]) + errorBound;
    }
  }
}
