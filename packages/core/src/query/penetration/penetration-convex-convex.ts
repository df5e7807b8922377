// How deep are two convex bodies in each other, and which translation separates them?
//
// The depth is the length of the shortest translation after which no inner point is shared: that of the cores by EPA, or by GJK
// where only the skins overlap, plus the skins. The bracket is proven for the bodies as given. The translation is then tested in
// the world, where adding it to a position rounds: a separate proof has to show that the plane orthogonal to it separates the moved
// bodies. If that fails, the translation is lengthened until `collide` reports no overlap.

import type { ConvexBody } from '../../convex/convex-body.ts';
import { epaDepth } from '../../convex/epa.ts';
import { gapAlong, gjkDistance } from '../../convex/gjk.ts';
import type { RoundBody } from '../../convex/round-body.ts';
import type { Model } from '../../model/model.ts';
import { reachOf } from '../../model/model-frame.ts';
import { convexBodyOf } from '../../patches/convex-model.ts';
import { directionToWorld, type Pose, pointToWorld, RELATIVE_SCALE } from '../../scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { installed } from '../acceleration.ts';
import { collideAny } from '../collide/collide-round-mesh.ts';
import { isRound, type PosedPair } from '../posed-pair.ts';
import { roundScratchOf } from '../round-scratch.ts';
import type { Workspace } from '../workspace.ts';
import { centreFlush } from './flush-contact.ts';
import type { PenetrationResult, SearchCertificate } from './penetration-result.ts';
import { TUNING } from './tuning.ts';

const { MOST_TRIES } = TUNING.round;

/** Error that adding two skins contributes to a depth, in units of S. */
const SKIN_ROUNDING: number = 4 * UNIT_ROUNDOFF;

/**
 * How much longer than `upper` the separating translation is, in units of S: the proof by a plane deducts the error of a reach
 * twice, before and after the motion, and the displacement is rounded in between.
 */
const TRANSLATION_ROUNDING: number = 64 * UNIT_ROUNDOFF;

const CERTIFICATE: SearchCertificate = { kind: 'convex' };

/**
 * Measures two convex bodies as posed in `w`, and finds the separating translation where a plane proves it. True if that decides
 * everything; otherwise `settleConvex` completes it with `collide`.
 */
export function measureConvex(w: Workspace, accuracy: number, out: PenetrationResult): boolean {
  const { a, b } = w;
  measureDepth(w, accuracy, out);
  if (out.status === 'touching') return false;
  conclude(a, b, accuracy, out);
  return out.status === 'separated' || isSeparatedByPlane(w, out);
}

/** Completes what `measureConvex` did not decide, once the workspace is free: `poseA` are A's seven numbers. */
export function settleConvex(
  a: Model,
  poseA: Float64Array,
  b: Model,
  poseB: Pose,
  accuracy: number,
  out: PenetrationResult,
): void {
  if (out.status === 'touching') {
    const { status } = collideAny(a, { position: poseA.subarray(0, 3), rotation: poseA.subarray(3) }, b, poseB);
    if (status === 'separated') out.status = 'separated';
    else if (status !== 'touching') out.status = 'overlapping';
    conclude(a, b, accuracy, out);
  }
  if (out.local.length > 0) moveOut(a, poseA, b, poseB, out);
}

/** The core of the model as a convex body, ready for queries. */
function coreBody(model: Model, round: RoundBody): ConvexBody {
  const mesh = convexBodyOf(model);
  if (mesh !== null) return mesh;
  if (model.round !== null) round.set(model.round);
  return round;
}

/** Sum of the skins of both bodies, in the reference unit. */
function skinsOf({ queryBody, reference, pose }: PosedPair): number {
  const skin = queryBody.round === null ? 0 : queryBody.round.skin * pose[RELATIVE_SCALE];
  return reference.round === null ? skin : skin + reference.round.skin;
}

/**
 * Writes the bracket of the depth and the separating translation to `out`. Its status follows from these: `touching` where they do
 * not decide.
 */
