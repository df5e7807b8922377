// What the parts of the GPU's benchmark share: models from files, random poses, times, and figures beside their goals.

import { readFileSync } from 'node:fs';
import { Model } from 'nearmiss';

/** Doubles of a pose. */
export const POSE = 7;

/** @param {string} path bytes of a model */
export function readModel(path) {
  return Model.fromBytes(readFileSync(path));
}

/**
 * Numbers in [0, 1) that a seed fixes.
 *
 * @param {number} seed
 */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A vector of length 1, about as often in every direction.
 *
 * @param {() => number} random
 * @param {number} size
 */
export function randomUnit(random, size) {
  const x = Array.from({ length: size }, () => random() + random() + random() - 1.5);
  const length = Math.hypot(...x);
  return x.map((c) => c / length);
}

/**
 * Pose k as the queries of nearmiss take it.
 *
 * @param {Float64Array} poses
 * @param {number} k
 */
export function poseAt(poses, k) {
  return { position: poses.subarray(POSE * k, POSE * k + 3), rotation: poses.subarray(POSE * k + 3, POSE * (k + 1)) };
}

/**
 * The least time of some runs, in milliseconds.
 *
 * @param {() => Promise<unknown>} run
 * @param {number} times
 */
export async function leastTime(run, times) {
  let least = Infinity;
  for (let k = 0; k < times; k++) {
    const start = performance.now();
    await run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

/**
 * Of some runs, in milliseconds: the least time, the median, and the one that nine of ten are below.
 *
 * @param {() => Promise<unknown>} run
 * @param {number} times
 */
export async function spreadOfTimes(run, times) {
  const taken = new Float64Array(times);
  for (let k = 0; k < times; k++) {
    const start = performance.now();
    await run();
    taken[k] = performance.now() - start;
  }
  taken.sort();
  return { least: taken[0], median: taken[times >> 1], most: taken[Math.floor(0.9 * times)] };
}

/**
 * All figures that were printed, for a record.
 *
 * @type {{ what: string, figure: number, sense: string, goal: number, unit: string }[]}
 */
export const figures = [];

/**
 * Prints a figure and the goal it must reach from above or below.
 *
 * @param {string} what
 * @param {number} figure
 * @param {'≥' | '≤'} sense
 * @param {number} goal
 * @param {string} unit
 */
export function printGoal(what, figure, sense, goal, unit) {
  figures.push({ what, figure, sense, goal, unit });
  const isMet = sense === '≥' ? figure >= goal : figure <= goal;
  console.log(
    `${what}: ${Number(figure.toPrecision(4))} ${unit} (goal ${sense} ${goal}, ${isMet ? 'met' : 'NOT met'})`,
  );
}
