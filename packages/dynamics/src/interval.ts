// One interval of the events stepper: an island of bodies goes as far as it is proven free, at most for a given time.
//
// 1. Velocities for the interval: half of the forces, then joints and contacts solved together.
// 2. Where the bodies would be at its end: contacts restored to the margin, joints brought together.
// 3. All pairs are swept. Where one meets before the end, the interval is made that short and computed again, so that forces act for the
//    time that passes; when the two computations agree to half a margin, the bodies stop on the motions that were proven free.
// 4. The second half of the forces, at the new poses.

import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import { type Constraints, posesNow } from './constraints.ts';
import { addForces, arrive, displace, moveKinematic, predict } from './motion.ts';
import type { Regions } from './regions.ts';
import type { PairSweep } from './sweep.ts';
import { stopAt } from './swept-motion.ts';
import { turnLimit } from './turn-limit.ts';
import type { Island, Scales, Work } from './work.ts';

/** How often an interval is made shorter before the bodies stop where they are proven free. */
const MOST_TRIES = 6;
/** Gaps below this many times the one where an advance stops are restored before an interval. Dimensionless. */
const TOO_NEAR = 2;
/** The part of the margin by which a contact that presses may open because a body turns about it; beyond, velocities are solved again. Dimensionless. */
const BENT = 1 / 4;
/** Rounds of the position constraint of joints. */
const JOINT_ROUNDS = 8;
/** The error of joints that is left, in parts of the margin. Dimensionless. */
const JOINT_ERROR = 1e-4;
/** The largest turn of a body in one interval: motions take the shorter arc. Radians. */
export const LARGEST_TURN = 1;
/** With joints, whose forces are right to second order in it, and the part of a step that an interval may last all the same. Radians; dimensionless. */
const JOINTED_TURN = 0.05;
const JOINTED_PART = 1 / 64;
/** How much farther than that a body may turn because its speed changes within the interval. Dimensionless. */
const TURN_SPARE = 2;

/** What surrounds an interval. */
export interface StepContext {
  readonly work: Work;
  readonly constraints: Constraints;
  readonly scales: Scales;
  readonly gravity: Float64Array;
  /** Of the whole step. */
  readonly duration: number;
}

/** The surroundings of an interval whose pairs are swept. */
export interface SweptContext extends StepContext {
  readonly sweep: PairSweep;
  readonly regions: Regions;
}

/**
 * Moves an island from `clock`, a time after the start of the step, for at most `most`. Velocities are in `work`, and stay there. The time that
 * passed; −1 where a body would leave its region, which is then wider.
 */
export function advanceInterval(context: SweptContext, island: Island, clock: number, most: number): number {
  const { work, gravity } = context;
  if (!restoreGaps(context, island)) return -1;
  const begin = velocitiesOf(island, work);
  rememberErrors(context, island);
  let time = most;
  for (let tries = 0; ; tries++) {
    time = computeWithinTurn(context, island, begin, clock, time, tries === 0);
    if (widenRegions(context, island)) return -1;
    const part = sweepAll(context, island);
    if (part >= 1) break;
    const shorter = part * time;
    const stops = island.bodies.map((body) => stopAt(body, part));
    computeInterval(context, island, begin, clock, shorter, false);
    time = shorter;
    const agree = island.bodies.every((body, k) => distanceTo(body, stops[k], work) <= context.scales.margin / 2);
    if (agree || tries >= MOST_TRIES || shorter === 0) {
      for (const [k, body] of island.bodies.entries()) stopBody(body, stops[k], work);
      break;
    }
  }
  commit(context, island, clock + time);
  for (const body of island.bodies) addForces(body, work.velocities, gravity, time / 2, false);
  for (const joint of island.joints) joint.bear(time / 2);
  return time;
}

/**
 * Computes an interval of at most this time in which no body turns too far: forces, motors and contacts may have made it faster than it was. The
 * time of the interval.
 */
