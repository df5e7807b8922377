/** The golden section of 2³²: multiples of it fall evenly, none on another. */
const WEYL_STEP = 0x9e3779b9;

/** A stream of numbers in [0, 1), the same for the same seed in every engine: a Weyl sequence, its bits mixed. */
export function seeded(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x2545f491);
  return () => {
    state = (state + WEYL_STEP) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 0x5851f42d);
    bits = Math.imul(bits ^ (bits >>> 13), 0x14057b7f);
    return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
  };
}
