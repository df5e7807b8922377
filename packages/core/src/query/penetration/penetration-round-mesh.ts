// The depth of a round shape in a body that is not convex: at most that of a mesh around the shape, and at least that of a mesh
// inside it (round-polytopes.ts). `collide` determines how long the separating translations of both have to be for the shape
// itself.

import type { Model } from '../../model/model.ts';
import { reachOf } from '../../model/model-frame.ts';
import type { SolidOption } from '../../model/solid.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { lengthOf } from '../../scalar/vector.ts';
import type { AbortSignalLike } from '../budget.ts';
import type { CollideStatus } from '../collide/collide.ts';
import { collideAny } from '../collide/collide-round-mesh.ts';
import { closestPoint } from '../point/closest-point.ts';
import { PenetrationResult } from './penetration-result.ts';
import { roundPolytopes } from './round-polytopes.ts';
import { TUNING } from './tuning.ts';

const { FINEST_LEVEL, LEAST_MORE, MOST_MORE, HALVINGS, SEARCH_PART } = TUNING.round;

/** A pose read once. */
interface ReadPose {
  readonly position: Float64Array;
  readonly rotation: Float64Array;
}

/** Two bodies, one of them round, and the parameters of the query. */
export interface RoundRequest {
  readonly a: Model;
  readonly poseA: ReadPose;
  readonly b: Model;
  readonly poseB: ReadPose;
  readonly solid: SolidOption;
  readonly signal: AbortSignalLike | undefined;
  /** Whether the mesh is interpreted as a solid; a surface has no lower bound. */
  readonly isSolid: boolean;
  /** The requested accuracy, negative if none, and the accuracy that counts as certified. */
  readonly wanted: number;
  readonly accuracy: number;
}

/**
 * `penetration` of two meshes in the poses of the query, to an accuracy if that is 0 or more; passed in, since it is also the
 * caller.
 */
export type DepthFunction = (a: Model, b: Model, accuracy: number, out: PenetrationResult) => PenetrationResult;

export function roundDepth(request: RoundRequest, depthOf: DepthFunction, out: PenetrationResult): void {
  const { a, poseA, b, poseB, isSolid, wanted, accuracy } = request;
  const status = statusAt(request, poseA.position);
  let lower = 0;
  let length = Infinity;
  let isSearched = true;
  for (let level = 0; level <= FINEST_LEVEL; level++) {
    const ofA = roundPolytopes(a, level);
    const ofB = roundPolytopes(b, level);
    // A search of the meshes cannot be more accurate than the meshes themselves.
    const beneath = (ofA === null ? 0 : ofA.beneath) + (ofB === null ? 0 : ofB.beneath);
    const requested = wanted < 0 ? wanted : SEARCH_PART * Math.max(wanted, beneath);
    const outer = level === 0 ? out : new PenetrationResult();
    depthOf(ofA === null ? a : ofA.outer, ofB === null ? b : ofB.outer, requested, outer);
    if (status === 'separated' || status === 'touching') {
      leave(status, out);
      return;
    }
    const inner = new PenetrationResult();
    depthOf(ofA === null ? a : ofA.inner, ofB === null ? b : ofB.inner, requested, inner);
    if (isSolid) lower = Math.max(lower, inner.lower);
    out.iterations += inner.iterations + (outer === out ? 0 : outer.iterations);
    for (const found of [outer, inner]) {
      const part = freeingPart(request, found.translation, lower, length);
      if (!(part * lengthOf(...found.translation) < length)) continue;
      takeTranslation(request, found, part, out);
      length = lengthOf(...out.translation);
    }
    // Finer meshes help if the meshes, and not the searches, limit the bracket.
    isSearched = outer.status !== 'iteration-limit' && inner.status !== 'iteration-limit';
    if (!isSolid || wanted < 0 || !isSearched || out.upper - lower <= accuracy) break;
  }
  out.lower = Math.min(lower, out.upper);
  out.depth = out.upper;
  out.certified = out.upper - out.lower <= accuracy;
  out.certificate = out.lower > 0 ? { kind: 'round', accuracy: wanted < 0 ? null : wanted } : null;
  for (const region of out.local) {
    // No region is deeper than the whole; its points are on the shape.
    region.depth = Math.min(region.depth, out.upper);
    if (a.round !== null) bringToSurface(a, poseA, region.pointA);
    if (b.round !== null) bringToSurface(b, poseB, region.pointB);
  }
  const isAnswered = out.certified || (isSearched && !(isSolid && wanted >= 0));
  out.status = length < Infinity && isAnswered ? 'overlapping' : 'iteration-limit';
}

/** The shape itself is free, even if the mesh around it is not. */
function leave(status: 'separated' | 'touching', out: PenetrationResult): void {
  out.status = status;
  out.depth = 0;
  out.lower = 0;
  out.upper = 0;
  out.translation.fill(0);
  out.certified = true;
  out.certificate = null;
  out.local.length = 0;
  if (status === 'separated') out.normal = null;
}

function statusAt({ a, poseA, b, poseB, solid, signal }: RoundRequest, position: Float64Array): CollideStatus {
  return collideAny(a, { position, rotation: poseA.rotation }, b, poseB, { solid, signal }).status;
}

/**
 * The smallest part of a translation, to rounding and down to the length `least`, that leaves the shape free; Infinity if none of
 * the tested parts does, or if it is longer than `most`.
 */
function freeingPart(
  request: RoundRequest,
  separation: readonly [number, number, number],
  least: number,
  most: number,
): number {
  const from = request.poseA.position;
  const position = new Float64Array(3);
  const length = lengthOf(...separation);
  if (!(length > 0 && length < Infinity)) return Infinity;
  const isFree = (part: number): boolean => {
    for (let k = 0; k < 3; k++) position[k] = from[k] + part * separation[k];
    const status = statusAt(request, position);
    return status === 'separated' || status === 'touching';
  };
  let blocked = Math.min(1, least / length);
  let free = 1;
  for (let more = LEAST_MORE; !isFree(free); more *= 2) {
    if (more > MOST_MORE || free * length >= most) return Infinity;
    blocked = free;
    free = 1 + more;
  }
  for (let k = 0; k < HALVINGS && free - blocked > 2 * UNIT_ROUNDOFF; k++) {
    const part = (blocked + free) / 2;
    if (isFree(part)) free = part;
    else blocked = part;
  }
  return free;
}

/** Makes that part of a separating translation the result. */
function takeTranslation(
  { a, poseA, b }: RoundRequest,
  from: PenetrationResult,
  part: number,
  out: PenetrationResult,
): void {
  for (let k = 0; k < 3; k++) out.translation[k] = part * from.translation[k];
  const [tx, ty, tz] = out.translation;
  const length = lengthOf(tx, ty, tz);
  const [x, y, z] = poseA.position;
  // The rounding of a moved position, and the error of `collide` for a round shape.
  const rounding =
    4 * (Math.abs(x) + Math.abs(y) + Math.abs(z)) + 8 * length + 64 * (reachOf(a.frame) + reachOf(b.frame));
  out.upper = length + UNIT_ROUNDOFF * rounding;
  out.setNormal(-tx / length, -ty / length, -tz / length);
  if (from !== out) out.local.splice(0, Infinity, ...from.local);
}

/** Moves a point of a mesh beside a round shape onto the shape. */
function bringToSurface(model: Model, pose: ReadPose, point: [number, number, number]): void {
  const nearest = closestPoint(model, pose, point).point;
  if (nearest !== null) for (let k = 0; k < 3; k++) point[k] = nearest[k];
}
