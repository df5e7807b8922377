// The faces of a convex body as polygons in the memory of the kernels.

import type { KernelHull } from '../query/acceleration.ts';
import {
  HULL_CORNERS_AT,
  HULL_FACES_AT,
  HULL_NORMALS_AT,
  HULL_STARTS_AT,
  MOST_FACE_CORNERS,
  VERTEX,
} from './convex-layout.ts';
import type { Kernel } from './kernel.ts';

export interface UploadedHull {
  /** Where it starts. */
  readonly at: number;
  readonly blocks: readonly number[];
}

/** Writes the faces of a body; null if they do not fit, or one has too many corners. */
export function uploadHull(kernel: Kernel, hull: KernelHull): UploadedHull | null {
  const { faceCount, normals, starts, corners, mostCorners } = hull;
  if (mostCorners > MOST_FACE_CORNERS) return null;
  const rows = 2 * Math.ceil(faceCount / 2);
  const startsAt = 8 * (HULL_NORMALS_AT + 3 * rows);
  const cornersAt = startsAt + 4 * starts.length;
  const at = kernel.allocate(cornersAt + 4 * corners.length);
  if (at === null) return null;
  const { doubles, ints } = kernel;
  const i = at / 4;
  const d = at / 8 + HULL_NORMALS_AT;
  ints[i + HULL_FACES_AT] = faceCount;
  ints[i + HULL_STARTS_AT] = startsAt;
  ints[i + HULL_CORNERS_AT] = cornersAt;
  for (let k = 0; k < 3; k++) {
    // Where the last is alone, it is there twice.
    for (let f = 0; f < rows; f++) doubles[d + rows * k + f] = normals[3 * Math.min(f, faceCount - 1) + k];
  }
  ints.set(starts, i + startsAt / 4);
  for (let c = 0; c < corners.length; c++) ints[i + cornersAt / 4 + c] = VERTEX * corners[c];
  return { at, blocks: [at] };
}
