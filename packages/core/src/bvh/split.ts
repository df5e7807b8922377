// Where to split a run of triangles in two: three rules over a few numbers of each triangle, which stay where they are; only the order
// of the run changes. `mean` and `median` split along the run's main axis.
//
// `sah` is the surface-area heuristic on slices (Wald, "On fast construction of SAH-based bounding volume hierarchies", 2007): large
// runs are sliced along all three coordinate axes, small ones along their main axis alone, which costs less and gives the better
// trees for small patches of a surface (docs/lab/kernels.md). Boxes are along the coordinate axes in both cases.
//
// packages/core/kernels/split.ts does the same, to the bit: sums are in the order of the run, and a lowest or highest number does not depend
// on the order.

import { dominantAxis } from '../bounds/principal-axes.ts';

/** `sah`: least estimated search cost (surface-area heuristic); `mean`: at the mean centroid; `median`: equal halves. */
export const SPLIT_RULES = ['sah', 'mean', 'median'] as const;
/** The splitting rule of a tree that is built from the top down: an option of {@link BuildOptions}. */
export type SplitRule = (typeof SPLIT_RULES)[number];

/** Splits tried along an axis are between this many slices of equal width. */
const BINS = 32;

/** Runs of at most this many triangles are split along their main axis, between fewer slices. */
const SMALL_RUN = 128;
const FEW_BINS = 16;
/** And those of at most this many between still fewer: a third less time for 0.3 % more tests. */
const TINY_RUN = 16;
const LEAST_BINS = 8;

/** Numbers of a triangle: twice its area, three times its centroid, and its box as six lowest numbers: of x, y, z, −x, −y, −z. */
const RECORD = 10;
const CENTRE = 1;
const BOX = 4;

/** Scratch of the splitter, one per build. */
export interface SplitScratch {
  readonly records: Float64Array;
  /** The triangle at each slot of the tree order. */
  readonly order: Uint32Array;
  /** Those of a run that go right. */
  readonly right: Uint32Array;
  /** Of each slot, along the main axis; for the rules that sort. */
  readonly keys: Float64Array;
  readonly covariance: Float64Array;
  readonly axis: Float64Array;
  /** Lowest numbers along three axes, and the numbers by which slices are counted from there. */
  readonly low: Float64Array;
  readonly scale: Float64Array;
  /** Per axis and bin: triangles, and their box as in a record. */
  readonly binCount: Int32Array;
  readonly binBox: Float64Array;
  /** Cost of the part right of each split. */
  readonly rightCost: Float64Array;
  readonly box: Float64Array;
  /** Of a sweep: the least cost, and the last bin on the left of it. */
  readonly best: Float64Array;
}

export function createSplitScratch(triangles: Float64Array): SplitScratch {
  const count = triangles.length / 9;
  const order = new Uint32Array(count);
  for (let t = 0; t < count; t++) order[t] = t;
  return {
    records: writeRecords(triangles),
    order,
    right: new Uint32Array(count),
    keys: new Float64Array(count),
    covariance: new Float64Array(6),
    axis: new Float64Array(3),
    low: new Float64Array(3),
    scale: new Float64Array(3),
    binCount: new Int32Array(3 * BINS),
    binBox: new Float64Array(6 * 3 * BINS),
    rightCost: new Float64Array(BINS + 1),
    box: new Float64Array(6),
    best: new Float64Array(2),
  };
}

