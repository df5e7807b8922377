// Pairwise advancement: every pair of nodes has its own time.
//
// Conservative advancement stops both bodies at one time, finds the shortest step that any pair of nodes allows there, and starts
// again from the roots (FAST, C²A). Here a pair that is proven apart until T is not tested before T: it waits in a queue that is
// ordered by that time. The first pair of the queue is opened at its time. Its children are proven apart until some later times and
// are queued in turn. Two triangles are advanced until they are within the threshold. The first pair of triangles that reaches the
// threshold is the contact, since all other pairs wait for a later time. No pair is opened twice. A pair that is proven apart
// beyond the time of contact is not opened at all.
//
// Bodies that do not rotate are a special case: only one vector changes. All pairs are then compared in the start poses, with steps
// that are exact for a translation, and only pairs of triangles are moved.

import { DISC, DISC_RADIUS, discVolume } from '../../bounds/disc.ts';
import { CHILD_END, FIRST_CHILD, LINKS, MOST_CHILDREN } from '../../bvh/tree.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import { moveDiscOf } from '../moved-volumes.ts';
import { ADVANCE_PAIRS_SLOT } from '../scratch-slots.ts';
import { perWorkspace, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { type Advance, type AdvanceEnd, advanceTo, costOf, type PairMotion } from './advance.ts';
import { advanceTriangles, queueTriangles, writeLateTest } from './advance-triangles.ts';
import { STEP_SHRINK, writeDiscSteps } from './disc-steps.ts';
import { areNodes, areTriangles, asTriangle, slotOf } from './pair-kinds.ts';
import { POINT_MOTION, writePointMotions } from './point-motion.ts';
import { ballRadii, writeStraightSteps } from './straight-steps.ts';
import { CirclePoints, CircleStep, turnsOn, writeCircleStep } from './swept-circle-steps.ts';
import { aimProjections } from './swept-projections.ts';

/** Scratch of one query. */
class Scratch {
  readonly steps: Float64Array = new Float64Array(MOST_CHILDREN * MOST_CHILDREN);
  readonly circleStep: CircleStep = new CircleStep();
  /** The centres of the two current discs. */
  readonly circlesQ: CirclePoints = new CirclePoints();
  readonly circlesR: CirclePoints = new CirclePoints();
}

const scratchOf = perWorkspace(ADVANCE_PAIRS_SLOT, () => new Scratch());

/**
 * `paused`: the cost limit of a pause was reached. Nothing touches before work.time[0]. All pairs that can touch later are in the
 * queue.
 */
export type PairsEnd = AdvanceEnd | 'paused';

/** Queues the pair of the roots at the start of the motion. */
export function startPairs(rounding: number, work: Advance): void {
  const { wanted, time, found, floor } = work;
  work.rounding[0] = rounding;
  work.withheld[0] = rounding + wanted[0] / 2;
  work.slotQuery = -1;
  work.slotReference = -1;
  work.iterations = 0;
  work.calls = 0;
  work.waiting = 0;
  time[0] = 0;
  floor[0] = 0;
  found[0] = wanted[1];
  restartPairs(work);
}

/** Discards the queue: the roots are tested again at a time before which nothing touches. */
export function restartPairs(work: Advance): void {
  const { queue, time, floor } = work;
  if (time[0] < floor[0]) time[0] = floor[0];
  queue.clear();
  queue.push(time, 0, 0, 0);
}

/** Advances the bodies prepared in `w` along a motion until they are within the threshold, or work.pause[0] is reached. */
export function advancePairs(w: Workspace, pairMotion: PairMotion, work: Advance): PairsEnd {
  const { queryBody, reference, budget, counters } = w;
  const { steps } = scratchOf(w);
  const linksQ = queryBody.tree.links;
  const linksR = reference.tree.links;
  const own = queryBody.volumes(discVolume);
  const discsR = reference.volumes(discVolume);
  const ballsQ = ballRadii(own);
  const ballsR = ballRadii(discsR);
  const { queue, state, found, time, floor, pause, opened } = work;
  const { turns } = pairMotion;
  const ratio = w.pose[RELATIVE_SCALE];
  if (!(found[0] > 0) || queue.length === 0) return 'free';
  // Bodies that do not rotate stay in their start poses. Others are moved to the time of the current pair.
  let now = turns ? Number.NaN : 0;
  if (!turns) {
    advanceTo(w, pairMotion, 0, state);
    setVelocity(own, discsR, work);
  }
  time[0] = queue.next[0] > floor[0] ? queue.next[0] : floor[0];
  if (time[0] >= found[0]) return 'free';
  let first = queue.first;
  let second = queue.second;
  queue.pop();
  while (true) {
    if (costOf(w, work) >= pause[0]) {
      queue.push(time, 0, first, second);
      return 'paused';
    }
    // The earliest pair that the current pair produces is next, unless a queued pair is earlier.
    let best = -1;
    let bestQ = 0;
    let bestR = 0;
    if (areTriangles(first, second)) {
      const end = advanceTriangles(w, slotOf(first), slotOf(second), pairMotion, work);
      now = turns ? Number.NaN : 0; // the triangles have moved the state on
      if (end !== 'later') return end;
    } else if (!areNodes(first)) {
      writeLateTest(w, slotOf(first), second, work, steps);
      if (steps[0] < found[0]) {
        best = 0;
        bestQ = first;
        bestR = asTriangle(second);
      }
    } else {
      const spent = counters[VOLUME_TESTS] + work.iterations;
      if (spent >= budget.checkpoint[0] && !budget.mayGoOn(spent + 1)) {
        found[0] = time[0];
        return 'out-of-budget';
      }
      if (turns && now !== time[0]) {
        now = time[0];
        advanceTo(w, pairMotion, now, state);
        if (pairMotion.callsFunction) work.calls++;
      }
      const childQ = linksQ[LINKS * first + FIRST_CHILD];
      const childR = linksR[LINKS * second + FIRST_CHILD];
      if (childQ === 0 && childR === 0) {
        queueTriangles(w, first, second, turns, now, work);
      } else {
        const sizeQ = own[DISC * first + DISC_RADIUS] * ratio;
        const sizeR = discsR[DISC * second + DISC_RADIUS];
        const openQ = childQ !== 0 && (childR === 0 || sizeQ >= sizeR);
        const openR = childR !== 0 && (childQ === 0 || sizeR >= sizeQ);
        const firstQ = openQ ? childQ : first;
        const endQ = openQ ? linksQ[LINKS * first + CHILD_END] : first + 1;
        const firstR = openR ? childR : second;
        const endR = openR ? linksR[LINKS * second + CHILD_END] : second + 1;
        for (let k = firstQ; k < endQ; k++) moveDiscOf(w, own, k);
        counters[VOLUME_TESTS] += (endQ - firstQ) * (endR - firstR);
        opened.set(firstQ, endQ, firstR, endR);
        if (turns) writeTurningSteps(w, ballsQ, discsR, ballsR, work);
        else writeStraightSteps(work, w.movedVolumes, ballsQ, ratio, discsR, ballsR, steps);
        let k = 0;
        for (let i = firstQ; i < endQ; i++) {
          for (let j = firstR; j < endR; j++, k++) {
            const until = now + steps[k];
            if (until >= found[0]) continue;
            // A parent may have been proven apart for longer than its children are.
            steps[k] = until > time[0] ? until : time[0];
            if (best >= 0 && steps[k] >= steps[best]) {
              queue.push(steps, k, i, j);
              continue;
            }
            if (best >= 0) queue.push(steps, best, bestQ, bestR);
            best = k;
            bestQ = i;
            bestR = j;
          }
        }
      }
    }
    if (best >= 0 && steps[best] <= queue.next[0]) {
      time[0] = steps[best];
      first = bestQ;
      second = bestR;
      continue;
    }
    if (queue.length === 0) return 'free';
    time[0] = queue.next[0] > floor[0] ? queue.next[0] : floor[0];
    first = queue.first;
    second = queue.second;
    if (best >= 0) queue.replace(steps, best, bestQ, bestR);
    else queue.pop();
  }
}

/** Without rotation all points of a body move alike, and one velocity describes the motion. */
function setVelocity(own: Float64Array, discsR: Float64Array, work: Advance): void {
  const { state, motionsQ, motionsR, velocity, found } = work;
  writePointMotions(state, 0, own, 0, 0, motionsQ.length / POINT_MOTION, motionsQ, 0);
  writePointMotions(state, 1, discsR, 0, 0, motionsR.length / POINT_MOTION, motionsR, 0);
  for (let k = 0; k < 3; k++) velocity[k] = motionsQ[k] - motionsR[k];
  const speedSq = velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2];
  velocity[3] = speedSq * found[0] * found[0];
  aimProjections(velocity[0], velocity[1], velocity[2], work.projectionFrame);
}

