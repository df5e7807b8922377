// The faces of two bodies that touch, by the kernels: they find pairs that cross or may cross, and exact arithmetic decides the
// rest.

import { leafAt } from '../bvh/tree.ts';
import type { Contacts } from '../query/contacts.ts';
import { foundOverlapEarly } from '../query/containment/common-interior.ts';
import { relateFaces } from '../query/exact-pair.ts';
import { moveFaces, type Workspace } from '../query/workspace.ts';
import type { Kernel } from './kernel.ts';
import {
  ASK,
  CONTACT_COUNT_AT,
  CONTACTS_AT,
  DONE,
  PACK_Q_AT,
  PACK_R_AT,
  POINTS_AT,
  PRUNING_AT,
  WITNESSED_AT,
} from './layout.ts';
import { pushRoots, type QueryBlock, readWork, writePair } from './query-block.ts';
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
  const { doubles, ints, exports } = kernel;
  writePair(kernel, block, w, uploadedQ, uploadedR);
  // Discs with a gap within rounding are taken to overlap.
  doubles[at / 8 + PRUNING_AT] = w.contactThreshold[0];
  pushRoots(ints, at / 4);
  return contacts.first
    ? decideListed(kernel, block, w, uploadedQ, uploadedR, contacts, exports.firstContact)
    : decideListed(kernel, block, w, uploadedQ, uploadedR, contacts, exports.searchAllContacts);
}

/** Runs a search for contacts, and decides what it lists, until it ends. */
export function decideListed(
  kernel: Kernel,
  block: QueryBlock,
  w: Workspace,
  uploadedQ: UploadedModel,
  uploadedR: UploadedModel,
  contacts: Contacts,
  search: (query: number, isFromWorld: number) => number,
): 'done' | 'stopped' | null {
  const { at } = block;
  const { ints } = kernel;
  let isStopped = false;
  let end = search(at, 0);
  while (end === ASK && !isStopped) {
    const isSettled = contacts.first && ints[at / 4 + WITNESSED_AT] === 1;
    isStopped = isSettled
      ? takeCrossing(kernel, at, uploadedQ, uploadedR, contacts)
      : takeListed(w, ints, at / 4, uploadedQ, uploadedR, contacts);
    if (!isStopped) end = search(at, 0);
  }
  readWork(kernel, block, w);
  if (isStopped) return 'stopped';
  if (end === DONE) return 'done';
  const { first, onlyCertified, interpretationQuery, interpretationReference } = contacts;
  contacts.start(first, interpretationQuery, interpretationReference);
  contacts.onlyCertified = onlyCertified;
  return null;
}

/** Adds the first of the listed contacts, with the common point that the kernel has found: the search ends. */
function takeCrossing(
  { doubles, ints }: Kernel,
  at: number,
  uploadedQ: UploadedModel,
  uploadedR: UploadedModel,
  contacts: Contacts,
): boolean {
  const query = at / 4;
  const leafQ = uploadedQ.leafOfPack[ints[query + PACK_Q_AT]];
  const leafR = uploadedR.leafOfPack[ints[query + PACK_R_AT]];
  const isStopped = contacts.add(true, ints[query + CONTACTS_AT], ints[query + CONTACTS_AT + 1], leafQ, leafR);
  for (let k = 0; k < 3; k++) contacts.commonPoint[k] = doubles[at / 8 + POINTS_AT + k];
  contacts.knowsCommonPoint = true;
  return isStopped;
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
  const first = query + CONTACTS_AT;
  const end = first + 2 * ints[query + CONTACT_COUNT_AT];
  const { touches } = contacts;
  for (let k = first; k < end; k += 2) {
    const slotQ = ints[k];
    const isCertain = ints[k + 1] >= 0;
    const slotR = isCertain ? ints[k + 1] : ~ints[k + 1];
    if (!isCertain && contacts.onlyCertified) continue;
    const relation = isCertain ? 'crossing' : relateFaces(w, slotQ, slotR);
    if (relation === 'disjoint') continue;
    const isCrossing = relation === 'crossing';
    // The corners of a touch are read by the search for an overlap, those of the first contact for its point.
    if (!isCrossing || contacts.crossings === 0) moveFaces(w, slotQ, slotQ + 1);
    let leafQ = -1;
    let leafR = -1;
    if (contacts.crossings === 0) {
      leafQ = k === first ? uploadedQ.leafOfPack[ints[query + PACK_Q_AT]] : leafAt(w.queryBody.tree.links, slotQ);
      leafR = k === first ? uploadedR.leafOfPack[ints[query + PACK_R_AT]] : leafAt(w.reference.tree.links, slotR);
    }
    if (contacts.add(isCrossing, slotQ, slotR, leafQ, leafR)) return true;
  }
  return contacts.touches !== touches && foundOverlapEarly(w, contacts);
}
