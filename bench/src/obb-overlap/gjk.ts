// Do two oriented boxes overlap, asked of the difference A − B: is the origin in it? The algorithm of Gilbert, Johnson &
// Keerthi (1988), as a yes-or-no question: it ends with "apart" as soon as a support point shows a separating direction.
//
// The simplex is up to four points of A − B. v is its point nearest to the origin; the next point is the support against
// v. Points that do not carry v are dropped. Flat boxes make flat simplices: the nearest point is sought on all faces of a
// tetrahedron that does not plainly enclose the origin, and on all edges of a triangle without area.

/** Rounds that exact arithmetic does not need; a pair still open then is within rounding of touching, and overlaps. */
const MAX_ROUNDS = 64;

/** |v|² below this part of the simplex's size² is 0: the origin is on it. Dimensionless. */
const NOTHING = 2 ** -92;

// Support points, four triples; and the point nearest to the origin of the face tested last, and of the best so far.
const points = new Float64Array(12);
const near = new Float64Array(3);
const best = new Float64Array(3);
/** Which points carry them, one bit each. */
let nearMask = 0;

/** Whether two boxes of core's layout (centre, axes as rows, half extents) have a point in common. */
export function overlapByGjk(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  // The line of the centres is a good first guess.
  best[0] = a[i] - b[j];
  best[1] = a[i + 1] - b[j + 1];
  best[2] = a[i + 2] - b[j + 2];
  let count = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const vx = best[0];
    const vy = best[1];
    const vz = best[2];
    writeSupport(a, i, b, j, vx, vy, vz, 3 * count);
    const wx = points[3 * count];
    const wy = points[3 * count + 1];
    const wz = points[3 * count + 2];
    if (vx * wx + vy * wy + vz * wz > 0) return false; // all of A − B is on the far side of the plane through w across v

    count++;
    const mask = nearestOfSimplex(count);
    if (mask === 0) return true;
    count = keep(mask);
    const size = Math.max(
      wx * wx + wy * wy + wz * wz,
      points[0] * points[0] + points[1] * points[1] + points[2] * points[2],
    );
    if (best[0] * best[0] + best[1] * best[1] + best[2] * best[2] <= NOTHING * size) return true;
  }
  return true;
}

/** The point of A − B farthest against (vx, vy, vz): the centres' difference, each half axis on its side. */
function writeSupport(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  vx: number,
  vy: number,
  vz: number,
  at: number,
): void {
  let x = a[i] - b[j];
  let y = a[i + 1] - b[j + 1];
  let z = a[i + 2] - b[j + 2];
  for (let k = 0; k < 3; k++) {
    const ax = a[i + 3 + 3 * k];
    const ay = a[i + 4 + 3 * k];
    const az = a[i + 5 + 3 * k];
    const halfA = ax * vx + ay * vy + az * vz > 0 ? -a[i + 12 + k] : a[i + 12 + k];
    const bx = b[j + 3 + 3 * k];
    const by = b[j + 4 + 3 * k];
    const bz = b[j + 5 + 3 * k];
    const halfB = bx * vx + by * vy + bz * vz > 0 ? -b[j + 12 + k] : b[j + 12 + k];
    x += halfA * ax + halfB * bx;
    y += halfA * ay + halfB * by;
    z += halfA * az + halfB * bz;
  }
  points[at] = x;
  points[at + 1] = y;
  points[at + 2] = z;
}

/** Moves the points of the mask to the front and returns how many they are. */
function keep(mask: number): number {
  let count = 0;
  for (let k = 0; k < 4; k++) {
    if ((mask & (1 << k)) === 0) continue;
    points[3 * count] = points[3 * k];
    points[3 * count + 1] = points[3 * k + 1];
    points[3 * count + 2] = points[3 * k + 2];
    count++;
  }
  return count;
}

/** Writes the simplex's point nearest to the origin to `best` and returns who carries it; 0 if the origin is inside. */
function nearestOfSimplex(count: number): number {
  if (count === 1) {
    best[0] = points[0];
    best[1] = points[1];
    best[2] = points[2];
    return 1;
  }
  if (count < 4) {
    if (count === 2) nearestOnSegment(0, 1);
    else nearestOnTriangle(0, 1, 2);
    best.set(near);
    return nearMask;
  }
  let outside = false;
  let bestSq = Infinity;
  let mask = 0;
  for (let left = 0; left < 4; left++) {
    const p = left === 0 ? 1 : 0;
    const q = left <= 1 ? 2 : 1;
    const r = left === 3 ? 2 : 3;
    if (!mayLieBeyond(p, q, r, left)) continue;
    outside = true;
    nearestOnTriangle(p, q, r);
    const sq = near[0] * near[0] + near[1] * near[1] + near[2] * near[2];
    if (sq >= bestSq) continue;
    bestSq = sq;
    mask = nearMask;
    best.set(near);
  }
  return outside ? mask : 0;
}

