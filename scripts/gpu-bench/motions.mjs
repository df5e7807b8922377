// Random motions: those that the GPU proves free are searched again on the CPU, in workers. No contact may be missed.

import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { medialTimesOfContact, timeOfContactMany } from '@nearmiss/gpu';
import { Model, timeOfContact } from 'nearmiss';
import { medial, medialStructure } from 'nearmiss/medial';
import { makeShape } from 'nearmiss/shapes';
import { POSE, poseAt, printGoal, randomFrom, randomUnit } from './common.mjs';

const SHAPES = ['torus(majorSegments=12,minorSegments=6)', 'box', 'icosphere(subdivisions=1)'];
const MEDIAL_SHAPES = ['torus', 'gear'];
const MEDIAL_THRESHOLD = 1e-3;
/** Positions are up to this far out; the bodies have a size of about 2. */
const REACH = 5;

/** @param {number} which shapes `which` and the one after it; −1 for two medial axes */
const modelsOf = (which) =>
  which < 0
    ? MEDIAL_SHAPES.map((name) =>
        Model.build(makeShape(name), { with: [medialStructure({ samples: 200, primitives: 12 })] }),
      )
    : [SHAPES[which], SHAPES[(which + 1) % SHAPES.length]].map((name) => Model.build(makeShape(name)));

/** Searches the motions of a slice that were proven free; tells the number of them, and of contacts. In a worker. */
function verifyMotions() {
  const { which, start, end, motions, times } = workerData;
  const [a, b] = modelsOf(which);
  const poses = new Float64Array(motions);
  const out = new Float64Array(times);
  let free = 0;
  let missed = 0;
  let near = 0;
  for (let k = start; k < end; k++) {
    if (out[k] !== Infinity) continue;
    free++;
    const motion = { from: poseAt(poses, 2 * k), to: poseAt(poses, 2 * k + 1) };
    /** @param {number | undefined} threshold */
    const reaches = (threshold) =>
      timeOfContact(a, motion, b, {}, threshold === undefined ? {} : { method: medial, threshold }).toc !== null;
    if (!reaches(which < 0 ? MEDIAL_THRESHOLD : undefined)) continue;
    // Bodies that pass at just about the threshold: both answers are proven, and half of it is not reached.
    if (which < 0 && !reaches(MEDIAL_THRESHOLD / 2)) near++;
    else missed++;
  }
  parentPort?.postMessage({ free, missed, near });
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
      return /** @type {Promise<{ free: number, missed: number, near: number }>} */ (
        new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
      );
    }),
  );
}

/**
 * @param {number} count
 * @param {number} seed
 * @param {number} reach
 */
function randomMotions(count, seed, reach) {
  const random = randomFrom(seed);
  const motions = new SharedArrayBuffer(16 * POSE * count);
  const poses = new Float64Array(motions);
  for (let k = 0; k < 2 * count; k++) {
    poses.set(
      [1, 1, 1].map(() => (2 * random() - 1) * reach),
      POSE * k,
    );
    poses.set(randomUnit(random, 4), POSE * k + 3);
  }
  return { motions, poses };
}

/**
 * The same for medial axes.
 *
 * @param {import('@nearmiss/gpu').Gpu} gpu
 * @param {number} count
 * @param {number} seed
 * @returns {Promise<number>} missed contacts
 */
export async function benchMedialMotions(gpu, count, seed) {
  const [a, b] = modelsOf(-1);
  const { motions, poses } = randomMotions(count, 77 + seed, REACH);
  const times = new SharedArrayBuffer(8 * count);
  const out = new Float64Array(times);
  const start = performance.now();
  for (let first = 0; first < count; first += 64) {
    const pairs = Array.from({ length: Math.min(64, count - first) }, (_, k) => ({
      a,
      motionA: { from: poseAt(poses, 2 * (first + k)), to: poseAt(poses, 2 * (first + k) + 1) },
      b,
      motionB: {},
    }));
    const results = await medialTimesOfContact(pairs, { gpu, threshold: MEDIAL_THRESHOLD });
    results.forEach(({ toc }, k) => {
      out[first + k] = toc ?? Infinity;
    });
  }
  const took = performance.now() - start;
  let free = 0;
  let missed = 0;
  let near = 0;
  for (const slice of await verify(-1, count, motions, times)) {
    free += slice.free;
    missed += slice.missed;
    near += slice.near;
  }
  console.log(
    `  ${count} motions of medial axes in ${(took / 1e3).toFixed(0)} s, ${free} free, ${near} pass at the threshold`,
  );
  printGoal('motions of medial axes, missed contacts', missed, '≤', 0, '');
  return missed;
}

/**
 * @param {import('@nearmiss/gpu').Gpu} gpu
 * @param {number} total
 * @param {number} seed
 * @returns {Promise<number>} missed contacts
 */
export async function benchMotions(gpu, total, seed) {
  const count = Math.ceil(total / SHAPES.length);
  let free = 0;
  let missed = 0;
  for (let which = 0; which < SHAPES.length; which++) {
    const [a, b] = modelsOf(which);
    const { motions, poses } = randomMotions(count, 90 + which + SHAPES.length * seed, REACH);
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
