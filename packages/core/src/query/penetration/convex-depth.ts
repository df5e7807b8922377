// How deep are two convex bodies in each other, and which way is out?
//
// The depth is the length of the shortest translation after which no inner point is shared: of the cores by EPA, or by
// GJK where only the skins overlap, and the skins add to it. The bracket is proven for the bodies as they are; the
// translation is then tried in the world, where adding it to a position rounds, and lengthened until `collide` agrees.

import type { ConvexBody } from '../../convex/convex-body.ts';
import { epaDepth } from '../../convex/epa.ts';
import { ConvexResult, ConvexWorkspace, gjkDistance } from '../../convex/gjk.ts';
import { RoundBody } from '../../convex/round-body.ts';
import type { Model } from '../../model/model.ts';
import { directionToWorld, pointToWorld, RELATIVE_SCALE } from '../../scalar/pose.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerance.ts';
import { COLLIDE_DEFAULTS, CollideResult, collide } from '../collide/collide.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';
import type { PenetrationResult, SearchCertificate } from './penetration-result.ts';

/** How often a translation is lengthened: each time by twice as much, so that the last would be ten orders too long. */
const MOST_TRIES = 40;

const CERTIFICATE: SearchCertificate = { kind: 'convex' };

/** What one query works with. */
class Scratch {
  readonly work: ConvexWorkspace = new ConvexWorkspace();
  readonly found: ConvexResult = new ConvexResult();
  readonly roundA: RoundBody = new RoundBody();
  readonly roundB: RoundBody = new RoundBody();
  readonly normal: Float64Array = new Float64Array(3);
  readonly points: Float64Array = new Float64Array(6);
  readonly tried: CollideResult = new CollideResult();
  readonly triedPose = { position: new Float64Array(3), rotation: new Float64Array(4) };
  /** B's pose as it was read: the caller's may change its mind. */
  readonly poseB = { position: new Float64Array(3), rotation: new Float64Array(4) };
  /** [0]: what the way out is lengthened by at first; [1]: the accuracy wanted. */
  readonly pending: Float64Array = new Float64Array(2);
}

const scratchOf = perWorkspace(() => new Scratch());
/** Measures two convex bodies as prepared in `w`. What is left to be asked of `collide` is `settleConvex`'s. */
export function measureConvex(w: Workspace, a: Model, b: Model, accuracy: number, out: PenetrationResult): void {
  const { triedPose, poseB, pending } = scratchOf(w);
  measureDepth(w, a, b, accuracy, out);
  triedPose.rotation.set(w.poseA.subarray(3));
  triedPose.position.set(w.poseA.subarray(0, 3));
  poseB.rotation.set(w.poseB.subarray(3));
  poseB.position.set(w.poseB.subarray(0, 3));
  pending[0] = 2 * UNIT_ROUNDOFF * (worldSize(w) + out.upper);
  pending[1] = accuracy;
}

/** Completes what `measureConvex` began; `collide` takes a workspace of its own. */
export function settleConvex(w: Workspace, a: Model, b: Model, out: PenetrationResult): void {
  const { pending } = scratchOf(w);
  decide(w, a, b, out);
  out.certified = out.upper - out.lower <= pending[1];
  if (out.status === 'overlapping') moveOut(w, a, b, pending[0], out);
  out.certificate = out.lower > 0 ? CERTIFICATE : null;
  if (out.status !== 'separated' && !out.certified) out.status = 'iteration-limit';
}

/** Size of the numbers that positions are added up from. */
function worldSize({ poseA, poseB, scale, resting }: Workspace): number {
  let size = scale[0] * (resting?.frame.unit ?? 1);
  for (let k = 0; k < 3; k++) size += Math.abs(poseA[k]) + Math.abs(poseB[k]);
  return size;
}

/** The body of the model's core, ready to be asked. */
function coreBody(model: Model, round: RoundBody): ConvexBody {
  const mesh = model.convexBody();
  if (mesh !== null) return mesh;
  if (model.round !== null) round.set(model.round);
  return round;
}

