// Queries by the kernels that start from the poses of both bodies in the world: most of a short query is otherwise spent on relating these.

import { areConvex } from '../patches/convex-model.ts';
import type { FirstContactOptions, FirstContactResult } from '../query/acceleration.ts';
import { areAnchorsOutside } from '../query/containment/containment.ts';
import type { Workspace } from '../query/workspace.ts';
import { POSE_SIZE } from '../scalar/pose.ts';
import type { Kernel } from './kernel.ts';
import {
  ASKED_AT,
  COORDINATE_ERROR_AT,
  DISTANCE_AT,
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

/**
 * A search for two uploaded models, for common points or for points within asked[0], which becomes an upper bound of their distance. Where points are
 * found, they and their faces are left in `w`, else the relative pose and its error. Null where kernels do not decide.
 */
export function searchInWorld(
  { doubles, ints, exports }: Kernel,
  block: QueryBlock,
  w: Workspace,
  uploadedQ: UploadedModel,
  uploadedR: UploadedModel,
  asked: Float64Array | null,
): 'found' | 'none' | null {
  const { at } = block;
  const d = at / 8;
  const { queryBody, reference, poseA, poseB, swapped } = w;
  writeModels(doubles, ints, block, uploadedQ, uploadedR);
  // Two convex bodies have queries of their own.
  block.isFromWorld ??= !areConvex(queryBody, reference);
  if (!block.isFromWorld) return null;
  const toA = d + (swapped ? WORLD_R_AT : WORLD_Q_AT);
  const toB = d + (swapped ? WORLD_Q_AT : WORLD_R_AT);
  for (let k = 0; k < POSE_SIZE; k++) {
    doubles[toA + k] = poseA[k];
    doubles[toB + k] = poseB[k];
  }
  if (asked !== null) doubles[d + ASKED_AT] = asked[0];
  const end = asked === null ? exports.firstContact(at, 1) : exports.within(at, 1);
  if (asked !== null) asked[0] = doubles[d + DISTANCE_AT];
  if (end !== FOUND) {
    const { pose, coordinateError } = w;
    for (let k = 0; k < POSE; k++) pose[k] = doubles[d + k];
    coordinateError[0] = doubles[d + COORDINATE_ERROR_AT];
    return end === DONE ? 'none' : null;
  }
  const { world, faces } = w.convexScratch;
  for (let k = 0; k < 6; k++) world[k] = doubles[d + WORLD_POINTS_AT + k];
  const i = at / 4;
  faces[0] = queryBody.tree.faces[ints[i + SLOT_Q_AT]];
  faces[1] = reference.tree.faces[ints[i + SLOT_R_AT]];
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

/** Writes the answer to `out`; `none` if one body may be inside the other. */
export function writeContact(w: Workspace, isFound: boolean, out: FirstContactResult): 'answered' | 'none' {
  const { interpretationA, interpretationB } = w;
  const maySurround = interpretationA === 'solid' || interpretationB === 'solid';
  if (!isFound && maySurround && !areAnchorsOutside(w)) return 'none';
  out.status = isFound ? 'intersecting' : 'separated';
  out.colliding = isFound;
  if (isFound) {
    const { world, faces } = w.convexScratch;
    out.writeWorldWitness(world, faces, w.swapped);
  } else out.clearWitness();
  // Neither body is round.
  out.interpretationA = interpretationA;
  out.interpretationB = interpretationB;
  if (out.error !== undefined) delete out.error;
  // To set a length takes long.
  if (out.pairs.length > 0) out.pairs.length = 0;
  out.pairCount = 0;
  if (out.segments !== undefined) delete out.segments;
  if (out.stats !== undefined) delete out.stats;
  return 'answered';
}
