// What all advancements share: a motion that gives the poses of two bodies at any time, the parameters of the search, and its
// result.

import { NodeBlock } from '../../bounds/node-block.ts';
import { LEAF_SIZE, MOST_CHILDREN } from '../../bvh/tree.ts';
import { QUERY_VELOCITY, REFERENCE_VELOCITY, STATE_SIZE } from '../../motion/relative-motion.ts';
import { RELATIVE_ERROR, RELATIVE_SCALE, RELATIVE_SIZE } from '../../scalar/pose.ts';
import { TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import type { InterleavedAdvance } from './interleaved-advance.ts';
import { PairQueue } from './pair-queue.ts';
import { POINT_MOTION } from './point-motion.ts';
import { PROJECTION_FRAME } from './swept-projections.ts';

/** Centres of the children of one node, or corners of the triangles of a leaf. */
const MOST_POINTS = Math.max(MOST_CHILDREN, 3 * LEAF_SIZE);

/** The poses of two bodies at any time, and their velocities. */
export interface PairMotion {
  /** Whether a body rotates, or may rotate. */
  readonly turns: boolean;
  /** Whether computing a state calls a user's pose function. */
  readonly callsFunction: boolean;
  /** Writes the state at `time`, STATE_SIZE numbers. */
  stateAt(time: number, out: Float64Array): void;
  /** Writes the numbers that states from time 0 to 1 are computed from (`RelativeMotion.writeSteady`); false where there are none. */
  writeSteady?(out: Float64Array, at: number): boolean;
}

/**
 * `contact`: two triangles are within the threshold at `time`. `stuck`: the approach is so flat that the query gave up at `time`,
 * before any contact. `free`: nothing touches before the end.
 */
export type AdvanceEnd = 'contact' | 'free' | 'stuck' | 'out-of-budget';

/** Parameters and result of an advancement; lengths in the reference unit. */
export class Advance {
  /** [0]: gap of two triangles that counts as contact. [1]: the end of the motion. */
  readonly wanted: Float64Array = new Float64Array(2);
  /** Features that start within the threshold are in contact at half their first gap. */
  fromContact = false;
  /** [0]: nothing touches before this time. [1]: an upper bound of the gap of the deciding triangles at that time. */
  readonly found: Float64Array = new Float64Array(2);
  /** Witness points of the deciding triangles in the reference frame at found[0], the query body's first. */
  readonly points: Float64Array = new Float64Array(6);
  slotQuery = -1;
  slotReference = -1;
  /** The faces that prove a contact. */
  crossingQuery = -1;
  crossingReference = -1;
  /** Number of triangle distances computed, one per step of a pair. */
  iterations = 0;
  /** Number of states at which pairs were tested: calls of pose functions. */
  calls = 0;

  readonly queue: PairQueue = new PairQueue();
  /** Number of pairs that kernels have left in a queue of their own. */
  waiting = 0;
  /** The children of the current pair of nodes. A is the query body. */
  readonly opened: NodeBlock = new NodeBlock();
  /** [0]: nothing touches before this time, independent of the queue: proven by another method. */
  readonly floor: Float64Array = new Float64Array(1);
  /** [0]: the cost (`costOf`) at which the pairs pause. */
  readonly pause: Float64Array = new Float64Array(1);
  /** [0]: the number of volume tests of the query at which a test of both bodies gives up. */
  readonly testLimit: Float64Array = Float64Array.of(Infinity);
  /** Other advancements of the same bodies; created when they join. */
  interleaved: readonly InterleavedAdvance[] | null = null;
  /** [0]: the time of the current pair. */
  readonly time: Float64Array = new Float64Array(1);
  /** [0]: error bound of a computed gap. */
  readonly rounding: Float64Array = new Float64Array(1);
  /** [0]: that error bound plus half the threshold, so that a step ends before the contact and not at it. */
  readonly withheld: Float64Array = new Float64Array(1);
  readonly state: Float64Array = new Float64Array(STATE_SIZE);
  /** Motions of the tested points of the query body and of the reference body (point-motion.ts); all equal without rotation. */
  readonly motionsQ: Float64Array = new Float64Array(POINT_MOTION * MOST_POINTS);
  readonly motionsR: Float64Array = new Float64Array(POINT_MOTION * MOST_POINTS);
  /**
   * Without rotation: [0..2] the velocity of the query body relative to the reference body, [3] the squared length of its whole
   * path.
   */
  readonly velocity: Float64Array = new Float64Array(4);
  /** The frame of the swept projections of triangles (swept-projections.ts). */
  readonly projectionFrame: Float64Array = new Float64Array(PROJECTION_FRAME);
}

/**
 * Costs of a test of two triangles, a step of two triangles, and a call of a pose function, in tests of two discs (a tenth of a
 * microsecond). Measured on the motions of test/corners; only the order of magnitude matters.
 */
const TRIANGLE_COST = 25;
const STEP_COST = 20;
const CALL_COST = 20;

/** The work done so far, in tests of two discs. */
export function costOf(w: Workspace, work: Advance): number {
  const { iterations, calls } = work;
  const tests = w.counters[VOLUME_TESTS] + TRIANGLE_COST * w.counters[TRIANGLE_TESTS];
  return tests + STEP_COST * iterations + CALL_COST * calls;
}

/** Moves the bodies to their poses at a time. */
export function advanceTo(w: Workspace, pairMotion: PairMotion, at: number, state: Float64Array): void {
  pairMotion.stateAt(at, state);
  for (let k = 0; k < RELATIVE_SIZE; k++) w.pose[k] = state[k];
  w.coordinateError[0] = state[RELATIVE_ERROR];
  w.clearMoved();
}

/** The corners of a triangle of the query body in the reference frame, translated for a time. */
export function poseTriangle(
  w: Workspace,
  slot: number,
  state: Float64Array,
  straightFor: number,
  out: Float64Array,
): void {
  const { queryBody, pose } = w;
  const { triangles } = queryBody.tree;
  const scale = pose[RELATIVE_SCALE];
  for (let k = 0; k < 9; k += 3) {
    const x = triangles[9 * slot + k] * scale;
    const y = triangles[9 * slot + k + 1] * scale;
    const z = triangles[9 * slot + k + 2] * scale;
    for (let c = 0; c < 3; c++) {
      out[k + c] =
        pose[3 * c] * x +
        pose[3 * c + 1] * y +
        pose[3 * c + 2] * z +
        pose[9 + c] +
        (state[QUERY_VELOCITY + c] - state[REFERENCE_VELOCITY + c]) * straightFor;
    }
  }
}
