// Brackets of the distance for many poses of one pair.

import type { Model } from 'nearmiss';
import { answerOnCpu, openQueries } from './answer-on-cpu.ts';
import type { ManyReport } from './collide-many.ts';
import { type ManyForm, type ManyOptions, POSE, readMany, writeResults } from './many-inputs.ts';
import { type ManyKernel, runMany } from './many-run.ts';
import { refuseOption, shown } from './options.ts';
import { COLLIDING, collideCode, containCode } from './wgsl/collide.ts';
import { BRACKETED, DISTANCE_WORDS, distanceCode } from './wgsl/distance.ts';

/** Options of {@link distanceMany}. */
export interface DistanceManyOptions extends ManyOptions {
  /**
   * The largest width of a bracket, in model units. The GPU searches no further than half of it needs, so a map of clearances takes
   * less time with one; wider brackets are computed again on the CPU. Brackets may be as wide as it says, so one beyond the size of the bodies
   * is of no use. Without one they are as single precision has them: mostly about 1e-5 of the size of the bodies and their offset, rarely
   * 2e-4.
   */
  readonly tolerance?: number | undefined;
}

const FORM: ManyForm<DistanceManyOptions> = {
  name: 'poses',
  stride: POSE,
  out: Float64Array,
  results: 2,
  options: ['gpu', 'workers', 'tolerance'],
};

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
 * {@link collideMany}. The same call gives the same bits. Another one may bracket the same pose otherwise, as {@link distance} may, since searches
 * begin where that of the pose before has ended.
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
  options: DistanceManyOptions = {},
): Promise<ManyReport> {
  const asked = readMany(FORM, [a, b], poses, out, options);
  const { count } = asked;
  const tolerance = requireTolerance(options.tolerance);
  // Half of it: the other half is for rounding.
  const threshold = tolerance < Infinity ? tolerance / 2 : 0;
  const bounds = new Float64Array(2 * count).fill(Number.NaN);
  const kernelTime = await runMany(asked, DISTANCE, threshold, (results, first, chunk, stamp, unit) => {
    const floats = new Float32Array(results.buffer, results.byteOffset, results.length);
    for (let k = 0; k < chunk; k++) {
      const word = results[3 * k];
      if (word >>> STAMP_BITS !== stamp) continue;
      const at = 2 * (first + k);
      if ((word & CODE) === COLLIDING) bounds.fill(0, at, at + 2);
      if ((word & CODE) !== BRACKETED) continue;
      bounds[at] = floats[3 * k + 1] * unit;
      bounds[at + 1] = floats[3 * k + 2] * unit;
    }
  });
  // What the GPU did not bracket, or not as closely as asked.
  const open = openQueries(count, (k) => !(bounds[2 * k + 1] - bounds[2 * k] <= tolerance));
  const onCpu = open.length;
  const results = await answerOnCpu({ kind: 'distance', tolerance, threshold: undefined }, asked, open);
  open.forEach((number, k) => {
    bounds.set(results.subarray(2 * k, 2 * k + 2), 2 * number);
  });
  writeResults(asked, out, bounds);
  return { count, onGpu: count - onCpu, onCpu, kernelTime };
}

function requireTolerance(tolerance: number | undefined): number {
  if (tolerance === undefined) return Infinity;
  if (typeof tolerance === 'number' && tolerance >= 0) return tolerance;
  return refuseOption(`tolerance is ${shown(tolerance)}; it is a length.`);
}
