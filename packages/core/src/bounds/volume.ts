// The interface of all bounding volumes. CONTRIBUTING.md ("Add a bounding volume") explains how to add one.

import type { HullGraphs } from '../convex/hull-graph.ts';
import { NearmissError, textOf } from '../error.ts';

/** How a volume is fitted: enough for volumes that are neither moved nor compared. See {@link VolumeKind}. */
export interface VolumeFit {
  readonly stride: number;
  /** Fits the volume to the triangles [first, first + count) of `triangles`, and writes it to `out` at `at`. */
  fit(triangles: Float64Array, first: number, count: number, out: Float64Array, at: number): void;
  /** Makes a volume enclose all points within `margin` of its contents; a rounding of the last bit may be missing. */
  inflate(volumes: Float64Array, at: number, margin: number): void;
}

/**
 * One kind of bounding volume: how it is fitted, moved and compared.
 *
 * A volume is `stride` doubles in a flat array. Triangles are 9 doubles each (three corners), contiguous. A pose is 14 doubles: the
 * rotation row by row, the translation, the unit of the moved body in units of the frame (x' = R s x + t), and the error bound of a
 * moved point.
 *
 * Rounding: a fitted volume encloses its triangles in exact arithmetic (fits inflate by a proven margin), and `overlap` errs on the
 * side of overlapping. `lowerBound` is plain double arithmetic; its error bound is stated as `rounding`, and the query deducts it.
 *
 * @see {@link VOLUMES}
 */
export interface VolumeKind extends VolumeFit {
  /** Unique among the kinds of a model: the volumes are saved under it. */
  readonly name: string;
  /** How many of its last numbers are lengths, never negative. (Its first numbers are the centre.) */
  readonly lengths: number;
  /** How far `lowerBound` of moved volumes can be too large, in parts of the query's scale S (scalar/tolerances.ts). */
  readonly rounding: number;
  /** Writes data for `move` behind the pose, once per query; kinds without it move by the pose alone. */
  aim?(pose: Float64Array): void;
  /** The same volume after the motion `pose`, or one that encloses it. */
  move(volumes: Float64Array, at: number, pose: Float64Array, out: Float64Array, outAt: number): void;
  /** The hull of every node of a tree, for `moveByHull`. */
  hullsOf?(tree: VolumeTree): HullGraphs;
  /** Instead of `move`, where there is one: a volume around the moved hull of the node, hull at / stride of `hulls`. */
  moveByHull?(
    volumes: Float64Array,
    at: number,
    hulls: HullGraphs,
    pose: Float64Array,
    out: Float64Array,
    outAt: number,
  ): void;
  /** False only if the two volumes are disjoint. */
  overlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean;
  /**
   * At most the distance between the two volumes; negative or zero where they may overlap. Kinds with a cheap bound of at least
   * `enough` may return that instead.
   */
  lowerBound(a: Float64Array, i: number, b: Float64Array, j: number, enough: number): number;
  /**
   * The extent of a volume from its centre along the vector d[k..k+2] of any length, in both directions: its largest product with
   * d, to rounding of a few u of the product. Volumes with an extent can be advanced along a direction.
   */
  extent?(volumes: Float64Array, at: number, d: Float64Array, k: number): number;
}

/** The part of a tree that its volumes are fitted to (bvh/tree.ts). See {@link VolumeKind}. */
export interface VolumeTree {
  readonly links: Int32Array;
  readonly triangles: Float64Array;
}

/**
 * Length of the array of a pose: the 14 numbers of the pose, and data that kinds write behind it (`aim`), up to 12 for each of 13
 * directions.
 */
export const AIMED_SIZE: number = 14 + 12 * 13;

/** Refuses a value that is not a kind of bounding volume; for a name, the message tells which entry point exports the object. */
export function requireVolumeKind(kind: unknown, what: string): asserts kind is VolumeKind {
  if (typeof kind === 'object' && kind !== null && isKind(kind)) return;
  const where = kind === 'disc' ? "import { disc } from 'nearmiss'" : 'VOLUMES of nearmiss/lab has all by name';
  const hint =
    typeof kind === 'string'
      ? `is the name "${kind}"; the option takes the object: ${where}`
      : `is ${textOf(kind)}; it is a kind of bounding volume, such as rss of nearmiss/lab`;
  throw new NearmissError('options/bad-value', `${what} ${hint}.`);
}

function isCount(count: number | undefined, most: number): count is number {
  return Number.isInteger(count) && Number(count) >= 0 && Number(count) <= most;
}

function isKind(kind: Partial<VolumeKind>): boolean {
  return (
    typeof kind.name === 'string' &&
    isCount(kind.stride, 2 ** 10) &&
    kind.stride > 0 &&
    isCount(kind.lengths, kind.stride) &&
    typeof kind.rounding === 'number' &&
    kind.rounding >= 0 &&
    kind.rounding < 1 &&
    typeof kind.fit === 'function' &&
    typeof kind.inflate === 'function' &&
    typeof kind.move === 'function' &&
    typeof kind.overlap === 'function' &&
    typeof kind.lowerBound === 'function'
  );
}
