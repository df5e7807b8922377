// What is known of two hulls of balls while they are tested along a direction (turning-hulls.ts).

import { MOST_ENCLOSING } from '../../medial/enclosing-balls.ts';

/** For each ball its height along a direction, its speed and half its curvature term. */
export const ROW = 3;

// Positions in `most`.
export const CIRCLE = 3;
export const STRAIGHT = 4;

/** The balls of a hull, tested along a direction. */
export class SupportBounds {
  readonly rows: Float64Array = new Float64Array(ROW * MOST_ENCLOSING);
  /** End of the rows; a body that does not rotate has one row for all its balls. */
  end = 0;
  /** Slot of the highest ball. */
  top = 0;
  /** The maximum of each number of the rows; the height of the swept circles; and the speed of the pivot. */
  readonly most: Float64Array = new Float64Array(5);
  /** Height and speed of the highest ball at a time. */
  readonly later: Float64Array = new Float64Array(2);
}

/** Two hulls, and the step that is proven for them. */
export class TurningScratch {
  readonly supportA: SupportBounds = new SupportBounds();
  readonly supportB: SupportBounds = new SupportBounds();
  /** The direction of the projection, and its length. */
  readonly q: Float64Array = new Float64Array(4);
  /** Velocity of the centre of one part relative to that of another. */
  readonly w: Float64Array = new Float64Array(3);
  /**
   * [0]: error bound of a gap. [1]: a step that is long enough. [2]: the first gap along q, as a length. [3]: the sum of both spans.
   */
  readonly limits: Float64Array = new Float64Array(4);
  /** [0]: the step proven. */
  readonly proven: Float64Array = new Float64Array(1);
  /** [0]: a time. */
  readonly at: Float64Array = new Float64Array(1);
}
