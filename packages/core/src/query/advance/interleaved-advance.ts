// An advancement of both bodies at once (advance-bodies.ts) that runs in turns with the pairwise one, each turn with an allowance
// of work. It starts at the latest time before which nothing is known to touch, and stores the time it reaches.

import { bestPairOf } from '../best-pair.ts';
import { INTERLEAVED_ADVANCE_SLOT } from '../scratch-slots.ts';
import { perWorkspace, TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { Advance, type AdvanceEnd, advanceTo, type PairMotion } from './advance.ts';
import type { FindStep } from './advance-bodies.ts';
import { departs, settleAt } from './advance-triangles.ts';
import { STEP_SHRINK } from './disc-steps.ts';

/** `paused`: the allowance is spent. `stalled`: nothing is proven at the time reached, or the test gave up. */
export type InterleavedEnd = AdvanceEnd | 'paused' | 'stalled';

/** Scratch of one query. */
class Scratch {
  /** [0]: the step that a test found. [1]: the smallest distance in it. */
  readonly measured: Float64Array = new Float64Array(2);
}

const scratchOf = perWorkspace(INTERLEAVED_ADVANCE_SLOT, () => new Scratch());

export class InterleavedAdvance {
  /** Its cost so far, and the cost of the pairwise search at which it starts; in tests of two discs. */
  cost = 0;
  from = 0;
  /** The state of this advancement, and the nearest triangles of its last test. */
  readonly side: Advance = new Advance();
  readonly #findStep: FindStep;
  readonly #volumeCost: number;
  readonly #triangleCost: number;

  /** A test, and the costs of its volume tests and triangle tests. */
  constructor(findStep: FindStep, volumeCost: number, triangleCost: number) {
    this.#findStep = findStep;
    this.#volumeCost = volumeCost;
    this.#triangleCost = triangleCost;
  }

  /** Starts a query. */
  start(from: number): void {
    this.cost = 0;
    this.from = from;
    this.side.iterations = 0;
    this.side.slotQuery = -1;
    this.side.slotReference = -1;
  }

  /**
   * Advances the bodies for an allowance of work, and stores the time reached in work.floor[0]. The final poses of the bodies are
   * unspecified. A test may exceed the allowance, but not `most`: a test of coincident faces can include all their pairs.
   */
  advance(w: Workspace, pairMotion: PairMotion, work: Advance, allowance: number, most: number): InterleavedEnd {
    const volumeTests = w.counters[VOLUME_TESTS];
    const triangleTests = w.counters[TRIANGLE_TESTS];
    const before = this.cost;
    const { floor, time } = work;
    if (floor[0] < time[0]) floor[0] = time[0];
    this.side.withheld[0] = work.withheld[0];
    this.side.wanted[0] = work.wanted[0];
    let end: InterleavedEnd;
    do {
      this.side.testLimit[0] = w.counters[VOLUME_TESTS] + most / this.#volumeCost;
      end = this.#advanceOnce(w, pairMotion, work);
      this.cost =
        before +
        this.#volumeCost * (w.counters[VOLUME_TESTS] - volumeTests) +
        this.#triangleCost * (w.counters[TRIANGLE_TESTS] - triangleTests);
    } while (end === 'paused' && this.cost < before + allowance);
    return end;
  }

  #advanceOnce(w: Workspace, pairMotion: PairMotion, work: Advance): InterleavedEnd {
    const { measured } = scratchOf(w);
    const { wanted, found, floor } = work;
    const { side } = this;
    const end = wanted[1];
    const now = floor[0];
    side.iterations++;
    advanceTo(w, pairMotion, now, side.state);
    measured[0] = (end - now) / STEP_SHRINK;
    measured[1] = Infinity;
    const best = bestPairOf(w);
    best.slotQuery = -1;
    const findStep = this.#findStep;
    const stepEnd = findStep(w, side, 'directed', measured);
    if (stepEnd === 'stopped') return 'stalled';
    if (stepEnd === 'out-of-budget') {
      found[0] = now;
      return 'out-of-budget';
    }
    if (measured[1] <= wanted[0]) {
      // A step found on hulls leaves the nearest triangles in the workspace.
      const slotQ = best.slotQuery >= 0 ? best.slotQuery : side.slotQuery;
      const slotR = best.slotQuery >= 0 ? best.slotReference : side.slotReference;
      // Faces that are near but move apart are not a contact. The pairwise search decides the other cases.
      if (slotQ < 0 || departs(w, slotQ, slotR, side, end - now)) return 'stalled';
      settleAt(w, slotQ, slotR, side, now, work);
      return 'contact';
    }
    const until = now + measured[0] * STEP_SHRINK;
    if (until >= end) {
      found[0] = end;
      return 'free';
    }
    if (!(until > now)) return 'stalled';
    floor[0] = until;
    return 'paused';
  }
}
