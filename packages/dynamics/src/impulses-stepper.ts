// The stepper `impulses`: time steps of one length on local penetration depths, after Guendelman, Bridson and Fedkiw (2003): collisions,
// then contacts, then shock propagation (docs/algorithms/impulses-stepper.md).
//
// 1. Contacts are searched as far as the bodies can approach within the step, so that they are found before they happen, with signed gaps.
// 2. Collisions: where bodies bounce within the step, it is made in parts, and their impacts are resolved between these (rebounds.ts).
// 3. Contacts: forces act, velocities are solved by sequential impulses, and the bodies moved. A gap may close within the step, no more.
// 4. Shock propagation: what overlaps is moved apart, all of an island together.
//
// Islands with joints are solved to convergence instead, as `events` does, with the bodies' motions unproven (jointed-step.ts).
//
// Departures: contacts count before bodies overlap, so that step 4 has little to do, and it is one solve for all, not level by level.

import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import { Constraints } from './constraints.ts';
import { ContactSolver } from './contact-solver.ts';
import type { IslandStep } from './events-stepper.ts';
import { Impacts } from './impacts.ts';
import { velocitiesOf } from './interval.ts';
import { JointedStep } from './jointed-step.ts';
import { potentialOf, takeKinetic } from './lift.ts';
import { addForces, arrive, displaceArrived, moveKinematic, predict } from './motion.ts';
import { Pressing } from './pressing.ts';
import { type ImpulsesContext, timeOfRebound } from './rebounds.ts';
import { searchAhead } from './search-ahead.ts';
import { turnedBetween } from './travel.ts';
import { swingLimit } from './turn-limit.ts';
import type { Island, Scales, Work } from './work.ts';

/** Contacts are searched within this part of the smallest body, if the threshold is not larger. Dimensionless. */
const NEAR = 1e-2;
/** Parts of the distance that contacts are searched in: the gap at which bodies come to rest, and the depth that is not corrected. Dimensionless. */
const REST = 1 / 8;
const SLOP = 1 / 8;
/** How far bodies go before their contacts are searched again, in parts of the same distance. Dimensionless. */
const DRIFT = 1 / 2;
/**
 * The farthest that contacts are searched ahead, in parts of the smaller body's size: of convex bodies, and of others, of which many faces
 * are within a larger distance. What approaches faster is searched where it will be (search-ahead.ts). Dimensionless.
 */
const FARTHEST = 0.25;
const FARTHEST_FACES = 0.03;
/**
 * Parts that a step is made in at most: each ends where bodies bounce, or where one has turned by the largest swing, in radians. Impacts that are due
 * within the last part are resolved where it begins, others within AT_ONCE of the step. Dimensionless.
 */
const MOST_PARTS = 8;
/** Pairs of an island that is made in parts because a body turns far, and searched again: one body of a pile that does is not worth it for all. */
const FEW_PAIRS = 64;
const LARGEST_SWING = 0.25;
/** How much farther than that a body may turn because contacts have made it faster. Dimensionless. */
const SWING_SPARE = 2;
/** Times that contacts found at the end of a part are added to it. */
const MOST_ROUNDS = 2;
const AT_ONCE = 1 / 64;
/** Sweeps over the contacts of an island: at least, at most, and contacts times sweeps that are not exceeded between the two. */
const LEAST_SWEEPS = 8;
const MOST_SWEEPS = 100;
const MOST_WORK = 20000;
/** Contacts of an island that are solved together where sweeps are not enough. */
const FEW_CONTACTS = 150;
/** Velocities are solved to this part of what gravity adds in a step. Dimensionless. */
const OF_PULL = 1e-4;
/** Contacts are solved together where the last sweep still changed a velocity by more than this part of the same. Dimensionless. */
const NOT_SOLVED = 1e-2;
/** Sweeps over the contacts that overlap, and the part of the overlap that is corrected in a step. Dimensionless. */
const POSITION_SWEEPS = 4;
const CORRECTED = 0.5;

export class ImpulsesStepper {
  readonly #jointed = new JointedStep();
  readonly #impacts = new Impacts();
  readonly #constraints = new Constraints();
  readonly #solver = new ContactSolver();
  readonly #overlaps = new ContactSolver();
  readonly #pressing = new Pressing();

  /** Resolves what approaches where the bodies of an island with joints are; contacts alone are left to the step. */
  settle(island: Island, work: Work, scales: Scales, half: number): void {
    if (island.joints.length > 0) this.#jointed.settle(island, work, scales, half);
  }

