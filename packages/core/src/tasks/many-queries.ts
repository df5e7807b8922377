// Many queries about one pair of models, in blocks that are the same in this thread and over a pool. A block begins anew: what one query
// can teach the next stays within it, so results do not depend on which thread answers which block.

import type { Model } from '../model/model.ts';
import { COLLIDE_DEFAULTS, CollideResult } from '../query/collide/collide.ts';
import { DISTANCE_DEFAULTS, DistanceResult } from '../query/distance/distance.ts';
import { Pair } from '../query/pair/pair.ts';
import { timeOfContact } from '../query/time-of-contact/time-of-contact.ts';
import { Moved } from '../workers/serve-tasks.ts';
import type { Workers } from '../workers/workers.ts';

/** What is asked about every pose, or motion, of a call. See {@link answerQueries}. */
export interface ManyQuery {
  readonly kind: 'collide' | 'distance' | 'time-of-contact';
  /** Of distances: the largest width of a bracket; infinite where any will do. */
  readonly tolerance: number;
  /** Of times: the gap that counts as contact; undefined for the default. */
  readonly threshold: number | undefined;
}

/** A block as a thread gets it: models by their keys. */
export interface QueryBlock {
  readonly query: ManyQuery;
  readonly a: number;
  readonly b: number;
  readonly inputs: Float64Array;
}

/** Queries of a block. */
const BLOCK = 64;
const POSE = 7;
/** Doubles of a query, and of its result. */
const INPUTS: Readonly<Record<ManyQuery['kind'], number>> = { collide: 7, distance: 7, 'time-of-contact': 14 };
const RESULTS: Readonly<Record<ManyQuery['kind'], number>> = { collide: 1, distance: 2, 'time-of-contact': 1 };

const poseAt = (numbers: Float64Array, at: number): { position: Float64Array; rotation: Float64Array } => ({
  position: numbers.subarray(at, at + 3),
  rotation: numbers.subarray(at + 3, at + POSE),
});

/**
 * Answers many queries about two models on the CPU: in this thread or, with a pool, in all of its threads, with the same bits. A pose
 * of A relative to B is seven doubles, position x y z and rotation x y z w; a motion is two poses. A result is 1 or 0; a lower and an upper
 * bound; or a time, infinite where there is no contact. Inputs are not checked.
 *
 * @example
 * const model = Model.build(box());
 * const poses = Float64Array.of(1.5, 0, 0, 0, 0, 0, 1, 3, 0, 0, 0, 0, 0, 1);
 * const query = { kind: 'collide', tolerance: Infinity, threshold: undefined } as const;
 * console.log((await answerQueries(query, model, model, poses)).join()); // 0,0
 */
export async function answerQueries(
  query: ManyQuery,
  a: Model,
  b: Model,
  inputs: Float64Array,
  workers?: Workers,
): Promise<Float64Array> {
  workers?.requireOpen();
  const stride = INPUTS[query.kind];
  const results = new Float64Array((RESULTS[query.kind] * inputs.length) / stride);
  const blocks: Promise<void>[] = [];
  for (let at = 0; at < inputs.length; at += stride * BLOCK) {
    // A copy: the buffer of a view would be sent as a whole.
    const block = inputs.slice(at, at + stride * BLOCK);
    const slot = (RESULTS[query.kind] * at) / stride;
    if (workers === undefined) results.set(answerBlock(query, a, b, block), slot);
    else blocks.push(askBlock(workers, query, a, b, block).then((values) => results.set(values, slot)));
  }
  await Promise.all(blocks);
  return results;
}

async function askBlock(
  workers: Workers,
  query: ManyQuery,
  a: Model,
  b: Model,
  inputs: Float64Array,
): Promise<Float64Array> {
  const block: QueryBlock = { query, a: workers.keyOf(a), b: workers.keyOf(b), inputs };
  const [answer] = workers.ask('queries', [block], { models: [a, b] });
  return (await answer) as Float64Array;
}

/** The results of a block, moved to the thread that asked. */
export function movedBlock(query: ManyQuery, a: Model, b: Model, inputs: Float64Array): Moved {
  const results = answerBlock(query, a, b, inputs);
  return new Moved(results, [results.buffer]);
}

function answerBlock(query: ManyQuery, a: Model, b: Model, inputs: Float64Array): Float64Array<ArrayBuffer> {
  const stride = INPUTS[query.kind];
  const count = inputs.length / stride;
  const out = new Float64Array(RESULTS[query.kind] * count);
  const pair = new Pair(a, b);
  // Half of it: a bracket of the query is wider than its tolerance by rounding.
  const within = query.tolerance < Infinity ? { tolerance: query.tolerance / 2 } : DISTANCE_DEFAULTS;
  const found = new DistanceResult();
  const contact = new CollideResult();
  const options = query.threshold === undefined ? {} : { threshold: query.threshold };
  for (let k = 0; k < count; k++) {
    const from = poseAt(inputs, stride * k);
    if (query.kind === 'collide') out[k] = pair.collide(from, {}, COLLIDE_DEFAULTS, contact).colliding === true ? 1 : 0;
    else if (query.kind === 'distance') {
      const { lower, upper } = pair.distance(from, {}, within, found);
      out[2 * k] = lower;
      out[2 * k + 1] = upper;
    } else {
      const motion = { from, to: poseAt(inputs, stride * k + POSE) };
      out[k] = timeOfContact(a, motion, b, {}, options).toc ?? Infinity;
    }
  }
  return out;
}
