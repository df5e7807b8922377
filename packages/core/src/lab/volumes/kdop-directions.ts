// The directions of the k-dops, and their transformation by the pose of a query.
//
// A body that rotates takes the directions of its k-dops with it. In the body's frame the new directions are rotated back: e = Rᵀd.
// Once per query, `aimDirections` writes each e behind the pose, with data for both methods of moving a k-dop (kdop.ts): the
// nearest old direction, where a climb on a hull starts, and the cone of three old ones that contains it: e = Σ αᵢdᵢ, αᵢ ≥ 0.
//
// The cones. Sorting the |coordinates| of e, a ≥ b ≥ c ≥ 0, by one of the 48 symmetries that every set of directions has
// leaves one chamber, and in it
//   14:  e = (a − b)(1,0,0) + (b + c)/2 (1,1,1) + (b − c)/2 (1,1,−1)
//   18:  e = (a − b − c)(1,0,0) + b (1,1,0) + c (1,0,1)                                 if a ≥ b + c, else
//        e = (a + b − c)/2 (1,1,0) + (a − b + c)/2 (1,0,1) + (b + c − a)/2 (0,1,1)
//   26:  e = (a − b)(1,0,0) + (b − c)(1,1,0) + c (1,1,1)

import { DIRECTIONS, directionNumber, oppositeNumber } from '../../convex/hull-graph.ts';
import { RELATIVE_ERROR, RELATIVE_SIZE } from '../../scalar/pose.ts';

const AXES = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** Towards the corners of the cube. */
const CORNERS = [1, 1, 1, 1, -1, 1, 1, 1, -1, 1, -1, -1];
/** Towards its edges, in pairs that are orthogonal to each other and to the axis x, y and z. */
const EDGES = [0, 1, 1, 0, 1, -1, 1, 0, 1, 1, 0, -1, 1, 1, 0, 1, -1, 0];

export interface DirectionSet {
  /** Half of the directions, three coordinates each: the axes, the corners, the edges. The others are the opposites. */
  readonly table: Float64Array;
  readonly half: number;
  readonly corners: number;
  readonly edgePairs: number;
  /** By the number of a direction: the slot of its support, that of its opposite being slot ^ 1. */
  readonly slots: Int32Array;
  readonly cone: Cone;
}

/** Writes to `weights` the α of a point of the chamber, and returns the three directions they belong to. */
type Cone = (a: number, b: number, c: number) => Float64Array;

const weights: Float64Array = new Float64Array(3);

function weigh(first: number, second: number, third: number): void {
  weights[0] = first;
  weights[1] = second;
  weights[2] = third;
}

const CONE_14: Float64Array = Float64Array.of(1, 0, 0, 1, 1, 1, 1, 1, -1);
const CONE_18_OUTER: Float64Array = Float64Array.of(1, 0, 0, 1, 1, 0, 1, 0, 1);
const CONE_18_INNER: Float64Array = Float64Array.of(1, 1, 0, 1, 0, 1, 0, 1, 1);
const CONE_26: Float64Array = Float64Array.of(1, 0, 0, 1, 1, 0, 1, 1, 1);

export const DIRECTIONS_14: DirectionSet = directionSet(CORNERS, [], (a, b, c) => {
  weigh(a - b, (b + c) / 2, (b - c) / 2);
  return CONE_14;
});

export const DIRECTIONS_18: DirectionSet = directionSet([], EDGES, (a, b, c) => {
  const outer = a - b - c;
  if (outer >= 0) {
    weigh(outer, b, c);
    return CONE_18_OUTER;
  }
  // a − b ≥ 0 was rounded before c was subtracted: a weight that should be barely positive must not become negative.
  weigh((a + b - c) / 2, (a - b + c) / 2, Math.max(0, b + c - a) / 2);
  return CONE_18_INNER;
});

export const DIRECTIONS_26: DirectionSet = directionSet(CORNERS, EDGES, (a, b, c) => {
  weigh(a - b, b - c, c);
  return CONE_26;
});

