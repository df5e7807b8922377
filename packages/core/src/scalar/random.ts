/** A seeded stream of numbers in [0, 1). */
export type Random = () => number;

/**
 * The sfc32 generator (Doty-Humphrey, "small fast counting", 128 bits of state), seeded from one integer. Only integer
 * arithmetic, so every engine gives the same stream.
 */
export function seededRandom(seed: number): Random {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = seed | 0;
  let counter = 1;
  const next = (): number => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4294967296;
  };
  // The state mixes fully after a dozen rounds; neighbouring seeds then give unrelated streams.
  for (let i = 0; i < 15; i++) next();
  return next;
}
