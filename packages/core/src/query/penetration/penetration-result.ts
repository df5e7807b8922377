// The result of a penetration query.

import type { Interpretation } from '../../model/solid.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import type { Point } from '../result.ts';
import type { QueryStats } from '../stats.ts';
import type { PenetrationStep } from './penetration-search.ts';

/**
 * - `separated`: they share no point.
 * - `touching`: they share points, but none inside both; for round shapes, to rounding.
 * - `overlapping`: they share inner points.
 * - `iteration-limit`: the work limit was reached first: the bracket holds but is wider than the requested `accuracy`.
 *
 * @see {@link penetration}
 */
export type PenetrationStatus = 'separated' | 'touching' | 'overlapping' | 'iteration-limit';

/**
 * One region of overlap: a translation by `depth` along `normal`, from A to B, removes it; the points are those that separate last.
 *
 * @see {@link penetration}
 */
export interface LocalPenetration {
  depth: number;
  readonly normal: Point;
  readonly pointA: Point;
  readonly pointB: Point;
}

/** The proof of `lower`, which `verifyPenetration` can check. See {@link verifyPenetration}. */
export type PenetrationCertificate = BallCertificate | CubeCertificate | RoundCertificate | SearchCertificate;

/**
 * A ball inside each solid: these have to be separated, so the depth is at least radiusA + radiusB − |centreA − centreB|.
 *
 * @see {@link PenetrationCertificate}
 */
export interface BallCertificate {
  readonly kind: 'balls';
  /** In the coordinates of A's mesh. */
  readonly centreA: Point;
  readonly radiusA: number;
  /** In the coordinates of B's mesh. */
  readonly centreB: Point;
  readonly radiusB: number;
}

/**
 * A proof too long to store: the facets of the difference of two `convex` bodies, or of all convex `patches` of others.
 *
 * @see {@link PenetrationCertificate}
 */
export interface SearchCertificate {
  readonly kind: 'convex' | 'patches';
}

/**
 * A proof too long to store: the depths of meshes inside a round shape, as fine as the requested `accuracy` needs.
 *
 * @see {@link PenetrationCertificate}
 */
export interface RoundCertificate {
  readonly kind: 'round';
  readonly accuracy: number | null;
}

/**
 * A proof too long to store: the cube of translations up to `reach` along each axis, split until no cube nearer than `lower`
 * contains a free translation.
 *
 * @see {@link PenetrationCertificate}
 */
export interface CubeCertificate {
  readonly kind: 'cubes';
  readonly reach: number;
}

/** Result of {@link penetration}. */
export class PenetrationResult {
  status: PenetrationStatus = 'separated';
  /** Penetration depth of the bodies, equal to `upper`; 0 where they do not overlap. */
  depth = 0;
  /**
   * The exact depth for the doubles given is at least this; always 0 where a body is interpreted as a surface, which has no
   * interior to prove more.
   */
  lower = 0;
  /** The exact depth for the doubles given is at most this. */
  upper = 0;
  /** Added to A's position it leaves the bodies separated or touching. Zero if they already are. */
  readonly translation: Point = [0, 0, 0];
  /** Whether upper − lower is at most `accuracy`. */
  certified = true;
  /** The proof of `lower`; null where that is 0. */
  certificate: PenetrationCertificate | null = null;
  /** Unit vector from A to B along which they separate or touch; null where they are apart. */
  normal: Point | null = null;
  /** An entry for each region of overlap, the deepest first: for convex bodies there is one. Empty if there is no overlap. */
  readonly local: LocalPenetration[] = [];
  /** Steps of the search. */
  iterations = 0;
  /** The interpretation of A that was used. */
  interpretationA: Interpretation = 'solid';
  /** The interpretation of B that was used. */
  interpretationB: Interpretation = 'solid';
  /** The work done, with the option `stats`. */
  declare stats?: QueryStats;
  /** The steps of the search, with the option `trace`. */
  declare trace?: PenetrationStep[];

  // Stored separately, so that a reused result keeps them.
  readonly #normal: Point = [0, 0, 0];
  readonly #whole: LocalPenetration = { depth: 0, normal: [0, 0, 0], pointA: [0, 0, 0], pointB: [0, 0, 0] };

  /** @internal Separated bodies; the query overwrites this with its result. */
  clear(): void {
    this.status = 'separated';
    this.depth = 0;
    this.lower = 0;
    this.upper = 0;
    this.translation.fill(0);
    this.certified = true;
    this.certificate = null;
    this.normal = null;
    this.local.length = 0;
    this.iterations = 0;
  }

  /**
   * @internal A translation that separates the bodies, of a length; `far` is the sum of all lengths that round when it is added to
   * a position.
   */
  setTranslation(whole: Float64Array, length: number, far: number): void {
    for (let k = 0; k < 3; k++) this.translation[k] = whole[k];
    this.upper = length * (1 + 4 * UNIT_ROUNDOFF) + 2 * UNIT_ROUNDOFF * far;
    this.depth = this.upper;
  }

  /** @internal */
  setNormal(x: number, y: number, z: number): void {
    this.#normal[0] = x;
    this.#normal[1] = y;
    this.#normal[2] = z;
    this.normal = this.#normal;
  }

  /** @internal Makes the separating translation the only entry of the result. */
  takeTranslation(): LocalPenetration {
    const { local } = this;
    local.length = Math.min(local.length, 1);
    if (local[0] !== this.#whole) local[0] = this.#whole;
    return this.#whole;
  }
}

/** A `PenetrationResult` by cases of its status, which decides which fields are null. See {@link penetration}. */
export type PenetrationAnswer = PenetrationResult &
  (
    | { status: 'separated'; normal: null; certificate: null }
    | { status: 'touching'; certificate: null }
    | { status: 'overlapping'; normal: Point }
    | { status: 'iteration-limit' }
  );
