// The reach of a body, and its bounding box in any pose.
//
// Boxes are conservative: they contain every point of the posed body in exact arithmetic. A rotated half length is computed from
// entries of the rotation, each with an error below 8u, and sums of three products; the centre likewise, plus the position. The
// total error is less than 32u of the 1-norms of position, centre and half lengths, and twice that is added on every side.

import { climbHull } from '../convex/hill-climb.ts';
import { buildHullGraphs, type HullGraphs } from '../convex/hull-graph.ts';
import type { Model } from '../model/model.ts';
import { reachOf } from '../model/model-frame.ts';
import type { BodyMotion } from '../motion/body-motion.ts';
import { lengthOf } from '../scalar/length.ts';
import { POSE_SIZE } from '../scalar/pose.ts';
import { LEAST_DOUBLE, UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { BOX } from '../space/box-set.ts';

/** Rounding that boxes are enlarged by, in parts of their numbers. Dimensionless. */
const BOX_ROUNDING = 64 * UNIT_ROUNDOFF;
/** Rounding of a travelled distance, relative, and in parts of the positions. Dimensionless. */
export const TRAVEL_ROUNDING: number = 64 * UNIT_ROUNDOFF;

/**
 * The same for boxes around motions: several times the error of rotation and path (TURN_ERROR and VELOCITY_ERROR of
 * motion/body-motion.ts, a hundred u). Dimensionless.
 */
const SWEEP_ROUNDING = 1024 * UNIT_ROUNDOFF;

/** Additional error of all of them where numbers are subnormal, half a least double per operation. A length. */
export const LEAST_ROUNDING: number = 256 * LEAST_DOUBLE;

/** A body in its own coordinates: a box around it and a ball around it. */
export interface Extent {
  /** Middle of the box. */
  readonly middle: Float64Array;
  /** Half lengths of the box. */
  readonly half: Float64Array;
  /** Centre of the ball. */
  readonly centre: Float64Array;
  readonly radius: number;
}

export function extentOf(model: Model): Extent {
  const { centre, unit } = model.frame;
  const low = new Float64Array(3).fill(Infinity);
  const high = new Float64Array(3).fill(-Infinity);
  if (model.round === null) {
    const { triangles } = model.tree;
    for (let k = 0; k < triangles.length; k++) {
      low[k % 3] = Math.min(low[k % 3], triangles[k]);
      high[k % 3] = Math.max(high[k % 3], triangles[k]);
    }
  } else {
    const { base, top, half, skin } = model.round;
    const rim = Math.max(base, top) + skin;
    high.set([rim, rim, half + skin]);
    low.set([-rim, -rim, -half - skin]);
  }
  return {
    middle: low.map((x, k) => ((x + high[k]) / 2) * unit + centre[k]),
    half: low.map((x, k) => ((high[k] - x) / 2) * unit),
    centre,
    radius: reachOf(model.frame),
  };
}

/** The same for a box, given by its least and its greatest corner: the ball around it. */
export function extentOfBox(box: Float64Array): Extent {
  const low = box.subarray(0, 3);
  const high = box.subarray(3, 6);
  const middle = low.map((x, k) => (x + high[k]) / 2);
  const half = low.map((x, k) => (high[k] - x) / 2);
  return { middle, half, centre: middle, radius: lengthOf(half[0], half[1], half[2]) };
}

/** The hull of all corners of a mesh, in the model's frame; null for a round body. */
export function hullOf(model: Model): HullGraphs | null {
  const { triangles } = model.tree;
  return model.round === null
    ? buildHullGraphs(triangles, Int32Array.of(0), Int32Array.of(triangles.length / 3))
    : null;
}

const rotation = new Float64Array(9);

/** Writes the rotation of the pose at `at`, seven doubles, row by row to `rotation`. */
function readRotation(poses: Float64Array, at: number): void {
  const x = poses[at + 3];
  const y = poses[at + 4];
  const z = poses[at + 5];
  const w = poses[at + 6];
  const n = 2 / (x * x + y * y + z * z + w * w);
  rotation[0] = 1 - n * (y * y + z * z);
  rotation[1] = n * (x * y - w * z);
  rotation[2] = n * (x * z + w * y);
  rotation[3] = n * (x * y + w * z);
  rotation[4] = 1 - n * (x * x + z * z);
  rotation[5] = n * (y * z - w * x);
  rotation[6] = n * (x * z - w * y);
  rotation[7] = n * (y * z + w * x);
  rotation[8] = 1 - n * (x * x + y * y);
}

/** The poses of bodies, by their slots. */
export interface PosedBoxes {
  /** POSE_SIZE doubles a slot. */
  poses: Float64Array;
  /** The boxes around them, BOX doubles a slot. */
  boxes: Float64Array;
  /** The centres of their balls, three doubles a slot. */
  centres: Float64Array;
}

/** For one body, in slot 0. */
export function poseOfOne(pose: Float64Array = new Float64Array(POSE_SIZE)): PosedBoxes {
  return { poses: pose, boxes: new Float64Array(BOX), centres: new Float64Array(3) };
}

/**
 * Writes the box around the body in a slot, `margin` wider on all sides, and the centre of its ball. A fixed box is that around the
 * ball, which does not change when the body rotates.
 */
export function writeBox(
  extent: Extent,
  { poses, boxes, centres }: PosedBoxes,
  slot: number,
  isFixed: boolean,
  margin: number,
): void {
  const { middle, half, centre, radius } = extent;
  const at = POSE_SIZE * slot;
  const to = BOX * slot;
  const c = 3 * slot;
  readRotation(poses, at);
  const size = sizeOf(poses, at) + sizeOf(middle, 0) + sizeOf(centre, 0) + 3 * radius;
  const grown = margin + BOX_ROUNDING * (size + margin) + LEAST_ROUNDING;
  for (let k = 0; k < 3; k++) {
    const x = rotation[3 * k];
    const y = rotation[3 * k + 1];
    const z = rotation[3 * k + 2];
    const ball = poses[at + k] + (x * centre[0] + y * centre[1] + z * centre[2]);
    centres[c + k] = ball;
    const coordinate = isFixed ? ball : poses[at + k] + (x * middle[0] + y * middle[1] + z * middle[2]);
    const reach = isFixed ? radius : Math.abs(x) * half[0] + Math.abs(y) * half[1] + Math.abs(z) * half[2];
    boxes[to + k] = coordinate - (reach + grown);
    boxes[to + 3 + k] = coordinate + (reach + grown);
  }
}

/**
 * The same for a body with a hull, given in the model's frame: the smallest box around its posed vertices. Each end is found by a
 * climb from the result of the last one for this body and this end (I-COLLIDE's dynamic boxes). `starts` has six vertices at `s`.
 */
export function writeHullBox(
  extent: Extent,
  model: Model,
  graphs: HullGraphs,
  { poses, boxes, centres }: PosedBoxes,
  slot: number,
  starts: Int32Array,
  s: number,
  margin: number,
): void {
  const { middle, centre, radius } = extent;
  const at = POSE_SIZE * slot;
  const to = BOX * slot;
  const c = 3 * slot;
  const { unit } = model.frame;
  readRotation(poses, at);
  const size = sizeOf(poses, at) + sizeOf(middle, 0) + sizeOf(centre, 0) + 3 * radius;
  const grown = margin + BOX_ROUNDING * (size + margin) + LEAST_ROUNDING;
  for (let k = 0; k < 3; k++) {
    // A row of the rotation is an axis of the world in body coordinates.
    const row = 3 * k;
    const ball =
      poses[at + k] + (rotation[row] * centre[0] + rotation[row + 1] * centre[1] + rotation[row + 2] * centre[2]);
    centres[c + k] = ball;
    starts[s + k] = highestVertex(graphs, starts[s + k], rotation, row, -1);
    starts[s + 3 + k] = highestVertex(graphs, starts[s + 3 + k], rotation, row, 1);
    // The frame's centre is that of the ball.
    boxes[to + k] = ball + unit * vertexHeight(graphs, starts[s + k], rotation, row) - grown;
    boxes[to + 3 + k] = ball + unit * vertexHeight(graphs, starts[s + 3 + k], rotation, row) + grown;
  }
}

/** A vertex of the one hull of `graphs` that is farthest along `sign` times a direction. */
function highestVertex(graphs: HullGraphs, start: number, directions: Float64Array, at: number, sign: number): number {
  if (graphs.firstStart[0] >= 0) return climbHull(graphs, 0, start, directions, at, sign);
  // So few that a test of each is as fast.
  let best = 0;
  for (let v = 1; v < graphs.first[1]; v++) {
    if (sign * (vertexHeight(graphs, v, directions, at) - vertexHeight(graphs, best, directions, at)) > 0) best = v;
  }
  return best;
}

function vertexHeight({ points, vertices }: HullGraphs, vertex: number, directions: Float64Array, at: number): number {
  const p = vertices[vertex];
  return directions[at] * points[p] + directions[at + 1] * points[p + 1] + directions[at + 2] * points[p + 2];
}

/**
 * Writes a box around all positions of a moving body to `out`: the path of its pivot, enlarged by the reach of the body from there,
 * for every rotation.
 */
export function writeSweptBox({ centre, radius }: Extent, motion: BodyMotion, out: Float64Array): void {
  const { start, pivot, velocity, speed, isSteady, pathError } = motion;
  const arm = lengthOf(centre[0] - pivot[0], centre[1] - pivot[1], centre[2] - pivot[2]);
  const size = sizeOf(start, 0) + sizeOf(pivot, 0) + sizeOf(centre, 0) + 3 * radius + speed;
  // A pose function may move anywhere within its speed.
  const reach = arm + radius + (isSteady ? 0 : speed) + pathError + SWEEP_ROUNDING * size + LEAST_ROUNDING;
  readRotation(start, 0);
  for (let k = 0; k < 3; k++) {
    const turned = rotation[3 * k] * pivot[0] + rotation[3 * k + 1] * pivot[1] + rotation[3 * k + 2] * pivot[2];
    const coordinate = start[k] + turned;
    out[k] = coordinate + Math.min(0, velocity[k]) - reach;
    out[k + 3] = coordinate + Math.max(0, velocity[k]) + reach;
  }
}

/**
 * Upper bound of the travel of any point of a body from its pose in one slot to that in another: the path of the centre, and 2
 * sin(θ/2) radii for a rotation by θ, which is at most 2|q − q'| of unit quaternions. 0 for a body that has not moved.
 */
export function travelBetween(
  { centre, radius }: Extent,
  { poses: before, centres: centresBefore }: PosedBoxes,
  slotBefore: number,
  { poses: after, centres: centresAfter }: PosedBoxes,
  slotAfter: number,
): number {
  const from = POSE_SIZE * slotBefore;
  const to = POSE_SIZE * slotAfter;
  const c = 3 * slotBefore;
  const d = 3 * slotAfter;
  let isSame = true;
  for (let k = 0; k < 7; k++) isSame = isSame && before[from + k] === after[to + k];
  if (isSame) return 0;
  const travel = lengthOf(
    centresAfter[d] - centresBefore[c],
    centresAfter[d + 1] - centresBefore[c + 1],
    centresAfter[d + 2] - centresBefore[c + 2],
  );
  const turn = turnBetween(before, from, after, to);
  const size = sizeOf(before, from) + sizeOf(after, to) + sizeOf(centre, 0) + radius;
  return (travel + turn * radius) * (1 + TRAVEL_ROUNDING) + TRAVEL_ROUNDING * size + LEAST_ROUNDING;
}

/**
 * Upper bound of the travel of a point at distance 1 from the axis between the rotations of two poses: 2|q − q'| of unit
 * quaternions, which is 4 sin(θ/4) for a rotation by θ, no less than 2 sin(θ/2) and no more than θ.
 */
export function turnBetween(before: Float64Array, from: number, after: Float64Array, to: number): number {
  const lengthBefore = quaternionLength(before, from);
  const lengthAfter = quaternionLength(after, to);
  let nearSq = 0;
  let farSq = 0;
  for (let k = 3; k < 7; k++) {
    const p = before[from + k] / lengthBefore;
    const q = after[to + k] / lengthAfter;
    nearSq += (q - p) * (q - p);
    farSq += (q + p) * (q + p);
  }
  // A quaternion and its negative are one rotation.
  return 2 * Math.sqrt(Math.min(nearSq, farSq));
}

/** Writes the world position of the point at `p` of a body posed by the seven doubles at `at`. */
export function posePoint(poses: Float64Array, at: number, points: Float64Array, p: number, out: Float64Array): void {
  readRotation(poses, at);
  for (let k = 0; k < 3; k++) {
    const turned =
      rotation[3 * k] * points[p] + rotation[3 * k + 1] * points[p + 1] + rotation[3 * k + 2] * points[p + 2];
    out[k] = poses[at + k] + turned;
  }
}

function quaternionLength(pose: Float64Array, at: number): number {
  const x = pose[at + 3];
  const y = pose[at + 4];
  const z = pose[at + 5];
  const w = pose[at + 6];
  return Math.sqrt(x * x + y * y + z * z + w * w);
}

/** The 1-norm of three numbers. */
export function sizeOf(v: Float64Array, at: number): number {
  return Math.abs(v[at]) + Math.abs(v[at + 1]) + Math.abs(v[at + 2]);
}
