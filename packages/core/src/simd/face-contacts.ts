// The faces of two bodies that touch, by the kernels: they find pairs that cross or may cross, and exact arithmetic decides the
// rest.

import type { Contacts } from '../query/contacts.ts';
import { foundOverlapEarly } from '../query/containment/common-interior.ts';
import { relateFaces } from '../query/exact-pair.ts';
import { moveLeaf, type Workspace } from '../query/workspace.ts';
import type { Kernel } from './kernel.ts';
import { ASK, CONTACT_ENTRY, DONE, FIRST_AT, LIST_AT, LISTED_AT, PRUNING_AT, STACK_AT, TOP_AT } from './layout.ts';
import { type QueryBlock, readWork, writePair } from './query-block.ts';
import type { UploadedModel } from './uploaded-model.ts';

/** Same as `Acceleration.searchContacts`, for two uploaded models. */
export function searchContacts(
  kernel: Kernel,
  block: QueryBlock,
  w: Workspace,
  uploadedQ: UploadedModel,
  uploadedR: UploadedModel,
  contacts: Contacts,
): 'done' | 'stopped' | null {
  const { at } = block;
  const { doubles, ints } = kernel;
  writePair(kernel, block, w, uploadedQ, uploadedR);
  // Discs with a gap within rounding are taken to overlap.
  doubles[at / 8 + PRUNING_AT] = w.contactThreshold[0];
  ints[at / 4 + FIRST_AT] = contacts.first ? 1 : 0;
  ints[at / 4 + TOP_AT] = 1;
  const stack = ints[at / 4 + STACK_AT] / 4;
  ints[stack] = 0;
  ints[stack + 1] = 0;
  let isStopped = false;
  let end = kernel.exports.searchContacts(at);
  while (end === ASK && !isStopped) {
    isStopped = takeListed(w, ints, at / 4, uploadedQ, uploadedR, contacts);
    if (!isStopped) end = kernel.exports.searchContacts(at);
  }
  readWork(kernel, block, w);
  if (isStopped) return 'stopped';
  if (end === DONE) return 'done';
  const { first, onlyCertified, interpretationQuery, interpretationReference } = contacts;
  contacts.start(first, interpretationQuery, interpretationReference);
  contacts.onlyCertified = onlyCertified;
  return null;
}

/** Adds the listed contacts; true if the search may end. */
function takeListed(
  w: Workspace,
  ints: Int32Array,
  query: number,
  uploadedQ: UploadedModel,
  uploadedR: UploadedModel,
  contacts: Contacts,
): boolean {
  const { tree } = w.queryBody;
  const end = query + LIST_AT + CONTACT_ENTRY * ints[query + LISTED_AT];
  const { touches } = contacts;
  for (let k = query + LIST_AT; k < end; k += CONTACT_ENTRY) {
    const isCertain = ints[k + 4] === 1;
    if (!isCertain && contacts.onlyCertified) continue;
    const relation = isCertain ? 'crossing' : relateFaces(w, ints[k], ints[k + 1]);
    if (relation === 'disjoint') continue;
    const leafQ = uploadedQ.leafOf[ints[k + 2]];
    // The corners are needed to report the contact.
    moveLeaf(w, tree, leafQ);
    const isCrossing = relation === 'crossing';
    if (contacts.add(isCrossing, ints[k], ints[k + 1], leafQ, uploadedR.leafOf[ints[k + 3]])) return true;
  }
  return contacts.touches !== touches && foundOverlapEarly(w, contacts);
}
