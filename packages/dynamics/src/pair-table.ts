// The pairs of bodies that are or were near each other, with what is remembered of each.

import type { Body } from './body.ts';
import { BodyPair } from './body-pair.ts';
import { ContactSearch } from './contact-search.ts';
import type { Joint } from './joint.ts';

/** Numbers of bodies are below this, so that two make a key; those of the first bodies are small integers, which maps find faster. */
const MOST_BODIES = 2 ** 25;
const FIRST_BODIES = 2 ** 15;
/** Steps after which a pair that was not near is forgotten. */
const FORGOTTEN_AFTER = 64;

export class PairTable {
  readonly #pairs = new Map<number, BodyPair>();
  readonly #joined = new Set<number>();
  readonly #search = new ContactSearch();

  /** The pair of two bodies, the one with the lower number as A. */
  get(a: Body, b: Body): BodyPair {
    const key = keyOf(a, b);
    const known = this.#pairs.get(key);
    if (known !== undefined) return known;
    const pair = a.slot < b.slot ? new BodyPair(a, b, key, this.#search) : new BodyPair(b, a, key, this.#search);
    this.#pairs.set(key, pair);
    return pair;
  }

  /** All pairs, in the order in which they first met. */
  values(): IterableIterator<BodyPair> {
    return this.#pairs.values();
  }

  /** Whether joints keep any two bodies from colliding. */
  get isAnyJoined(): boolean {
    return this.#joined.size > 0;
  }

  /** Whether two bodies may collide. */
  mayCollide(a: Body, b: Body): boolean {
    if (a.inverseMass === 0 && b.inverseMass === 0) return false;
    if ((a.group & b.mask) === 0 || (b.group & a.mask) === 0) return false;
    return this.#joined.size === 0 || !this.#joined.has(keyOf(a, b));
  }

  /** Takes in which bodies are joined: they do not collide, unless a joint says so. */
  join(joints: readonly Joint[]): void {
    this.#joined.clear();
    for (const { a, b, collide, isBroken } of joints) if (!collide && !isBroken) this.#joined.add(keyOf(a, b));
  }

  /** Forgets the pairs of a body or, from time to time, those that have long been apart. */
  drop(step: number, body?: Body): void {
    if (body === undefined && step % FORGOTTEN_AFTER !== 0) return;
    for (const [key, pair] of this.#pairs) {
      const { a, b, stamp, contacts, isViolated } = pair;
      const isOld = step - stamp > FORGOTTEN_AFTER && contacts.length === 0 && !isViolated;
      if (!(body === undefined ? isOld : a === body || b === body)) continue;
      this.#pairs.delete(key);
      pair.release();
    }
  }

  clear(): void {
    for (const pair of this.#pairs.values()) pair.release();
    this.#pairs.clear();
  }
}

function keyOf(a: Body, b: Body): number {
  const low = a.slot < b.slot ? a.slot : b.slot;
  const high = a.slot < b.slot ? b.slot : a.slot;
  return high < FIRST_BODIES ? low * FIRST_BODIES + high : -1 - (low * MOST_BODIES + high);
}
