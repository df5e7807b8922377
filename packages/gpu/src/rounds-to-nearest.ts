// Whether a device rounds sums and products to the nearest float, with which the error bounds of the kernels count. WGSL lets it round up or
// down as it likes, by twice as much. All known ones round to nearest; this is tried once, when a device is opened.

import { COPY_DST, COPY_SRC, type Device, groupsFor, MAP_READ, STORAGE } from './device.ts';
import { ROUND_PAIRS } from './wgsl/round-pairs.ts';

const PAIRS = 1024;
/** Floats of a result: sum, difference, product, and 1. */
const RESULT = 4;
/** Exponents differ by no more, so that a double holds a sum exactly. */
const EXPONENTS = 16;

/** Pairs of floats of all bits, the same every time. */
function drawPairs(): Float32Array<ArrayBuffer> {
  const out = new Float32Array(2 * PAIRS);
  // A linear congruential generator (Numerical Recipes), whose upper bits are used.
  let state = 1;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  for (let k = 0; k < out.length; k++) {
    const sign = next() < 0.5 ? -1 : 1;
    out[k] = sign * (1 + next()) * 2 ** Math.floor(EXPONENTS * (next() - 0.5));
  }
  return out;
}

/** Whether results are those of pairs, each rounded to the nearest float. */
export function areNearest(pairs: Float32Array, results: Float32Array): boolean {
  for (let k = 0; k < pairs.length / 2; k++) {
    const [x, y] = [pairs[2 * k], pairs[2 * k + 1]];
    const [sum, difference, product, isThere] = results.subarray(RESULT * k, RESULT * (k + 1));
    const isNearest = sum === Math.fround(x + y) && difference === Math.fround(x - y) && product === Math.fround(x * y);
    if (!isNearest || isThere !== 1) return false;
  }
  return true;
}

export async function roundsToNearest(device: Device): Promise<boolean> {
  const pairs = drawPairs();
  const size = 4 * RESULT * PAIRS;
  const given = await device.buffer(pairs.byteLength, STORAGE | COPY_DST);
  const results = await device.buffer(size, STORAGE | COPY_SRC);
  const readable = await device.buffer(size, MAP_READ | COPY_DST);
  const pipeline = await device.pipeline(ROUND_PAIRS, 'roundPairs');
  device.device.queue.writeBuffer(given, 0, pairs);
  const encoder = device.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.bind(pipeline, [given, results]));
  pass.dispatchWorkgroups(...groupsFor(PAIRS));
  pass.end();
  encoder.copyBufferToBuffer(results, 0, readable, 0, size);
  device.device.queue.submit([encoder.finish()]);
  const isNearest = areNearest(pairs, new Float32Array(await device.map(readable, size)));
  for (const buffer of [given, results, readable]) buffer.destroy();
  return isNearest;
}
