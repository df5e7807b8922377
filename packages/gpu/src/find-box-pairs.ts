// The pairs of boxes of a set that may overlap, found on the device in one submission.

import type { BoxLayout } from './box-layout.ts';
import { COPY_DST, COPY_SRC, type Device, groupsFor, MAP_READ, STORAGE, UNIFORM } from './device.ts';
import { deviceFailed } from './errors.ts';
import { BOX_PAIRS } from './wgsl/box-pairs.ts';

/** Bytes of `Boxes` and of `Found` (wgsl/box-pairs.ts), and of a pair. */
const NUMBERS = 32;
const FOUND = 16;
const PAIR = 8;
/** Pairs for which there is memory at first, for each box. */
const FIRST_PAIRS = 4;

/** Two numbers a pair; null where the device has no memory for all of it. */
export async function findBoxPairs(device: Device, layout: BoxLayout, wanted?: number): Promise<Uint32Array | null> {
  const { count, bounds, cells, larges } = layout;
  const capacity = wanted ?? FIRST_PAIRS * count;
  const buckets = 2 ** Math.ceil(Math.log2(Math.max(2, 2 * count)));
  const sizes = [bounds.byteLength, cells.byteLength, 4 * buckets, PAIR * capacity];
  if (sizes.some((size) => size > device.largestBuffer)) return null;
  const made: GPUBuffer[] = [];
  const buffer = async (size: number, usage: GPUBufferUsageFlags): Promise<GPUBuffer> => {
    const one = await device.buffer(size, usage);
    made.push(one);
    return one;
  };
  try {
    const buffers = [
      await buffer(NUMBERS, UNIFORM | COPY_DST),
      await buffer(bounds.byteLength, STORAGE | COPY_DST),
      await buffer(cells.byteLength, STORAGE | COPY_DST),
      await buffer(larges.byteLength, STORAGE | COPY_DST),
      await buffer(4 * buckets, STORAGE),
      await buffer(4 * count, STORAGE),
      await buffer(FOUND, STORAGE | COPY_SRC),
      await buffer(PAIR * capacity, STORAGE | COPY_SRC),
    ];
    const stamp = device.nextStamp();
    const { queue } = device.device;
    queue.writeBuffer(buffers[0], 0, Uint32Array.of(count, larges.length, buckets - 1, capacity, stamp));
    [bounds, cells, larges].forEach((numbers, k) => {
      queue.writeBuffer(buffers[k + 1], 0, numbers.buffer, 0, numbers.byteLength);
    });
    const readable = await buffer(FOUND, MAP_READ | COPY_DST);
    const encoder = device.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    for (const [entry, used] of [
      ['linkBoxes', [0, 2, 4, 5]],
      ['pairBoxes', [0, 1, 2, 3, 4, 5, 6, 7]],
    ] as const) {
      const pipeline = await device.pipeline(BOX_PAIRS, entry);
      const entries = used.map((binding) => ({ binding, resource: { buffer: buffers[binding] } }));
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, device.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
      pass.dispatchWorkgroups(...groupsFor(count));
    }
    pass.end();
    encoder.copyBufferToBuffer(buffers[6], 0, readable, 0, FOUND);
    queue.submit([encoder.finish()]);
    const [found, stamped] = new Uint32Array(await device.map(readable, FOUND));
    if (stamped !== stamp) throw deviceFailed('A search for pairs of boxes has left no result.');
    if (found <= capacity) return await readPairs(device, buffers[7], found);
    return await findBoxPairs(device, layout, 2 * found);
  } finally {
    for (const one of made) one.destroy();
  }
}

async function readPairs(device: Device, pairs: GPUBuffer, count: number): Promise<Uint32Array> {
  if (count === 0) return new Uint32Array(0);
  const readable = await device.buffer(PAIR * count, MAP_READ | COPY_DST);
  const encoder = device.device.createCommandEncoder();
  encoder.copyBufferToBuffer(pairs, 0, readable, 0, PAIR * count);
  device.device.queue.submit([encoder.finish()]);
  const out = new Uint32Array(await device.map(readable, PAIR * count)).slice();
  readable.destroy();
  return out;
}
