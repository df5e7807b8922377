// Blocks of queries on the CPU, the same in this thread and in workers. A block begins anew: what one query can teach the next stays
// within it, so results do not depend on which thread answers which block.

import { type Model, Pair, timeOfContact } from 'nearmiss';

/** What is asked about every pose, or motion, of a call. */
export interface CpuQuery {
  readonly kind: 'collide' | 'distance' | 'time-of-contact';
  /** Of distances: the largest width of a bracket; infinite where any will do. */
  readonly tolerance: number;
  /** Of times: the gap that counts as contact; undefined for the default. */
  readonly threshold: number | undefined;
}

/** Queries of a block. */
export const BLOCK = 64;
const POSE = 7;
/** Doubles of a query, and of its result. */
export const INPUTS: Readonly<Record<CpuQuery['kind'], number>> = { collide: 7, distance: 7, 'time-of-contact': 14 };
export const RESULTS: Readonly<Record<CpuQuery['kind'], number>> = { collide: 1, distance: 2, 'time-of-contact': 1 };

const poseAt = (numbers: Float64Array, at: number): { position: Float64Array; rotation: Float64Array } => ({
  position: numbers.subarray(at, at + 3),
  rotation: numbers.subarray(at + 3, at + POSE),
});

/** The results of all queries of a block: 1 or 0; a lower and an upper bound; a time, infinite where there is no contact. */
export function answerBlock(query: CpuQuery, a: Model, b: Model, inputs: Float64Array): Float64Array {
  const stride = INPUTS[query.kind];
  const count = inputs.length / stride;
  const out = new Float64Array(RESULTS[query.kind] * count);
  const pair = new Pair(a, b);
  // Half of it: a bracket of the query is wider than its tolerance by rounding.
  const within = query.tolerance < Infinity ? { tolerance: query.tolerance / 2 } : {};
  const options = query.threshold === undefined ? {} : { threshold: query.threshold };
  for (let k = 0; k < count; k++) {
    const from = poseAt(inputs, stride * k);
    if (query.kind === 'collide') out[k] = pair.collide(from, {}).colliding === true ? 1 : 0;
    else if (query.kind === 'distance') {
      const { lower, upper } = pair.distance(from, {}, within);
      out[2 * k] = lower;
      out[2 * k + 1] = upper;
    } else {
      const motion = { from, to: poseAt(inputs, stride * k + POSE) };
      out[k] = timeOfContact(a, motion, b, {}, options).toc ?? Infinity;
    }
  }
  return out;
}
