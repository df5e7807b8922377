// The pairs of triangles of a pairwise advancement. Without rotation, pairs known only by their swept projections are tested when
// their time is reached (pair-kinds.ts).

import { FIRST_TRIANGLE, LEAF_SIZE, LINKS, TRIANGLE_COUNT } from '../../bvh/tree.ts';
import { writeFaceNormal } from '../../primitive/face-normal.ts';
import {
  distanceTriangleTriangle,
  WITNESS_LIMIT,
  WITNESS_SIZE,
  WITNESS_SQ,
} from '../../primitive/triangle-triangle-distance.ts';
import { ADVANCE_TRIANGLES_SLOT } from '../scratch-slots.ts';
import { moveLeaf, perWorkspace, TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { type Advance, type AdvanceEnd, advanceTo, type PairMotion, poseTriangle } from './advance.ts';
import { STEP_SHRINK } from './disc-steps.ts';
import { asTriangle } from './pair-kinds.ts';
import { DirectionScratch, FINE_GAP, refineDirection } from './parting-direction.ts';
import { POINT_MOTION, writePointMotions } from './point-motion.ts';
import { CirclePoints, CircleStep, turnsOn, writeCircleStep } from './swept-circle-steps.ts';
import { depthBetween, PROJECTION, passes, writeProjections } from './swept-projections.ts';
import { TriangleMotion, writeFirstStep, writeTriangleStep } from './triangle-steps.ts';

/** Number of steps of one pair of triangles after which the query gives up on an approach that is too flat to end. */
const MOST_STEPS = 4096;

/** Scratch of one query. */
class Scratch {
  readonly projectionsQ: Float64Array = new Float64Array(PROJECTION * LEAF_SIZE);
  readonly projectionsR: Float64Array = new Float64Array(PROJECTION * LEAF_SIZE);
  readonly direction: Float64Array = new Float64Array(3);
  readonly directions: DirectionScratch = new DirectionScratch();
  /** [0]: a step that leads beyond the contact found so far. */
  readonly enough: Float64Array = new Float64Array(1);
  readonly step: Float64Array = new Float64Array(2);
  readonly circleStep: CircleStep = new CircleStep();
  readonly waiting: Float64Array = new Float64Array(1);
  readonly withheldOnLeaving: Float64Array = new Float64Array(1);
  readonly posed: Float64Array = new Float64Array(9);
  readonly witness: Float64Array = new Float64Array(WITNESS_SIZE);
  /** The two current triangles, and their corners as points on circles. */
  readonly triangleQ: TriangleMotion = new TriangleMotion();
  readonly triangleR: TriangleMotion = new TriangleMotion();
  readonly circlesQ: CirclePoints = new CirclePoints();
  readonly circlesR: CirclePoints = new CirclePoints();
}

const scratchOf = perWorkspace(ADVANCE_TRIANGLES_SLOT, () => new Scratch());

/** Releases the current triangles. */
export function clearTriangles(w: Workspace): void {
  const { triangleQ, triangleR, circlesQ, circlesR } = scratchOf(w);
  triangleQ.clear();
  triangleR.clear();
  circlesQ.clear();
  circlesR.clear();
}

/** Queues the pairs of triangles of two leaves. */
export function queueTriangles(
  w: Workspace,
  leafQ: number,
  leafR: number,
  turns: boolean,
  now: number,
  work: Advance,
): void {
  const { queryBody, reference } = w;
  const { projectionsQ, projectionsR, direction, enough, step, circleStep, waiting } = scratchOf(w);
  const { triangleQ, triangleR, circlesQ, circlesR } = scratchOf(w);
  const { queue, state, found, time, motionsQ, motionsR } = work;
  const horizon = found[0];
  moveLeaf(w, queryBody.tree, leafQ);
  const m = w.movedCorners;
  const r = reference.tree.triangles;
  const firstQ = queryBody.tree.links[LINKS * leafQ + FIRST_TRIANGLE];
  const countQ = queryBody.tree.links[LINKS * leafQ + TRIANGLE_COUNT];
  const firstR = reference.tree.links[LINKS * leafR + FIRST_TRIANGLE];
  const countR = reference.tree.links[LINKS * leafR + TRIANGLE_COUNT];
  const least = time[0];
  enough[0] = (horizon - now) / STEP_SHRINK;
  const usesCircles = turns && turnsOn(state, horizon - now);
  if (turns) {
    writePointMotions(state, 0, m, 9 * firstQ, 3, 3 * countQ, motionsQ, 0);
    writePointMotions(state, 1, r, 9 * firstR, 3, 3 * countR, motionsR, 0);
  } else {
    writeProjections(work.projectionFrame, m, firstQ, countQ, projectionsQ);
    writeProjections(work.projectionFrame, r, firstR, countR, projectionsR);
  }
  triangleQ.set(m, 0, motionsQ, 0);
  triangleR.set(r, 0, motionsR, 0);
  for (let i = 0; i < countQ; i++) {
    for (let j = 0; j < countR; j++) {
      const b = 9 * (firstR + j);
      if (!turns) {
        if (passes(projectionsQ, PROJECTION * i, projectionsR, PROJECTION * j, work.withheld[0])) continue;
        waiting[0] =
          depthBetween(
            work.projectionFrame,
            projectionsQ,
            PROJECTION * i,
            projectionsR,
            PROJECTION * j,
            work.withheld[0],
          ) * STEP_SHRINK;
        if (waiting[0] > least) {
          // Half of these are never needed.
          if (waiting[0] < horizon) queue.push(waiting, 0, asTriangle(firstQ + i), firstR + j);
          continue;
        }
      }
      w.counters[TRIANGLE_TESTS]++;
      triangleQ.at = 9 * (firstQ + i);
      triangleQ.motion = 3 * POINT_MOTION * i;
      triangleR.at = b;
      triangleR.motion = 3 * POINT_MOTION * j;
      writeFirstStep(triangleQ, triangleR, work.withheld, turns, enough, step);
      if (usesCircles && now + step[0] * STEP_SHRINK < horizon) {
        writeFaceNormal(r, b, direction, 0);
        writeCircleStep(
          state,
          circlesQ.set(m, triangleQ.at, 3),
          circlesR.set(r, b, 3),
          direction,
          0,
          work.withheld,
          circleStep,
        );
        if (circleStep.time[0] > step[0]) step[0] = circleStep.time[0];
      }
      const until = now + step[0] * STEP_SHRINK;
      if (until >= horizon) continue;
      waiting[0] = until > least ? until : least;
      queue.push(waiting, 0, asTriangle(firstQ + i), asTriangle(firstR + j));
    }
  }
}

/**
 * The first test of two triangles that wait for the depth between them; without rotation. Writes to out[0] the time until which
 * they are proven apart, at least time[0].
 */
export function writeLateTest(w: Workspace, slotQ: number, slotR: number, work: Advance, out: Float64Array): void {
  const { reference } = w;
  const { enough, step, triangleQ, triangleR } = scratchOf(w);
  const { found, time, motionsQ, motionsR } = work;
  w.counters[TRIANGLE_TESTS]++;
  enough[0] = found[0] / STEP_SHRINK;
  triangleQ.set(w.movedCorners, 9 * slotQ, motionsQ, 0);
  triangleR.set(reference.tree.triangles, 9 * slotR, motionsR, 0);
  writeFirstStep(triangleQ, triangleR, work.withheld, false, enough, step);
  const until = step[0] * STEP_SHRINK;
  out[0] = until > time[0] ? until : time[0];
}

/**
 * Whether two triangles are proven apart for a duration that starts at the time of work.state. They may be close, but do not touch.
 */
export function departs(w: Workspace, slotQ: number, slotR: number, work: Advance, duration: number): boolean {
  const { reference } = w;
  const { posed, enough, step, triangleQ, triangleR } = scratchOf(w);
  const { state, motionsQ, motionsR } = work;
  const r = reference.tree.triangles;
  const b = 9 * slotR;
  poseTriangle(w, slotQ, state, 0, posed);
  writePointMotions(state, 0, posed, 0, 3, 3, motionsQ, 0);
  writePointMotions(state, 1, r, b, 3, 3, motionsR, 0);
  enough[0] = duration / STEP_SHRINK;
  triangleQ.set(posed, 0, motionsQ, 0);
  triangleR.set(r, b, motionsR, 0);
  writeFirstStep(triangleQ, triangleR, work.withheld, true, enough, step);
  return step[0] * STEP_SHRINK >= duration;
}

/** Makes two triangles the contact of `work` at a time, with the poses in side.state. */
export function settleAt(w: Workspace, slotQ: number, slotR: number, side: Advance, at: number, work: Advance): void {
  const { reference } = w;
  const { posed, witness } = scratchOf(w);
  poseTriangle(w, slotQ, side.state, 0, posed);
  measure(w, posed, reference.tree.triangles, 9 * slotR);
  work.time[0] = at;
  settle(w, work, slotQ, slotR, Math.sqrt(witness[WITNESS_SQ]));
}

/** Advances two triangles from time[0] on until they are in contact or another pair is earlier. */
export function advanceTriangles(
  w: Workspace,
  slotQ: number,
  slotR: number,
  pairMotion: PairMotion,
  work: Advance,
): AdvanceEnd | 'later' {
  const { reference } = w;
  const { direction, directions, step, circleStep, withheldOnLeaving, posed, witness } = scratchOf(w);
  const { triangleQ, triangleR, circlesQ, circlesR } = scratchOf(w);
  const { queue, state, wanted, found, time, motionsQ, motionsR } = work;
  const r = reference.tree.triangles;
  const b = 9 * slotR;
  triangleQ.set(posed, 0, motionsQ, 0);
  triangleR.set(r, b, motionsR, 0);
  for (let taken = 0; taken < MOST_STEPS; taken++) {
    work.iterations++;
    // A step of triangles counts as a test: bodies that pass each other closely for many turns take many steps.
    const spent = w.counters[VOLUME_TESTS] + work.iterations;
    if (spent >= w.budget.checkpoint[0] && !w.budget.mayGoOn(spent + 1)) {
      found[0] = time[0];
      return 'out-of-budget';
    }
    poseTriangleAt(w, slotQ, pairMotion, time[0], work);
    measure(w, posed, r, b);
    if (pairMotion.turns) {
      writePointMotions(state, 0, posed, 0, 3, 3, motionsQ, 0);
      writePointMotions(state, 1, r, b, 3, 3, motionsR, 0);
    }
    for (let k = 0; k < 3; k++) direction[k] = witness[3 + k] - witness[k];
    const gap = Math.sqrt(witness[WITNESS_SQ]);
    const start = work.fromContact && gap <= wanted[0] ? gapAtStart(w, slotQ, r, b, pairMotion, work) : Infinity;
    // Triangles that start within the threshold are in contact at half their first gap. A quarter of it is kept as a margin.
    const leaving = start <= wanted[0] && gap > start / 2;
    if (gap <= wanted[0] && !leaving) {
      settle(w, work, slotQ, slotR, gap);
      return 'contact';
    }
    withheldOnLeaving[0] = work.rounding[0] + start / 4;
    const withheld = leaving ? withheldOnLeaving : work.withheld;
    writeTriangleStep(triangleQ, triangleR, direction, withheld, step);
    if (gap < FINE_GAP * w.scale[0] && step[1] < (gap - withheld[0]) / 2) {
      refineDirection(posed, 0, r, b, directions, direction);
      writeTriangleStep(triangleQ, triangleR, direction, withheld, step);
    }
    if (pairMotion.turns && turnsOn(state, found[0] - time[0])) {
      writeCircleStep(state, circlesQ.set(posed, 0, 3), circlesR.set(r, b, 3), direction, 0, withheld, circleStep);
      if (circleStep.time[0] > step[0]) step[0] = circleStep.time[0];
    }
    const until = time[0] + step[0] * STEP_SHRINK;
    if (until >= found[0]) return 'later';
    if (!(until > time[0])) {
      settle(w, work, slotQ, slotR, gap);
      return gap <= wanted[0] ? 'contact' : 'stuck';
    }
    time[0] = until;
    if (until > queue.next[0]) {
      queue.push(time, 0, asTriangle(slotQ), asTriangle(slotR));
      return 'later';
    }
  }
  settle(w, work, slotQ, slotR, Math.sqrt(witness[WITNESS_SQ]));
  return 'stuck';
}

function settle(w: Workspace, work: Advance, slotQ: number, slotR: number, gap: number): void {
  const { witness } = scratchOf(w);
  work.found[0] = work.time[0];
  work.found[1] = gap;
  work.slotQuery = slotQ;
  work.slotReference = slotR;
  for (let k = 0; k < 6; k++) work.points[k] = witness[k];
}

function measure(w: Workspace, a: Float64Array, r: Float64Array, b: number): void {
  const { witness } = scratchOf(w);
  w.counters[TRIANGLE_TESTS]++;
  witness[WITNESS_LIMIT] = Infinity;
  distanceTriangleTriangle(a, 0, r, b, witness);
}

/** The distance of two triangles at time 0; the state does not change. */
function gapAtStart(
  w: Workspace,
  slotQ: number,
  r: Float64Array,
  b: number,
  pairMotion: PairMotion,
  work: Advance,
): number {
  const { posed, witness } = scratchOf(w);
  const kept = witness.slice();
  poseTriangleAt(w, slotQ, pairMotion, 0, work);
  measure(w, posed, r, b);
  const start = Math.sqrt(witness[WITNESS_SQ]);
  poseTriangleAt(w, slotQ, pairMotion, work.time[0], work);
  witness.set(kept);
  return start;
}

/** The same at a time of the motion. Without rotation, the bodies stay in their poses and the triangle moves. */
function poseTriangleAt(w: Workspace, slot: number, pairMotion: PairMotion, at: number, work: Advance): void {
  const { posed } = scratchOf(w);
  if (pairMotion.turns) advanceTo(w, pairMotion, at, work.state);
  if (pairMotion.callsFunction) work.calls++;
  poseTriangle(w, slot, work.state, pairMotion.turns ? 0 : at, posed);
}
