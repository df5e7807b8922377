// The distance of two convex meshes: GJK on the whole bodies.

import type { Model } from '../../model/model.ts';
import type { Pose } from '../../scalar/pose.ts';
import { LEAST_DOUBLE } from '../../scalar/tolerances.ts';
import { type ConvexGap, installed } from '../acceleration.ts';
import { faceOfQuery, faceOfReference, gapOf, isConvexApart } from '../convex/convex-pair.ts';
import type { Workspace } from '../workspace.ts';
import type { DistanceRequest, DistanceResult } from './distance.ts';

/**
 * The same from the poses in the world, by the kernels that are installed, before anything else is derived of the poses. False where they do
 * not decide. maxDistance[0] is that of the options; the budget allows GJK.
 */
export function distanceByKernels(
  w: Workspace,
  maxDistance: Float64Array,
  out: DistanceResult,
  gap: ConvexGap | null = null,
): boolean {
  if (installed.kernels === null || w.queryBody.isRefitted || w.reference.isRefitted) return false;
  const { unit } = w.reference.frame;
  const { enough, own, world, faces } = w.convexScratch;
  enough[0] = maxDistance[0] / unit;
  if (gap?.isFound === true) gap.copyTo(w.convexScratch);
  else if (!installed.kernels.nearestConvex(w)) return false;
  if (out.error !== undefined) delete out.error;
  out.lower = Math.max(0, own.lower * unit - LEAST_DOUBLE);
  if (own.lower > enough[0]) writeBeyond(out);
  else {
    out.status = 'separated';
    out.upper = own.upper * unit + LEAST_DOUBLE;
    out.surfaceDistance = out.upper;
    if (Math.min(faces[0], faces[1]) < 0) findFaces(w);
    out.writeWorldWitness(world, faces, w.swapped);
    out.writeWorldNormal(world);
  }
  return true;
}

/** The gap of two models, if both are convex and not refitted; their poses have been read then. */
export function gapByKernels(a: Model, poseA: Pose, b: Model, poseB: Pose): ConvexGap | null {
  if (installed.kernels === null || a.isRefitted || b.isRefitted) return null;
  return installed.kernels.convexGap(a, poseA, b, poseB);
}

/** The faces that hold the points, where no face has all vertices of a feature. */
function findFaces(w: Workspace): void {
  const { own, faces } = w.convexScratch;
  w.relateBodies();
  faces[0] = w.queryBody.tree.faces[faceOfQuery(w, own)];
  faces[1] = w.reference.tree.faces[faceOfReference(w, own)];
}

function writeBeyond(out: DistanceResult): void {
  out.status = 'beyond';
  out.upper = Infinity;
  out.surfaceDistance = Infinity;
  out.clearWitness();
  out.normal = null;
}

/**
 * Writes the distance of the bodies posed in `w` to `out` and returns true, if they are convex and proven apart. The status is
 * `beyond` if the distance exceeds `maxDistance`.
 */
export function distanceConvexConvex(
  w: Workspace,
  { maxDistance, memory: kept }: DistanceRequest,
  out: DistanceResult,
): boolean {
  const unit = w.unit[0];
  const { enough } = w.convexScratch;
  const memory = kept === null ? null : kept.convex;
  enough[0] = maxDistance[0] / unit;
  if (!isConvexApart(w, memory)) return false;
  const found = gapOf(w, memory);
  out.lower = Math.max(0, found.lower * unit - LEAST_DOUBLE);
  if (found.lower > enough[0]) writeBeyond(out);
  else {
    out.status = 'separated';
    out.upper = found.upper * unit + LEAST_DOUBLE;
    out.writeWitness(w, found.points, faceOfQuery(w, found), faceOfReference(w, found));
    out.writeNormal(w, found.points);
    out.surfaceDistance = out.upper;
  }
  return true;
}
