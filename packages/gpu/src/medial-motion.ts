// The motion of two bodies for the kernels on medial axes: poses at the ends of the intervals, in floats about an origin near both
// bodies, how far the arcs are from their chords, and how far rounding can be off.
//
// u = 2⁻²⁴, S the extent of everything, q a direction of length 1. Along q, of two bodies together:
//
//   * a posed centre R c + T, with c and the entries of R and T nearest floats: 5u Σ|qₖ||Rₖⱼ||cⱼ| + 3u|T| ≤ 8.4uS, since the matrix of
//     the |Rₖⱼ| has a norm of at most 5/3; for both 17uS. On a chord, start plus a part of the difference: 5uS more for each;
//   * the difference of two centres times q, less the radii: 10uS;
//   * the change of that over the interval, at most 4S: 16uS.
//
// The sum is 53uS, so 26.5uS for each body. ENLARGED · S covers it.

import { type Motion, motionPose, NearmissError, type Pose } from 'nearmiss';
import { FLOAT_ROUNDOFF, type MedialPrimitives } from './medial-primitives.ts';
import { MOST_INTERVALS } from './wgsl/medial-scene.ts';

const ENLARGED: number = 28 * FLOAT_ROUNDOFF;

/** The rotation of an interval is at most this: an arc is then within 0.2 % of its radius of the chord. Radians. */
const LONGEST_TURN = 0.125;

export interface MedialMotion {
  readonly intervals: number;
  /** Twelve floats a pose: rows of the rotation, each with a coordinate of the translation. A's, then B's. */
  readonly poses: Float32Array<ArrayBuffer>;
  /** Of A and of B: the pivot about the middle of the axis, and θ²/8. */
  readonly turns: readonly [Float32Array, Float32Array];
  /** The enlargement of every radius but for the arcs, in model units. */
  readonly enlarged: number;
  /** How far enlarged balls must overlap for the true ones to touch. */
  readonly overlap: number;
}

/** The rotation over the whole motion in radians and the pivot in body coordinates; null for a motion without a bound on arcs. */
function turnOf(motion: Motion): { readonly angle: number; readonly pivot: readonly number[] } | null {
  if ('pose' in motion) return null;
  if (!('from' in motion)) return { angle: 0, pivot: [0, 0, 0] };
  const pivot = Array.from(motion.pivot ?? [0, 0, 0]);
  if (!('to' in motion)) {
    return {
      angle: Math.hypot(...Array.from('angularVelocity' in motion ? (motion.angularVelocity ?? [0]) : [0])),
      pivot,
    };
  }
  if (motion.kind === 'screw') return null;
  if (motion.kind === 'translation') return { angle: 0, pivot };
  return { angle: angleBetween(motionPose(motion, 0), motionPose(motion, 1)), pivot };
}

/** The angle between two rotations, a little more than computed. */
function angleBetween(from: Pose, to: Pose): number {
  const [a, b] = [Array.from(from.rotation ?? []), Array.from(to.rotation ?? [])];
  const near = Math.hypot(...a.map((x, k) => x - b[k]));
  const far = Math.hypot(...a.map((x, k) => x + b[k]));
  return 4 * Math.atan2(Math.min(near, far), Math.max(near, far)) + 1e-12;
}

/** The motions as the kernels take them; null where the device cannot bound them. */
export function medialMotion(
  a: MedialPrimitives,
  motionA: Motion,
  b: MedialPrimitives,
  motionB: Motion,
  threshold: number,
): MedialMotion | null {
  const turnA = turnOf(motionA);
  const turnB = turnOf(motionB);
  if (turnA === null || turnB === null) return null;
  const intervals = Math.max(1, Math.ceil(Math.max(turnA.angle, turnB.angle) / LONGEST_TURN));
  if (!(intervals <= MOST_INTERVALS)) return null;
  const origin = positionOf(motionPose(motionB, 0), b.middle);
  const poses = new Float32Array(24 * (intervals + 1));
  let extent = 0;
  for (const [k, body, motion] of [[0, a, motionA] as const, [1, b, motionB] as const]) {
    for (let end = 0; end <= intervals; end++) {
      const at = 12 * (k * (intervals + 1) + end);
      extent = Math.max(extent, writePose(motionPose(motion, end / intervals), body, origin, poses, at));
    }
  }
  const arcs = [turnA, turnB].map(({ angle }) => (angle / intervals) ** 2 / 8);
  const enlarged = ENLARGED * extent + threshold / 2;
  const reachOf = (body: MedialPrimitives, pivot: readonly number[]) =>
    body.reach + Math.hypot(...pivot.map((x, c) => x - body.middle[c]));
  const overlap =
    2 * (2 * enlarged + arcs[0] * reachOf(a, turnA.pivot) + arcs[1] * reachOf(b, turnB.pivot)) * (1 + 2 ** -20);
  const turn = (pivot: readonly number[], { middle }: MedialPrimitives, arc: number) =>
    Float32Array.of(pivot[0] - middle[0], pivot[1] - middle[1], pivot[2] - middle[2], arc * (1 + 2 ** -20));
  const turns = [turn(turnA.pivot, a, arcs[0]), turn(turnB.pivot, b, arcs[1])] as const;
  return { intervals, poses, turns, enlarged: enlarged * (1 + 2 ** -20), overlap };
}

/** The world position of a point of a body. */
function positionOf(pose: Pose, point: readonly number[]): number[] {
  const rows = rowsOf(pose);
  return [0, 1, 2].map(
    (c) => rows[3 * c] * point[0] + rows[3 * c + 1] * point[1] + rows[3 * c + 2] * point[2] + (pose.position?.[c] ?? 0),
  );
}

function rowsOf({ rotation }: Pose): number[] {
  const [x, y, z, w] = Array.from(rotation ?? [0, 0, 0, 1]);
  const s = 2 / (x * x + y * y + z * z + w * w);
  return [
    1 - s * (y * y + z * z),
    s * (x * y - w * z),
    s * (x * z + w * y),
    s * (x * y + w * z),
    1 - s * (x * x + z * z),
    s * (y * z - w * x),
    s * (x * z - w * y),
    s * (y * z + w * x),
    1 - s * (x * x + y * y),
  ];
}

/** Writes twelve floats, and returns how far anything of the body is from the origin. */
function writePose(
  pose: Pose,
  { middle, reach }: MedialPrimitives,
  origin: readonly number[],
  out: Float32Array,
  at: number,
): number {
  const rows = rowsOf(pose);
  const position = positionOf(pose, middle).map((x, c) => x - origin[c]);
  for (let c = 0; c < 3; c++) out.set([rows[3 * c], rows[3 * c + 1], rows[3 * c + 2], position[c]], at + 4 * c);
  const extent = Math.hypot(...position) + reach;
  if (!(extent < 1e18)) throw new NearmissError('pose/too-far', 'The bodies are too far apart for single precision.');
  return extent;
}
