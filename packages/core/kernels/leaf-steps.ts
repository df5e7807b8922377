// How long the triangles of two leaves are proven apart, one against four, in f32: `writeFirstStep` of src/query/advance/triangle-steps.ts.
//
// Corners are relative to the origin of the reference body's leaf. Along any direction of length 1 the gap of two triangles is that of their
// corners; it closes no faster than the fastest corner of one and the slowest of the other, and bends no more than the corners that bend most.
// Rounding: disc-steps.ts. A corner is off by 8ε of the leaves' sizes and their gap in each coordinate, so by 13.9ε·S.

import { BODY_Q, BODY_R, freeFor, lessWithheld, raisedBend, raisedSpeed, scaleOf, writeMotions } from './disc-steps';
import { ORIGIN_AT, PACK, PACKS_Q_AT, PACKS_R_AT, POSE32_AT } from './layout';
import { state } from './motion';

/** Corners of four triangles, nine vectors; then the motions of each corner, four vectors; then the largest acceleration. */
const MOTIONS_AT: usize = 144;
const BEND_AT: usize = 336;
const LEAF_Q: usize = memory.data(352);
const LEAF_R: usize = memory.data(352);

/** Brings the leaves into one frame. */
export function readLeaves(q: usize, packQ: i32, packR: i32): void {
  const own = <usize>load<i32>(q + PACKS_Q_AT) + PACK * packQ;
  const other = <usize>load<i32>(q + PACKS_R_AT) + PACK * packR;
  const unit = state(12);
  const x = <f64>load<f32>(own + ORIGIN_AT) * unit;
  const y = <f64>load<f32>(own + ORIGIN_AT + 4) * unit;
  const z = <f64>load<f32>(own + ORIGIN_AT + 8) * unit;
  const unit32 = pose32(q, 12);
  for (let row: usize = 0; row < 3; row++) {
    const moved = state(3 * row) * x + state(3 * row + 1) * y + state(3 * row + 2) * z + state(9 + row);
    const gap = f32x4.splat(<f32>(moved - <f64>load<f32>(other + ORIGIN_AT + 4 * row)));
    const rx = pose32(q, 3 * row);
    const ry = pose32(q, 3 * row + 1);
    const rz = pose32(q, 3 * row + 2);
    for (let corner: usize = 0; corner < 144; corner += 48) {
      const turned = f32x4.add(
        f32x4.add(
          f32x4.mul(rx, f32x4.mul(v128.load(own + corner), unit32)),
          f32x4.mul(ry, f32x4.mul(v128.load(own + corner + 16), unit32)),
        ),
        f32x4.mul(rz, f32x4.mul(v128.load(own + corner + 32), unit32)),
      );
      v128.store(LEAF_Q + corner + 16 * row, f32x4.add(turned, gap));
    }
  }
  for (let k: usize = 0; k < 144; k += 16) v128.store(LEAF_R + k, v128.load(other + k));
  const ox = v128.load32_splat(other + ORIGIN_AT);
  const oy = v128.load32_splat(other + ORIGIN_AT + 4);
  const oz = v128.load32_splat(other + ORIGIN_AT + 8);
  writeLeafMotions(LEAF_Q, BODY_Q, ox, oy, oz);
  writeLeafMotions(LEAF_R, BODY_R, ox, oy, oz);
}

function pose32(q: usize, k: usize): v128 {
  return v128.load32_splat(q + POSE32_AT + 4 * k);
}

function writeLeafMotions(leaf: usize, body: usize, ox: v128, oy: v128, oz: v128): void {
  let bend = f32x4.splat(0);
  for (let k: usize = 0; k < 3; k++) {
    const corner = leaf + 48 * k;
    const out = leaf + MOTIONS_AT + 64 * k;
    writeMotions(
      f32x4.add(v128.load(corner), ox),
      f32x4.add(v128.load(corner + 16), oy),
      f32x4.add(v128.load(corner + 32), oz),
      body,
      out,
    );
    bend = f32x4.pmax(bend, v128.load(out + 48));
  }
  v128.store(leaf + BEND_AT, bend);
}

function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz));
}

/** Three numbers, 16 bytes apart, of one lane; along four directions. */
function alongOne(at: usize, x: v128, y: v128, z: v128): v128 {
  return dot(v128.load32_splat(at), v128.load32_splat(at + 16), v128.load32_splat(at + 32), x, y, z);
}
function alongFour(at: usize, x: v128, y: v128, z: v128): v128 {
  return dot(v128.load(at), v128.load(at + 16), v128.load(at + 32), x, y, z);
}

