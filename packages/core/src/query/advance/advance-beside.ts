// An advancement of both bodies at once (advance-bodies.ts) in the midst of another, for as much work as it is allowed. It goes on from the latest
// time that nothing is known to touch before, and leaves there how far it came.

import { bestPairOf } from '../best-pair.ts';
import { perWorkspace, TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { Advance, type AdvanceEnd, type Course, goTo } from './advance.ts';
import type { Look } from './advance-bodies.ts';
import { departs, settleAt } from './advance-triangles.ts';
import { STEP_SHRINK } from './disc-steps.ts';

/** `paused`: the allowance is spent. `stalled`: nothing is proven at the time that was reached, or the look at it was given up. */
export type BesideEnd = AdvanceEnd | 'paused' | 'stalled';

/** What one query works with. */
class Scratch {
  /** [0]: the step that a look has found. [1]: the least distance it met. */
  readonly seen: Float64Array = new Float64Array(2);
}

const scratchOf = perWorkspace(() => new Scratch());

export class Beside {
  /** What it has cost, and at which cost of the others it joins in; in tests of two discs. */
  cost = 0;
  from = 0;
  /** Its own state, and the nearest triangles of its last look. */
  readonly side: Advance = new Advance();
  readonly #look: Look;
  readonly #volumeCost: number;
  readonly #triangleCost: number;

  /** A look, and what tests of its volumes and of triangles cost. */
  constructor(look: Look, volumeCost: number, triangleCost: number) {
    this.#look = look;
    this.#volumeCost = volumeCost;
    this.#triangleCost = triangleCost;
  }

  /** Begins a query. */
  start(from: number): void {
    this.cost = 0;
    this.from = from;
    this.side.iterations = 0;
    this.side.placeMoving = -1;
    this.side.placeResting = -1;
  }

  /**
   * Advances the bodies for an allowance of work, and leaves in work.floor[0] how far they came. The bodies are left anywhere. A look that has begun
   * may cost more, but no more than `most`: of coincident faces one look can be one at all pairs of them.
   */
  advance(w: Workspace, course: Course, work: Advance, allowance: number, most: number): BesideEnd {
    const volumeTests = w.counters[VOLUME_TESTS];
    const triangleTests = w.counters[TRIANGLE_TESTS];
    const before = this.cost;
    const { floor, time } = work;
    if (floor[0] < time[0]) floor[0] = time[0];
    this.side.lost[0] = work.lost[0];
    this.side.wanted[0] = work.wanted[0];
    let end: BesideEnd;
    do {
      this.side.lookLimit[0] = w.counters[VOLUME_TESTS] + most / this.#volumeCost;
      end = this.#advanceOnce(w, course, work);
      this.cost =
        before +
        this.#volumeCost * (w.counters[VOLUME_TESTS] - volumeTests) +
        this.#triangleCost * (w.counters[TRIANGLE_TESTS] - triangleTests);
    } while (end === 'paused' && this.cost < before + allowance);
    return end;
  }

  #advanceOnce(w: Workspace, course: Course, work: Advance): BesideEnd {
    const { seen } = scratchOf(w);
    const { wanted, found, floor } = work;
    const { side } = this;
    const end = wanted[1];
    const now = floor[0];
    side.iterations++;
    goTo(w, course, now, side.state);
    seen[0] = (end - now) / STEP_SHRINK;
    seen[1] = Infinity;
    const best = bestPairOf(w);
    best.placeMoving = -1;
    const look = this.#look;
    const lookEnd = look(w, side, 'directed', seen);
    if (lookEnd === 'cut-short') return 'stalled';
    if (lookEnd === 'out-of-budget') {
      found[0] = now;
      return 'out-of-budget';
    }
    if (seen[1] <= wanted[0]) {
      // A look at hulls leaves the nearest triangles in the workspace.
      const placeM = best.placeMoving >= 0 ? best.placeMoving : side.placeMoving;
      const placeR = best.placeMoving >= 0 ? best.placeResting : side.placeResting;
      // What is near and departs is no contact; whether something else is, the pairs will say.
      if (placeM < 0 || departs(w, placeM, placeR, side, end - now)) return 'stalled';
      settleAt(w, placeM, placeR, side, now, work);
      return 'contact';
    }
    const until = now + seen[0] * STEP_SHRINK;
    if (until >= end) {
      found[0] = end;
      return 'free';
    }
    if (!(until > now)) return 'stalled';
    floor[0] = until;
    return 'paused';
  }
}
