// What a narrow phase measures of a pair of bodies, with the memory that makes the next measurement fast. It depends on nothing but what it
// is given and on earlier measurements of the same pair, so threads that have different pairs measure as one thread would.
//
// Convex meshes use Voronoi marching; all others are tested for a distance that allows them to sleep for some steps. If neither proves it,
// `collide` decides, seeded by the last contact.

import type { Model } from '../model/model.ts';
import { convexBodyOf } from '../patches/convex-model.ts';
import { type CollideOptions, CollideResult } from '../query/collide/collide.ts';
import { type DistanceOptions, DistanceResult } from '../query/distance/distance.ts';
import type { ContactManifold } from '../query/manifold/contact-manifold.ts';
import { Pair } from '../query/pair/pair.ts';
import { ToleranceResult } from '../query/tolerance/tolerance.ts';
import { grownInts } from '../space/grown.ts';
import { type BodyPose, bodyPose } from './bodies.ts';
import { convexGap, FEATURES } from './convex-gap.ts';
import type { ContactDetail } from './step-result.ts';

/** A pair to measure. */
export class PairQuestion {
  /** The number of the pair; what is remembered is valid as long as its serial number stays. */
  handle = 0;
  serial = 0;
  readonly poseA: BodyPose = bodyPose();
  readonly poseB: BodyPose = bodyPose();
  isTouching = false;
  mayUseMarching = false;
  /** The gap beyond the margin that would allow the pair to sleep; 0 or infinite where none does. */
  wish = 0;
}

/** What was measured. Its results are written into, and are the taker's who replaces them. */
export class PairAnswer {
  /** A lower bound of the distance; beyond the margin, nothing else was asked. */
  lower = 0;
  /** Whether they touch, or could not be decided; then `found` says how. */
  isTouching = false;
  found: CollideResult = new CollideResult();
  /** Whether they do not, and are within the margin; then `distance` says how far apart. */
  isNear = false;
  distance: DistanceResult = new DistanceResult();
  manifold: ContactManifold | null = null;
}

export class PairMeasurements {
  readonly #margin: number;
  readonly #detail: ContactDetail;
  readonly #memories: (Pair | null)[] = [];
  #features: Int32Array = new Int32Array(0);
  #serials: Int32Array = new Int32Array(0);
  readonly #asked = { tolerance: 0 };
  readonly #within: ToleranceResult = new ToleranceResult();
  readonly #options: CollideOptions;
  readonly #nearEnough: DistanceOptions;

  constructor(margin: number, detail: ContactDetail) {
    this.#margin = margin;
    this.#detail = detail;
    this.#options = { contacts: detail === 'all' ? 'all' : 'first' };
    this.#nearEnough = { maxDistance: margin };
  }

  measure(asked: PairQuestion, a: Model, b: Model, out: PairAnswer): void {
    const { handle, serial, poseA, poseB } = asked;
    if (handle >= this.#serials.length) this.#grow(2 * (handle + 1));
    if (this.#serials[handle] !== serial) this.forget(handle);
    this.#serials[handle] = serial;
    out.isTouching = false;
    out.isNear = false;
    out.manifold = null;
    out.lower = this.#proveApart(asked, a, b);
    if (out.lower > this.#margin) return;

    const memory = this.#memoryOf(handle, a, b);
    out.found = memory.collide(poseA, poseB, this.#options, out.found);
    // A pair that could not be decided counts as touching, with its status.
    out.isTouching = out.found.colliding !== false;
    if (!out.isTouching && this.#margin > 0) {
      out.distance = memory.distance(poseA, poseB, this.#nearEnough, out.distance);
      out.lower = out.distance.lower;
      // Round bodies are measured to the end even if they are beyond.
      out.isNear = out.distance.status !== 'beyond' && out.lower <= this.#margin;
    }
    if (this.#detail !== 'manifold' || !(out.isTouching || out.isNear)) return;
    out.manifold = memory.contactManifold(poseA, poseB, { within: this.#margin });
  }

  /** Drops what is remembered of a pair. */
  forget(handle: number): void {
    this.#memories[handle] = null;
    if (handle < this.#serials.length) this.#features[FEATURES * handle] = 0;
  }

  /** A lower bound of the distance where one is worthwhile, else 0. */
  #proveApart({ handle, poseA, poseB, isTouching, mayUseMarching, wish }: PairQuestion, a: Model, b: Model): number {
    if (isTouching) return 0;
    if (mayUseMarching && convexBodyOf(a) !== null && convexBodyOf(b) !== null) {
      return convexGap(a, poseA, b, poseB, this.#features, FEATURES * handle);
    }
    if (!(wish > 0 && wish < Infinity)) return 0;
    this.#asked.tolerance = this.#margin + wish;
    this.#memoryOf(handle, a, b).tolerance(poseA, poseB, this.#asked, this.#within);
    return this.#within.status === 'beyond' ? this.#within.lower : 0;
  }

  #memoryOf(handle: number, a: Model, b: Model): Pair {
    const memory = this.#memories[handle] ?? new Pair(a, b);
    this.#memories[handle] = memory;
    return memory;
  }

  #grow(capacity: number): void {
    this.#features = grownInts(this.#features, FEATURES * capacity);
    this.#serials = grownInts(this.#serials, capacity);
  }
}
