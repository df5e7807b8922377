// What a penetration query answers.

import type { Interpretation } from '../../model/solid.ts';
import { UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import type { Point } from '../result.ts';
import type { QueryStats } from '../stats.ts';
import type { PenetrationStep } from './penetration-search.ts';

/**
 * - `separated`: they share no point.
 * - `touching`: they share points, but none inside both; for round shapes, to rounding.
 * - `overlapping`: they share inner points.
 * - `iteration-limit`: the work allowed ended first: the bracket is right but wider than the `accuracy` asked for.
 *
 * @see {@link penetration}
 */
export type PenetrationStatus = 'separated' | 'touching' | 'overlapping' | 'iteration-limit';

/**
 * One region of overlap: it is left along `normal`, from A to B, by `depth`; the points are those that part last.
 *
 * @see {@link penetration}
 */
export interface LocalPenetration {
  depth: number;
  readonly normal: Point;
  readonly pointA: Point;
  readonly pointB: Point;
}

/** What proves `lower`, so that `verifyPenetration` can check it again. See {@link verifyPenetration}. */
export type PenetrationCertificate = BallCertificate | CubeCertificate | RoundCertificate | SearchCertificate;

/**
 * A ball inside each solid: they must come apart, so the depth is at least radiusA + radiusB − |centreA − centreB|.
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
 * A proof too long to be kept: the facets of the difference of two `convex` bodies, or of all convex `patches` of others.
 *
 * @see {@link PenetrationCertificate}
 */
export interface SearchCertificate {
  readonly kind: 'convex' | 'patches';
}

/**
 * Another: the depths of meshes inside a round shape, as fine as it took for the `accuracy` asked for, if any.
 *
 * @see {@link PenetrationCertificate}
 */
export interface RoundCertificate {
  readonly kind: 'round';
  readonly accuracy: number | null;
}

/**
 * Another: the cube of translations up to `reach` along each axis, split until no cube nearer than `lower` is free anywhere.
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
  /** How deep the bodies are in each other, equal to `upper`; 0 where they are not. */
  depth = 0;
  /** The exact depth for the doubles given is at least this; always 0 where a body was interpreted as a surface, which has no inside to prove more by. */
  lower = 0;
  /** The exact depth for the doubles given is at most this. */
  upper = 0;
  /** Added to A's position it leaves the bodies separated or touching. Zero where they are. */
  readonly translation: Point = [0, 0, 0];
  /** Whether upper − lower is at most `accuracy`. */
  certified = true;
  /** What proves `lower`; null where that is 0, which needs no proof. */
  certificate: PenetrationCertificate | null = null;
  /** Unit vector from A to B along which they part or touch; null where they are apart. */
  normal: Point | null = null;
  /** An entry for each region of overlap, the deepest first: for convex bodies there is one. Empty where nothing overlaps. */
  readonly local: LocalPenetration[] = [];
  /** Steps of the search. */
  iterations = 0;
  /** The interpretation of A that was used. */
  interpretationA: Interpretation = 'solid';
  /** The interpretation of B that was used. */
  interpretationB: Interpretation = 'solid';
  /** The work done, if `stats` was asked for. */
  declare stats?: QueryStats;
  /** The steps of the search, if `trace` was asked for. */
  declare trace?: PenetrationStep[];

  // Kept apart, so that a result written into again reuses them.
  readonly #normal: Point = [0, 0, 0];
  readonly #whole: LocalPenetration = { depth: 0, normal: [0, 0, 0], pointA: [0, 0, 0], pointB: [0, 0, 0] };

  /** @internal Bodies that are apart; what a query finds is written over it. */
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

  /** @internal A translation that parts the bodies, of a length, `far` the sum of all that rounds when it is added to a position. */
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

  /** @internal The one separating translation, now the only entry of the result, whatever was written into it before. */
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
