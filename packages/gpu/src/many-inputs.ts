// The arguments of many queries, of all three kinds and wherever they run. They are checked and copied while the call is made: what a
// caller writes to the poses afterwards changes nothing, and memory that is shared with other threads is read once.

import { type Model, NearmissError } from 'nearmiss';
import type { Workers } from 'nearmiss/workers';
import { type Gpu, requireGpu } from './gpu.ts';
import { refuseOption, requireModel, requireOptions, requireWorkers } from './options.ts';

/** Options of {@link collideMany}, {@link distanceMany} and {@link timeOfContactMany}. */
export interface ManyOptions {
  /** Where to compute; without one, on the CPU. */
  readonly gpu?: Gpu | undefined;
  /** Threads for what runs on the CPU; without them, this one. The results are the same. */
  readonly workers?: Workers | undefined;
}

/** Doubles of a pose: position x y z and rotation x y z w. */
export const POSE = 7;

/** How far |q|² may be from 1 before a quaternion is refused, as by every query of nearmiss. Dimensionless. */
const QUATERNION_ERROR = 2e-3;

/** The kernels take quaternions as unit that are so to this; others are divided by their length here. Dimensionless. */
const UNIT_ERROR: number = 2 ** -26;

/** Where results go. */
type Out = Uint8Array | Float64Array;

/** What a kind of query takes. */
export interface ManyForm<Options extends ManyOptions> {
  readonly name: 'poses' | 'motions';
  /** Doubles of a query, a multiple of those of a pose. */
  readonly stride: number;
  readonly out: typeof Uint8Array | typeof Float64Array;
  /** Numbers of a result. */
  readonly results: number;
  readonly options: readonly (keyof Options & string)[];
}

/** The arguments of a call, checked. */
export interface ManyInputs {
  readonly a: Model;
  readonly b: Model;
  readonly count: number;
  /** As they were given: what the CPU answers. */
  readonly given: Float64Array<ArrayBuffer>;
  /** With quaternions of length 1: what kernels take. */
  readonly inputs: Float64Array<ArrayBuffer>;
  readonly gpu: Gpu | undefined;
  readonly workers: Workers | undefined;
}

export function readMany<Options extends ManyOptions>(
  form: ManyForm<Options>,
  [a, b]: readonly [Model, Model],
  given: Float64Array,
  out: Out,
  options: Options,
): ManyInputs {
  requireModel(a, 'A');
  requireModel(b, 'B');
  requireOptions(options, form.options);
  const gpu = options.gpu === undefined ? undefined : requireGpu(options.gpu);
  const workers = requireWorkers(options.workers);
  const copy = copyOf(given, form, gpu);
  const count = copy.length / form.stride;
  requireOut(out, form, count);
  return { a, b, count, given: copy, inputs: checkPoses(copy, form.name), gpu, workers };
}

/** Always in memory of its own: WebGPU in Node does not survive shared memory. */
function copyOf(
  given: Float64Array,
  { name, stride }: ManyForm<never>,
  gpu: Gpu | undefined,
): Float64Array<ArrayBuffer> {
  const perQuery = name === 'poses' ? 'seven numbers a pose' : 'two poses of seven numbers a motion';
  if (!(given instanceof Float64Array && isThere(given) && given.length % stride === 0)) {
    throw new NearmissError('pose/bad-form', `${name} must be a Float64Array of ${perQuery}.`);
  }
  return gpu?.poseMemory.copy(given) ?? new Float64Array(given);
}

/** Whether the memory of an array is still its own: it has none after a transfer. */
function isThere({ buffer }: Float64Array | Uint8Array): boolean {
  try {
    return new Uint8Array(buffer).length >= 0;
  } catch {
    return false;
  }
}

function requireOut(out: Out, form: ManyForm<never>, count: number): void {
  const needed = form.results * count;
  if (out instanceof form.out && isThere(out) && out.length >= needed) return;
  const length = out instanceof form.out ? `; it has ${out.length}` : '';
  refuseOption(
    `out must be ${form.out.name === 'Uint8Array' ? 'a Uint8Array' : 'a Float64Array'} of at least ${needed} numbers${length}.`,
  );
}

/** Writes the results at the end of a call, all or none, and gives the memory of its poses back. */
export function writeResults({ gpu, given }: ManyInputs, out: Out, results: Out): void {
  gpu?.poseMemory.giveBack(given);
  if (out.length < results.length || !isThere(out)) {
    refuseOption('out was transferred or shortened during the call; the results cannot be written.');
  }
  out.set(results);
}

function isPosition(poses: Float64Array, at: number): boolean {
  const sum = poses[at] + poses[at + 1] + poses[at + 2];
  // Finite summands can have an infinite sum; that is far beyond every coordinate a mesh may have.
  return sum - sum === 0;
}

function squareOf(poses: Float64Array, at: number): number {
  const x = poses[at + 3];
  const y = poses[at + 4];
  const z = poses[at + 5];
  const w = poses[at + 6];
  return x * x + y * y + z * z + w * w;
}

/** Refuses what are no poses; returns those for kernels: the same array where all quaternions are unit, else a copy where they are. */
function checkPoses(poses: Float64Array<ArrayBuffer>, name: string): Float64Array<ArrayBuffer> {
  let isUnit = true;
  for (let at = 0; at < poses.length; at += POSE) {
    const away = Math.abs(squareOf(poses, at) - 1);
    if (!(away <= QUATERNION_ERROR && isPosition(poses, at))) refusePose(poses, at, name);
    if (away > UNIT_ERROR) isUnit = false;
  }
  return isUnit ? poses : withUnitRotations(poses);
}

function withUnitRotations(poses: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const out = poses.slice();
  for (let at = 0; at < poses.length; at += POSE) {
    const length = Math.sqrt(squareOf(poses, at));
    for (let k = 3; k < POSE; k++) out[at + k] = poses[at + k] / length;
  }
  return out;
}

function refusePose(poses: Float64Array, at: number, name: string): never {
  const isTurned = Math.abs(squareOf(poses, at) - 1) <= QUATERNION_ERROR;
  const code = isTurned ? 'pose/bad-position' : 'pose/bad-rotation';
  const what = isTurned ? 'its position is not finite or too large' : 'its quaternion is not of length 1';
  throw new NearmissError(code, `Pose ${at / POSE} of ${name} is refused: ${what}.`);
}
