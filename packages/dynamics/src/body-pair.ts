// Two bodies that may collide: what is known of their distance, and their contacts.

import { distance, TimeOfContactResult } from 'nearmiss';
import { contactManifold } from 'nearmiss/bodies';
import { isConvex } from 'nearmiss/convex';
import type { Body } from './body.ts';
import { Contact, KEPT } from './contact.ts';
import { type ContactSearch, haveEnclosures, PAIR } from './contact-search.ts';
import { enclosureExcess } from './medial-model.ts';
import { isSamePose, turnedBetween } from './travel.ts';
import type { Work } from './work.ts';

/** Contacts nearer to an old one than this many search distances take over its impulses. Dimensionless. */
const SAME_CONTACT = 16;
/** The same in parts of the smaller body's size, for contacts that are searched farther. Dimensionless. */
const SAME_FEATURE = 0.05;
/** Numbers of a contact that was found. */
const CONTACT = 10;
/**
 * How much farther contacts are searched where bodies that do not bounce are in contact already: features that slide or turn into contact
 * within an interval are then foreseen. Dimensionless.
 */
const FORESIGHT = 16;
/** A distance that is small, in parts of the smaller body's size. Dimensionless. */
const NEAR = 0.05;

/**
 * Where the numbers of a pair are. Of the last search for contacts: the distance searched, a distance the bodies were apart, how far both had
 * turned together, and from A's centre of mass to B's; then `approach` and `reach`.
 */
const WITHIN = 0;
const APART = 1;
const TURNED = 2;
const OFFSET = 3;
const APPROACH = 6;
const REACH = 7;

/** A pair in a snapshot. */
export interface PairState {
  readonly numbers: Float64Array;
  readonly poses: Float64Array;
  readonly contacts: readonly Float64Array[];
}

export class BodyPair {
  // First what every step reads: it is then in the same few lines of memory.
  readonly #search: ContactSearch;
  /** Where its numbers are among `pairNumbers` of the search. */
  readonly #at: number;
  readonly a: Body;
  readonly b: Body;
  contacts: Contact[] = [];
  /** The step in which they were last near. */
  stamp = -1;
  /** Whether they overlap, which could not be prevented. */
  isViolated = false;
  /** Whether both bodies are convex. */
  readonly isConvex: boolean;
  /** Whether medial enclosures tell the distance: of both bodies, or of one where the other is convex. */
  readonly isEnclosed: boolean;
  /** Whether one of them is a round shape: as it rolls, it touches with ever other points. */
  readonly isRound: boolean;
  readonly restitution: number;
  /** Orders pairs: by A, then by B. */
  readonly key: number;
  /** How far the medial enclosures that the bodies collide as can be outside both hulls together; 0 where they collide as meshes. */
  readonly excess: number;
  /** The bodies were at least `clear` apart where `posesA` and `posesB` say. */
  clear = -1;
  /** Whether it was not measured any farther. */
  #isBeyond = false;
  readonly #poseA: Float64Array = new Float64Array(7);
  readonly #poseB: Float64Array = new Float64Array(7);
  readonly #comA: Float64Array = new Float64Array(3);
  readonly #comB: Float64Array = new Float64Array(3);
  /** How far the bodies had gone since, when `contacts` were found; −1 where these are out of date. */
  #contactsWithin = -1;
  /** A direction from A to B along which they were apart. */
  readonly axis: Float64Array = new Float64Array(3);
  hasAxis = false;
  #toc: TimeOfContactResult | null = null;
  /** Whether their hulls overlapped when last seen in this step, so that they prove nothing. */
  doHullsOverlap = false;
  /** How far apart they were, at least, at the start of a step, and which; with `events`. */
  startClearance = -1;
  startStep = -1;

