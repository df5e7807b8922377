import { cosine, sine } from '../scalar/sin-cos.ts';

/**
 * cos and sin of 2πi/count for i = 0 … count−1, as pairs.
 *
 * Angles are folded into the first eighth of the turn in integers, so the points are exactly symmetric, and 0 and ±1 are exact: two
 * rings made with one table mirror each other bit for bit.
 */
export function circle(count: number): Float64Array {
  const table = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    const quadrant = Math.floor((4 * i) / count);
    const rest = 4 * i - quadrant * count; // in [0, count), of a quarter turn
    const folded = 2 * rest <= count ? rest : count - rest;
    const angle = (Math.PI / 2) * (folded / count);
    // At exactly 45° both must be the same number, or the mirror image would differ in the last bit.
    const near = 2 * rest === count ? Math.SQRT1_2 : cosine(angle);
    const far = 2 * rest === count ? Math.SQRT1_2 : sine(angle);
    const cos = 2 * rest <= count ? near : far;
    const sin = 2 * rest <= count ? far : near;
    table[2 * i] = quadrant === 0 ? cos : quadrant === 1 ? 0 - sin : quadrant === 2 ? 0 - cos : sin;
    table[2 * i + 1] = quadrant === 0 ? sin : quadrant === 1 ? cos : quadrant === 2 ? 0 - sin : 0 - cos;
  }
  return table;
}
