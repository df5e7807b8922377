// Are two bodies within a distance of each other? By the kernels.

import { leafAt } from '../bvh/tree.ts';
import type { KnownLeaves } from '../query/acceleration.ts';
import { bestPairOf } from '../query/best-pair.ts';
import type { Workspace } from '../query/workspace.ts';
import type { Kernel } from './kernel.ts';
import { ASK, ASKED_AT, DONE, STACK_AT, TOP_AT } from './layout.ts';
import { isInContact, readQuery, writeQuery, writeStart } from './nearest.ts';
import { type QueryBlock, readWork, writePair } from './query-block.ts';
import type { UploadedModel } from './uploaded-model.ts';

/** Same as `Acceleration.searchWithin`, for two uploaded models. */
export function searchWithin(
  kernel: Kernel,
  block: QueryBlock,
  w: Workspace,
  uploadedQ: UploadedModel,
  uploadedR: UploadedModel,
  memory: KnownLeaves | null,
): 'done' | null {
  const best = bestPairOf(w);
  const { at } = block;
  const { doubles, ints, exports } = kernel;
  writePair(kernel, block, w, uploadedQ, uploadedR);
  writeQuery(kernel, block, best);
  writeStart(kernel, at / 4, uploadedQ, uploadedR, memory);
  doubles[at / 8 + ASKED_AT] = w.asked[0];
  ints[at / 4 + TOP_AT] = 1;
  const stack = ints[at / 4 + STACK_AT] / 4;
  ints[stack] = 0;
  ints[stack + 1] = 0;
  let end = exports.within(at, 0);
  while (end === ASK && !isInContact(w, best, ints, at / 4, uploadedQ, uploadedR)) end = exports.within(at, 0);
  readWork(kernel, block, w);
  if (!best.contact && end !== DONE) return null;
  readQuery(kernel, at, best, uploadedQ, uploadedR);
  if (memory === null) return 'done';
  if (best.slotQuery >= 0 && best.leafQuery < 0) {
    best.leafQuery = leafAt(w.queryBody.tree.links, best.slotQuery);
    best.leafReference = leafAt(w.reference.tree.links, best.slotReference);
  }
  memory.leafQuery = best.leafQuery;
  memory.leafReference = best.leafReference;
  return 'done';
}
