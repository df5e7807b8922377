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
  /** Of a run: first its lowest and highest key and their sum, then boxes of bins. */
  readonly box: Float64Array;
}

export function createSplitScratch(triangleCount: number): SplitScratch {
  return {
    covariance: new Float64Array(6),
    values: new Float64Array(3),
    axes: new Float64Array(9),
    binCount: new Int32Array(BINS),
    binBox: new Float64Array(6 * BINS),
    rightCost: new Float64Array(BINS + 1),
    keys: new Float64Array(triangleCount),
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
  const { keys, box } = scratch;
  writeKeys(triangles, first, count, scratch);
  if (!(box[1] > box[0])) return count >> 1; // centroids coincide: any halves do

  let left = count >> 1;
  if (rule === 'mean') left = partition(triangles, faces, keys, first, count, box[2] / count);
  else if (rule !== 'median') left = sahSplit(triangles, first, count, scratch);
  left = Math.min(Math.max(left, 1), count - 1);
  if (rule !== 'mean') selectSmallest(triangles, faces, keys, first, count, left);
  return left;
}

// Loops over a run are functions of their own that end with the loop: an engine that compiles a loop while it runs knows nothing about
// the code behind it, and falls back to its interpreter there, for every run of a tree.

/** Writes the keys of a run; lowest, highest and sum of them into the box. */
function writeKeys(triangles: Float64Array, first: number, count: number, { keys, axes, box }: SplitScratch): void {
  const [ux, uy, uz] = axes;
  box[0] = Infinity;
  box[1] = -Infinity;
  box[2] = 0;
  for (let t = first, k = 9 * first; t < first + count; t++, k += 9) {
    const key =
      (triangles[k] + triangles[k + 3] + triangles[k + 6]) * ux +
      (triangles[k + 1] + triangles[k + 4] + triangles[k + 7]) * uy +
      (triangles[k + 2] + triangles[k + 5] + triangles[k + 8]) * uz;
    keys[t] = key;
    box[2] += key;
    if (key < box[0]) box[0] = key;
    if (key > box[1]) box[1] = key;
  }
}

/** Counts the triangles of each bin, and fits the bins' boxes; the box has the range of the keys. */
function fillBins(triangles: Float64Array, first: number, count: number, scratch: SplitScratch): void {
  const { keys, axes, binCount, binBox, box } = scratch;
  const [ux, uy, uz, vx, vy, vz, wx, wy, wz] = axes;
  const low = box[0];
  binCount.fill(0);
  const scale = (BINS * (1 - 2 ** -40)) / (box[1] - low);
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
function sahSplit(triangles: Float64Array, first: number, count: number, scratch: SplitScratch): number {
  const { binCount, rightCost, binBox, box } = scratch;
  fillBins(triangles, first, count, scratch);
  // A split beside an empty bin is that on its other side.
  emptyBoxAt(box, 0);
  let number = 0;
  for (let b = BINS - 1; b > 0; b--) {
    if (binCount[b] > 0) {
      growBox(box, binBox, 6 * b);
      number += binCount[b];
      rightCost[b] = number * halfArea(box);
    } else rightCost[b] = rightCost[b + 1];
  }
  emptyBoxAt(box, 0);
  number = 0;
  let best = Infinity;
  let left = count >> 1;
  for (let b = 0; b < BINS; b++) {
    if (binCount[b] === 0) continue;
    growBox(box, binBox, 6 * b);
    number += binCount[b];
    if (number === count) break;
    const cost = number * halfArea(box) + rightCost[b + 1];
    // Of equal costs the more even split: triangles along a line have no area, and would be split off bin by bin.
    if (cost < best || (cost === best && Math.abs(2 * number - count) < Math.abs(2 * left - count))) {
      best = cost;
      left = number;
    }
  }
  return left;
}

function emptyBoxAt(box: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) {
    box[o + k] = Infinity;
    box[o + 3 + k] = -Infinity;
  }
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
