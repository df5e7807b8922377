// The work of real queries, written down to be done again step by step: volumes moved, pairs of volumes compared, pairs of
// triangles tested. Replayed in the order and from the places in memory of the search, one sort of step at a time.

import { distance, type Pose, type VolumeName } from 'nearmiss';
import {
  distanceTriangleTriangle,
  filterTriangleTriangle,
  LINKS,
  moveLeaf,
  WITNESS_LIMIT,
  WITNESS_SIZE,
} from '../core-rooms.ts';
import { type ComparedPairs, comparedPairs } from '../traversal/compared-pairs.ts';
import type { OpenedModel } from '../traversal/opened-model.ts';

export type Question = 'distance' | 'contacts';

export interface Recording extends ComparedPairs {
  readonly question: Question;
  /** Places of triangles of the moving and of the resting body, in turns: those that come to the kernel. */
  readonly trianglePairs: Int32Array;
  /** Nearest distance in the resting unit; 0 where contacts are asked for. */
  readonly cut: number;
}

/** A against B at the identity. */
export function record(body: OpenedModel, pose: Pose, volume: VolumeName, question: Question): Recording {
  const found = question === 'distance' ? distance(body.model, pose, body.model, {}, { volume }).upper : null;
  const walk = comparedPairs(body, pose, body, {}, volume, found);
  const cut = (found ?? 0) / walk.resting.unit;
  return { ...walk, question, cut, trianglePairs: trianglesToTest(walk, cut) };
}

/**
 * The pairs of triangles that the leaves' sieves let through, or nearly those: boxes that are not farther apart than the
 * cut in any direction of the axes.
 */
function trianglesToTest({ workspace, moving, resting, openLeaves }: ComparedPairs, cut: number): Int32Array {
  const kept: number[] = [];
  for (let k = 0; k < openLeaves.length; k += 2) {
    moveLeaf(workspace, moving.tree, openLeaves[k]);
    const [firstM, countM] = runOf(moving, openLeaves[k]);
    const [firstR, countR] = runOf(resting, openLeaves[k + 1]);
    for (let m = firstM; m < firstM + countM; m++) {
      for (let r = firstR; r < firstR + countR; r++) {
        if (boxesWithin(workspace.movedCorners, 9 * m, resting.tree.triangles, 9 * r, cut)) kept.push(9 * m, 9 * r);
      }
    }
  }
  return Int32Array.from(kept);
}

function runOf({ tree }: OpenedModel, leaf: number): readonly [number, number] {
  return [tree.links[LINKS * leaf + 1], tree.links[LINKS * leaf + 2]];
}

function boxesWithin(a: Float64Array, i: number, b: Float64Array, j: number, cut: number): boolean {
  for (let c = 0; c < 3; c++) {
    const lowA = Math.min(a[i + c], a[i + 3 + c], a[i + 6 + c]);
    const highA = Math.max(a[i + c], a[i + 3 + c], a[i + 6 + c]);
    const lowB = Math.min(b[j + c], b[j + 3 + c], b[j + 6 + c]);
    const highB = Math.max(b[j + c], b[j + 3 + c], b[j + 6 + c]);
    if (lowA > highB + cut || lowB > highA + cut) return false;
  }
  return true;
}

/** Moves every volume again. Returns how many. */
export function replayUpdates({ kind, workspace, moving, movedNodes }: Recording): number {
  const { stride } = kind;
  const { movedVolumes, pose } = workspace;
  for (const node of movedNodes) kind.move(moving.volumes, stride * node, pose, movedVolumes, stride * node);
  return movedNodes.length;
}

/** What the loops add up, so that none of it can be left out. */
export const sink: Float64Array = new Float64Array(1);

/** Compares every pair of volumes again. */
export function replayVolumeTests({ kind, workspace, resting, pairs, question }: Recording): number {
  const { stride } = kind;
  const { movedVolumes } = workspace;
  const { volumes } = resting;
  let sum = 0;
  if (question === 'distance') {
    for (let k = 0; k < pairs.length; k += 2) {
      sum += kind.lowerBound(movedVolumes, stride * pairs[k], volumes, stride * pairs[k + 1]);
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
export function replayTriangleTests({ workspace, resting, trianglePairs, question, cut }: Recording): number {
  const { movedCorners, coordinateError } = workspace;
  const { triangles } = resting.tree;
  let sum = 0;
  if (question === 'distance') {
    for (let k = 0; k < trianglePairs.length; k += 2) {
      witness[WITNESS_LIMIT] = cut;
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
