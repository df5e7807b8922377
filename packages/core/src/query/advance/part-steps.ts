// How long two parts of moving bodies are proven apart: triangles by their corners, convex hulls by their supports, bounding
// volumes by their extents. The bounds themselves are in motion/bounds.ts.

import type { VolumeKind } from '../../bounds/volume.ts';
import { type ConvexBody, supportVertex } from '../../convex/convex-body.ts';
import {
  ARC_DIRECTIONS,
  ARC_SUPPORTS,
  arcStep,
  directedSpeed,
  reachOfBall,
  stepOverArc,
  triangleStep,
  undirectedSpeed,
  writeArcDirections,
} from '../../motion/bounds.ts';
import { QUERY_ANGULAR, QUERY_PIVOT, REFERENCE_ANGULAR, REFERENCE_PIVOT } from '../../motion/relative-motion.ts';
import { RELATIVE_SCALE } from '../../scalar/pose.ts';
import type { MotionBound } from './advance-bodies.ts';

const ANGULAR = [QUERY_ANGULAR, REFERENCE_ANGULAR] as const;
const PIVOT = [QUERY_PIVOT, REFERENCE_PIVOT] as const;

const NO_PARTS = new Float64Array(0);

/** Two parts that turn, as `arcStep` takes them: those of the query body first. */
export class ArcSupports {
  readonly directions: Float64Array = new Float64Array(2 * ARC_DIRECTIONS);
  readonly supports: Float64Array = new Float64Array(2 * ARC_SUPPORTS);
  /** [0], [1]: a bound of the distance from the pivot. */
  readonly arms: Float64Array = new Float64Array(2);
  /** A direction in the frame of the query body. */
  readonly local: Float64Array = new Float64Array(3);
}

/**
 * Two triangles or bounding volumes a[i…] and b[j…]; a is the query body's, in the reference frame. Lengths in the reference unit.
 */
export class PartPair {
  a: Float64Array = NO_PARTS;
  i = 0;
  b: Float64Array = NO_PARTS;
  j = 0;
  /** [0]: lower bound of their distance along some direction; for triangles, less the error bound. */
  readonly distance: Float64Array = new Float64Array(1);
  /** [0]: error bound of a computed gap. */
  readonly withheld: Float64Array = new Float64Array(1);
  /** Upper bounds of the distance of the parts of the query body (0) and of the reference body (1) from the axis of their body. */
  readonly reaches: Float64Array = new Float64Array(2);
  readonly centreLine: Float64Array = new Float64Array(3);
  readonly arc: ArcSupports = new ArcSupports();

  set(a: Float64Array, b: Float64Array): void {
    this.a = a;
    this.b = b;
  }

  /** Releases both, so that they do not keep a model in memory. */
  clear(): void {
    this.set(NO_PARTS, NO_PARTS);
  }
}

/** Two triangles that are apart along n. */
export function stepOfTriangles(
  state: Float64Array,
  { a: moved, i, b: reference, j, distance, withheld }: PartPair,
  n: Float64Array,
  bound: MotionBound,
): number {
  const gap = distance[0];
  if (bound === 'directed') return triangleStep(state, moved, i, reference, j, n, gap, withheld[0]);
  let reachQ = 0;
  let reachR = 0;
  for (let k = 0; k < 9; k += 3) {
    reachQ = Math.max(reachQ, reachOfBall(state, 0, moved[i + k], moved[i + k + 1], moved[i + k + 2], 0));
    reachR = Math.max(reachR, reachOfBall(state, 1, reference[j + k], reference[j + k + 1], reference[j + k + 2], 0));
  }
  return stepOverArc(gap, undirectedSpeed(state, reachQ, reachR), 0);
}

/**
 * Two convex hulls with a slab of width `gap` along n between them, rounding deducted. The first is moved by the pose at the start
 * of the state.
 */
export function stepOfHulls(
  state: Float64Array,
  a: ConvexBody,
  b: ConvexBody,
  n: Float64Array,
  gap: number,
  bound: MotionBound,
  arc: ArcSupports,
): number {
  const radius = a.radius * state[RELATIVE_SCALE];
  if (bound === 'undirected') {
    const reachQ = reachOfBall(state, 0, state[9], state[10], state[11], radius);
    return stepOverArc(gap, undirectedSpeed(state, reachQ, reachOfBall(state, 1, 0, 0, 0, b.radius)), 0);
  }
  const { directions, supports, arms } = arc;
  writeArcDirections(state, 0, n, directions, 0);
  writeArcDirections(state, 1, n, directions, ARC_DIRECTIONS);
  supports[0] = movedSupport(state, a, arc, 0, 1);
  supports[1] = -movedSupport(state, a, arc, 0, -1);
  supports[2] = movedSupport(state, a, arc, 3, 1);
  supports[3] = referenceSupport(state, b, arc, ARC_DIRECTIONS, 1);
  supports[4] = -referenceSupport(state, b, arc, ARC_DIRECTIONS, -1);
  supports[5] = referenceSupport(state, b, arc, ARC_DIRECTIONS + 3, 1);
  arms[0] = distanceFromPivot(state, 0, state[9], state[10], state[11]) + radius;
  arms[1] = distanceFromPivot(state, 1, 0, 0, 0) + b.radius;
  return arcStep(state, n, gap, supports, arms[0], arms[1]);
}

