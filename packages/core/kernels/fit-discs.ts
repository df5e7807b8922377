// Discs on all nodes of a tree: src/bvh/fit-discs.ts and fitDiscTo of src/bounds/disc.ts, to the bit. Corners are taken two at a time.

import { mX, mY, mZ, principalAxes, uX, uY, uZ, vX, vY, vZ } from './axes';
import { BLOCK } from './gather-faces';

const LINKS: usize = 16;
const MOMENTS: usize = 80;
const DISC: usize = 64;
const TRIANGLE: usize = 72;
const CORNER: usize = 24;

const UNIT_ROUNDOFF: f64 = 1.1102230246251565e-16; // 2⁻⁵³
const ALIGNMENT_ERROR: f64 = 64 * UNIT_ROUNDOFF;
const UNDERFLOW_LENGTH: f64 = reinterpret<f64>(0x1e80000000000000); // 2⁻⁵³⁵

/**
 * Fits the nodes from `last` down to 0. Returns the first that has no area, which is left to the host; −1 if there is none. `starts` and `lists`
 * are those of gather-faces.ts; 0 where there are none.
 */
export function fitDiscs(
  links: usize,
  last: i32,
  triangles: usize,
  moments: usize,
  discs: usize,
  starts: usize,
  lists: usize,
): i32 {
  for (let node = last; node >= 0; node--) {
    const link = links + LINKS * <usize>node;
    const child = load<i32>(link);
    const first = <usize>load<u32>(link, 4);
    const count = <usize>load<u32>(link, 8);
    const m = moments + MOMENTS * <usize>node;
    const start = triangles + TRIANGLE * first;
    if (child === 0) sumTriangles(start, count, m);
    else sumChildren(moments, child, load<i32>(link, 12), m);
    const weight = load<f64>(m);
    if (!(weight > 0)) return node;
    principalAxes(
      load<f64>(m, 32) / weight,
      load<f64>(m, 40) / weight,
      load<f64>(m, 48) / weight,
      load<f64>(m, 56) / weight,
      load<f64>(m, 64) / weight,
      load<f64>(m, 72) / weight,
    );
    const out = discs + DISC * <usize>node;
    if (lists !== 0 && count > <usize>BLOCK) {
      const from = <usize>load<u32>(starts + 4 * first);
      const to = <usize>load<u32>(starts + 4 * (first + count));
      fitDisc(lists + CORNER * from, to - from, out);
    } else fitDisc(start, 3 * count, out);
  }
  return -1;
}

function sumTriangles(start: usize, count: usize, m: usize): void {
  const ox = load<f64>(start);
  const oy = load<f64>(start, 8);
  const oz = load<f64>(start, 16);
  let weight: f64 = 0;
  let mx: f64 = 0;
  let my: f64 = 0;
  let mz: f64 = 0;
  let xx: f64 = 0;
  let xy: f64 = 0;
  let xz: f64 = 0;
  let yy: f64 = 0;
  let yz: f64 = 0;
  let zz: f64 = 0;
  for (let k = start, end = start + TRIANGLE * count; k < end; k += TRIANGLE) {
    const ax = load<f64>(k) - ox;
    const ay = load<f64>(k, 8) - oy;
    const az = load<f64>(k, 16) - oz;
    const bx = load<f64>(k, 24) - ox;
    const by = load<f64>(k, 32) - oy;
    const bz = load<f64>(k, 40) - oz;
    const cx = load<f64>(k, 48) - ox;
    const cy = load<f64>(k, 56) - oy;
    const cz = load<f64>(k, 64) - oz;
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const gx = ax + bx + cx; // three times the centroid
    const gy = ay + by + cy;
    const gz = az + bz + cz;
    weight += area;
    mx += area * gx;
    my += area * gy;
    mz += area * gz;
    xx += area * (gx * gx + ax * ax + bx * bx + cx * cx);
    xy += area * (gx * gy + ax * ay + bx * by + cx * cy);
    xz += area * (gx * gz + ax * az + bx * bz + cx * cz);
    yy += area * (gy * gy + ay * ay + by * by + cy * cy);
    yz += area * (gy * gz + ay * az + by * bz + cy * cz);
    zz += area * (gz * gz + az * az + bz * bz + cz * cz);
  }
  store<f64>(m, weight);
  if (!(weight > 0)) return;
  mx /= 3 * weight;
  my /= 3 * weight;
  mz /= 3 * weight;
  store<f64>(m, ox + mx, 8);
  store<f64>(m, oy + my, 16);
  store<f64>(m, oz + mz, 24);
  store<f64>(m, xx / 12 - weight * mx * mx, 32);
  store<f64>(m, xy / 12 - weight * mx * my, 40);
  store<f64>(m, xz / 12 - weight * mx * mz, 48);
  store<f64>(m, yy / 12 - weight * my * my, 56);
  store<f64>(m, yz / 12 - weight * my * mz, 64);
  store<f64>(m, zz / 12 - weight * mz * mz, 72);
}

