// First contact of two moving bodies by their medial axes: all pairs of primitives on the GPU, the few that can be first on the CPU.

import { type Model, type Motion, NearmissError, type TimeOfContactResult, timeOfContact } from 'nearmiss';
import { medial, medialAmong } from 'nearmiss/medial';
import type { Gpu } from './gpu.ts';
import { medialMotion } from './medial-motion.ts';

/** Options of {@link medialTimeOfContact}. */
export interface MedialContactOptions {
  /** Where to compute; without one, on the CPU. */
  readonly gpu?: Gpu | undefined;
  /** The gap that counts as contact, in model units; by default that of {@link timeOfContact} with method `medial`. */
  readonly threshold?: number | undefined;
  /** Cull pairs by balls around primitives before they are tested; true by default. */
  readonly cull?: boolean | undefined;
}

/** The default threshold: this part of the larger diameter, or this part of the error of the axes, whichever is more. */
const PART_OF_SIZE = 1e-6;
const PART_OF_ERROR = 1 / 64;

/**
 * The first contact of two moving bodies by their medial axes, as {@link timeOfContact} with method `medial` proves it. On a GPU all
 * elementary pairs are tested in one submission; those that can be first are advanced on the CPU in doubles. Motions that the kernels
 * cannot bound (screws, functions, many turns) are left to the CPU as a whole.
 *
 * @example
 * const model = Model.build(box(), { with: [medialStructure({ samples: 200 })] });
 * const motion = { from: { position: [3, 0, 0] }, to: { position: [0, 0, 0] } } as const;
 * const { status } = await medialTimeOfContact(model, motion, model, {});
 * console.log(status); // near
 */
export async function medialTimeOfContact(
  a: Model,
  motionA: Motion,
  b: Model,
  motionB: Motion,
  { gpu, threshold, cull = true }: MedialContactOptions = {},
): Promise<TimeOfContactResult> {
  if (threshold !== undefined && !(threshold > 0 && threshold < Infinity)) {
    throw new NearmissError('options/bad-value', `threshold is ${threshold}; it is a length above 0.`);
  }
  const answer = await gpu?.onDevice(async (device) => {
    const pair = await gpu.medialPair(device, a, b);
    if (pair === null) return null;
    const error = pair.a.error + pair.b.error;
    const fine = 2 * PART_OF_SIZE * Math.max(pair.a.reach, pair.b.reach);
    const used = threshold ?? (error < Infinity ? Math.max(fine, PART_OF_ERROR * error) : fine);
    const motion = medialMotion(pair.a, motionA, pair.b, motionB, used);
    if (motion === null) return null;
    const { pairs, times } = await pair.run(motion, 'proven', cull);
    return timeOfContact(a, motionA, b, motionB, { method: medialAmong(pairs, times), threshold: used });
  });
  return (
    answer ?? timeOfContact(a, motionA, b, motionB, { method: medial, ...(threshold !== undefined && { threshold }) })
  );
}

/** What the paper's alternation claims. See {@link claimMedialContact}. */
export interface MedialClaim {
  readonly status: 'claims-contact' | 'claims-free';
  /** The earliest time claimed; null if none. */
  readonly toc: number | null;
  /** How many elementary pairs there are. */
  readonly elementaryPairs: number;
}

/**
 * The first contact of two medial axes as the alternation of Song, Lan, Yao and Guo claims it, on the GPU: all elementary pairs, on
 * chords, without a proof. For comparison with {@link medialTimeOfContact}; null where the GPU cannot do it.
 */
export async function claimMedialContact(
  a: Model,
  motionA: Motion,
  b: Model,
  motionB: Motion,
  gpu: Gpu,
): Promise<MedialClaim | null> {
  return gpu.onDevice(async (device) => {
    const pair = await gpu.medialPair(device, a, b);
    const motion = pair === null ? null : medialMotion(pair.a, motionA, pair.b, motionB, 0);
    if (pair === null || motion === null) return null;
    const { found } = await pair.run(
      { ...motion, enlarged: 0, turns: withoutArcs(motion.turns) },
      'alternation',
      false,
    );
    const { elementaryPairs } = pair;
    return found < Infinity
      ? { status: 'claims-contact', toc: Math.min(1, found), elementaryPairs }
      : { status: 'claims-free', toc: null, elementaryPairs };
  });
}

function withoutArcs([a, b]: readonly [Float32Array, Float32Array]): readonly [Float32Array, Float32Array] {
  const plain = (turn: Float32Array) => Float32Array.of(turn[0], turn[1], turn[2], 0);
  return [plain(a), plain(b)];
}
