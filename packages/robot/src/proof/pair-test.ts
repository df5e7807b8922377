// One test: is a pair of bodies farther apart than a margin, over a whole interval of time? The cheapest proof that succeeds counts:
//
// 1. an earlier test of the same path has proven it;
// 2. the boxes around the bodies, their balls, or a ball and a box, are apart by more than both can move;
// 3. the hulls are apart along the direction of an earlier test, to second order in time (axis-gap.ts);
// 4. the same along the direction between the hulls' closest points in the middle of the interval (GJK);
// 5. the bodies themselves are farther apart in the middle than both can move.
//
// Every number that is compared has the error bound of poses and arithmetic taken off.

import { CollideResult, DistanceResult } from 'nearmiss';
import type { JointPath } from '../path/joint-path.ts';
import { axisGap } from './axis-gap.ts';
import { type IntervalMotion, MotionBound } from './motion-bounds.ts';
import type { PairMemory } from './pair-memory.ts';
import type { SceneState } from './scene-state.ts';

/** Nothing is proven. */
const OPEN = 0;
/** The pair is farther apart than the margin, over the whole interval. */
export const PROVEN = 1;
/** In the middle of the interval the gap is at most the margin; without a margin, the pair is in contact. */
export const REACHED = 2;

/** Hulls that are apart by more than this part of the motion are left to shorter intervals; nearer ones are tested as they are. */
const NEAR_HULLS = 0.25;

/** Bodies that move farther, in parts of their radii, are not proven apart by their distance. Dimensionless. */
const LONG_TRAVEL = 0.125;

/** An interval on which motion bends by this part of the distance of the centres proves hardly anything. Dimensionless. */
const HOPELESS = 0.5;

export class PairTest {
  readonly memory: PairMemory;
  readonly #state: SceneState;
  readonly #motion: IntervalMotion;
  #errorBound = 0;
  /** Of bodies against the frame that does not move, by bodies, with the number of the interval that they are of. */
  readonly #bounds: readonly MotionBound[];
  readonly #boundOf: Int32Array;
  #interval = 0;
  readonly #ownA = new MotionBound();
  readonly #ownB = new MotionBound();
  readonly #axis = new Float64Array(3);
  readonly #result = new DistanceResult();
  readonly #contact = new CollideResult();
  readonly #options = { maxDistance: Infinity };
  /** How far both bodies of the last pair can move against each other within half the interval, and how fast. */
  travel = 0;
  #speed = 0;
  #margin = 0;
  /** Of the last pair, the gap in the middle of the interval: not less, and not more than this; −∞ and ∞ where it was not measured. */
  gapLower = 0;
  gapUpper = 0;
  /** Of the last pair that was proven: its gap is more than this on the whole interval. */
  provenGap = 0;
  /** The number of tests. */
  count = 0;

  constructor(state: SceneState, motion: IntervalMotion, memory: PairMemory) {
    this.#state = state;
    this.#motion = motion;
    this.memory = memory;
    this.#bounds = state.bodies.map(() => new MotionBound());
    this.#boundOf = new Int32Array(state.bodies.length).fill(-1);
  }

  /** Begins a path, on which poses have an error bound. */
  begin(path: JointPath, errorBound: number): void {
    this.#motion.follow(path);
    this.#errorBound = errorBound;
  }

  /** Begins an interval of a segment of the path: all tests that follow are of it. */
  enter(segment: number, from: number, to: number): void {
    this.#motion.enter(segment, from, to);
    this.#interval++;
  }

