// Distance of two triangles with witness points: src/primitive/triangle-triangle-distance.ts, operation by operation, so that both
// give the same bits. The reasons are there.

const UNIT_ROUNDOFF: f64 = 1.1102230246251565e-16;
const SMALLEST_NORMAL_SQ: f64 = 1.0261342003245941e-289; // 2⁻⁹⁶⁰
const REACH_ROUNDING: f64 = 5 * UNIT_ROUNDOFF;
const TILT: f64 = 32 * UNIT_ROUNDOFF;
const ALMOST: f64 = 1 - 9.094947017729282e-13; // 1 − 2⁻⁴⁰
const HEIGHT_ROUNDING: f64 = 24 * UNIT_ROUNDOFF;

/** Point on A, point on B, squared distance, proof of separation. */
export const WITNESS: usize = memory.data(64);
/** The closest points of two pairs of edges, and their squared distances. */
const CANDIDATE_SIZE: usize = 56;
const CANDIDATES: usize = memory.data(112);
let allSizes: f64 = 0;
let slabFree: f64 = 0;
let slabRounding: f64 = 0;

function at(p: usize, k: usize): f64 {
  return load<f64>(p + 8 * k);
}
function put(p: usize, k: usize, x: f64): void {
  store<f64>(p + 8 * k, x);
}

/** Distance of the triangles at a and b, nine doubles each, to WITNESS. */
export function distanceTriangleTriangle(a: usize, b: usize, limit: f64): void {
  const out = WITNESS;
  put(out, 6, Infinity);
  put(out, 7, 0);
  const size = sumOfSizes(a) + sumOfSizes(b);
  allSizes = size;
  let pair = 0;
  for (let ea: usize = 0; ea < 3; ea++) {
    const a2 = ea === 0 ? a + 48 : a + 24 * ea - 24;
    for (let eb: usize = 0; eb < 3; eb++) {
      const b2 = eb === 0 ? b + 48 : b + 24 * eb - 24;
      const isSecond = (pair & 1) !== 0;
      if (!isSecond) closestSegments(a, b, pair);
      const candidate = isSecond ? CANDIDATES + CANDIDATE_SIZE : CANDIDATES;
      pair++;
      const sq = at(candidate, 6);
      const px = at(candidate, 0);
      const py = at(candidate, 1);
      const pz = at(candidate, 2);
      const qx = at(candidate, 3);
      const qy = at(candidate, 4);
      const qz = at(candidate, 5);
      if (sq < at(out, 6)) {
        for (let k: usize = 0; k < 48; k += 16) v128.store(out + k, v128.load(candidate + k));
        put(out, 6, sq);
        if (sq === 0) return;
      }
      const dx = qx - px;
      const dy = qy - py;
      const dz = qz - pz;
      const ax = at(a2, 0) - px;
      const ay = at(a2, 1) - py;
      const az = at(a2, 2) - pz;
      const bx = at(b2, 0) - qx;
      const by = at(b2, 1) - qy;
      const bz = at(b2, 2) - qz;
      const reachA = ax * dx + ay * dy + az * dz;
      const reachB = -(bx * dx + by * dy + bz * dz);
      const gap = sq - (reachA > 0 ? reachA : 0) - (reachB > 0 ? reachB : 0);
      if (!(gap > 0)) continue;
      const isClosest = gap > ALMOST * sq;
      const isFarther = gap * gap > limit * limit * sq;
      if (!isClosest && !isFarther && at(out, 7) === 1) continue;
      const tilt = TILT * size * Math.sqrt(sq);
      const aa = ax * ax + ay * ay + az * az;
      const bb = bx * bx + by * by + bz * bz;
      const free = gap - Math.sqrt(2 * tilt * (aa + bb));
      if (free > 0) {
        put(out, 7, 1);
        if (free * free > limit * limit * sq) return;
      }
      if (reachA <= 0 && reachB <= 0 && reachA * reachA >= tilt * aa && reachB * reachB >= tilt * bb) {
        put(out, 7, 1);
        return;
      }
      if (free > 0 && !isClosest && !isFarther) continue;
      measureSlab(a, b, candidate);
      const proven = slabFree - slabRounding;
      if (!(proven > 0)) continue;
      put(out, 7, 1);
      if (slabFree + slabRounding >= sq) return;
      if (proven * proven > limit * limit * sq) return;
    }
  }
  verticesOverFace(a, b, 0);
  verticesOverFace(b, a, 3);
}

function sumOfSizes(t: usize): f64 {
  const x = Math.abs(at(t, 0)) + Math.abs(at(t, 3)) + Math.abs(at(t, 6));
  const y = Math.abs(at(t, 1)) + Math.abs(at(t, 4)) + Math.abs(at(t, 7));
  const z = Math.abs(at(t, 2)) + Math.abs(at(t, 5)) + Math.abs(at(t, 8));
  return x + y + z;
}