/**
 * Writes to `steps` how long the nodes are proven apart from time[0] on: along the arc, or by swept circles if the remaining
 * rotation is large.
 */
function writeTurningSteps(
  w: Workspace,
  ballsQ: Float64Array,
  discsR: Float64Array,
  ballsR: Float64Array,
  work: Advance,
): void {
  const { steps, circleStep, circlesQ, circlesR } = scratchOf(w);
  const { state, motionsQ, motionsR, withheld } = work;
  const { firstA, endA, firstB, endB } = work.opened;
  const { movedVolumes } = w;
  const left = work.found[0] - work.time[0];
  writePointMotions(state, 0, movedVolumes, DISC * firstA, DISC, endA - firstA, motionsQ, 0);
  writePointMotions(state, 1, discsR, DISC * firstB, DISC, endB - firstB, motionsR, 0);
  writeDiscSteps(work, movedVolumes, discsR, left, steps);
  if (!turnsOn(state, left)) return;
  const ratio = w.pose[RELATIVE_SCALE];
  let k = 0;
  for (let i = firstA; i < endA; i++) {
    circlesQ.set(movedVolumes, DISC * i, 1).ball[0] = ballsQ[i] * ratio;
    for (let j = firstB; j < endB; j++, k++) {
      if (steps[k] >= left) continue;
      const b = DISC * j;
      circlesR.set(discsR, b, 1).ball[0] = ballsR[j];
      writeCircleStep(state, circlesQ, circlesR, discsR, b + 3, withheld, circleStep);
      if (circleStep.time[0] * STEP_SHRINK > steps[k]) steps[k] = circleStep.time[0] * STEP_SHRINK;
    }
  }
  circlesQ.clear();
  circlesR.clear();
}