  /** Tests a pair. `margin` is the gap that has to be proven. */
  test(pair: number, margin: number): number {
    const { memory } = this;
    const { middle, half } = this.#motion;
    this.count++;
    this.gapLower = -Infinity;
    this.gapUpper = Infinity;
    if (memory.freeFrom[pair] <= middle - half && middle + half <= memory.freeTo[pair]) {
      this.provenGap = margin;
      return PROVEN;
    }
    const { a, b, common, padding } = memory.pairs[pair];
    const boundA = this.#boundOfBody(a, common, this.#ownA);
    const boundB = this.#boundOfBody(b, common, this.#ownB);
    this.#speed = boundA.speed + boundB.speed;
    this.travel = half * this.#speed;
    const least = margin + padding + this.#errorBound;
    this.#margin = margin;
    if (this.#isProven(this.#boxGap(a, b) - this.travel, least)) return PROVEN;
    // The gap along any direction is at most the distance of the centres, less what the motion can bend by.
    const bend = 0.5 * (boundA.acceleration + boundB.acceleration) * half * half;
    if (Math.min(bend, this.travel) > HOPELESS * this.#centreDistance(a, b)) return this.#testContact(pair);
    if (this.#isProven(this.#ballGap(a, b) - this.travel, least)) return PROVEN;
    this.#axis.set(memory.axes.subarray(3 * pair, 3 * pair + 3));
    const hasAxis = this.#axis[0] !== 0 || this.#axis[1] !== 0 || this.#axis[2] !== 0;
    if (hasAxis && this.#isProven(axisGap(this.#state, a, boundA, b, boundB, this.#axis, half), least)) return PROVEN;
    return this.#testHulls(pair, boundA, boundB, least);
  }

  /** Whether a lower bound of the distance is more than needed; keeps what it proves of the gap. */
  #isProven(bound: number, least: number): boolean {
    if (!(bound > least)) return false;
    this.provenGap = this.#margin + (bound - least);
    return true;
  }

  #testHulls(pair: number, boundA: MotionBound, boundB: MotionBound, least: number): number {
    const { memory } = this;
    const { bodies, poses } = this.#state;
    const { a, b } = memory.pairs[pair];
    const { status, lower, normal } = memory.hulls(pair).distance(poses[a], poses[b], undefined, this.#result);
    const isApart = status === 'separated';
    if (isApart && normal !== null) {
      this.#axis.set(normal);
      memory.axes.set(normal, 3 * pair);
      const { half } = this.#motion;
      if (this.#isProven(axisGap(this.#state, a, boundA, b, boundB, this.#axis, half), least)) return PROVEN;
    }
    const gap = isApart ? lower : 0;
    if (bodies[a].shape.isConvex && bodies[b].shape.isConvex) return this.#judge(pair, least);
    if (this.#isProven(gap - this.travel, least)) return PROVEN;
    if (gap > NEAR_HULLS * this.travel + least) {
      this.#keepFree(pair, gap - least);
      return OPEN;
    }
    if (this.travel > LONG_TRAVEL * (bodies[a].shape.radius + bodies[b].shape.radius)) return this.#testContact(pair);
    if (this.#isMeasured(pair, least)) return OPEN;
    this.#options.maxDistance = this.travel + least;
    memory.models(pair).distance(poses[a], poses[b], this.#options, this.#result);
    return this.#judge(pair, least);
  }

  /** On a long interval the distance would prove nothing: only a contact counts. */
  #testContact(pair: number): number {
    const { a, b, padding } = this.memory.pairs[pair];
    const { poses } = this.#state;
    if (padding > 0 || this.#boxGap(a, b) > 0) return OPEN;
    const { status } = this.memory.models(pair).collide(poses[a], poses[b], undefined, this.#contact);
    return status === 'separated' ? OPEN : REACHED;
  }

  /** Decides by the distance of the bodies, which is in the result. */
  #judge(pair: number, least: number): number {
    const { status, lower, upper } = this.#result;
    const { padding } = this.memory.pairs[pair];
    const isApart = status === 'separated' || status === 'beyond' || status === 'iteration-limit';
    this.gapLower = isApart ? lower - padding - this.#errorBound : -padding;
    this.gapUpper = isApart ? upper - padding + this.#errorBound : 0;
    if (!isApart || upper + 2 * this.#errorBound <= least) return REACHED;
    // `beyond` is more than `travel + least`.
    if (status === 'beyond') {
      this.provenGap = this.#margin;
      return PROVEN;
    }
    if (this.#isProven(lower - this.travel, least)) return PROVEN;
    this.#keepFree(pair, lower - least);
    this.memory.gapTime[pair] = this.#motion.middle;
    this.memory.gapLower[pair] = lower;
    this.memory.gapUpper[pair] = upper;
    return OPEN;
  }

  /** Whether an earlier distance shows that this one would prove nothing: too small, and no contact. */
  #isMeasured(pair: number, least: number): boolean {
    const { gapTime, gapLower, gapUpper } = this.memory;
    const moved = this.#speed * Math.abs(this.#motion.middle - gapTime[pair]);
    return gapUpper[pair] + moved < this.travel + least && gapLower[pair] - moved > least;
  }

  /** Measures the gap in the middle of the interval, unless it is known to be more than `most`. */
  measure(pair: number, most: number): void {
    const { memory } = this;
    const { a, b, padding } = memory.pairs[pair];
    const { poses } = this.#state;
    this.gapLower = this.#ballGap(a, b) - padding - this.#errorBound;
    this.gapUpper = Infinity;
    if (this.gapLower > most) return;
    this.#options.maxDistance = Math.max(0, most + padding + this.#errorBound);
    const { hull: hullA, model: modelA } = this.#state.bodies[a].shape;
    const { hull: hullB, model: modelB } = this.#state.bodies[b].shape;
    if (hullA !== modelA || hullB !== modelB) {
      const { status, lower } = memory.hulls(pair).distance(poses[a], poses[b], this.#options, this.#result);
      if (status === 'beyond') {
        this.gapLower = lower - padding - this.#errorBound;
        return;
      }
    }
    memory.models(pair).distance(poses[a], poses[b], this.#options, this.#result);
    this.#judge(pair, Infinity);
  }

  /** The pair stays farther apart than the margin until it has moved by `gap`. */
  #keepFree(pair: number, gap: number): void {
    if (!(gap > 0)) return;
    const { middle } = this.#motion;
    const time = (gap / this.#speed) * (1 - 2 ** -40);
    this.memory.freeFrom[pair] = middle - time;
    this.memory.freeTo[pair] = middle + time;
  }

  #boundOfBody(body: number, common: number, own: MotionBound): MotionBound {
    if (common !== 0) {
      this.#motion.bound(body, common, own);
      return own;
    }
    const kept = this.#bounds[body];
    if (this.#boundOf[body] !== this.#interval) {
      this.#motion.bound(body, 0, kept);
      this.#boundOf[body] = this.#interval;
    }
    return kept;
  }

  /** A lower bound of the distance: of the boxes along the axes of the world. */
  #boxGap(a: number, b: number): number {
    const { centres, extents } = this.#state;
    const i = 3 * a;
    const j = 3 * b;
    return Math.max(
      Math.abs(centres[j] - centres[i]) - extents[i] - extents[j],
      Math.abs(centres[j + 1] - centres[i + 1]) - extents[i + 1] - extents[j + 1],
      Math.abs(centres[j + 2] - centres[i + 2]) - extents[i + 2] - extents[j + 2],
    );
  }

  #centreDistance(a: number, b: number): number {
    const { centres } = this.#state;
    const x = centres[3 * b] - centres[3 * a];
    const y = centres[3 * b + 1] - centres[3 * a + 1];
    const z = centres[3 * b + 2] - centres[3 * a + 2];
    return Math.sqrt(x * x + y * y + z * z);
  }

  /** A lower bound of the distance: of the ball around A from the box of B, and of the ball around B from the box of A. */
  #ballGap(a: number, b: number): number {
    const { centres, bodies } = this.#state;
    const x = centres[3 * b] - centres[3 * a];
    const y = centres[3 * b + 1] - centres[3 * a + 1];
    const z = centres[3 * b + 2] - centres[3 * a + 2];
    const radiusA = bodies[a].shape.radius;
    const radiusB = bodies[b].shape.radius;
    const balls = Math.sqrt(x * x + y * y + z * z) - radiusA - radiusB;
    const ballA = this.#boxDistance(b, -x, -y, -z) - radiusA;
    const ballB = this.#boxDistance(a, x, y, z) - radiusB;
    return Math.max(balls, ballA, ballB);
  }

  /** The distance of a body's box from a point, given from the middle of the box in the world. */
  #boxDistance(body: number, x: number, y: number, z: number): number {
    const { numbers, bodies } = this.#state;
    const { halves } = bodies[body].shape;
    const k = 7 * body + 3;
    const qx = -numbers[k];
    const qy = -numbers[k + 1];
    const qz = -numbers[k + 2];
    const qw = numbers[k + 3];
    const tx = 2 * (qy * z - qz * y);
    const ty = 2 * (qz * x - qx * z);
    const tz = 2 * (qx * y - qy * x);
    const dx = Math.max(0, Math.abs(x + qw * tx + (qy * tz - qz * ty)) - halves[0]);
    const dy = Math.max(0, Math.abs(y + qw * ty + (qz * tx - qx * tz)) - halves[1]);
    const dz = Math.max(0, Math.abs(z + qw * tz + (qx * ty - qy * tx)) - halves[2]);
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
}
