// The BVTT front of a search, kept from one query of a pair to the next.
//
// A search of two trees ends at pairs of nodes proven far apart and at pairs of leaves; together they cover all pairs of triangles.
// Each has a lower bound of its distance. While the bodies move little, the bound need not be computed again: it decreases by at
// most the distance that any point of the query body has travelled since, relative to the reference body. An odometer sums that
// travel. A pair with the bound b, found at the odometer value o, is still farther than `pruningBound` while b + o ≥ pruningBound +
// odometer. A heap ordered by b + o returns just the pairs for which that no longer holds. So slow bodies cost a few dozen tests
// per query, however large the front is.
//
// Departures from the usual front (Ehmann and Lin 2001), which tests all its pairs in every query: on W4, where bodies move by a
// quarter of their gap per step, two pairs in three need a test in each query and a search from the roots is faster, so such steps
// use that search (`keepIfWorthwhile`). The front is raised by rebuilding it, after a query that took as
// long as a search from the roots. Where that is soon after it was built, as between bodies far apart, whose fronts are wide, searches start at
// the roots for a while.

import { MinHeap } from '../scalar/min-heap.ts';
import { DISTANCE_OVERSHOOT } from '../scalar/tolerances.ts';
import { Odometer } from './odometer.ts';
import { VOLUME_TESTS, type Workspace } from './workspace.ts';

/** A front pays while a step is at most this part of the gap (measured: docs/lab/kernels.md). Dimensionless. */
const SLOW_STEP = 1 / 160;

/** A test on the front takes as long as this many of a search from the roots: it is a pair of a heap, and of nodes far from the last ones. */
const TEST_COST = 8;
/** So few are no loss. */
const FEW_TESTS = 32;
/** A front that pays for fewer queries than this is not built again for as many as that: to build one takes as long as three searches. */
const FEW_QUERIES = 16;
const WITHOUT_FRONT = 64;

export type FrontVisitor = (nodeQuery: number, nodeReference: number, bound: number) => void;

export class Front {
  /** A search over the front is in progress: a nested query from its abort signal cannot use it. */
  busy = false;
  /** The pairs of a query node and a reference node, by bound plus odometer value. */
  readonly #heap: MinHeap = new MinHeap(256);
  readonly #key: Float64Array = new Float64Array(1);
  readonly #odometer: Odometer = new Odometer();
  /** [0]: distance travelled since the front was started. [1]: the last step. */
  readonly travel: Float64Array = this.#odometer.travel;
  /** Error bound of a lower bound. */
  #rounding = 0;
  /** How much a bound of cores on the front may exceed the proven one (core-bound.ts). */
  #sharpened = 0;
  /** The pair returned last. */
  nodeQuery = 0;
  nodeReference = 0;
  /** [0]: tests made before the search in progress. [1]: tests of the last search from the roots. */
  readonly #tests: Float64Array = new Float64Array(2);
  /** Searches over the front since it was built, and queries left before another is built. */
  #age = 0;
  #withoutFront = 0;

  /** Number of pairs on the front. */
  get count(): number {
    return this.#heap.count;
  }

  /** Records the pose of a new query: how far the query body has travelled. */
  advance(w: Workspace): void {
    if (!this.#odometer.advance(w)) this.#heap.count = 0;
    this.#rounding = Math.max(w.boundRounding[0], DISTANCE_OVERSHOOT * w.scale[0]);
  }

  /**
   * True if the last step was small enough, for bodies `gap` apart, for a front to save more than it costs, unless the last front did not. Otherwise
   * empties the front.
   */
  keepIfWorthwhile(gap: Float64Array): boolean {
    const isSlow = this.travel[1] <= SLOW_STEP * gap[0];
    if (isSlow && this.#withoutFront === 0) return true;
    if (isSlow) this.#withoutFront--;
    this.#heap.count = 0;
    return false;
  }

  /** Starts a front at the roots. */
  startOver(): void {
    this.#heap.count = 0;
    this.#sharpened = 0;
    this.#odometer.restart();
  }

  /** Adds a pair with the lower bound bounds[at] to the front. */
  push(nodeQ: number, nodeR: number, bounds: Float64Array, at: number): void {
    this.#key[0] = bounds[at] + this.travel[0];
    this.#heap.push(this.#key, 0, nodeQ, nodeR);
  }

  /** Removes the pair with the least bound from the front, unless its bound still exceeds pruningBound[0]. */
  popNearerThan(pruningBound: Float64Array): boolean {
    const heap = this.#heap;
    if (heap.count === 0 || !(heap.keys[0] < pruningBound[0] + this.travel[0])) return false;
    this.nodeQuery = heap.items[0];
    this.nodeReference = heap.items[1];
    heap.pop();
    return true;
  }

  /** Calls back for every pair on the front, with the lower bound that is proven now; it may be negative. */
  forEach(visit: FrontVisitor): void {
    const { keys, items, count } = this.#heap;
    for (let k = 0; k < count; k++) {
      const bound = keys[k] - this.travel[0] - this.#rounding - this.#sharpened;
      visit(items[2 * k], items[2 * k + 1], bound);
    }
  }

  /** Starts a search with the current `counters`. */
  open(counters: Float64Array): void {
    this.busy = true;
    this.#tests[0] = counters[VOLUME_TESTS];
  }

  /**
   * Records the number of tests of a search. A front that took longer than a search from the roots is dropped. Bounds of cores
   * that earlier searches left on the front widen the bracket of this search too.
   */
  settle(w: Workspace, fromRoots: boolean): void {
    const tests = w.counters[VOLUME_TESTS] - this.#tests[0];
    this.#sharpened = Math.max(this.#sharpened, w.sharpened[0]);
    w.sharpened[0] = this.#sharpened;
    this.#age = fromRoots ? 0 : this.#age + 1;
    if (fromRoots) this.#tests[1] = tests;
    else if (tests > FEW_TESTS && TEST_COST * tests > this.#tests[1]) {
      this.#heap.count = 0;
      if (this.#age < FEW_QUERIES) this.#withoutFront = WITHOUT_FRONT;
    }
  }

  /** Drops the front alone: the next query still knows how far the bodies have moved. */
  empty(): void {
    this.#heap.count = 0;
  }

  /** Resets the front. */
  clear(): void {
    this.#heap.count = 0;
    this.#odometer.clear();
  }
}
