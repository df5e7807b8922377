// What every advancement works on: a motion that says where two bodies are at any time, what is asked, and what was found.

import { NodeBlock } from '../../bounds/node-block.ts';
import { LEAF_SIZE, MOST_CHILDREN } from '../../bvh/tree.ts';
import { QUERY_VELOCITY, REFERENCE_VELOCITY, STATE_SIZE } from '../../motion/relative-motion.ts';
import { RELATIVE_ERROR, RELATIVE_SCALE, RELATIVE_SIZE } from '../../scalar/pose.ts';
import { TRIANGLE_TESTS, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import type { InterleavedAdvance } from './interleaved-advance.ts';
import { PairQueue } from './pair-queue.ts';
import { POINT_MOTION } from './point-motion.ts';
import { PROJECTION_FRAME } from './swept-projections.ts';

/** Centres of the nodes that one opens into, or corners of the triangles of a leaf. */
const MOST_POINTS = Math.max(MOST_CHILDREN, 3 * LEAF_SIZE);

/** Where two bodies are at any time, and how they move then. */
export interface PairMotion {
  /** Whether a body turns, or may. */
  readonly turns: boolean;
  /** Whether a state takes a call of a user's pose function. */
  readonly callsFunction: boolean;
  /** Writes the state at `time`, STATE_SIZE numbers. */
  stateAt(time: number, out: Float64Array): void;
}

/**
 * `contact`: two triangles are within the threshold at `time`. `stuck`: so flat an approach that it was left at `time`,
 * before any contact. `free`: nothing touches before the end.
 */
export type AdvanceEnd = 'contact' | 'free' | 'stuck' | 'out-of-budget';

/** What an advancement is asked, and what it has found; lengths in the reference unit. */
export class Advance {
  /** [0]: gap of two triangles that counts as contact. [1]: the end of the motion. */
  readonly wanted: Float64Array = new Float64Array(2);
  /** Features that start within the threshold count from half their first gap on. */
  fromContact = false;
  /** [0]: nothing touches before this time. [1]: the gap of the deciding triangles there, at most. */
  readonly found: Float64Array = new Float64Array(2);
  /** Witness points of the deciding triangles in the reference frame at found[0], the query body's first. */
  readonly points: Float64Array = new Float64Array(6);
  slotQuery = -1;
  slotReference = -1;
  /** The faces with which a contact is proven. */
  crossingQuery = -1;
  crossingReference = -1;
  /** Distances of triangles computed: steps that a pair took. */
  iterations = 0;
  /** Calls of pose functions: states that pairs were tested at. */
  calls = 0;

  readonly queue: PairQueue = new PairQueue();
  /** The nodes that come of the pair in hand, A the query body. */
  readonly opened: NodeBlock = new NodeBlock();
  /** [0]: nothing touches before this time, whatever the pairs of the queue say: known from elsewhere. */
  readonly floor: Float64Array = new Float64Array(1);
  /** [0]: the cost (`costOf`) at which the pairs are left for a while. */
  readonly pause: Float64Array = new Float64Array(1);
  /** [0]: the number of volume tests of the query at which a test of both bodies is given up. */
  readonly testLimit: Float64Array = Float64Array.of(Infinity);
  /** Other advancements of the same bodies; made where they join in. */
  interleaved: readonly InterleavedAdvance[] | null = null;
  /** [0]: the time of the pair that is tested. */
  readonly time: Float64Array = new Float64Array(1);
  /** [0]: how far a gap can be computed too large. */
  readonly rounding: Float64Array = new Float64Array(1);
  /** [0]: the same and half the threshold: a step ends before the contact, and not just at it. */
  readonly withheld: Float64Array = new Float64Array(1);
  readonly state: Float64Array = new Float64Array(STATE_SIZE);
  /** How the points of the query body and of the reference body move that are tested (point-motion.ts); all alike where nothing turns. */
  readonly motionsQ: Float64Array = new Float64Array(POINT_MOTION * MOST_POINTS);
  readonly motionsR: Float64Array = new Float64Array(POINT_MOTION * MOST_POINTS);
  /** Where nothing turns: [0..2] the velocity of the query body seen from the reference body, [3] the square of its whole path. */
  readonly velocity: Float64Array = new Float64Array(4);
  /** And the frame that swept projections of triangles are taken in (swept-projections.ts). */
  readonly projectionFrame: Float64Array = new Float64Array(PROJECTION_FRAME);
}

/**
 * What a test of two triangles, a step of two, and a call of a pose function cost in tests of two discs (a tenth of a microsecond). Measured
 * on the motions of test/corners; the order of magnitude is what counts.
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

/** Brings the bodies where they are at a time. */
export function goTo(w: Workspace, pairMotion: PairMotion, at: number, state: Float64Array): void {
  pairMotion.stateAt(at, state);
  for (let k = 0; k < RELATIVE_SIZE; k++) w.pose[k] = state[k];
  w.coordinateError[0] = state[RELATIVE_ERROR];
  w.forgetMoved();
}

/** The corners of a triangle of the query body in the reference frame, after it went straight on for a time. */
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
