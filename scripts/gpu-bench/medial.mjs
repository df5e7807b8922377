// All elementary pairs of two medial axes of about 2,235 slabs: the paper's alternation and the proven test without culling, and the
// proven test with it.

import { medialTimesOfContact } from '@nearmiss/gpu';
import { COPY_DST, COPY_SRC, Device, MAP_READ, STORAGE } from '../../packages/gpu/src/device.ts';
import { medialMotion } from '../../packages/gpu/src/medial-motion.ts';
import { MedialPair } from '../../packages/gpu/src/medial-run.ts';
import { uploadMedial } from '../../packages/gpu/src/uploaded-medial.ts';
import { leastTime, printGoal, readModel, spreadOfTimes } from './common.mjs';

/** Runs of the same tests in one submission; less one run they are the time of the kernels. */
const REPEATS = 20;
const THRESHOLD = 1e-4;

/** @param {number[]} position @param {number} angle about y */
const pose = ([x, y, z], angle) =>
  /** @type {const} */ ({ position: [x, y, z], rotation: [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)] });

const MOTIONS = {
  approach: { from: pose([1.3, 0.1, 0.05], 0), to: pose([0.6, 0.05, 0], 0.1) },
  step: { from: pose([1.02, 0, 0], 0.3), to: pose([0.98, 0, 0], 0.32) },
  pass: { from: pose([1.2, -0.6, 0], 0), to: pose([1.2, 0.6, 0], 0.1) },
};

/** @param {Float32Array} turn the paper has no error of chords */
const withoutArc = (turn) => Float32Array.of(turn[0], turn[1], turn[2], 0);

/**
 * @param {readonly string[]} flags
 * @param {string} file
 */
export async function benchMedial(flags, file) {
  const model = readModel(file);
  const device = await Device.open(flags);
  const axis = await uploadMedial(device, model);
  const pair = axis === null ? null : await MedialPair.of(device, axis, axis);
  if (pair === null) throw new Error('The medial axis has too many primitives.');
  console.log(`  ${pair.elementaryPairs} elementary pairs`);
  for (const [name, motion] of Object.entries(MOTIONS)) {
    const proven = medialMotion(pair.a, motion, pair.b, {}, THRESHOLD);
    if (proven === null) throw new Error('The motion has no bound.');
    const [turnA, turnB] = proven.turns;
    const plain = /** @type {const} */ ([withoutArc(turnA), withoutArc(turnB)]);
    const claimed = { ...proven, enlarged: 0, turns: plain };
    for (const test of /** @type {const} */ (['alternation', 'proven'])) {
      const used = test === 'proven' ? proven : claimed;
      await pair.run(used, test, false);
      const one = await leastTime(() => pair.run(used, test, false), 5);
      const many = await leastTime(() => pair.run(used, test, false, REPEATS + 1), 3);
      const rate = (pair.elementaryPairs * REPEATS) / (many - one) / 1e6;
      const what = `${name}, ${test} without culling, ${used.intervals} intervals`;
      printGoal(what, rate, '≥', test === 'proven' ? 8 : 25, 'billion pairs/s');
    }
    await benchCulled(pair, name, proven);
  }
  device.close();
}

/**
 * The proven test with culling, with upload of poses and readback of contacts.
 *
 * @param {MedialPair} pair
 * @param {string} name
 * @param {import('../../packages/gpu/src/medial-motion.ts').MedialMotion} motion
 */
async function benchCulled(pair, name, motion) {
  // Until the code of the host is compiled.
  await leastTime(() => pair.run(motion, 'proven', true), 200);
  const { least, median, most } = await spreadOfTimes(() => pair.run(motion, 'proven', true), 500);
  printGoal(`${name}, culled, with upload and readback: least`, least, '≤', 0.7, 'ms');
  printGoal(`${name}, culled, with upload and readback: median`, median, '≤', 0.7, 'ms');
  const many = await leastTime(() => pair.run(motion, 'proven', true, REPEATS + 1), 20);
  const { survivors, pairs, bytesRead } = await pair.run(motion, 'proven', true);
  const kernels = (many - least) / REPEATS;
  console.log(
    `  ${name}, culled: nine of ten within ${most.toFixed(3)} ms, the kernels ${kernels.toFixed(3)} ms; ${survivors} pairs of primitives are left, ${pairs.length / 2} can be first, ` +
      `${bytesRead} bytes read back; ${(pair.elementaryPairs / least / 1e6).toFixed(0)} billion elementary pairs/s with upload and readback`,
  );
}

