// Many queries of one pair on the device: poses go up in chunks, results come down, two chunks at a time so that the device does not
// wait for the host. The size of a chunk follows the time it takes, so that no dispatch holds a display, or a software device, for
// long.

import { NearmissError } from 'nearmiss';
import { centredPoses } from './centred-poses.ts';
import { COPY_DST, COPY_SRC, type Device, groupsFor, MAP_READ, STORAGE, UNIFORM } from './device.ts';
import type { Gpu } from './gpu.ts';
import { KernelClock } from './kernel-clock.ts';
import { type ManyInputs, POSE } from './many-inputs.ts';
import type { Slot } from './slot.ts';
import type { UploadedModel } from './uploaded-model.ts';
import type { StackShape } from './wgsl/search.ts';

/** Bytes of `Bodies` (wgsl/moved.ts). */
const BODIES = 112;
/** Queries of the first chunk, of the least that is tried, and of the largest. */
const FIRST_CHUNK = 4096;
const LEAST_CHUNK = 64;
const LARGEST_CHUNK: number = 2 ** 21;
/** A chunk that took less is followed by one of four times the size, one that took four times as long by a half. Milliseconds. */
const SHORT = 40;
/** Pairs of nodes that may wait in a search: memory of each invocation. A deeper pair of trees is searched by the host. */
const STACKS: readonly number[] = [64, 128, 320];
/** Invocations of a dispatch, each of which takes one query after the other: more than any device runs at a time. */
const MOST_INVOCATIONS: number = 2 ** 17;
/** Workgroups of a dispatch where each searches for one query at a time. */
const MOST_SEARCHES = 8192;
/** Connected parts of the bodies, together, whose containment the device decides. */
const MOST_ANCHORS = 128;
/** Units of the two bodies may differ by this factor, and centres lie this far out, in floats. */
const LARGEST_RATIO: number = 2 ** 20;
const LARGEST_CENTRE: number = 2 ** 24;

/**
 * The reach of a centred body grows by this part of its centre. Its error on the device, 16u of the reach (wgsl/moved.ts), then has 2⁻⁴⁷ of the
 * centre for the rounding of `centredPoses`: 20 · 2⁻⁵³ for the entries of the rotation and the products, 2⁻⁵³ for the sum.
 */
const OF_CENTRED: number = 2 ** -27;

/** A kernel for many queries. */
export interface ManyKernel {
  readonly name: string;
  /** Entry points that run one after the other, each with its code. */
  readonly steps: readonly {
    readonly entry: string;
    readonly code: (stack: StackShape) => string;
    readonly solidsOnly?: boolean;
    readonly unused?: readonly number[];
    /** Whether a workgroup searches for one query together. */
    readonly isShared?: boolean;
  }[];
  /** Doubles of a query's input, and words of its result. */
  readonly inputs: number;
  readonly words: number;
}

/** A query over two models on a device. */
interface UploadedPair {
  readonly a: UploadedModel;
  readonly b: UploadedModel;
  readonly stack: StackShape;
  /**
   * Whether poses are those of A's centre (`centredPoses`): of a body far from its own origin. A motion is not, since the centre moves
   * along an arc.
   */
  readonly isCentred: boolean;
}

/** The pair on the device, or null where the device cannot decide anything about it. */
async function pairOn(gpu: Gpu, device: Device, { a, b, kernel }: ManyQueries): Promise<UploadedPair | null> {
  const first = await gpu.uploaded(device, a);
  const second = await gpu.uploaded(device, b);
  if (first === null || second === null) return null;
  const ratio = first.unit / second.unit;
  const isNear = ({ centre }: UploadedModel) => centre.every((x) => Math.abs(x) <= LARGEST_CENTRE * second.unit);
  if (!(ratio <= LARGEST_RATIO && ratio >= 1 / LARGEST_RATIO && isNear(first) && isNear(second))) return null;
  if ((first.anchors.length + second.anchors.length) / 3 > MOST_ANCHORS) return null;
  const pairs = (first.branching - 1) * first.depth + (second.branching - 1) * second.depth;
  const branching = Math.max(first.branching, second.branching);
  const needed = pairs + 2 * branching;
  const size = STACKS.find((entries) => entries >= needed);
  const isPacked = first.nodeCount <= 2 ** 16 && second.nodeCount <= 2 ** 16;
  if (size === undefined) return null;
  const isCentred = kernel.inputs === POSE && Math.hypot(...first.centre) > first.reach * first.unit;
  return { a: first, b: second, stack: { size, isPacked, branching }, isCentred };
}

