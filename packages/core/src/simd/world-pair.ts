// Queries by the kernels that start from the poses of both bodies in the world: most of a short query is otherwise spent on relating these.

import type { FirstContactOptions, FirstContactResult } from '../query/acceleration.ts';
import { areAnchorsOutside } from '../query/containment/containment.ts';
import type { Workspace } from '../query/workspace.ts';
import { POSE_SIZE } from '../scalar/pose.ts';
import type { Kernel } from './kernel.ts';
import {
  COORDINATE_ERROR_AT,
  DONE,
  FOUND,
  POSE,
  SLOT_Q_AT,
  SLOT_R_AT,
  WORLD_POINTS_AT,
  WORLD_Q_AT,
  WORLD_R_AT,
} from './layout.ts';
import { type QueryBlock, writeModels } from './query-block.ts';
import type { UploadedModel } from './uploaded-model.ts';

/** A search for two uploaded models; where points are found, they and their faces are left in `w`, else the relative pose and its error. */
export function searchInWorld(
  { doubles, ints }: Kernel,
  block: QueryBlock,
  w: Workspace,
  uploadedQ: UploadedModel,
  uploadedR: UploadedModel,
  search: (query: number, isFromWorld: number) => number,
): 'found' | 'none' | null {
  const d = block.at / 8;
  const { queryBody, reference, queryPose, referencePose } = w;
  writeModels(doubles, ints, block, uploadedQ, uploadedR);
  for (let k = 0; k < POSE_SIZE; k++) {
    doubles[d + WORLD_Q_AT + k] = queryPose[k];
    doubles[d + WORLD_R_AT + k] = referencePose[k];
  }
  const end = search(block.at, 1);
  if (end !== FOUND) {
    for (let k = 0; k < POSE; k++) w.pose[k] = doubles[d + k];
    w.coordinateError[0] = doubles[d + COORDINATE_ERROR_AT];
    return end === DONE ? 'none' : null;
  }
  const { world, faces } = w.convexScratch;
  for (let k = 0; k < 6; k++) world[k] = doubles[d + WORLD_POINTS_AT + k];
  faces[0] = queryBody.tree.faces[ints[block.at / 4 + SLOT_Q_AT]];
  faces[1] = reference.tree.faces[ints[block.at / 4 + SLOT_R_AT]];
  return 'found';
}

/** Same as `Acceleration.isFirstAlone`. */
export function isFirstAlone(options: FirstContactOptions): boolean {
  if (options === null || typeof options !== 'object' || Array.isArray(options)) return false;
  for (const key in options) {
    const isPlain =
      key === 'solid' ||
      (key === 'contacts' && options.contacts === 'first') ||
      (key === 'limit' && options.limit === Infinity) ||
      (key === 'segments' && options.segments === false);
    if (!isPlain) return false;
  }
  return true;
}

/** Writes the answer to `out`; false if one body may be inside the other. */
export function writeContact(w: Workspace, isFound: boolean, out: FirstContactResult): boolean {
  const maySurround = w.interpretationA === 'solid' || w.interpretationB === 'solid';
  if (!isFound && maySurround && !areAnchorsOutside(w)) return false;
  out.status = isFound ? 'intersecting' : 'separated';
  out.colliding = isFound;
  if (isFound) out.writeWorldWitness(w.convexScratch.world, w.convexScratch.faces, w.swapped);
  else out.clearWitness();
  if (out.error !== undefined) delete out.error;
  // To set a length takes long.
  if (out.pairs.length > 0) out.pairs.length = 0;
  out.pairCount = 0;
  if (out.segments !== undefined) delete out.segments;
  out.report(null);
  return true;
}
