// The nearest faces of two bodies, by the kernels. What they measure is measured in doubles by the same operations as without them.

import { distanceTriangleTriangle, WITNESS_LIMIT, WITNESS_SIZE } from '../primitive/triangle-triangle-distance.ts';
import { filterTriangleTriangle } from '../primitive/triangle-triangle-filter.ts';
import type { LastLeaves } from '../query/acceleration.ts';
import { type BestPair, bestPairOf } from '../query/best-pair.ts';
import { relateFaces } from '../query/exact-pair.ts';
import { moveLeaf, perWorkspace, type Workspace } from '../query/workspace.ts';
import type { Kernel } from './kernel.ts';
import {
  ASK,
  ASK_M_AT,
  ASK_R_AT,
  DISTANCE_AT,
  DONE,
  DONE_AT,
  FROM_LISTED,
  FROM_SEED,
  LIST_AT,
  LIST_ENTRY,
  LISTED_AT,
  PAIR_AT,
  PHASE_AT,
  PLACE_M_AT,
  PLACE_R_AT,
  POINTS_AT,
  PRUNING_AT,
  REF_M_AT,
  REF_R_AT,
  TOLERANCE_AT,
  TOP_AT,
} from './layout.ts';
import type { PlacedModel } from './placed-model.ts';
import { type QueryBlock, readWork, writePair } from './query-block.ts';

/** What one query works with. */
class Scratch {
  readonly witness: Float64Array = new Float64Array(WITNESS_SIZE);
}

const scratchOf = perWorkspace(() => new Scratch());

/** As `Acceleration.searchNearest`, for two models that are placed. */
export function searchNearest(
  kernel: Kernel,
  block: QueryBlock,
  w: Workspace,
  placedM: PlacedModel,
  placedR: PlacedModel,
  memory: LastLeaves | null,
): 'done' | 'contact' | null {
  const best = bestPairOf(w);
  const { at } = block;
  writePair(kernel, block, w, placedM, placedR);
  writeQuery(kernel, block, best);
  writeStart(kernel, at / 4, placedM, placedR, memory);
  let end = kernel.exports.searchNearest(at);
  while (end === ASK && !isInContact(w, best, kernel.ints, at / 4, placedM, placedR)) {
    end = kernel.exports.searchNearest(at);
  }
  readWork(kernel, block, w);
  readQuery(kernel, at, best, placedM, placedR);
  if (!best.contact && end !== DONE) return null;
  memory?.front.clear();
  if (memory !== null && best.leafQuery >= 0) {
    memory.leafQuery = best.leafQuery;
    memory.leafReference = best.leafReference;
  }
  return best.contact ? 'contact' : 'done';
}

function writeQuery({ doubles }: Kernel, { at }: QueryBlock, { distance, pruningBound, wanted }: BestPair): void {
  const d = at / 8;
  doubles[d + DISTANCE_AT] = distance[0];
  doubles[d + PRUNING_AT] = pruningBound[0];
  doubles[d + TOLERANCE_AT] = wanted[1];
}

/** Where the search begins: at the leaves that were nearest last, or at a seed. */
function writeStart(
  { ints }: Kernel,
  i: number,
  placedM: PlacedModel,
  placedR: PlacedModel,
  memory: LastLeaves | null,
): void {
  const isKnown = memory !== null && memory.leafQuery >= 0;
  for (let k = REF_M_AT; k <= PLACE_R_AT; k++) ints[i + k] = -1;
  ints[i + PHASE_AT] = isKnown ? FROM_LISTED : FROM_SEED;
  ints[i + TOP_AT] = 0;
  ints[i + LISTED_AT] = isKnown ? 1 : 0;
  ints[i + DONE_AT] = 0;
  ints[i + PAIR_AT] = 0;
  if (!isKnown) return;
  ints[i + LIST_AT] = placedM.refOf[memory.leafQuery];
  ints[i + LIST_AT + 1] = placedR.refOf[memory.leafReference];
}

/** Takes over what the search has found. */
function readQuery(
  { doubles, ints }: Kernel,
  at: number,
  best: BestPair,
  placedM: PlacedModel,
  placedR: PlacedModel,
): void {
  const d = at / 8;
  const i = at / 4;
  if (best.contact || ints[i + PLACE_M_AT] < 0) return;
  best.distance[0] = doubles[d + DISTANCE_AT];
  best.pruningBound[0] = doubles[d + PRUNING_AT];
  for (let k = 0; k < 6; k++) best.points[k] = doubles[d + POINTS_AT + k];
  best.leafQuery = placedM.leafOf[ints[i + REF_M_AT]];
  best.leafReference = placedR.leafOf[ints[i + REF_R_AT]];
  best.slotQuery = ints[i + PLACE_M_AT];
  best.slotReference = ints[i + PLACE_R_AT];
}

/** Decides about the triangles that the kernel asks for, and makes them the best pair if they are in contact. */
function isInContact(
  w: Workspace,
  best: BestPair,
  ints: Int32Array,
  i: number,
  placedM: PlacedModel,
  placedR: PlacedModel,
): boolean {
  const { witness } = scratchOf(w);
  const placeM = ints[i + ASK_M_AT];
  const placeR = ints[i + ASK_R_AT];
  const entry = i + LIST_AT + LIST_ENTRY * ints[i + DONE_AT];
  const leafM = placedM.leafOf[ints[entry]];
  const { tree } = w.queryBody;
  const { triangles } = w.reference.tree;
  moveLeaf(w, tree, leafM);
  const proof = filterTriangleTriangle(w.movedCorners, 9 * placeM, triangles, 9 * placeR, w.coordinateError);
  if (proof < 0 || (proof === 0 && relateFaces(w, placeM, placeR) === 'disjoint')) return false;
  witness[WITNESS_LIMIT] = Infinity;
  distanceTriangleTriangle(w.movedCorners, 9 * placeM, triangles, 9 * placeR, witness);
  best.improve(witness, leafM, placedR.leafOf[ints[entry + 1]], placeM, placeR);
  best.contact = true;
  return true;
}
