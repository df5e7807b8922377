// The closest balls of two medial primitives: the least of |c − d| − r − s over the balls (c, r) of the one and (d, s) of
// the other, in closed form. Positive, it is the distance of the two hulls; zero or less, they overlap.
//
// A cone or slab is the hull of its corner balls, so balls are told by parameters in which centres and radii are linear, and
// the signed distance, a norm of something linear less something linear, is convex in all of them together. So
//
//   * inside both sides of two cones, u and v their axes, the unit vector n = x/|x| between the centres satisfies
//     n·u = Δr and n·v = −Δs: its part in the plane of u and v is known, what is left of its length stands upright, and the
//     balls follow from the common perpendicular of the axes. If they are not on both cones the least is at an end of one;
//   * a ball against a cone, or against a slab, likewise: the foot leans towards larger balls by the slope of the radius;
//   * a pair of slabs has four parameters for the three coordinates of x. Along what they leave free the distance is linear,
//     so that the least is on a side of one of the two; and a cone within a slab has three equations for n, which no unit
//     vector fulfils by design: unless the axis pierces the triangle of centres, x = 0, the least is on a side of it too.
//     This is why 9 cone–cone and 6 ball–slab tests do for slabs, 3 and 2 for a cone and a slab (Song, Lan, Yao and Guo
//     2014, §4.1), and the six, or one, ways an axis can pierce a triangle for those that overlap.
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
  const sidesA = countA === 3 ? 3 : 1;
  const sidesB = countB === 3 ? 3 : 1;
  for (let ball = 0; ball < countA; ball++) {
    for (let side = 0; side < sidesB; side++) {
      tryBallCone(a, i + BALL * ball, b, j + BALL * side, nextBall(j, side, countB), out, FIRST, SECOND);
    }
    if (countB === 3) tryBallSlab(a, i + BALL * ball, b, j, out, FIRST, SECOND);
  }
  for (let ball = 0; ball < countB; ball++) {
    for (let side = 0; side < sidesA; side++) {
      tryBallCone(b, j + BALL * ball, a, i + BALL * side, nextBall(i, side, countA), out, SECOND, FIRST);
    }
    if (countA === 3) tryBallSlab(b, j + BALL * ball, a, i, out, SECOND, FIRST);
  }
  if (countA === 1 || countB === 1) return;
  for (let side = 0; side < sidesA; side++) {
    const p = i + BALL * side;
    const q = nextBall(i, side, countA);
    for (let other = 0; other < sidesB; other++) {
      tryCones(a, p, q, b, j + BALL * other, nextBall(j, other, countB), out);
    }
    if (countB === 3) tryPiercing(a, p, q, b, j, out, FIRST, SECOND);
  }
  if (countA < 3) return;
  for (let other = 0; other < sidesB; other++) {
    tryPiercing(b, j + BALL * other, nextBall(j, other, countB), a, i, out, SECOND, FIRST);
  }
}

/** Where the ball at the other end of a side is; a ball alone is a side from itself to itself. */
function nextBall(first: number, side: number, count: number): number {
  return first + BALL * (side + 1 < count ? side + 1 : 0);
}

/** Puts the ball p[i…] and its closest on the cone between c[j…] and c[k…] in place of what `out` has, if they are closer. */
function tryBallCone(
  p: Float64Array,
  i: number,
  c: Float64Array,
  j: number,
  k: number,
  out: Float64Array,
  toBall: number,
  toCone: number,
): void {
  const wx = p[i] - c[j];
  const wy = p[i + 1] - c[j + 1];
  const wz = p[i + 2] - c[j + 2];
  const dx = c[k] - c[j];
  const dy = c[k + 1] - c[j + 1];
  const dz = c[k + 2] - c[j + 2];
  const dr = c[k + 3] - c[j + 3];
  const dd = dx * dx + dy * dy + dz * dz;
  // Of two balls of which one is inside the other, the larger is all.
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
  const radius = c[j + 3] + t * dr;
  const distance = Math.sqrt(x * x + y * y + z * z) - radius - p[i + 3];
  if (!(distance < out[0])) return;
  out[0] = distance;
  out[toBall] = p[i];
  out[toBall + 1] = p[i + 1];
  out[toBall + 2] = p[i + 2];
  out[toBall + 3] = p[i + 3];
  out[toCone] = c[j] + t * dx;
  out[toCone + 1] = c[j + 1] + t * dy;
  out[toCone + 2] = c[j + 2] + t * dz;
  out[toCone + 3] = radius;
}

