// The faces of two bodies that are near each other.

import { DISC, DISC_RADIUS, discVolume, pushNearDiscs } from '../../bounds/disc.ts';
import { openNodes } from '../../bvh/open-nodes.ts';
import { FIRST_CHILD, FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT } from '../../bvh/tree.ts';
import {
  distanceTriangleTriangle,
  WITNESS_LIMIT,
  WITNESS_SIZE,
  WITNESS_SQ,
} from '../../primitive/triangle-triangle-distance.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { moveDiscOf } from '../moved-volumes.ts';
import { openedNodes } from '../opened-nodes.ts';
import { NEAR_FACES_SLOT } from '../scratch-slots.ts';
import { moveLeaf, perWorkspace, type Workspace } from '../workspace.ts';

/** Scratch of one query. */
class Scratch {
  readonly witness: Float64Array = new Float64Array(WITNESS_SIZE);
  readonly pruningBound: Float64Array = new Float64Array(1);
}

const scratchOf = perWorkspace(NEAR_FACES_SLOT, () => new Scratch());

/**
 * Calls `visit` with the slots of every two faces of the bodies as they lie in `w` that are within a distance, a length in
 * the reference unit, until it returns false.
 */
export function forEachNearPair(w: Workspace, within: number, visit: (slotQ: number, slotR: number) => boolean): void {
  const { reference } = w;
  const { witness } = scratchOf(w);
  forEachNearLeaf(w, within, (firstQ, endQ, firstR, endR) => {
    for (let i = firstQ; i < endQ; i++) {
      for (let j = firstR; j < endR; j++) {
        witness[WITNESS_LIMIT] = within;
        distanceTriangleTriangle(w.movedCorners, 9 * i, reference.tree.triangles, 9 * j, witness);
        if (witness[WITNESS_SQ] <= within * within && !visit(i, j)) return false;
      }
    }
    return true;
  });
}

/**
 * Calls `visit` with every two leaves that may have faces within a distance, as runs of slots, until it returns false. The faces of the
 * query body are in the reference frame then.
 */
export function forEachNearLeaf(
  w: Workspace,
  within: number,
  visit: (firstQ: number, endQ: number, firstR: number, endR: number) => boolean,
): void {
  const { queryBody, reference, stack } = w;
  const { pruningBound } = scratchOf(w);
  const opened = openedNodes(w);
  const own = queryBody.volumes(discVolume);
  const discsR = reference.volumes(discVolume);
  const linksQ = queryBody.tree.links;
  const linksR = reference.tree.links;
  const ratio = w.pose[RELATIVE_SCALE];
  pruningBound[0] = within + w.boundRounding[0];
  let top = 0;
  stack[top++] = 0;
  stack[top++] = 0;
  moveDiscOf(w, own, 0);
  while (top > 0) {
    const nodeR = stack[--top];
    const nodeQ = stack[--top];
    const childQ = linksQ[LINKS * nodeQ + FIRST_CHILD];
    const childR = linksR[LINKS * nodeR + FIRST_CHILD];
    if (childQ === 0 && childR === 0) {
      moveLeaf(w, queryBody.tree, nodeQ);
      const firstQ = linksQ[LINKS * nodeQ + FIRST_TRIANGLE];
      const firstR = linksR[LINKS * nodeR + FIRST_TRIANGLE];
      const endQ = firstQ + linksQ[LINKS * nodeQ + TRIANGLE_COUNT];
      const endR = firstR + linksR[LINKS * nodeR + TRIANGLE_COUNT];
      if (!visit(firstQ, endQ, firstR, endR)) return;
      continue;
    }
    const openQ =
      childR === 0 || (childQ !== 0 && own[DISC * nodeQ + DISC_RADIUS] * ratio > discsR[DISC * nodeR + DISC_RADIUS]);
    openNodes(opened, linksQ, nodeQ, openQ, linksR, nodeR, !openQ);
    for (let k = opened.firstA; k < opened.endA; k++) moveDiscOf(w, own, k);
    top = pushNearDiscs(w.movedVolumes, discsR, opened, pruningBound, stack, top);
  }
}
