// How deep a round shape is in a body that is not convex: no deeper than a mesh around the shape, and at least as deep as one inside it
// (round-polytopes.ts). The separating translations of both are made as long as they have to be for the shape itself, which `collide` says.

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

/** Two bodies, one of them round, and what is asked of them. */
export interface RoundQuestion {
  readonly a: Model;
  readonly poseA: ReadPose;
  readonly b: Model;
  readonly poseB: ReadPose;
  readonly solid: SolidOption;
  readonly signal: AbortSignalLike | undefined;
  /** Whether the one that is a mesh is interpreted as a solid; of a surface nothing is claimed from below. */
  readonly isSolid: boolean;
  /** The accuracy asked for, less than 0 if none was, and that which counts as certified. */
  readonly wanted: number;
  readonly accuracy: number;
}

/** `penetration` of two meshes in the poses of the question, to an accuracy if that is 0 or more; handed in, since it is what asks. */
export type AskDepth = (a: Model, b: Model, accuracy: number, out: PenetrationResult) => PenetrationResult;

export function roundDepth(question: RoundQuestion, ask: AskDepth, out: PenetrationResult): void {
  const { a, poseA, b, poseB, isSolid, wanted, accuracy } = question;
  const status = statusAt(question, poseA.position);
  let lower = 0;
  let length = Infinity;
  let isSearched = true;
  for (let level = 0; level <= FINEST_LEVEL; level++) {
    const ofA = roundPolytopes(a, level);
    const ofB = roundPolytopes(b, level);
    // What the meshes leave open, no search of them closes.
    const beneath = (ofA === null ? 0 : ofA.beneath) + (ofB === null ? 0 : ofB.beneath);
    const asked = wanted < 0 ? wanted : SEARCH_PART * Math.max(wanted, beneath);
    const outer = level === 0 ? out : new PenetrationResult();
    ask(ofA === null ? a : ofA.outer, ofB === null ? b : ofB.outer, asked, outer);
    if (status === 'separated' || status === 'touching') {
      leave(status, out);
      return;
    }
    const inner = new PenetrationResult();
    ask(ofA === null ? a : ofA.inner, ofB === null ? b : ofB.inner, asked, inner);
    if (isSolid) lower = Math.max(lower, inner.lower);
    out.iterations += inner.iterations + (outer === out ? 0 : outer.iterations);
    for (const found of [outer, inner]) {
      const part = partThatFrees(question, found.translation, lower, length);
      if (!(part * lengthOf(...found.translation) < length)) continue;
      takeTranslation(question, found, part, out);
      length = lengthOf(...out.translation);
    }
    // Finer meshes help where these, and not the searches, left the bracket open.
    isSearched = outer.status !== 'iteration-limit' && inner.status !== 'iteration-limit';
    if (!isSolid || wanted < 0 || !isSearched || out.upper - lower <= accuracy) break;
  }
  out.lower = Math.min(lower, out.upper);
  out.depth = out.upper;
  out.certified = out.upper - out.lower <= accuracy;
  out.certificate = out.lower > 0 ? { kind: 'round', accuracy: wanted < 0 ? null : wanted } : null;
  for (const region of out.local) {
    // No region is deeper than the whole, and its points are those of the shape.
    region.depth = Math.min(region.depth, out.upper);
    if (a.round !== null) bringToSurface(a, poseA, region.pointA);
    if (b.round !== null) bringToSurface(b, poseB, region.pointB);
  }
  const isAnswered = out.certified || (isSearched && !(isSolid && wanted >= 0));
  out.status = length < Infinity && isAnswered ? 'overlapping' : 'iteration-limit';
}

/** The shape itself is free, whatever the mesh around it is. */
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

function statusAt({ a, poseA, b, poseB, solid, signal }: RoundQuestion, position: Float64Array): CollideStatus {
  return collideAny(a, { position, rotation: poseA.rotation }, b, poseB, { solid, signal }).status;
}

/**
 * The least part of a translation, to rounding and down to the length `least`, that leaves the shape free; Infinity where none of those tried does, or where
 * it is longer than `most`.
 */
function partThatFrees(
  question: RoundQuestion,
  separation: readonly [number, number, number],
  least: number,
  most: number,
): number {
  const from = question.poseA.position;
  const position = new Float64Array(3);
  const length = lengthOf(...separation);
  if (!(length > 0 && length < Infinity)) return Infinity;
  const isFree = (part: number): boolean => {
    for (let k = 0; k < 3; k++) position[k] = from[k] + part * separation[k];
    const status = statusAt(question, position);
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

/** Makes that part of a separating translation that was found the result's. */
function takeTranslation(
  { a, poseA, b }: RoundQuestion,
  from: PenetrationResult,
  part: number,
  out: PenetrationResult,
): void {
  for (let k = 0; k < 3; k++) out.translation[k] = part * from.translation[k];
  const [tx, ty, tz] = out.translation;
  const length = lengthOf(tx, ty, tz);
  const [x, y, z] = poseA.position;
  // What rounds when a position is moved, and what `collide` may overlook of a round shape.
  const rounding =
    4 * (Math.abs(x) + Math.abs(y) + Math.abs(z)) + 8 * length + 64 * (reachOf(a.frame) + reachOf(b.frame));
  out.upper = length + UNIT_ROUNDOFF * rounding;
  out.setNormal(-tx / length, -ty / length, -tz / length);
  if (from !== out) out.local.splice(0, Infinity, ...from.local);
}

/** Moves a point of a mesh beside a round shape to that. */
function bringToSurface(model: Model, pose: ReadPose, point: [number, number, number]): void {
  const nearest = closestPoint(model, pose, point).point;
  if (nearest !== null) for (let k = 0; k < 3; k++) point[k] = nearest[k];
}
