// How the contacts of two bodies are found: by their medial enclosures where both have them, or one has it and the other is convex; by their
// meshes or round shapes otherwise.

import { DistanceResult } from 'nearmiss';
import { MedialHullContacts, SolverContacts, type SolverPose } from 'nearmiss/bodies';
import { isConvex } from 'nearmiss/convex';
import { MedialContacts } from 'nearmiss/medial';
import type { Body } from './body.ts';
import { Contact, KEPT } from './contact.ts';
import { enclosingBalls } from './medial-model.ts';

/** Numbers of a contact: points of A and B, normal, gap. */
const CONTACT = 10;

/** Numbers of a pair in `pairNumbers`. */
export const PAIR = 8;

/** Whether two bodies can be searched by an enclosure. */
export function haveEnclosures(a: Body, b: Body): boolean {
  return a.isMedial ? b.isMedial || isConvex(b.model) : b.isMedial && isConvex(a.model);
}

/** What was found last: contacts as `SolverContacts` gives them. One object serves all pairs, one after the other. */
export class ContactSearch {
  count = 0;
  /** By enclosures a proven lower bound of the distance; of other bodies it is one where no contact was found. */
  lower = 0;
  numbers: Float64Array = new Float64Array(0);
  /** From A to B, after a search by an enclosure and a plane. */
  readonly normal: Float64Array = new Float64Array(3);
  /** Whether `normal` was found. */
  hasNormal = false;
  /** Numbers of pairs that every step reads, of all pairs in one array: a step waits for memory. */
  pairNumbers: Float64Array = new Float64Array(64 * PAIR);
  /** Friction of pairs, in the same order: as a field of its pair each would be a line of memory of its own. */
  pairFrictions: Float64Array = new Float64Array(64);
  #pairCount = 0;
  readonly #freePairs: number[] = [];
  /** Contacts of pairs that need them no more, to be used again. */
  #spare: Contact[] = [];
  /** What contacts leave to those that replace them (contact.ts). */
  kept: Float64Array = new Float64Array(16 * KEPT);
  /** Scratch of the queries of all pairs. */
  readonly distance: DistanceResult = new DistanceResult();
  readonly #solver = new SolverContacts();
  readonly #medial = new MedialContacts();
  readonly #hull = new MedialHullContacts();

  /** Where a pair may keep its numbers in `pairNumbers`, until it gives them back. */
  takePairNumbers(): number {
    const free = this.#freePairs.pop();
    const at = free ?? PAIR * this.#pairCount++;
    if (at === this.pairNumbers.length) {
      this.pairNumbers = doubled(this.pairNumbers);
      this.pairFrictions = doubled(this.pairFrictions);
    }
    return at;
  }

  givePairNumbers(at: number): void {
    this.#freePairs.push(at);
  }

  /** A contact that no pair has. */
  takeContact(): Contact {
    if (this.#spare.length === 0) this.#spare = Contact.block();
    return this.#spare.pop() ?? new Contact();
  }

  giveBack(contact: Contact): void {
    this.#spare.push(contact);
  }

  /** Finds the contacts of two bodies at poses within a distance. */
  find(a: Body, poseA: SolverPose, b: Body, poseB: SolverPose, within: number, isEnclosed: boolean): void {
    if (isEnclosed && this.findEnclosed(a, poseA, b, poseB, within)) return;
    this.hasNormal = false;
    this.#solver.find(a.model, poseA, b.model, poseB, within);
    this.#take(this.#solver);
  }

  /** The same by enclosures alone; false where these do not tell the contacts, but for a lower bound of the distance. */
  findEnclosed(a: Body, poseA: SolverPose, b: Body, poseB: SolverPose, within: number): boolean {
    this.hasNormal = false;
    if (a.isMedial && b.isMedial) {
      this.#medial.find(a.model, poseA, b.model, poseB, within);
      this.#take(this.#medial);
      return true;
    }
    const hull = this.#hull;
    const isTold = a.isMedial
      ? hull.find(enclosingBalls(a.model), poseA, b.model, poseB, within)
      : hull.find(enclosingBalls(b.model), poseB, a.model, poseA, within);
    this.hasNormal = hull.lower > 0;
    for (let k = 0; k < 3; k++) this.normal[k] = a.isMedial ? hull.normal[k] : -hull.normal[k];
    this.#take(hull);
    if (!a.isMedial) this.#swapBodies();
    return isTold;
  }

  #take({ count, lower, numbers }: SolverContacts | MedialContacts | MedialHullContacts): void {
    this.count = count;
    this.lower = lower;
    this.numbers = numbers;
  }

  /** Contacts of B and A become those of A and B. */
  #swapBodies(): void {
    const { numbers: n } = this;
    for (let o = 0; o < CONTACT * this.count; o += CONTACT) {
      for (let k = o; k < o + 3; k++) {
        const point = n[k];
        n[k] = n[k + 3];
        n[k + 3] = point;
        n[k + 6] = -n[k + 6];
      }
    }
  }
}

function doubled(numbers: Float64Array): Float64Array {
  const larger = new Float64Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}
