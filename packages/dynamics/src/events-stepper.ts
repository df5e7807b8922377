// The stepper `events`: all bodies of a group advance to the first time at which two of them meet, the impacts are resolved there, and
// what comes later is computed anew (docs/algorithms/events-stepper.md).

import type { BodyPair } from './body-pair.ts';
import { Constraints } from './constraints.ts';
import { Impacts } from './impacts.ts';
import { advanceInterval, type StepContext } from './interval.ts';
import { placeKinematic } from './motion.ts';
import { sweepPair } from './sweep.ts';
import type { Group, Scales, Work } from './work.ts';

/** Intervals of a group within one step; beyond, its bodies stop where they are until the next step. */
const MOST_INTERVALS = 200;
/** Intervals one after the other that pass no time. */
const MOST_STALLS = 12;
/** The part of a step that counts as no time. Dimensionless. */
const NO_TIME = 1e-9;

/** What a step of a group was like. */
export interface GroupStep {
  readonly intervals: number;
  readonly impacts: number;
  /** Time that is left because a body would leave the space that the group was made for. */
  readonly left: number;
  /** Time that was given up when the bodies stopped. */
  readonly lost: number;
}

export class EventsStepper {
  readonly #constraints = new Constraints();
  readonly #impacts = new Impacts();

  /** Resolves what approaches where the bodies of a group are: impacts, then contacts and joints together. */
  settle(group: Group, work: Work, scales: Scales, half: number): void {
    for (const pair of group.pairs) pair.updateContacts(scales.within);
    this.#impacts.resolve(group.pairs, work, scales);
    this.#constraints.solveVelocities(group, work, scales, half, 0);
  }

  /** Moves a group from `clock`, a time after the start of the step, to `duration`. */
  step(group: Group, work: Work, scales: Scales, gravity: Float64Array, clock: number, duration: number): GroupStep {
    const context: StepContext = { work, constraints: this.#constraints, scales, gravity };
    const last = duration * (1 - NO_TIME);
    this.#impacts.count = 0;
    let now = clock;
    let intervals = 0;
    let stalls = 0;
    while (now < last && intervals < MOST_INTERVALS && stalls < MOST_STALLS) {
      const end = advanceInterval(context, group, now, duration - now);
      if (end.escapes) return { intervals, impacts: this.#impacts.count, left: duration - now, lost: 0 };
      now += end.time;
      intervals++;
      stalls = end.time < NO_TIME * duration ? stalls + 1 : 0;
      this.settle(group, work, scales, end.time / 2);
    }
    const lost = now < last ? duration - now : 0;
    if (lost > 0) this.#finishKinematic(group, work, scales, duration);
    return { intervals, impacts: this.#impacts.count, left: 0, lost };
  }

  /** Kinematic bodies go on where the others have stopped; what is in their way is violated. */
  #finishKinematic({ bodies, kinematic, pairs }: Group, work: Work, scales: Scales, duration: number): void {
    if (kinematic.length === 0) return;
    for (const body of bodies) body.next.set(body.pose);
    for (const body of kinematic) {
      placeKinematic(body, body.start, duration, body.next);
      body.writeCom(body.next, work.nextComs, 3 * body.slot);
    }
    const crossed: BodyPair[] = pairs.filter(
      (pair) => !pair.isViolated && sweepPair(pair, work.nextComs, scales.threshold) < 1,
    );
    for (const body of kinematic) {
      body.pose.set(body.next);
      body.placed();
    }
    for (const pair of crossed) pair.isViolated = true;
    for (const pair of pairs) pair.updateContacts(scales.within);
  }
}
