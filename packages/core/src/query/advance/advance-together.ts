// The default: pairs of nodes on clocks of their own (advance-pairs.ts), and two things for motions that are slow to follow so.
//
// 1. Starting over. No pair is opened twice, and none is ever closed: of a body that spins beside another each face comes near once
//    a turn, and after a turn every pair of faces is in the queue and steps at every turn. Nothing touches before the time of the
//    first, so the queue may be forgotten at any time and the roots be tested again from there: then only what is near now
//    is opened. That pays as soon as the pairs proceed more slowly than on average since the last start, its cost included (the
//    marginal value theorem: Charnov, "Optimal foraging", Theoretical Population Biology 9, 1976).
// 2. Others beside pairs. Where many faces are as near as the nearest (convex bodies, coincident and nested faces), one pair of convex
//    hulls says at once what all pairs of faces say one by one; and where all are equally soon to be tested again,
// one test of both bodies proves a longer step than separate times for each pair. So after a while the methods
// `hulls` (of few patches: `patches`) and `controlled` take turns
//    with the pairs, and any may end the query. They share what they prove: where one has come to without a contact, all go on.
//
// Whichever is the faster, the query costs a small multiple of it. Nothing depends on a clock, or on what was asked before.

import { rssVolume } from '../../bounds/rss.ts';
import { FIRST_CHILD, LINKS } from '../../bvh/tree.ts';
import { alsoUse, moveLeaf, type Workspace } from '../workspace.ts';
import { type Advance, type AdvanceEnd, costOf, goTo, type PairMotion } from './advance.ts';
import { advancePairs, restartPairs, startPairs } from './advance-pairs.ts';
import { forgetTriangles } from './advance-triangles.ts';
import { controlledStep } from './controlled-step.ts';
import { hullsOrPatchesStep } from './hulls-step.ts';
import { InterleavedAdvance } from './interleaved-advance.ts';

// Costs are in tests of two discs.

/** Of the other methods: tests of two of their volumes, and of two triangles. */
const HULLS_COST = [40, 5] as const;
const CONTROLLED_COST = [20, 10] as const;
/** The volumes of `controlled`: flat where faces are, as discs are not, so that it is as fast as the method of that name. */
const CONTROLLED_VOLUME = rssVolume;
/** Cost between two reviews of how the pairs proceed. */
const REVIEW_COST = 4096;
/**
 * Cost after which hulls are asked too. They have to be built once, at some 500 a triangle: of small bodies that is soon done, of large ones
 * it has to pay within the query.
 */
const HULLS_AFTER = 8192;
const HULLS_AFTER_TRIANGLE = 16;
const FEW_TRIANGLES = 4096;
const HULLS_AFTER_FURTHER = 256;
/** The same of `controlled`, which has volumes to fit and comes later: it is seldom the fastest. */
const CONTROLLED_AFTER: number = 1 << 14;
const CONTROLLED_AFTER_TRIANGLE = 16;
/** A pose function is called for every pair, and by the others once for both bodies: they join in earlier, at this part of the cost. */
const AFTER_CALLS = 0.25;
/** Part of what was spent so far, by the pairs and by it, that one of them may spend at a time. */
const TURN_PART = 0.125;
/** Steps a pair of faces, on average, after which pairs start over; and a least number of pairs, for that to be worth it. */
const RESTART_AFTER = 8;
const LEAST_QUEUE = 64;

/** Advances the bodies prepared in `w` along a motion until they are within the threshold. */
export function advanceTogether(w: Workspace, pairMotion: PairMotion, rounding: number, work: Advance): AdvanceEnd {
  startPairs(rounding, work);
  const end = advanceInTurns(w, pairMotion, work);
  forgetTriangles(w);
  return end;
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
  hulls.start(
    part *
      (HULLS_AFTER +
        HULLS_AFTER_TRIANGLE * Math.min(triangles, FEW_TRIANGLES) +
        HULLS_AFTER_FURTHER * Math.max(0, triangles - FEW_TRIANGLES)),
  );
  controlled.start(part * (CONTROLLED_AFTER + CONTROLLED_AFTER_TRIANGLE * triangles));
  // What `costOf` counts of the others' work.
  let foreign = 0;
  // Since the last start of the pairs: steps taken before it, what they cost, how far they came; and both when they had cost half as much.
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

/** Which of the others may go on, the pairs having cost so much: of those that have joined in and cost no more, the one that cost less. */
function nextOf(one: InterleavedAdvance, other: InterleavedAdvance, cost: number): InterleavedAdvance | null {
  const isOne = cost >= one.from && one.cost <= cost;
  const isOther = cost >= other.from && other.cost <= cost;
  if (isOne && (!isOther || one.cost <= other.cost)) return one;
  return isOther ? other : null;
}

/** Where nothing turns, pairs of faces that wait are tested where the query body started; the others have moved it since. */
function moveLeaves(w: Workspace, pairMotion: PairMotion, work: Advance): void {
  const { queryBody } = w;
  goTo(w, pairMotion, 0, work.state);
  const { links } = queryBody.tree;
  for (let node = 0; node < links.length / LINKS; node++)
    if (links[LINKS * node + FIRST_CHILD] === 0) moveLeaf(w, queryBody.tree, node);
}