/** The step that directions prove for triangle i of the query body's leaf and the four of the other. */
function stepsAlong(i: usize, qx: v128, qy: v128, qz: v128): v128 {
  const scale = scaleOf(dot(qx, qy, qz, qx, qy, qz));
  const x = f32x4.mul(qx, scale);
  const y = f32x4.mul(qy, scale);
  const z = f32x4.mul(qz, scale);
  const own = LEAF_Q + 4 * i;
  const high = f32x4.pmax(f32x4.pmax(alongOne(own, x, y, z), alongOne(own + 48, x, y, z)), alongOne(own + 96, x, y, z));
  const low = f32x4.pmin(
    f32x4.pmin(alongFour(LEAF_R, x, y, z), alongFour(LEAF_R + 48, x, y, z)),
    alongFour(LEAF_R + 96, x, y, z),
  );
  const from = own + MOTIONS_AT;
  const fastest = f32x4.pmax(
    f32x4.pmax(alongOne(from, x, y, z), alongOne(from + 64, x, y, z)),
    alongOne(from + 128, x, y, z),
  );
  const other = LEAF_R + MOTIONS_AT;
  const slowest = f32x4.pmin(
    f32x4.pmin(alongFour(other, x, y, z), alongFour(other + 64, x, y, z)),
    alongFour(other + 128, x, y, z),
  );
  return freeFor(
    lessWithheld(f32x4.sub(low, high)),
    raisedSpeed(f32x4.sub(fastest, slowest)),
    raisedBend(f32x4.add(v128.load32_splat(own + BEND_AT), v128.load(LEAF_R + BEND_AT))),
  );
}

function sum(at: usize): v128 {
  return f32x4.add(f32x4.add(v128.load(at), v128.load(at + 48)), v128.load(at + 96));
}
function sumOfOne(at: usize): v128 {
  return f32x4.add(f32x4.add(v128.load32_splat(at), v128.load32_splat(at + 48)), v128.load32_splat(at + 96));
}

/** How long triangle i of the query body's leaf is proven apart from each of the four of the other. */
export function triangleSteps(i: usize, enough: f32): v128 {
  const own = LEAF_Q + 4 * i;
  const dx = f32x4.sub(sum(LEAF_R), sumOfOne(own));
  const dy = f32x4.sub(sum(LEAF_R + 16), sumOfOne(own + 16));
  const dz = f32x4.sub(sum(LEAF_R + 32), sumOfOne(own + 32));
  const from = own + MOTIONS_AT;
  const other = LEAF_R + MOTIONS_AT;
  const wx = f32x4.sub(v128.load32_splat(from), v128.load(other));
  const wy = f32x4.sub(v128.load32_splat(from + 16), v128.load(other + 16));
  const wz = f32x4.sub(v128.load32_splat(from + 32), v128.load(other + 32));
  const dw = dot(dx, dy, dz, wx, wy, wz);
  const back = v128.and(f32x4.div(dw, dot(wx, wy, wz, wx, wy, wz)), f32x4.gt(dw, f32x4.splat(0)));
  let longest = stepsAlong(
    i,
    f32x4.sub(dx, f32x4.mul(back, wx)),
    f32x4.sub(dy, f32x4.mul(back, wy)),
    f32x4.sub(dz, f32x4.mul(back, wz)),
  );
  if (areAll(longest, enough)) return longest;

  // The normal of the one, on the side of the other.
  const ax = v128.load32_splat(own);
  const ay = v128.load32_splat(own + 16);
  const az = v128.load32_splat(own + 32);
  longest = f32x4.pmax(
    longest,
    alongNormal(
      i,
      f32x4.sub(v128.load32_splat(own + 48), ax),
      f32x4.sub(v128.load32_splat(own + 64), ay),
      f32x4.sub(v128.load32_splat(own + 80), az),
      f32x4.sub(v128.load32_splat(own + 96), ax),
      f32x4.sub(v128.load32_splat(own + 112), ay),
      f32x4.sub(v128.load32_splat(own + 128), az),
      dx,
      dy,
      dz,
    ),
  );
  if (areAll(longest, enough)) return longest;
  const bx = v128.load(LEAF_R);
  const by = v128.load(LEAF_R + 16);
  const bz = v128.load(LEAF_R + 32);
  longest = f32x4.pmax(
    longest,
    alongNormal(
      i,
      f32x4.sub(v128.load(LEAF_R + 48), bx),
      f32x4.sub(v128.load(LEAF_R + 64), by),
      f32x4.sub(v128.load(LEAF_R + 80), bz),
      f32x4.sub(v128.load(LEAF_R + 96), bx),
      f32x4.sub(v128.load(LEAF_R + 112), by),
      f32x4.sub(v128.load(LEAF_R + 128), bz),
      dx,
      dy,
      dz,
    ),
  );
  if (areAll(longest, enough)) return longest;
  return f32x4.pmax(longest, stepsAlong(i, dx, dy, dz));
}

function areAll(steps: v128, enough: f32): bool {
  return i32x4.bitmask(f32x4.ge(steps, f32x4.splat(enough))) === 15;
}

function alongNormal(
  i: usize,
  ux: v128,
  uy: v128,
  uz: v128,
  vx: v128,
  vy: v128,
  vz: v128,
  dx: v128,
  dy: v128,
  dz: v128,
): v128 {
  const nx = f32x4.sub(f32x4.mul(uy, vz), f32x4.mul(uz, vy));
  const ny = f32x4.sub(f32x4.mul(uz, vx), f32x4.mul(ux, vz));
  const nz = f32x4.sub(f32x4.mul(ux, vy), f32x4.mul(uy, vx));
  const sign = v128.and(dot(nx, ny, nz, dx, dy, dz), i32x4.splat(<i32>0x80000000));
  return stepsAlong(i, v128.xor(nx, sign), v128.xor(ny, sign), v128.xor(nz, sign));
}
