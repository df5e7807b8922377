import type { HullGraphs } from '../convex/hull-graph.ts';

/** The bounding volumes a tree can carry. */
export type VolumeName =
  | 'sphere'
  | 'aabb'
  | 'obb'
  | 'rss'
  | 'disc'
  | 'lss'
  | 'tss'
  | 'hybrid'
  | 'cascade'
  | 'kdop14'
  | 'kdop18'
  | 'kdop26'
  | 'kdop14-hull'
  | 'kdop18-hull'
  | 'kdop26-hull'
  | 'ellipsoid'
  | 'shell';

/**
 * One kind of bounding volume: how it is fitted, moved and compared.
 *
 * A volume is `stride` doubles in a flat array. Triangles are 9 doubles each (three corners), contiguous. A pose is 13
 * doubles and one more: the rotation row by row, the translation, the unit of the moved in units of the frame
 * (x' = R s x + t), and how far a moved point can be off.
 *
 * Rounding: a fitted volume encloses its triangles in exact arithmetic (fits inflate by a proven margin), and `overlap`
 * errs on the side of overlapping. `lowerBound` is plain double arithmetic; what it may lose is stated as `rounding` and
 * accounted for by the query.
 */
export interface VolumeKind {
  readonly name: VolumeName;
  readonly stride: number;
  /** How many of its last numbers are lengths, never negative. (It begins with its centre.) */
  readonly lengths: number;
  /** How far `lowerBound` of moved volumes can be too large, in parts of the query's scale S (scalar/tolerance.ts). */
  readonly rounding: number;
  /** Fits the volume to the triangles [first, first + count) of `triangles`, and writes it to `out` at `at`. */
  fit(triangles: Float64Array, first: number, count: number, out: Float64Array, at: number): void;
  /** Makes a volume hold whatever is as near as `margin` to what it held; a rounding of the last bit may be missing. */
  swell(volumes: Float64Array, at: number, margin: number): void;
  /** Writes behind the pose what `move` needs of it, once a query; kinds without it move by the pose alone. */
  aim?(pose: Float64Array): void;
  /** The same volume after the motion `pose`, or one that encloses it. */
  move(volumes: Float64Array, at: number, pose: Float64Array, out: Float64Array, outAt: number): void;
  /** In place of `move`, where there is one: a volume around the moved hull of the node, hull at / stride of `hulls`. */
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
   * At most the distance between the two volumes; negative or zero where they may overlap. A bound of at least `enough`
   * is as good as any: kinds that have one cheaply may return it.
   */
  lowerBound(a: Float64Array, i: number, b: Float64Array, j: number, enough: number): number;
  /**
   * How far a volume reaches from its centre along the vector d[k..k+2] of any length, both ways: its largest product with d, to
   * rounding of a few u of the product. Volumes that have it can be advanced in a direction.
   */
  extent?(volumes: Float64Array, at: number, d: Float64Array, k: number): number;
}