export function computeWithinTurn(
  context: StepContext,
  island: Island,
  begin: Float64Array,
  clock: number,
  most: number,
  restores: boolean,
): number {
  let time = Math.min(most, longestInterval(context, island));
  for (;;) {
    computeInterval(context, island, begin, clock, time, restores);
    const limit = longestInterval(context, island);
    if (time <= TURN_SPARE * limit) return time;
    time = Math.min(limit, time / 2);
  }
}

/** How long the bodies of an island may go on at their velocities. */
function longestInterval({ work, duration }: StepContext, { bodies, kinematic, joints }: Island): number {
  const longest = turnLimit(kinematic.length === 0 ? bodies : [...bodies, ...kinematic], work, LARGEST_TURN);
  if (joints.length === 0) return longest;
  return Math.min(longest, Math.max(turnLimit(bodies, work, JOINTED_TURN, true), JOINTED_PART * duration));
}

/** Widens the regions of bodies that would leave them. False where none would. */
export function widenRegions({ regions, work }: SweptContext, { bodies }: Island): boolean {
  let isAny = false;
  for (const body of bodies) {
    const nextCom = work.nextCom(body);
    if (!regions.leaves(body, nextCom)) continue;
    regions.widen(body, nextCom);
    isAny = true;
  }
  return isAny;
}

/**
 * Moves contacts that are too near apart before any time passes, as far as that is proven free: within an interval that another contact
 * ends at once they would stay as they are. False where a body would leave its region.
 */
function restoreGaps(context: SweptContext, island: Island): boolean {
  const { work, constraints, scales } = context;
  const isNeeded = island.pairs.some(({ contacts }) => contacts.some(({ gap }) => gap < TOO_NEAR * scales.threshold));
  if (!isNeeded || !constraints.solvePositions(island, work, scales)) return true;
  for (const body of island.bodies) displace(body, work);
  if (widenRegions(context, island)) return false;
  const part = sweepAll(context, island);
  for (const body of island.bodies) {
    if (part < 1) stopBody(body, stopAt(body, part), work);
    arrive(body, work.velocities);
    work.inverseInertias.set(body.inverseInertia, 9 * body.slot);
  }
  for (const pair of island.pairs) pair.updateContacts(scales.within);
  return true;
}

/** Keeps the errors that joints have where an interval begins: forces correct only what it adds. */
export function rememberErrors({ constraints }: StepContext, { joints }: Island): void {
  for (const joint of joints) {
    constraints.rows.clear();
    joint.write(constraints.rows, posesNow(joint));
    joint.startErrors.set(joint.errors);
  }
}

/** The velocities of the bodies of an island, six numbers each. */
export function velocitiesOf(island: Island, { velocities }: Work): Float64Array {
  const kept = new Float64Array(6 * island.bodies.length);
  for (let k = 0; k < island.bodies.length; k++) {
    const from = 6 * island.bodies[k].slot;
    for (let c = 0; c < 6; c++) kept[6 * k + c] = velocities[from + c];
  }
  return kept;
}

/** Velocities of an interval and poses at its end, where contacts are restored to the margin if `restores`. */
function computeInterval(
  context: StepContext,
  island: Island,
  begin: Float64Array,
  clock: number,
  time: number,
  restores: boolean,
): void {
  const { work, constraints, scales } = context;
  for (const body of island.kinematic) {
    moveKinematic(body, body.start, clock + time, body.next);
    writeNextCom(body, work);
  }
  solveInterval(context, island, begin, time);
  if (constraints.measureBends(island, work, time, BENT * scales.margin)) {
    constraints.solveBends(island, work, scales, time / 2, time);
    for (const body of island.bodies) predict(body, work, time);
  }
  if (island.joints.length > 0 && time > 0) holdJoints(context, island, time);
  if (restores && constraints.solvePositions(island, work, scales)) {
    for (const body of island.bodies) displace(body, work);
  }
}

