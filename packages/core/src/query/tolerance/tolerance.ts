// Are two bodies within a given distance of each other? Much cheaper than the distance itself: the search goes straight
// for any pair near enough, and two corners passed on the way down settle it without a look at the other triangles.

import { DISC, DISC_RADIUS, discVolume } from '../../bounds/disc.ts';
import type { VolumeKind } from '../../bounds/volume.ts';
import { openNodes } from '../../bvh/open-nodes.ts';
import { FIRST_CHILD, FIRST_TRIANGLE, LINKS, triangleCount } from '../../bvh/tree.ts';
import { NearmissError } from '../../error.ts';
import type { Model } from '../../model/model.ts';
import { type Reading, resolveReading } from '../../model/solid.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import { type Pose, RELATIVE_SCALE } from '../../scalar/pose.ts';
import {
  BOUND_ROUNDING,
  DISTANCE_OVERSHOOT,
  DISTANCE_UNDERSHOOT,
  LARGEST_LENGTH,
  LEAST_DOUBLE,
} from '../../scalar/tolerance.ts';
import { writeCommonPoint } from '../collide/collide.ts';
import { containment } from '../collide/containment.ts';
import type { ConvexMemory } from '../convex-scratch.ts';
import { apartByCores, coresAfter, coresAgain } from '../core-bound.ts';
import { searchLeafPair } from '../distance/leaf-pair.ts';
import { moveVolumeOf } from '../moved-volumes.ts';
import { pushNearChildren } from '../near-children.ts';
import { openedNodes } from '../opened-nodes.ts';
import {
  badAmount,
  isAmount,
  PAIR_KEYS,
  type PairOptions,
  requireFlag,
  requireOptions,
  requireSolid,
  requireVolume,
} from '../options.ts';
import { type NoWitness, PairResult } from '../result.ts';
import { meetRound, RoundMeeting } from '../round/meet.ts';
import { roundSearchOf } from '../round/search.ts';
import { isRound, roundReading } from '../round-reading.ts';
import { readStats } from '../stats.ts';
import { borrowWorkspace, perWorkspace, returnWorkspace, VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { toleranceConvex } from './tolerance-convex.ts';

export interface ToleranceOptions extends PairOptions {
  /** The distance in question, in model units. */
  readonly tolerance: number;
}

const TOLERANCE_KEYS: KnownKeys<ToleranceOptions> = { ...PAIR_KEYS, tolerance: true };

/** `iteration-limit`: the budget ended before it was decided. */
export type ToleranceStatus = 'within' | 'beyond' | 'iteration-limit';

export class ToleranceResult extends PairResult {
  status: ToleranceStatus = 'beyond';
  /** Whether the distance is at most the tolerance; null if the budget ended before that was known. */
  within: boolean | null = false;
  /** The exact distance is at least this. */
  lower = 0;
  /** The exact distance is at most this; with `within`, the distance of the witness points. */
  upper: number = Infinity;
}

/** A `ToleranceResult` by cases of its status, which decides `within` and which fields are null. */
export type ToleranceAnswer = ToleranceResult &
  (
    | { status: 'within'; within: true }
    | ({ status: 'beyond'; within: false } & NoWitness)
    | ({ status: 'iteration-limit'; within: null } & NoWitness)
  );

/** What a `Pair` remembers of its last tolerance query: leaves that were near enough, or −1, and features of convex bodies. */
export interface ToleranceMemory {
  leafMoving: number;
  leafResting: number;
  readonly convex: ConvexMemory;
}

/**
 * Whether two bodies are at most `options.tolerance` apart. Distances that differ from it by no more than rounding may
 * be answered either way; `lower` and `upper` hold in any case.
 */
export function tolerance(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: ToleranceOptions,
  out: ToleranceResult = new ToleranceResult(),
): ToleranceAnswer {
  return toleranceFrom(a, poseA, b, poseB, options, out, null) as ToleranceAnswer;
}

/** `tolerance`, starting from what the last query of the same pair found. */
export function toleranceFrom(
  a: Model,
  poseA: Pose,
  b: Model,
  poseB: Pose,
  options: ToleranceOptions,
  out: ToleranceResult,
  memory: ToleranceMemory | null,
): ToleranceResult {
  requireOptions(options, TOLERANCE_KEYS);
  const wanted = options.tolerance;
  if (wanted === undefined) {
    throw new NearmissError('options/bad-value', 'A tolerance query needs options.tolerance, a distance.');
  }
  if (!isAmount(wanted) || wanted === Infinity) throw badAmount('tolerance', wanted, 0);
  const solid = requireSolid(options.solid);
  const stats = requireFlag('stats', options.stats);
  const volume = requireVolume(options.volume);
  if (!(out instanceof ToleranceResult)) {
    throw new NearmissError('options/bad-value', 'out must be a result of an earlier tolerance query.');
  }
  const w = borrowWorkspace();
  try {
    w.budget.start(options);
    w.place(a, poseA, b, poseB);
    const readingA = resolveReading(a.facts, solid, 'A');
    const readingB = resolveReading(b.facts, solid, 'B');
    const moving = w.swapped ? b : a;
    const resting = w.swapped ? a : b;
    const isAuto = options.volume === undefined;
    w.convexScratch.enough[0] = wanted;
    if (isAuto && toleranceConvex(w, moving, resting, memory === null ? null : memory.convex, out)) {
      out.readingA = roundReading(a, readingA);
      out.readingB = roundReading(b, readingB);
      out.report(stats ? readStats(w) : null);
      return out;
    }
    w.reserve(volume);
    const unit = w.unit[0];
    const { best } = w;
    const scale = w.scale[0];
    const limit = Math.min(wanted / unit, LARGEST_LENGTH);
    if (isRound(a, b)) {
      roundSearchOf(w).start(limit + DISTANCE_OVERSHOOT * scale, 0, limit);
      toleranceRound(w, a, readingA, b, readingB, volume, wanted, out);
      out.report(stats ? readStats(w) : null);
      return out;
    }
    // Rounded up, so that a pair exactly at the tolerance is not cut off.
    best.wanted[0] = limit + DISTANCE_OVERSHOOT * scale;
    best.wanted[1] = 0;
    best.start(w.touch);
    w.asked[0] = limit;
    const end = searchWithin(w, moving, resting, volume, memory);

    out.readingA = readingA;
    out.readingB = readingB;
    const found = best.placeMoving >= 0;
    const inside = !found && end === 'done' && containment(w, a, readingA, b, readingB) !== 'separated';
    if (best.contact) writeCommonPoint(w, out, best.placeMoving, best.placeResting);
    else if (found) out.writeWitness(w, best.points, best.placeMoving, best.placeResting);
    else out.clearWitness();
    out.status = found || inside ? 'within' : end === 'done' ? 'beyond' : 'iteration-limit';
    out.within = out.status === 'iteration-limit' ? null : out.status === 'within';
    out.lower = out.status === 'beyond' ? Math.max(0, (limit - BOUND_ROUNDING * scale) * unit - LEAST_DOUBLE) : 0;
    out.upper =
      found && !best.contact
        ? (best.distance[0] + DISTANCE_UNDERSHOOT * scale) * unit + LEAST_DOUBLE
        : inside || best.contact
          ? 0
          : Infinity;
    out.report(stats ? readStats(w) : null);
    return out;
  } finally {
    returnWorkspace(w);
  }
}

/** What one query works with. */
class Scratch {
  readonly meeting: RoundMeeting = new RoundMeeting();
  readonly point: Float64Array = new Float64Array(7);
  /** [0]: pairs proven this far apart need not be looked at. */
  readonly cut: Float64Array = new Float64Array(1);
  /** [0]: the same by volumes, whose bounds round by more. */
  readonly volumeCut: Float64Array = new Float64Array(1);
}

const scratchOf = perWorkspace(() => new Scratch());
/** The same where one of the bodies is round: it is face 0. */
function toleranceRound(
  w: Workspace,
  a: Model,
  readingA: Reading,
  b: Model,
  readingB: Reading,
  volume: VolumeKind,
  wanted: number,
  out: ToleranceResult,
): void {
  const { meeting } = scratchOf(w);
  const search = roundSearchOf(w);
  meetRound(w, a, readingA, b, readingB, volume, meeting);
  const { status, lower, upper, found } = meeting;
  out.readingA = roundReading(a, readingA);
  out.readingB = roundReading(b, readingB);
  const isApart = status === 'separated' || status === 'iteration-limit';
  // A distance within rounding of the tolerance counts as within, as everywhere.
  const isWithin = !isApart || upper <= wanted || (status === 'separated' && lower <= wanted);
  out.status = isWithin ? 'within' : status === 'iteration-limit' ? status : 'beyond';
  out.within = out.status === 'iteration-limit' ? null : isWithin;
  if (found && isWithin) out.writeWitness(w, search.points, search.placeMoving, search.placeResting);
  else out.clearWitness();
  out.lower = isApart ? lower : 0;
  out.upper = isApart || status === 'touching' ? upper : 0;
}

/** Depth first towards the nearest, until any pair is found within w.asked[0]; `best` then holds it. */
function searchWithin(
  w: Workspace,
  moving: Model,
  resting: Model,
  volume: VolumeKind,
  memory: ToleranceMemory | null,
): 'done' | 'out-of-budget' {
  const { cut, volumeCut } = scratchOf(w);
  const opened = openedNodes(w);
  const linksM = moving.tree.links;
  const linksR = resting.tree.links;
  const own = moving.volumes(volume);
  const volumesR = resting.volumes(volume);
  const { stack, best, budget, counters } = w;
  const ratio = w.pose[RELATIVE_SCALE];
  cut[0] = Math.max(w.asked[0], w.touch[0]) + DISTANCE_OVERSHOOT * w.scale[0];
  volumeCut[0] = cut[0] + w.boundRounding[0];
  if (memory !== null && memory.leafMoving >= 0) {
    moveVolumeOf(w, volume, own, memory.leafMoving);
    searchLeafPair(w, moving, memory.leafMoving, resting, memory.leafResting, volumesR, volume.stride, best);
    if (best.placeMoving >= 0) return 'done';
  }
  let top = 0;
  stack[top++] = 0;
  stack[top++] = 0;
  moveVolumeOf(w, volume, own, 0);
  let coresAt = coresAfter(w, moving, resting, counters[VOLUME_TESTS]);
  while (top > 0) {
    const nodeR = stack[--top];
    const nodeM = stack[--top];
    if (counters[VOLUME_TESTS] >= coresAt) {
      if (apartByCores(w, moving, nodeM, resting, nodeR, cut, false)) continue;
      coresAt = coresAgain(w, counters[VOLUME_TESTS]);
    }
    if (takeFirstCorners(w, moving, nodeM, resting, nodeR)) break;
    const childM = linksM[LINKS * nodeM + FIRST_CHILD];
    const childR = linksR[LINKS * nodeR + FIRST_CHILD];
    if (childM === 0 && childR === 0) {
      searchLeafPair(w, moving, nodeM, resting, nodeR, volumesR, volume.stride, best);
      if (best.placeMoving >= 0) break;
      continue;
    }
    if (counters[VOLUME_TESTS] >= budget.checkpoint[0] && !budget.mayGoOn(counters[VOLUME_TESTS] + 1)) {
      return 'out-of-budget';
    }
    const isLargerM =
      volume === discVolume
        ? own[DISC * nodeM + DISC_RADIUS] * ratio > volumesR[DISC * nodeR + DISC_RADIUS]
        : triangleCount(linksM, nodeM) >= triangleCount(linksR, nodeR);
    const openM = childR === 0 || (childM !== 0 && isLargerM);
    openNodes(opened, linksM, nodeM, openM, linksR, nodeR, !openM);
    top = pushNearChildren(w, volume, own, volumesR, opened, volumeCut, top);
  }
  if (memory !== null) {
    memory.leafMoving = best.leafMoving;
    memory.leafResting = best.leafResting;
  }
  return 'done';
}

/**
 * Takes the first corners below two nodes for witnesses if they happen to be near enough. On the way down to the nearest
 * pair they soon are, long before a bound of the volumes could show it.
 */
function takeFirstCorners(w: Workspace, moving: Model, nodeM: number, resting: Model, nodeR: number): boolean {
  const { point } = scratchOf(w);
  const { pose } = w;
  const scale = pose[RELATIVE_SCALE];
  const corners = moving.tree.triangles;
  const placeM = moving.tree.links[LINKS * nodeM + FIRST_TRIANGLE];
  const placeR = resting.tree.links[LINKS * nodeR + FIRST_TRIANGLE];
  const x = corners[9 * placeM] * scale;
  const y = corners[9 * placeM + 1] * scale;
  const z = corners[9 * placeM + 2] * scale;
  let sq = 0;
  for (let k = 0; k < 3; k++) {
    const m = pose[3 * k] * x + pose[3 * k + 1] * y + pose[3 * k + 2] * z + pose[9 + k];
    const r = resting.tree.triangles[9 * placeR + k];
    point[k] = m;
    point[3 + k] = r;
    sq += (r - m) * (r - m);
  }
  if (sq > w.asked[0] * w.asked[0]) return false;
  point[6] = sq;
  const leafM = firstLeaf(moving.tree.links, nodeM);
  const leafR = firstLeaf(resting.tree.links, nodeR);
  w.best.improve(point, leafM, leafR, placeM, placeR);
  return true;
}

function firstLeaf(links: Int32Array, node: number): number {
  let leaf = node;
  while (links[LINKS * leaf + FIRST_CHILD] !== 0) leaf = links[LINKS * leaf + FIRST_CHILD];
  return leaf;
}
