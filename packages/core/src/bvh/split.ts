// Where to split a run of triangles in two: three rules over the same projection onto the run's main axis.

import { surfaceCovariance } from '../bounds/surface-covariance.ts';
import { symmetricEigen } from '../scalar/eigen.ts';

/** `sah`: least estimated search cost (surface-area heuristic); `mean`: at the mean centroid; `median`: equal halves. */
export const SPLIT_RULES = ['sah', 'mean', 'median'] as const;
/** The splitting rule of a tree that is built from the top down: an option of {@link BuildOptions}. */
export type SplitRule = (typeof SPLIT_RULES)[number];

/** Splits tried are between this many slices of equal width; 32 instead of 16 gains 5 % on W1 (docs/lab/kernels.md). */
const BINS = 32;

/** Scratch of the splitter, one per build. */
export interface SplitScratch {
  readonly covariance: Float64Array;
  readonly values: Float64Array;
  /** The run's principal axes as rows, largest spread first. */
  readonly axes: Float64Array;
  readonly binCount: Int32Array;
  /** Per bin: lowest and highest corner along each principal axis. */
  readonly binBox: Float64Array;
  /** Cost of the part right of each split. */
  readonly rightCost: Float64Array;
  /** Three times the centroid of each triangle along the main axis, in order. */
  readonly keys: Float64Array;
  /** Lowest and highest key of the run, and their sum. */
  readonly range: Float64Array;
  readonly box: Float64Array;
}

export function createSplitScratch(triangleCount: number): SplitScratch {
  return {
    covariance: new Float64Array(6),
    values: new Float64Array(3),
    axes: new Float64Array(9),
    binCount: new Int32Array(BINS),
    binBox: new Float64Array(6 * BINS),
    rightCost: new Float64Array(BINS),
    keys: new Float64Array(triangleCount),
    range: new Float64Array(3),
    box: new Float64Array(6),
  };
}

/**
 * Reorders the triangles [first, first + count), and `faces` with them, and returns how many go left: at least 1 and at
 * most count − 1.
 */
export function splitRun(
  triangles: Float64Array,
  faces: Uint32Array,
  first: number,
  count: number,
  rule: SplitRule,
  scratch: SplitScratch,
): number {
  surfaceCovariance(triangles, first, count, scratch.covariance);
  symmetricEigen(scratch.covariance, scratch.axes, scratch.values);
  const { keys, range } = scratch;
  writeKeys(triangles, first, count, scratch);
  const low = range[0];
  const high = range[1];
  if (!(high > low)) return count >> 1; // centroids coincide: any halves do

  let left: number;
  if (rule === 'median') left = count >> 1;
  else if (rule === 'mean') left = partition(triangles, faces, keys, first, count, range[2] / count);
  else left = sahSplit(triangles, first, count, low, high, scratch);

  if (rule !== 'mean') {
    left = Math.min(Math.max(left, 1), count - 1);
    selectSmallest(triangles, faces, keys, first, count, left);
  }
  return Math.min(Math.max(left, 1), count - 1);
}

// Loops over a run are functions of their own that end with the loop: an engine that compiles a loop while it runs knows nothing about
// the code behind it, and falls back to its interpreter there, for every run of a tree.

/** Writes the keys of a run, and their range. */
function writeKeys(triangles: Float64Array, first: number, count: number, { keys, axes, range }: SplitScratch): void {
  const ux = axes[0];
  const uy = axes[1];
  const uz = axes[2];
  range[0] = Infinity;
  range[1] = -Infinity;
  range[2] = 0;
  for (let t = first, k = 9 * first; t < first + count; t++, k += 9) {
    const key =
      (triangles[k] + triangles[k + 3] + triangles[k + 6]) * ux +
      (triangles[k + 1] + triangles[k + 4] + triangles[k + 7]) * uy +
      (triangles[k + 2] + triangles[k + 5] + triangles[k + 8]) * uz;
    keys[t] = key;
    range[2] += key;
    if (key < range[0]) range[0] = key;
    if (key > range[1]) range[1] = key;
  }
}