function writeRecords(triangles: Float64Array): Float64Array {
  const records = new Float64Array((RECORD * triangles.length) / 9);
  for (let k = 0, r = 0; k < triangles.length; k += 9, r += RECORD) {
    const ux = triangles[k + 3] - triangles[k];
    const uy = triangles[k + 4] - triangles[k + 1];
    const uz = triangles[k + 5] - triangles[k + 2];
    const vx = triangles[k + 6] - triangles[k];
    const vy = triangles[k + 7] - triangles[k + 1];
    const vz = triangles[k + 8] - triangles[k + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    records[r] = Math.sqrt(nx * nx + ny * ny + nz * nz);
    for (let c = 0; c < 3; c++) {
      const x = triangles[k + c];
      const y = triangles[k + c + 3];
      const z = triangles[k + c + 6];
      records[r + CENTRE + c] = x + y + z;
      records[r + BOX + c] = x < y ? (x < z ? x : z) : y < z ? y : z;
      records[r + BOX + 3 + c] = -(x > y ? (x > z ? x : z) : y > z ? y : z);
    }
  }
  return records;
}

/** Reorders the run [first, first + count), and returns how many go left: at least 1 and at most count − 1. */
export function splitRun(s: SplitScratch, first: number, count: number, rule: SplitRule): number {
  if (rule === 'sah') {
    if (count > SMALL_RUN) return splitByCoordinates(s, first, count);
    writeMainAxis(s, first, count);
    return splitAlongAxis(s, first, count);
  }
  writeMainAxis(s, first, count);
  writeKeys(s, first, count);
  let left = count >> 1;
  if (rule === 'median') selectSmallest(s, first, count, left);
  else left = partitionByMean(s, first, count);
  return left > 0 && left < count ? left : count >> 1;
}

// Loops over a run are functions of their own that end with the loop: an engine that compiles a loop while it runs knows nothing about
// the code behind it, and falls back to its interpreter there, for every run of a tree.

/** The least of the best splits along x, y and z; equal halves, in the order as it is, where all centroids coincide. */
function splitByCoordinates(s: SplitScratch, first: number, count: number): number {
  const { low, scale, box, best } = s;
  boundCentres(s, first, count);
  for (let axis = 0; axis < 3; axis++) {
    low[axis] = box[axis];
    // Infinite if all are equal: then all are in the first slice.
    scale[axis] = BINS / (-box[axis + 3] - box[axis]);
  }
  s.binCount.fill(0);
  s.binBox.fill(Infinity);
  fillBins(s, first, count);
  let axis = -1;
  let bin = 0;
  let cost = Infinity;
  for (let k = 0; k < 3; k++) {
    sweep(s, BINS * k, BINS, count);
    if (best[0] < cost) {
      cost = best[0];
      bin = best[1];
      axis = k;
    }
  }
  if (axis < 0) return count >> 1;
  s.axis.fill(0);
  s.axis[axis] = 1;
  return partition(s, first, count, low[axis], scale[axis], bin + 1);
}

/** Lowest and negative highest centroid of a run, into the box. */
function boundCentres({ records, order, box }: SplitScratch, first: number, count: number): void {
  let x = Infinity;
  let y = Infinity;
  let z = Infinity;
  let xHigh = -Infinity;
  let yHigh = -Infinity;
  let zHigh = -Infinity;
  for (let i = first; i < first + count; i++) {
    const r = RECORD * order[i] + CENTRE;
    const gx = records[r];
    const gy = records[r + 1];
    const gz = records[r + 2];
    if (gx < x) x = gx;
    if (gy < y) y = gy;
    if (gz < z) z = gz;
    if (gx > xHigh) xHigh = gx;
    if (gy > yHigh) yHigh = gy;
    if (gz > zHigh) zHigh = gz;
  }
  box[0] = x;
  box[1] = y;
  box[2] = z;
  box[3] = -xHigh;
  box[4] = -yHigh;
  box[5] = -zHigh;
}

/** The slice of a number, of `bins` counted from `low`; NaN counts as 0. */
function sliceOf(x: number, low: number, scale: number, bins: number): number {
  const b = (x - low) * scale;
  return b > 0 ? (b < bins - 1 ? b | 0 : bins - 1) : 0;
}

/** Adds the triangles of a run to the slices along all three axes. */
function fillBins({ records, order, low, scale, binCount, binBox }: SplitScratch, first: number, count: number): void {
  for (let i = first; i < first + count; i++) {
    const r = RECORD * order[i];
    for (let axis = 0; axis < 3; axis++) {
      const bin = BINS * axis + sliceOf(records[r + CENTRE + axis], low[axis], scale[axis], BINS);
      binCount[bin]++;
      growBox(binBox, 6 * bin, records, r + BOX);
    }
  }
}

function growBox(box: Float64Array, o: number, other: Float64Array, k: number): void {
  if (other[k] < box[o]) box[o] = other[k];
  if (other[k + 1] < box[o + 1]) box[o + 1] = other[k + 1];
  if (other[k + 2] < box[o + 2]) box[o + 2] = other[k + 2];
  if (other[k + 3] < box[o + 3]) box[o + 3] = other[k + 3];
  if (other[k + 4] < box[o + 4]) box[o + 4] = other[k + 4];
  if (other[k + 5] < box[o + 5]) box[o + 5] = other[k + 5];
}

function halfArea(box: Float64Array): number {
  const x = -box[3] - box[0];
  const y = -box[4] - box[1];
  const z = -box[5] - box[2];
  return x * y + y * z + z * x;
}

/** The cheapest split between the bins from `start` on; cost = Σ count · area of the box. Infinite if all are in one bin. */
function sweep(s: SplitScratch, start: number, bins: number, count: number): void {
  const { binCount, rightCost, binBox, box, best } = s;
  // A split beside an empty bin is that on its other side.
  box.fill(Infinity);
  let number = 0;
  for (let b = bins - 1; b > 0; b--) {
    if (binCount[start + b] > 0) {
      growBox(box, 0, binBox, 6 * (start + b));
      number += binCount[start + b];
      rightCost[b] = number * halfArea(box);
    } else rightCost[b] = rightCost[b + 1];
  }
  box.fill(Infinity);
  number = 0;
  let cost = Infinity;
  let bin = 0;
  let left = 0;
  for (let b = 0; b < bins; b++) {
    if (binCount[start + b] === 0) continue;
    growBox(box, 0, binBox, 6 * (start + b));
    number += binCount[start + b];
    if (number === count) break;
    const sum = number * halfArea(box) + rightCost[b + 1];
    // Of equal costs the more even split: triangles along a line have no area, and would be split off bin by bin.
    if (sum < cost || (sum === cost && Math.abs(2 * number - count) < Math.abs(2 * left - count))) {
      cost = sum;
      bin = b;
      left = number;
    }
  }
  best[0] = cost;
  best[1] = bin;
}

/** The triangles in the first `slices` slices along the axis first, all in their order; returns their number. */
function partition(
  { records, order, right, axis }: SplitScratch,
  first: number,
  count: number,
  low: number,
  scale: number,
  slices: number,
): number {
  const [ux, uy, uz] = axis;
  let i = first;
  let moved = 0;
  for (let k = first; k < first + count; k++) {
    const t = order[k];
    const r = RECORD * t + CENTRE;
    const key = records[r] * ux + records[r + 1] * uy + records[r + 2] * uz;
    // NaN, of equal keys, goes left.
    if ((key - low) * scale >= slices) right[moved++] = t;
    else order[i++] = t;
  }
  for (let k = 0; k < moved; k++) order[i + k] = right[k];
  return i - first;
}

/** The direction along which the centroids of a run are spread most, weighted by area so that small triangles do not turn it. */
function writeMainAxis(s: SplitScratch, first: number, count: number): void {
  // Where no triangle has an area, all weigh the same.
  if (!writeCovariance(s, first, count, false)) writeCovariance(s, first, count, true);
  dominantAxis(s.covariance, s.axis, 0);
}

/** False, and nothing written, if the weights add up to 0. */
function writeCovariance(
  { records, order, covariance }: SplitScratch,
  first: number,
  count: number,
  equal: boolean,
): boolean {
  // Relative to the first, so that a small run far from the origin keeps its digits.
  const o = RECORD * order[first] + CENTRE;
  const ox = records[o];
  const oy = records[o + 1];
  const oz = records[o + 2];
  let weight = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  let xx = 0;
  let xy = 0;
  let xz = 0;
  let yy = 0;
  let yz = 0;
  let zz = 0;
  for (let i = first; i < first + count; i++) {
    const r = RECORD * order[i];
    const w = equal ? 1 : records[r];
    const x = records[r + CENTRE] - ox;
    const y = records[r + CENTRE + 1] - oy;
    const z = records[r + CENTRE + 2] - oz;
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
  covariance[0] = xx / weight - mx * mx;
  covariance[1] = xy / weight - mx * my;
  covariance[2] = xz / weight - mx * mz;
  covariance[3] = yy / weight - my * my;
  covariance[4] = yz / weight - my * mz;
  covariance[5] = zz / weight - mz * mz;
  return true;
}

/** Of a small run, the cheapest split along the main axis; equal halves where no plane across it parts the centroids. */
function splitAlongAxis(s: SplitScratch, first: number, count: number): number {
  const { keys, records, order, binCount, binBox, best } = s;
  writeKeys(s, first, count);
  const { box } = s;
  const low = box[0];
  const bins = count > TINY_RUN ? FEW_BINS : LEAST_BINS;
  const scale = bins / (box[1] - low);
  binCount.fill(0, 0, bins);
  for (let i = first; i < first + count; i++) {
    const bin = sliceOf(keys[i], low, scale, bins);
    // Most bins of most runs stay empty: a box starts with the first triangle in it.
    if (binCount[bin]++ === 0) binBox.fill(Infinity, 6 * bin, 6 * bin + 6);
    growBox(binBox, 6 * bin, records, RECORD * order[i] + BOX);
  }
  sweep(s, 0, bins, count);
  if (best[0] === Infinity) return count >> 1;
  return partition(s, first, count, low, scale, best[1] + 1);
}

/** Writes the keys of a run; lowest, highest and sum of them into the box. */
function writeKeys({ records, order, keys, axis, box }: SplitScratch, first: number, count: number): void {
  const [ux, uy, uz] = axis;
  let low = Infinity;
  let high = -Infinity;
  let sum = 0;
  for (let i = first; i < first + count; i++) {
    const r = RECORD * order[i] + CENTRE;
    const key = records[r] * ux + records[r + 1] * uy + records[r + 2] * uz;
    keys[i] = key;
    sum += key;
    if (key < low) low = key;
    if (key > high) high = key;
  }
  box[0] = low;
  box[1] = high;
  box[2] = sum;
}

/** Triangles with a key below the mean first; returns their number. */
function partitionByMean(s: SplitScratch, first: number, count: number): number {
  const { keys } = s;
  const mean = s.box[2] / count;
  let i = first;
  let j = first + count - 1;
  while (i <= j) {
    if (keys[i] < mean) i++;
    else if (keys[j] >= mean) j--;
    else swap(s, i++, j--);
  }
  return i - first;
}

/** Quickselect: the `left` smallest keys first. Equal keys may land on either side; the order is the same every time. */
function selectSmallest(s: SplitScratch, first: number, count: number, left: number): void {
  const { keys } = s;
  let low = first;
  let high = first + count - 1;
  const target = first + left;
  while (low < high) {
    const middle = (low + high) >> 1;
    const pivot = median3(keys[low], keys[middle], keys[high]);
    let i = low;
    let j = high;
    while (i <= j) {
      while (keys[i] < pivot) i++;
      while (keys[j] > pivot) j--;
      if (i <= j) swap(s, i++, j--);
    }
    if (target <= j) high = j;
    else if (target >= i) low = i;
    else return;
  }
}

function median3(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function swap({ order, keys }: SplitScratch, i: number, j: number): void {
  const t = order[i];
  order[i] = order[j];
  order[j] = t;
  const key = keys[i];
  keys[i] = keys[j];
  keys[j] = key;
}
