// The triangle nearest to a point, by the kernels.

import type { Model } from '../model/model.ts';
import type { Kernel } from './kernel.ts';
import type { UploadedModel } from './uploaded-model.ts';

const SLOT_AT = 8;
const POINT_AT = 5;

/** Same as `Acceleration.findNearestPoint`, for an uploaded model. */
export function findNearestPoint(
  kernel: Kernel,
  model: Model,
  { blocks }: UploadedModel,
  point: Float64Array,
  limit: number,
  found: Float64Array,
): boolean {
  const at = kernel.exports.nearestPointAt();
  const { doubles, ints } = kernel;
  const first = at / 8 + POINT_AT;
  let size = 2 * model.frame.radius;
  for (let k = 0; k < 3; k++) {
    doubles[first + k] = point[k];
    size += Math.abs(point[k]);
  }
  if (kernel.exports.findNearest(blocks[0], blocks[1], blocks[2], blocks[3], limit, size) === 0) return false;
  if (ints[at / 4 + SLOT_AT] < 0) return false;
  for (let k = 0; k < 4; k++) found[k] = doubles[at / 8 + k];
  return true;
}
