/** Lower and upper bound of a number. See {@link PairFacts}. */
export interface Bracket {
  readonly lower: number;
  readonly upper: number;
}

/** What is asked about two elements, for all tests that the pair is in. Plain data: it is sent to other threads and kept. See {@link pairFacts}. */
export interface PairQuestion {
  /** Depths that decide something: the tolerances of the tests. Empty where depths do not matter. */
  readonly tolerances: readonly number[];
  /** The rounding of the coordinates, or the least tolerance if that is less: an overlap that is nowhere thicker is a touch. */
  readonly rounding: number;
  /** Distances up to this matter; −1 where none does. */
  readonly reach: number;
  /** Whether to ask if both are the same shape at the same position, and within which distance; −1 for no. */
  readonly duplicate: number;
  /** Bounding-volume tests that each search may take. */
  readonly budget: number;
}

/**
 * How two elements lie.
 *
 * - `apart`: farther than the reach, or no distance was asked for
 * - `near`: apart, by `distance`
 * - `touching`: points in common, but no inner ones
 * - `crossing`: the surfaces cross, or inner points are common
 * - `a-inside-b`, `b-inside-a`
 * - `undecided`: the budget ended first
 *
 * @see {@link pairFacts}
 */
export type PairRelation = 'apart' | 'near' | 'touching' | 'crossing' | 'a-inside-b' | 'b-inside-a' | 'undecided';

/** What was found out about two elements. See {@link pairFacts}. */
export interface PairFacts {
  readonly relation: PairRelation;
  readonly depth?: Bracket;
  /** Moves A so that it is apart from B. */
  readonly translation?: readonly number[];
  readonly distance?: Bracket;
  readonly point?: readonly number[];
  /** Around the curve where the surfaces cross, or around the element that is inside. */
  readonly box?: readonly number[];
  readonly kind?: 'pierces' | 'protrudes';
  readonly volume?: Bracket;
  /** How far the surfaces are from each other at most, where that is within the tolerance for duplicates. */
  readonly deviation?: Bracket;
}
