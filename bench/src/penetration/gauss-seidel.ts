import { PLANE } from '../core-rooms.ts';

/**
 * PolyDepth's own way to the in-projection (section 6.2): projected Gauss–Seidel on one multiplier λ ≥ 0 a plane n·q ≤ c. A step
 * moves q along −n by as much as the multiplier grows. JJᵀ is singular beyond three planes: q converges all the same, the
 * multipliers may creep. Goes on until q is within `tolerance` of `target`, which a real caller would not know.
 *
 * @returns the sweeps that took, or `most` if they were not enough; `q` is the point reached
 */
export function gaussSeidel(
  planes: Float64Array,
  count: number,
  target: Float64Array,
  tolerance: number,
  most: number,
  multipliers: Float64Array,
  q: Float64Array,
): number {
  multipliers.fill(0, 0, count);
  let x = 0;
  let y = 0;
  let z = 0;
  let sweep = 0;
  while (sweep < most) {
    sweep++;
    for (let k = 0; k < count; k++) {
      const at = PLANE * k;
      const nx = planes[at];
      const ny = planes[at + 1];
      const nz = planes[at + 2];
      const old = multipliers[k];
      const next = Math.max(0, old + nx * x + ny * y + nz * z - planes[at + 3]);
      x -= (next - old) * nx;
      y -= (next - old) * ny;
      z -= (next - old) * nz;
      multipliers[k] = next;
    }
    const dx = x - target[0];
    const dy = y - target[1];
    const dz = z - target[2];
    if (dx * dx + dy * dy + dz * dz <= tolerance * tolerance) break;
  }
  q[0] = x;
  q[1] = y;
  q[2] = z;
  return sweep;
}