/**
 * What a submission takes that does next to nothing: an upload, empty kernels, and a readback of so many bytes.
 *
 * @param {readonly string[]} flags
 */
export async function benchRoundTrip(flags) {
  const device = await Device.open(flags);
  const code =
    '@group(0) @binding(0) var<storage, read_write> out: array<u32>; @compute @workgroup_size(64) fn main() { out[0] += 1u; }';
  const pipeline = await device.pipeline(code, 'main');
  const LARGEST = 2 ** 16;
  const from = await device.buffer(LARGEST, STORAGE | COPY_SRC | COPY_DST);
  const readable = await device.buffer(LARGEST, MAP_READ | COPY_DST);
  const bindings = device.bind(pipeline, [from]);
  const { queue } = device.device;
  const numbers = new Uint32Array(64);
  for (const [kernels, bytes] of [
    [0, 32],
    [0, LARGEST],
    [1, 32],
    [4, 32],
    [4, LARGEST],
    [32, 32],
  ]) {
    const run = async () => {
      queue.writeBuffer(from, 0, numbers);
      const encoder = device.device.createCommandEncoder();
      if (kernels > 0) {
        const pass = encoder.beginComputePass();
        for (let k = 0; k < kernels; k++) {
          pass.setPipeline(pipeline);
          pass.setBindGroup(0, bindings);
          pass.dispatchWorkgroups(1);
        }
        pass.end();
      }
      encoder.copyBufferToBuffer(from, 0, readable, 0, bytes);
      queue.submit([encoder.finish()]);
      new Uint32Array(await device.map(readable, bytes)).slice();
      readable.unmap();
    };
    await leastTime(run, 200);
    const { least, median, most } = await spreadOfTimes(run, 500);
    console.log(
      `  round trip of ${kernels} empty kernels and ${bytes} bytes: ${least.toFixed(3)} ms, median ${median.toFixed(3)}, nine of ten within ${most.toFixed(3)}`,
    );
  }
  device.close();
}

/** Pairs of bodies of a submission. */
const COUNTS = [1, 4, 16, 64, 256];

/**
 * From how many pairs of bodies on the GPU is faster than one thread of the CPU, which searches a tree.
 *
 * @param {import('@nearmiss/gpu').Gpu} gpu
 * @param {string} file
 * @returns {Promise<number>} results that differ
 */
export async function benchMedialCrossover(gpu, file) {
  const model = readModel(file);
  let wrong = 0;
  for (const [name, { from, to }] of Object.entries(MOTIONS)) {
    for (const count of COUNTS) {
      const pairs = Array.from({ length: count }, (_, k) => {
        const aside = /** @param {{ readonly position: readonly number[] }} given */ ({ position: [x, y, z] }) =>
          /** @type {const} */ ([x, y + 1e-3 * (k % 16), z + 1e-3 * Math.floor(k / 16)]);
        const motionA = { from: { ...from, position: aside(from) }, to: { ...to, position: aside(to) } };
        return { a: model, motionA, b: model, motionB: {} };
      });
      const options = { threshold: THRESHOLD };
      const onGpu = await medialTimesOfContact(pairs, { ...options, gpu });
      const onCpu = await medialTimesOfContact(pairs, options);
      wrong += onGpu.filter(({ status, toc }, k) => !isSame(status, toc, onCpu[k])).length;
      const [gpuTime, cpuTime] = [
        await leastTime(() => medialTimesOfContact(pairs, { ...options, gpu }), 5),
        await leastTime(() => medialTimesOfContact(pairs, options), 3),
      ];
      console.log(`  ${name}, ${count} pairs of bodies: GPU ${gpuTime.toFixed(2)} ms, CPU ${cpuTime.toFixed(2)} ms`);
    }
  }
  console.log(`  ${wrong} results differ`);
  return wrong;
}

/**
 * Two proven lower bounds of a time, both within the threshold of contact; bodies that pass at about the threshold may be near for one alone.
 *
 * @param {string} status
 * @param {number | null} toc
 * @param {import('nearmiss').TimeOfContactResult} other
 */
export function isSame(status, toc, other) {
  if (toc === null || other.toc === null) return status === other.status;
  return Math.abs(toc - other.toc) < 1e-2;
}