  /** Moves an island from the start of a step to its end. */
  step(island: Island, work: Work, scales: Scales, gravity: Float64Array, duration: number): IslandStep {
    if (island.joints.length > 0) return this.#jointed.step(island, work, scales, gravity, duration);
    const context: ImpulsesContext = { island, work, scales, gravity, duration };
    this.#impacts.count = 0;
    let parts = 0;
    for (let clock = 0; clock < duration; ) {
      const time = this.#goOn(context, clock, ++parts === MOST_PARTS);
      clock = time < duration - clock ? clock + time : duration;
    }
    return { intervals: parts, impacts: this.#impacts.count, left: 0, stoppedTime: 0 };
  }

  /**
   * Moves an island on from `clock`, a time after the start of the step: to its end, to where bodies bounce, or until one has turned far. The
   * time that passed.
   */
  #goOn(context: ImpulsesContext, clock: number, isLast: boolean): number {
    const { island, work, scales, duration } = context;
    const { pairs } = island;
    const within = searchDistance(scales);
    const left = duration - clock;
    let time = isLast ? left : Math.min(left, partLimit(context));
    const bouncing = pairs.filter(({ restitution }) => restitution > 0);
    this.#solver.clear(pairs.length, work.inverseMasses.length);
    for (const pair of pairs) {
      searchPair(pair, work, within, left);
      // What is at hand is used at once: the contacts of all pairs are more than a processor's nearest memory holds.
      if (bouncing.length === 0) this.#take(pair, context, time);
    }
    if (bouncing.length > 0) {
      this.#impacts.resolve(bouncing, work, scales, isLast ? left : AT_ONCE * duration);
      if (!isLast) time = Math.min(time, firstRebound(bouncing, context));
      for (const pair of pairs) this.#take(pair, context, time);
    }
    time = this.#solveAndMove(context, clock, time, isLast);
    this.#arrive(context, time, time < left);
    return time;
  }

  /**
   * Solves velocities and moves all bodies to where they are after a time, in `next`. Where contacts make a body turn, others of its points come down,
   * which no contact told: the time is made shorter, and what overlaps at `next` is solved again with the contacts found there. The time.
   */
  #solveAndMove(context: ImpulsesContext, clock: number, most: number, isLast: boolean): number {
    const { island, work, scales, gravity } = context;
    const { bodies, pairs } = island;
    const within = searchDistance(scales);
    const before = velocitiesOf(island, work);
    let time = most;
    for (let round = 0; ; ) {
      for (const body of bodies) addForces(body, work.velocities, gravity, time, true);
      this.#solve(island, work, scales, REST * within, time);
      const limit = isLast ? most : partLimit(context);
      const isTooLong = time > SWING_SPARE * limit;
      if (!isTooLong) this.#move(context, before, clock, time);
      const isAgain = !isTooLong && round < MOST_ROUNDS && addOverlaps(pairs, work, within, time);
      if (!isTooLong && !isAgain) return time;
      if (isTooLong) time = Math.min(limit, time / 2);
      else round++;
      bodies.forEach(({ slot }, k) => {
        work.velocities.set(before.subarray(6 * k, 6 * k + 6), 6 * slot);
      });
      this.#solver.clear(pairs.length, work.inverseMasses.length);
      for (const pair of pairs) this.#take(pair, context, time);
    }
  }

  /** Writes where all bodies are after a time from `clock` on. `before` has their velocities then. */
  #move({ island, work }: ImpulsesContext, before: Float64Array, clock: number, time: number): void {
    const { bodies, kinematic } = island;
    for (let k = 0; k < bodies.length; k++) {
      predict(bodies[k], work, time);
      this.#pressing.correct(bodies[k], before, 6 * k, work.velocities, work.nextComs, time);
    }
    for (const body of kinematic) {
      moveKinematic(body, body.start, clock + time, body.next);
      body.writeCom(body.next, work.nextComs, 3 * body.slot);
    }
  }

  /** Takes the contacts of a pair to those that are solved for the next `time`. */
  #take(pair: BodyPair, context: ImpulsesContext, time: number): void {
    const { work, scales } = context;
    const rest = REST * searchDistance(scales);
    for (const contact of pair.contacts) {
      const { gap } = contact;
      // Farther apart than the bodies can approach: it would not press.
      if (gap > pair.reach) contact.clearImpulses();
      // What will bounce is not slowed down before it does.
      else if (timeOfRebound(pair, contact, context) >= time) contact.clearImpulses();
      else this.#solver.add(pair, contact, -Math.max(0, gap - rest) / time, time, work);
    }
  }

  /**
   * Velocities such that no contact closes more than it can within the step. Towers and large ratios of masses, which sweeps bring together
   * slowly, are solved with the rows that push taken together, as long as they are few.
   */
  #solve(island: Island, work: Work, scales: Scales, rest: number, duration: number): void {
    const solver = this.#solver;
    this.#pressing.clear(work.inverseMasses.length);
    if (solver.count === 0) return;
    const sweeps = Math.min(MOST_SWEEPS, Math.max(LEAST_SWEEPS, Math.ceil(MOST_WORK / solver.count)));
    const tolerance = Math.max(scales.tolerance, OF_PULL * scales.slow);
    const before = solver.count <= FEW_CONTACTS ? velocitiesOf(island, work) : null;
    const isSolved = solver.solve(work, sweeps, tolerance) || solver.change <= NOT_SOLVED * scales.slow;
    if (isSolved || before === null) {
      solver.keepImpulses(duration, this.#pressing);
      return;
    }
    island.bodies.forEach(({ slot }, k) => {
      work.velocities.set(before.subarray(6 * k, 6 * k + 6), 6 * slot);
    });
    this.#constraints.solveVelocities(island, work, { ...scales, margin: rest, tolerance }, duration, duration);
    for (const { a, b, contacts } of island.pairs) {
      for (const { pressed, normal } of contacts) if (pressed > 0) this.#pressing.add(a, b, normal, 0);
    }
  }

  /** Moves all bodies to `next`, and what overlaps there apart: a part of the overlap each time. */
  #arrive({ island, work, scales, gravity }: ImpulsesContext, time: number, goesOn: boolean): void {
    const { bodies, kinematic } = island;
    const isOverlapping = this.#findOverlaps(work, SLOP * searchDistance(scales), time);
    for (const body of bodies) {
      if (goesOn) body.turned += turnedBetween(body, body.pose, body.next, body.com);
      arrive(body, work.velocities);
    }
    if (isOverlapping) moveApart(bodies, work, gravity);
    if (goesOn) for (const body of bodies) work.inverseInertias.set(body.inverseInertia, 9 * body.slot);
    for (const body of kinematic) {
      if (goesOn) body.turned += turnedBetween(body, body.pose, body.next, body.com);
      body.pose.set(body.next);
      body.poseChanged();
    }
  }

  /** Writes the displacements that move apart what overlaps at `next`. False where nothing does. */
  #findOverlaps(work: Work, slop: number, time: number): boolean {
    const overlaps = this.#overlaps;
    overlaps.clear();
    this.#solver.forEachBelow(-slop, time, work.velocities, (pair, contact) => {
      const { a, b } = pair;
      contact.update(a.next, work.nextCom(a), b.next, work.nextCom(b));
      if (contact.gap < -slop) overlaps.add(pair, contact, -CORRECTED * (contact.gap + slop), 0, work);
    });
    if (overlaps.count === 0) return false;
    work.displacements.fill(0);
    const { displacements, inverseMasses, inverseInertias } = work;
    overlaps.solve({ velocities: displacements, inverseMasses, inverseInertias }, POSITION_SWEEPS, 0);
    return true;
  }
}

