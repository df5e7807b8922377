// Yes or no for many poses of one pair: on the GPU where that is proven in floats, the others by the exact query on the CPU.

import type { Model } from 'nearmiss';
import { answerOnCpu } from './answer-on-cpu.ts';
import { type ManyForm, type ManyOptions, POSE, readMany, writeResults } from './many-inputs.ts';
import { type ManyKernel, runMany } from './many-run.ts';
import { COLLIDING, collideCode, containCode, FREE } from './wgsl/collide.ts';

/** How many queries were decided where. See {@link collideMany}. */
export interface ManyReport {
  /** Queries answered. */
  readonly count: number;
  /** Decided on the GPU, and left to the CPU. */
  readonly onGpu: number;
  readonly onCpu: number;
  /** Milliseconds that the kernels took by the clock of the GPU; NaN where it does not tell, or none ran. */
  readonly kernelTime: number;
}

const FORM: ManyForm<ManyOptions> = {
  name: 'poses',
  stride: POSE,
  out: Uint8Array,
  results: 1,
  options: ['gpu', 'workers'],
};
const COLLIDE: ManyKernel = {
  name: 'collide',
  steps: [
    { entry: 'collideMany', code: collideCode, unused: [7] },
    { entry: 'containMany', code: containCode, solidsOnly: true },
  ],
  inputs: POSE,
  words: 1,
};
const STAMP_BITS = 2;
const CODE = 3;
/** A query that nobody has decided yet, in place of 1 or 0. */
const OPEN = 2;
/** By the code of the kernel: what is neither is open. */
const DECISIONS: Uint8Array = Uint8Array.from({ length: CODE + 1 }, (_, code) =>
  code === FREE ? 0 : code === COLLIDING ? 1 : OPEN,
);

/**
 * Whether two bodies have a point in common, for many poses of A: out[k] is 1 if they have, otherwise 0. B stays at the identity.
 * Poses are seven doubles each: position x y z, rotation x y z w. They are copied at the call; `out` is written at the end. The decisions are
 * those of {@link collide}, exact; on a GPU those that floats prove are made there.
 *
 * @example
 * const poses = new Float64Array([0.5, 0, 0, 0, 0, 0, 1, 3, 0, 0, 0, 0, 0, 1]);
 * const out = new Uint8Array(2);
 * const model = Model.build(box());
 * await collideMany(model, model, poses, out);
 * console.log(out.join(' ')); // 1 0
 */
export async function collideMany(
  a: Model,
  b: Model,
  poses: Float64Array,
  out: Uint8Array,
  options: ManyOptions = {},
): Promise<ManyReport> {
  const asked = readMany(FORM, [a, b], poses, out, options);
  const { count } = asked;
  const decisions = new Uint8Array(count).fill(OPEN);
  const kernelTime = await runMany(asked, COLLIDE, 0, (results, first, chunk, stamp) => {
    for (let k = 0; k < chunk; k++) {
      const word = results[k];
      decisions[first + k] = word >>> STAMP_BITS === stamp ? DECISIONS[word & CODE] : OPEN;
    }
  });
  const open = openDecisions(decisions);
  const onCpu = open.length;
  const results = await answerOnCpu({ kind: 'collide', tolerance: Infinity, threshold: undefined }, asked, open);
  for (let k = 0; k < onCpu; k++) decisions[open[k]] = results[k];
  writeResults(asked, out, decisions);
  return { count, onGpu: count - onCpu, onCpu, kernelTime };
}

/** Numbers of the queries that are open: few of millions, and `indexOf` reads bytes faster than a loop. */
function openDecisions(decisions: Uint8Array): Uint32Array {
  const open: number[] = [];
  for (let k = decisions.indexOf(OPEN); k !== -1; k = decisions.indexOf(OPEN, k + 1)) open.push(k);
  return Uint32Array.from(open);
}
