import { NearmissError } from '../error.ts';
import { Model } from '../model/model.ts';
import type { Pose } from '../scalar/pose.ts';
import { COLLIDE_DEFAULTS, type CollideOptions, CollideResult, collideFrom } from './collide/collide.ts';
import { DISTANCE_DEFAULTS, type DistanceOptions, DistanceResult, distanceFrom } from './distance/distance.ts';
import { Front } from './front.ts';
import { type ToleranceOptions, ToleranceResult, toleranceFrom } from './tolerance/tolerance.ts';
import { TraversalTree } from './traversal-tree.ts';

/**
 * Two bodies that are asked about again and again while they move. Keeps what one query can teach the next; a stale
 * memory costs time, never correctness. With `out`, a query allocates nothing, but where exact arithmetic has to decide.
 */
export class Pair {
  readonly a: Model;
  readonly b: Model;
  readonly #nearest = { leafMoving: -1, leafResting: -1, front: new Front(), traversal: new TraversalTree() };
  readonly #contact = { leafMoving: -1, leafResting: -1 };
  readonly #near = { leafMoving: -1, leafResting: -1 };

  constructor(a: Model, b: Model) {
    if (!(a instanceof Model) || !(b instanceof Model)) {
      throw new NearmissError('model/bad-argument', 'A Pair is made of two Models.');
    }
    this.a = a;
    this.b = b;
  }

  /** The distance of the two bodies, as `distance`. */
  distance(
    poseA: Pose,
    poseB: Pose,
    options: DistanceOptions = DISTANCE_DEFAULTS,
    out: DistanceResult = new DistanceResult(),
  ): DistanceResult {
    return distanceFrom(this.a, poseA, this.b, poseB, options, out, this.#nearest);
  }

  /** Whether the two bodies touch, as `collide`. */
  collide(
    poseA: Pose,
    poseB: Pose,
    options: CollideOptions = COLLIDE_DEFAULTS,
    out: CollideResult = new CollideResult(),
  ): CollideResult {
    return collideFrom(this.a, poseA, this.b, poseB, options, out, this.#contact);
  }

  /** Whether the two bodies are within a distance, as `tolerance`. */
  tolerance(
    poseA: Pose,
    poseB: Pose,
    options: ToleranceOptions,
    out: ToleranceResult = new ToleranceResult(),
  ): ToleranceResult {
    return toleranceFrom(this.a, poseA, this.b, poseB, options, out, this.#near);
  }

  /** Number of pairs of tree nodes on the front the last distance query left; 0 while steps are too large for one. */
  get frontSize(): number {
    return this.#nearest.front.count;
  }

  /** Forgets what was learned. */
  reset(): void {
    this.#nearest.front.clear();
    this.#nearest.traversal.clear();
    for (const memory of [this.#nearest, this.#contact, this.#near]) {
      memory.leafMoving = -1;
      memory.leafResting = -1;
    }
  }
}