/** Counts the triangles of each bin, and fits the bins' boxes. */
function fillBins(
  triangles: Float64Array,
  first: number,
  count: number,
  low: number,
  high: number,
  { keys, axes, binCount, binBox }: SplitScratch,
): void {
  const ux = axes[0];
  const uy = axes[1];
  const uz = axes[2];
  const vx = axes[3];
  const vy = axes[4];
  const vz = axes[5];
  const wx = axes[6];
  const wy = axes[7];
  const wz = axes[8];
  binCount.fill(0);
  const scale = (BINS * (1 - 2 ** -40)) / (high - low);
  for (let t = first; t < first + count; t++) {
    const bin = ((keys[t] - low) * scale) | 0;
    const o = 6 * bin;
    // Most runs are short, so that most bins stay empty: a box starts with the first triangle in it.
    if (binCount[bin]++ === 0) emptyBoxAt(binBox, o);
    for (let k = 9 * t, end = 9 * t + 9; k < end; k += 3) {
      const x = triangles[k];
      const y = triangles[k + 1];
      const z = triangles[k + 2];
      const u = x * ux + y * uy + z * uz;
      const v = x * vx + y * vy + z * vz;
      const w = x * wx + y * wy + z * wz;
      if (u < binBox[o]) binBox[o] = u;
      if (v < binBox[o + 1]) binBox[o + 1] = v;
      if (w < binBox[o + 2]) binBox[o + 2] = w;
      if (u > binBox[o + 3]) binBox[o + 3] = u;
      if (v > binBox[o + 4]) binBox[o + 4] = v;
      if (w > binBox[o + 5]) binBox[o + 5] = w;
    }
  }
}

/** Number of triangles left of the cheapest of BINS − 1 evenly spaced splits; cost = Σ count · area of the box. */
function sahSplit(
  triangles: Float64Array,
  first: number,
  count: number,
  low: number,
  high: number,
  scratch: SplitScratch,
): number {
  const { binCount, rightCost, binBox, box } = scratch;
  fillBins(triangles, first, count, low, high, scratch);
  // A split beside an empty bin is that on its other side.
  emptyBoxAt(box, 0);
  let number = 0;
  for (let b = BINS - 1; b > 0; b--) {
    if (binCount[b] > 0) {
      growBox(box, binBox, 6 * b);
      number += binCount[b];
      rightCost[b] = number * halfArea(box);
    } else rightCost[b] = b === BINS - 1 ? 0 : rightCost[b + 1];
  }
  emptyBoxAt(box, 0);
  number = 0;
  let best = Infinity;
  let left = count >> 1;
  for (let b = 1; b < BINS; b++) {
    if (binCount[b - 1] === 0) continue;
    growBox(box, binBox, 6 * (b - 1));
    number += binCount[b - 1];
    if (number === count) break;
    const cost = number * halfArea(box) + rightCost[b];
    // Of equal costs the more even split: triangles along a line have no area, and would be split off bin by bin.
    if (cost < best || (cost === best && Math.abs(2 * number - count) < Math.abs(2 * left - count))) {
      best = cost;
      left = number;
    }
  }
  return left;
}

function emptyBoxAt(box: Float64Array, o: number): void {
  box[o] = Infinity;
  box[o + 1] = Infinity;
  box[o + 2] = Infinity;
  box[o + 3] = -Infinity;
  box[o + 4] = -Infinity;
  box[o + 5] = -Infinity;
}

function growBox(box: Float64Array, other: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) {
    if (other[o + k] < box[k]) box[k] = other[o + k];
    if (other[o + 3 + k] > box[3 + k]) box[3 + k] = other[o + 3 + k];
  }
}

function halfArea(box: Float64Array): number {
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return x * y + y * z + z * x;
}

/** Triangles with a key below `pivot` first; returns their number. */
function partition(
  triangles: Float64Array,
  faces: Uint32Array,
  keys: Float64Array,
  first: number,
  count: number,
  pivot: number,
): number {
  let i = first;
  let j = first + count - 1;
  while (i <= j) {
    if (keys[i] < pivot) i++;
    else if (keys[j] >= pivot) j--;
    else swapTriangles(triangles, faces, keys, i++, j--);
  }
  return i - first;
}

/** Quickselect: the `left` smallest keys first. Equal keys may land on either side; the order is the same every time. */
function selectSmallest(
  triangles: Float64Array,
  faces: Uint32Array,
  keys: Float64Array,
  first: number,
  count: number,
  left: number,
): void {
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
      if (i <= j) swapTriangles(triangles, faces, keys, i++, j--);
    }
    if (target <= j) high = j;
    else if (target >= i) low = i;
    else return;
  }
}

function median3(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function swapTriangles(triangles: Float64Array, faces: Uint32Array, keys: Float64Array, i: number, j: number): void {
  if (i === j) return;
  for (let p = 9 * i, q = 9 * j, end = p + 9; p < end; p++, q++) {
    const x = triangles[p];
    triangles[p] = triangles[q];
    triangles[q] = x;
  }
  const face = faces[i];
  faces[i] = faces[j];
  faces[j] = face;
  const key = keys[i];
  keys[i] = keys[j];
  keys[j] = key;
}
