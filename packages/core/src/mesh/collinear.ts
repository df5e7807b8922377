// Is a triangle without area, in exact arithmetic? Three points are collinear exactly when all three projections onto the
// coordinate planes are. orient2d (Shewchuk 1997, adaptive) decides each as long as no product of two coordinate differences
// underflows; where one might, integers decide.

import { orient2d } from 'robust-predicates';
import { lowestBit, toInteger } from '../scalar/exact-integers.ts';
import { powerOfTwo } from '../scalar/power-of-two.ts';

/**
 * A length. Doubles at least this large are multiples of 2⁻⁵³⁶, so every partial product of two differences is a
 * multiple of 2⁻¹⁰⁷², which is a double. (The upper end is safe too: (2·MAX_COORDINATE)² is 4·10³⁰⁰.)
 */
const SAFE_LENGTH = /* @__PURE__ */ powerOfTwo(-484);

/** True when the vertices a, b, c of `positions` lie on one line or in one point, exactly. */
export function isCollinear(positions: Float64Array, a: number, b: number, c: number): boolean {
  if (!isSafe(positions, a) || !isSafe(positions, b) || !isSafe(positions, c)) {
    return isCollinearInIntegers(positions, a, b, c);
  }
  const ax = positions[3 * a];
  const ay = positions[3 * a + 1];
  const az = positions[3 * a + 2];
  const bx = positions[3 * b];
  const by = positions[3 * b + 1];
  const bz = positions[3 * b + 2];
  const cx = positions[3 * c];
  const cy = positions[3 * c + 1];
  const cz = positions[3 * c + 2];
  return (
    orient2d(ax, ay, bx, by, cx, cy) === 0 &&
    orient2d(ay, az, by, bz, cy, cz) === 0 &&
    orient2d(az, ax, bz, bx, cz, cx) === 0
  );
}

/** True when every coordinate of the vertex is 0 or at least SAFE_LENGTH. */
function isSafe(positions: Float64Array, vertex: number): boolean {
  const x = Math.abs(positions[3 * vertex]);
  const y = Math.abs(positions[3 * vertex + 1]);
  const z = Math.abs(positions[3 * vertex + 2]);
  return (x >= SAFE_LENGTH || x === 0) && (y >= SAFE_LENGTH || y === 0) && (z >= SAFE_LENGTH || z === 0);
}

function isCollinearInIntegers(positions: Float64Array, a: number, b: number, c: number): boolean {
  let unit = Infinity;
  for (const vertex of [a, b, c]) {
    for (let axis = 0; axis < 3; axis++) unit = Math.min(unit, lowestBit(positions[3 * vertex + axis]));
  }
  if (unit === Infinity) return true; // three times the origin

  const difference = (from: number, to: number, axis: number): bigint =>
    toInteger(positions[3 * to + axis], unit) - toInteger(positions[3 * from + axis], unit);
  const ux = difference(a, b, 0);
  const uy = difference(a, b, 1);
  const uz = difference(a, b, 2);
  const vx = difference(a, c, 0);
  const vy = difference(a, c, 1);
  const vz = difference(a, c, 2);
  return ux * vy === uy * vx && uy * vz === uz * vy && uz * vx === ux * vz;
}
