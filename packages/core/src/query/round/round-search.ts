// The nearest-pair search between two bodies of which at least one is round. A round body is a single leaf, its axis, in a tree
// like any other: volumes bound the distance of the axes, and the radii of the shapes are subtracted.

import type { VolumeKind } from '../../bounds/volume.ts';
import { openLarger } from '../../bvh/open-nodes.ts';
import { FIRST_CHILD, FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT } from '../../bvh/tree.ts';
import type { Model } from '../../model/model.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { moveVolumeOf } from '../moved-volumes.ts';
import { pushNearChildren } from '../near-children.ts';
import { openedNodes } from '../opened-nodes.ts';
import { ROUND_SEARCH_SLOT } from '../scratch-slots.ts';
import { perWorkspace, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { CorePair } from './core-pair.ts';

/** Parameters and result of the search. Lengths are in the reference unit. */
class RoundSearch {
  /** Parts farther apart than this are pruned. It decreases with what is found. */
  limit: number = Infinity;
  /** The tolerance of the nearest distance. */
  errorBound = 0;
  /** The search may end with the first part this near. */
  enough = 0;
  /** Whether to list every pair of parts within `limit`, instead of searching for the nearest. */
  list = false;
  mostPairs: number = Infinity;

  /** Bracket of the distance; `upper` is infinite where nothing was found. */
  lower: number = Infinity;
  upper: number = Infinity;
  /** Some parts are proven to overlap. */
  overlap = false;
  readonly points: Float64Array = new Float64Array(6);
  slotQuery = -1;
  slotReference = -1;
  /** Slots of the listed pairs, query and reference alternating, their distances, and their witness points, six numbers each. */
  readonly slots: number[] = [];
  readonly distances: number[] = [];
  readonly witnesses: number[] = [];
  readonly pair: CorePair = new CorePair();
  /** [0]: pairs with bounds above this are pruned. */
  readonly pruningBound: Float64Array = new Float64Array(1);

  start(limit: number, errorBound: number, enough: number): void {
    this.limit = limit;
    this.errorBound = errorBound;
    this.enough = enough;
    this.list = false;
    this.mostPairs = Infinity;
    this.lower = Infinity;
    this.upper = Infinity;
    this.overlap = false;
    this.slotQuery = -1;
    this.slotReference = -1;
    this.slots.length = 0;
    this.distances.length = 0;
    this.witnesses.length = 0;
  }

  /** Adds the measured distance of two parts. True if the search may end. */
  take(slotQuery: number, slotReference: number): boolean {
    const { pair } = this;
    if (this.list && pair.lower <= this.limit) {
      this.slots.push(slotQuery, slotReference);
      this.distances.push(pair.upper);
      for (let k = 0; k < 6; k++) this.witnesses.push(pair.points[k]);
    }
    this.lower = Math.min(this.lower, pair.lower);
    if (pair.upper < this.upper || (pair.overlap && !this.overlap)) {
      this.upper = pair.upper;
      this.overlap ||= pair.overlap;
      this.slotQuery = slotQuery;
      this.slotReference = slotReference;
      for (let k = 0; k < 6; k++) this.points[k] = pair.points[k];
      if (!this.list) this.limit = Math.min(this.limit, Math.max(0, pair.upper - this.errorBound));
    }
    if (this.list) return this.slots.length >= 2 * this.mostPairs;
    // Parts that only touch do not decide whether others overlap.
    return this.overlap || (this.enough > 0 && this.upper <= this.enough);
  }
}

/** The search of a query; a nested query has its own. */
export const roundSearchOf: (w: Workspace) => RoundSearch = perWorkspace(ROUND_SEARCH_SLOT, () => new RoundSearch());

/** Searches the bodies prepared in `w`. */
export function searchRound(
  w: Workspace,
  volume: VolumeKind,
  search: RoundSearch,
): 'done' | 'stopped' | 'out-of-budget' {
  const { queryBody, reference, stack, counters, budget } = w;
  const { pruningBound } = search;
  const opened = openedNodes(w);
  const linksQ = queryBody.tree.links;
  const linksR = reference.tree.links;
  const own = queryBody.volumes(volume);
  const volumesR = reference.volumes(volume);
  const { pair } = search;
  const tiled = queryBody.tree.tiles !== undefined || reference.tree.tiles !== undefined;
  // The pruning bound includes the rounding, also that of touching parts.
  const beyond = reachFromAxis(queryBody) * w.pose[RELATIVE_SCALE] + reachFromAxis(reference) + w.contactThreshold[0];
  pair.start(w);
  moveVolumeOf(w, volume, own, 0);
  let top = 0;
  stack[top++] = 0;
  stack[top++] = 0;
  while (top > 0) {
    const nodeR = stack[--top];
    const nodeQ = stack[--top];
    // The bound was tested when the pair was pushed; something nearer may have been found since.
    pruningBound[0] = search.limit + beyond;
    counters[VOLUME_TESTS]++;
    const { stride } = volume;
    if (volume.lowerBound(w.movedVolumes, stride * nodeQ, volumesR, stride * nodeR, pruningBound[0]) >= pruningBound[0])
      continue;
    const childQ = linksQ[LINKS * nodeQ + FIRST_CHILD];
    const childR = linksR[LINKS * nodeR + FIRST_CHILD];
    if (childQ === 0 && childR === 0) {
      const firstQ = linksQ[LINKS * nodeQ + FIRST_TRIANGLE];
      const endQ = firstQ + linksQ[LINKS * nodeQ + TRIANGLE_COUNT];
      const firstR = linksR[LINKS * nodeR + FIRST_TRIANGLE];
      const endR = firstR + linksR[LINKS * nodeR + TRIANGLE_COUNT];
      for (let i = firstQ; i < endQ; i++) {
        for (let j = firstR; j < endR; j++) {
          if (tiled && !w.contacts.isNew(queryBody.tree, i, reference.tree, j)) continue;
          if (pair.isBeyond(w, i, j, search.limit)) continue;
          pair.measure(w, i, j);
          if (search.take(i, j)) return 'stopped';
        }
      }
      continue;
    }
    if (counters[VOLUME_TESTS] >= budget.checkpoint[0] && !budget.mayGoOn(counters[VOLUME_TESTS] + 1)) {
      return 'out-of-budget';
    }
    openLarger(opened, linksQ, nodeQ, linksR, nodeR);
    top = pushNearChildren(w, volume, own, volumesR, opened, pruningBound, top);
  }
  return 'done';
}

/** How far a model reaches from the triangles of its tree, in its own unit. */
function reachFromAxis({ round }: Model): number {
  return round === null ? 0 : Math.max(round.base, round.top) + round.skin;
}
