// What a distance search has found so far, and what it still has to look at.

/** Places in `distances`. */
export const BEST = 0;
/** Pairs at least this far apart need not be looked at. */
export const CUT = 1;

export class BestPair {
  /** [BEST]: the smallest distance found. [CUT]: max(BEST − tolerance, touch). In units of the resting body. */
  readonly distances: Float64Array = new Float64Array(2);
  /** Witness points of the smallest: on the moving body, on the resting body, in the resting frame. */
  readonly points: Float64Array = new Float64Array(6);
  leafMoving = -1;
  leafResting = -1;
  placeMoving = -1;
  placeResting = -1;
  /** An exact test found two faces in contact: the distance is 0 and the search is over. */
  contact = false;
  #tolerance: Float64Array = new Float64Array(2);

  /** Forgets everything; only pairs nearer than `limit` are wanted, and the nearest only to within `tolerance`. */
  start(limit: number, tolerance: number, touch: number): void {
    this.leafMoving = -1;
    this.leafResting = -1;
    this.placeMoving = -1;
    this.placeResting = -1;
    this.contact = false;
    this.#tolerance[0] = tolerance;
    this.#tolerance[1] = touch;
    this.distances[BEST] = limit;
    this.distances[CUT] = Math.max(limit, touch);
  }

  /** Lowers the best distance to the square root of witness[6], with its points. */
  improve(witness: Float64Array, leafMoving: number, leafResting: number, placeMoving: number, placeResting: number): void {
    const distance = Math.sqrt(witness[6]);
    this.distances[BEST] = distance;
    this.distances[CUT] = Math.max(distance - this.#tolerance[0], this.#tolerance[1]);
    for (let k = 0; k < 6; k++) this.points[k] = witness[k];
    this.leafMoving = leafMoving;
    this.leafResting = leafResting;
    this.placeMoving = placeMoving;
    this.placeResting = placeResting;
  }
}