/** Velocities of an interval, and poses at its end. */
function solveInterval(
  { work, constraints, scales, gravity }: StepContext,
  island: Island,
  begin: Float64Array,
  time: number,
): void {
  const { velocities } = work;
  for (let k = 0; k < island.bodies.length; k++) {
    const body = island.bodies[k];
    for (let c = 0; c < 6; c++) velocities[6 * body.slot + c] = begin[6 * k + c];
    addForces(body, velocities, gravity, time / 2, true);
  }
  // The last try updated the contacts to its end.
  for (const { a, b, contacts } of island.pairs) for (const contact of contacts) contact.updateNow(a, b);
  constraints.solveVelocities(island, work, scales, time / 2, time);
  for (const body of island.bodies) predict(body, work, time);
}

/** Finds the constraint forces that keep joints together over the interval, and with them the velocities and poses. */
function holdJoints({ work, constraints, scales }: StepContext, island: Island, time: number): void {
  for (let round = 0; round < JOINT_ROUNDS; round++) {
    const drift = constraints.solveJointDrift(island, work);
    if (!(drift > JOINT_ERROR * scales.margin)) return;
    for (const body of island.bodies) {
      const k = 6 * body.slot;
      for (let c = 0; c < 6; c++) work.velocities[k + c] += work.displacements[k + c] / time;
      predict(body, work, time);
    }
  }
}

function writeNextCom(body: Body, work: Work): void {
  body.writeCom(body.next, work.nextComs, 3 * body.slot);
}

/** The part of the interval for which all pairs are proven free. */
export function sweepAll({ work, scales, sweep }: SweptContext, island: Island): number {
  const left: SweptPair[] = [];
  for (const pair of island.pairs) {
    if (pair.isViolated) continue;
    const travel = pair.travelToNext(work.nextComs);
    if (!sweep.isFree(pair, travel)) left.push({ pair, travel, soonest: pair.knownClearance / travel });
  }
  // Pairs that may meet soonest first: the others need not be swept beyond.
  left.sort((p, q) => p.soonest - q.soonest || p.pair.key - q.pair.key);
  let part = 1;
  for (const { pair, travel } of left) part = Math.min(part, sweep.freePart(pair, travel, scales.threshold, part));
  return part;
}

/** A pair that what is known does not prove free. */
interface SweptPair {
  readonly pair: BodyPair;
  /** How far the bodies approach each other at most. */
  readonly travel: number;
  /** A part of the interval before which they do not meet. */
  readonly soonest: number;
}

const com = new Float64Array(3);

/** How far the body at `next` is from another pose, at its farthest point or so. */
function distanceTo(body: Body, pose: Float64Array, { nextComs }: Work): number {
  let sum = 0;
  for (let k = 3; k < 7; k++) sum += (body.next[k] - pose[k]) * (body.next[k] - pose[k]);
  const turned = body.symmetry === 'ball' ? 0 : 2 * Math.sqrt(sum) * body.radius;
  body.writeCom(pose, com, 0);
  const at = 3 * body.slot;
  const x = nextComs[at] - com[0];
  const y = nextComs[at + 1] - com[1];
  const z = nextComs[at + 2] - com[2];
  return Math.sqrt(x * x + y * y + z * z) + turned;
}

/** Takes a pose on the proven motion for the end; a ball keeps the turn that was computed for it. */
function stopBody(body: Body, pose: Float64Array, work: Work): void {
  if (body.symmetry === 'ball') body.next.set(pose.subarray(0, 3));
  else body.next.set(pose);
  writeNextCom(body, work);
}

/** Puts the bodies where the interval ends. */
export function commit({ work }: StepContext, island: Island, clock: number): void {
  for (const body of island.bodies) {
    arrive(body, work.velocities);
    work.inverseInertias.set(body.inverseInertia, 9 * body.slot);
    work.nextComs.set(body.com, 3 * body.slot);
  }
  for (const body of island.kinematic) {
    moveKinematic(body, body.start, clock, body.pose);
    body.poseChanged();
    body.next.set(body.pose);
  }
}
