// The motion CONTACT puts between two poses (Redon, Kheddar & Coquillart, "Fast continuous collision detection between rigid
// bodies", Eurographics 2002): a screw, that is a turn about an axis and a slide along it, both at a steady pace.
//
// Everything is seen in a frame whose z axis is that of the screw, so that a point of A is at time t at
//   (x cos θt − y sin θt, x sin θt + y cos θt, z + σt),   0 ≤ θ ≤ π,
// and whatever is asked of points and directions is a sum of few terms with cos θt, sin θt and t in them. Bounds over a span
// of time take a range for each of the three.

import { type BodyPose, poseFromQuaternion, type Quaternion, times, type Vector } from '../body-pose.ts';
import type { BodyMotion, PoseAt } from '../time-of-contact/motion.ts';
import { cross, dot, minus, plus, rotate, scaled } from '../vector.ts';

/** A rotation row by row, then a translation. */
export type PoseMatrix = Float64Array;

/**
 * A screw whose axis is farther away than this is taken for a translation: seen from so far, coordinates lack half of
 * their digits. In model sizes.
 */
const FAR = 1e8;

export interface Screw {
  readonly angle: number;
  readonly slide: number;
  /** From A's frame at time 0, and from B's frame, which is the world's, into the frame of the screw. */
  readonly poseA: PoseMatrix;
  readonly poseB: PoseMatrix;
  /** The angle that was left out, where a screw is taken for a translation. */
  readonly neglected: number;
  /** Distance of the axis from the world's origin. */
  readonly apart: number;
}

export function screwBetween({ from, to }: BodyMotion): Screw {
  const [x, y, z, w] = from.rotation;
  const turn = shorter(times(to.rotation, [-x, -y, -z, w]));
  const sine = Math.hypot(turn[0], turn[1], turn[2]);
  const angle = 2 * Math.atan2(sine, turn[3]);
  if (sine > 0) {
    const axis: Vector = [turn[0] / sine, turn[1] / sine, turn[2] / sine];
    // Points x go to Rx + d. Across the axis d is the chord of the arc, and the axis stands over its middle.
    const d = minus(to.position, rotate(turn, from.position));
    const slide = dot(axis, d);
    const across = minus(d, scaled(axis, slide));
    const through = plus(scaled(across, 0.5), scaled(cross(axis, across), turn[3] / sine / 2));
    const apart = Math.hypot(...through);
    if (apart <= FAR) return posed(from, axis, through, { angle, slide, neglected: 0, apart });
  }
  const d = minus(to.position, from.position);
  const slide = Math.hypot(...d);
  const axis: Vector = slide > 0 ? scaled(d, 1 / slide) : [0, 0, 1];
  return posed(from, axis, [0, 0, 0], { angle: 0, slide, neglected: angle, apart: 0 });
}

function posed(from: BodyPose, axis: Vector, through: Vector, screw: Omit<Screw, 'poseA' | 'poseB'>): Screw {
  // A pose that was sent to an isolate has no row: it is not enumerable.
  const { row } = poseFromQuaternion(from.position, from.rotation);
  const [u, v] = across(axis);
  const frame = [u, v, axis];
  const poseB = Float64Array.from([...frame.flat(), ...frame.map((direction) => -dot(direction, through))]);
  const column = (k: number): Vector => [row[k], row[3 + k], row[6 + k]];
  const turned = frame.flatMap((direction) => [0, 1, 2].map((k) => dot(direction, column(k))));
  const start = minus([row[9], row[10], row[11]], through);
  const poseA = Float64Array.from([...turned, ...frame.map((direction) => dot(direction, start))]);
  return { ...screw, poseA, poseB };
}

/** Where A is at a time, in the world. */
export function screwPoseAt(motion: BodyMotion): PoseAt {
  const { angle, slide, poseB } = screwBetween(motion);
  const axis: Vector = [poseB[6], poseB[7], poseB[8]];
  const offset: Vector = [poseB[9], poseB[10], poseB[11]];
  // Back from the frame of the screw: its rows are directions of the world.
  const through = scaled(
    plus(
      plus(scaled([poseB[0], poseB[1], poseB[2]], offset[0]), scaled([poseB[3], poseB[4], poseB[5]], offset[1])),
      scaled(axis, offset[2]),
    ),
    -1,
  );
  return (time) => {
    const half = (time * angle) / 2;
    const turn: Quaternion = [...scaled(axis, Math.sin(half)), Math.cos(half)];
    const around = rotate(turn, minus(motion.from.position, through));
    return poseFromQuaternion(
      plus(plus(around, through), scaled(axis, slide * time)),
      times(turn, motion.from.rotation),
    );
  };
}

/** Ranges over a span of time: t, cos θt, sin θt, each from least to most. */
export const SPAN_SIZE = 6;

/** Of angles up to π the cosine falls, and the sine rises to its top and falls. */
export function spanOver(angle: number, start: number, end: number, out: Float64Array): void {
  const first = angle * start;
  const last = angle * end;
  const sineFirst = Math.sin(first);
  const sineLast = Math.sin(last);
  out[0] = start;
  out[1] = end;
  out[2] = Math.cos(last);
  out[3] = Math.cos(first);
  out[4] = Math.min(sineFirst, sineLast);
  out[5] = first <= Math.PI / 2 && last >= Math.PI / 2 ? 1 : Math.max(sineFirst, sineLast);
}

/** Range `at` of `out`, from least to most: α cos θt + β sin θt + still + pace·t over a span. */
export function setRange(
  out: Float64Array,
  at: number,
  alpha: number,
  beta: number,
  still: number,
  pace: number,
  span: Float64Array,
): void {
  const onCos = alpha < 0 ? 1 : 0;
  const onSin = beta < 0 ? 1 : 0;
  const onTime = pace < 0 ? 1 : 0;
  out[2 * at] = alpha * span[2 + onCos] + beta * span[4 + onSin] + pace * span[onTime] + still;
  out[2 * at + 1] = alpha * span[3 - onCos] + beta * span[5 - onSin] + pace * span[1 - onTime] + still;
}

const shorter = (q: Quaternion): Quaternion => (q[3] < 0 ? [-q[0], -q[1], -q[2], -q[3]] : q);

/** Two directions that make a right-handed frame with the third. */
function across(axis: Vector): readonly [Vector, Vector] {
  const helper: Vector = Math.abs(axis[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const raw = cross(axis, helper);
  const u = scaled(raw, 1 / Math.hypot(...raw));
  return [u, cross(axis, u)];
}
