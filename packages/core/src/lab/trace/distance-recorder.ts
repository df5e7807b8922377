// The distance search on trees of discs (query/distance/distance-discs.ts) once more, on the same kernels and in the same order, with a record of
// every pair of nodes. A search of its own, so that the one that answers queries has nothing to check. A test holds both to the same answer and
// to the same number of tests.

import { DISC, DISC_RADIUS, discVolume, pushNearDiscs, writeDiscBounds } from '../../bounds/disc.ts';
import { NodeBlock } from '../../bounds/node-block.ts';
import { CHILD_END, FIRST_CHILD, LINKS, MOST_CHILDREN } from '../../bvh/tree.ts';
import { bestPairOf } from '../../query/best-pair.ts';
import { apartByCores, coresAfter, coresAgain } from '../../query/core-bound.ts';
import { type SearchEnd, seedDiscs } from '../../query/distance/distance-discs.ts';
import { searchLeafPair } from '../../query/distance/distance-leaf-pair.ts';
import type { DistanceMethod } from '../../query/distance/distance-method.ts';
import { writeWaitingBound } from '../../query/distance/waiting-bound.ts';
import { moveDiscOf } from '../../query/moved-volumes.ts';
import { ALIKE } from '../../query/open-alike.ts';
import { TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../../query/workspace.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { DISTANCE_OVERSHOOT, DISTANCE_UNDERSHOOT, LEAST_DOUBLE } from '../../scalar/tolerances.ts';

/**
 * What a step of a distance search does.
 * - `seed`: a beam of near pairs goes down both trees to a first pair of faces, from which the search has a pruning bound.
 * - `nodes`: a pair of nodes is opened, and what it opens into is tested.
 * - `leaves`: the faces of two leaves are measured.
 * - `cores`: a second bound, by core triangles, proves the pair far enough apart.
 *
 * @see {@link traceDistance}
 */
export type DistanceStepKind = 'seed' | 'nodes' | 'leaves' | 'cores';

/** One step of a distance search; lengths in model units. See {@link traceDistance}. */
export interface DistanceStep {
  readonly kind: DistanceStepKind;
  /** The pair of nodes of the step. */
  readonly nodeA: number;
  readonly nodeB: number;
  /** A lower bound of its distance; 0 where its volumes may overlap. */
  readonly bound: number;
  /** Pairs farther apart than this are dropped, before the step. */
  readonly pruningBound: number;
  /** The nodes that were tested, from the first to before the second, each of A with each of B; the pair itself where none is opened. */
  readonly testedA: readonly [first: number, end: number];
  readonly testedB: readonly [first: number, end: number];
  /** How many of the tested pairs were dropped. */
  readonly dropped: number;
  /** Pairs of nodes on the BVTT front after the step: those that wait, and those where the search has ended. */
  readonly frontSize: number;
  /** Tests made so far, this step included. */
  readonly volumeTests: number;
  readonly triangleTests: number;
  /** What is proven after the step: the distance of the surfaces is between these. */
  readonly lower: number;
  readonly upper: number;
}

/** A pair of nodes of the query body and the reference body, with a lower bound in the reference unit. */
interface BoundedPair {
  readonly nodeQ: number;
  readonly nodeR: number;
  readonly bound: number;
}

/** The pair in hand and what came of it, before the units of the caller. */
interface Visit extends BoundedPair {
  readonly kind: DistanceStepKind;
  readonly pruningBound: number;
  readonly tested: NodeBlock;
  readonly dropped: number;
}

/** Searches as a distance query does by volumes, and keeps the first steps and the front. One for each query. */
export class DistanceRecorder implements DistanceMethod {
  readonly name = 'trace';
  readonly answers = { distance: true } as const;
  readonly steps: DistanceStep[] = [];
  /** All steps, those included that were not kept. */
  stepCount = 0;
  /** Pairs where the search has ended. */
  readonly ended: BoundedPair[] = [];
  /** Pairs that wait, the next one last: empty at the end, unless the search was left before. */
  readonly waiting: BoundedPair[] = [];
  readonly #limit: number;
  readonly #bounds = new Float64Array(MOST_CHILDREN * MOST_CHILDREN);
  readonly #opened = new NodeBlock();
  #coresAt = 0;
  #lower = 0;

  /** `limit`: the most steps that are kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @internal */
  searchNearest(w: Workspace): SearchEnd {
    const best = bestPairOf(w);
    const own = w.queryBody.volumes(discVolume);
    moveDiscOf(w, own, 0);
    writeDiscBounds(w.movedVolumes, w.reference.volumes(discVolume), this.#opened.pair(0, 0), this.#bounds);
    const roots = { nodeQ: 0, nodeR: 0, bound: this.#bounds[0] };
    const pruningBound = best.pruningBound[0];
    this.waiting.push(roots);
    let end = seedDiscs(w, best, w.budget);
    this.#record(w, { kind: 'seed', ...roots, pruningBound, tested: this.#opened.pair(0, 0), dropped: 0 });
    if (end !== 'contact') end = this.#search(w);
    if (end === 'out-of-budget') writeWaitingBound(w, discVolume);
    return end;
  }

  #search(w: Workspace): SearchEnd {
    const { counters, stack, budget } = w;
    this.#coresAt = coresAfter(w, counters[VOLUME_TESTS]);
    for (let pair = this.waiting.pop(); pair !== undefined; pair = this.waiting.pop()) {
      const { nodeQ, nodeR } = pair;
      if (counters[VOLUME_TESTS] >= this.#coresAt && this.#decideByCores(w, pair)) continue;
      const childQ = w.queryBody.tree.links[LINKS * nodeQ + FIRST_CHILD];
      const childR = w.reference.tree.links[LINKS * nodeR + FIRST_CHILD];
      if (childQ === 0 && childR === 0) {
        if (this.#searchLeaves(w, pair)) return 'contact';
        continue;
      }
      const spent = counters[VOLUME_TESTS];
      if (spent >= budget.checkpoint[0] && !budget.mayGoOn(spent + 1)) {
        this.waiting.push(pair);
        this.waiting.forEach(({ nodeQ, nodeR }, k) => {
          stack[2 * k] = nodeQ;
          stack[2 * k + 1] = nodeR;
        });
        w.stackTop = 2 * this.waiting.length;
        return 'out-of-budget';
      }
      this.#open(w, pair, childQ, childR);
    }
    return 'done';
  }

  /** Whether core triangles prove a pair far enough apart. */
  #decideByCores(w: Workspace, pair: BoundedPair): boolean {
    const { pruningBound, slotQuery } = bestPairOf(w);
    const { nodeQ, nodeR } = pair;
    const before = pruningBound[0];
    if (!apartByCores(w, nodeQ, nodeR, pruningBound, slotQuery >= 0)) {
      this.#coresAt = coresAgain(w, w.counters[VOLUME_TESTS]);
      return false;
    }
    const bound = w.leafBound[0];
    this.ended.push({ nodeQ, nodeR, bound });
    const tested = this.#opened.pair(nodeQ, nodeR);
    this.#record(w, { kind: 'cores', nodeQ, nodeR, bound, pruningBound: before, tested, dropped: 1 });
    return true;
  }

  /** Measures the faces of two leaves. True if two of them are in contact. */
  #searchLeaves(w: Workspace, pair: BoundedPair): boolean {
    const { nodeQ, nodeR } = pair;
    const best = bestPairOf(w);
    const pruningBound = best.pruningBound[0];
    const isContact = searchLeafPair(w, nodeQ, nodeR, w.reference.volumes(discVolume), DISC, best);
    this.ended.push({ nodeQ, nodeR, bound: isContact ? 0 : w.leafBound[0] });
    this.#record(w, { kind: 'leaves', ...pair, pruningBound, tested: this.#opened.pair(nodeQ, nodeR), dropped: 0 });
    return isContact;
  }

  /** Opens the larger node of a pair, or both where they are alike, and tests what comes of it. */
  #open(w: Workspace, pair: BoundedPair, childQ: number, childR: number): void {
    const { nodeQ, nodeR } = pair;
    const linksQ = w.queryBody.tree.links;
    const linksR = w.reference.tree.links;
    const own = w.queryBody.volumes(discVolume);
    const discsR = w.reference.volumes(discVolume);
    const { pruningBound } = bestPairOf(w);
    const sizeQ = own[DISC * nodeQ + DISC_RADIUS] * w.pose[RELATIVE_SCALE];
    const sizeR = discsR[DISC * nodeR + DISC_RADIUS];
    const opensQ = childQ !== 0 && (childR === 0 || sizeQ * ALIKE >= sizeR);
    const opensR = childR !== 0 && (childQ === 0 || sizeR * ALIKE >= sizeQ);
    const firstQ = opensQ ? childQ : nodeQ;
    const endQ = opensQ ? linksQ[LINKS * nodeQ + CHILD_END] : nodeQ + 1;
    const firstR = opensR ? childR : nodeR;
    const endR = opensR ? linksR[LINKS * nodeR + CHILD_END] : nodeR + 1;
    for (let k = firstQ; k < endQ; k++) if (w.volumeStamps[k] !== w.stamp) moveDiscOf(w, own, k);
    w.counters[VOLUME_TESTS] += (endQ - firstQ) * (endR - firstR);
    const tested = this.#opened.set(firstQ, endQ, firstR, endR);
    writeDiscBounds(w.movedVolumes, discsR, tested, this.#bounds);
    const top = pushNearDiscs(w.movedVolumes, discsR, tested, pruningBound, w.stack, 0);
    const dropped = this.#sort(w.stack, top, tested);
    this.#record(w, { kind: 'nodes', ...pair, pruningBound: pruningBound[0], tested, dropped });
  }

  /** Has the pairs of a block that were pushed onto the stack wait, and puts the others on the front; returns how many these are. */
  #sort(stack: Int32Array, top: number, { firstA, endA, firstB, endB }: NodeBlock): number {
    let at = 0;
    let next = 0; // pairs are pushed in the order of the block
    for (let nodeQ = firstA; nodeQ < endA; nodeQ++) {
      for (let nodeR = firstB; nodeR < endB; nodeR++, at++) {
        const pair = { nodeQ, nodeR, bound: this.#bounds[at] };
        const isNear = next < top && stack[next] === nodeQ && stack[next + 1] === nodeR;
        if (isNear) next += 2;
        (isNear ? this.waiting : this.ended).push(pair);
      }
    }
    return at - next / 2;
  }

  #record(w: Workspace, { kind, nodeQ, nodeR, bound, pruningBound, tested, dropped }: Visit): void {
    const best = bestPairOf(w);
    const unit = w.unit[0];
    const scale = w.scale[0];
    let least = best.distance[0] - best.wanted[1];
    for (const waits of this.waiting) least = Math.min(least, waits.bound);
    // As in query/distance/distance-mesh-mesh.ts: what a bound can be too large by.
    const proven = least - w.boundRounding[0] - w.sharpened[0] - DISTANCE_OVERSHOOT * scale;
    this.#lower = best.contact ? 0 : Math.max(this.#lower, proven * unit - LEAST_DOUBLE);
    const isFound = best.slotQuery >= 0;
    const upper = isFound ? (best.distance[0] + DISTANCE_UNDERSHOOT * scale) * unit + LEAST_DOUBLE : Infinity;
    this.stepCount++;
    if (this.steps.length === this.#limit) return;
    const testedQ = [tested.firstA, tested.endA] as const;
    const testedR = [tested.firstB, tested.endB] as const;
    this.steps.push({
      kind,
      nodeA: w.swapped ? nodeR : nodeQ,
      nodeB: w.swapped ? nodeQ : nodeR,
      bound: Math.max(0, bound * unit),
      pruningBound: pruningBound * unit,
      testedA: w.swapped ? testedR : testedQ,
      testedB: w.swapped ? testedQ : testedR,
      dropped,
      frontSize: this.ended.length + this.waiting.length,
      volumeTests: w.counters[VOLUME_TESTS],
      triangleTests: w.counters[TRIANGLE_TESTS],
      lower: this.#lower,
      upper: best.contact ? 0 : upper,
    });
  }
}
