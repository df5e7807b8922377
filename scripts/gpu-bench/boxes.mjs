// The broad phase of a world: random boxes, and the pairs of those that overlap, compared with the grid on the CPU.

import { grid } from 'nearmiss/world';
import { layOut } from '../../packages/gpu/src/box-layout.ts';
import { Device } from '../../packages/gpu/src/device.ts';
import { findBoxPairs } from '../../packages/gpu/src/find-box-pairs.ts';
import { leastTime, randomFrom } from './common.mjs';

const BOX = 6;

/** @param {number} count boxes in a cube, each of which overlaps about four others */
function randomBoxes(count) {
  const random = randomFrom(5);
  const bounds = new Float64Array(BOX * count);
  const side = Math.cbrt(0.5 / count);
  for (let k = 0; k < count; k++) {
    for (let c = 0; c < 3; c++) {
      bounds[BOX * k + c] = random();
      bounds[BOX * k + 3 + c] = bounds[BOX * k + c] + side * (0.5 + random());
    }
  }
  const kinds = new Uint8Array(count).fill(1);
  /** @param {number} a @param {number} b */
  const overlap = (a, b) =>
    [0, 1, 2].every(
      (c) => bounds[BOX * a + c] <= bounds[BOX * b + 3 + c] && bounds[BOX * b + c] <= bounds[BOX * a + 3 + c],
    );
  return /** @type {import('nearmiss').BoxSet} */ (/** @type {unknown} */ ({ bounds, kinds, end: count, overlap }));
}

/**
 * @param {readonly string[]} flags
 * @returns {Promise<number>} numbers of boxes with wrong pairs
 */
export async function benchBoxes(flags) {
  const device = await Device.open(flags);
  let wrong = 0;
  for (const count of [1e5, 1e6]) {
    const boxes = randomBoxes(count);
    const layout = layOut(boxes);
    if (layout === null) throw new Error('Too many boxes are large.');
    const laidOut = await leastTime(async () => layOut(boxes), 3);
    const onDevice = await leastTime(() => findBoxPairs(device, layout), 5);
    const found = (await findBoxPairs(device, layout)) ?? new Uint32Array(0);
    const keys = new Set();
    for (let k = 0; k < found.length; k += 2) {
      if (boxes.overlap(found[k], found[k + 1])) keys.add(found[k] * count + found[k + 1]);
    }
    const onCpu = grid.create(boxes);
    onCpu.add(0);
    const start = performance.now();
    onCpu.update();
    const took = performance.now() - start;
    const { pairs } = onCpu;
    let same = pairs.count === keys.size;
    for (let handle = 0; handle < pairs.end; handle++) {
      same &&= keys.has(pairs.lows[handle] * count + pairs.highs[handle]);
    }
    if (!same) wrong++;
    console.log(
      `  ${count} boxes: ${onDevice.toFixed(1)} ms with upload and readback, ${laidOut.toFixed(0)} ms to round and lay out, ` +
        `grid on the CPU ${took.toFixed(0)} ms; ${keys.size} pairs, ${same ? 'the same' : 'NOT the same'}`,
    );
  }
  device.close();
  return wrong;
}
