// The triangle of a body nearest to a point: src/query/point/nearest-leaf.ts. Four discs at a time in f32; distances of triangles in doubles, by the
// operations of src/primitive/point-triangle.ts.
//
// Rounding, ε = 2⁻²⁴, S the coordinates of the point and of the body together. A point is off by √3ε·S, the difference from a centre by √3ε·S, its
// length and its part along the axis by 4ε·S each; the axis is unit to 2ε when it is stored. So the squared part along it is at most 24ε·l² too
// small, which LOWER covers, and all else is below 32ε·S.

import { COUNT_AT, LINKS, NODE, PACK, SLOT_AT, TRIANGLE } from './layout';
import { childrenOf } from './nodes';

const LOWER: f32 = 0.9999961853027344; // 1 − 2⁻¹⁸
const ROUNDING: f64 = 1.9073486328125e-6; // 32ε
const SMALLEST_NORMAL_SQ: f64 = 1.0261342003245941e-289; // 2⁻⁹⁶⁰
/** The distance, the nearest point, the slot of the triangle; and the point of the query. */
const NEAREST: usize = memory.data(72);
const NEAREST_SLOT_AT: usize = 32;
const POINT: usize = NEAREST + 40;
/** The nearest point of a triangle, and its squared distance. */
const CANDIDATE: usize = memory.data(32);
/** Links that wait, each with a lower bound as f32; as many as three for each level of a tree. */
const MOST_WAITING: i32 = 512;
const WAITING: usize = memory.data(8 * (512 + 4));
const BOUNDS: usize = memory.data(16);

/** Where the result lies, and the point is written. */
export function nearestPointAt(): usize {
  return NEAREST;
}

/**
 * Finds the triangle nearest to the point, in the model's frame, if nearer than `limit`; `size` is S, and the other arguments are blocks of the
 * model. Returns 0 if the tree is too deep.
 */
export function findNearest(nodes: usize, links: usize, packs: usize, corners: usize, limit: f64, size: f64): i32 {
  const error = <f32>(ROUNDING * size);
  store<f64>(NEAREST, limit);
  store<i32>(NEAREST + NEAREST_SLOT_AT, -1);
  store<i32>(WAITING, load<i32>(links));
  store<f32>(WAITING + 4, 0);
  for (let top = 1; top > 0; ) {
    top--;
    const link = load<i32>(WAITING + 8 * top);
    if (<f64>load<f32>(WAITING + 8 * top + 4) >= load<f64>(NEAREST)) continue;
    if (link < 0) nearestOfPack(packs + PACK * <usize>~link, corners);
    else top = pushNear(nodes + NODE * <usize>link, links, link, error, top);
    if (top > MOST_WAITING) return 0;
  }
  return 1;
}

/** Pushes the children of a node that may be nearer than what was found, the nearest last; where the list ends. */
function pushNear(node: usize, links: usize, link: i32, error: f32, bottom: i32): i32 {
  v128.store(BOUNDS, f32x4.sub(discDistances(node), f32x4.splat(error)));
  const best = load<f64>(NEAREST);
  let top = bottom;
  for (let rest = childrenOf(links, link); rest !== 0; rest &= rest - 1) {
    const lane = <usize>ctz(rest);
    const bound = load<f32>(BOUNDS + 4 * lane);
    if (<f64>bound >= best) continue;
    let at = top++;
    for (; at > bottom && load<f32>(WAITING + 8 * at - 4) < bound; at--) {
      store<i64>(WAITING + 8 * at, load<i64>(WAITING + 8 * at - 8));
    }
    store<i32>(WAITING + 8 * at, load<i32>(links + LINKS * link + 4 * lane));
    store<f32>(WAITING + 8 * at + 4, bound);
  }
  return top;
}

