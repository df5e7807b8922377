// First contact of two medial meshes, certified: pairwise advancement (advance/advance-pairs.ts) on balls, cones and slabs.
//
// Song, Lan, Yao and Guo alternate between the closest balls at a time and the time at which these two would touch, from the end of
// the step backwards. That finds a contact, but not always the first one, and sometimes one that does not exist (straight-step.ts).
// Here the same two steps propose separating directions: that of the closest balls now, and that of these balls at the time when
// they touch or pass each other. The balls at the corners prove how long the primitives stay apart (primitive-steps.ts), on
// straight lines or arcs. Nothing touches before the time that is found, and at that time two primitives are within the threshold.
//
// The nodes above the primitives are hulls of balls. Each pair is tested twice: when its parent is opened, and more closely when it
// is first in the queue, unless another pair is then earlier. If a step covers a large part of a turn, the poses at its end differ
// much, and the pair is tested again there instead of being opened: fast rotation is handled by the upper nodes.

import { BALL, CLOSEST_SIZE, closestBalls } from '../../medial/closest-balls.ts';
import { ballsOf, MEDIAL_BRANCHING, type MedialBody } from '../../medial/medial-body.ts';
import { QUERY_VELOCITY, REFERENCE_VELOCITY } from '../../motion/relative-motion.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { square } from '../../scalar/vector.ts';
import type { Advance, AdvanceEnd, PairMotion } from '../advance/advance.ts';
import { POINT_MOTION, writePointMotions } from '../advance/point-motion.ts';
import { ADVANCE_MEDIAL_MEDIAL_SLOT } from '../scratch-slots.ts';
import { perWorkspace, TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { HullBlock, openParts } from './hull-block.ts';
import { poseBalls, UNMOVED } from './pose-balls.ts';
import { PrimitiveInMotion, writeStepApart } from './primitive-steps.ts';
import { writeStraightHullSteps } from './straight-hulls.ts';
import { CIRCLE_TURN, turningSpeed, writeTurningHullSteps } from './turning-hulls.ts';

/** Number of steps of one pair of primitives after which the query gives up on an approach that is too flat to end. */
const MOST_STEPS = 256;

/**
 * Rotation over a step from which a pair is tested again before it is opened. (From a fifth to a half: the same; opened in every
 * case: three times the tests.) Radians.
 */
const LONG_TURN = 0.25;

/** Number of times a pair may be tested again before it is opened: bodies may make a million turns. */
const MOST_TESTS = 64;

/** Scratch of one query. */
class Scratch {
  readonly motionsQ: Float64Array = new Float64Array(3 * POINT_MOTION);
  readonly motionsR: Float64Array = new Float64Array(3 * POINT_MOTION);
  readonly block: HullBlock = new HullBlock();
  /** The two current primitives, the query body's balls in the reference frame. */
  readonly posed: Float64Array = new Float64Array(3 * BALL);
  readonly primitiveQ: PrimitiveInMotion = new PrimitiveInMotion();
  readonly primitiveR: PrimitiveInMotion = new PrimitiveInMotion();
  readonly steps: Float64Array = new Float64Array(MEDIAL_BRANCHING * MEDIAL_BRANCHING);
  readonly closest: Float64Array = new Float64Array(CLOSEST_SIZE);
  /** [0]: a step that leads beyond the contact found so far. */
  readonly enough: Float64Array = new Float64Array(1);
  readonly step: Float64Array = new Float64Array(1);
  /** Displacement of the query body from the pose of the state. */
  readonly shift: Float64Array = new Float64Array(3);
}

const scratchOf = perWorkspace(ADVANCE_MEDIAL_MEDIAL_SLOT, () => new Scratch());

// A negated first number marks a pair that is tested again before it is opened.
const toTestAgain = (part: number): number => -1 - part;
const partOf = (number: number): number => -1 - number;
const isToBeTestedAgain = (number: number): boolean => number < 0;

/** Pairs of parts to advance in place of the roots: numbers of the query body and of the reference body, and start times. */
export interface StartPairs {
  readonly parts: Int32Array;
  /** No two parts of a pair touch before its time. */
  readonly times: Float64Array;
}

/**
 * Advances two medial meshes along a motion until they are within the threshold; work.rounding[0] is the error bound of a gap. With
 * `start`, only these pairs.
 */
export function advanceMedial(
  w: Workspace,
  medialQ: MedialBody,
  medialR: MedialBody,
  pairMotion: PairMotion,
  work: Advance,
  start: StartPairs | null = null,
): AdvanceEnd {
  const { block, steps, primitiveR } = scratchOf(w);
  const { posed, posedSpans, enough } = block;
  const { queue, state, wanted, found, time } = work;
  const { budget, counters } = w;
  const { turns } = pairMotion;
  const horizon = wanted[1];
  const ratio = w.pose[RELATIVE_SCALE];
  startMedial(pairMotion, work, start);
  let now = 0;
  // A steady body has a constant angular speed.
  const speed = turningSpeed(state);
  // The step after which a second test pays; without rotation a second test shows nothing new.
  const long = turns ? Math.max(LONG_TURN / speed, horizon / MOST_TESTS) : Infinity;
  while (queue.length > 0) {
    time[0] = queue.next[0];
    const again = isToBeTestedAgain(queue.first);
    const first = again ? partOf(queue.first) : queue.first;
    const second = queue.second;
    // A step of primitives counts as a test, as with triangles.
    const spent = counters[VOLUME_TESTS] + work.iterations;
    if (spent >= budget.checkpoint[0] && !budget.mayGoOn(spent + 1)) {
      found[0] = time[0];
      return 'out-of-budget';
    }
    if (!again && first >= medialQ.nodes && second >= medialR.nodes) {
      queue.pop();
      const end = advancePrimitives(w, medialQ, first, medialR, second, pairMotion, work);
      primitiveR.clear();
      now = turns ? Number.NaN : 0; // the primitives have moved the state on
      if (end !== 'later') return end;
      continue;
    }
    if (turns && now !== time[0]) {
      now = time[0];
      pairMotion.stateAt(now, state);
    }
    if (again) block.parts.pair(first, second);
    else openParts(block.parts, medialQ, first, ratio, medialR, second);
    const { firstA: firstQ, endA: endQ, firstB: firstR, endB: endR } = block.parts;
    const ball = medialQ.firsts[firstQ];
    poseBalls(state, UNMOVED, medialQ.balls, BALL * ball, medialQ.firsts[endQ] - ball, posed);
    poseBalls(state, UNMOVED, medialQ.spans, BALL * firstQ, endQ - firstQ, posedSpans);
    counters[VOLUME_TESTS] += (endQ - firstQ) * (endR - firstR);
    enough[0] = found[0] - now;
    block.usesCircles = speed * enough[0] > CIRCLE_TURN;
    block.closer = again;
    if (turns) writeTurningHullSteps(state, medialQ, medialR, block, work.withheld, steps);
    else writeStraightHullSteps(state, medialQ, medialR, block, work.withheld, steps);
    let k = 0;
    let isFirst = true;
    for (let i = firstQ; i < endQ; i++) {
      for (let j = firstR; j < endR; j++, k++) {
        const until = now + steps[k];
        if (until >= found[0]) continue;
        // A parent may have been proven apart for longer than its children are.
        steps[k] = until > time[0] ? until : time[0];
        const waiting = turns && (!again || until - now > long) ? toTestAgain(i) : i;
        if (isFirst) queue.replace(steps, k, waiting, j);
        else queue.push(steps, k, waiting, j);
        isFirst = false;
      }
    }
    if (isFirst) queue.pop();
  }
  return 'free';
}

/** Queues the pair of the roots at the start of the motion, or the given pairs at their times. */
function startMedial(pairMotion: PairMotion, work: Advance, start: StartPairs | null): void {
  const { queue, wanted, found, time } = work;
  work.withheld[0] = work.rounding[0] + wanted[0] / 2;
  work.iterations = 0;
  queue.clear();
  time[0] = 0;
  pairMotion.stateAt(0, work.state);
  found[0] = wanted[1];
  if (start === null) {
    queue.push(time, 0, 0, 0);
    return;
  }
  const { parts, times } = start;
  for (let k = 0; k < times.length; k++) {
    if (times[k] < wanted[1]) queue.push(times, k, parts[2 * k], parts[2 * k + 1]);
  }
}

/** Moves the query body to a time: by the state if it rotates, else by its displacement. */
function advanceTo(pairMotion: PairMotion, state: Float64Array, time: number, shift: Float64Array): void {
  if (pairMotion.turns) pairMotion.stateAt(time, state);
  for (let k = 0; k < 3; k++) {
    shift[k] = pairMotion.turns ? 0 : (state[QUERY_VELOCITY + k] - state[REFERENCE_VELOCITY + k]) * time;
  }
}

/** Advances two primitives from time[0] on until they are in contact or another pair is earlier. */
function advancePrimitives(
  w: Workspace,
  medialQ: MedialBody,
  first: number,
  medialR: MedialBody,
  second: number,
  pairMotion: PairMotion,
  work: Advance,
): 'contact' | 'stuck' | 'later' {
  const { motionsQ, motionsR, posed, primitiveQ, primitiveR, closest, enough, step, shift } = scratchOf(w);
  const { queue, state, wanted, found, time } = work;
  const countQ = ballsOf(medialQ, first);
  const countR = ballsOf(medialR, second);
  const at = BALL * medialR.firsts[second];
  primitiveQ.set(posed, 0, countQ, motionsQ);
  primitiveR.set(medialR.balls, at, countR, motionsR);
  for (let taken = 0; taken < MOST_STEPS; taken++) {
    work.iterations++;
    w.counters[TRIANGLE_TESTS]++;
    advanceTo(pairMotion, state, time[0], shift);
    poseBalls(state, shift, medialQ.balls, BALL * medialQ.firsts[first], countQ, posed);
    closestBalls(posed, 0, countQ, medialR.balls, at, countR, closest);
    if (closest[0] <= wanted[0]) {
      settle(work, first, second, closest);
      return 'contact';
    }
    writePointMotions(state, 0, posed, 0, BALL, countQ, motionsQ, 0);
    writePointMotions(state, 1, medialR.balls, at, BALL, countR, motionsR, 0);
    enough[0] = found[0] - time[0];
    writeStepApart(primitiveQ, primitiveR, closest, work.withheld, enough, step);
    const until = time[0] + step[0];
    if (until >= found[0]) return 'later';
    if (!(until > time[0])) {
      settle(work, first, second, closest);
      return 'stuck';
    }
    time[0] = until;
    if (until > queue.next[0]) {
      queue.push(time, 0, first, second);
      return 'later';
    }
  }
  settle(work, first, second, closest);
  return 'stuck';
}

/** Leaves the time, the gap and the nearest points of the closest balls. */
function settle(work: Advance, first: number, second: number, closest: Float64Array): void {
  const { points, found } = work;
  found[0] = work.time[0];
  found[1] = closest[0];
  work.slotQuery = first;
  work.slotReference = second;
  writeFacingPoints(closest, points);
}

/** Writes the nearest points of two balls, as `closestBalls` leaves them; their centres where these coincide. */
export function writeFacingPoints(balls: Float64Array, points: Float64Array): void {
  let lengthSq = 0;
  for (let k = 0; k < 3; k++) lengthSq += square(balls[5 + k] - balls[1 + k]);
  const length = Math.sqrt(lengthSq);
  const partA = length > 0 ? balls[4] / length : 0;
  const partB = length > 0 ? balls[8] / length : 0;
  for (let k = 0; k < 3; k++) {
    const d = balls[5 + k] - balls[1 + k];
    points[k] = balls[1 + k] + partA * d;
    points[3 + k] = balls[5 + k] - partB * d;
  }
}
