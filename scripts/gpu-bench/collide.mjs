// Yes or no for poses of the bunny pair near contact: random turns, moved together along random directions until they touch, give or
// take a part of their size.

import { collideMany } from '@nearmiss/gpu';
import { collide } from 'nearmiss';
import { leastTime, POSE, poseAt, printGoal, randomFrom, randomUnit, readModel } from './common.mjs';

/** How far from contact poses are at most, and how far apart the search for it begins. Lengths; the bunny's is about 1. */
const NEAR = 0.02;
const FAR = 2;
const HALVINGS = 11;
/** Poses that the CPU decides again. */
const CHECKED = 2000;

/** @typedef {import('nearmiss').Model} Model */
/** @typedef {import('@nearmiss/gpu').Gpu} Gpu */

/**
 * @param {Gpu} gpu
 * @param {Model} model
 * @param {number} count
 */
async function nearContact(gpu, model, count) {
  const random = randomFrom(7);
  const poses = new Float64Array(POSE * count);
  const directions = new Float64Array(3 * count);
  for (let k = 0; k < count; k++) {
    poses.set(randomUnit(random, 4), POSE * k + 3);
    directions.set(randomUnit(random, 3), 3 * k);
  }
  /** @param {number} k @param {number} distance */
  const put = (k, distance) => {
    for (let c = 0; c < 3; c++) poses[POSE * k + c] = directions[3 * k + c] * distance;
  };
  const low = new Float64Array(count);
  const high = new Float64Array(count).fill(FAR);
  const out = new Uint8Array(count);
  for (let round = 0; round < HALVINGS; round++) {
    for (let k = 0; k < count; k++) put(k, (low[k] + high[k]) / 2);
    await collideMany(model, model, poses, out, { gpu });
    for (let k = 0; k < count; k++) (out[k] === 1 ? low : high)[k] = (low[k] + high[k]) / 2;
  }
  for (let k = 0; k < count; k++) put(k, high[k] + (2 * random() - 1) * NEAR);
  return poses;
}

/**
 * @param {Gpu} gpu
 * @param {string} file
 * @param {number} count
 * @returns {Promise<number>} wrong answers
 */
export async function benchCollide(gpu, file, count) {
  const model = readModel(file);
  const poses = await nearContact(gpu, model, count);
  const out = new Uint8Array(count);
  let kernel = Infinity;
  let whole = Infinity;
  let onCpu = 0;
  for (let run = 0; run < 4; run++) {
    const start = performance.now();
    const report = await collideMany(model, model, poses, out, { gpu });
    whole = Math.min(whole, performance.now() - start);
    kernel = Math.min(kernel, report.kernelTime);
    onCpu = report.onCpu;
  }
  printGoal('collideMany, kernel', count / kernel / 1e3, '≥', 50, 'million poses/s');
  printGoal('collideMany, end to end', count / whole / 1e3, '≥', 10, 'million poses/s');
  let wrong = 0;
  const checked = Math.min(count, CHECKED);
  for (let i = 0; i < checked; i++) {
    const k = Math.floor((i * count) / checked);
    if (collide(model, poseAt(poses, k), model, {}).colliding !== (out[k] === 1)) wrong++;
  }
  console.log(`  left to the CPU: ${onCpu} of ${count}; ${wrong} of ${checked} checked are wrong`);
  return wrong;
}

/**
 * From how many poses on the GPU is faster than one thread of the CPU.
 *
 * @param {Gpu} gpu
 * @param {string} file
 */
export async function benchCrossover(gpu, file) {
  const model = readModel(file);
  const all = await nearContact(gpu, model, 10_000);
  for (const count of [1, 4, 16, 64, 256, 1024, 10_000]) {
    const poses = all.subarray(0, POSE * count);
    const out = new Uint8Array(count);
    const [onGpu, onCpu] = [
      await leastTime(() => collideMany(model, model, poses, out, { gpu }), 5),
      await leastTime(() => collideMany(model, model, poses, out), 3),
    ];
    console.log(`  ${count} poses: GPU ${onGpu.toFixed(2)} ms, CPU ${onCpu.toFixed(2)} ms`);
  }
}
