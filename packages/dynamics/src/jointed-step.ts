// A step of the stepper `impulses` for an island with joints: RATTLE for the joints, and contacts solved with them to convergence, since joints
// drift where they are not.
//
// 1. Collisions: contacts are searched where the bodies would be at the end of the step, so that they are found before they happen,
//    and impacts are resolved with the velocities of the start.
// 2. Contacts: velocities are solved with friction and joints, and the bodies moved.
// 3. What overlaps is moved apart by its local depths, level by level from what stands still.

import { Constraints } from './constraints.ts';
import type { IslandStep } from './events-stepper.ts';
import { Impacts } from './impacts.ts';
import { commit, computeWithinTurn, rememberErrors, type StepContext, velocitiesOf } from './interval.ts';
import { potentialOf, takeKinetic } from './lift.ts';
import { addForces, predict } from './motion.ts';
import { separate } from './separate.ts';
import type { Island, Scales, Work } from './work.ts';

/** Times that contacts are searched within a step because impacts have changed velocities. */
const MOST_ROUNDS = 16;

export class JointedStep {
  readonly #constraints = new Constraints();
  readonly #impacts = new Impacts();

  /** Resolves what approaches where the bodies of an island are. */
  settle(island: Island, work: Work, scales: Scales, half: number): void {
    for (const pair of island.pairs) pair.updateContacts(scales.within);
    this.#impacts.resolve(island.pairs, work, scales);
    this.#constraints.solveVelocities(island, work, scales, half, 0);
    for (const joint of island.joints) joint.bear(half);
  }

  /** Moves an island from the start of a step to its end, in intervals in which no body turns far. */
  step(island: Island, work: Work, scales: Scales, gravity: Float64Array, duration: number): IslandStep {
    const context: StepContext = { work, constraints: this.#constraints, scales, gravity, duration };
    this.#impacts.count = 0;
    let intervals = 0;
    for (let clock = 0; clock < duration; intervals++) {
      const left = duration - clock;
      const time = this.#goOn(context, island, clock, left);
      clock = time < left ? clock + time : duration;
    }
    return { intervals, impacts: this.#impacts.count, left: 0, stoppedTime: 0 };
  }

  /** Moves an island on from `clock`, a time after the start of the step, for at most `most`. The time that passed. */
  #goOn(context: StepContext, island: Island, clock: number, most: number): number {
    const { work, scales, gravity } = context;
    this.#collide(island, work, scales, most);
    rememberErrors(context, island);
    const time = computeWithinTurn(context, island, velocitiesOf(island, work), clock, most, true);
    commit(context, island, clock + time);
    for (const joint of island.joints) joint.bear(time / 2);
    for (const body of island.bodies) addForces(body, work.velocities, gravity, time / 2, false);
    this.#separate(context, island);
    this.settle(island, work, scales, time / 2);
    return time;
  }

  /** Moves what overlaps apart, and leaves the velocities, but for what raising the bodies costs. */
  #separate({ work, scales, gravity }: StepContext, island: Island): void {
    const { bodies } = island;
    const before = potentialOf(bodies, gravity);
    const velocities = velocitiesOf(island, work);
    separate(island, work, scales, this.#constraints);
    for (const [k, { slot }] of bodies.entries()) {
      work.velocities.set(velocities.subarray(6 * k, 6 * k + 6), 6 * slot);
    }
    takeKinetic(bodies, work, potentialOf(bodies, gravity) - before);
  }

  /** Resolves impacts, and those that bodies then have with others: a row of balls hands one on within a step. */
  #collide(island: Island, work: Work, scales: Scales, duration: number): void {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const { count } = this.#impacts;
      this.#findContacts(island, work, scales, duration);
      this.#impacts.resolve(island.pairs, work, scales);
      if (this.#impacts.count === count) return;
    }
  }

  /** Contacts of where the bodies would be, and of where they are. */
  #findContacts(island: Island, work: Work, scales: Scales, duration: number): void {
    const before = island.bodies.map((body) => body.pose.slice());
    for (const body of island.bodies) {
      predict(body, work, duration);
      body.pose.set(body.next);
      body.poseChanged();
    }
    for (const pair of island.pairs) pair.updateContacts(scales.within);
    island.bodies.forEach((body, k) => {
      body.pose.set(before[k]);
      body.poseChanged();
      body.next.set(body.pose);
      work.nextComs.set(body.com, 3 * body.slot);
    });
    for (const { a, b, contacts } of island.pairs) for (const contact of contacts) contact.updateNow(a, b);
  }
}
