// The stepper `impulses`: time steps of one length on local penetration depths, after Guendelman, Bridson and Fedkiw (2003): collisions,
// then contacts, then shock propagation (docs/algorithms/impulses-stepper.md).
//
// 1. Contacts are searched as far as the bodies can approach within the step, so that they are found before they happen, with signed gaps.
// 2. Collisions: impacts are resolved with the velocities that bodies meet with (rebounds.ts).
// 3. Contacts: forces act, velocities are solved by sequential impulses, and the bodies moved. A gap may close within the step, no more.
// 4. Shock propagation: what overlaps is moved apart, all of an island together.
//
// Islands with joints are solved to convergence instead, as `events` does, with the bodies' motions unproven (jointed-step.ts).
//
// Departures: contacts count before bodies overlap, so that step 4 has little to do, and it is one solve for all, not level by level.

import type { BodyPair } from './body-pair.ts';
import { Constraints } from './constraints.ts';
import { ContactSolver } from './contact-solver.ts';
import type { IslandStep } from './events-stepper.ts';
import { approachAt, Impacts } from './impacts.ts';
import { velocitiesOf } from './interval.ts';
import { JointedStep } from './jointed-step.ts';
import { arrive, displace, moveKinematic, predict } from './motion.ts';
import { Rebounds } from './rebounds.ts';
import { searchAhead } from './search-ahead.ts';
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
  readonly #rebounds = new Rebounds();
  readonly #constraints = new Constraints();
  readonly #solver = new ContactSolver();
  readonly #overlaps = new ContactSolver();
  /** Pairs with contacts that bounce. */
  readonly #bouncing: BodyPair[] = [];
  /** 1 for bodies on which a contact presses in this step, by their numbers. */
  #pressed = new Uint8Array(0);

  /** Resolves what approaches where the bodies of an island with joints are; contacts alone are left to the step. */
  settle(island: Island, work: Work, scales: Scales, half: number): void {
    if (island.joints.length > 0) this.#jointed.settle(island, work, scales, half);
  }

  /** Moves an island from the start of a step to its end. */
  step(island: Island, work: Work, scales: Scales, gravity: Float64Array, duration: number): IslandStep {
    if (island.joints.length > 0) return this.#jointed.step(island, work, scales, gravity, duration);
    const within = searchDistance(scales);
    this.#solver.clear();
    this.#bouncing.length = 0;
    for (const pair of island.pairs) {
      searchPair(pair, work, within, duration);
      // What is at hand is used at once: the contacts of all pairs are more than a processor's nearest memory holds.
      if (pair.contacts.length > 0) this.#take(pair, work, scales, REST * within, duration);
    }
    this.#impacts.count = 0;
    this.#rebounds.begin(island.bodies, this.#bouncing, work, gravity, duration, scales);
    this.#impacts.resolve(this.#bouncing, work, scales, duration);
    const { velocities } = work;
    this.#rebounds.end(island, work, gravity, duration);
    this.#solve(island, work, scales, REST * within, duration);
    for (const body of island.bodies) {
      if (this.#pressed[body.slot] === 1) predict(body, work, duration);
      else this.#rebounds.fly(body, work, duration);
    }
    for (const body of island.kinematic) {
      moveKinematic(body, body.start, duration, body.next);
      body.writeCom(body.next, work.nextComs, 3 * body.slot);
    }
    this.#separate(island, work, SLOP * within, duration);
    for (const body of island.bodies) arrive(body, velocities);
    for (const body of island.kinematic) {
      body.pose.set(body.next);
      body.poseChanged();
    }
    return { intervals: 1, impacts: this.#impacts.count, left: 0, stoppedTime: 0 };
  }

  /** Takes the contacts of a pair to those that are solved. */
  #take(pair: BodyPair, work: Work, { slow }: Scales, rest: number, duration: number): void {
    const { contacts, reach, restitution } = pair;
    if (restitution > 0) this.#bouncing.push(pair);
    for (const contact of contacts) {
      const { gap } = contact;
      // Farther apart than the bodies can approach: it would not press.
      if (gap > reach) contact.clearImpulses();
      else {
        // What will bounce is not slowed down before it does: all of its gap may close. Other contacts of meshes that are not convex
        // come nearer as the bodies turn, and would overlap.
        const isFree = restitution > 0 && pair.isConvex && approachAt(pair, contact, work) > slow;
        const left = isFree ? 0 : rest;
        this.#solver.add(pair, contact, -Math.max(0, gap - left) / duration, duration, work);
      }
    }
  }

  /**
   * Velocities such that no contact closes more than it can within the step. Towers and large ratios of masses, which sweeps bring together
   * slowly, are solved with the rows that push taken together, as long as they are few.
   */
  #solve(island: Island, work: Work, scales: Scales, rest: number, duration: number): void {
    const solver = this.#solver;
    if (this.#pressed.length < work.inverseMasses.length) this.#pressed = new Uint8Array(work.inverseMasses.length);
    this.#pressed.fill(0);
    if (solver.count === 0) return;
    const sweeps = Math.min(MOST_SWEEPS, Math.max(LEAST_SWEEPS, Math.ceil(MOST_WORK / solver.count)));
    const tolerance = Math.max(scales.tolerance, OF_PULL * scales.slow);
    const before = solver.count <= FEW_CONTACTS ? velocitiesOf(island, work) : null;
    solver.warmStart(work);
    const isSolved = solver.solve(work, sweeps, tolerance) || solver.change <= NOT_SOLVED * scales.slow;
    if (isSolved || before === null) {
      solver.keepImpulses(duration, this.#pressed);
      return;
    }
    island.bodies.forEach(({ slot }, k) => {
      work.velocities.set(before.subarray(6 * k, 6 * k + 6), 6 * slot);
    });
    this.#constraints.solveVelocities(island, work, { ...scales, margin: rest, tolerance }, duration, duration);
    for (const { a, b, contacts } of island.pairs) {
      if (!contacts.some(({ pressed }) => pressed > 0)) continue;
      this.#pressed[a.slot] = 1;
      this.#pressed[b.slot] = 1;
    }
  }

  /** Moves what overlaps at the end of the step apart: a part of the overlap each step. */
  #separate({ bodies }: Island, work: Work, slop: number, duration: number): void {
    const overlaps = this.#overlaps;
    overlaps.clear();
    this.#solver.forEachBelow(-slop, duration, work.velocities, (pair, contact) => {
      const { a, b } = pair;
      contact.update(a.next, work.nextCom(a), b.next, work.nextCom(b));
      if (contact.gap < -slop) overlaps.add(pair, contact, -CORRECTED * (contact.gap + slop), 0, work);
    });
    if (overlaps.count === 0) return;
    work.displacements.fill(0);
    const { displacements, inverseMasses, inverseInertias } = work;
    overlaps.solve({ velocities: displacements, inverseMasses, inverseInertias }, POSITION_SWEEPS, 0);
    for (const body of bodies) displace(body, work);
  }
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
