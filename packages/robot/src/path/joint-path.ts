// What the proof needs to know of a path: values and velocities of all variables at a time, and bounds of speeds and accelerations on an
// interval. A path is made of segments, on each of which these are continuous.

/** Coefficients of a variable on a segment, of polynomials of degree up to five. */
export const POLYNOMIAL_TERMS = 6;

/** A path of all variables of a robot. See {@link Robot.path}, {@link functionPath}. */
export interface JointPath {
  /** The number of variables. */
  readonly size: number;
  /** Where the segments begin, and where the last ends: ascending times. */
  readonly breaks: Float64Array;
  /**
   * Where the values are polynomials of (t − start) / duration on each segment: six coefficients for each variable, segment by segment. Null of
   * other paths, whose velocities are not known.
   */
  readonly polynomials: Float64Array | null;
  /** Writes the values at a time of a segment and, of polynomials, the velocities. */
  readonly write: (segment: number, time: number, values: Float64Array, velocities: Float64Array) => void;
  /** Writes bounds of |velocity| and, of polynomials, of |acceleration| over an interval of a segment. */
  readonly writeBounds: (
    segment: number,
    from: number,
    to: number,
    speeds: Float64Array,
    accelerations: Float64Array,
  ) => void;
}
