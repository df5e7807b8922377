// What a distance search has found so far, and what it still has to look at.

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
    this.distance[0] = limit;
    this.cut[0] = Math.max(limit, touch);
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
    this.cut[0] = Math.max(distance - this.#tolerance[0], this.#tolerance[1]);
    for (let k = 0; k < 6; k++) this.points[k] = witness[k];
    this.leafMoving = leafMoving;
    this.leafResting = leafResting;
    this.placeMoving = placeMoving;
    this.placeResting = placeResting;
  }
}
