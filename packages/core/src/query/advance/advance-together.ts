// The default method: pairs of nodes with their own times (advance-pairs.ts), and two additions for motions on which that is slow.
//
// 1. Restart. No pair is opened twice, and no pair is closed. If a body spins beside another, each face comes near once a turn:
//    after one turn every pair of faces is in the queue, and each pair steps in every later turn. Nothing touches before the time
//    of the first pair, so the queue may be discarded at any time and the roots tested again from there. Then only pairs that are
//    near now are opened. A restart pays as soon as the pairs advance more slowly than on average since the last restart, its cost
//    included (the marginal value theorem: Charnov, "Optimal foraging", Theoretical Population Biology 9, 1976).
// 2. Other methods. Where many faces are as near as the nearest (convex bodies, coincident and nested faces), one pair of convex
//    hulls proves in one test what the pairs of faces prove one by one. Where many pairs are due at nearly the same time, one test
//    of both bodies proves a longer step than separate times. So after some work the methods `hulls` (`patches` for few patches)
//    and `controlled` take turns with the pairs, and any of them may end the query. They share what they prove: all continue from
//    the latest time that one of them has reached without a contact.
//
// The query costs a small multiple of the fastest method. It depends on no clock and on no earlier query.

import { rssVolume } from '../../bounds/rss.ts';
import { FIRST_CHILD, LINKS } from '../../bvh/tree.ts';
import { installed } from '../acceleration.ts';
import { alsoUse, moveLeaf, type Workspace } from '../workspace.ts';
import { type Advance, type AdvanceEnd, advanceTo, costOf, type PairMotion } from './advance.ts';
import { advancePairs, restartPairs, startPairs } from './advance-pairs.ts';
import { clearTriangles } from './advance-triangles.ts';
import { controlledStep } from './controlled-step.ts';
import { hullsOrPatchesStep } from './hulls-step.ts';
import { InterleavedAdvance } from './interleaved-advance.ts';

// Costs are in tests of two discs.

/** Costs of the other methods: a test of two of their volumes, and of two triangles. */
const HULLS_COST = [40, 5] as const;
const CONTROLLED_COST = [20, 10] as const;
/**
 * The volumes of `controlled`. They fit flat faces more closely than discs do, so that it is as fast as the method of that name.
 */
const CONTROLLED_VOLUME = rssVolume;
/** Cost between two checks of the progress of the pairs. */
const REVIEW_COST = 4096;
/**
 * Cost after which the hulls join. Building them costs some 500 a triangle: little for small bodies; for large bodies it has to pay
 * within the query.
 */
const HULLS_AFTER = 8192;
const HULLS_AFTER_TRIANGLE = 16;
const FEW_TRIANGLES = 4096;
const HULLS_AFTER_FURTHER = 256;
/** The same for `controlled`. It has to fit volumes and is seldom the fastest, so it joins later. */
const CONTROLLED_AFTER: number = 1 << 14;
const CONTROLLED_AFTER_TRIANGLE = 16;
/**
 * The pairs call a pose function for every pair, the other methods once for both bodies. So they join earlier, at this part of the
 * cost.
 */
const AFTER_CALLS = 0.25;
/** Part of the work so far, by the pairs and by the method, that a method may spend in one turn. */
const TURN_PART = 0.125;
/**
 * Average number of steps per pair of faces after which the pairs restart, and the least number of pairs that makes a restart
 * worthwhile.
 */
const RESTART_AFTER = 8;
const LEAST_QUEUE = 64;

/** Advances the bodies prepared in `w` along a motion until they are within the threshold. */
export function advanceTogether(w: Workspace, pairMotion: PairMotion, rounding: number, work: Advance): AdvanceEnd {
  startPairs(rounding, work);
  const end = advanceInTurns(w, pairMotion, work);
  clearTriangles(w);
  return end;
}

/** The same by the installed kernels where they apply. Where these take long, the rest is as above, from the time that they have reached. */
export function advanceByKernels(w: Workspace, pairMotion: PairMotion, rounding: number, work: Advance): AdvanceEnd {
  startPairs(rounding, work);
  const end = installed.kernels?.advancePairs(w, pairMotion, work, hullsJoinAt(w, pairMotion)) ?? 'paused';
  if (end !== 'paused') {
    work.queue.clear();
    return end;
  }
  restartPairs(work);
  const later = advanceInTurns(w, pairMotion, work);
  clearTriangles(w);
  return later;
}

