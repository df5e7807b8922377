// The work of real queries, written down to be done again step by step: volumes moved, pairs of volumes compared, pairs of
// triangles tested. Replayed in the order and from the positions in memory of the search, one sort of step at a time.

import { distance, type Pose } from 'nearmiss';
import { VOLUMES, type VolumeName } from 'nearmiss/lab';
import {
  distanceTriangleTriangle,
  filterTriangleTriangle,
  LINKS,
  moveLeaf,
  moveVolumeOf,
  WITNESS_LIMIT,
  WITNESS_SIZE,
} from '../core-internals.ts';
import { type ComparedPairs, comparedPairs } from '../traversal/compared-pairs.ts';
import type { OpenedModel } from '../traversal/opened-model.ts';

export type Question = 'distance' | 'contacts';

export interface Recording extends ComparedPairs {
  readonly question: Question;
  /** Slots of triangles of the query body and of the reference body, in turns: those that come to the kernel. */
  readonly trianglePairs: Int32Array;
  /** Nearest distance in the reference unit; 0 where contacts are asked for. */
  readonly pruningBound: number;
}

/** A against B at the identity. */
export function record(body: OpenedModel, pose: Pose, volume: VolumeName, question: Question): Recording {
  const found =
    question === 'distance' ? distance(body.model, pose, body.model, {}, { volume: VOLUMES[volume] }).upper : null;
  const walk = comparedPairs(body, pose, body, {}, volume, found);
  const pruningBound = (found ?? 0) / walk.reference.unit;
  return { ...walk, question, pruningBound, trianglePairs: trianglesToTest(walk, pruningBound) };
}

/** The pairs of triangles of the open leaves that core's cheap filters, told again here, let through to the kernel. */
function trianglesToTest(
  { workspace, queryBody, reference, openLeaves }: ComparedPairs,
  pruningBound: number,
): Int32Array {
  const a = workspace.movedCorners;
  const b = reference.tree.triangles;
  const kept: number[] = [];
  for (let k = 0; k < openLeaves.length; k += 2) {
    moveLeaf(workspace, queryBody.tree, openLeaves[k]);
    const [firstQ, endQ] = runOf(queryBody, openLeaves[k]);
    const [firstR, endR] = runOf(reference, openLeaves[k + 1]);
    for (let m = firstQ; m < endQ; m += 9) {
      for (let r = firstR; r < endR; r += 9) {
        if (pruningBound > 0 ? mayBeWithin(a, m, b, r, pruningBound) : boxesOverlap(a, m, b, r)) kept.push(m, r);
      }
    }
  }
  return Int32Array.from(kept);
}

/** Where the corners of a leaf begin and end. */
function runOf({ tree }: OpenedModel, leaf: number): readonly [number, number] {
  const first = tree.links[LINKS * leaf + 1];
  return [9 * first, 9 * (first + tree.links[LINKS * leaf + 2])];
}

function boxesOverlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  for (let c = 0; c < 3; c++) {
    if (Math.min(a[i + c], a[i + 3 + c], a[i + 6 + c]) > Math.max(b[j + c], b[j + 3 + c], b[j + 6 + c])) return false;
    if (Math.min(b[j + c], b[j + 3 + c], b[j + 6 + c]) > Math.max(a[i + c], a[i + 3 + c], a[i + 6 + c])) return false;
  }
  return true;
}

/** False if the gap along the line of the centroids, or along that of the corners facing each other there, exceeds the pruning bound. */
function mayBeWithin(a: Float64Array, i: number, b: Float64Array, j: number, pruningBound: number): boolean {
  const between = [0, 1, 2].map((c) => b[j + c] + b[j + 3 + c] + b[j + 6 + c] - a[i + c] - a[i + 3 + c] - a[i + 6 + c]);
  const [front, back] = facingCorners(a, i, b, j, between);
  if (gapAlong(a, front, b, back, between) >= pruningBound) return false;
  const facing = [0, 1, 2].map((c) => b[back + c] - a[front + c]);
  const [frontmost, backmost] = facingCorners(a, i, b, j, facing);
  return gapAlong(a, frontmost, b, backmost, facing) < pruningBound;
}

function facingCorners(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  line: number[],
): readonly [number, number] {
  const along = (corners: Float64Array, at: number): number =>
    corners[at] * line[0] + corners[at + 1] * line[1] + corners[at + 2] * line[2];
  const front = [i, i + 3, i + 6].reduce((best, at) => (along(a, at) > along(a, best) ? at : best));
  const back = [j, j + 3, j + 6].reduce((best, at) => (along(b, at) < along(b, best) ? at : best));
  return [front, back];
}

function gapAlong(a: Float64Array, i: number, b: Float64Array, j: number, line: number[]): number {
  const length = Math.hypot(...line);
  return line.reduce((sum, each, c) => sum + each * (b[j + c] - a[i + c]), 0) / length;
}

/** Moves every volume again. Returns how many. */
export function replayUpdates({ kind, workspace, queryBody, movedNodes }: Recording): number {
  const { volumeStamps } = workspace;
  for (const node of movedNodes) {
    volumeStamps[node] = 0; // as if it had not been moved yet
    moveVolumeOf(workspace, kind, queryBody.volumes, node);
  }
  return movedNodes.length;
}

/** What the loops add up, so that none of it can be left out. */
export const sink: Float64Array = new Float64Array(1);

/** Compares every pair of volumes again. */
export function replayVolumeTests({ kind, workspace, reference, pairs, question, pruningBound }: Recording): number {
  const { stride } = kind;
  const { movedVolumes } = workspace;
  const { volumes } = reference;
  let sum = 0;
  if (question === 'distance') {
    for (let k = 0; k < pairs.length; k += 2) {
      sum += kind.lowerBound(movedVolumes, stride * pairs[k], volumes, stride * pairs[k + 1], pruningBound);
    }
  } else {
    for (let k = 0; k < pairs.length; k += 2) {
      if (kind.overlap(movedVolumes, stride * pairs[k], volumes, stride * pairs[k + 1])) sum++;
    }
  }
  sink[0] += sum;
  return pairs.length / 2;
}

const witness = new Float64Array(WITNESS_SIZE);

/** Tests every pair of triangles again, with the kernel of the question. */
export function replayTriangleTests({
  workspace,
  reference,
  trianglePairs,
  question,
  pruningBound,
}: Recording): number {
  const { movedCorners } = workspace;
  const { coordinateError } = workspace;
  const { triangles } = reference.tree;
  let sum = 0;
  if (question === 'distance') {
    for (let k = 0; k < trianglePairs.length; k += 2) {
      witness[WITNESS_LIMIT] = pruningBound;
      distanceTriangleTriangle(movedCorners, trianglePairs[k], triangles, trianglePairs[k + 1], witness);
      sum += witness[0];
    }
  } else {
    for (let k = 0; k < trianglePairs.length; k += 2) {
      sum += filterTriangleTriangle(movedCorners, trianglePairs[k], triangles, trianglePairs[k + 1], coordinateError);
    }
  }
  sink[0] += sum;
  return trianglePairs.length / 2;
}
