// The result of a distance search so far, and its pruning bound.

import { BEST_PAIR_SLOT } from './scratch-slots.ts';
import { perWorkspace, type Workspace } from './workspace.ts';

export class BestPair {
  /** [0]: the smallest distance found, in units of the reference body. */
  readonly distance: Float64Array = new Float64Array(1);
  /** [0]: pairs farther apart than this need no test: the distance less the tolerance, but not below the contact threshold. */
  readonly pruningBound: Float64Array = new Float64Array(1);
  /** Witness points of the nearest pair: on the query body, on the reference body, in the reference frame. */
  readonly points: Float64Array = new Float64Array(6);
  leafQuery = -1;
  leafReference = -1;
  slotQuery = -1;
  slotReference = -1;
  /** An exact test found two faces in contact: the distance is 0 and the search ends. */
  contact = false;
  /** Parameters, set before `start`. [0]: only pairs nearer than this. [1]: tolerance. */
  readonly wanted: Float64Array = new Float64Array(2);
  /** [0]: up to this distance it is open whether the bodies touch. */
  #touch: Float64Array = new Float64Array(1);

  /** Resets everything but the parameters. */
  start(touch: Float64Array): void {
    this.leafQuery = -1;
    this.leafReference = -1;
    this.slotQuery = -1;
    this.slotReference = -1;
    this.contact = false;
    this.#touch = touch;
    this.distance[0] = this.wanted[0];
    this.pruningBound[0] = Math.max(this.wanted[0], touch[0]);
  }

  /** Lowers the best distance to the square root of witness[6], with its points. */
  improve(
    witness: Float64Array,
    leafQuery: number,
    leafReference: number,
    slotQuery: number,
    slotReference: number,
  ): void {
    const distance = Math.sqrt(witness[6]);
    this.distance[0] = distance;
    this.pruningBound[0] = Math.max(distance - this.wanted[1], this.#touch[0]);
    for (let k = 0; k < 6; k++) this.points[k] = witness[k];
    this.leafQuery = leafQuery;
    this.leafReference = leafReference;
    this.slotQuery = slotQuery;
    this.slotReference = slotReference;
  }
}

/** The best pair of the query of `w`. */
export const bestPairOf: (w: Workspace) => BestPair = perWorkspace(BEST_PAIR_SLOT, () => new BestPair());