/** The cost of the pairs after which the hulls join. */
function hullsJoinAt({ queryBody, reference }: Workspace, { callsFunction }: PairMotion): number {
  const triangles = queryBody.tree.faces.length + reference.tree.faces.length;
  const few = Math.min(triangles, FEW_TRIANGLES);
  const cost = HULLS_AFTER + HULLS_AFTER_TRIANGLE * few + HULLS_AFTER_FURTHER * (triangles - few);
  return callsFunction ? AFTER_CALLS * cost : cost;
}

function advanceInTurns(w: Workspace, pairMotion: PairMotion, work: Advance): AdvanceEnd {
  const { queryBody, reference } = w;
  const { queue, time, floor, pause } = work;
  pause[0] = REVIEW_COST;
  let end = advancePairs(w, pairMotion, work);
  if (end !== 'paused') return end;

  const triangles = queryBody.tree.faces.length + reference.tree.faces.length;
  work.interleaved ??= [
    new InterleavedAdvance(hullsOrPatchesStep, ...HULLS_COST),
    new InterleavedAdvance(controlledStep(CONTROLLED_VOLUME), ...CONTROLLED_COST),
  ];
  const [hulls, controlled] = work.interleaved;
  const part = pairMotion.callsFunction ? AFTER_CALLS : 1;
  hulls.start(hullsJoinAt(w, pairMotion));
  controlled.start(part * (CONTROLLED_AFTER + CONTROLLED_AFTER_TRIANGLE * triangles));
  // The part of the other methods' work that `costOf` counts.
  let foreign = 0;
  // Since the last restart of the pairs: steps before it, cost and progress since it, and both at half that cost.
  let startSteps = 0;
  let spent = costOf(w, work);
  let come = time[0];
  let halfSpent = spent;
  let halfCome = come;
  while (end === 'paused') {
    const cost = costOf(w, work) - foreign;
    const next = work.fromContact ? null : nextOf(hulls, controlled, cost);
    if (next !== null) {
      const before = costOf(w, work);
      const allowance = Math.max(REVIEW_COST, TURN_PART * (cost + next.cost));
      if (next === controlled) alsoUse(w, CONTROLLED_VOLUME);
      const nextEnd = next.advance(w, pairMotion, work, allowance, Math.max(allowance, cost));
      foreign += costOf(w, work) - before;
      if (nextEnd === 'stalled') next.from = 2 * cost;
      else if (nextEnd !== 'paused') {
        work.iterations += hulls.side.iterations + controlled.side.iterations;
        return nextEnd;
      }
      if (!pairMotion.turns) moveLeaves(w, pairMotion, work);
    }
    if (come > 0 && spent >= 2 * halfSpent) {
      const isSlower = come < 2 * halfCome;
      halfSpent = spent;
      halfCome = come;
      if (isSlower && work.iterations - startSteps > RESTART_AFTER * (queue.length + LEAST_QUEUE)) {
        restartPairs(work);
        startSteps = work.iterations;
        spent = 0;
        come = 0;
        halfCome = 0;
      }
    }
    const from = Math.max(time[0], floor[0]);
    pause[0] = cost + foreign + REVIEW_COST;
    end = advancePairs(w, pairMotion, work);
    spent += costOf(w, work) - foreign - cost;
    come += time[0] - from;
    if (come === 0 || halfCome === 0) {
      halfSpent = spent;
      halfCome = come;
    }
  }
  work.iterations += hulls.side.iterations + controlled.side.iterations;
  return end;
}

/**
 * The method that may continue at this cost of the pairs: the cheapest of those that have joined and have cost no more than the
 * pairs.
 */
function nextOf(one: InterleavedAdvance, other: InterleavedAdvance, cost: number): InterleavedAdvance | null {
  const isOne = cost >= one.from && one.cost <= cost;
  const isOther = cost >= other.from && other.cost <= cost;
  if (isOne && (!isOther || one.cost <= other.cost)) return one;
  return isOther ? other : null;
}

/**
 * Without rotation, queued pairs of faces are tested in the start pose of the query body. The other methods have moved it since.
 */
function moveLeaves(w: Workspace, pairMotion: PairMotion, work: Advance): void {
  const { queryBody } = w;
  advanceTo(w, pairMotion, 0, work.state);
  const { links } = queryBody.tree;
  for (let node = 0; node < links.length / LINKS; node++)
    if (links[LINKS * node + FIRST_CHILD] === 0) moveLeaf(w, queryBody.tree, node);
}
