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
const CORNER: usize = 24;

const counts: usize = memory.data(4 * 3 * 32, 16);
const boxes: usize = memory.data(48 * 3 * 32, 16);
const leftCosts: usize = memory.data(8 * 32, 16);
const rightCosts: usize = memory.data(8 * 32, 16);
const unevenness: usize = memory.data(4 * 32, 16);

// Of a build: where its arrays lie. The order has the addresses of records until it is numbered.
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
  return <usize>load<u32>(order + 4 * slot);
}

/** Replaces the addresses in the order by the numbers of triangles. */
export function numberOrder(count: usize): void {
  for (let at = order, end = order + 4 * count; at < end; at += 4) {
    store<u32>(at, (load<u32>(at) - <u32>records) / <u32>RECORD);
  }
}

export function writeRecords(triangles: usize, count: usize): void {
  for (let t: usize = 0, k = triangles, r = records; t < count; t++, k += TRIANGLE, r += RECORD) {
    store<u32>(order + 4 * t, <u32>r);
    writeRecord(r, k, k + CORNER, k + 2 * CORNER);
  }
}

/** The same of triangles that are three numbers of vertices each. */
export function writeRecordsOf(vertices: usize, triangles: usize, count: usize): void {
  for (let t: usize = 0, k = triangles, r = records; t < count; t++, k += 12, r += RECORD) {
    store<u32>(order + 4 * t, <u32>r);
    const a = vertices + CORNER * <usize>load<u32>(k);
    const b = vertices + CORNER * <usize>load<u32>(k, 4);
    const c = vertices + CORNER * <usize>load<u32>(k, 8);
    writeRecord(r, a, b, c);
  }
}

