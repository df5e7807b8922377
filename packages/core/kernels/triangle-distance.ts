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
const CANDIDATE: usize = memory.data(56);
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
  for (let ea: usize = 0; ea < 3; ea++) {
    const a0 = a + 24 * ea;
    const a1 = ea === 2 ? a : a0 + 24;
    const a2 = ea === 0 ? a + 48 : a0 - 24;
    for (let eb: usize = 0; eb < 3; eb++) {
      const b0 = b + 24 * eb;
      const b1 = eb === 2 ? b : b0 + 24;
      const b2 = eb === 0 ? b + 48 : b0 - 24;
      closestSegmentSegment(a0, a1, b0, b1);
      const sq = at(CANDIDATE, 6);
      const px = at(CANDIDATE, 0);
      const py = at(CANDIDATE, 1);
      const pz = at(CANDIDATE, 2);
      const qx = at(CANDIDATE, 3);
      const qy = at(CANDIDATE, 4);
      const qz = at(CANDIDATE, 5);
      if (sq < at(out, 6)) {
        memory.copy(out, CANDIDATE, 56);
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
      measureSlab(a, b);
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

function measureSlab(a: usize, b: usize): void {
  const px = at(CANDIDATE, 0);
  const py = at(CANDIDATE, 1);
  const pz = at(CANDIDATE, 2);
  const qx = at(CANDIDATE, 3);
  const qy = at(CANDIDATE, 4);
  const qz = at(CANDIDATE, 5);
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
  const sq = at(CANDIDATE, 6);
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

/** Closest points of two segments (src/primitive/segment-segment.ts), to CANDIDATE. */
function closestSegmentSegment(a0: usize, a1: usize, b0: usize, b1: usize): void {
  const ax = at(a0, 0);
  const ay = at(a0, 1);
  const az = at(a0, 2);
  const bx = at(b0, 0);
  const by = at(b0, 1);
  const bz = at(b0, 2);
  const px = at(a1, 0) - ax;
  const py = at(a1, 1) - ay;
  const pz = at(a1, 2) - az;
  const qx = at(b1, 0) - bx;
  const qy = at(b1, 1) - by;
  const qz = at(b1, 2) - bz;
  const rx = bx - ax;
  const ry = by - ay;
  const rz = bz - az;
  const pp = px * px + py * py + pz * pz;
  const qq = qx * qx + qy * qy + qz * qz;
  const nx = py * qz - pz * qy;
  const ny = pz * qx - px * qz;
  const nz = px * qy - py * qx;
  const nn = nx * nx + ny * ny + nz * nz;
  let s: f64 = 0;
  const parallel = !(nn > SMALLEST_NORMAL_SQ);
  if (!parallel) {
    s = (nx * (ry * qz - rz * qy) + ny * (rz * qx - rx * qz) + nz * (rx * qy - ry * qx)) / nn;
    if (s < 0) s = 0;
    else if (s > 1) s = 1;
  }
  let t: f64 = 0;
  if (qq > 0) t = ((s * px - rx) * qx + (s * py - ry) * qy + (s * pz - rz) * qz) / qq;
  if (!(t >= 0 && t <= 1) || parallel) {
    if (t < 0) t = 0;
    else if (t > 1) t = 1;
    s = pp > 0 ? ((t * qx + rx) * px + (t * qy + ry) * py + (t * qz + rz) * pz) / pp : 0;
    if (s < 0) s = 0;
    else if (s > 1) s = 1;
  }
  const ux = ax + s * px;
  const uy = ay + s * py;
  const uz = az + s * pz;
  const vx = bx + t * qx;
  const vy = by + t * qy;
  const vz = bz + t * qz;
  const dx = vx - ux;
  const dy = vy - uy;
  const dz = vz - uz;
  const out = CANDIDATE;
  put(out, 0, ux);
  put(out, 1, uy);
  put(out, 2, uz);
  put(out, 3, vx);
  put(out, 4, vy);
  put(out, 5, vz);
  put(out, 6, dx * dx + dy * dy + dz * dz);
}
