// What a collide search is asked for and what it has found: contacts between faces, and how they meet.

import type { Tree } from '../bvh/tree.ts';
import type { Interpretation } from '../model/solid.ts';

/** Touching faces kept, evenly among all, to ask whether the insides overlap there. */
const KEPT_TOUCHES = 32;
/**
 * After this many touches without a crossing the search for one is given up: two fans of n triangles whose tips meet touch
 * n² times, and each touch takes exact arithmetic.
 */
const MOST_TOUCHES = 4096;

export class Contacts {
  /** Stop at the first crossing. */
  first = true;
  /** Take in only what doubles prove: faces whose poses are themselves known to rounding only. */
  onlyCertified = false;
  /** [0]: list no more pairs than this; set before `start`. */
  readonly limit: Float64Array = new Float64Array(1);
  interpretationQuery: Interpretation = 'surface';
  interpretationReference: Interpretation = 'surface';
  crossings = 0;
  touches = 0;
  /** Slots in tree order of the pairs listed, query and reference in turn. */
  slots: Uint32Array = new Uint32Array(0);
  listed = 0;
  /** The contact shown as witness: a crossing if there is one. */
  witnessQuery = -1;
  witnessReference = -1;
  witnessLeafQuery = -1;
  witnessLeafReference = -1;
  /** Every `keepEvery`-th pair that touches, up to KEPT_TOUCHES, query and reference in turn. */
  readonly touching: Uint32Array = new Uint32Array(2 * KEPT_TOUCHES);
  keptTouches = 0;
  keepEvery = 1;
  /** A point strictly inside both bodies was found. */
  overlap = false;
  /** Number of touches at which to search for an overlap again. */
  nextTest = 1;
  /** Pairs of faces tested so far, where a face may lie in several leaves. */
  readonly #seen: Set<number> = new Set();

  start(first: boolean, interpretationQuery: Interpretation, interpretationReference: Interpretation): void {
    this.first = first;
    this.onlyCertified = false;
    this.interpretationQuery = interpretationQuery;
    this.interpretationReference = interpretationReference;
    this.crossings = 0;
    this.touches = 0;
    this.listed = 0;
    this.witnessQuery = -1;
    this.witnessReference = -1;
    this.witnessLeafQuery = -1;
    this.witnessLeafReference = -1;
    this.keptTouches = 0;
    this.keepEvery = 1;
    this.overlap = false;
    this.nextTest = 1;
    // To clear a set is to allocate another.
    if (this.#seen.size > 0) this.#seen.clear();
  }

  get count(): number {
    return this.crossings + this.touches;
  }

  /** For trees of tiles, where a face lies in several leaves: true the first time a pair of faces is tested. */
  isNew(tree: Tree, slot: number, other: Tree, otherSlot: number): boolean {
    const pair = tree.faces[slot] * other.faces.length + other.faces[otherSlot];
    if (this.#seen.has(pair)) return false;
    this.#seen.add(pair);
    return true;
  }

  /** Takes in a contact. True if nothing more is wanted. */
  add(crossing: boolean, slotQ: number, slotR: number, leafQ: number, leafR: number): boolean {
    if (this.count === 0 || (crossing && this.crossings === 0)) {
      this.witnessQuery = slotQ;
      this.witnessReference = slotR;
      this.witnessLeafQuery = leafQ;
      this.witnessLeafReference = leafR;
    }
    if (crossing) this.crossings++;
    else this.#keepTouch(slotQ, slotR);
    if (this.first) return crossing || this.touches >= MOST_TOUCHES;
    // With the list full, the search goes on until it is known how the bodies touch.
    if (this.listed >= this.limit[0]) return this.crossings > 0 || this.touches >= MOST_TOUCHES;
    if (2 * this.listed + 2 > this.slots.length) this.#grow();
    this.slots[2 * this.listed] = slotQ;
    this.slots[2 * this.listed + 1] = slotR;
    this.listed++;
    return this.listed >= this.limit[0] && (this.crossings > 0 || this.touches >= MOST_TOUCHES);
  }

  #keepTouch(slotQ: number, slotR: number): void {
    if (this.touches++ % this.keepEvery !== 0) return;
    const { touching } = this;
    if (this.keptTouches === KEPT_TOUCHES) {
      // Full: every second one goes, and from now on every second comes in.
      this.keptTouches /= 2;
      this.keepEvery *= 2;
      for (let k = 0; k < this.keptTouches; k++) {
        touching[2 * k] = touching[4 * k];
        touching[2 * k + 1] = touching[4 * k + 1];
      }
    }
    touching[2 * this.keptTouches] = slotQ;
    touching[2 * this.keptTouches + 1] = slotR;
    this.keptTouches++;
  }

  #grow(): void {
    const slots = new Uint32Array(Math.max(256, 2 * this.slots.length));
    slots.set(this.slots);
    this.slots = slots;
  }
}
