// Near faces around a translation, by the kernels. The pairs of leaves stay in their memory.

import type { Model } from '../model/model.ts';
import type { Contacts } from '../query/contacts.ts';
import type { NearSearch, TakeNearPair } from '../query/near-search.ts';
import type { Workspace } from '../query/workspace.ts';
import { decideListed } from './face-contacts.ts';
import type { Kernel } from './kernel.ts';
import {
  ASK,
  CHECKPOINT_AT,
  CONTACT_COUNT_AT,
  DONE,
  NEAR_AT,
  NEAR_CAPACITY_AT,
  NEAR_COUNT_AT,
  NEAR_ENTRY,
  NEAR_NEXT_AT,
  NEAR_PAIR,
  NEAR_PAIR_CORNERS_AT,
  NEAR_PAIR_GAP_AT,
  NEAR_PAIRS_AT,
  NEAR_PAIRS_CAPACITY_AT,
  PRUNING_AT,
  WITHIN_AT,
} from './layout.ts';
import { pushRoots, type QueryBlock, readWork, writePair } from './query-block.ts';
import type { UploadedModel } from './uploaded-model.ts';

/** Capacities at first, in pairs: of leaves, and of triangles. */
const FIRST_LEAVES = 2048;
const FIRST_PAIRS = 1024;
/** Raises an f32 above the rounding of what it was made of. */
const ROUNDED_UP: number = 1 + 2 ** -20;

/** What the kernels share among all searches. */
export interface NearHost {
  /** Whether the kernels apply to a query. */
  readyFor(w: Workspace): boolean;
  upload(model: Model): UploadedModel | null;
  borrow(): QueryBlock | null;
  giveBack(block: QueryBlock): void;
}

/** A block of memory that grows. */
class Growing {
  readonly #kernel: Kernel;
  readonly #size: number;
  at = 0;
  capacity = 0;

  /** For entries of so many bytes. */
  constructor(kernel: Kernel, size: number) {
    this.#kernel = kernel;
    this.#size = size;
  }

  /** Reserves memory for so many, and keeps what was written; false if there is no more. */
  grow(capacity: number): boolean {
    const at = this.#kernel.reserve(this.#size * capacity);
    if (at === null) return false;
    if (this.capacity > 0) {
      this.#kernel.ints.copyWithin(at / 4, this.at / 4, (this.at + this.#size * this.capacity) / 4);
      this.#kernel.release(this.at);
    }
    this.at = at;
    this.capacity = capacity;
    return true;
  }
}

/** See {@link NearSearch}. */
export class NearFaces implements NearSearch {
  count = 0;
  readonly #kernel: Kernel;
  readonly #host: NearHost;
  readonly #leaves: Growing;
  readonly #pairs: Growing;
  #uploadedQ: UploadedModel | null = null;
  #uploadedR: UploadedModel | null = null;

  constructor(kernel: Kernel, host: NearHost) {
    this.#kernel = kernel;
    this.#host = host;
    this.#leaves = new Growing(kernel, NEAR_ENTRY);
    this.#pairs = new Growing(kernel, NEAR_PAIR);
  }

  collect(w: Workspace, near: number): boolean {
    const host = this.#host;
    const kernel = this.#kernel;
    const leaves = this.#leaves;
    this.count = 0;
    if (!host.readyFor(w)) return false;
    this.#uploadedQ = host.upload(w.queryBody);
    this.#uploadedR = host.upload(w.reference);
    if (leaves.capacity === 0 && !leaves.grow(FIRST_LEAVES)) return false;
    if (this.#pairs.capacity === 0 && !this.#pairs.grow(FIRST_PAIRS)) return false;
    const block = this.#open(w, near, 0);
    if (block === null) return false;
    try {
      const query = block.at / 4;
      pushRoots(kernel.ints, query);
      kernel.doubles[block.at / 8 + CHECKPOINT_AT] = Infinity;
      let end = kernel.exports.searchNearLeaves(block.at);
      while (end === ASK && leaves.grow(2 * leaves.capacity)) {
        this.#writeLists(query);
        end = kernel.exports.searchNearLeaves(block.at);
      }
      if (end === DONE) this.count = kernel.ints[query + NEAR_COUNT_AT];
      readWork(kernel, block, w);
      return end === DONE;
    } finally {
      host.giveBack(block);
    }
  }

  searchContacts(w: Workspace, contacts: Contacts, within: number): 'done' | 'stopped' | null {
    const kernel = this.#kernel;
    const block = this.#open(w, w.contactThreshold[0], within);
    if (block === null || this.#uploadedQ === null || this.#uploadedR === null) return null;
    try {
      const search = kernel.exports.collideNear;
      return decideListed(kernel, block, w, this.#uploadedQ, this.#uploadedR, contacts, search);
    } finally {
      this.#host.giveBack(block);
    }
  }

  nearPairs(w: Workspace, near: number, within: number, first: number, most: number, take: TakeNearPair): number {
    const kernel = this.#kernel;
    const block = this.#open(w, near, within);
    // Without memory nothing is listed: the exact test judges what comes of that.
    if (block === null) return this.count;
    try {
      const query = block.at / 4;
      kernel.ints[query + NEAR_NEXT_AT] = first;
      kernel.ints[query + NEAR_PAIRS_CAPACITY_AT] = Math.min(most, this.#pairs.capacity);
      const end = kernel.exports.searchNearPairs(block.at);
      const { ints, doubles } = kernel;
      const listed = ints[query + CONTACT_COUNT_AT];
      for (let k = 0; k < listed; k++) {
        const at = this.#pairs.at + NEAR_PAIR * k;
        const slot = at / 4;
        take(ints[slot], ints[slot + 1], doubles[at / 8 + NEAR_PAIR_GAP_AT], doubles, at / 8 + NEAR_PAIR_CORNERS_AT);
      }
      const next = end === DONE ? this.count : ints[query + NEAR_NEXT_AT];
      readWork(kernel, block, w);
      return next;
    } finally {
      this.#host.giveBack(block);
    }
  }

  /** A query on the near leaves. */
  #open(w: Workspace, near: number, within: number): QueryBlock | null {
    if (this.#uploadedQ === null || this.#uploadedR === null) return null;
    const kernel = this.#kernel;
    const block = this.#host.borrow();
    if (block === null) return null;
    writePair(kernel, block, w, this.#uploadedQ, this.#uploadedR);
    const { doubles, floats, ints } = kernel;
    const query = block.at / 4;
    doubles[block.at / 8 + PRUNING_AT] = near;
    floats[query + WITHIN_AT] = within * ROUNDED_UP;
    ints[query + NEAR_COUNT_AT] = this.count;
    ints[query + NEAR_NEXT_AT] = 0;
    ints[query + CONTACT_COUNT_AT] = 0;
    this.#writeLists(query);
    return block;
  }

  #writeLists(query: number): void {
    const { ints } = this.#kernel;
    ints[query + NEAR_AT] = this.#leaves.at;
    ints[query + NEAR_CAPACITY_AT] = this.#leaves.capacity;
    ints[query + NEAR_PAIRS_AT] = this.#pairs.at;
  }
}
