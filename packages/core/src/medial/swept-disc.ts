// Swept discs: all points within a radius, the skin, of a disc (bounds/disc.ts). A ball is one without a disc, a cone whose balls are alike one
// whose disc is thin and tall, a slab one whose disc is flat; and a skin is as thick along every direction, however it turns.

import { DISC } from '../bounds/disc.ts';
import { symmetricEigen } from '../scalar/eigen.ts';
import { ALIGNMENT_SLACK, UNIT_ROUNDOFF } from '../scalar/tolerance.ts';
import { BALL } from './closest-balls.ts';

/** A disc, and the skin in its last place. */
export const SWEPT_DISC: number = DISC + 1;
export const SKIN: number = DISC;

const covariance = new Float64Array(6);
const values = new Float64Array(3);
const axes = new Float64Array(9);
const trial = new Float64Array(SWEPT_DISC);

/** Skins that are tried, between the least and the largest ball: parts of the way. */
const SKINS = [0, 0.5, 1] as const;

/**
 * Writes to out[at…] a swept disc around the balls [first, end): the skin is as thick as some of them, what others are larger is held by a disc
 * whose axis is one of the principal axes of their centres. The smallest of those tried counts.
 */
export function encloseBalls(balls: Float64Array, first: number, end: number, out: Float64Array, at: number): void {
  let least = Infinity;
  let largest = 0;
  for (let k = BALL * first + 3; k < BALL * end; k += BALL) {
    least = Math.min(least, balls[k]);
    largest = Math.max(largest, balls[k]);
  }
  spreadOfCentres(balls, first, end);
  symmetricEigen(covariance, axes, values);
  let smallest = Infinity;
  for (const part of SKINS) {
    trial[SKIN] = least + part * (largest - least);
    for (let axis = 0; axis < 3; axis++) {
      fitAlong(balls, first, end, axis);
      const volume = volumeOf(trial[6], trial[7], trial[SKIN]);
      if (volume >= smallest) continue;
      smallest = volume;
      out.set(trial, at);
    }
  }
}

/** Volume of a swept disc over 2π, by Steiner's formula. */
function volumeOf(height: number, radius: number, skin: number): number {
  const side = radius * (radius + 2 * height);
  return radius * radius * height + skin * (side + skin * ((Math.PI / 2) * radius + height + (2 / 3) * skin));
}

/** Sums of products of the centres' offsets from their mean: xx, xy, xz, yy, yz, zz. */
function spreadOfCentres(balls: Float64Array, first: number, end: number): void {
  const mean = [0, 0, 0];
  for (let k = BALL * first; k < BALL * end; k += BALL) {
    for (let c = 0; c < 3; c++) mean[c] += balls[k + c] / (end - first);
  }
  covariance.fill(0);
  for (let k = BALL * first; k < BALL * end; k += BALL) {
    const x = balls[k] - mean[0];
    const y = balls[k + 1] - mean[1];
    const z = balls[k + 2] - mean[2];
    covariance[0] += x * x;
    covariance[1] += x * y;
    covariance[2] += x * z;
    covariance[3] += y * y;
    covariance[4] += y * z;
    covariance[5] += z * z;
  }
}

/** Leaves in `trial` the disc along principal axis `axis` that holds the centres of all balls, and what these are larger than the skin. */
function fitAlong(balls: Float64Array, first: number, end: number, axis: number): void {
  const skin = trial[SKIN];
  trial.fill(0, 0, 3);
  for (let k = 0; k < 9; k += 3) {
    let low = Infinity;
    let high = -Infinity;
    for (let b = BALL * first; b < BALL * end; b += BALL) {
      const along = balls[b] * axes[k] + balls[b + 1] * axes[k + 1] + balls[b + 2] * axes[k + 2];
      low = Math.min(low, along - balls[b + 3]);
      high = Math.max(high, along + balls[b + 3]);
    }
    for (let c = 0; c < 3; c++) trial[c] += (low / 2 + high / 2) * axes[k + c];
  }
  for (let c = 0; c < 3; c++) trial[3 + c] = axes[3 * axis + c];
  // Measured from the rounded centre along the rounded axis, so that neither rounding can leave a ball outside.
  let height = 0;
  let radius = 0;
  let reach = Math.abs(trial[0]) + Math.abs(trial[1]) + Math.abs(trial[2]);
  for (let b = BALL * first; b < BALL * end; b += BALL) {
    const x = balls[b] - trial[0];
    const y = balls[b + 1] - trial[1];
    const z = balls[b + 2] - trial[2];
    const along = x * trial[3] + y * trial[4] + z * trial[5];
    const sq = x * x + y * y + z * z;
    const rest = Math.max(0, balls[b + 3] - skin);
    height = Math.max(height, Math.abs(along) + rest);
    radius = Math.max(radius, Math.sqrt(Math.max(0, sq - along * along) + ALIGNMENT_SLACK * sq) + rest);
    reach = Math.max(reach, Math.sqrt(sq) + balls[b + 3]);
  }
  const margin = 32 * UNIT_ROUNDOFF * reach;
  trial[6] = height + margin;
  trial[7] = radius + margin;
}
