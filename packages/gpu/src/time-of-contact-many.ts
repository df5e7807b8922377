// First times of contact for many motions of one pair: motions that are proven free on the GPU need no more, the others are advanced
// by the exact query on the CPU.

import { type Model, NearmissError, timeOfContact } from 'nearmiss';
import { answerOnCpu, openQueries } from './answer-on-cpu.ts';
import type { ManyOptions, ManyReport } from './collide-many.ts';
import { readPoses } from './many-poses.ts';
import { type ManyKernel, type ManyQueries, runMany } from './many-run.ts';
import { containMotionCode, FREE_MOTION, freeMotionCode, MOTION } from './wgsl/free-motion.ts';

/** Options of {@link timeOfContactMany}. */
export interface TimeOfContactManyOptions extends ManyOptions {
  /** The gap that counts as contact, in model units; by default that of {@link timeOfContact}. */
  readonly threshold?: number | undefined;
}

const FREE_MOTIONS: ManyKernel = {
  name: 'free-motions',
  steps: [
    { entry: 'freeMotions', code: freeMotionCode, unused: [7] },
    { entry: 'containMotions', code: containMotionCode, solidsOnly: true },
  ],
  inputs: MOTION,
  words: 1,
};
const STAMP_BITS = 2;
const CODE = 3;

/**
 * The first time of contact of two bodies for many motions of A: out[k] is the time before which nothing touches, as the `toc` of
 * {@link timeOfContact}, or Infinity where the motion is proven free. B stays at the identity. Motions are 14 doubles each: the pose
 * at time 0 and that at time 1, each position x y z and rotation x y z w; in between the motion is linear.
 *
 * @example
 * const motions = Float64Array.of(3, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1);
 * const out = new Float64Array(1);
 * const model = Model.build(box());
 * await timeOfContactMany(model, model, motions, out);
 * console.log(out[0].toFixed(3)); // 0.667
 */
export async function timeOfContactMany(
  a: Model,
  b: Model,
  motions: Float64Array,
  out: Float64Array,
  { gpu, workers, threshold }: TimeOfContactManyOptions = {},
): Promise<ManyReport> {
  const inputs = readPoses(motions, 'motions');
  const count = motions.length / MOTION;
  if (!Number.isInteger(count)) {
    throw new NearmissError('pose/bad-form', 'motions must be a Float64Array of two poses a motion.');
  }
  if (!(out instanceof Float64Array && out.length >= count)) {
    throw new NearmissError('options/bad-value', `out must be a Float64Array of at least ${count} numbers.`);
  }
  if (threshold !== undefined && !(threshold > 0 && threshold < Infinity)) {
    throw new NearmissError('options/bad-value', `threshold is ${threshold}; it is a length above 0.`);
  }
  const times = new Float64Array(count).fill(Number.NaN);
  // The default is that of the query: it says so for any motion.
  const used = threshold ?? timeOfContact(a, {}, b, {}, { budget: 1 }).threshold;
  const queries: ManyQueries = { a, b, inputs, count, threshold: used, kernelTime: 0, unit: 1 };
  const onDevice = await gpu?.onDevice((device) =>
    runMany(gpu, device, FREE_MOTIONS, queries, (results, first, chunk, stamp) => {
      for (let k = 0; k < chunk; k++) {
        const word = results[k];
        if (word >>> STAMP_BITS === stamp && (word & CODE) === FREE_MOTION) times[first + k] = Infinity;
      }
    }),
  );
  const open = openQueries(count, (k) => times[k] !== Infinity);
  const query = { kind: 'time-of-contact', tolerance: Infinity, threshold } as const;
  const results = await answerOnCpu(query, a, b, motions, open, workers);
  open.forEach((number, k) => {
    times[number] = results[k];
  });
  out.set(times);
  const onCpu = open.length;
  return { count, onGpu: count - onCpu, onCpu, kernelTime: onDevice === true ? queries.kernelTime : 0 };
}
