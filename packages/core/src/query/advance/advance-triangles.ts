// The pairs of triangles of a pairwise advancement. Where nothing turns, those that have only been seen as shadows are first tested
// when their time has come (pair-kinds.ts).

import { FIRST_TRIANGLE, LEAF_SIZE, LINKS, TRIANGLE_COUNT } from '../../bvh/tree.ts';
import { writeFaceNormal } from '../../primitive/face-normal.ts';
import {
  distanceTriangleTriangle,
  WITNESS_LIMIT,
  WITNESS_SIZE,
  WITNESS_SQ,
} from '../../primitive/triangle-triangle-distance.ts';
import { moveLeaf, perWorkspace, TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { type Advance, type AdvanceEnd, type Course, goTo, placeTriangle } from './advance.ts';
import { STEP_SHRINK } from './disc-steps.ts';
import { asTriangle } from './pair-kinds.ts';
import { FINE_GAP, refineDirection } from './parting-direction.ts';
import { POINT_MOTION, writePointMotions } from './point-motion.ts';
import { RingPoints, turnsOn, writeRingStep } from './swept-circle-steps.ts';
import { depthBetween, passes, SHADOW, writeShadows } from './swept-projections.ts';
import { MovingTriangle, writeFirstStep, writeTriangleStep } from './triangle-steps.ts';

/** Steps of one pair of triangles after which an approach too flat to end is left as it is. */
const MOST_STEPS = 4096;

/** What one query works with. */
class Scratch {
  readonly shadowsM: Float64Array = new Float64Array(SHADOW * LEAF_SIZE);
  readonly shadowsR: Float64Array = new Float64Array(SHADOW * LEAF_SIZE);
  readonly direction: Float64Array = new Float64Array(3);
  /** [0]: a step that goes beyond what was found already. */
  readonly enough: Float64Array = new Float64Array(1);
  readonly step: Float64Array = new Float64Array(2);
  readonly ring: Float64Array = new Float64Array(1);
  readonly waiting: Float64Array = new Float64Array(1);
  readonly lostByLeaving: Float64Array = new Float64Array(1);
  readonly placed: Float64Array = new Float64Array(9);
  readonly witness: Float64Array = new Float64Array(WITNESS_SIZE);
  /** The two triangles in hand, and their corners as points on circles. */
  readonly triangleM: MovingTriangle = new MovingTriangle();
  readonly triangleR: MovingTriangle = new MovingTriangle();
  readonly ringM: RingPoints = new RingPoints();
  readonly ringR: RingPoints = new RingPoints();
}

const scratchOf = perWorkspace(() => new Scratch());

/** Lets go of the triangles in hand. */
export function forgetTriangles(w: Workspace): void {
  const { triangleM, triangleR, ringM, ringR } = scratchOf(w);
  triangleM.clear();
  triangleR.clear();
  ringM.clear();
  ringR.clear();
}

/** Queues the pairs of triangles of two leaves. */
export function queueTriangles(
  w: Workspace,
  leafM: number,
  leafR: number,
  turns: boolean,
  now: number,
  work: Advance,
): void {
  const { queryBody, reference } = w;
  const { shadowsM, shadowsR, direction, enough, step, ring, waiting } = scratchOf(w);
  const { triangleM, triangleR, ringM, ringR } = scratchOf(w);
  const { queue, state, found, time, motionsM, motionsR } = work;
  const horizon = found[0];
  moveLeaf(w, queryBody.tree, leafM);
  const m = w.movedCorners;
  const r = reference.tree.triangles;
  const firstM = queryBody.tree.links[LINKS * leafM + FIRST_TRIANGLE];
  const countM = queryBody.tree.links[LINKS * leafM + TRIANGLE_COUNT];
  const firstR = reference.tree.links[LINKS * leafR + FIRST_TRIANGLE];
  const countR = reference.tree.links[LINKS * leafR + TRIANGLE_COUNT];
  const least = time[0];
  enough[0] = (horizon - now) / STEP_SHRINK;
  const rings = turns && turnsOn(state, horizon - now);
  if (turns) {
    writePointMotions(state, 0, m, 9 * firstM, 3, 3 * countM, motionsM, 0);
    writePointMotions(state, 1, r, 9 * firstR, 3, 3 * countR, motionsR, 0);
  } else {
    writeShadows(work.shadowFrame, m, firstM, countM, shadowsM);
    writeShadows(work.shadowFrame, r, firstR, countR, shadowsR);
  }
  triangleM.set(m, 0, motionsM, 0);
  triangleR.set(r, 0, motionsR, 0);
  for (let i = 0; i < countM; i++) {
    for (let j = 0; j < countR; j++) {
      const b = 9 * (firstR + j);
      if (!turns) {
        if (passes(shadowsM, SHADOW * i, shadowsR, SHADOW * j, work.lost[0])) continue;
        waiting[0] =
          depthBetween(work.shadowFrame, shadowsM, SHADOW * i, shadowsR, SHADOW * j, work.lost[0]) * STEP_SHRINK;
        if (waiting[0] > least) {
          // Half of these are never asked for.
          if (waiting[0] < horizon) queue.push(waiting, 0, asTriangle(firstM + i), firstR + j);
          continue;
        }
      }
      w.counters[TRIANGLE_TESTS]++;
      triangleM.at = 9 * (firstM + i);
      triangleM.motion = 3 * POINT_MOTION * i;
      triangleR.at = b;
      triangleR.motion = 3 * POINT_MOTION * j;
      writeFirstStep(triangleM, triangleR, work.lost, turns, enough, step);
      if (rings && now + step[0] * STEP_SHRINK < horizon) {
        writeFaceNormal(r, b, direction, 0);
        writeRingStep(state, ringM.set(m, triangleM.at, 3), ringR.set(r, b, 3), direction, 0, work.lost, ring);
        if (ring[0] > step[0]) step[0] = ring[0];
      }
      const until = now + step[0] * STEP_SHRINK;
      if (until >= horizon) continue;
      waiting[0] = until > least ? until : least;
      queue.push(waiting, 0, asTriangle(firstM + i), asTriangle(firstR + j));
    }
  }
}

/**
 * The first look at two triangles that wait for the depth between them, where nothing turns. Writes to out[0] the time until
 * which they are proven apart; that is time[0] at least.
 */
export function writeLateLook(w: Workspace, placeM: number, placeR: number, work: Advance, out: Float64Array): void {
  const { reference } = w;
  const { enough, step, triangleM, triangleR } = scratchOf(w);
  const { found, time, motionsM, motionsR } = work;
  w.counters[TRIANGLE_TESTS]++;
  enough[0] = found[0] / STEP_SHRINK;
  triangleM.set(w.movedCorners, 9 * placeM, motionsM, 0);
  triangleR.set(reference.tree.triangles, 9 * placeR, motionsR, 0);
  writeFirstStep(triangleM, triangleR, work.lost, false, enough, step);
  const until = step[0] * STEP_SHRINK;
  out[0] = until > time[0] ? until : time[0];
}

/**
 * Whether two triangles are proven apart for a duration from the time on that the bodies are at, in work.state: near as they may be, they
 * never touch.
 */
export function departs(w: Workspace, placeM: number, placeR: number, work: Advance, duration: number): boolean {
  const { reference } = w;
  const { placed, enough, step, triangleM, triangleR } = scratchOf(w);
  const { state, motionsM, motionsR } = work;
  const r = reference.tree.triangles;
  const b = 9 * placeR;
  placeTriangle(w, placeM, state, 0, placed);
  writePointMotions(state, 0, placed, 0, 3, 3, motionsM, 0);
  writePointMotions(state, 1, r, b, 3, 3, motionsR, 0);
  enough[0] = duration / STEP_SHRINK;
  triangleM.set(placed, 0, motionsM, 0);
  triangleR.set(r, b, motionsR, 0);
  writeFirstStep(triangleM, triangleR, work.lost, true, enough, step);
  return step[0] * STEP_SHRINK >= duration;
}

/** Makes two triangles the contact of `work`, where the bodies are at a time, in side.state. */
export function settleAt(w: Workspace, placeM: number, placeR: number, side: Advance, at: number, work: Advance): void {
  const { reference } = w;
  const { placed, witness } = scratchOf(w);
  placeTriangle(w, placeM, side.state, 0, placed);
  measure(w, placed, reference.tree.triangles, 9 * placeR);
  work.time[0] = at;
  settle(w, work, placeM, placeR, Math.sqrt(witness[WITNESS_SQ]));
}

/** Advances two triangles from time[0] on, until they are in contact or others come first. */
export function advanceTriangles(
  w: Workspace,
  placeM: number,
  placeR: number,
  course: Course,
  work: Advance,
): AdvanceEnd | 'later' {
  const { reference } = w;
  const { direction, step, ring, lostByLeaving, placed, witness } = scratchOf(w);
  const { triangleM, triangleR, ringM, ringR } = scratchOf(w);
  const { queue, state, wanted, found, time, motionsM, motionsR } = work;
  const r = reference.tree.triangles;
  const b = 9 * placeR;
  triangleM.set(placed, 0, motionsM, 0);
  triangleR.set(r, b, motionsR, 0);
  for (let taken = 0; taken < MOST_STEPS; taken++) {
    work.iterations++;
    // A step of triangles counts as a test: bodies that pass each other closely for many turns take many.
    const spent = w.counters[VOLUME_TESTS] + work.iterations;
    if (spent >= w.budget.checkpoint[0] && !w.budget.mayGoOn(spent + 1)) {
      found[0] = time[0];
      return 'out-of-budget';
    }
    placeTriangleAt(w, placeM, course, time[0], work);
    measure(w, placed, r, b);
    if (course.turns) {
      writePointMotions(state, 0, placed, 0, 3, 3, motionsM, 0);
      writePointMotions(state, 1, r, b, 3, 3, motionsR, 0);
    }
    for (let k = 0; k < 3; k++) direction[k] = witness[3 + k] - witness[k];
    const gap = Math.sqrt(witness[WITNESS_SQ]);
    const start = work.fromContact && gap <= wanted[0] ? gapAtStart(w, placeM, r, b, course, work) : Infinity;
    // What started within the threshold counts from half its first gap on, and keeps a quarter of it in hand.
    const leaving = start <= wanted[0] && gap > start / 2;
    if (gap <= wanted[0] && !leaving) {
      settle(w, work, placeM, placeR, gap);
      return 'contact';
    }
    lostByLeaving[0] = work.rounding[0] + start / 4;
    const lost = leaving ? lostByLeaving : work.lost;
    writeTriangleStep(triangleM, triangleR, direction, lost, step);
    if (gap < FINE_GAP * w.scale[0] && step[1] < (gap - lost[0]) / 2) {
      refineDirection(placed, 0, r, b, direction);
      writeTriangleStep(triangleM, triangleR, direction, lost, step);
    }
    if (course.turns && turnsOn(state, found[0] - time[0])) {
      writeRingStep(state, ringM.set(placed, 0, 3), ringR.set(r, b, 3), direction, 0, lost, ring);
      if (ring[0] > step[0]) step[0] = ring[0];
    }
    const until = time[0] + step[0] * STEP_SHRINK;
    if (until >= found[0]) return 'later';
    if (!(until > time[0])) {
      settle(w, work, placeM, placeR, gap);
      return gap <= wanted[0] ? 'contact' : 'stuck';
    }
    time[0] = until;
    if (until > queue.next[0]) {
      queue.push(time, 0, asTriangle(placeM), asTriangle(placeR));
      return 'later';
    }
  }
  settle(w, work, placeM, placeR, Math.sqrt(witness[WITNESS_SQ]));
  return 'stuck';
}

function settle(w: Workspace, work: Advance, placeM: number, placeR: number, gap: number): void {
  const { witness } = scratchOf(w);
  work.found[0] = work.time[0];
  work.found[1] = gap;
  work.placeMoving = placeM;
  work.placeResting = placeR;
  for (let k = 0; k < 6; k++) work.points[k] = witness[k];
}

function measure(w: Workspace, a: Float64Array, r: Float64Array, b: number): void {
  const { witness } = scratchOf(w);
  w.counters[TRIANGLE_TESTS]++;
  witness[WITNESS_LIMIT] = Infinity;
  distanceTriangleTriangle(a, 0, r, b, witness);
}

/** The distance of two triangles at time 0; everything is left as it was. */
function gapAtStart(w: Workspace, placeM: number, r: Float64Array, b: number, course: Course, work: Advance): number {
  const { placed, witness } = scratchOf(w);
  const kept = witness.slice();
  placeTriangleAt(w, placeM, course, 0, work);
  measure(w, placed, r, b);
  const start = Math.sqrt(witness[WITNESS_SQ]);
  placeTriangleAt(w, placeM, course, work.time[0], work);
  witness.set(kept);
  return start;
}

/** The same at a time of the course. Where nothing turns, the bodies stay where they are and the triangle goes on. */
function placeTriangleAt(w: Workspace, place: number, course: Course, at: number, work: Advance): void {
  const { placed } = scratchOf(w);
  if (course.turns) goTo(w, course, at, work.state);
  if (course.callsFunction) work.calls++;
  placeTriangle(w, place, work.state, course.turns ? 0 : at, placed);
}