/** The numbers that all queries of a pair have in common, as the kernels read them; count, first and stamp follow. */
function writeBodies({ a, b, isCentred }: UploadedPair, threshold: number): DataView<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(BODIES));
  const ratio = a.unit / b.unit;
  for (let c = 0; c < 3; c++) {
    view.setFloat32(4 * c, isCentred ? 0 : a.centre[c] / b.unit, true);
    const high = Math.fround(b.centre[c] / b.unit);
    view.setFloat32(16 + 4 * c, high, true);
    view.setFloat32(32 + 4 * c, b.centre[c] / b.unit - high, true);
  }
  // Rounded to the nearest float; the factor keeps the reach above the true one.
  view.setFloat32(12, ratio, true);
  const rounding = isCentred ? OF_CENTRED * (Math.hypot(...a.centre) / b.unit) : 0;
  view.setFloat32(28, (a.reach * ratio + rounding) * (1 + 2 ** -20), true);
  view.setFloat32(44, b.reach * (1 + 2 ** -20), true);
  view.setInt32(48, -Math.round(Math.log2(b.unit)), true);
  view.setUint32(60, a.anchors.length / 3, true);
  view.setUint32(64, b.anchors.length / 3, true);
  view.setUint32(68, a.closed ? 1 : 0, true);
  view.setUint32(72, b.closed ? 1 : 0, true);
  view.setUint32(80, a.nodeCount, true);
  view.setUint32(84, b.nodeCount, true);
  view.setFloat32(96, threshold / b.unit, true);
  return view;
}

async function makeSlot(device: Device, { inputs, words }: ManyKernel, capacity: number): Promise<Slot> {
  const sizes: readonly (readonly [number, GPUBufferUsageFlags])[] = [
    [BODIES, UNIFORM | COPY_DST],
    [8 * inputs * capacity, STORAGE | COPY_DST],
    [4 * words * capacity, STORAGE | COPY_SRC],
    [4 * words * capacity, MAP_READ | COPY_DST],
    [16, STORAGE | COPY_DST],
  ];
  const made: GPUBuffer[] = [];
  try {
    for (const [size, usage] of sizes) made.push(await device.buffer(size, usage));
  } catch (error) {
    for (const buffer of made) buffer.destroy();
    throw error;
  }
  const [uniforms, inputBuffer, results, readable, next] = made;
  return { uniforms, inputs: inputBuffer, results, readable, next, capacity };
}

/** A slot for `count` queries, made for a whole chunk; for fewer, where the device has no memory for them. */
async function slotFor(device: Device, kernel: ManyKernel, which: number, count: number, chunk: number): Promise<Slot> {
  const slots = device.slots(kernel.name);
  const known = slots[which];
  if (known !== undefined && known.capacity >= count) return known;
  if (known !== undefined) destroySlot(known);
  // Nobody finds what is destroyed, also where no other can be made.
  delete slots[which];
  for (let capacity = chunk; ; capacity = Math.ceil(capacity / 2)) {
    try {
      slots[which] = await makeSlot(device, kernel, capacity);
      return slots[which];
    } catch (error) {
      const isFull = error instanceof NearmissError && error.code === 'gpu/out-of-memory';
      if (!isFull || capacity <= LEAST_CHUNK) throw error;
    }
  }
}

function destroySlot({ uniforms, inputs, results, readable, next }: Slot): void {
  for (const buffer of [uniforms, inputs, results, readable, next]) buffer.destroy();
}

async function anchorBuffer(device: Device, { a, b }: UploadedPair): Promise<GPUBuffer> {
  const all = [...a.anchors, ...b.anchors];
  const out = new Float32Array(Math.max(4, (all.length / 3) * 4));
  all.forEach((x, k) => {
    out[4 * Math.floor(k / 3) + (k % 3)] = x;
  });
  const buffer = await device.buffer(out.byteLength, STORAGE | COPY_DST);
  device.device.queue.writeBuffer(buffer, 0, out);
  return buffer;
}

/** Reads the results of queries from `first` on: `words` each. The stamp is what each must carry; lengths are in the unit. */
type TakeResults = (results: Uint32Array, first: number, count: number, stamp: number, unit: number) => void;

/** The queries of one call on a device. */
interface ManyQueries extends ManyInputs {
  readonly kernel: ManyKernel;
  /** In model units. */
  readonly threshold: number;
  readonly take: TakeResults;
}

/**
 * Runs a kernel for all queries on the GPU, where there is one that can decide anything about the pair. Returns the milliseconds that the
 * kernels took by its clock; NaN where it does not tell, or none ran.
 */
export async function runMany(
  asked: ManyInputs,
  kernel: ManyKernel,
  threshold: number,
  take: TakeResults,
): Promise<number> {
  const { gpu } = asked;
  const queries = { ...asked, kernel, threshold, take };
  return (await gpu?.onDevice((device) => runOn(gpu, device, queries))) ?? Number.NaN;
}

