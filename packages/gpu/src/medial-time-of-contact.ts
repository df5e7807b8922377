// First contact of two moving bodies by their medial axes: all pairs of primitives on the GPU, the few that can be first on the CPU.

import { type Model, type Motion, motionPose, type TimeOfContactResult, timeOfContact } from 'nearmiss';
import { medial, medialAmong } from 'nearmiss/medial';
import type { Device } from './device.ts';
import { type Gpu, requireGpu } from './gpu.ts';
import { medialMotion } from './medial-motion.ts';
import { MedialPair, type MedialRun } from './medial-run.ts';
import { refuseOption, requireModel, requireOptions, requireThreshold, shown } from './options.ts';

/** Options of {@link medialTimeOfContact}. */
export interface MedialContactOptions {
  /** Where to compute; without one, on the CPU. */
  readonly gpu?: Gpu | undefined;
  /** The gap that counts as contact, in model units; by default that of {@link timeOfContact} with method `medial`. */
  readonly threshold?: number | undefined;
  /** Cull bodies by boxes, and pairs of primitives by balls around them, before they are tested; true by default. */
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
  options: MedialContactOptions = {},
): Promise<TimeOfContactResult> {
  const [result] = await medialTimesOfContact([{ a, motionA, b, motionB }], options);
  return result;
}

/** Two bodies that move. See {@link medialTimesOfContact}. */
export interface MotionPair {
  readonly a: Model;
  readonly motionA: Motion;
  readonly b: Model;
  readonly motionB: Motion;
}

/** Pairs of bodies of a submission. */
const TOGETHER = 64;

/**
 * The first contact of each of many pairs of moving bodies, as {@link medialTimeOfContact} for each: their elementary pairs are tested in
 * one submission, up to 64 pairs of bodies at a time. Motions are copied at the call.
 */
export async function medialTimesOfContact(
  pairs: readonly MotionPair[],
  options: MedialContactOptions = {},
): Promise<TimeOfContactResult[]> {
  requireOptions(options, ['gpu', 'threshold', 'cull']);
  const gpu = options.gpu === undefined ? undefined : requireGpu(options.gpu);
  const threshold = requireThreshold(options.threshold);
  const { cull = true } = options;
  if (typeof cull !== 'boolean') refuseOption(`cull is ${shown(cull)}; it is true or false.`);
  if (!Array.isArray(pairs)) refuseOption(`pairs is ${shown(pairs)}; it is an array of { a, motionA, b, motionB }.`);
  const copies = pairs.map(copyOf);
  const results: TimeOfContactResult[] = [];
  for (let first = 0; first < copies.length; first += TOGETHER) {
    const some = copies.slice(first, first + TOGETHER);
    const found = await gpu?.onDevice((device) => candidatesOf(gpu, device, some, threshold, cull));
    some.forEach(({ a, motionA, b, motionB }, k) => {
      const candidates = found?.[k] ?? null;
      const method = candidates === null ? medial : medialAmong(candidates.pairs, candidates.times);
      const used = candidates?.threshold ?? threshold;
      results.push(timeOfContact(a, motionA, b, motionB, { method, ...(used !== undefined && { threshold: used }) }));
    });
  }
  return results;
}

function copyOf(pair: MotionPair): MotionPair {
  if (pair === null || typeof pair !== 'object')
    refuseOption(`A pair is ${shown(pair)}; it is { a, motionA, b, motionB }.`);
  const { a, motionA, b, motionB } = pair;
  requireModel(a, 'A');
  requireModel(b, 'B');
  return { a, motionA: copyOfMotion(motionA), b, motionB: copyOfMotion(motionB) };
}

/** A motion as it is now, checked. The pose function of one is the caller's, and is checked by the query that calls it. */
function copyOfMotion(motion: Motion): Motion {
  if (typeof motion === 'object' && motion !== null && 'pose' in motion) return motion;
  const copy = copyOfParts(motion, 2);
  motionPose(copy, 0);
  return copy;
}

/** What a motion or a pose may have: also where that is inherited, and so not enumerated. */
const PARTS = ['from', 'to', 'kind', 'velocity', 'angularVelocity', 'pivot', 'position', 'rotation', 'matrix'];

/** Objects down to their vectors; in a motion these are two levels below. */
function copyOfParts<T>(part: T, levels: number): T {
  if (typeof part !== 'object' || part === null || levels < 0) return part;
  if ('length' in part) return Array.from(part as unknown as ArrayLike<number>) as T;
  const copy: Record<string, unknown> = {};
  for (const key in part) copy[key] = copyOfParts(part[key], levels - 1);
  for (const key of PARTS) if (key in part) copy[key] ??= copyOfParts(Reflect.get(part, key), levels - 1);
  return copy as T;
}

interface Candidates {
  readonly pairs: Uint32Array;
  readonly times: Float64Array;
  readonly threshold: number;
}

/** Of each pair of bodies the pairs of primitives that can touch first; null where the device cannot bound or hold the motion. */
async function candidatesOf(
  gpu: Gpu,
  device: Device,
  pairs: readonly MotionPair[],
  threshold: number | undefined,
  cull: boolean,
): Promise<(Candidates | null)[]> {
  const out: (Candidates | null)[] = pairs.map(() => null);
  const runs: (MedialRun & { readonly which: number; readonly threshold: number })[] = [];
  const used = new Map<Model, Map<Model, number>>();
  for (const [which, { a, motionA, b, motionB }] of pairs.entries()) {
    const others = used.get(a) ?? new Map<Model, number>();
    used.set(a, others);
    const number = others.get(b) ?? 0;
    const pair = await gpu.medialPair(device, a, b, number);
    if (pair === null) continue;
    const error = pair.a.error + pair.b.error;
    const fine = 2 * PART_OF_SIZE * Math.max(pair.a.reach * pair.a.unit, pair.b.reach * pair.b.unit);
    const gap = threshold ?? (error < Infinity ? Math.max(fine, PART_OF_ERROR * error) : fine);
    const motion = medialMotion(pair.a, motionA, pair.b, motionB, gap);
    if (motion === null || !pair.holds(motion.intervals)) continue;
    if (cull && !motion.mayTouch) {
      out[which] = { pairs: new Uint32Array(0), times: new Float64Array(0), threshold: gap };
      continue;
    }
    others.set(b, number + 1);
    runs.push({ pair, motion, which, threshold: gap });
  }
  const found = runs.length === 0 ? [] : await MedialPair.runAll(device, runs, cull);
  runs.forEach(({ which, threshold: gap }, k) => {
    out[which] = { pairs: found[k].pairs, times: found[k].times, threshold: gap };
  });
  return out;
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
  const motions = copyOf({ a, motionA, b, motionB });
  requireGpu(gpu);
  return gpu.onDevice(async (device) => {
    const pair = await gpu.medialPair(device, a, b);
    const motion = pair === null ? null : medialMotion(pair.a, motions.motionA, pair.b, motions.motionB, 0);
    if (pair === null || motion === null || !pair.holds(motion.intervals)) return null;
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
