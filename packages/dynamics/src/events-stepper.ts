// The stepper `events`: all bodies of an island advance to the first time at which two of them meet, the impacts are resolved there, and
// what comes later is computed anew (docs/algorithms/events-stepper.md).

import type { BodyPair } from './body-pair.ts';
import { carryStopped, holdStopped } from './carried.ts';
import { Constraints } from './constraints.ts';
import { Impacts } from './impacts.ts';
import { advanceInterval, commit, LARGEST_TURN, type SweptContext, sweepAll, widenRegions } from './interval.ts';
import { moveKinematic } from './motion.ts';
import { Regions } from './regions.ts';
import { PairSweep } from './sweep.ts';
import { turnLimit } from './turn-limit.ts';
import type { Island, Scales, Work } from './work.ts';

/** Intervals of an island within one step, and intervals times pairs of a small one; beyond, its bodies stop until the next step. */
const MOST_INTERVALS = 200;
const MOST_SWEEPS = 4000;
/** Intervals one after the other that pass no time. */
const MOST_STALLS = 12;
/** The part of a step that counts as no time. Dimensionless. */
const NO_TIME = 1e-9;

/** An interval is at most this many times as long as the one before: sweeping farther than bodies come is in vain. Dimensionless. */
const LONGER = 4;
/** The part of a step that every interval may last. Dimensionless. */
const SHORT = 1 / 256;

/** What a step of an island was like. */
export interface IslandStep {
  readonly intervals: number;
  readonly impacts: number;
  /** Time that is left because a body would leave its region. */
  readonly left: number;
  /** Time that was given up when the bodies stopped. */
  readonly stoppedTime: number;
}

export class EventsStepper {
  readonly #constraints = new Constraints();
  readonly #impacts = new Impacts();
  readonly #sweep = new PairSweep();
  readonly regions: Regions = new Regions();

  /** Resolves what approaches where the bodies of an island are: impacts, then contacts and joints together. */
  settle(island: Island, work: Work, scales: Scales, half: number): void {
    for (const pair of island.pairs) pair.updateContacts(scales.within);
    this.#impacts.resolve(island.pairs, work, scales);
    this.#constraints.solveVelocities(island, work, scales, half, 0);
    for (const joint of island.joints) joint.bear(half);
  }

  /** Moves an island from the start of a step to its end. */
  step(island: Island, work: Work, scales: Scales, gravity: Float64Array, duration: number): IslandStep {
    const sweep = this.#sweep;
    const context: SweptContext = {
      work,
      constraints: this.#constraints,
      sweep,
      regions: this.regions,
      scales,
      gravity,
      duration,
    };
    const last = duration * (1 - NO_TIME);
    this.#impacts.count = 0;
    let now = 0;
    let intervals = 0;
    let stalls = 0;
    let longest = duration;
    const most = Math.max(MOST_INTERVALS, MOST_SWEEPS / Math.max(1, island.pairs.length));
    while (now < last && intervals < most && stalls < MOST_STALLS) {
      const time = advanceInterval(context, island, now, Math.min(longest, duration - now));
      if (time < 0) return { intervals, impacts: this.#impacts.count, left: duration, stoppedTime: 0 };
      now += time;
      intervals++;
      longest = Math.max(LONGER * time, SHORT * duration);
      stalls = time < NO_TIME * duration ? stalls + 1 : 0;
      this.settle(island, work, scales, time / 2);
    }
    const stoppedTime = now < last ? duration - now : 0;
    const isOver = stoppedTime === 0 || this.#finishStopped(context, island, now, duration);
    if (!isOver) return { intervals, impacts: this.#impacts.count, left: duration, stoppedTime: 0 };
    return { intervals, impacts: this.#impacts.count, left: 0, stoppedTime };
  }

  /**
   * Ends the step of bodies that have stopped. Kinematic bodies go on. They carry what they would run over where that is proven free; otherwise it
   * is violated. False where a body would leave its region.
   */
  #finishStopped(context: SweptContext, island: Island, now: number, duration: number): boolean {
    if (island.kinematic.length === 0) return true;
    const longest = turnLimit(island.kinematic, context.work, LARGEST_TURN);
    for (let clock = now; clock < duration; ) {
      clock = Math.min(duration, clock + longest);
      if (!this.#goOn(context, island, clock)) return false;
    }
    return true;
  }

  /** Moves kinematic bodies on to a time of the step. */
  #goOn(context: SweptContext, island: Island, clock: number): boolean {
    const { work, scales } = context;
    const { kinematic, pairs } = island;
    for (const body of kinematic) {
      moveKinematic(body, body.start, clock, body.next);
      body.writeCom(body.next, work.nextComs, 3 * body.slot);
    }
    holdStopped(island, work);
    const met = island.pairs.filter((pair) => !this.#isProvenFree(pair, context));
    if (met.length > 0) {
      carryStopped(island, met, work);
      if (widenRegions(context, island)) return false;
      if (sweepAll(context, island) < 1) {
        holdStopped(island, work);
        for (const pair of met) pair.isViolated = true;
      }
    }
    commit(context, island, clock);
    for (const pair of pairs) pair.updateContacts(scales.within);
    return true;
  }

  #isProvenFree(pair: BodyPair, { work, scales }: SweptContext): boolean {
    const travel = pair.travelToNext(work.nextComs);
    if (pair.isViolated || this.#sweep.isFree(pair, travel)) return true;
    return this.#sweep.freePart(pair, travel, scales.threshold, 1) >= 1;
  }
}
