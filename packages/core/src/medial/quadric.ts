// Squared distances of a ball to planes, summed (Li, Wang, Sun, Guo, Zhang and Wang, "Q-MAT: computing medial axis
// transform by quadratic error minimization", 2015). A ball is a point m = (x, y, z, r) of 4-space; a plane with the unit
// normal n that touches the ball m₁ from outside is at the distance N·(m − m₁) from the ball m, N = (n, 1). The sum of
// squares is mᵀAm − 2bᵀm + c: ten numbers of A row by row from the diagonal on, four of b, and c.

export const QUADRIC = 15;

/**
 * How strongly a ball is attracted to its original position, in parts of the trace of A: enough to fix it along directions that the
 * planes leave free, too little to matter in others. Dimensionless.
 */
const HOLD = 1e-6;

const factor: Float64Array = new Float64Array(10);

/** Adds the squared distance to the plane with unit normal (x, y, z) that touches ball `ball` of `spheres`. */
export function addPlane(
  quadrics: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
  spheres: Float64Array,
  ball: number,
): void {
  const m = 4 * ball;
  const offset = x * spheres[m] + y * spheres[m + 1] + z * spheres[m + 2] + spheres[m + 3];
  quadrics[at] += x * x;
  quadrics[at + 1] += x * y;
  quadrics[at + 2] += x * z;
  quadrics[at + 3] += x;
  quadrics[at + 4] += y * y;
  quadrics[at + 5] += y * z;
  quadrics[at + 6] += y;
  quadrics[at + 7] += z * z;
  quadrics[at + 8] += z;
  quadrics[at + 9] += 1;
  quadrics[at + 10] += x * offset;
  quadrics[at + 11] += y * offset;
  quadrics[at + 12] += z * offset;
  quadrics[at + 13] += offset;
  quadrics[at + 14] += offset * offset;
}

/** The value of a quadric at a ball; not below 0. */
export function quadricAt(q: Float64Array, m: Float64Array): number {
  const x = m[0];
  const y = m[1];
  const z = m[2];
  const r = m[3];
  const ax = q[0] * x + 2 * (q[1] * y + q[2] * z + q[3] * r - q[10]);
  const ay = q[4] * y + 2 * (q[5] * z + q[6] * r - q[11]);
  const az = q[7] * z + 2 * (q[8] * r - q[12]);
  const ar = q[9] * r - 2 * q[13];
  return Math.max(0, x * ax + y * ay + z * az + r * ar + q[14]);
}

/**
 * Moves a ball to the minimum of the quadric, attracted to its position as by HOLD. (Cholesky factors of A + hold·1, which is
 * positive definite.) False if there is no minimum, or only one with a negative radius.
 */
export function moveToLeast(q: Float64Array, m: Float64Array): boolean {
  const trace = q[0] + q[4] + q[7] + q[9];
  const hold = HOLD * trace;
  if (!(hold > 0)) return false;
  const l = factor;
  l[0] = Math.sqrt(q[0] + hold);
  l[1] = q[1] / l[0];
  l[2] = q[2] / l[0];
  l[3] = q[3] / l[0];
  l[4] = Math.sqrt(q[4] + hold - l[1] * l[1]);
  l[5] = (q[5] - l[1] * l[2]) / l[4];
  l[6] = (q[6] - l[1] * l[3]) / l[4];
  l[7] = Math.sqrt(q[7] + hold - l[2] * l[2] - l[5] * l[5]);
  l[8] = (q[8] - l[2] * l[3] - l[5] * l[6]) / l[7];
  l[9] = Math.sqrt(q[9] + hold - l[3] * l[3] - l[6] * l[6] - l[8] * l[8]);

  const a = (q[10] + hold * m[0]) / l[0];
  const b = (q[11] + hold * m[1] - l[1] * a) / l[4];
  const c = (q[12] + hold * m[2] - l[2] * a - l[5] * b) / l[7];
  const d = (q[13] + hold * m[3] - l[3] * a - l[6] * b - l[8] * c) / l[9];
  const r = d / l[9];
  const z = (c - l[8] * r) / l[7];
  const y = (b - l[5] * z - l[6] * r) / l[4];
  const x = (a - l[1] * y - l[2] * z - l[3] * r) / l[0];
  if (!(Number.isFinite(x + y + z) && r >= 0)) return false;
  m[0] = x;
  m[1] = y;
  m[2] = z;
  m[3] = r;
  return true;
}