/** @inline */
function writeRecord(r: usize, a: usize, b: usize, c: usize): void {
  const axy = v128.load(a);
  const bxy = v128.load(b);
  const cxy = v128.load(c);
  const az = load<f64>(a, 16);
  const bz = load<f64>(b, 16);
  const cz = load<f64>(c, 16);
  const u = f64x2.sub(bxy, axy);
  const v = f64x2.sub(cxy, axy);
  const ux = f64x2.extract_lane(u, 0);
  const uy = f64x2.extract_lane(u, 1);
  const uz = bz - az;
  const vx = f64x2.extract_lane(v, 0);
  const vy = f64x2.extract_lane(v, 1);
  const vz = cz - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  store<f64>(r, Math.sqrt(nx * nx + ny * ny + nz * nz));
  v128.store(r, f64x2.add(f64x2.add(axy, bxy), cxy), CENTRE);
  store<f64>(r, az + bz + cz, CENTRE + 16);
  const low = f64x2.pmin(f64x2.pmin(axy, bxy), cxy);
  const high = f64x2.neg(f64x2.pmax(f64x2.pmax(axy, bxy), cxy));
  const lowZ = az < bz ? (az < cz ? az : cz) : bz < cz ? bz : cz;
  const highZ = az > bz ? (az > cz ? az : cz) : bz > cz ? bz : cz;
  v128.store(r, low, BOX);
  store<f64>(r, lowZ, BOX + 16);
  v128.store(r, high, BOX + 24);
  store<f64>(r, -highZ, BOX + 40);
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
  let lowZZ = lowXY;
  let highZZ = highXY;
  for (let i = first; i < end; i++) {
    const r = recordAt(i);
    const xy = v128.load(r, CENTRE);
    const zz = v128.load64_splat(r, CENTRE + 16);
    lowXY = f64x2.pmin(lowXY, xy);
    highXY = f64x2.pmax(highXY, xy);
    lowZZ = f64x2.pmin(lowZZ, zz);
    highZZ = f64x2.pmax(highZZ, zz);
  }
  const lowZ = f64x2.extract_lane(lowZZ, 0);
  const lowX = f64x2.extract_lane(lowXY, 0);
  const lowY = f64x2.extract_lane(lowXY, 1);
  const scaleX = <f64>BINS / (f64x2.extract_lane(highXY, 0) - lowX);
  const scaleY = <f64>BINS / (f64x2.extract_lane(highXY, 1) - lowY);
  const scaleZ = <f64>BINS / (f64x2.extract_lane(highZZ, 0) - lowZ);

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
    const isRight = (load<f64>(<usize>t + at) - low) * scale >= slices;
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

/** x is not below `low`; NaN is taken for 0. @inline */
function sliceOf(x: f64, low: f64, scale: f64, bins: i32): i32 {
  const b = (x - low) * scale;
  return b >= <f64>(bins - 1) ? bins - 1 : <i32>b;
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

/** Half the areas of two boxes. @inline */
function halfAreas(a0: v128, a1: v128, a2: v128, b0: v128, b1: v128, b2: v128): v128 {
  const x = f64x2.sub(f64x2.neg(v128.shuffle<f64>(a1, b1, 1, 3)), v128.shuffle<f64>(a0, b0, 0, 2));
  const y = f64x2.sub(f64x2.neg(v128.shuffle<f64>(a2, b2, 0, 2)), v128.shuffle<f64>(a0, b0, 1, 3));
  const z = f64x2.sub(f64x2.neg(v128.shuffle<f64>(a2, b2, 1, 3)), v128.shuffle<f64>(a1, b1, 0, 2));
  return f64x2.add(f64x2.add(f64x2.mul(x, y), f64x2.mul(y, z)), f64x2.mul(z, x));
}

/**
 * Both sides at once, the left one from the first bin and the right one from the last, without a branch: an empty bin repeats the
 * split before it, and loses against it.
 */
function sweep(start: i32, bins: i32, count: i32): void {
  const c = counts + 4 * <usize>start;
  const at = boxes + BOX_SIZE * <usize>start;
  let l0 = f64x2.splat(Infinity);
  let l1 = l0;
  let l2 = l0;
  let r0 = l0;
  let r1 = l0;
  let r2 = l0;
  let left = 0;
  let right = 0;
  const last = <usize>(bins - 1);
  for (let b: usize = 0; b < last; b++) {
    const l = at + BOX_SIZE * b;
    const r = at + BOX_SIZE * (last - b);
    l0 = f64x2.pmin(l0, v128.load(l));
    l1 = f64x2.pmin(l1, v128.load(l, 16));
    l2 = f64x2.pmin(l2, v128.load(l, 32));
    r0 = f64x2.pmin(r0, v128.load(r));
    r1 = f64x2.pmin(r1, v128.load(r, 16));
    r2 = f64x2.pmin(r2, v128.load(r, 32));
    left += load<i32>(c + 4 * b);
    right += load<i32>(c + 4 * (last - b));
    const numbers = f64x2.convert_low_i32x4_s(i32x4.replace_lane(i32x4.splat(left), 1, right));
    const costs = f64x2.mul(numbers, halfAreas(l0, l1, l2, r0, r1, r2));
    store<f64>(leftCosts + 8 * b, f64x2.extract_lane(costs, 0));
    // Beside the cost of what is left of it.
    store<f64>(rightCosts + 8 * (last - 1 - b), f64x2.extract_lane(costs, 1));
    store<i32>(unevenness + 4 * b, abs(2 * left - count));
  }
  choose(bins);
}

/** The least of the costs; of equal ones that of the most even split, of these the first. Of two bins at a time. */
function choose(bins: i32): void {
  const last = <usize>(bins - 1);
  // A bin that is none, to make them even: NaN is never less.
  store<f64>(leftCosts + 8 * last, NaN);
  let cost = f64x2.splat(Infinity);
  let uneven = cost;
  let bin = f64x2.splat(0);
  let at = f64x2.replace_lane(f64x2.splat(0), 1, 1);
  const two = f64x2.splat(2);
  for (let b: usize = 0; b < last; b += 2) {
    const sum = f64x2.add(v128.load(leftCosts + 8 * b), v128.load(rightCosts + 8 * b));
    const u = f64x2.convert_low_i32x4_s(v128.load64_zero(unevenness + 4 * b));
    const isLess = v128.or(f64x2.lt(sum, cost), v128.and(f64x2.eq(sum, cost), f64x2.lt(u, uneven)));
    cost = v128.bitselect(sum, cost, isLess);
    uneven = v128.bitselect(u, uneven, isLess);
    bin = v128.bitselect(at, bin, isLess);
    at = f64x2.add(at, two);
  }
  const even = f64x2.extract_lane(cost, 0);
  const odd = f64x2.extract_lane(cost, 1);
  const evenU = f64x2.extract_lane(uneven, 0);
  const oddU = f64x2.extract_lane(uneven, 1);
  const evenBin = f64x2.extract_lane(bin, 0);
  const oddBin = f64x2.extract_lane(bin, 1);
  const isOdd = odd < even || (odd === even && (oddU < evenU || (oddU === evenU && oddBin < evenBin)));
  bestCost = isOdd ? odd : even;
  bestBin = <i32>(isOdd ? oddBin : evenBin);
}

/** The main axis of a run; false if its triangles have no area, unless all weigh the same. */
function writeMainAxis(first: usize, count: i32, equal: bool): bool {
  const o = recordAt(first);
  const originXY = v128.load(o, CENTRE);
  const originYZ = v128.load(o, CENTRE + 8);
  const one = f64x2.splat(1);
  let weight = f64x2.splat(0);
  let meanXY = weight;
  let meanYZ = weight;
  let squaresXY = weight;
  let xyAndXZ = weight;
  let yzAndZZ = weight;
  for (let i = order + 4 * first, end = i + 4 * <usize>count; i < end; i += 4) {
    const r = <usize>load<u32>(i);
    const w = equal ? one : v128.load64_splat(r);
    const xy = f64x2.sub(v128.load(r, CENTRE), originXY);
    const yz = f64x2.sub(v128.load(r, CENTRE + 8), originYZ);
    const weightedXY = f64x2.mul(w, xy);
    const weightedYZ = f64x2.mul(w, yz);
    weight = f64x2.add(weight, w);
    meanXY = f64x2.add(meanXY, weightedXY);
    meanYZ = f64x2.add(meanYZ, weightedYZ);
    squaresXY = f64x2.add(squaresXY, f64x2.mul(weightedXY, xy));
    xyAndXZ = f64x2.add(xyAndXZ, f64x2.mul(v128.shuffle<f64>(weightedXY, weightedXY, 0, 0), yz));
    yzAndZZ = f64x2.add(yzAndZZ, f64x2.mul(weightedYZ, v128.shuffle<f64>(yz, yz, 1, 1)));
  }
  const total = f64x2.extract_lane(weight, 0);
  if (total === 0) return false;
  const mx = f64x2.extract_lane(meanXY, 0) / total;
  const my = f64x2.extract_lane(meanXY, 1) / total;
  const mz = f64x2.extract_lane(meanYZ, 1) / total;
  dominantAxis(
    f64x2.extract_lane(squaresXY, 0) / total - mx * mx,
    f64x2.extract_lane(xyAndXZ, 0) / total - mx * my,
    f64x2.extract_lane(xyAndXZ, 1) / total - mx * mz,
    f64x2.extract_lane(squaresXY, 1) / total - my * my,
    f64x2.extract_lane(yzAndZZ, 0) / total - my * mz,
    f64x2.extract_lane(yzAndZZ, 1) / total - mz * mz,
  );
  return true;
}

let lowKey: f64 = 0;
let highKey: f64 = 0;

function writeKeys(first: usize, count: i32): void {
  const ux = axisX;
  const uy = axisY;
  const uz = axisZ;
  let low = f64x2.splat(Infinity);
  let high = f64x2.splat(-Infinity);
  for (let i = first, end = first + <usize>count; i < end; i++) {
    const r = recordAt(i);
    const key = load<f64>(r, CENTRE) * ux + load<f64>(r, CENTRE + 8) * uy + load<f64>(r, CENTRE + 16) * uz;
    store<f64>(keys + 8 * i, key);
    low = f64x2.pmin(low, f64x2.splat(key));
    high = f64x2.pmax(high, f64x2.splat(key));
  }
  lowKey = f64x2.extract_lane(low, 0);
  highKey = f64x2.extract_lane(high, 0);
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