/** Adds the contacts of pairs that press and overlap at `next`, of those that have come far enough for that. False where there are none. */
function addOverlaps(pairs: readonly BodyPair[], work: Work, within: number, time: number): boolean {
  let isAny = false;
  if (pairs.length > FEW_PAIRS) return false;
  for (const pair of pairs) {
    const { a, b, approach, contacts } = pair;
    if (approach <= FARTHEST_FACES * Math.min(a.size, b.size)) continue;
    if (!contacts.some(({ pressed }) => pressed > 0)) continue;
    if (pair.addContactsAtNext(within, work, time, -SLOP * within, false)) isAny = true;
  }
  return isAny;
}

/** Moves bodies that have arrived by their displacements. */
function moveApart(bodies: readonly Body[], work: Work, gravity: Float64Array): void {
  const moved = bodies.filter((body) => work.isDisplaced(body));
  const before = potentialOf(moved, gravity);
  for (const body of moved) displaceArrived(body, work);
  takeKinetic(moved, work, potentialOf(moved, gravity) - before);
}

/** The longest part of a step in which no body of an island turns far at its velocities. */
function partLimit({ island: { bodies, pairs }, work, duration }: ImpulsesContext): number {
  if (pairs.length === 0 || pairs.length > FEW_PAIRS) return Infinity;
  return Math.max(swingLimit(bodies, work, LARGEST_SWING), duration / MOST_PARTS);
}

/** When the first of contacts bounces. */
function firstRebound(bouncing: readonly BodyPair[], context: ImpulsesContext): number {
  let first = Infinity;
  for (const pair of bouncing) {
    for (const contact of pair.contacts) {
      const time = timeOfRebound(pair, contact, context);
      if (time >= 0 && time < first) first = time;
    }
  }
  return first;
}

/** The distance that contacts of bodies at rest are searched in. */
export function searchDistance({ within, smallest }: Scales): number {
  return Math.max(within, NEAR * smallest);
}

/** Finds the contacts that a pair may have within the step. */
function searchPair(pair: BodyPair, work: Work, within: number, duration: number): void {
  const { a, b, isConvex, approach } = pair;
  const farthest = (isConvex ? FARTHEST : FARTHEST_FACES) * Math.min(a.size, b.size);
  pair.reach = within + Math.min(approach, farthest);
  pair.searchContacts(pair.reach, DRIFT * within);
  if (approach <= farthest) return;
  searchAhead(pair, work, within, approach, duration);
  pair.reach = within + approach;
}
