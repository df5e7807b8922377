// Poses for tests: random turns, and positions at which two bodies of given reaches are near each other.

/** Doubles of a pose. */
export const POSE = 7;

/** A small generator of numbers in [0, 1), so that a seed gives the same poses everywhere. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Poses with centres up to `reach` apart. */
export function randomPoses(count: number, reach: number, seed: number): Float64Array {
  const random = randomFrom(seed);
  const out = new Float64Array(POSE * count);
  for (let k = 0; k < count; k++) {
    const q = [0, 0, 0, 0].map(() => random() + random() + random() - 1.5);
    const length = Math.hypot(...q);
    for (let c = 0; c < 3; c++) out[POSE * k + c] = (2 * random() - 1) * reach;
    for (let c = 0; c < 4; c++) out[POSE * k + 3 + c] = q[c] / length;
  }
  return out;
}

/** Pose k as the queries of nearmiss take it. */
export function poseAt(poses: Float64Array, k: number): { position: Float64Array; rotation: Float64Array } {
  return { position: poses.subarray(POSE * k, POSE * k + 3), rotation: poses.subarray(POSE * k + 3, POSE * (k + 1)) };
}
