// The nearest faces of two bodies, by the kernels. Final distances are measured in doubles by the same operations as without them.

import { distanceTriangleTriangle, WITNESS_LIMIT, WITNESS_SIZE } from '../primitive/triangle-triangle-distance.ts';
import { filterTriangleTriangle } from '../primitive/triangle-triangle-filter.ts';
import type { KnownLeaves, LastLeaves } from '../query/acceleration.ts';
import { type BestPair, bestPairOf } from '../query/best-pair.ts';
import { relateFaces } from '../query/exact-pair.ts';
import { SIMD_NEAREST_SLOT } from '../query/scratch-slots.ts';
import { moveLeaf, perWorkspace, type Workspace } from '../query/workspace.ts';
import { RELATIVE_SCALE } from '../scalar/pose.ts';
import type { Kernel } from './kernel.ts';
import {
  ASK,
  ASK_Q_AT,
  ASK_R_AT,
  DISTANCE_AT,
  DONE,
  DONE_AT,
  EXTREMES_AT,
  FROM_KNOWN,
  FROM_LISTED,
  FROM_SEED,
  IS_APART_AT,
  LIST_AT,
  LIST_ENTRY,
  LISTED_AT,
  PAIR_AT,
  PHASE_AT,
  POINTS_AT,
  PRUNING_AT,
  REF_Q_AT,
  REF_R_AT,
  SLOT_Q_AT,
  SLOT_R_AT,
  TOLERANCE_AT,
  TOP_AT,
} from './layout.ts';
import { type QueryBlock, readWork, writePair } from './query-block.ts';
import { extremesOf, type UploadedModel } from './uploaded-model.ts';

/** Scratch of one query. */
class Scratch {
  readonly witness: Float64Array = new Float64Array(WITNESS_SIZE);
}

const scratchOf = perWorkspace(SIMD_NEAREST_SLOT, () => new Scratch());

/** Hulls are tested where the last gap was at least this part of the query body's radius: bodies nearer to each other have large caps. Dimensionless. */
const WIDE_GAP = 1 / 4;
/** Queries of a pair whose hulls are taken to overlap after one that found so: the test costs a twentieth of a query. */
const OVERLAPS = 16;

/** Same as `Acceleration.searchNearest`, for two uploaded models. */
export function searchNearest(
  kernel: Kernel,
  block: QueryBlock,
  w: Workspace,
  uploadedQ: UploadedModel,
  uploadedR: UploadedModel,
  memory: LastLeaves | null,
): 'done' | 'contact' | null {
  const best = bestPairOf(w);
  const { at } = block;
  const extremesQ = extremesOf(kernel, uploadedQ);
  const extremesR = extremesOf(kernel, uploadedR);
  writePair(kernel, block, w, uploadedQ, uploadedR);
  writeQuery(kernel, block, best);
  writeStart(kernel, at / 4, uploadedQ, uploadedR, memory?.start === 'seed' ? null : memory);
  kernel.ints[at / 4 + PHASE_AT] = phaseOf(w, memory);
  kernel.ints[at / 4 + IS_APART_AT] = 1;
  kernel.ints[at / 4 + EXTREMES_AT] = extremesQ;
  kernel.ints[at / 4 + EXTREMES_AT + 1] = extremesR;
  let end = kernel.exports.searchNearest(at);
  while (end === ASK && !isInContact(w, best, kernel.ints, at / 4, uploadedQ, uploadedR)) {
    end = kernel.exports.searchNearest(at);
  }
  readWork(kernel, block, w);
  readQuery(kernel, at, best, uploadedQ, uploadedR);
  if (!best.contact && end !== DONE) return null;
  memory?.front.empty();
  if (memory !== null && best.leafQuery >= 0) {
    memory.leafQuery = best.leafQuery;
    memory.leafReference = best.leafReference;
    memory.gap[0] = best.contact ? 0 : best.distance[0];
  }
  if (memory !== null && kernel.ints[at / 4 + IS_APART_AT] === 0) memory.overlaps = OVERLAPS;
  return best.contact ? 'contact' : 'done';
}