function measureDepth(w: Workspace, accuracy: number, out: PenetrationResult): void {
  const { queryBody, reference } = w;
  const { unit, centre } = reference.frame;
  const { work, own: found, point: normal } = w.convexScratch;
  const round = roundScratchOf(w);
  const skins = skinsOf(w);
  const rounding = skins > 0 ? SKIN_ROUNDING * w.scale[0] : 0;
  out.iterations = 0;
  out.lower = 0;
  out.upper = 0;
  found.featureSize = 0;
  let isDeep = true;
  if (skins > 0) {
    gjkDistance(work, coreBody(queryBody, round.roundQ), coreBody(reference, round.roundR), w.pose, found);
    out.iterations = found.iterations;
    isDeep = found.status === 'overlapping' || found.status === 'touching';
    out.lower = skins - found.upper;
    out.upper = skins - found.lower;
  }
  if (isDeep) {
    found.featureSize = 0;
    // Polytopes are computed in one pass, so stopping early saves nothing.
    const enough = isRound(w) ? accuracy / unit - 3 * rounding : 0;
    if (isRound(w) || installed.kernels?.convexDepth(w) !== true) {
      epaDepth(work, coreBody(queryBody, round.roundQ), coreBody(reference, round.roundR), w.pose, found, enough);
    }
    out.iterations += found.iterations;
    // Bodies without a proven overlap may be as far apart as the bound of GJK.
    if (found.lower > 0) out.lower = skins + found.lower;
    out.upper = skins + found.upper;
  }
  const isApart = found.status === 'separated' && (skins === 0 || out.upper + rounding < 0);
  // Without a separating plane, a search that gave up does not bound the depth.
  if (found.status === 'iteration-limit' && !(found.upper > 0)) out.upper = skins + w.scale[0];
  out.lower = Math.max(0, out.lower - rounding) * unit;
  out.upper = Math.max(0, out.upper + rounding) * unit;
  out.status = out.lower > 0 ? 'overlapping' : isApart ? 'separated' : 'touching';

  const { points } = found;
  const hullQuery = convexBodyOf(queryBody);
  const hullReference = convexBodyOf(reference);
  if (hullQuery !== null && hullReference !== null && out.status === 'overlapping') {
    centreFlush(hullQuery, hullReference, w.pose, w.scale[0], found.normal, points, normal);
  }
  const skinQuery = queryBody.round === null ? 0 : queryBody.round.skin * w.pose[RELATIVE_SCALE];
  const skinReference = skins - skinQuery;
  const sign = w.swapped ? -1 : 1;
  for (let k = 0; k < 3; k++) {
    normal[k] = sign * found.normal[k];
    points[k] += skinQuery * found.normal[k];
    points[3 + k] -= skinReference * found.normal[k];
  }
  const whole = out.takeTranslation();
  const poseR = w.referencePose;
  directionToWorld(poseR, normal, whole.normal);
  pointToWorld(poseR, centre, unit, points, w.swapped ? 3 : 0, whole.pointA, 0);
  pointToWorld(poseR, centre, unit, points, w.swapped ? 0 : 3, whole.pointB, 0);
}

/** Completes the bracket and the normal for the final status. */
function conclude(a: Model, b: Model, accuracy: number, out: PenetrationResult): void {
  out.translation[0] = 0;
  out.translation[1] = 0;
  out.translation[2] = 0;
  const whole = out.takeTranslation();
  out.setNormal(whole.normal[0], whole.normal[1], whole.normal[2]);
  if (out.status !== 'overlapping') {
    out.lower = 0;
    out.local.pop();
    // For meshes, touching is exact; round shapes may touch to rounding.
    if (out.status === 'separated' || (a.round === null && b.round === null)) out.upper = 0;
    if (out.status === 'separated') out.normal = null;
  } else whole.depth = out.upper;
  out.depth = out.upper;
  out.certified = out.upper - out.lower <= accuracy;
  out.certificate = out.lower > 0 ? CERTIFICATE : null;
  if (out.status !== 'separated' && !out.certified) out.status = 'iteration-limit';
}

/**
 * Moves A out and tests whether the plane orthogonal to the translation provably separates the bodies. If not, `w` does not change.
 */
function isSeparatedByPlane(w: Workspace, out: PenetrationResult): boolean {
  const { queryBody, reference, poseA, poseB } = w;
  const { work, own, point } = w.convexScratch;
  const round = roundScratchOf(w);
  const { normal } = out.local[0];
  const size = w.scale[0] * w.unit[0];
  const far = Math.abs(poseA[0]) + Math.abs(poseA[1]) + Math.abs(poseA[2]) + Math.abs(poseB[0]) + Math.abs(poseB[1]);
  const length = out.upper + TRANSLATION_ROUNDING * size + 4 * UNIT_ROUNDOFF * (far + Math.abs(poseB[2]) + out.upper);
  for (let k = 0; k < 3; k++) {
    point[k] = poseA[k];
    out.translation[k] = -length * normal[k];
    poseA[k] += out.translation[k];
  }
  if (!isRound(w) && installed.kernels?.separatesConvex(w) === true) return true;
  if (w.relate()) {
    const bodyQ = coreBody(queryBody, round.roundQ);
    const gap = gapAlong(work, bodyQ, coreBody(reference, round.roundR), w.pose, own.normal);
    if (gap - skinsOf(w) - SKIN_ROUNDING * w.scale[0] > 0) return true;
  }
  for (let k = 0; k < 3; k++) poseA[k] = point[k];
  w.relate();
  return false;
}

/** Lengthens the separating translation, from `upper` on, until it separates the bodies. */
function moveOut(a: Model, poseA: Float64Array, b: Model, poseB: Pose, out: PenetrationResult): void {
  const { normal } = out.local[0];
  const position = new Float64Array(3);
  const tried = { position, rotation: poseA.subarray(3) };
  let length = out.upper;
  let more =
    4 *
    UNIT_ROUNDOFF *
    (length + reachOf(a.frame) + reachOf(b.frame) + Math.abs(poseA[0]) + Math.abs(poseA[1]) + Math.abs(poseA[2]));
  for (let tries = 0; tries < MOST_TRIES; tries++, more *= 2) {
    for (let k = 0; k < 3; k++) {
      out.translation[k] = -length * normal[k];
      position[k] = poseA[k] + out.translation[k];
    }
    const { status } = collideAny(a, tried, b, poseB);
    if (status === 'separated' || status === 'touching') return;
    length += more;
  }
  out.status = 'iteration-limit';
}
