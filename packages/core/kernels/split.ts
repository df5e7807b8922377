// The splits of a run of triangles: src/bvh/split.ts, where the method is, to the bit. A box is three vectors: (x, y), (z, −x), (−y, −z),
// all lowest numbers.

import { axisX, axisY, axisZ, dominantAxis } from './axes';

const BINS: i32 = 32;
const SMALL_RUN: i32 = 128;
const FEW_BINS: i32 = 16;
const TINY_RUN: i32 = 16;
const LEAST_BINS: i32 = 8;

export const RECORD: usize = 80;
const CENTRE: usize = 8;
const BOX: usize = 32;
const BOX_SIZE: usize = 48;
const TRIANGLE: usize = 72;

const counts: usize = memory.data(4 * 3 * 32, 16);
const boxes: usize = memory.data(48 * 3 * 32, 16);
const rightCosts: usize = memory.data(8 * 33, 16);

// Of a build: where its arrays lie.
let records: usize = 0;
let order: usize = 0;
let right: usize = 0;
let keys: usize = 0;

// Of a sweep.
let bestCost: f64 = 0;
let bestBin: i32 = 0;

export function prepareSplits(recordsAt: usize, orderAt: usize, rightAt: usize, keysAt: usize): void {
  records = recordsAt;
  order = orderAt;
  right = rightAt;
  keys = keysAt;
}

/** @inline */
function recordAt(slot: usize): usize {
  return records + RECORD * <usize>load<u32>(order + 4 * slot);
}

export function writeRecords(triangles: usize, count: usize): void {
  for (let t: usize = 0, k = triangles, r = records; t < count; t++, k += TRIANGLE, r += RECORD) {
    store<u32>(order + 4 * t, <u32>t);
    const ax = load<f64>(k);
    const ay = load<f64>(k, 8);
    const az = load<f64>(k, 16);
    const bx = load<f64>(k, 24);
    const by = load<f64>(k, 32);
    const bz = load<f64>(k, 40);
    const cx = load<f64>(k, 48);
    const cy = load<f64>(k, 56);
    const cz = load<f64>(k, 64);
    const ux = bx - ax;
    const uy = by - ay;
    const uz = bz - az;
    const vx = cx - ax;
    const vy = cy - ay;
    const vz = cz - az;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    store<f64>(r, Math.sqrt(nx * nx + ny * ny + nz * nz));
    store<f64>(r, ax + bx + cx, CENTRE);
    store<f64>(r, ay + by + cy, CENTRE + 8);
    store<f64>(r, az + bz + cz, CENTRE + 16);
    const axy = v128.load(k);
    const bxy = v128.load(k, 24);
    const cxy = v128.load(k, 48);
    const low = f64x2.pmin(f64x2.pmin(axy, bxy), cxy);
    const high = f64x2.neg(f64x2.pmax(f64x2.pmax(axy, bxy), cxy));
    const lowZ = az < bz ? (az < cz ? az : cz) : bz < cz ? bz : cz;
    const highZ = az > bz ? (az > cz ? az : cz) : bz > cz ? bz : cz;
    v128.store(r, low, BOX);
    store<f64>(r, lowZ, BOX + 16);
    store<f64>(r, f64x2.extract_lane(high, 0), BOX + 24);
    store<f64>(r, f64x2.extract_lane(high, 1), BOX + 32);
    store<f64>(r, -highZ, BOX + 40);
  }
}

export function splitRun(first: usize, count: i32, isDeep: bool): i32 {
  if (!isDeep && count > SMALL_RUN) return splitByCoordinates(first, count);
  if (!writeMainAxis(first, count, false)) writeMainAxis(first, count, true);
  if (!isDeep) return splitAlongAxis(first, count);
  writeKeys(first, count);
  selectSmallest(<i32>first, count, count >> 1);
  return count >> 1;
}