/** The same against the slab between the three balls from c[j] on, where its closest ball is not on a side. */
function tryBallSlab(
  p: Float64Array,
  i: number,
  c: Float64Array,
  j: number,
  out: Float64Array,
  toBall: number,
  toSlab: number,
): void {
  const wx = p[i] - c[j];
  const wy = p[i + 1] - c[j + 1];
  const wz = p[i + 2] - c[j + 2];
  const ux = c[j + 4] - c[j];
  const uy = c[j + 5] - c[j + 1];
  const uz = c[j + 6] - c[j + 2];
  const ur = c[j + 7] - c[j + 3];
  const vx = c[j + 8] - c[j];
  const vy = c[j + 9] - c[j + 1];
  const vz = c[j + 10] - c[j + 2];
  const vr = c[j + 11] - c[j + 3];
  const mx = uy * vz - uz * vy;
  const my = uz * vx - ux * vz;
  const mz = ux * vy - uy * vx;
  const mm = mx * mx + my * my + mz * mz;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  // The gradient of the radius over the triangle of centres is slopeU·u + slopeV·v.
  const slopeU = (vv * ur - uv * vr) / mm;
  const slopeV = (uu * vr - uv * ur) / mm;
  const slopeSq = slopeU * ur + slopeV * vr;
  if (!(slopeSq < 1)) return;
  const footU = ((wy * vz - wz * vy) * mx + (wz * vx - wx * vz) * my + (wx * vy - wy * vx) * mz) / mm;
  const footV = ((uy * wz - uz * wy) * mx + (uz * wx - ux * wz) * my + (ux * wy - uy * wx) * mz) / mm;
  const hx = wx - footU * ux - footV * vx;
  const hy = wy - footU * uy - footV * vy;
  const hz = wz - footU * uz - footV * vz;
  const lean = Math.sqrt((hx * hx + hy * hy + hz * hz) / (1 - slopeSq));
  const s = footU + lean * slopeU;
  const t = footV + lean * slopeV;
  if (!(s >= 0 && t >= 0 && s + t <= 1)) return;
  const x = wx - s * ux - t * vx;
  const y = wy - s * uy - t * vy;
  const z = wz - s * uz - t * vz;
  const radius = c[j + 3] + s * ur + t * vr;
  const distance = Math.sqrt(x * x + y * y + z * z) - radius - p[i + 3];
  if (!(distance < out[0])) return;
  out[0] = distance;
  out[toBall] = p[i];
  out[toBall + 1] = p[i + 1];
  out[toBall + 2] = p[i + 2];
  out[toBall + 3] = p[i + 3];
  out[toSlab] = c[j] + s * ux + t * vx;
  out[toSlab + 1] = c[j + 1] + s * uy + t * vy;
  out[toSlab + 2] = c[j + 2] + s * uz + t * vz;
  out[toSlab + 3] = radius;
}

