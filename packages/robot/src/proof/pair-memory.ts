// What is kept of a pair of bodies from test to test: it costs time where it is out of date, never correctness.

import { Pair } from 'nearmiss';
import type { Body, BodyPair } from '../bodies/body.ts';
import type { NodePair } from './hull-search.ts';

export class PairMemory {
  readonly pairs: readonly BodyPair[];
  /** Three numbers a pair: a direction from A to B along which the hulls were apart; all 0 where none is known. */
  readonly axes: Float64Array;
  /** Leaves of the trees of hulls that were not apart when a pair was last searched. */
  readonly failed: (NodePair | undefined)[];
  /** The two bodies of each pair, and its padding. */
  readonly pairBodies: Int32Array;
  readonly paddings: Float64Array;
  /** All pairs, by number. */
  readonly all: Int32Array;
  /** All pairs, those first that touched last: where one robot moves among the same obstacles, they are likely to touch again. */
  readonly likely: Int32Array;
  readonly #bodies: readonly Body[];
  readonly #hulls: (Pair | undefined)[];
  readonly #models: (Pair | undefined)[];

  constructor(bodies: readonly Body[], pairs: readonly BodyPair[]) {
    this.#bodies = bodies;
    this.pairs = pairs;
    this.axes = new Float64Array(3 * pairs.length);
    this.failed = new Array(pairs.length);
    this.pairBodies = Int32Array.from(pairs.flatMap(({ a, b }) => [a, b]));
    this.paddings = Float64Array.from(pairs, ({ padding }) => padding);
    this.all = Int32Array.from(pairs, (_, k) => k);
    this.likely = this.all.slice();
    this.#hulls = new Array(pairs.length);
    this.#models = new Array(pairs.length);
  }

  /** Forgets all, so that what follows does not depend on what was asked before. */
  forget(): void {
    this.axes.fill(0);
    this.failed.fill(undefined);
    this.likely.set(this.all);
    this.#hulls.fill(undefined);
    this.#models.fill(undefined);
  }

  /** Notes that a pair touches. */
  touched(pair: number): void {
    const { likely } = this;
    likely.copyWithin(1, 0, likely.indexOf(pair));
    likely[0] = pair;
  }

  hulls(pair: number): Pair {
    let made = this.#hulls[pair];
    if (made === undefined) {
      const { a, b } = this.pairs[pair];
      made = new Pair(this.#bodies[a].shape.hull, this.#bodies[b].shape.hull);
      this.#hulls[pair] = made;
    }
    return made;
  }

  models(pair: number): Pair {
    const { a, b } = this.pairs[pair];
    const [shapeA, shapeB] = [this.#bodies[a].shape, this.#bodies[b].shape];
    if (shapeA.hull === shapeA.model && shapeB.hull === shapeB.model) return this.hulls(pair);
    let made = this.#models[pair];
    if (made === undefined) {
      made = new Pair(shapeA.model, shapeB.model);
      this.#models[pair] = made;
    }
    return made;
  }
}