/** Whether the origin is on the other side of the face p q r than the point `left`, or either is on it. */
function mayLieBeyond(p: number, q: number, r: number, left: number): boolean {
  const px = points[3 * p];
  const py = points[3 * p + 1];
  const pz = points[3 * p + 2];
  const ux = points[3 * q] - px;
  const uy = points[3 * q + 1] - py;
  const uz = points[3 * q + 2] - pz;
  const vx = points[3 * r] - px;
  const vy = points[3 * r + 1] - py;
  const vz = points[3 * r + 2] - pz;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const origin = -(nx * px + ny * py + nz * pz);
  const inner = nx * (points[3 * left] - px) + ny * (points[3 * left + 1] - py) + nz * (points[3 * left + 2] - pz);
  return !(origin * inner > 0);
}

function nearestOnSegment(p: number, q: number): void {
  const px = points[3 * p];
  const py = points[3 * p + 1];
  const pz = points[3 * p + 2];
  const dx = points[3 * q] - px;
  const dy = points[3 * q + 1] - py;
  const dz = points[3 * q + 2] - pz;
  const lengthSq = dx * dx + dy * dy + dz * dz;
  const along = -(px * dx + py * dy + pz * dz);
  // A segment of no length is its first end.
  const t = along <= 0 ? 0 : along >= lengthSq ? 1 : along / lengthSq;
  nearMask = t === 0 ? 1 << p : t === 1 ? 1 << q : (1 << p) | (1 << q);
  near[0] = px + t * dx;
  near[1] = py + t * dy;
  near[2] = pz + t * dz;
}

/** Ericson, "Real-Time Collision Detection" (2005), 5.1.5, by the regions of the triangle's Voronoi diagram. */
function nearestOnTriangle(p: number, q: number, r: number): void {
  const ax = points[3 * p];
  const ay = points[3 * p + 1];
  const az = points[3 * p + 2];
  const bx = points[3 * q];
  const by = points[3 * q + 1];
  const bz = points[3 * q + 2];
  const cx = points[3 * r];
  const cy = points[3 * r + 1];
  const cz = points[3 * r + 2];
  const ux = bx - ax;
  const uy = by - ay;
  const uz = bz - az;
  const vx = cx - ax;
  const vy = cy - ay;
  const vz = cz - az;
  const ua = -(ux * ax + uy * ay + uz * az);
  const va = -(vx * ax + vy * ay + vz * az);
  const ub = -(ux * bx + uy * by + uz * bz);
  const vb = -(vx * bx + vy * by + vz * bz);
  const uc = -(ux * cx + uy * cy + uz * cz);
  const vc = -(vx * cx + vy * cy + vz * cz);
  const areaA = ub * vc - uc * vb;
  const areaB = uc * va - ua * vc;
  const areaC = ua * vb - ub * va;
  const area = areaA + areaB + areaC;
  if (ua <= 0 && va <= 0) storePoint(p);
  else if (ub >= 0 && vb <= ub) storePoint(q);
  else if (vc >= 0 && uc <= vc) storePoint(r);
  else if (areaC <= 0 && ua >= 0 && ub <= 0) nearestOnSegment(p, q);
  else if (areaB <= 0 && va >= 0 && vc <= 0) nearestOnSegment(p, r);
  else if (areaA <= 0 && vb >= ub && uc >= vc) nearestOnSegment(q, r);
  else if (!(area > 0)) nearestOnEdges(p, q, r);
  else {
    const s = areaB / area;
    const t = areaC / area;
    near[0] = ax + s * ux + t * vx;
    near[1] = ay + s * uy + t * vy;
    near[2] = az + s * uz + t * vz;
    nearMask = (1 << p) | (1 << q) | (1 << r);
  }
}

function nearestOnEdges(p: number, q: number, r: number): void {
  let nearestFrom = p;
  let nearestTo = q;
  let nearestSq = Infinity;
  for (let k = 0; k < 3; k++) {
    const from = k === 2 ? q : p;
    const to = k === 0 ? q : r;
    nearestOnSegment(from, to);
    const sq = near[0] * near[0] + near[1] * near[1] + near[2] * near[2];
    if (sq >= nearestSq) continue;
    nearestSq = sq;
    nearestFrom = from;
    nearestTo = to;
  }
  nearestOnSegment(nearestFrom, nearestTo);
}

function storePoint(p: number): void {
  near[0] = points[3 * p];
  near[1] = points[3 * p + 1];
  near[2] = points[3 * p + 2];
  nearMask = 1 << p;
}