/** Writes the bracket of the depth and the way out to `out`, whose status is what follows from these. */
function measureDepth(w: Workspace, a: Model, b: Model, accuracy: number, out: PenetrationResult): void {
  const { work, found, roundA, roundB, normal, points } = scratchOf(w);
  const moving = w.swapped ? b : a;
  const resting = w.swapped ? a : b;
  const { unit, centre } = resting.frame;
  const skinMoving = (moving.round?.skin ?? 0) * w.pose[RELATIVE_SCALE];
  const skinResting = resting.round?.skin ?? 0;
  const skins = skinMoving + skinResting;
  const rounding = 4 * UNIT_ROUNDOFF * w.scale[0];
  found.featureSize = 0;
  gjkDistance(work, coreBody(moving, roundA), coreBody(resting, roundB), w.pose, found);
  let lower = skins - found.upper;
  let upper = skins - found.lower;
  // Without a plane between them, a search that gave up leaves open how deep they are.
  if (found.status === 'iteration-limit' && found.lower === 0) upper = skins + w.scale[0];
  let { iterations } = found;
  const isApart = found.status === 'separated' || found.status === 'iteration-limit';
  if (!isApart) {
    found.featureSize = 0;
    // Polytopes are done all at once, so nothing is gained by stopping early.
    const isRound = moving.round !== null || resting.round !== null;
    const enough = isRound ? accuracy / unit : 0;
    epaDepth(work, coreBody(moving, roundA), coreBody(resting, roundB), w.pose, found, enough);
    // Bodies that are nowhere proven to overlap may be as far apart as GJK said.
    if (found.lower > 0) lower = skins + found.lower;
    upper = skins + found.upper;
    iterations += found.iterations;
  }
  const sign = w.swapped ? -1 : 1;
  for (let k = 0; k < 3; k++) {
    normal[k] = sign * found.normal[k];
    points[k] = found.points[k] + skinMoving * found.normal[k];
    points[3 + k] = found.points[3 + k] - skinResting * found.normal[k];
  }
  const way = out.takeWay();
  const restingPose = w.swapped ? w.poseA : w.poseB;
  directionToWorld(restingPose, normal, way.normal);
  pointToWorld(restingPose, centre, unit, points, w.swapped ? 3 : 0, way.pointA, 0);
  pointToWorld(restingPose, centre, unit, points, w.swapped ? 0 : 3, way.pointB, 0);
  out.iterations = iterations;
  out.lower = skins === 0 && isApart ? 0 : Math.max(0, lower - rounding) * unit;
  out.upper = Math.max(0, upper + rounding) * unit;
  out.status = out.lower > 0 ? 'overlapping' : upper + rounding < 0 ? 'separated' : 'touching';
}

/** Settles what the bracket leaves open by `collide`, which for meshes is exact. */
function decide(w: Workspace, a: Model, b: Model, out: PenetrationResult): void {
  const { tried, triedPose, poseB } = scratchOf(w);
  if (out.status === 'touching') {
    const { status } = collide(a, triedPose, b, poseB, COLLIDE_DEFAULTS, tried);
    if (status === 'separated') out.status = 'separated';
    else if (status !== 'touching') out.status = 'overlapping';
  }
  out.translation.fill(0);
  const [nx, ny, nz] = out.local[0].normal;
  out.setNormal(nx, ny, nz);
  if (out.status !== 'overlapping') {
    out.lower = 0;
    out.local.pop();
    // That meshes touch is exact; round shapes may touch to rounding.
    if (out.status === 'separated' || (a.round === null && b.round === null)) out.upper = 0;
    if (out.status === 'separated') out.normal = null;
  } else out.local[0].depth = out.upper;
  out.depth = out.upper;
}

/** Lengthens the way out, from `upper` on, until moving A along it parts the bodies. */
function moveOut(w: Workspace, a: Model, b: Model, step: number, out: PenetrationResult): void {
  const { tried, triedPose, poseB } = scratchOf(w);
  const way = out.local[0].normal;
  const [x, y, z] = triedPose.position;
  let length = out.upper;
  for (let tries = 0, more = step; tries < MOST_TRIES; tries++, more *= 2) {
    for (let k = 0; k < 3; k++) out.translation[k] = -length * way[k];
    triedPose.position[0] = x + out.translation[0];
    triedPose.position[1] = y + out.translation[1];
    triedPose.position[2] = z + out.translation[2];
    const { status } = collide(a, triedPose, b, poseB, COLLIDE_DEFAULTS, tried);
    if (status === 'separated' || status === 'touching') return;
    length += more;
  }
  out.status = 'iteration-limit';
}
