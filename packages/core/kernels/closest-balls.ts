// The closest balls of two medial primitives: src/medial/closest-balls.ts, which has the derivation, by the same operations in the same order, so
// that the results are the same to the bit.
//
// Balls lie in pairs, one number of both in each vector: the coordinates of a ball are COORDINATE apart.

/** Two balls, and one number of both. */
export const BALL_PAIR: usize = 64;
const COORDINATE: usize = 16;

/** The signed distance, then centre and radius of both balls, that of the first primitive first; 9 f64. */
export const CLOSEST: usize = memory.data(72);
const FIRST: usize = CLOSEST + 8;
const SECOND: usize = CLOSEST + 40;

/** From a ball of the second primitive to one of the first, and the sum of their radii. */
const BASE: usize = memory.data(32);
/** The change of these by a step along a side: from the ball of the first primitive to the next and to the one before, and the same of the second. */
const AXES: usize = memory.data(4 * 32);
const NEXT_A: usize = 0;
const LAST_A: usize = 1;
const NEXT_B: usize = 2;
const LAST_B: usize = 3;
/** The parameters of the closest balls along each axis. */
const WEIGHTS: usize = memory.data(32);

/** Writes the closest balls of two primitives of countA and countB balls (1, 2 or 3). */
export function closestBalls(a: usize, countA: i32, b: usize, countB: i32): void {
  store<f64>(CLOSEST, Infinity);
  // A cone has one side; a ball also has one, from itself to itself.
  const sidesA = countA === 3 ? 3 : 1;
  const sidesB = countB === 3 ? 3 : 1;
  for (let cornerA = 0; cornerA < countA; cornerA++) {
    const p = ballAt(a, cornerA);
    const isSideA = cornerA < sidesA;
    const isConeA = isSideA && countA > 1;
    const isFirstA = countA === 3 && cornerA === 0;
    setAxis(p, ballAt(a, next(cornerA, countA)), -1, NEXT_A);
    if (isFirstA) setAxis(p, ballAt(a, 2), -1, LAST_A);
    for (let cornerB = 0; cornerB < countB; cornerB++) {
      const k = ballAt(b, cornerB);
      const isSideB = cornerB < sidesB;
      const isConeB = isSideB && countB > 1;
      const isFirstB = countB === 3 && cornerB === 0;
      setAxis(k, ballAt(b, next(cornerB, countB)), 1, NEXT_B);
      if (isFirstB) setAxis(k, ballAt(b, 2), 1, LAST_B);
      for (let c: usize = 0; c < 3; c++) store<f64>(BASE + 8 * c, numberOf(p, c) - numberOf(k, c));
      store<f64>(BASE + 24, numberOf(p, 3) + numberOf(k, 3));
      if (isSideB && tryAxis(NEXT_B)) settle(p, k);
      if (isSideA && tryAxis(NEXT_A)) settle(p, k);
      if (isConeA && isConeB && tryPlane(NEXT_A, NEXT_B, false)) settle(p, k);
      if (isFirstB) {
        if (tryPlane(NEXT_B, LAST_B, true)) settle(p, k);
        if (isConeA && tryPiercing(NEXT_A, NEXT_B, LAST_B)) settle(p, k);
      }
      if (isFirstA) {
        if (tryPlane(NEXT_A, LAST_A, true)) settle(p, k);
        if (isConeB && tryPiercing(NEXT_B, NEXT_A, LAST_A)) settle(p, k);
      }
    }
  }
}

/** Where ball n of a part lies. @inline */
function ballAt(part: usize, n: i32): usize {
  return part + BALL_PAIR * <usize>(n >> 1) + 8 * <usize>(n & 1);
}

/** Coordinate c of a ball; its radius is the last. @inline */
function numberOf(ball: usize, c: usize): f64 {
  return load<f64>(ball + COORDINATE * c);
}

/** The corner after one of `count`. */
function next(corner: i32, count: i32): i32 {
  return corner + 1 < count ? corner + 1 : 0;
}

function setAxis(from: usize, to: usize, sense: f64, axis: usize): void {
  for (let c: usize = 0; c < 3; c++) {
    store<f64>(AXES + 32 * axis + 8 * c, sense * (numberOf(to, c) - numberOf(from, c)));
  }
  store<f64>(AXES + 32 * axis + 24, numberOf(to, 3) - numberOf(from, 3));
}