  /** `search` is shared by all pairs of a simulation. */
  constructor(a: Body, b: Body, key: number, search: ContactSearch) {
    this.#search = search;
    this.#at = search.takePairNumbers();
    search.pairNumbers.fill(0, this.#at, this.#at + PAIR);
    this.#forgetSearch();
    this.isEnclosed = haveEnclosures(a, b);
    this.key = key;
    this.a = a;
    this.b = b;
    search.pairFrictions[this.#at / PAIR] = Math.sqrt(a.friction * b.friction);
    this.restitution = Math.max(a.restitution, b.restitution);
    this.excess = this.isMedial ? enclosureExcess(a.model) + enclosureExcess(b.model) : 0;
    this.isConvex = isConvex(a.model) && isConvex(b.model);
    this.isRound = a.support.round !== null || b.support.round !== null;
  }

  get friction(): number {
    return this.#search.pairFrictions[this.#at / PAIR];
  }

  /** How far the bodies can approach each other in this step, with `impulses`. */
  get approach(): number {
    return this.#search.pairNumbers[this.#at + APPROACH];
  }

  /** How far contacts matter in this step, with `impulses`. */
  get reach(): number {
    return this.#search.pairNumbers[this.#at + REACH];
  }

  set reach(distance: number) {
    this.#search.pairNumbers[this.#at + REACH] = distance;
  }

  /** Gives back what it has of the search. The pair is of no use afterwards. */
  release(): void {
    this.#drop();
    this.#search.givePairNumbers(this.#at);
  }

  /** Contacts are searched anew. */
  #forgetSearch(): void {
    const { pairNumbers } = this.#search;
    pairNumbers[this.#at + WITHIN] = -1;
    pairNumbers[this.#at + APART] = -1;
  }

  /** What the last query of a time of contact found. */
  get toc(): TimeOfContactResult {
    this.#toc ??= new TimeOfContactResult();
    return this.#toc;
  }

  /** Whether both bodies collide as their medial enclosures. */
  get isMedial(): boolean {
    return this.a.isMedial && this.b.isMedial;
  }

  /** A lower bound of the distance where the bodies are now, from what was measured before; may be negative. */
  get knownClearance(): number {
    if (this.clear < 0) return -1;
    return this.clear - this.#travelSince();
  }

  /** Whether the distance was measured where the bodies are now, as far as it goes or at least to `farthest`. */
  isMeasured(farthest: number): boolean {
    if (this.#isBeyond && this.clear < farthest) return false;
    return isSamePose(this.a.pose, this.#poseA) && isSamePose(this.b.pose, this.#poseB);
  }

  /** A distance that is small for both bodies. */
  get nearness(): number {
    return NEAR * Math.min(this.a.size, this.b.size);
  }

  /** How much nearer two points of the bodies can have come to each other since the distance was measured. */
  #travelSince(): number {
    const { a, b } = this;
    const turned = turnedBetween(a, this.#poseA, a.pose, a.com) + turnedBetween(b, this.#poseB, b.pose, b.com);
    const x = a.com[0] - this.#comA[0] - (b.com[0] - this.#comB[0]);
    const y = a.com[1] - this.#comA[1] - (b.com[1] - this.#comB[1]);
    const z = a.com[2] - this.#comA[2] - (b.com[2] - this.#comB[2]);
    return Math.sqrt(x * x + y * y + z * z) + turned;
  }

  /** How much nearer two points of the bodies can come to each other on the motions of the interval; 0 where both rest. */
  travelToNext(nextComs: Float64Array): number {
    const { a, b } = this;
    const i = 3 * a.slot;
    const j = 3 * b.slot;
    const turned = turnedBetween(a, a.pose, a.next, a.com) + turnedBetween(b, b.pose, b.next, b.com);
    if (turned === 0) return 0;
    const x = nextComs[i] - a.com[0] - (nextComs[j] - b.com[0]);
    const y = nextComs[i + 1] - a.com[1] - (nextComs[j + 1] - b.com[1]);
    const z = nextComs[i + 2] - a.com[2] - (nextComs[j + 2] - b.com[2]);
    return Math.sqrt(x * x + y * y + z * z) + turned;
  }

  /** A lower bound of the distance at the end of the interval. */
  clearanceAtNext(): number {
    const { a, b } = this;
    const search = this.#search;
    if (this.isEnclosed && search.findEnclosed(a, a.nextView, b, b.nextView, 0)) return search.lower;
    return distance(a.model, a.nextView, b.model, b.nextView).lower;
  }

  /** Measures the distance anew. False where the bodies touch or overlap. */
  measure(farthest: number): boolean {
    const { a, b } = this;
    if (this.isEnclosed && this.#findEnclosed(0)) return this.clear > 0;
    // Without the memory of a Pair: what is computed must follow from the state alone, so that a restored one goes on to the same bits.
    const found = distance(a.model, a.poseView, b.model, b.poseView, { maxDistance: farthest }, this.#search.distance);
    const { status, lower, normal } = found;
    const isApart = status === 'separated' || status === 'beyond';
    this.#remember(isApart ? lower : -1);
    this.#isBeyond = status === 'beyond';
    if (normal !== null && isApart) {
      this.axis.set(normal);
      this.hasAxis = true;
    }
    return isApart;
  }

  /** Keeps a lower bound of the distance, with the poses it is of. */
  #remember(clear: number): void {
    const { a, b } = this;
    this.#poseA.set(a.pose);
    this.#poseB.set(b.pose);
    this.#comA.set(a.com);
    this.#comB.set(b.com);
    this.#contactsWithin = -1;
    this.#isBeyond = false;
    this.clear = clear;
  }

  /** What a snapshot keeps. */
  save(): PairState {
    return {
      numbers: Float64Array.of(
        this.clear,
        this.#contactsWithin,
        this.hasAxis ? 1 : 0,
        this.isViolated ? 1 : 0,
        this.stamp,
        ...this.#search.pairNumbers.subarray(this.#at, this.#at + PAIR),
        this.#isBeyond ? 1 : 0,
      ),
      poses: Float64Array.of(...this.#poseA, ...this.#poseB, ...this.#comA, ...this.#comB, ...this.axis),
      contacts: this.contacts.map((contact) => contact.save()),
    };
  }

  load({ numbers, poses, contacts }: PairState): void {
    this.clear = numbers[0];
    this.#contactsWithin = numbers[1];
    this.hasAxis = numbers[2] === 1;
    this.isViolated = numbers[3] === 1;
    this.stamp = numbers[4];
    this.#search.pairNumbers.set(numbers.subarray(5, 5 + PAIR), this.#at);
    this.#isBeyond = numbers[5 + PAIR] === 1;
    this.#poseA.set(poses.subarray(0, 7));
    this.#poseB.set(poses.subarray(7, 14));
    this.#comA.set(poses.subarray(14, 17));
    this.#comB.set(poses.subarray(17, 20));
    this.axis.set(poses.subarray(20, 23));
    this.contacts = contacts.map((saved) => Contact.of(saved));
  }

  /** Brings the contacts up to date: features within a distance of each other. Bodies are apart. */
  updateContacts(within: number): void {
    this.#forgetSearch();
    const known = this.knownClearance;
    if (known > within) {
      this.contacts.length = 0;
      return;
    }
    const { a, b } = this;
    const isCurrent = this.#contactsWithin >= 0 && this.clear - known <= within / 8;
    if (isCurrent) {
      for (const contact of this.contacts) contact.updateNow(a, b);
      return;
    }
    const isEnclosed = this.isEnclosed && this.#findEnclosed(within);
    const isMeasured = isEnclosed || (this.clear >= 0 && this.isMeasured(within));
    if (!isMeasured) this.measure(Math.max(4 * within, this.nearness));
    if (this.clear > within) {
      this.contacts.length = 0;
      this.#contactsWithin = within;
      return;
    }
    if (isEnclosed) this.#takeFound(this.#search);
    else if (this.clear >= 0 && this.isConvex && a.support.round === null && b.support.round === null) {
      this.#search.find(a, a.poseView, b, b.poseView, within, false);
      this.#takeFound(this.#search);
    } else this.#takeManifold(this.restitution > 0 ? within : FORESIGHT * within);
    if (this.contacts.length > 0) {
      this.axis.set(this.contacts[0].normal);
      this.hasAxis = true;
    }
    this.#contactsWithin = within;
  }

  /** Finds contacts and a lower bound of the distance by enclosures; false where these do not tell. */
  #findEnclosed(within: number): boolean {
    const { a, b } = this;
    const search = this.#search;
    if (!search.findEnclosed(a, a.poseView, b, b.poseView, within)) return false;
    this.#remember(search.lower > 0 ? search.lower : -1);
    if (search.hasNormal) {
      this.axis.set(search.normal);
      this.hasAxis = true;
    }
    return true;
  }

  #takeManifold(within: number): void {
    const { a, b } = this;
    const { contacts } = contactManifold(a.model, a.poseView, b.model, b.poseView, { within, depths: this.clear < 0 });
    const numbers = new Float64Array(CONTACT * contacts.length);
    contacts.forEach(({ pointA, pointB, normal }, c) => {
      numbers.set(pointA, CONTACT * c);
      numbers.set(pointB, CONTACT * c + 3);
      numbers.set(normal, CONTACT * c + 6);
    });
    this.#take(contacts.length, numbers, SAME_CONTACT * within);
  }

  /**
   * Brings the contacts up to date, with signed gaps: features within a distance of each other. While the bodies
   * have gone less than `drift` relative to each other since contacts were found, those are kept; of round shapes while these stand still, since
   * a point that stays behind as the body rolls on would drive it, and add energy.
   */
  searchContacts(within: number, drift: number): void {
    const { a, b, contacts } = this;
    const search = this.#search;
    const n = search.pairNumbers;
    const at = this.#at;
    const gone = this.#goneSinceSearch();
    if (n[at + APART] - gone > within) {
      if (contacts.length > 0) this.#drop();
      return;
    }
    if (gone <= (this.isRound ? 0 : drift) && n[at + WITHIN] - gone >= within) {
      for (let c = 0; c < contacts.length; c++) contacts[c].updateNow(a, b);
      return;
    }
    // Farther than asked, so that they serve until the bodies have gone as far.
    const wide = within + 2 * drift;
    search.find(a, a.poseView, b, b.poseView, wide, this.isEnclosed);
    this.clear = -1;
    this.#contactsWithin = -1;
    n[at + WITHIN] = wide;
    n[at + APART] = search.count === 0 ? search.lower : -1;
    n[at + TURNED] = a.turned + b.turned;
    for (let k = 0; k < 3; k++) n[at + OFFSET + k] = b.com[k] - a.com[k];
    this.#takeFound(search);
  }

  /**
   * Adds the contacts that the bodies have at `next`, where they are after `time`, if a gap there is below `least`, or if `isLast`. True where one is.
   * The next search is made anew.
   */
  addContactsAtNext(within: number, work: Work, time: number, least: number, isLast: boolean): boolean {
    const { a, b, contacts } = this;
    const search = this.#search;
    search.find(a, a.nextView, b, b.nextView, within, this.isEnclosed);
    let isOverlapping = false;
    for (let c = 0; c < search.count; c++) isOverlapping = isOverlapping || search.numbers[CONTACT * c + 9] < least;
    if (!isOverlapping && !isLast) return false;
    for (let c = 0; c < search.count; c++) {
      const contact = search.takeContact();
      contact.setAhead(a, b, search.numbers, CONTACT * c, work, time);
      contact.clearImpulses();
      contacts.push(contact);
    }
    if (search.count > 0) this.#forgetSearch();
    return isOverlapping;
  }

  /**
   * Takes how far the bodies can approach each other in this step. Whether the last search showed that they stay farther apart than `within`, without
   * contacts.
   */
  staysApart(approach: number, within: number): boolean {
    const n = this.#search.pairNumbers;
    const at = this.#at;
    n[at + APPROACH] = approach;
    const distance = within + approach;
    // Nearly all pairs are told by this alone: those in contact were not apart.
    if (!(n[at + APART] > distance)) return false;
    return this.contacts.length === 0 && n[at + APART] - this.#goneSinceSearch() > distance;
  }

  /** How far two points of the bodies can have moved relative to each other since contacts were searched. */
  #goneSinceSearch(): number {
    const { a, b } = this;
    const n = this.#search.pairNumbers;
    const at = this.#at;
    const x = b.com[0] - a.com[0] - n[at + OFFSET];
    const y = b.com[1] - a.com[1] - n[at + OFFSET + 1];
    const z = b.com[2] - a.com[2] - n[at + OFFSET + 2];
    return Math.sqrt(x * x + y * y + z * z) + (a.turned + b.turned - n[at + TURNED]);
  }

  #takeFound({ count, numbers }: ContactSearch): void {
    this.#take(count, numbers, SAME_FEATURE * Math.min(this.a.size, this.b.size));
  }

  /** Contacts take over the numbers of the old ones; those nearer to one of these than a distance inherit its impulses. */
  #take(count: number, numbers: Float64Array, near: number): void {
    const { a, b, contacts } = this;
    const search = this.#search;
    const old = contacts.length;
    if (search.kept.length < KEPT * old) search.kept = new Float64Array(2 * KEPT * old);
    const { kept } = search;
    for (let c = 0; c < old; c++) contacts[c].saveForces(kept, KEPT * c);
    for (let c = old; c < count; c++) contacts.push(search.takeContact());
    for (let c = count; c < old; c++) search.giveBack(contacts[c]);
    if (count < old) contacts.length = count;
    for (let c = 0; c < count; c++) {
      contacts[c].setAt(a, b, numbers, CONTACT * c);
      contacts[c].inherit(kept, old, near);
    }
  }

  /** Lets all contacts go; they are searched anew. */
  forgetContacts(): void {
    this.#search.pairNumbers[this.#at + WITHIN] = -1;
    if (this.contacts.length > 0) this.#drop();
  }

  #drop(): void {
    for (const contact of this.contacts) this.#search.giveBack(contact);
    this.contacts.length = 0;
  }
}
