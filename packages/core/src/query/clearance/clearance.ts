// Which faces of two bodies are nearer to each other than a clearance?

import type { VolumeKind } from '../../bounds/volume.ts';
import { openLarger } from '../../bvh/open-nodes.ts';
import { FIRST_CHILD, FIRST_TRIANGLE, LINKS, TRIANGLE_COUNT } from '../../bvh/tree.ts';
import { NearmissError } from '../../error.ts';
import type { FacePair } from '../../mesh/face-pairs.ts';
import type { Model } from '../../model/model.ts';
import {
  distanceTriangleTriangle,
  WITNESS_LIMIT,
  WITNESS_SEPARATED,
  WITNESS_SIZE,
  WITNESS_SQ,
} from '../../primitive/triangle-triangle-distance.ts';
import { filterTriangleTriangle } from '../../primitive/triangle-triangle-filter.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import type { Pose } from '../../scalar/pose.ts';
import { DISTANCE_OVERSHOOT, LARGEST_LENGTH, LEAST_DOUBLE, UNIT_ROUNDOFF } from '../../scalar/tolerance.ts';
import { BUDGET_KEYS, type BudgetOptions } from '../budget.ts';
import { relateFaces } from '../exact-pair.ts';
import { pushNearChildren } from '../near-children.ts';
import { openedNodes } from '../opened-nodes.ts';
import { requireAmount, requireCount, requireOptions, requireVolume } from '../options.ts';
import { roundSearchOf, searchRound } from '../round/search.ts';
import { isRound } from '../round-reading.ts';
import {
  borrowWorkspace,
  moveLeaf,
  perWorkspace,
  returnWorkspace,
  TRIANGLE_TESTS,
  VOLUME_TESTS,
  type Workspace,
} from '../workspace.ts';

export interface ClearanceOptions extends BudgetOptions {
  /** List the pairs of faces at most this far apart, in model units. */
  readonly clearance: number;
  /** Stop after this many pairs. */
  readonly limit?: number | undefined;
  /** The bounding volume to search with. The default is the fastest; all give the same answers. */
  readonly volume?: VolumeKind | undefined;
}

const CLEARANCE_KEYS: KnownKeys<ClearanceOptions> = { ...BUDGET_KEYS, clearance: true, limit: true, volume: true };

/** `iteration-limit`: the budget ended; what is listed is right but not all. */
export type ClearanceStatus = 'complete' | 'limit' | 'iteration-limit';

export interface ClearanceResult {
  readonly status: ClearanceStatus;
  /** The pairs, in an order that is the same every time. */
  readonly pairs: readonly FacePair[];
  /** How far apart the faces of each pair are, in the same order; 0 where they meet, and nowhere else. */
  readonly distances: readonly number[];
}

/** What is listed so far. */
class NearFaces {
  readonly pairs: FacePair[] = [];
  readonly distances: number[] = [];

  add(w: Workspace, faceMoving: number, faceResting: number, distance: number): void {
    this.pairs.push(w.swapped ? [faceResting, faceMoving] : [faceMoving, faceResting]);
    this.distances.push(distance);
  }
}

/** What one query works with. */
class Scratch {
  readonly witness: Float64Array = new Float64Array(WITNESS_SIZE);
}

const scratchOf = perWorkspace(() => new Scratch());
/** All pairs of faces that are at most `options.clearance` apart. Bodies are taken as surfaces. */
export function clearance(a: Model, poseA: Pose, b: Model, poseB: Pose, options: ClearanceOptions): ClearanceResult {
  requireOptions(options, CLEARANCE_KEYS);
  const { clearance: asked } = options;
  if (asked === undefined) {
    throw new NearmissError('options/bad-value', 'A clearance query needs options.clearance, a distance.');
  }
  const wanted = requireAmount('clearance', asked, 0);
  const limit = requireCount('limit', options.limit, Infinity);
  const volume = requireVolume(options.volume);
  const w = borrowWorkspace();
  try {
    w.budget.start(options);
    w.prepare(a, poseA, b, poseB, volume);
    w.contacts.start(false, 'surface', 'surface');
    const near = new NearFaces();
    const moving = w.swapped ? b : a;
    const resting = w.swapped ? a : b;
    const list = isRound(a, b) ? listNearRound : listNearPairs;
    const status = limit === 0 ? 'limit' : list(w, moving, resting, volume, wanted, limit, near);
    return { status, pairs: near.pairs, distances: near.distances };
  } finally {
    returnWorkspace(w);
  }
}