/** The moments of a node from those of its children. */
function sumChildren(moments: usize, first: i32, end: i32, m: usize): void {
  for (let k: usize = 0; k < MOMENTS; k += 16) v128.store(m + k, f64x2.splat(0));
  for (let child = first; child < end; child++) {
    const c = moments + MOMENTS * <usize>child;
    const other = load<f64>(c);
    if (!(other > 0)) continue;
    const weight = load<f64>(m) + other;
    const dx = load<f64>(c, 8) - load<f64>(m, 8);
    const dy = load<f64>(c, 16) - load<f64>(m, 16);
    const dz = load<f64>(c, 24) - load<f64>(m, 24);
    const part = other / weight;
    const lever = load<f64>(m) * part;
    store<f64>(m, weight);
    store<f64>(m, load<f64>(m, 8) + part * dx, 8);
    store<f64>(m, load<f64>(m, 16) + part * dy, 16);
    store<f64>(m, load<f64>(m, 24) + part * dz, 24);
    store<f64>(m, load<f64>(m, 32) + (load<f64>(c, 32) + lever * dx * dx), 32);
    store<f64>(m, load<f64>(m, 40) + (load<f64>(c, 40) + lever * dx * dy), 40);
    store<f64>(m, load<f64>(m, 48) + (load<f64>(c, 48) + lever * dx * dz), 48);
    store<f64>(m, load<f64>(m, 56) + (load<f64>(c, 56) + lever * dy * dy), 56);
    store<f64>(m, load<f64>(m, 64) + (load<f64>(c, 64) + lever * dy * dz), 64);
    store<f64>(m, load<f64>(m, 72) + (load<f64>(c, 72) + lever * dz * dz), 72);
  }
}

function fitDisc(start: usize, corners: usize, out: usize): void {
  // The last two, of an odd number the last one twice.
  const last = start + CORNER * (corners - 2);
  let uLow = f64x2.splat(Infinity);
  let vLow = uLow;
  let mLow = uLow;
  let uHigh = f64x2.splat(-Infinity);
  let vHigh = uHigh;
  let mHigh = uHigh;
  const ux = f64x2.splat(uX);
  const uy = f64x2.splat(uY);
  const uz = f64x2.splat(uZ);
  const vx = f64x2.splat(vX);
  const vy = f64x2.splat(vY);
  const vz = f64x2.splat(vZ);
  const mx = f64x2.splat(mX);
  const my = f64x2.splat(mY);
  const mz = f64x2.splat(mZ);
  for (let k = start; ; k += 2 * CORNER) {
    if (k > last) k = last;
    const c0 = v128.load(k);
    const c1 = v128.load(k, 16);
    const c2 = v128.load(k, 32);
    const x = v128.shuffle<f64>(c0, c1, 0, 3);
    const y = v128.shuffle<f64>(c0, c2, 1, 2);
    const z = v128.shuffle<f64>(c1, c2, 0, 3);
    const u = f64x2.add(f64x2.add(f64x2.mul(x, ux), f64x2.mul(y, uy)), f64x2.mul(z, uz));
    const v = f64x2.add(f64x2.add(f64x2.mul(x, vx), f64x2.mul(y, vy)), f64x2.mul(z, vz));
    const m = f64x2.add(f64x2.add(f64x2.mul(x, mx), f64x2.mul(y, my)), f64x2.mul(z, mz));
    uLow = f64x2.pmin(uLow, u);
    uHigh = f64x2.pmax(uHigh, u);
    vLow = f64x2.pmin(vLow, v);
    vHigh = f64x2.pmax(vHigh, v);
    mLow = f64x2.pmin(mLow, m);
    mHigh = f64x2.pmax(mHigh, m);
    if (k === last) break;
  }
  // + 0: see src/bounds/disc.ts.
  const u = 0.5 * (lower(uLow) + higher(uHigh)) + 0;
  const v = 0.5 * (lower(vLow) + higher(vHigh)) + 0;
  const m = 0.5 * (lower(mLow) + higher(mHigh)) + 0;
  const cx = u * uX + v * vX + m * mX;
  const cy = u * uY + v * vY + m * mY;
  const cz = u * uZ + v * vZ + m * mZ;
  const centreX = f64x2.splat(cx);
  const centreY = f64x2.splat(cy);
  const centreZ = f64x2.splat(cz);
  let most = f64x2.splat(0);
  let mostSq = most;
  for (let k = start; ; k += 2 * CORNER) {
    if (k > last) k = last;
    const c0 = v128.load(k);
    const c1 = v128.load(k, 16);
    const c2 = v128.load(k, 32);
    const x = f64x2.sub(v128.shuffle<f64>(c0, c1, 0, 3), centreX);
    const y = f64x2.sub(v128.shuffle<f64>(c0, c2, 1, 2), centreY);
    const z = f64x2.sub(v128.shuffle<f64>(c1, c2, 0, 3), centreZ);
    const along = f64x2.add(f64x2.add(f64x2.mul(x, mx), f64x2.mul(y, my)), f64x2.mul(z, mz));
    const square = f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z));
    most = f64x2.pmax(most, f64x2.abs(along));
    mostSq = f64x2.pmax(mostSq, f64x2.sub(square, f64x2.mul(along, along)));
    if (k === last) break;
  }
  const h = higher(most);
  const radiusSq = higher(mostSq);
  const reachSq = h * h + radiusSq;
  const reach = Math.sqrt(reachSq) + Math.abs(cx) + Math.abs(cy) + Math.abs(cz);
  const margin = 16 * UNIT_ROUNDOFF * reach + UNDERFLOW_LENGTH;
  store<f64>(out, cx);
  store<f64>(out, cy, 8);
  store<f64>(out, cz, 16);
  store<f64>(out, mX, 24);
  store<f64>(out, mY, 32);
  store<f64>(out, mZ, 40);
  store<f64>(out, h + margin, 48);
  store<f64>(out, Math.sqrt(radiusSq + ALIGNMENT_ERROR * reachSq) + margin, 56);
}

/** @inline */
function lower(x: v128): f64 {
  const a = f64x2.extract_lane(x, 0);
  const b = f64x2.extract_lane(x, 1);
  return b < a ? b : a;
}

/** @inline */
function higher(x: v128): f64 {
  const a = f64x2.extract_lane(x, 0);
  const b = f64x2.extract_lane(x, 1);
  return b > a ? b : a;
}
