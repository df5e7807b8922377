// The answers of …Many over a pool of workers, or without one: the same bits in Node and in a browser.

import { collideMany, distanceMany, timeOfContactMany } from '@nearmiss/gpu';
import { Model } from 'nearmiss';
import { makeShape } from 'nearmiss/shapes';
import type { Workers } from 'nearmiss/workers';

/** Poses; more than a pool sends at a time. */
const COUNT = 400;
const DOUBLES = 7;

/** Poses that are the same in every engine: roots are, sines need not be. */
function drawnPoses(): Float64Array {
  let state = 12345;
  const poses = Float64Array.from({ length: DOUBLES * COUNT }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state / 2 ** 31 - 1;
  });
  for (let at = 3; at < poses.length; at += DOUBLES) {
    const [x, y, z, w] = poses.subarray(at, at + 4);
    const length = Math.sqrt(x * x + y * y + z * z + w * w);
    for (let c = 0; c < 4; c++) poses[at + c] /= length;
  }
  return poses;
}

/** Of every query, all numbers of its result. */
export async function manyAnswers(workers?: Workers): Promise<number[][]> {
  const a = Model.build(makeShape('torus(majorSegments=12,minorSegments=6)'));
  const b = Model.build(makeShape('box'));
  const poses = drawnPoses();
  const colliding = new Uint8Array(COUNT);
  const bounds = new Float64Array(2 * COUNT);
  const times = new Float64Array(COUNT / 2);
  // At the same time, as the pool has several calls to serve.
  await Promise.all([
    collideMany(a, b, poses, colliding, { workers }),
    distanceMany(a, b, poses, bounds, { workers, tolerance: 1e-6 }),
    timeOfContactMany(a, b, poses, times, { workers, threshold: 1e-4 }),
  ]);
  // JSON has no infinity.
  return [colliding, bounds, times].map((numbers) => Array.from(numbers, (x) => (x === Infinity ? -1 : x)));
}
