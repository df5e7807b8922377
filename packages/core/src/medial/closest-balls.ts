// The closest balls of two medial primitives: the minimum of |c − d| − r − s over the balls (c, r) of one and (d, s) of the other,
// in closed form. If positive, it is the distance of the two hulls; if zero or negative, they overlap.
//
// A cone or slab is the hull of its corner balls, so balls are given by parameters in which centres and radii are linear, and
// the signed distance, a norm of something linear less something linear, is convex in all of them together. So
//
// * along one axis, for a ball and a cone, the closest ball is at the foot of the perpendicular, shifted towards larger balls by
// the slope of the radius;
// * along two axes, for a ball and a slab or for two cones, likewise: the gradient of the radii over the plane of the axes gives
// the shift. If the result is outside the slab, or outside either cone, the minimum is at an end of one;
// * a pair of slabs has four parameters for the three coordinates of x. Along the free direction the distance is linear, so the
// minimum is on a side of one of the two; and a cone within a slab has three equations for n, which in general no unit vector
// satisfies: unless the axis pierces the triangle of centres, x = 0, the minimum is on a side of it too. So 9 cone–cone and 6
// ball–slab tests are enough for slabs, 3 and 2 for a cone and a slab (Song, Lan, Yao and Guo 2014, §4.1), and the six cases, or
// one, in which an axis can pierce a triangle for those that overlap.
//
// Every candidate is the distance of two actual balls, so what is found is never below the least by more than the rounding of
// its evaluation, 16u of the largest coordinate and radius. Directions are crossed rather than Gram determinants formed:
// nearly parallel axes lose no more than u over their angle.

/** [0]: the signed distance. Then the two balls, centre and radius, that of the first primitive first. */
export const CLOSEST_SIZE = 9;
const FIRST = 1;
const SECOND = 5;

/** Doubles a ball: centre and radius. */
export const BALL = 4;

/** From a ball of the second primitive to one of the first, and the sum of their radii. */
const base = new Float64Array(BALL);
/**
 * The change of `base` and of the radii by a step along a side: from the ball of the first primitive to the next and to the one
 * before, and the same of the second primitive.
 */
const axes = new Float64Array(4 * BALL);
const NEXT_A = 0;
const LAST_A = 1;
const NEXT_B = 2;
const LAST_B = 3;
/** The parameters of the closest balls along each axis. */
const weights = new Float64Array(4);

/** Writes to `out` the closest balls of the primitives a[i…], of countA balls (1, 2 or 3), and b[j…], of countB. */
export function closestBalls(
  a: Float64Array,
  i: number,
  countA: number,
  b: Float64Array,
  j: number,
  countB: number,
  out: Float64Array,
): void {
  out[0] = Infinity;
  // A cone has one side; a ball also has one, from itself to itself.
  const sidesA = countA === 3 ? 3 : 1;
  const sidesB = countB === 3 ? 3 : 1;
  for (let cornerA = 0; cornerA < countA; cornerA++) {
    const p = i + BALL * cornerA;
    const isSideA = cornerA < sidesA;
    setAxis(a, p, i + BALL * next(cornerA, countA), -1, NEXT_A);
    if (countA === 3 && cornerA === 0) setAxis(a, p, i + 2 * BALL, -1, LAST_A);
    for (let cornerB = 0; cornerB < countB; cornerB++) {
      const k = j + BALL * cornerB;
      const isSideB = cornerB < sidesB;
      setAxis(b, k, j + BALL * next(cornerB, countB), 1, NEXT_B);
      if (countB === 3 && cornerB === 0) setAxis(b, k, j + 2 * BALL, 1, LAST_B);
      base[0] = a[p] - b[k];
      base[1] = a[p + 1] - b[k + 1];
      base[2] = a[p + 2] - b[k + 2];
      base[3] = a[p + 3] + b[k + 3];
      if (isSideB && tryAxis(NEXT_B, out)) settle(a, p, b, k, out);
      if (isSideA && tryAxis(NEXT_A, out)) settle(a, p, b, k, out);
      const isConeA = isSideA && countA > 1;
      const isConeB = isSideB && countB > 1;
      if (isConeA && isConeB && tryPlane(NEXT_A, NEXT_B, false, out)) settle(a, p, b, k, out);
      if (countB === 3 && cornerB === 0) {
        if (tryPlane(NEXT_B, LAST_B, true, out)) settle(a, p, b, k, out);
        if (isConeA && tryPiercing(NEXT_A, NEXT_B, LAST_B, out)) settle(a, p, b, k, out);
      }
      if (countA === 3 && cornerA === 0) {
        if (tryPlane(NEXT_A, LAST_A, true, out)) settle(a, p, b, k, out);
        if (isConeB && tryPiercing(NEXT_B, NEXT_A, LAST_A, out)) settle(a, p, b, k, out);
      }
    }
  }
}

