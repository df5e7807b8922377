// First times of contact for many motions of one pair: motions that are proven free on the GPU need no more, the others are advanced
// by the exact query on the CPU.

import { type Model, timeOfContact } from 'nearmiss';
import { answerOnCpu, openQueries } from './answer-on-cpu.ts';
import type { ManyReport } from './collide-many.ts';
import { type ManyForm, type ManyOptions, readMany, writeResults } from './many-inputs.ts';
import { type ManyKernel, runMany } from './many-run.ts';
import { requireThreshold } from './options.ts';
import { containMotionCode, FREE_MOTION, freeMotionCode, MOTION } from './wgsl/free-motion.ts';

/** Options of {@link timeOfContactMany}. */
export interface TimeOfContactManyOptions extends ManyOptions {
  /** The gap that counts as contact, in model units; by default that of {@link timeOfContact}. */
  readonly threshold?: number | undefined;
}

const FORM: ManyForm<TimeOfContactManyOptions> = {
  name: 'motions',
  stride: MOTION,
  out: Float64Array,
  results: 1,
  options: ['gpu', 'workers', 'threshold'],
};
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
  options: TimeOfContactManyOptions = {},
): Promise<ManyReport> {
  const asked = readMany(FORM, [a, b], motions, out, options);
  const { count } = asked;
  const threshold = requireThreshold(options.threshold);
  const times = new Float64Array(count).fill(Number.NaN);
  // The default is that of the query: it says so for any motion.
  const used = threshold ?? timeOfContact(a, {}, b, {}, { budget: 1 }).threshold;
  const kernelTime = await runMany(asked, FREE_MOTIONS, used, (results, first, chunk, stamp) => {
    for (let k = 0; k < chunk; k++) {
      const word = results[k];
      if (word >>> STAMP_BITS === stamp && (word & CODE) === FREE_MOTION) times[first + k] = Infinity;
    }
  });
  const open = openQueries(count, (k) => times[k] !== Infinity);
  const onCpu = open.length;
  const results = await answerOnCpu({ kind: 'time-of-contact', tolerance: Infinity, threshold }, asked, open);
  open.forEach((number, k) => {
    times[number] = results[k];
  });
  writeResults(asked, out, times);
  return { count, onGpu: count - onCpu, onCpu, kernelTime };
}