function splitByCoordinates(first: usize, count: i32): i32 {
  const end = first + <usize>count;
  let lowXY = f64x2.splat(Infinity);
  let highXY = f64x2.splat(-Infinity);
  let lowZ: f64 = Infinity;
  let highZ: f64 = -Infinity;
  for (let i = first; i < end; i++) {
    const r = recordAt(i);
    const xy = v128.load(r, CENTRE);
    const z = load<f64>(r, CENTRE + 16);
    lowXY = f64x2.pmin(lowXY, xy);
    highXY = f64x2.pmax(highXY, xy);
    if (z < lowZ) lowZ = z;
    if (z > highZ) highZ = z;
  }
  const lowX = f64x2.extract_lane(lowXY, 0);
  const lowY = f64x2.extract_lane(lowXY, 1);
  const scaleX = <f64>BINS / (f64x2.extract_lane(highXY, 0) - lowX);
  const scaleY = <f64>BINS / (f64x2.extract_lane(highXY, 1) - lowY);
  const scaleZ = <f64>BINS / (highZ - lowZ);

  emptyBins(3 * BINS);
  for (let i = first; i < end; i++) {
    const r = recordAt(i);
    const b0 = v128.load(r, BOX);
    const b1 = v128.load(r, BOX + 16);
    const b2 = v128.load(r, BOX + 32);
    addToBin(sliceOf(load<f64>(r, CENTRE), lowX, scaleX, BINS), b0, b1, b2);
    addToBin(BINS + sliceOf(load<f64>(r, CENTRE + 8), lowY, scaleY, BINS), b0, b1, b2);
    addToBin(2 * BINS + sliceOf(load<f64>(r, CENTRE + 16), lowZ, scaleZ, BINS), b0, b1, b2);
  }

  let axis = -1;
  let bin = 0;
  let cost: f64 = Infinity;
  for (let k = 0; k < 3; k++) {
    sweep(BINS * k, BINS, count);
    if (bestCost < cost) {
      cost = bestCost;
      bin = bestBin;
      axis = k;
    }
  }
  if (axis < 0) return count >> 1;
  const low = axis === 0 ? lowX : axis === 1 ? lowY : lowZ;
  const scale = axis === 0 ? scaleX : axis === 1 ? scaleY : scaleZ;
  // Without branches: which side a triangle goes to is what no processor can guess.
  const at = CENTRE + 8 * <usize>axis;
  const slices = <f64>(bin + 1);
  let left = first;
  let moved: usize = 0;
  for (let i = first; i < end; i++) {
    const t = load<u32>(order + 4 * i);
    const isRight = (load<f64>(records + RECORD * <usize>t + at) - low) * scale >= slices;
    store<u32>(order + 4 * left, t);
    store<u32>(right + 4 * moved, t);
    left += <usize>!isRight;
    moved += <usize>isRight;
  }
  return returnRight(first, left, moved);
}

/** @inline */
function returnRight(first: usize, left: usize, moved: usize): i32 {
  // Not memory.copy, which is a call out of WebAssembly.
  for (let k: usize = 0; k < moved; k++) store<u32>(order + 4 * (left + k), load<u32>(right + 4 * k));
  return <i32>(left - first);
}

/** @inline */
function emptyBins(bins: i32): void {
  const none = i32x4.splat(0);
  for (let k: usize = 0; k < 4 * <usize>bins; k += 16) v128.store(counts + k, none);
  const empty = f64x2.splat(Infinity);
  for (let k: usize = 0; k < BOX_SIZE * <usize>bins; k += 16) v128.store(boxes + k, empty);
}

/** @inline */
function sliceOf(x: f64, low: f64, scale: f64, bins: i32): i32 {
  const b = (x - low) * scale;
  // NaN is taken for 0.
  return b > 0 ? (b < <f64>(bins - 1) ? <i32>b : bins - 1) : 0;
}

/** @inline */
function addToBin(bin: i32, b0: v128, b1: v128, b2: v128): void {
  const c = counts + 4 * <usize>bin;
  store<i32>(c, load<i32>(c) + 1);
  const at = boxes + BOX_SIZE * <usize>bin;
  v128.store(at, f64x2.pmin(v128.load(at), b0));
  v128.store(at, f64x2.pmin(v128.load(at, 16), b1), 16);
  v128.store(at, f64x2.pmin(v128.load(at, 32), b2), 32);
}

/** @inline */
function halfArea(b0: v128, b1: v128, b2: v128): f64 {
  const x = -f64x2.extract_lane(b1, 1) - f64x2.extract_lane(b0, 0);
  const y = -f64x2.extract_lane(b2, 0) - f64x2.extract_lane(b0, 1);
  const z = -f64x2.extract_lane(b2, 1) - f64x2.extract_lane(b1, 0);
  return x * y + y * z + z * x;
}

function sweep(start: i32, bins: i32, count: i32): void {
  const c = counts + 4 * <usize>start;
  const at = boxes + BOX_SIZE * <usize>start;
  let b0 = f64x2.splat(Infinity);
  let b1 = b0;
  let b2 = b0;
  let number = 0;
  let last: f64 = 0;
  for (let b = bins - 1; b > 0; b--) {
    const inside = load<i32>(c + 4 * <usize>b);
    if (inside > 0) {
      const o = at + BOX_SIZE * <usize>b;
      b0 = f64x2.pmin(b0, v128.load(o));
      b1 = f64x2.pmin(b1, v128.load(o, 16));
      b2 = f64x2.pmin(b2, v128.load(o, 32));
      number += inside;
      last = <f64>number * halfArea(b0, b1, b2);
    }
    store<f64>(rightCosts + 8 * <usize>b, last);
  }
  b0 = f64x2.splat(Infinity);
  b1 = b0;
  b2 = b0;
  number = 0;
  let cost: f64 = Infinity;
  let bin = 0;
  let left = 0;
  for (let b = 0; b < bins; b++) {
    const inside = load<i32>(c + 4 * <usize>b);
    if (inside === 0) continue;
    const o = at + BOX_SIZE * <usize>b;
    b0 = f64x2.pmin(b0, v128.load(o));
    b1 = f64x2.pmin(b1, v128.load(o, 16));
    b2 = f64x2.pmin(b2, v128.load(o, 32));
    number += inside;
    if (number === count) break;
    const sum = <f64>number * halfArea(b0, b1, b2) + load<f64>(rightCosts + 8 * <usize>b, 8);
    if (sum < cost || (sum === cost && abs(2 * number - count) < abs(2 * left - count))) {
      cost = sum;
      bin = b;
      left = number;
    }
  }
  bestCost = cost;
  bestBin = bin;
}