/** The largest product of ±directions[at..] with the vectors from the pivot to a hull's points, for the query body. */
function movedSupport(
  state: Float64Array,
  body: ConvexBody,
  { directions, local }: ArcSupports,
  at: number,
  sign: number,
): number {
  const dx = sign * directions[at];
  const dy = sign * directions[at + 1];
  const dz = sign * directions[at + 2];
  if (dx === 0 && dy === 0 && dz === 0) return 0;
  for (let k = 0; k < 3; k++) local[k] = state[k] * dx + state[3 + k] * dy + state[6 + k] * dz;
  const v = 3 * supportVertex(body, local, 0);
  const { vertices } = body;
  const height = local[0] * vertices[v] + local[1] * vertices[v + 1] + local[2] * vertices[v + 2];
  const p = QUERY_PIVOT;
  return (
    height * state[RELATIVE_SCALE] +
    dx * (state[9] - state[p]) +
    dy * (state[10] - state[p + 1]) +
    dz * (state[11] - state[p + 2])
  );
}

function referenceSupport(
  state: Float64Array,
  body: ConvexBody,
  { directions, local }: ArcSupports,
  at: number,
  sign: number,
): number {
  for (let k = 0; k < 3; k++) local[k] = sign * directions[at + k];
  if (local[0] === 0 && local[1] === 0 && local[2] === 0) return 0;
  const v = 3 * supportVertex(body, local, 0);
  const { vertices } = body;
  const p = REFERENCE_PIVOT;
  return (
    local[0] * (vertices[v] - state[p]) +
    local[1] * (vertices[v + 1] - state[p + 1]) +
    local[2] * (vertices[v + 2] - state[p + 2])
  );
}

/**
 * Two bounding volumes. `n` is a second direction to try, beside the line of the centres. Volumes without extents use the
 * undirected bound.
 */
export function stepOfVolumes(
  state: Float64Array,
  kind: VolumeKind,
  pair: PartPair,
  n: Float64Array,
  bound: MotionBound,
): number {
  const { a, i, b, j, distance, withheld, reaches, centreLine } = pair;
  const anyway = stepOverArc(distance[0] - withheld[0], undirectedSpeed(state, reaches[0], reaches[1]), 0);
  const { extent } = kind;
  if (bound === 'undirected' || extent === undefined) return anyway;
  const along = stepAlong(state, extent, pair, n);
  const dx = b[j] - a[i];
  const dy = b[j + 1] - a[i + 1];
  const dz = b[j + 2] - a[i + 2];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (!(length > 0)) return Math.max(anyway, along);
  centreLine[0] = dx / length;
  centreLine[1] = dy / length;
  centreLine[2] = dz / length;
  return Math.max(anyway, along, stepAlong(state, extent, pair, centreLine));
}

/** The step that the slab between two volumes along n proves, over the arc or by the linear bound; 0 if there is none. */
function stepAlong(
  state: Float64Array,
  extent: NonNullable<VolumeKind['extent']>,
  { a, i, b, j, withheld, reaches, arc }: PartPair,
  n: Float64Array,
): number {
  const offset = n[0] * (b[j] - a[i]) + n[1] * (b[j + 1] - a[i + 1]) + n[2] * (b[j + 2] - a[i + 2]);
  const width = offset - extent(a, i, n, 0) - extent(b, j, n, 0) - withheld[0];
  if (!(width > 0)) return 0;
  const { directions, supports, arms } = arc;
  writeArcDirections(state, 0, n, directions, 0);
  writeArcDirections(state, 1, n, directions, ARC_DIRECTIONS);
  extentSupports(state, 0, extent, a, i, n, arc);
  extentSupports(state, 1, extent, b, j, n, arc);
  // A round volume moves toward the other as far as away from it: the arc bound counts that twice, the linear bound once.
  const linear = stepOverArc(width, directedSpeed(state, n, reaches[0], reaches[1]), 0);
  return Math.max(linear, arcStep(state, n, width, supports, arms[0], arms[1]));
}

/**
 * Supports of a volume along the directions of the arc. When the volume turns, its extent along n becomes that along n·cos φ +
 * (n×a)·sin φ + (n·a)a·(1 − cos φ). This is at most the sum of the three extents, so it grows by at most the second and the third,
 * and b needs only the extent along the axis.
 */
function extentSupports(
  state: Float64Array,
  body: 0 | 1,
  extent: NonNullable<VolumeKind['extent']>,
  v: Float64Array,
  at: number,
  n: Float64Array,
  { directions, supports, arms }: ArcSupports,
): void {
  const p = PIVOT[body];
  const rx = v[at] - state[p];
  const ry = v[at + 1] - state[p + 1];
  const rz = v[at + 2] - state[p + 2];
  const d = body * ARC_DIRECTIONS;
  const rate = directions[d] * rx + directions[d + 1] * ry + directions[d + 2] * rz;
  const bend = directions[d + 3] * rx + directions[d + 4] * ry + directions[d + 5] * rz;
  const spread = extent(v, at, directions, d);
  const w = ANGULAR[body];
  const along = Math.abs(n[0] * state[w] + n[1] * state[w + 1] + n[2] * state[w + 2]);
  const o = body * ARC_SUPPORTS;
  supports[o] = rate + spread;
  supports[o + 1] = rate - spread;
  supports[o + 2] = bend + along * extent(v, at, state, w);
  // The sum of the extents along three axes bounds the distance of its points from the centre.
  arms[body] = distanceFromPivot(state, body, v[at], v[at + 1], v[at + 2]);
  for (let k = 0; k < 9; k += 3) arms[body] += extent(v, at, AXES, k);
}

const AXES: Float64Array = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

function distanceFromPivot(state: Float64Array, body: 0 | 1, x: number, y: number, z: number): number {
  const p = PIVOT[body];
  const rx = x - state[p];
  const ry = y - state[p + 1];
  const rz = z - state[p + 2];
  return Math.sqrt(rx * rx + ry * ry + rz * rz);
}
