// Random motions: those that the GPU proves free are searched again on the CPU, in workers. No contact may be missed.

import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { timeOfContactMany } from '@nearmiss/gpu';
import { Model, timeOfContact } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import { POSE, poseAt, printGoal, randomFrom, randomUnit } from './common.mjs';

const SHAPES = ['torus(majorSegments=12,minorSegments=6)', 'box', 'icosphere(subdivisions=1)'];
/** Positions are up to this far out; the bodies have a size of about 2. */
const REACH = 5;

/** @param {number} which shapes `which` and the one after it */
const modelsOf = (which) =>
  [SHAPES[which], SHAPES[(which + 1) % SHAPES.length]].map((name) => Model.build(makeShape(name)));

/** Searches the motions of a slice that were proven free; tells the number of them, and of contacts. In a worker. */
function verifyMotions() {
  const { which, start, end, motions, times } = workerData;
  const [a, b] = modelsOf(which);
  const poses = new Float64Array(motions);
  const out = new Float64Array(times);
  let free = 0;
  let missed = 0;
  for (let k = start; k < end; k++) {
    if (out[k] !== Infinity) continue;
    free++;
    if (timeOfContact(a, { from: poseAt(poses, 2 * k), to: poseAt(poses, 2 * k + 1) }, b, {}).toc !== null) missed++;
  }
  parentPort?.postMessage({ free, missed });
}

/**
 * @param {number} which
 * @param {number} count
 * @param {SharedArrayBuffer} motions
 * @param {SharedArrayBuffer} times
 */
function verify(which, count, motions, times) {
  const workers = Math.max(1, availableParallelism() - 2);
  return Promise.all(
    Array.from({ length: workers }, (_, k) => {
      const start = Math.floor((count * k) / workers);
      const end = Math.floor((count * (k + 1)) / workers);
      const worker = new Worker(new URL(import.meta.url), { workerData: { which, start, end, motions, times } });
      return /** @type {Promise<{ free: number, missed: number }>} */ (
        new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
      );
    }),
  );
}

/**
 * @param {import('@nearmiss/gpu').Gpu} gpu
 * @param {number} total
 * @returns {Promise<number>} missed contacts
 */
export async function benchMotions(gpu, total) {
  const count = Math.ceil(total / SHAPES.length);
  let free = 0;
  let missed = 0;
  for (let which = 0; which < SHAPES.length; which++) {
    const [a, b] = modelsOf(which);
    const random = randomFrom(91 + which);
    const motions = new SharedArrayBuffer(16 * POSE * count);
    const poses = new Float64Array(motions);
    for (let k = 0; k < 2 * count; k++) {
      poses.set(
        [1, 1, 1].map(() => (2 * random() - 1) * REACH),
        POSE * k,
      );
      poses.set(randomUnit(random, 4), POSE * k + 3);
    }
    const given = poses.slice();
    const out = new Float64Array(count);
    const start = performance.now();
    const { onCpu } = await timeOfContactMany(a, b, given, out, { gpu });
    console.log(`  ${count} motions in ${(performance.now() - start).toFixed(0)} ms, ${onCpu} of them on the CPU`);
    const times = new SharedArrayBuffer(8 * count);
    new Float64Array(times).set(out);
    for (const slice of await verify(which, count, motions, times)) {
      free += slice.free;
      missed += slice.missed;
    }
  }
  console.log(`  ${SHAPES.length * count} motions, ${free} free`);
  printGoal('motions, missed contacts', missed, '≤', 0, '');
  return missed;
}

if (!isMainThread) verifyMotions();