/** Distances of a point from four discs, 0 inside: too large by the error at most. */
function discDistances(node: usize): v128 {
  const dx = f32x4.sub(f32x4.splat(<f32>load<f64>(POINT)), v128.load(node));
  const dy = f32x4.sub(f32x4.splat(<f32>load<f64>(POINT + 8)), v128.load(node + 16));
  const dz = f32x4.sub(f32x4.splat(<f32>load<f64>(POINT + 16)), v128.load(node + 32));
  const zero = f32x4.splat(0);
  const along = f32x4.abs(
    f32x4.add(
      f32x4.add(f32x4.mul(dx, v128.load(node + 48)), f32x4.mul(dy, v128.load(node + 64))),
      f32x4.mul(dz, v128.load(node + 80)),
    ),
  );
  const sq = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
  const aside = f32x4.sqrt(f32x4.pmax(zero, f32x4.sub(f32x4.mul(sq, f32x4.splat(LOWER)), f32x4.mul(along, along))));
  const up = f32x4.pmax(zero, f32x4.sub(along, v128.load(node + 96)));
  const out = f32x4.pmax(zero, f32x4.sub(aside, v128.load(node + 112)));
  return f32x4.sqrt(f32x4.add(f32x4.mul(up, up), f32x4.mul(out, out)));
}

function nearestOfPack(pack: usize, corners: usize): void {
  const first = load<i32>(pack + SLOT_AT);
  const end = first + load<i32>(pack + COUNT_AT);
  for (let slot = first; slot < end; slot++) {
    closestPoint(corners + TRIANGLE * <usize>slot);
    const distance = Math.sqrt(load<f64>(CANDIDATE + 24));
    if (distance >= load<f64>(NEAREST)) continue;
    store<f64>(NEAREST, distance);
    for (let k: usize = 0; k < 24; k += 8) store<f64>(NEAREST + 8 + k, load<f64>(CANDIDATE + k));
    store<i32>(NEAREST + NEAREST_SLOT_AT, slot);
  }
}

/** The closest point of a triangle: its edges, and the foot of the perpendicular. */
function closestPoint(t: usize): void {
  const ax = load<f64>(t);
  const ay = load<f64>(t + 8);
  const az = load<f64>(t + 16);
  const bx = load<f64>(t + 24);
  const by = load<f64>(t + 32);
  const bz = load<f64>(t + 40);
  const cx = load<f64>(t + 48);
  const cy = load<f64>(t + 56);
  const cz = load<f64>(t + 64);
  store<f64>(CANDIDATE + 24, Infinity);
  keepOfEdge(ax, ay, az, bx - ax, by - ay, bz - az);
  keepOfEdge(bx, by, bz, cx - bx, cy - by, cz - bz);
  keepOfEdge(cx, cy, cz, ax - cx, ay - cy, az - cz);
  const ux = bx - ax;
  const uy = by - ay;
  const uz = bz - az;
  const vx = cx - ax;
  const vy = cy - ay;
  const vz = cz - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  if (!(nn > SMALLEST_NORMAL_SQ)) return;
  let wx = load<f64>(POINT) - ax;
  let wy = load<f64>(POINT + 8) - ay;
  let wz = load<f64>(POINT + 16) - az;
  const beta = (wx * (vy * nz - vz * ny) + wy * (vz * nx - vx * nz) + wz * (vx * ny - vy * nx)) / nn;
  if (!(beta >= 0 && beta <= 1)) return;
  wx -= beta * ux;
  wy -= beta * uy;
  wz -= beta * uz;
  const gamma = (wx * vx + wy * vy + wz * vz) / (vx * vx + vy * vy + vz * vz);
  if (!(gamma >= 0 && beta + gamma <= 1)) return;
  keepNearer(ax + beta * ux + gamma * vx, ay + beta * uy + gamma * vy, az + beta * uz + gamma * vz);
}

/** The closest point of the segment from a, e long. */
function keepOfEdge(ax: f64, ay: f64, az: f64, ex: f64, ey: f64, ez: f64): void {
  const ee = ex * ex + ey * ey + ez * ez;
  const along = (load<f64>(POINT) - ax) * ex + (load<f64>(POINT + 8) - ay) * ey + (load<f64>(POINT + 16) - az) * ez;
  let s: f64 = ee > 0 ? along / ee : 0;
  if (s < 0) s = 0;
  else if (s > 1) s = 1;
  keepNearer(ax + s * ex, ay + s * ey, az + s * ez);
}

function keepNearer(x: f64, y: f64, z: f64): void {
  const dx = x - load<f64>(POINT);
  const dy = y - load<f64>(POINT + 8);
  const dz = z - load<f64>(POINT + 16);
  const sq = dx * dx + dy * dy + dz * dz;
  if (sq >= load<f64>(CANDIDATE + 24)) return;
  store<f64>(CANDIDATE, x);
  store<f64>(CANDIDATE + 8, y);
  store<f64>(CANDIDATE + 16, z);
  store<f64>(CANDIDATE + 24, sq);
}
