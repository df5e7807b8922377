// Parameters and result of a collide search: contacts between faces, and whether they cross.

import type { Tree } from '../bvh/tree.ts';
import type { Interpretation } from '../model/solid.ts';

/** Number of touching faces kept, evenly spread among all, to test whether the interiors overlap there. */
const KEPT_TOUCHES = 32;
/**
 * Number of touches without a crossing after which the search for a crossing ends: two fans of n triangles whose apexes touch have
 * n² touches, and each takes exact arithmetic.
 */
const MOST_TOUCHES = 4096;

export class Contacts {
  /** Stop at the first crossing. */
  first = true;
  /** Accept only what double arithmetic proves: the poses of the faces are themselves known only to rounding. */
  onlyCertified = false;
  /** [0]: list no more pairs than this; set before `start`. */
  readonly limit: Float64Array = new Float64Array(1);
  interpretationQuery: Interpretation = 'surface';
  interpretationReference: Interpretation = 'surface';
  crossings = 0;
  touches = 0;
  /** Slots in tree order of the listed pairs, query and reference alternating. */
  slots: Uint32Array = new Uint32Array(0);
  listed = 0;
  /** The witness contact: a crossing if there is one. */
  witnessQuery = -1;
  witnessReference = -1;
  witnessLeafQuery = -1;
  witnessLeafReference = -1;
  /** A point that the witness faces have in common, in the reference frame, if the search has computed it. */
  readonly commonPoint: Float64Array = new Float64Array(3);
  knowsCommonPoint = false;
  /** Every `keepEvery`-th pair that touches, up to KEPT_TOUCHES, query and reference alternating. */
  readonly touching: Uint32Array = new Uint32Array(2 * KEPT_TOUCHES);
  keptTouches = 0;
  keepEvery = 1;
  /** A point strictly inside both bodies was found. */
  overlap = false;
  /** Number of touches at which the next search for an overlap starts. */
  nextTest = 1;
  /** Pairs of faces tested so far, for trees in which a face may lie in several leaves. */
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
    this.knowsCommonPoint = false;
    this.keptTouches = 0;
    this.keepEvery = 1;
    this.overlap = false;
    this.nextTest = 1;
    // Clearing a set allocates a new one.
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

  /** Adds a contact. True if the search may end. */
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
    // When the list is full, the search continues until the status is decided.
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
      // When full, every second one is dropped, and from now on every second one is kept.
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
