// Pairwise advancement: every pair of nodes runs on a clock of its own.
//
// Conservative advancement stops both bodies at one time, finds the shortest step that any pair of nodes allows there,
// and starts again from the roots (FAST, C²A). Here a pair that is proven apart until T is not looked at before T: it waits
// in a queue by that time. The first pair of the queue is opened there, its children are proven apart until some later
// times, and wait in turn; two triangles are advanced until they are within the threshold. The first pair of triangles
// that is, is the first of all, since every other pair waits for a later time. No pair is opened twice, and none that is
// proven apart beyond the time of contact is opened at all.
//
// Bodies that do not turn are the special case in which nothing but one vector changes: all pairs are then compared where
// they start, with steps that are exact for what goes straight on, and only pairs of triangles are moved.

import { DISC } from '../../bounds/disc.ts';
import { LEAF_SIZE, LINKS, MOST_CHILDREN } from '../../bvh/tree.ts';
import type { Model } from '../../model/model.ts';
import {
  MOVING_ANGULAR,
  MOVING_LOOSE,
  MOVING_VELOCITY,
  RESTING_ANGULAR,
  RESTING_LOOSE,
  RESTING_VELOCITY,
  STATE_SIZE,
} from '../../motion/relative-motion.ts';
import {
  distanceTriangleTriangle,
  WITNESS_LIMIT,
  WITNESS_SIZE,
  WITNESS_SQ,
} from '../../primitive/triangle-triangle-distance.ts';
import { RELATIVE_ERROR, RELATIVE_SCALE, RELATIVE_SIZE } from '../../scalar/pose.ts';
import { moveDiscOf } from '../moved-volumes.ts';
import { moveLeaf, TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { STEP_SHRINK, writeDiscSteps } from './disc-steps.ts';
import { PairQueue } from './pair-queue.ts';
import { POINT_MOTION, writePointMotions } from './point-motion.ts';
import { RING_TURN, writeRingStep } from './ring-steps.ts';
import { aimShadows, passes, SHADOW, writeShadows } from './shadows.ts';
import { ballRadii, writeStraightSteps } from './straight-steps.ts';
import { writeFirstStep, writeTriangleStep } from './triangle-steps.ts';

/** Nodes are opened together while the smaller is at least this part of the larger. */
const ALIKE = 1;

/** Steps of one pair of triangles after which an approach too flat to end is left as it is. */
const MOST_STEPS = 256;

/** Where two bodies are at any time, and how they move then. */
export interface Course {
  /** Whether a body turns, or may. */
  readonly turns: boolean;
  /** Writes the state at `time`, STATE_SIZE numbers. */
  stateAt(time: number, out: Float64Array): void;
}

/**
 * `contact`: two triangles are within the threshold at `time`. `stuck`: so flat an approach that it was left at `time`,
 * before any contact. `free`: nothing touches before the end.
 */
export type AdvanceEnd = 'contact' | 'free' | 'stuck' | 'out-of-budget';

/** What an advancement is asked, and what it has found; lengths in the resting unit. */
export class Advance {
  /** [0]: gap of two triangles that counts as contact. [1]: the end of the course. */
  readonly wanted: Float64Array = new Float64Array(2);
  /** Features that start within the threshold count from half their first gap on. */
  fromContact = false;
  /** [0]: nothing touches before this time. [1]: the gap of the deciding triangles there, at most. */
  readonly found: Float64Array = new Float64Array(2);
  /** Witness points of the deciding triangles in the resting frame at found[0], the moving body's first. */
  readonly points: Float64Array = new Float64Array(6);
  placeMoving = -1;
  placeResting = -1;
  /** The faces with which a contact is proven. */
  crossingMoving = -1;
  crossingResting = -1;
  /** Distances of triangles computed: steps that a pair took. */
  iterations = 0;

  readonly queue: PairQueue = new PairQueue();
  /** [0]: the time of the pair that is looked at. */
  readonly time: Float64Array = new Float64Array(1);
  /** [0]: how far a gap can be computed too large. */
  readonly rounding: Float64Array = new Float64Array(1);
  /** [0]: the same and half the threshold: a step ends before the contact, and not just at it. */
  readonly lost: Float64Array = new Float64Array(1);
  readonly state: Float64Array = new Float64Array(STATE_SIZE);
}

const motionsM = new Float64Array(POINT_MOTION * Math.max(MOST_CHILDREN, 3 * LEAF_SIZE));
const motionsR = new Float64Array(POINT_MOTION * Math.max(MOST_CHILDREN, 3 * LEAF_SIZE));
const shadowsM = new Float64Array(SHADOW * LEAF_SIZE);
const shadowsR = new Float64Array(SHADOW * LEAF_SIZE);
const steps = new Float64Array(MOST_CHILDREN * MOST_CHILDREN);
const direction = new Float64Array(3);
/** [0]: a step that goes beyond what was found already. */
const enough = new Float64Array(1);
const step = new Float64Array(2);
const ring = new Float64Array(1);
/** Of the moving body seen from the resting one, where nothing turns. */
const velocity = new Float64Array(3);
const lostByLeaving = new Float64Array(1);
const placed = new Float64Array(9);
const witness = new Float64Array(WITNESS_SIZE);

/** Advances the bodies prepared in `w` along a course until they are within the threshold. */
export function advancePairs(
  w: Workspace,
  moving: Model,
  resting: Model,
  course: Course,
  rounding: number,
  work: Advance,
): AdvanceEnd {
  const linksM = moving.tree.links;
  const linksR = resting.tree.links;
  const own = moving.volumes('disc');
  const discsR = resting.volumes('disc');
  const { queue, state, wanted, found, time } = work;
  const { budget, counters } = w;
  const { turns } = course;
  const horizon = wanted[1];
  const ratio = w.pose[RELATIVE_SCALE];
  work.rounding[0] = rounding;
  work.lost[0] = rounding + wanted[0] / 2;
  work.placeMoving = -1;
  work.placeResting = -1;
  work.iterations = 0;
  queue.clear();
  time[0] = 0;
  goTo(w, course, 0, state);
  let now = 0;
  const ballsM = ballRadii(own);
  const ballsR = ballRadii(discsR);
  if (!turns) {
    // All points of a body move alike.
    writePointMotions(state, 0, own, 0, 0, motionsM.length / POINT_MOTION, motionsM, 0);
    writePointMotions(state, 1, discsR, 0, 0, motionsR.length / POINT_MOTION, motionsR, 0);
    for (let k = 0; k < 3; k++) velocity[k] = motionsM[k] - motionsR[k];
    aimShadows(velocity[0], velocity[1], velocity[2]);
  }
  found[0] = horizon;
  if (horizon > 0) queue.push(time, 0, 0, 0);
  while (queue.length > 0) {
    time[0] = queue.next[0];
    const first = queue.first;
    const second = queue.second;
    if (first < 0) {
      queue.pop();
      const end = advanceTriangles(w, moving, -1 - first, resting, -1 - second, course, work);
      now = turns ? Number.NaN : 0; // the state has gone on with the triangles
      if (end !== 'later') return end;
      continue;
    }
    const spent = counters[VOLUME_TESTS] + work.iterations;
    if (spent >= budget.checkpoint[0] && !budget.mayGoOn(spent + 1)) {
      found[0] = time[0];
      return 'out-of-budget';
    }
    if (turns && now !== time[0]) {
      now = time[0];
      goTo(w, course, now, state);
    }
    const childM = linksM[LINKS * first];
    const childR = linksR[LINKS * second];
    if (childM === 0 && childR === 0) {
      queue.pop();
      queueTriangles(w, moving, first, resting, second, turns, now, work);
      continue;
    }
    const sizeM = own[DISC * first + 7] * ratio;
    const sizeR = discsR[DISC * second + 7];
    const openM = childM !== 0 && (childR === 0 || sizeM * ALIKE >= sizeR);
    const openR = childR !== 0 && (childM === 0 || sizeR * ALIKE >= sizeM);
    const firstM = openM ? childM : first;
    const endM = openM ? linksM[LINKS * first + 3] : first + 1;
    const firstR = openR ? childR : second;
    const endR = openR ? linksR[LINKS * second + 3] : second + 1;
    for (let k = firstM; k < endM; k++) moveDiscOf(w, own, k);
    if (turns) {
      writePointMotions(state, 0, w.movedVolumes, DISC * firstM, DISC, endM - firstM, motionsM, 0);
      writePointMotions(state, 1, discsR, DISC * firstR, DISC, endR - firstR, motionsR, 0);
    }
    counters[VOLUME_TESTS] += (endM - firstM) * (endR - firstR);
    const { movedVolumes } = w;
    if (turns) {
      writeDiscSteps(
        state,
        movedVolumes,
        motionsM,
        firstM,
        endM,
        discsR,
        motionsR,
        firstR,
        endR,
        work.lost,
        found[0] - now,
        steps,
      );
    } else {
      writeStraightSteps(
        velocity,
        movedVolumes,
        ballsM,
        ratio,
        firstM,
        endM,
        discsR,
        ballsR,
        firstR,
        endR,
        work.lost,
        steps,
      );
    }
    const rings = turns && turnsOn(state, found[0] - now);
    let k = 0;
    let isFirst = true;
    for (let i = firstM; i < endM; i++) {
      for (let j = firstR; j < endR; j++, k++) {
        if (rings && now + steps[k] < found[0]) {
          writeRingStep(
            state,
            movedVolumes,
            DISC * i,
            1,
            ballsM[i] * ratio,
            discsR,
            DISC * j,
            1,
            ballsR[j],
            discsR,
            DISC * j + 3,
            work.lost,
            ring,
          );
          if (ring[0] * STEP_SHRINK > steps[k]) steps[k] = ring[0] * STEP_SHRINK;
        }
        const until = now + steps[k];
        if (until >= found[0]) continue;
        // A parent may have been proven apart for longer than its children are.
        steps[k] = until > time[0] ? until : time[0];
        if (isFirst) queue.replace(steps, k, i, j);
        else queue.push(steps, k, i, j);
        isFirst = false;
      }
    }
    if (isFirst) queue.pop();
  }
  return 'free';
}

/** Whether so much of a turn is left that rings are worth asking for. A pose function may turn about any axis: no rings. */
function turnsOn(state: Float64Array, duration: number): boolean {
  if (state[MOVING_LOOSE + 1] > 0 || state[RESTING_LOOSE + 1] > 0) return false;
  let moving = 0;
  let resting = 0;
  for (let k = 0; k < 3; k++) {
    moving += state[MOVING_ANGULAR + k] * state[MOVING_ANGULAR + k];
    resting += state[RESTING_ANGULAR + k] * state[RESTING_ANGULAR + k];
  }
  return (Math.sqrt(moving) + Math.sqrt(resting)) * duration > RING_TURN;
}

/** The normal of the triangle t[i…], of its own length. */
function writeFaceNormal(t: Float64Array, i: number, out: Float64Array): void {
  const ux = t[i + 3] - t[i];
  const uy = t[i + 4] - t[i + 1];
  const uz = t[i + 5] - t[i + 2];
  const vx = t[i + 6] - t[i];
  const vy = t[i + 7] - t[i + 1];
  const vz = t[i + 8] - t[i + 2];
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
}

/** Brings the bodies where they are at a time. */
export function goTo(w: Workspace, course: Course, at: number, state: Float64Array): void {
  course.stateAt(at, state);
  for (let k = 0; k < RELATIVE_SIZE; k++) w.pose[k] = state[k];
  w.coordinateError[0] = state[RELATIVE_ERROR];
  w.forgetMoved();
}

/** Queues the pairs of triangles of two leaves. */
function queueTriangles(
  w: Workspace,
  moving: Model,
  leafM: number,
  resting: Model,
  leafR: number,
  turns: boolean,
  now: number,
  work: Advance,
): void {
  const { queue, state, found, time } = work;
  const horizon = found[0];
  moveLeaf(w, moving.tree, leafM);
  const m = w.movedCorners;
  const r = resting.tree.triangles;
  const firstM = moving.tree.links[LINKS * leafM + 1];
  const countM = moving.tree.links[LINKS * leafM + 2];
  const firstR = resting.tree.links[LINKS * leafR + 1];
  const countR = resting.tree.links[LINKS * leafR + 2];
  const least = time[0];
  enough[0] = (horizon - now) / STEP_SHRINK;
  const rings = turns && turnsOn(state, horizon - now);
  if (turns) {
    writePointMotions(state, 0, m, 9 * firstM, 3, 3 * countM, motionsM, 0);
    writePointMotions(state, 1, r, 9 * firstR, 3, 3 * countR, motionsR, 0);
  } else {
    writeShadows(m, firstM, countM, shadowsM);
    writeShadows(r, firstR, countR, shadowsR);
  }
  for (let i = 0; i < countM; i++) {
    const a = 9 * (firstM + i);
    for (let j = 0; j < countR; j++) {
      const b = 9 * (firstR + j);
      if (!turns && passes(shadowsM, SHADOW * i, shadowsR, SHADOW * j, work.lost[0])) continue;
      w.counters[TRIANGLE_TESTS]++;
      const p = 3 * POINT_MOTION * i;
      const o = 3 * POINT_MOTION * j;
      writeFirstStep(m, a, motionsM, p, r, b, motionsR, o, work.lost, turns, enough, step);
      if (rings && now + step[0] * STEP_SHRINK < horizon) {
        writeFaceNormal(r, b, direction);
        writeRingStep(state, m, a, 3, 0, r, b, 3, 0, direction, 0, work.lost, ring);
        if (ring[0] > step[0]) step[0] = ring[0];
      }
      const until = now + step[0] * STEP_SHRINK;
      if (until >= horizon) continue;
      steps[0] = until > least ? until : least;
      queue.push(steps, 0, -1 - firstM - i, -1 - firstR - j);
    }
  }
}

/** Advances two triangles from time[0] on, until they are in contact or others come first. */
function advanceTriangles(
  w: Workspace,
  moving: Model,
  placeM: number,
  resting: Model,
  placeR: number,
  course: Course,
  work: Advance,
): AdvanceEnd | 'later' {
  const { queue, state, wanted, found, time } = work;
  const r = resting.tree.triangles;
  const b = 9 * placeR;
  for (let taken = 0; taken < MOST_STEPS; taken++) {
    work.iterations++;
    // A step of triangles counts as a test: bodies that pass each other closely for many turns take many.
    const spent = w.counters[VOLUME_TESTS] + work.iterations;
    if (spent >= w.budget.checkpoint[0] && !w.budget.mayGoOn(spent + 1)) {
      found[0] = time[0];
      return 'out-of-budget';
    }
    placeTriangleAt(w, moving, placeM, course, time[0], work);
    measure(w, placed, r, b);
    if (course.turns) {
      writePointMotions(state, 0, placed, 0, 3, 3, motionsM, 0);
      writePointMotions(state, 1, r, b, 3, 3, motionsR, 0);
    }
    for (let k = 0; k < 3; k++) direction[k] = witness[3 + k] - witness[k];
    const gap = Math.sqrt(witness[WITNESS_SQ]);
    const start = work.fromContact && gap <= wanted[0] ? gapAtStart(w, moving, placeM, r, b, course, work) : Infinity;
    // What started within the threshold counts from half its first gap on, and keeps a quarter of it in hand.
    const leaving = start <= wanted[0] && gap > start / 2;
    if (gap <= wanted[0] && !leaving) {
      settle(work, placeM, placeR, gap);
      return 'contact';
    }
    lostByLeaving[0] = work.rounding[0] + start / 4;
    const lost = leaving ? lostByLeaving : work.lost;
    writeTriangleStep(placed, 0, motionsM, 0, r, b, motionsR, 0, direction, lost, step);
    if (course.turns && turnsOn(state, found[0] - time[0])) {
      writeRingStep(state, placed, 0, 3, 0, r, b, 3, 0, direction, 0, lost, ring);
      if (ring[0] > step[0]) step[0] = ring[0];
    }
    const until = time[0] + step[0] * STEP_SHRINK;
    if (until >= found[0]) return 'later';
    if (!(until > time[0])) {
      settle(work, placeM, placeR, gap);
      return gap <= wanted[0] ? 'contact' : 'stuck';
    }
    time[0] = until;
    if (until > queue.next[0]) {
      queue.push(time, 0, -1 - placeM, -1 - placeR);
      return 'later';
    }
  }
  settle(work, placeM, placeR, Math.sqrt(witness[WITNESS_SQ]));
  return 'stuck';
}

function settle(work: Advance, placeM: number, placeR: number, gap: number): void {
  work.found[0] = work.time[0];
  work.found[1] = gap;
  work.placeMoving = placeM;
  work.placeResting = placeR;
  for (let k = 0; k < 6; k++) work.points[k] = witness[k];
}

function measure(w: Workspace, a: Float64Array, r: Float64Array, b: number): void {
  w.counters[TRIANGLE_TESTS]++;
  witness[WITNESS_LIMIT] = Infinity;
  distanceTriangleTriangle(a, 0, r, b, witness);
}

/** The distance of two triangles at time 0; everything is left as it was. */
function gapAtStart(
  w: Workspace,
  moving: Model,
  placeM: number,
  r: Float64Array,
  b: number,
  course: Course,
  work: Advance,
): number {
  const kept = witness.slice();
  placeTriangleAt(w, moving, placeM, course, 0, work);
  measure(w, placed, r, b);
  const start = Math.sqrt(witness[WITNESS_SQ]);
  placeTriangleAt(w, moving, placeM, course, work.time[0], work);
  witness.set(kept);
  return start;
}

/** The corners of a triangle of the moving body in the resting frame, after it went straight on for a time. */
export function placeTriangle(
  w: Workspace,
  moving: Model,
  place: number,
  state: Float64Array,
  straightFor: number,
  out: Float64Array,
): void {
  const { pose } = w;
  const { triangles } = moving.tree;
  const scale = pose[RELATIVE_SCALE];
  for (let k = 0; k < 9; k += 3) {
    const x = triangles[9 * place + k] * scale;
    const y = triangles[9 * place + k + 1] * scale;
    const z = triangles[9 * place + k + 2] * scale;
    for (let c = 0; c < 3; c++) {
      out[k + c] =
        pose[3 * c] * x +
        pose[3 * c + 1] * y +
        pose[3 * c + 2] * z +
        pose[9 + c] +
        (state[MOVING_VELOCITY + c] - state[RESTING_VELOCITY + c]) * straightFor;
    }
  }
}

/** The same at a time of the course. Where nothing turns, the bodies stay where they are and the triangle goes on. */
function placeTriangleAt(w: Workspace, moving: Model, place: number, course: Course, at: number, work: Advance): void {
  if (course.turns) goTo(w, course, at, work.state);
  placeTriangle(w, moving, place, work.state, course.turns ? 0 : at, placed);
}