function directionSet(corners: readonly number[], edges: readonly number[], cone: Cone): DirectionSet {
  const table = Float64Array.of(...AXES, ...corners, ...edges);
  const half = table.length / 3;
  const slots = new Int32Array(DIRECTIONS).fill(-1);
  for (let k = 0; k < half; k++) {
    const n = directionNumber(table[3 * k], table[3 * k + 1], table[3 * k + 2]);
    slots[n] = 2 * k;
    slots[oppositeNumber(n)] = 2 * k + 1;
  }
  return { table, half, corners: corners.length / 3, edgePairs: edges.length / 6, slots, cone };
}

// The AIM numbers behind the pose for each direction d: e in the body's frame; d times the translation; the error bound of a
// support along d; the number of the direction nearest to e; the three weights; the slots of their supports.
export const AIM = 12;
export const AIM_SHIFT = 3;
export const AIM_ERROR = 4;
export const AIM_NEAREST = 5;
export const AIM_WEIGHTS = 6;
export const AIM_PLACES = 9;

/** Error bound of a moved support for each coordinate of its direction, in errors of one coordinate: see kdop.ts. */
const ERRORS_A_COORDINATE = 3;

const INVERSE_ROOT_3: number = 1 / Math.sqrt(3);

/** Writes the transformed directions of the set behind the pose. */
export function aimDirections({ table, half, slots, cone }: DirectionSet, pose: Float64Array): void {
  for (let k = 0; k < half; k++) {
    const at = RELATIVE_SIZE + AIM * k;
    const x = table[3 * k];
    const y = table[3 * k + 1];
    const z = table[3 * k + 2];
    for (let c = 0; c < 3; c++) pose[at + c] = x * pose[c] + y * pose[3 + c] + z * pose[6 + c];
    pose[at + AIM_SHIFT] = x * pose[9] + y * pose[10] + z * pose[11];
    pose[at + AIM_ERROR] = ERRORS_A_COORDINATE * (Math.abs(x) + Math.abs(y) + Math.abs(z)) * pose[RELATIVE_ERROR];
    aimCone(slots, cone, pose, at);
  }
}

/** The cone of the direction e at pose[at], and the direction nearest to it. */
function aimCone(slots: Int32Array, cone: Cone, pose: Float64Array, at: number): void {
  // The chamber: which coordinate is the largest, the middle and the least one.
  const x = Math.abs(pose[at]);
  const y = Math.abs(pose[at + 1]);
  const z = Math.abs(pose[at + 2]);
  const i = x >= y ? (x >= z ? 0 : 2) : y >= z ? 1 : 2;
  const l = x < y ? (x < z ? 0 : 2) : y < z ? 1 : 2;
  const j = 3 - i - l;
  const a = Math.abs(pose[at + i]);
  const b = Math.abs(pose[at + j]);
  const c = Math.abs(pose[at + l]);
  // The step that each of these adds to the number of a direction.
  const stepA = numberStep(pose, at, i);
  const stepB = numberStep(pose, at, j);
  const stepC = numberStep(pose, at, l);
  const none = directionNumber(0, 0, 0);

  const corners = cone(a, b, c);
  for (let w = 0; w < 3; w++) {
    const steps = stepA * corners[3 * w] + stepB * corners[3 * w + 1] + stepC * corners[3 * w + 2];
    pose[at + AIM_WEIGHTS + w] = weights[w];
    pose[at + AIM_PLACES + w] = slots[none + steps];
  }

  const edge = (a + b) * Math.SQRT1_2;
  const corner = (a + b + c) * INVERSE_ROOT_3;
  const steps = a >= edge && a >= corner ? stepA : edge >= corner ? stepA + stepB : stepA + stepB + stepC;
  pose[at + AIM_NEAREST] = none + steps;
}

function numberStep(pose: Float64Array, at: number, axis: number): number {
  const step = axis === 0 ? 9 : axis === 1 ? 3 : 1;
  return pose[at + axis] < 0 ? -step : step;
}
