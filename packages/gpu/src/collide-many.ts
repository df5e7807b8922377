// Yes or no for many poses of one pair: on the GPU where that is proven in floats, the others by the exact query on the CPU.

import { type Model, NearmissError } from 'nearmiss';
import type { Workers } from 'nearmiss/workers';
import { answerOnCpu, openQueries } from './answer-on-cpu.ts';
import type { Gpu } from './gpu.ts';
import { POSE, readPoses } from './many-poses.ts';
import { type ManyKernel, type ManyQueries, runMany } from './many-run.ts';
import { COLLIDING, collideCode, containCode } from './wgsl/collide.ts';

/** Options of {@link collideMany}, {@link distanceMany} and {@link timeOfContactMany}. */
export interface ManyOptions {
  /** Where to compute; without one, on the CPU. */
  readonly gpu?: Gpu | undefined;
  /** Threads for what runs on the CPU; without them, this one. The results are the same. */
  readonly workers?: Workers | undefined;
}

/** How many queries were decided where. See {@link collideMany}. */
export interface ManyReport {
  /** Queries answered. */
  readonly count: number;
  /** Decided on the GPU, and left to the CPU. */
  readonly onGpu: number;
  readonly onCpu: number;
  /** Milliseconds that the kernels took by the clock of the GPU; NaN where it does not tell. */
  readonly kernelTime: number;
}

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

/**
 * Whether two bodies have a point in common, for many poses of A: out[k] is 1 if they have, otherwise 0. B stays at the identity.
 * Poses are seven doubles each: position x y z, rotation x y z w. The decisions are those of {@link collide}, exact; on a GPU those
 * that floats prove are made there.
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
  { gpu, workers }: ManyOptions = {},
): Promise<ManyReport> {
  const inputs = readPoses(poses, 'poses');
  const count = poses.length / POSE;
  requireLength(out, count);
  const queries: ManyQueries = { a, b, inputs, count, threshold: 0, kernelTime: 0, unit: 1 };
  const codes = new Uint8Array(count);
  const onDevice = await gpu?.onDevice((device) =>
    runMany(gpu, device, COLLIDE, queries, (results, first, chunk, stamp) => {
      for (let k = 0; k < chunk; k++) {
        const word = results[k];
        codes[first + k] = word >>> STAMP_BITS === stamp ? word & CODE : 0;
      }
    }),
  );
  const open = openQueries(count, (k) => codes[k] === 0);
  const onCpu = open.length;
  const query = { kind: 'collide', tolerance: Infinity, threshold: undefined } as const;
  const results = await answerOnCpu(query, a, b, poses, open, workers);
  for (let k = 0; k < count; k++) out[k] = codes[k] === COLLIDING ? 1 : 0;
  for (let k = 0; k < onCpu; k++) out[open[k]] = results[k];
  const kernelTime = onDevice === true ? queries.kernelTime : 0;
  return { count, onGpu: count - onCpu, onCpu, kernelTime };
}

/** Refuses an array that is too short for the results. */
function requireLength(out: { readonly length: number }, needed: number): void {
  if (out.length >= needed) return;
  throw new NearmissError('options/bad-value', `out holds ${out.length} numbers; the results are ${needed}.`);
}
