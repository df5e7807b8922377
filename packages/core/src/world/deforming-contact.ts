// The first contact of a body with another while its vertices move linearly to new positions.
//
// Computed in the coordinates of the body that deforms. Bodies in the same pose are used as they are; the vertices of others are
// transformed, and the result is for bodies whose points have an error of no more than `placementError`.

import { DeformingMesh } from '../deform/deforming-mesh.ts';
import {
  type DeformingTimeOptions,
  type DeformingTimeResult,
  deformingTimeOfContact,
  readTolerance,
  selfTimeOfContact,
} from '../deform/deforming-time-of-contact.ts';
import { NearmissError } from '../error.ts';
import { Mesh } from '../mesh/mesh.ts';
import type { KnownKeys } from '../scalar/known-keys.ts';
import { POSE_SIZE, RELATIVE_SCRATCH_SIZE, RELATIVE_SIZE, relativePose } from '../scalar/pose.ts';
import { COORDINATE_ERROR } from '../scalar/tolerances.ts';
import { ORIGIN } from '../scalar/vector.ts';
import type { BroadPhase } from '../space/broad-phase.ts';
import type { Bodies, BodyId } from './bodies.ts';
import { extentOfBox, poseOfOne, writeBox } from './body-extent.ts';
import { BoxProbe } from './probes.ts';

/** Options of `World.deformingContact`. See {@link World}. */
export interface DeformingContactOptions extends DeformingTimeOptions {
  /** Whether the body may also touch itself. */
  readonly self?: boolean | undefined;
}

export const DEFORMING_CONTACT_KEYS: KnownKeys<DeformingContactOptions> = { tolerance: true, self: true };

/** The first body hit by a body that deforms, which is A of the contact; null where it is proven to hit none. See {@link World}. */
export type DeformingContactResult = FirstDeformingContact & {
  /** Error bound of a point of any tested body, in model units; 0 if all have the pose of the body that deforms. */
  readonly placementError: number;
};

/** The body hit first, and when; null where there is none. See {@link World}. */
export type FirstDeformingContact =
  | { readonly body: BodyId; readonly contact: DeformingTimeResult }
  | { readonly body: null; readonly contact: null };

/** Error of the offset between two poses by cancellation, in parts of their positions: relativePose. Dimensionless. */
const OFFSET_ERROR = 2 ** -98;
/** Rounding of products below the range of normal numbers, a length. */
const UNDERFLOW = 16 * Number.MIN_VALUE;

/** `mayTouch`: whether the body in a slot may touch. */
export function firstDeformingContact(
  bodies: Bodies,
  broad: BroadPhase,
  slot: number,
  goal: ArrayLike<number>,
  options: DeformingTimeOptions,
  self: boolean,
  mayTouch: (other: number) => boolean,
): DeformingContactResult {
  const { mesh } = bodies.requireShape(slot);
  const end = mesh.readShape(goal);
  readTolerance(options); // a bad one is refused without an obstacle, too
  let first: FirstDeformingContact = { body: null, contact: null };
  let placementError = 0;
  const take = (other: number, found: DeformingTimeResult): void => {
    const id = bodies.ids[other];
    if (found.status === 'free') return;
    if (first.body !== null) {
      if (found.lower > first.contact.lower || (found.lower === first.contact.lower && id > first.body)) return;
    }
    first = { body: id, contact: found };
  };
  if (self) take(slot, selfTimeOfContact(mesh, end, options));
  const probe = new BoxProbe(sweptBox(bodies, slot, mesh, end), (other) => {
    if (other === slot || !mayTouch(other)) return;
    const posed = poseIn(bodies, slot, other);
    placementError = Math.max(placementError, posed.error);
    take(other, deformingTimeOfContact(mesh, end, posed.mesh, posed.mesh.positions, options));
  });
  broad.search(probe);
  return { ...first, placementError };
}

/** A box in the world around the whole path of a body's vertices. */
function sweptBox({ poses }: Bodies, slot: number, { box }: DeformingMesh, end: Float64Array): Float64Array {
  const all = box.slice();
  for (let k = 0; k < end.length; k++) {
    all[k % 3] = Math.min(all[k % 3], end[k]);
    all[3 + (k % 3)] = Math.max(all[3 + (k % 3)], end[k]);
  }
  const posed = poseOfOne(poses.subarray(POSE_SIZE * slot, POSE_SIZE * (slot + 1)));
  writeBox(extentOfBox(all), posed, 0, false, 0);
  return posed.boxes;
}

interface PosedMesh {
  readonly mesh: DeformingMesh;
  readonly error: number;
}

/** The mesh of `other` in the coordinates of the body in `slot`. */
export function poseIn(bodies: Bodies, slot: number, other: number): PosedMesh {
  const shape = bodies.shapeAt(other);
  if (shape === null) {
    throw new NearmissError(
      'query/unsupported',
      `Body ${bodies.ids[other]} is round and in reach; deforming meshes are asked about meshes only. Leave it out by ignore().`,
    );
  }
  if (bodies.shareFrame(slot, other)) return { mesh: shape.mesh, error: 0 };
  const at = bodies.poses.subarray(POSE_SIZE * slot, POSE_SIZE * (slot + 1));
  const from = bodies.poses.subarray(POSE_SIZE * other, POSE_SIZE * (other + 1));
  const pose = new Float64Array(RELATIVE_SIZE);
  relativePose(from, ORIGIN, at, ORIGIN, pose, new Float64Array(RELATIVE_SCRATCH_SIZE));
  const { positions, triangles } = shape.mesh;
  const posed = new Float64Array(positions.length);
  let reach = 0;
  for (let k = 0; k < positions.length; k += 3) {
    const x = positions[k];
    const y = positions[k + 1];
    const z = positions[k + 2];
    for (let c = 0; c < 3; c++)
      posed[k + c] = pose[3 * c] * x + pose[3 * c + 1] * y + pose[3 * c + 2] * z + pose[9 + c];
    reach = Math.max(reach, Math.abs(x) + Math.abs(y) + Math.abs(z));
  }
  const offset = Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]);
  let size = 0;
  for (let k = 0; k < 3; k++) size += Math.abs(at[k]) + Math.abs(from[k]);
  // Twice the error of a coordinate is more than that of a point.
  const error = 2 * (COORDINATE_ERROR * (reach + offset) + OFFSET_ERROR * size + UNDERFLOW);
  return { mesh: new DeformingMesh(new Mesh(posed, triangles)), error };
}