/** The main axis of a run; false if its triangles have no area, unless all weigh the same. */
function writeMainAxis(first: usize, count: i32, equal: bool): bool {
  const o = recordAt(first);
  const ox = load<f64>(o, CENTRE);
  const oy = load<f64>(o, CENTRE + 8);
  const oz = load<f64>(o, CENTRE + 16);
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
  for (let i = first, end = first + <usize>count; i < end; i++) {
    const r = recordAt(i);
    const w = equal ? <f64>1 : load<f64>(r);
    const x = load<f64>(r, CENTRE) - ox;
    const y = load<f64>(r, CENTRE + 8) - oy;
    const z = load<f64>(r, CENTRE + 16) - oz;
    const wx = w * x;
    const wy = w * y;
    const wz = w * z;
    weight += w;
    mx += wx;
    my += wy;
    mz += wz;
    xx += wx * x;
    xy += wx * y;
    xz += wx * z;
    yy += wy * y;
    yz += wy * z;
    zz += wz * z;
  }
  if (weight === 0) return false;
  mx /= weight;
  my /= weight;
  mz /= weight;
  dominantAxis(
    xx / weight - mx * mx,
    xy / weight - mx * my,
    xz / weight - mx * mz,
    yy / weight - my * my,
    yz / weight - my * mz,
    zz / weight - mz * mz,
  );
  return true;
}

let lowKey: f64 = 0;
let highKey: f64 = 0;

function writeKeys(first: usize, count: i32): void {
  const ux = axisX;
  const uy = axisY;
  const uz = axisZ;
  let low: f64 = Infinity;
  let high: f64 = -Infinity;
  for (let i = first, end = first + <usize>count; i < end; i++) {
    const r = recordAt(i);
    const key = load<f64>(r, CENTRE) * ux + load<f64>(r, CENTRE + 8) * uy + load<f64>(r, CENTRE + 16) * uz;
    store<f64>(keys + 8 * i, key);
    if (key < low) low = key;
    if (key > high) high = key;
  }
  lowKey = low;
  highKey = high;
}

function splitAlongAxis(first: usize, count: i32): i32 {
  writeKeys(first, count);
  const low = lowKey;
  const bins = count > TINY_RUN ? FEW_BINS : LEAST_BINS;
  const scale = <f64>bins / (highKey - low);
  emptyBins(bins);
  const end = first + <usize>count;
  for (let i = first; i < end; i++) {
    const r = recordAt(i);
    const bin = sliceOf(load<f64>(keys + 8 * i), low, scale, bins);
    addToBin(bin, v128.load(r, BOX), v128.load(r, BOX + 16), v128.load(r, BOX + 32));
  }
  sweep(0, bins, count);
  if (bestCost === Infinity) return count >> 1;
  const slices = <f64>(bestBin + 1);
  let left = first;
  let moved: usize = 0;
  for (let i = first; i < end; i++) {
    const t = load<u32>(order + 4 * i);
    const isRight = (load<f64>(keys + 8 * i) - low) * scale >= slices;
    store<u32>(order + 4 * left, t);
    store<u32>(right + 4 * moved, t);
    left += <usize>!isRight;
    moved += <usize>isRight;
  }
  return returnRight(first, left, moved);
}

function selectSmallest(first: i32, count: i32, left: i32): void {
  let low = first;
  let high = first + count - 1;
  const target = first + left;
  while (low < high) {
    const a = keyAt(low);
    const b = keyAt((low + high) >> 1);
    const c = keyAt(high);
    const pivot = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    let i = low;
    let j = high;
    while (i <= j) {
      while (keyAt(i) < pivot) i++;
      while (keyAt(j) > pivot) j--;
      if (i <= j) swap(i++, j--);
    }
    if (target <= j) high = j;
    else if (target >= i) low = i;
    else return;
  }
}

/** @inline */
function keyAt(i: i32): f64 {
  return load<f64>(keys + 8 * <usize>i);
}

function swap(i: i32, j: i32): void {
  const t = load<u32>(order + 4 * <usize>i);
  store<u32>(order + 4 * <usize>i, load<u32>(order + 4 * <usize>j));
  store<u32>(order + 4 * <usize>j, t);
  const key = keyAt(i);
  store<f64>(keys + 8 * <usize>i, keyAt(j));
  store<f64>(keys + 8 * <usize>j, key);
}