/** Where a search begins. Hulls that overlapped are not tested again at once. */
function phaseOf({ queryBody, pose }: Workspace, memory: LastLeaves | null): number {
  if (memory?.start !== 'last') return FROM_SEED;
  if (memory.gap[0] < WIDE_GAP * queryBody.frame.radius * pose[RELATIVE_SCALE]) return FROM_LISTED;
  if (memory.overlaps === 0) return FROM_KNOWN;
  memory.overlaps--;
  return FROM_LISTED;
}

export function writeQuery(
  { doubles }: Kernel,
  { at }: QueryBlock,
  { distance, pruningBound, wanted }: BestPair,
): void {
  const d = at / 8;
  doubles[d + DISTANCE_AT] = distance[0];
  doubles[d + PRUNING_AT] = pruningBound[0];
  doubles[d + TOLERANCE_AT] = wanted[1];
}

/** The start of the search: the nearest leaves of the last query are listed, and a seed follows. */
export function writeStart(
  { ints }: Kernel,
  i: number,
  uploadedQ: UploadedModel,
  uploadedR: UploadedModel,
  memory: KnownLeaves | null,
): void {
  const isKnown = memory !== null && memory.leafQuery >= 0;
  for (let k = REF_Q_AT; k <= SLOT_R_AT; k++) ints[i + k] = -1;
  ints[i + PHASE_AT] = FROM_SEED;
  ints[i + TOP_AT] = 0;
  ints[i + LISTED_AT] = isKnown ? 1 : 0;
  ints[i + DONE_AT] = 0;
  ints[i + PAIR_AT] = 0;
  if (!isKnown) return;
  ints[i + LIST_AT] = uploadedQ.refOf[memory.leafQuery];
  ints[i + LIST_AT + 1] = uploadedR.refOf[memory.leafReference];
}

/** Reads the result of the search. */
export function readQuery(
  { doubles, ints }: Kernel,
  at: number,
  best: BestPair,
  uploadedQ: UploadedModel,
  uploadedR: UploadedModel,
): void {
  const d = at / 8;
  const i = at / 4;
  if (best.contact || ints[i + SLOT_Q_AT] < 0) return;
  best.distance[0] = doubles[d + DISTANCE_AT];
  best.pruningBound[0] = doubles[d + PRUNING_AT];
  for (let k = 0; k < 6; k++) best.points[k] = doubles[d + POINTS_AT + k];
  // Corners that end a tolerance query have no leaves.
  const isOfLeaves = ints[i + REF_Q_AT] >= 0;
  best.leafQuery = isOfLeaves ? uploadedQ.leafOf[ints[i + REF_Q_AT]] : -1;
  best.leafReference = isOfLeaves ? uploadedR.leafOf[ints[i + REF_R_AT]] : -1;
  best.slotQuery = ints[i + SLOT_Q_AT];
  best.slotReference = ints[i + SLOT_R_AT];
}

/** Decides the triangles that the kernel lists, and makes them the best pair if they are in contact. */
export function isInContact(
  w: Workspace,
  best: BestPair,
  ints: Int32Array,
  i: number,
  uploadedQ: UploadedModel,
  uploadedR: UploadedModel,
): boolean {
  const { witness } = scratchOf(w);
  const slotQ = ints[i + ASK_Q_AT];
  const slotR = ints[i + ASK_R_AT];
  const entry = i + LIST_AT + LIST_ENTRY * ints[i + DONE_AT];
  const leafQ = uploadedQ.leafOf[ints[entry]];
  const { tree } = w.queryBody;
  const { triangles } = w.reference.tree;
  moveLeaf(w, tree, leafQ);
  const proof = filterTriangleTriangle(w.movedCorners, 9 * slotQ, triangles, 9 * slotR, w.coordinateError);
  if (proof < 0 || (proof === 0 && relateFaces(w, slotQ, slotR) === 'disjoint')) return false;
  witness[WITNESS_LIMIT] = Infinity;
  distanceTriangleTriangle(w.movedCorners, 9 * slotQ, triangles, 9 * slotR, witness);
  best.improve(witness, leafQ, uploadedR.leafOf[ints[entry + 1]], slotQ, slotR);
  best.contact = true;
  return true;
}