function listNearPairs(
  w: Workspace,
  moving: Model,
  resting: Model,
  volume: VolumeKind,
  wanted: number,
  limit: number,
  near: NearFaces,
): ClearanceStatus {
  const opened = openedNodes(w);
  const linksM = moving.tree.links;
  const linksR = resting.tree.links;
  const own = moving.volumes(volume);
  const volumesR = resting.volumes(volume);
  const { stack, budget, counters } = w;
  const farthest = Math.max(Math.min(wanted / w.unit[0], LARGEST_LENGTH) + DISTANCE_OVERSHOOT * w.scale[0], w.touch[0]);
  // Strictly above, so that a bound equal to the clearance is looked at.
  const cut = Float64Array.of((farthest + w.boundRounding[0]) * (1 + 2 * UNIT_ROUNDOFF));
  let top = 0;
  stack[top++] = 0;
  stack[top++] = 0;
  while (top > 0) {
    const nodeR = stack[--top];
    const nodeM = stack[--top];
    const childM = linksM[LINKS * nodeM + FIRST_CHILD];
    const childR = linksR[LINKS * nodeR + FIRST_CHILD];
    if (childM === 0 && childR === 0) {
      listNearFaces(w, moving, nodeM, resting, nodeR, wanted, limit, near);
      if (near.pairs.length >= limit) return 'limit';
      continue;
    }
    if (counters[VOLUME_TESTS] >= budget.checkpoint[0] && !budget.mayGoOn(counters[VOLUME_TESTS] + 1)) {
      return 'iteration-limit';
    }
    openLarger(opened, linksM, nodeM, linksR, nodeR);
    top = pushNearChildren(w, volume, own, volumesR, opened, cut, top);
  }
  return 'complete';
}

/** The same where one of the bodies is round: it is face 0. */
function listNearRound(
  w: Workspace,
  moving: Model,
  resting: Model,
  volume: VolumeKind,
  wanted: number,
  limit: number,
  near: NearFaces,
): ClearanceStatus {
  const unit = w.unit[0];
  const search = roundSearchOf(w);
  search.start(Math.min(wanted / unit, LARGEST_LENGTH), 0, 0);
  search.list = true;
  search.mostPairs = limit;
  const end = searchRound(w, moving, resting, volume, search);
  search.distances.forEach((distance, k) => {
    const faceM = moving.tree.faces[search.places[2 * k]];
    const faceR = resting.tree.faces[search.places[2 * k + 1]];
    near.add(w, faceM, faceR, distance * unit);
  });
  return end === 'done' ? 'complete' : end === 'stopped' ? 'limit' : 'iteration-limit';
}

function listNearFaces(
  w: Workspace,
  moving: Model,
  leafM: number,
  resting: Model,
  leafR: number,
  wanted: number,
  limit: number,
  near: NearFaces,
): void {
  const { witness } = scratchOf(w);
  moveLeaf(w, moving.tree, leafM);
  const unit = w.unit[0];
  const leastGap = Math.max(UNIT_ROUNDOFF * w.scale[0] * unit, LEAST_DOUBLE);
  const corners = resting.tree.triangles;
  const firstM = moving.tree.links[LINKS * leafM + FIRST_TRIANGLE];
  const endM = firstM + moving.tree.links[LINKS * leafM + TRIANGLE_COUNT];
  const firstR = resting.tree.links[LINKS * leafR + FIRST_TRIANGLE];
  const endR = firstR + resting.tree.links[LINKS * leafR + TRIANGLE_COUNT];
  const tiled = moving.tree.tiles !== undefined || resting.tree.tiles !== undefined;
  for (let i = firstM; i < endM; i++) {
    for (let j = firstR; j < endR; j++) {
      if (near.pairs.length >= limit) return;
      if (tiled && !w.contacts.isNew(moving.tree, i, resting.tree, j)) continue;
      w.counters[TRIANGLE_TESTS]++;
      witness[WITNESS_LIMIT] = Math.max(Math.min(wanted / unit, LARGEST_LENGTH), w.touch[0]);
      distanceTriangleTriangle(w.movedCorners, 9 * i, corners, 9 * j, witness);
      const gap = Math.sqrt(witness[WITNESS_SQ]);
      const open = gap <= w.touch[0] || witness[WITNESS_SEPARATED] === 0;
      const meet = open && doFacesMeet(w, moving, i, resting, j);
      const rounded = gap * unit;
      // Distance 0 is said of faces that meet, and of no other. Faces so near that 0 was computed are about a rounding apart.
      if (!meet && (rounded > wanted || wanted === 0)) continue;
      const distance = meet ? 0 : rounded > 0 ? rounded : Math.min(wanted, leastGap);
      near.add(w, moving.tree.faces[i], resting.tree.faces[j], distance);
    }
  }
}

/** Whether two faces meet, given by their places in tree order: by the filter where it is sure, else exactly. */
function doFacesMeet(w: Workspace, moving: Model, i: number, resting: Model, j: number): boolean {
  const sure = filterTriangleTriangle(w.movedCorners, 9 * i, resting.tree.triangles, 9 * j, w.coordinateError);
  return sure > 0 || (sure === 0 && relateFaces(w, moving, i, resting, j) !== 'disjoint');
}