/** The closest balls of two cones, from a[p…] to a[q…] and from b[k…] to b[l…], where they are at no end. */
function tryCones(
  a: Float64Array,
  p: number,
  q: number,
  b: Float64Array,
  k: number,
  l: number,
  out: Float64Array,
): void {
  const wx = a[p] - b[k];
  const wy = a[p + 1] - b[k + 1];
  const wz = a[p + 2] - b[k + 2];
  const ux = a[q] - a[p];
  const uy = a[q + 1] - a[p + 1];
  const uz = a[q + 2] - a[p + 2];
  const ur = a[q + 3] - a[p + 3];
  const vx = b[l] - b[k];
  const vy = b[l + 1] - b[k + 1];
  const vz = b[l + 2] - b[k + 2];
  const vr = b[l + 3] - b[k + 3];
  const mx = uy * vz - uz * vy;
  const my = uz * vx - ux * vz;
  const mz = ux * vy - uy * vx;
  const mm = mx * mx + my * my + mz * mz;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  // The part of n in the plane of the axes is alongU·u + alongV·v.
  const alongU = (vv * ur + uv * vr) / mm;
  const alongV = -(uu * vr + uv * ur) / mm;
  const alongSq = alongU * ur - alongV * vr;
  if (!(alongSq < 1)) return;
  const footU = -((wy * vz - wz * vy) * mx + (wz * vx - wx * vz) * my + (wx * vy - wy * vx) * mz) / mm;
  const footV = -((wy * uz - wz * uy) * mx + (wz * ux - wx * uz) * my + (wx * uy - wy * ux) * mz) / mm;
  const hx = wx + footU * ux - footV * vx;
  const hy = wy + footU * uy - footV * vy;
  const hz = wz + footU * uz - footV * vz;
  const apart = Math.sqrt((hx * hx + hy * hy + hz * hz) / (1 - alongSq));
  const s = footU + apart * alongU;
  const t = footV - apart * alongV;
  if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) return;
  const x = wx + s * ux - t * vx;
  const y = wy + s * uy - t * vy;
  const z = wz + s * uz - t * vz;
  const radiusA = a[p + 3] + s * ur;
  const radiusB = b[k + 3] + t * vr;
  const distance = Math.sqrt(x * x + y * y + z * z) - radiusA - radiusB;
  if (!(distance < out[0])) return;
  out[0] = distance;
  out[FIRST] = a[p] + s * ux;
  out[FIRST + 1] = a[p + 1] + s * uy;
  out[FIRST + 2] = a[p + 2] + s * uz;
  out[FIRST + 3] = radiusA;
  out[SECOND] = b[k] + t * vx;
  out[SECOND + 1] = b[k + 1] + t * vy;
  out[SECOND + 2] = b[k + 2] + t * vz;
  out[SECOND + 3] = radiusB;
}

/** The two balls of the cone a[p…], a[q…] and the slab b[j…] that have one centre, where the axis pierces the triangle. */
function tryPiercing(
  a: Float64Array,
  p: number,
  q: number,
  b: Float64Array,
  j: number,
  out: Float64Array,
  toCone: number,
  toSlab: number,
): void {
  const dx = a[q] - a[p];
  const dy = a[q + 1] - a[p + 1];
  const dz = a[q + 2] - a[p + 2];
  const wx = a[p] - b[j];
  const wy = a[p + 1] - b[j + 1];
  const wz = a[p + 2] - b[j + 2];
  const ux = b[j + 4] - b[j];
  const uy = b[j + 5] - b[j + 1];
  const uz = b[j + 6] - b[j + 2];
  const vx = b[j + 8] - b[j];
  const vy = b[j + 9] - b[j + 1];
  const vz = b[j + 10] - b[j + 2];
  const mx = uy * vz - uz * vy;
  const my = uz * vx - ux * vz;
  const mz = ux * vy - uy * vx;
  const along = mx * dx + my * dy + mz * dz;
  const t = -(mx * wx + my * wy + mz * wz) / along;
  if (!(t >= 0 && t <= 1)) return;
  // With e = w×d: the place in the triangle, by Cramer's rule.
  const ex = wy * dz - wz * dy;
  const ey = wz * dx - wx * dz;
  const ez = wx * dy - wy * dx;
  const s = -(vx * ex + vy * ey + vz * ez) / along;
  const r = (ux * ex + uy * ey + uz * ez) / along;
  if (!(s >= 0 && r >= 0 && s + r <= 1)) return;
  const x = wx + t * dx - s * ux - r * vx;
  const y = wy + t * dy - s * uy - r * vy;
  const z = wz + t * dz - s * uz - r * vz;
  const radiusA = a[p + 3] + t * (a[q + 3] - a[p + 3]);
  const radiusB = b[j + 3] + s * (b[j + 7] - b[j + 3]) + r * (b[j + 11] - b[j + 3]);
  const distance = Math.sqrt(x * x + y * y + z * z) - radiusA - radiusB;
  if (!(distance < out[0])) return;
  out[0] = distance;
  out[toCone] = a[p] + t * dx;
  out[toCone + 1] = a[p + 1] + t * dy;
  out[toCone + 2] = a[p + 2] + t * dz;
  out[toCone + 3] = radiusA;
  out[toSlab] = b[j] + s * ux + r * vx;
  out[toSlab + 1] = b[j + 1] + s * uy + r * vy;
  out[toSlab + 2] = b[j + 2] + s * uz + r * vz;
  out[toSlab + 3] = radiusB;
}