function measureSlab(a: usize, b: usize, candidate: usize): void {
  const px = at(candidate, 0);
  const py = at(candidate, 1);
  const pz = at(candidate, 2);
  const qx = at(candidate, 3);
  const qy = at(candidate, 4);
  const qz = at(candidate, 5);
  const dx = qx - px;
  const dy = qy - py;
  const dz = qz - pz;
  let intoA: f64 = 0;
  let intoB: f64 = 0;
  let sizeA: f64 = 0;
  let sizeB: f64 = 0;
  for (let k: usize = 0; k < 9; k += 3) {
    const ax = (at(a, k) - px) * dx;
    const ay = (at(a, k + 1) - py) * dy;
    const az = (at(a, k + 2) - pz) * dz;
    const bx = (qx - at(b, k)) * dx;
    const by = (qy - at(b, k + 1)) * dy;
    const bz = (qz - at(b, k + 2)) * dz;
    intoA = Math.max(intoA, ax + ay + az);
    intoB = Math.max(intoB, bx + by + bz);
    sizeA = Math.max(sizeA, Math.abs(ax) + Math.abs(ay) + Math.abs(az));
    sizeB = Math.max(sizeB, Math.abs(bx) + Math.abs(by) + Math.abs(bz));
  }
  const sq = at(candidate, 6);
  slabFree = sq - intoA - intoB;
  slabRounding = REACH_ROUNDING * (sizeA + sizeB + sq);
}

/** Takes the vertices of `other` whose foot is inside `face`; the face's point goes to `into`. */
function verticesOverFace(face: usize, other: usize, into: usize): void {
  const out = WITNESS;
  const ax = at(face, 0);
  const ay = at(face, 1);
  const az = at(face, 2);
  const ux = at(face, 3) - ax;
  const uy = at(face, 4) - ay;
  const uz = at(face, 5) - az;
  const vx = at(face, 6) - ax;
  const vy = at(face, 7) - ay;
  const vz = at(face, 8) - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  if (!(nn > SMALLEST_NORMAL_SQ)) return;
  const mx = vy * nz - vz * ny;
  const my = vz * nx - vx * nz;
  const mz = vx * ny - vy * nx;
  const vv = vx * vx + vy * vy + vz * vz;
  const rounding = HEIGHT_ROUNDING * (ux * ux + uy * uy + uz * uz + vv) * allSizes;
  const beaten = Math.sqrt(at(out, 6) * nn) + rounding;
  let least: f64 = Infinity;
  let most: f64 = -Infinity;
  for (let k: usize = 0; k < 9; k += 3) {
    const px = at(other, k);
    const py = at(other, k + 1);
    const pz = at(other, k + 2);
    const wx = px - ax;
    const wy = py - ay;
    const wz = pz - az;
    const height = wx * nx + wy * ny + wz * nz;
    if (height < least) least = height;
    if (height > most) most = height;
    if (height > beaten || height < -beaten) continue;
    const across = wx * mx + wy * my + wz * mz;
    if (!(across >= 0 && across <= nn)) continue;
    const beta = across / nn;
    const rx = wx - beta * ux;
    const ry = wy - beta * uy;
    const rz = wz - beta * uz;
    const gamma = (rx * vx + ry * vy + rz * vz) / vv;
    if (!(gamma >= 0 && beta + gamma <= 1)) continue;
    const fx = ax + beta * ux + gamma * vx;
    const fy = ay + beta * uy + gamma * vy;
    const fz = az + beta * uz + gamma * vz;
    const sq = (px - fx) * (px - fx) + (py - fy) * (py - fy) + (pz - fz) * (pz - fz);
    if (sq >= at(out, 6)) continue;
    put(out, into, fx);
    put(out, into + 1, fy);
    put(out, into + 2, fz);
    put(out, 3 - into, px);
    put(out, 4 - into, py);
    put(out, 5 - into, pz);
    put(out, 6, sq);
  }
  if (least > rounding || most < -rounding) put(out, 7, 1);
}

/** One number of two points. */
function both(p: usize, other: usize, k: usize): v128 {
  return f64x2.replace_lane(v128.load64_splat(p + 8 * k), 1, at(other, k));
}

function dotOfTwo(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), f64x2.mul(az, bz));
}

/** x·y − z·w. */
function minor(x: v128, y: v128, z: v128, w: v128): v128 {
  return f64x2.sub(f64x2.mul(x, y), f64x2.mul(z, w));
}

/** Not below 0, not above 1; −0 stays as it is. */
function clamped(s: v128): v128 {
  const zero = f64x2.splat(0);
  const one = f64x2.splat(1);
  return v128.bitselect(zero, v128.bitselect(one, s, f64x2.gt(s, one)), f64x2.lt(s, zero));
}