/** The corner after one of `count`. */
function next(corner: number, count: number): number {
  return corner + 1 < count ? corner + 1 : 0;
}

function setAxis(balls: Float64Array, from: number, to: number, sense: 1 | -1, axis: number): void {
  axes[BALL * axis] = sense * (balls[to] - balls[from]);
  axes[BALL * axis + 1] = sense * (balls[to + 1] - balls[from + 1]);
  axes[BALL * axis + 2] = sense * (balls[to + 2] - balls[from + 2]);
  axes[BALL * axis + 3] = balls[to + 3] - balls[from + 3];
}

/** Writes the balls that the weights give, from a[p…] and b[k…] on. */
function settle(a: Float64Array, p: number, b: Float64Array, k: number, out: Float64Array): void {
  for (let c = 0; c < BALL; c++) {
    const stepA = weights[NEXT_A] * axes[BALL * NEXT_A + c] + weights[LAST_A] * axes[BALL * LAST_A + c];
    const stepB = weights[NEXT_B] * axes[BALL * NEXT_B + c] + weights[LAST_B] * axes[BALL * LAST_B + c];
    out[FIRST + c] = c < 3 ? a[p + c] - stepA : a[p + c] + stepA;
    out[SECOND + c] = b[k + c] + stepB;
  }
}

/** Whether the closest balls along one axis are closer than out[0]; if so, writes their distance and weights. */
function tryAxis(i: number, out: Float64Array): boolean {
  const wx = base[0];
  const wy = base[1];
  const wz = base[2];
  const dx = axes[BALL * i];
  const dy = axes[BALL * i + 1];
  const dz = axes[BALL * i + 2];
  const dr = axes[BALL * i + 3];
  const dd = dx * dx + dy * dy + dz * dz;
  // If one ball is inside the other, the larger one is the whole hull.
  let t = dr > 0 ? 1 : 0;
  if (dd > dr * dr) {
    const foot = (wx * dx + wy * dy + wz * dz) / dd;
    const hx = wx - foot * dx;
    const hy = wy - foot * dy;
    const hz = wz - foot * dz;
    const lean = Math.sqrt((hx * hx + hy * hy + hz * hz) / (dd * (dd - dr * dr)));
    t = foot + lean * dr;
    t = t > 0 ? (t < 1 ? t : 1) : 0;
  }
  const x = wx - t * dx;
  const y = wy - t * dy;
  const z = wz - t * dz;
  const distance = Math.sqrt(x * x + y * y + z * z) - base[3] - t * dr;
  if (!(distance < out[0])) return false;
  out[0] = distance;
  weights.fill(0);
  weights[i] = t;
  return true;
}