/** Writes the balls that the weights give, from p and k on. */
function settle(p: usize, k: usize): void {
  for (let c: usize = 0; c < 4; c++) {
    const stepA =
      load<f64>(WEIGHTS + 8 * NEXT_A) * load<f64>(AXES + 32 * NEXT_A + 8 * c) +
      load<f64>(WEIGHTS + 8 * LAST_A) * load<f64>(AXES + 32 * LAST_A + 8 * c);
    const stepB =
      load<f64>(WEIGHTS + 8 * NEXT_B) * load<f64>(AXES + 32 * NEXT_B + 8 * c) +
      load<f64>(WEIGHTS + 8 * LAST_B) * load<f64>(AXES + 32 * LAST_B + 8 * c);
    store<f64>(FIRST + 8 * c, c < 3 ? numberOf(p, c) - stepA : numberOf(p, c) + stepA);
    store<f64>(SECOND + 8 * c, numberOf(k, c) + stepB);
  }
}

/** Keeps a distance if it is less than the least so far, and clears the weights; whether it is. */
function keep(distance: f64): bool {
  if (!(distance < load<f64>(CLOSEST))) return false;
  store<f64>(CLOSEST, distance);
  for (let k: usize = 0; k < 32; k += 8) store<f64>(WEIGHTS + k, 0);
  return true;
}

/** Whether the closest balls along one axis are closer than the least distance; if so, writes their distance and weights. */
function tryAxis(i: usize): bool {
  const axis = AXES + 32 * i;
  const wx = load<f64>(BASE);
  const wy = load<f64>(BASE + 8);
  const wz = load<f64>(BASE + 16);
  const dx = load<f64>(axis);
  const dy = load<f64>(axis + 8);
  const dz = load<f64>(axis + 16);
  const dr = load<f64>(axis + 24);
  const dd = dx * dx + dy * dy + dz * dz;
  // If one ball is inside the other, the larger one is the whole hull.
  let t: f64 = dr > 0 ? 1 : 0;
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
  if (!keep(Math.sqrt(x * x + y * y + z * z) - load<f64>(BASE + 24) - t * dr)) return false;
  store<f64>(WEIGHTS + 8 * i, t);
  return true;
}

/** The same along two axes, inside the triangle they span if they are those of one slab, else inside both. */
function tryPlane(i: usize, j: usize, isTriangle: bool): bool {
  const u = AXES + 32 * i;
  const v = AXES + 32 * j;
  const wx = load<f64>(BASE);
  const wy = load<f64>(BASE + 8);
  const wz = load<f64>(BASE + 16);
  const ux = load<f64>(u);
  const uy = load<f64>(u + 8);
  const uz = load<f64>(u + 16);
  const ur = load<f64>(u + 24);
  const vx = load<f64>(v);
  const vy = load<f64>(v + 8);
  const vz = load<f64>(v + 16);
  const vr = load<f64>(v + 24);
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
  if (!keep(Math.sqrt(x * x + y * y + z * z) - load<f64>(BASE + 24) - s * ur - t * vr)) return false;
  store<f64>(WEIGHTS + 8 * i, s);
  store<f64>(WEIGHTS + 8 * j, t);
  return true;
}

/** The same for the two balls with one centre, where axis l pierces the triangle of axes i and j. */
function tryPiercing(l: usize, i: usize, j: usize): bool {
  const d = AXES + 32 * l;
  const u = AXES + 32 * i;
  const v = AXES + 32 * j;
  const wx = load<f64>(BASE);
  const wy = load<f64>(BASE + 8);
  const wz = load<f64>(BASE + 16);
  const dx = load<f64>(d);
  const dy = load<f64>(d + 8);
  const dz = load<f64>(d + 16);
  const ux = load<f64>(u);
  const uy = load<f64>(u + 8);
  const uz = load<f64>(u + 16);
  const vx = load<f64>(v);
  const vy = load<f64>(v + 8);
  const vz = load<f64>(v + 16);
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
  const radii = load<f64>(BASE + 24) + r * load<f64>(d + 24) + s * load<f64>(u + 24) + t * load<f64>(v + 24);
  if (!keep(Math.sqrt(x * x + y * y + z * z) - radii)) return false;
  store<f64>(WEIGHTS + 8 * l, r);
  store<f64>(WEIGHTS + 8 * i, s);
  store<f64>(WEIGHTS + 8 * j, t);
  return true;
}
