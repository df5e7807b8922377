// Until when two bodies, on their motions from `pose` to `next`, are proven apart.
//
// Four proofs, the cheapest first: they are farther apart than they approach each other; their hulls stay on both sides of a plane; their hulls
// stay apart along directions that follow them; the library's time of contact. All are about the very poses that the bodies are then given.

import { timeOfContact } from 'nearmiss';
import { medial } from 'nearmiss/medial';
import type { BodyPair } from './body-pair.ts';
import { HullAdvance } from './hull-advance.ts';
import { HullSlab, wholeSide } from './hull-slab.ts';
import { motionOf, motionUntil } from './swept-motion.ts';

/** Gaps below this part of the contact threshold must not close any further. Dimensionless. */
const NARROW = 1 / 8;
/** How much farther than bodies approach each other their distance is measured, so that it serves for a while. Dimensionless. */
const FARTHER = 8;

export class PairSweep {
  readonly #hulls = new HullAdvance();
  readonly #slab = new HullSlab();
  readonly #origin = new Float64Array(6);

  /** Whether the bodies are proven apart over the whole interval by what is known of them. `travel` is how far they approach each other. */
  isFree(pair: BodyPair, travel: number): boolean {
    if (travel === 0 || pair.knownClearance > travel) return true;
    return (
      pair.hasAxis &&
      this.#slab.gap(wholeSide(pair.a), wholeSide(pair.b), pair.axis, pair.axis, this.#origin) > pair.excess
    );
  }

  /**
   * The part of the interval, from 0 to `limit`, in which the bodies are proven apart. A smaller limit is cheaper: where another pair
   * has met already, what comes later is of no account.
   */
  freePart(pair: BodyPair, travel: number, threshold: number, limit: number): number {
    if (pair.knownClearance > travel * limit) return limit;
    if (!pair.isMeasured(travel * limit)) {
      pair.measure(Math.max(FARTHER * travel, pair.nearness));
      if (this.isFree(pair, travel)) return limit;
    }
    const clearance = Math.max(0, pair.knownClearance);
    if (clearance > travel * limit) return limit;
    // Each time a contact may go down to half its gap: one that is nearly closed has to open, or the bodies stay.
    const isNarrow = clearance < NARROW * threshold;
    const part = this.#advance(pair, travel, threshold, isNarrow ? 1 : limit);
    if (!isNarrow) return part;
    const isOpening = part >= 1 && pair.clearanceAtNext() >= Math.min(clearance, NARROW * threshold);
    return isOpening ? limit : 0;
  }

  #advance(pair: BodyPair, travel: number, threshold: number, limit: number): number {
    const { a, b } = pair;
    const clearance = Math.max(0, pair.knownClearance);
    // Bodies that begin near the threshold may close half of their gap: one just above it would be at it at once.
    const stop = Math.min(threshold, clearance / 2);
    if (stop === 0) return 0;
    const areHullsKnown = a.support.hull !== null && b.support.hull !== null;
    if (pair.isConvex && areHullsKnown && pair.excess === 0) return this.#hulls.advance(pair, stop, limit);
    if (areHullsKnown && !pair.doHullsOverlap && this.#hulls.advance(pair, stop + pair.excess, limit) >= limit)
      return limit;
    const isRound = a.support.round !== null || b.support.round !== null;
    if (isRound) return this.#hulls.advanceTriangles(pair, travel * limit, stop, limit);
    const options = pair.isMedial
      ? ({ threshold: stop, method: medial } as const)
      : ({ threshold: stop, from: 'contact' } as const);
    const [motionA, motionB] = limit < 1 ? [motionUntil(a, limit), motionUntil(b, limit)] : [motionOf(a), motionOf(b)];
    const { status, lower } = timeOfContact(a.model, motionA, b.model, motionB, options, pair.toc);
    return status === 'free' ? limit : lower * limit;
  }
}
