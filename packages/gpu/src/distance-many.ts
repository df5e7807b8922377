// Brackets of the distance for many poses of one pair.

import { type Model, NearmissError } from 'nearmiss';
import { answerOnCpu, openQueries } from './answer-on-cpu.ts';
import type { ManyOptions, ManyReport } from './collide-many.ts';
import { POSE, readPoses } from './many-poses.ts';
import { type ManyKernel, type ManyQueries, runMany } from './many-run.ts';
import { COLLIDING, collideCode, containCode } from './wgsl/collide.ts';
import { BRACKETED, DISTANCE_WORDS, distanceCode } from './wgsl/distance.ts';

/** Options of {@link distanceMany}. */
export interface DistanceManyOptions extends ManyOptions {
  /**
   * The largest width of a bracket, in model units. The GPU searches no further than half of it needs, so a map of clearances takes
   * less time with one; wider brackets are computed again on the CPU. Without one they are as single precision has them, about a
   * millionth of the size of the bodies and their offset.
   */
  readonly tolerance?: number | undefined;
}

const DISTANCE: ManyKernel = {
  name: 'distance',
  steps: [
    { entry: 'collideMany', code: (stack) => collideCode(stack, DISTANCE_WORDS), unused: [7] },
    { entry: 'containMany', code: (stack) => containCode(stack, DISTANCE_WORDS), solidsOnly: true },
    { entry: 'distanceMany', code: distanceCode, unused: [7], isShared: true },
  ],
  inputs: POSE,
  words: DISTANCE_WORDS,
};
const STAMP_BITS = 2;
const CODE = 3;

/**
 * A bracket of the distance of two bodies for many poses of A: out[2k] is a lower, out[2k + 1] an upper bound of it. B stays at the
 * identity. Both are 0 where the bodies have a point in common, which is decided exactly. Poses are seven doubles each, as for
 * {@link collideMany}.
 *
 * @example
 * const out = new Float64Array(2);
 * const model = Model.build(box());
 * await distanceMany(model, model, Float64Array.of(3, 0, 0, 0, 0, 0, 1), out);
 * console.log(out[0] <= 2 && out[1] >= 2); // true
 */
export async function distanceMany(
  a: Model,
  b: Model,
  poses: Float64Array,
  out: Float64Array,
  { gpu, workers, tolerance = Infinity }: DistanceManyOptions = {},
): Promise<ManyReport> {
  const inputs = readPoses(poses, 'poses');
  const count = poses.length / POSE;
  if (!(tolerance >= 0)) throw new NearmissError('options/bad-value', `tolerance is ${tolerance}; it is a length.`);
  if (!(out instanceof Float64Array && out.length >= 2 * count)) {
    throw new NearmissError('options/bad-value', `out must be a Float64Array of at least ${2 * count} numbers.`);
  }
  // Half of it: the other half is for rounding.
  const threshold = tolerance < Infinity ? tolerance / 2 : 0;
  const queries: ManyQueries = { a, b, inputs, count, threshold, kernelTime: 0, unit: 1 };
  const bounds = new Float64Array(2 * count).fill(Number.NaN);
  const onDevice = await gpu?.onDevice((device) =>
    runMany(gpu, device, DISTANCE, queries, (results, first, chunk, stamp) => {
      const floats = new Float32Array(results.buffer, results.byteOffset, results.length);
      for (let k = 0; k < chunk; k++) {
        const word = results[3 * k];
        if (word >>> STAMP_BITS !== stamp) continue;
        const at = 2 * (first + k);
        if ((word & CODE) === COLLIDING) bounds.fill(0, at, at + 2);
        if ((word & CODE) !== BRACKETED) continue;
        bounds[at] = floats[3 * k + 1] * queries.unit;
        bounds[at + 1] = floats[3 * k + 2] * queries.unit;
      }
    }),
  );
  // What the GPU did not bracket, or not as closely as asked.
  const open = openQueries(count, (k) => !(bounds[2 * k + 1] - bounds[2 * k] <= tolerance));
  const results = await answerOnCpu({ kind: 'distance', tolerance, threshold: undefined }, a, b, poses, open, workers);
  open.forEach((number, k) => {
    bounds.set(results.subarray(2 * k, 2 * k + 2), 2 * number);
  });
  const onCpu = open.length;
  out.set(bounds);
  return { count, onGpu: count - onCpu, onCpu, kernelTime: onDevice === true ? queries.kernelTime : 0 };
}