async function runOn(gpu: Gpu, device: Device, queries: ManyQueries): Promise<number | null> {
  const { kernel, take } = queries;
  const pair = await pairOn(gpu, device, queries);
  if (pair === null) return null;
  const steps = kernel.steps.filter(({ solidsOnly }) => !solidsOnly || pair.a.closed || pair.b.closed);
  const pipelines = await Promise.all(steps.map(({ code, entry }) => device.pipeline(code(pair.stack), entry)));
  const anchors = await anchorBuffer(device, pair);
  const bodies = writeBodies(pair, queries.threshold);
  const clock = await KernelClock.of(device);
  const waiting: Promise<void>[] = [];
  let ended = 0;
  let chunk = Math.min(device.chunk(kernel.name) ?? FIRST_CHUNK, mostQueries(device, kernel));
  try {
    for (let first = 0, turn = 0; first < queries.count; turn++) {
      const which = turn % 2;
      await waiting[which];
      const left = queries.count - first;
      const slot = await slotFor(device, kernel, which, Math.min(chunk, left), chunk);
      const count = Math.min(chunk, left, slot.capacity);
      const stamp = device.nextStamp();
      const started = performance.now();
      submitChunk(
        device,
        { kernel, steps, pipelines, pair, anchors, clock },
        slot,
        bodies,
        queries,
        first,
        count,
        stamp,
      );
      const from = first;
      waiting[which] = readChunk(device, kernel, slot, count, (results) =>
        take(results, from, count, stamp, pair.b.unit),
      ).then(() => {
        // Since the chunk before it was done: what it waited for is not its own.
        const took = performance.now() - Math.max(started, ended);
        ended = performance.now();
        if (took < SHORT && count === chunk) chunk = Math.min(4 * chunk, LARGEST_CHUNK, mostQueries(device, kernel));
        else if (took > 4 * SHORT) chunk = Math.max(LEAST_CHUNK, Math.floor(chunk / 2));
      });
      // An error is thrown where the chunk is waited for, and not where nobody listens.
      waiting[which].catch(() => {});
      first += count;
    }
    await Promise.all(waiting);
    device.setChunk(kernel.name, chunk);
    return await clock.read();
  } finally {
    await Promise.allSettled(waiting);
    anchors.destroy();
    clock.destroy();
  }
}

function mostQueries(device: Device, { inputs, words }: ManyKernel): number {
  return Math.floor(device.largestBuffer / (4 * Math.max(2 * inputs, words)));
}

interface Prepared {
  readonly kernel: ManyKernel;
  /** Those that the pair needs, with their pipelines. */
  readonly steps: ManyKernel['steps'];
  readonly pipelines: readonly GPUComputePipeline[];
  readonly pair: UploadedPair;
  readonly anchors: GPUBuffer;
  readonly clock: KernelClock;
}

function submitChunk(
  { device }: Device,
  { kernel, steps, pipelines, pair, anchors, clock }: Prepared,
  slot: Slot,
  bodies: DataView<ArrayBuffer>,
  queries: ManyQueries,
  first: number,
  count: number,
  stamp: number,
): void {
  bodies.setUint32(52, count, true);
  bodies.setUint32(56, first, true);
  bodies.setUint32(76, stamp, true);
  device.queue.writeBuffer(slot.uniforms, 0, bodies.buffer);
  const { a, b } = pair;
  const inputs = queries.inputs.subarray(kernel.inputs * first, kernel.inputs * (first + count));
  device.queue.writeBuffer(slot.inputs, 0, pair.isCentred ? centredPoses(inputs, a.centre) : inputs);
  const buffers = [
    slot.uniforms,
    a.nodes,
    a.triangles,
    b.nodes,
    b.triangles,
    slot.inputs,
    slot.results,
    anchors,
    slot.next,
  ];
  const encoder = device.createCommandEncoder();
  const timed = clock.descriptors(pipelines.length);
  pipelines.forEach((pipeline, k) => {
    encoder.clearBuffer(slot.next);
    const pass = encoder.beginComputePass(timed[k]);
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindUsed(device, pipeline, buffers, steps[k].unused ?? []));
    if (steps[k].isShared === true) pass.dispatchWorkgroups(Math.min(count, MOST_SEARCHES));
    else pass.dispatchWorkgroups(...groupsFor(Math.min(count, MOST_INVOCATIONS)));
    pass.end();
  });
  encoder.copyBufferToBuffer(slot.results, 0, slot.readable, 0, 4 * kernel.words * count);
  clock.resolve(encoder);
  device.queue.submit([encoder.finish()]);
}

async function readChunk(
  device: Device,
  { words }: ManyKernel,
  { readable }: Slot,
  count: number,
  take: (results: Uint32Array) => void,
): Promise<void> {
  take(new Uint32Array(await device.map(readable, 4 * words * count)));
  readable.unmap();
}

/** Binds all buffers but those that a step does not use: its layout does not have them. */
function bindUsed(
  device: GPUDevice,
  pipeline: GPUComputePipeline,
  buffers: readonly GPUBuffer[],
  unused: readonly number[],
): GPUBindGroup {
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  return device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: entries.filter(({ binding }) => !unused.includes(binding)),
  });
}