/**
 * Closest points of two segments (src/primitive/segment-segment.ts), for edge pairs `pair` and `pair` + 1 of the nine of two triangles at once, to
 * CANDIDATES: what the one branches on is computed for both and selected.
 */
function closestSegments(a: usize, b: usize, pair: i32): void {
  const next = min(pair + 1, 8);
  const a0 = a + edgeStart(pair / 3);
  const a1 = a + edgeEnd(pair / 3);
  const b0 = b + edgeStart(pair % 3);
  const b1 = b + edgeEnd(pair % 3);
  const c0 = a + edgeStart(next / 3);
  const c1 = a + edgeEnd(next / 3);
  const d0 = b + edgeStart(next % 3);
  const d1 = b + edgeEnd(next % 3);
  const ax = both(a0, c0, 0);
  const ay = both(a0, c0, 1);
  const az = both(a0, c0, 2);
  const bx = both(b0, d0, 0);
  const by = both(b0, d0, 1);
  const bz = both(b0, d0, 2);
  const px = f64x2.sub(both(a1, c1, 0), ax);
  const py = f64x2.sub(both(a1, c1, 1), ay);
  const pz = f64x2.sub(both(a1, c1, 2), az);
  const qx = f64x2.sub(both(b1, d1, 0), bx);
  const qy = f64x2.sub(both(b1, d1, 1), by);
  const qz = f64x2.sub(both(b1, d1, 2), bz);
  const rx = f64x2.sub(bx, ax);
  const ry = f64x2.sub(by, ay);
  const rz = f64x2.sub(bz, az);
  const pp = dotOfTwo(px, py, pz, px, py, pz);
  const qq = dotOfTwo(qx, qy, qz, qx, qy, qz);
  const nx = minor(py, qz, pz, qy);
  const ny = minor(pz, qx, px, qz);
  const nz = minor(px, qy, py, qx);
  const nn = dotOfTwo(nx, ny, nz, nx, ny, nz);
  const zero = f64x2.splat(0);
  const isSkew = f64x2.gt(nn, f64x2.splat(SMALLEST_NORMAL_SQ));
  const along = dotOfTwo(nx, ny, nz, minor(ry, qz, rz, qy), minor(rz, qx, rx, qz), minor(rx, qy, ry, qx));
  const first = v128.bitselect(clamped(f64x2.div(along, nn)), zero, isSkew);
  const onB = dotOfTwo(
    f64x2.sub(f64x2.mul(first, px), rx),
    f64x2.sub(f64x2.mul(first, py), ry),
    f64x2.sub(f64x2.mul(first, pz), rz),
    qx,
    qy,
    qz,
  );
  const free = v128.bitselect(f64x2.div(onB, qq), zero, f64x2.gt(qq, zero));
  const isInside = v128.and(v128.and(f64x2.ge(free, zero), f64x2.le(free, f64x2.splat(1))), isSkew);
  const t = clamped(free);
  const onA = dotOfTwo(
    f64x2.add(f64x2.mul(t, qx), rx),
    f64x2.add(f64x2.mul(t, qy), ry),
    f64x2.add(f64x2.mul(t, qz), rz),
    px,
    py,
    pz,
  );
  const second = clamped(v128.bitselect(f64x2.div(onA, pp), zero, f64x2.gt(pp, zero)));
  const s = v128.bitselect(first, second, isInside);
  const ux = f64x2.add(ax, f64x2.mul(s, px));
  const uy = f64x2.add(ay, f64x2.mul(s, py));
  const uz = f64x2.add(az, f64x2.mul(s, pz));
  const vx = f64x2.add(bx, f64x2.mul(t, qx));
  const vy = f64x2.add(by, f64x2.mul(t, qy));
  const vz = f64x2.add(bz, f64x2.mul(t, qz));
  const dx = f64x2.sub(vx, ux);
  const dy = f64x2.sub(vy, uy);
  const dz = f64x2.sub(vz, uz);
  putBoth(0, ux);
  putBoth(1, uy);
  putBoth(2, uz);
  putBoth(3, vx);
  putBoth(4, vy);
  putBoth(5, vz);
  putBoth(6, dotOfTwo(dx, dy, dz, dx, dy, dz));
}

function putBoth(k: usize, numbers: v128): void {
  store<f64>(CANDIDATES + 8 * k, f64x2.extract_lane(numbers, 0));
  store<f64>(CANDIDATES + CANDIDATE_SIZE + 8 * k, f64x2.extract_lane(numbers, 1));
}

function edgeStart(edge: i32): usize {
  return 24 * edge;
}
function edgeEnd(edge: i32): usize {
  return edge === 2 ? 0 : 24 * edge + 24;
}
