// The motion of two bodies for the kernels on medial axes: poses at the ends of the intervals, in floats about an origin near both
// bodies, how far the arcs are from their chords, and how far rounding can be off. Lengths are in the larger of the units of the two
// frames, so that bodies of any size are within floats.
//
// u = 2⁻²⁴, S the extent of everything about the origin, q a direction of length 1. A body of reach ρ whose middle moves by up to m has along q:
//
//   * a posed centre R c + T, with c and the entries of R and T nearest floats: 5u Σ|qₖ||Rₖⱼ||cⱼ| ≤ 8.4uρ, since the matrix of the |Rₖⱼ| has a
//     norm of at most 5/3; 2u|T| + uρ for T and the last sum;
//   * on a chord, start plus a part of the difference: 2um + uS;
//   * its part of the difference of two centres times q, less the radii: 4uS;
//   * its part of the change of that over the interval: 4um.
//
// |T| ≤ S − ρ. An interval turns by an eighth of a radian at most, so m ≤ 2(S − ρ) + ρ/8; of B, whose first pose is the origin, m ≤ S. The sum is
// linear in ρ: for A 19uS where ρ = 0 and 15.2uS where ρ = S, for B at most 15.2uS. That is 34.2uS, so 17.1uS for each body; ENLARGED · S covers it. T
// is computed in doubles, from a position and the centre of a frame that can be far away: OF_DOUBLES of their sizes.

import { type Motion, motionPose, type Pose } from 'nearmiss';
import { mayTouch } from './body-boxes.ts';
import type { MedialBody } from './uploaded-medial.ts';
import { MOST_INTERVALS } from './wgsl/medial-scene.ts';

const ENLARGED: number = 18 * 2 ** -24;
const OF_DOUBLES: number = 2 ** -49;

/** Lengths from here on, in units, are left to the CPU: squares of floats must not overflow. */
const TOO_LONG = 1e15;

/** The rotation of an interval is at most this: an arc is then within 0.2 % of its radius of the chord. Radians. */
const LONGEST_TURN = 0.125;

export interface MedialMotion {
  readonly intervals: number;
  /** Twelve floats a pose: rows of the rotation times the unit of the body, each with a coordinate of the translation. A's, then B's. */
  readonly poses: Float32Array<ArrayBuffer>;
  /** Of A and of B: the pivot in the frame of the body, and θ²/8 times the unit of the body. */
  readonly turns: readonly [Float32Array, Float32Array];
  /** Of A and of B: the unit of the body. */
  readonly units: readonly [number, number];
  /** The enlargement of every radius but for the arcs. */
  readonly enlarged: number;
  /** How far enlarged balls must overlap for the true ones to touch. */
  readonly overlap: number;
  /** Whether boxes of the bodies come together: otherwise they are never within the threshold. */
  readonly mayTouch: boolean;
}

/** The rotation over the whole motion in radians, and the pivot in body coordinates. */
interface Turn {
  readonly angle: number;
  readonly pivot: readonly number[];
}

/** Null for a motion without a bound on arcs. */
function turnOf(motion: Motion): Turn | null {
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
  a: MedialBody,
  motionA: Motion,
  b: MedialBody,
  motionB: Motion,
  threshold: number,
): MedialMotion | null {
  const turnA = turnOf(motionA);
  const turnB = turnOf(motionB);
  if (turnA === null || turnB === null) return null;
  const intervals = Math.max(1, Math.ceil(Math.max(turnA.angle, turnB.angle) / LONGEST_TURN));
  if (!(intervals <= MOST_INTERVALS)) return null;
  const unit = Math.max(a.unit, b.unit);
  const origin = positionOf(motionPose(motionB, 0), b.centre);
  const poses = new Float32Array(24 * (intervals + 1));
  let extent = 0;
  let away = Math.hypot(...origin);
  for (const [k, body, motion] of [[0, a, motionA] as const, [1, b, motionB] as const]) {
    for (let end = 0; end <= intervals; end++) {
      const pose = motionPose(motion, end / intervals);
      const at = 12 * (k * (intervals + 1) + end);
      extent = Math.max(extent, writePose(pose, body, origin, unit, poses, at));
      away = Math.max(away, Math.hypot(...Array.from(pose.position ?? [0])) + Math.hypot(...body.centre));
    }
  }
  const units = [a.unit / unit, b.unit / unit] as const;
  const arcs = [arcOf(turnA, a, intervals), arcOf(turnB, b, intervals)] as const;
  const enlarged = ENLARGED * extent + OF_DOUBLES * (away / unit) + threshold / 2 / unit;
  const overlap = 2 * (2 * enlarged + arcs[0].most * units[0] + arcs[1].most * units[1]) * (1 + 2 ** -20);
  if (!(extent + overlap + arcs[0].away + arcs[1].away < TOO_LONG)) return null;
  const turns = [turnFor(arcs[0], units[0]), turnFor(arcs[1], units[1])] as const;
  // Half of the overlap is the enlargement of both, with their arcs.
  const near = mayTouch(poses, intervals, a.box, b.box, overlap / 2);
  return { intervals, poses, turns, units, enlarged: enlarged * (1 + 2 ** -20), overlap, mayTouch: near };
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

/** Writes twelve floats, and returns how far anything of the body is from the origin, in units. */
function writePose(
  pose: Pose,
  body: MedialBody,
  origin: readonly number[],
  unit: number,
  out: Float32Array,
  at: number,
): number {
  const rows = rowsOf(pose);
  const scale = body.unit / unit;
  const position = positionOf(pose, body.centre).map((x, c) => (x - origin[c]) / unit);
  for (let c = 0; c < 3; c++) {
    out.set([rows[3 * c] * scale, rows[3 * c + 1] * scale, rows[3 * c + 2] * scale, position[c]], at + 4 * c);
  }
  return Math.hypot(...position) + body.reach * scale;
}

/** What a body turns about, and how far its arcs are from their chords. */
interface Arc {
  /** The pivot in the frame of the body, and how far it is from the origin there. */
  readonly pivot: readonly number[];
  readonly away: number;
  /** θ²/8 over an interval. */
  readonly part: number;
  /** The farthest that a ball is from its chord, in units of the frame. */
  readonly most: number;
}

function arcOf({ angle, pivot }: Turn, { centre, unit, reach }: MedialBody, intervals: number): Arc {
  const part = (angle / intervals) ** 2 / 8;
  // Where nothing turns, the pivot is anywhere.
  const inFrame = pivot.map((x, c) => (part === 0 ? 0 : (x - centre[c]) / unit));
  const away = Math.hypot(...inFrame);
  return { pivot: inFrame, away, part, most: part * (reach + away) };
}

function turnFor({ pivot, part }: Arc, unit: number): Float32Array {
  return Float32Array.of(pivot[0], pivot[1], pivot[2], part * unit * (1 + 2 ** -20));
}
