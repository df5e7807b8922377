// What a distance search has found so far, and what it still has to look at.

import { perWorkspace, type Workspace } from './workspace.ts';

export class BestPair {
  /** [0]: the smallest distance found, in units of the resting body. */
  readonly distance: Float64Array = new Float64Array(1);
  /** [0]: pairs farther apart than this need not be looked at: the distance less the tolerance, but not below touch. */
  readonly cut: Float64Array = new Float64Array(1);
  /** Witness points of the smallest: on the moving body, on the resting body, in the resting frame. */
  readonly points: Float64Array = new Float64Array(6);
  leafMoving = -1;
  leafResting = -1;
  placeMoving = -1;
  placeResting = -1;
  /** An exact test found two faces in contact: the distance is 0 and the search is over. */
  contact = false;
  /** What is wanted, set before `start`: [0] only pairs nearer than this, [1] the nearest only to within this. */
  readonly wanted: Float64Array = new Float64Array(2);
  /** [0]: distances up to this leave open whether bodies touch. */
  #touch: Float64Array = new Float64Array(1);

  /** Forgets everything but what is wanted. */
  start(touch: Float64Array): void {
    this.leafMoving = -1;
    this.leafResting = -1;
    this.placeMoving = -1;
    this.placeResting = -1;
    this.contact = false;
    this.#touch = touch;
    this.distance[0] = this.wanted[0];
    this.cut[0] = Math.max(this.wanted[0], touch[0]);
  }

  /** Lowers the best distance to the square root of witness[6], with its points. */
  improve(
    witness: Float64Array,
    leafMoving: number,
    leafResting: number,
    placeMoving: number,
    placeResting: number,
  ): void {
    const distance = Math.sqrt(witness[6]);
    this.distance[0] = distance;
    this.cut[0] = Math.max(distance - this.wanted[1], this.#touch[0]);
    for (let k = 0; k < 6; k++) this.points[k] = witness[k];
    this.leafMoving = leafMoving;
    this.leafResting = leafResting;
    this.placeMoving = placeMoving;
    this.placeResting = placeResting;
  }
}

/** That of the query of `w`. */
export const bestPairOf: (w: Workspace) => BestPair = perWorkspace(() => new BestPair());