/** The same along two axes, inside the triangle they span if they are those of one slab, else inside both. */
function tryPlane(i: number, j: number, isTriangle: boolean, out: Float64Array): boolean {
  const wx = base[0];
  const wy = base[1];
  const wz = base[2];
  const ux = axes[BALL * i];
  const uy = axes[BALL * i + 1];
  const uz = axes[BALL * i + 2];
  const ur = axes[BALL * i + 3];
  const vx = axes[BALL * j];
  const vy = axes[BALL * j + 1];
  const vz = axes[BALL * j + 2];
  const vr = axes[BALL * j + 3];
  const mx = uy * vz - uz * vy;
  const my = uz * vx - ux * vz;
  const mz = ux * vy - uy * vx;
  const mm = mx * mx + my * my + mz * mz;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  // The gradient of the radii over the plane is slopeU·u + slopeV·v.
  const slopeU = (vv * ur - uv * vr) / mm;
  const slopeV = (uu * vr - uv * ur) / mm;
  const slopeSq = slopeU * ur + slopeV * vr;
  if (!(slopeSq < 1)) return false;
  const footU = ((wy * vz - wz * vy) * mx + (wz * vx - wx * vz) * my + (wx * vy - wy * vx) * mz) / mm;
  const footV = ((uy * wz - uz * wy) * mx + (uz * wx - ux * wz) * my + (ux * wy - uy * wx) * mz) / mm;
  const hx = wx - footU * ux - footV * vx;
  const hy = wy - footU * uy - footV * vy;
  const hz = wz - footU * uz - footV * vz;
  const lean = Math.sqrt((hx * hx + hy * hy + hz * hz) / (1 - slopeSq));
  const s = footU + lean * slopeU;
  const t = footV + lean * slopeV;
  if (!(s >= 0 && t >= 0 && (isTriangle ? s + t <= 1 : s <= 1 && t <= 1))) return false;
  const x = wx - s * ux - t * vx;
  const y = wy - s * uy - t * vy;
  const z = wz - s * uz - t * vz;
  const distance = Math.sqrt(x * x + y * y + z * z) - base[3] - s * ur - t * vr;
  if (!(distance < out[0])) return false;
  out[0] = distance;
  weights.fill(0);
  weights[i] = s;
  weights[j] = t;
  return true;
}

/** The same for the two balls with one centre, where axis l pierces the triangle of axes i and j. */
function tryPiercing(l: number, i: number, j: number, out: Float64Array): boolean {
  const wx = base[0];
  const wy = base[1];
  const wz = base[2];
  const dx = axes[BALL * l];
  const dy = axes[BALL * l + 1];
  const dz = axes[BALL * l + 2];
  const ux = axes[BALL * i];
  const uy = axes[BALL * i + 1];
  const uz = axes[BALL * i + 2];
  const vx = axes[BALL * j];
  const vy = axes[BALL * j + 1];
  const vz = axes[BALL * j + 2];
  const mx = uy * vz - uz * vy;
  const my = uz * vx - ux * vz;
  const mz = ux * vy - uy * vx;
  const along = mx * dx + my * dy + mz * dz;
  const r = (mx * wx + my * wy + mz * wz) / along;
  if (!(r >= 0 && r <= 1)) return false;
  // With e = w×d: the position in the triangle, by Cramer's rule.
  const ex = wy * dz - wz * dy;
  const ey = wz * dx - wx * dz;
  const ez = wx * dy - wy * dx;
  const s = -(vx * ex + vy * ey + vz * ez) / along;
  const t = (ux * ex + uy * ey + uz * ez) / along;
  if (!(s >= 0 && t >= 0 && s + t <= 1)) return false;
  const x = wx - r * dx - s * ux - t * vx;
  const y = wy - r * dy - s * uy - t * vy;
  const z = wz - r * dz - s * uz - t * vz;
  const radii = base[3] + r * axes[BALL * l + 3] + s * axes[BALL * i + 3] + t * axes[BALL * j + 3];
  const distance = Math.sqrt(x * x + y * y + z * z) - radii;
  if (!(distance < out[0])) return false;
  out[0] = distance;
  weights.fill(0);
  weights[l] = r;
  weights[i] = s;
  weights[j] = t;
  return true;
}
