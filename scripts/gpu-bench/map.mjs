// The clearance map: distances of the bunny pair over a plane of positions.

import { distanceMany } from '@nearmiss/gpu';
import { distance } from 'nearmiss';
import { POSE, poseAt, printGoal, readModel } from './common.mjs';

const SIDE = 512;
/** The side of the plane, about three times the bunny's size, its height, and the turn of the body. */
const EXTENT = 3;
const HEIGHT = 0.1;
const TURN = [0, Math.sin(Math.PI / 12), 0, Math.cos(Math.PI / 12)];
/** A sixth of the distance of two positions. */
const TOLERANCE = 1e-3;
/** Poses that the CPU measures again. */
const CHECKED = 500;

function mapPoses() {
  const poses = new Float64Array(POSE * SIDE * SIDE);
  for (let k = 0; k < SIDE * SIDE; k++) {
    const x = (Math.floor(k / SIDE) / SIDE - 0.5) * EXTENT;
    const y = ((k % SIDE) / SIDE - 0.5) * EXTENT;
    poses.set([x, y, HEIGHT, ...TURN], POSE * k);
  }
  return poses;
}

/**
 * @param {import('@nearmiss/gpu').Gpu} gpu
 * @param {string} file
 * @returns {Promise<number>} wrong answers
 */
export async function benchMap(gpu, file) {
  const model = readModel(file);
  const poses = mapPoses();
  const count = SIDE * SIDE;
  const out = new Float64Array(2 * count);
  let wrong = 0;
  for (const tolerance of [undefined, TOLERANCE]) {
    let whole = Infinity;
    let kernel = Infinity;
    let onCpu = 0;
    for (let run = 0; run < 5; run++) {
      const start = performance.now();
      const report = await distanceMany(model, model, poses, out, { gpu, tolerance });
      const took = performance.now() - start;
      if (run === 0) console.log(`  first call: ${took.toFixed(0)} ms`);
      whole = Math.min(whole, took);
      kernel = Math.min(kernel, report.kernelTime);
      onCpu = report.onCpu;
    }
    printGoal(`clearance map, tolerance ${tolerance ?? 'none'}`, whole / 1e3, '≤', 0.2, 's');
    let widest = 0;
    for (let k = 0; k < count; k++) widest = Math.max(widest, out[2 * k + 1] - out[2 * k]);
    for (let i = 0; i < CHECKED; i++) {
      const k = Math.floor(((i + 0.5) * count) / CHECKED);
      const { lower, upper } = distance(model, poseAt(poses, k), model, {});
      if (!(out[2 * k] <= upper && out[2 * k + 1] >= lower)) wrong++;
    }
    const widths = `widest bracket ${widest.toExponential(2)}`;
    console.log(
      `  kernels ${kernel.toFixed(1)} ms, left to the CPU ${onCpu}, ${widths}, ${wrong} of ${CHECKED} checked are wrong`,
    );
  }
  return wrong;
}
