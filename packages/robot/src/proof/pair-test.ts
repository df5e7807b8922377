// One test: is a pair of bodies farther apart than a margin, over a whole interval of time? The cheapest proof that succeeds counts:
//
// 1. the boxes around the bodies, their balls, or a ball and a box, are apart by more than both can move;
// 2. the boxes of the bodies are apart to second order in time, then their hulls (swept-gap.ts);
// 3. the solids are apart in the middle of the interval, or none can be inside the other, and a front of the trees of their hulls is apart to
//    second order.
//
// Every number that is compared has the error bound of poses and arithmetic taken off.

import { CollideResult, DistanceResult } from 'nearmiss';
import type { JointPath } from '../path/joint-path.ts';
import { reachesOut } from './containment.ts';
import { HullSearch } from './hull-search.ts';
import { type IntervalMotion, MotionBound } from './motion-bounds.ts';
import type { PairMemory } from './pair-memory.ts';
import type { SceneState } from './scene-state.ts';
import { SweptGap } from './swept-gap.ts';

/** Nothing is proven. */
const OPEN = 0;
/** The pair is farther apart than the margin, over the whole interval. */
export const PROVEN = 1;
/** In the middle of the interval the gap is at most the margin; without a margin, the pair is in contact. */
export const REACHED = 2;

/** An interval on which motion bends by this part of the largest gap proves hardly anything. Dimensionless. */
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
  readonly #gap: SweptGap;
  readonly #search: HullSearch;
  /** Three numbers a body: see `removeFar`. */
  readonly #reach: Float64Array;
  readonly #result = new DistanceResult();
  readonly #contact = new CollideResult();
  readonly #options = { maxDistance: Infinity };
  /** How far both bodies of the last pair can move against each other within half the interval. */
  travel = 0;
  #margin = 0;
  /** Of the last pair that was measured, the gap in the middle of the interval: not less, and not more than this. */
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
    this.#gap = new SweptGap(state);
    this.#search = new HullSearch(this.#gap);
    this.#reach = new Float64Array(3 * state.bodies.length);
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

  /**
   * Removes pairs whose boxes are apart by more than both bodies can move against the frame that stands still. The numbers of the others are
   * moved to the front of `pairs`; returns how many they are.
   */
  removeFar(pairs: Int32Array, margin: number): number {
    const { memory } = this;
    const { pairBodies, paddings } = memory;
    const { centres } = this.#state;
    const reach = this.#reach;
    this.#writeReach();
    this.count += pairs.length;
    const least = margin + this.#errorBound;
    let left = 0;
    for (let k = 0; k < pairs.length; k++) {
      const pair = pairs[k];
      const i = 3 * pairBodies[2 * pair];
      const j = 3 * pairBodies[2 * pair + 1];
      const needed = least + paddings[pair];
      if (Math.abs(centres[j] - centres[i]) - reach[i] - reach[j] > needed) continue;
      if (Math.abs(centres[j + 1] - centres[i + 1]) - reach[i + 1] - reach[j + 1] > needed) continue;
      if (Math.abs(centres[j + 2] - centres[i + 2]) - reach[i + 2] - reach[j + 2] > needed) continue;
      pairs[left++] = pair;
    }
    return left;
  }

  /** Writes how far each body can reach from where its centre is in the middle of the interval, along the axes of the world. */
  #writeReach(): void {
    const { extents, bodies } = this.#state;
    const { half } = this.#motion;
    for (let body = 0; body < bodies.length; body++) {
      const { frame, motion } = bodies[body];
      const isStill = frame === 0 && motion === null;
      const bound = isStill ? null : this.#boundOfBody(body, 0, this.#ownA);
      const travel = bound === null ? 0 : half * bound.speed + this.#errorBound * bound.slips;
      for (let c = 3 * body; c < 3 * body + 3; c++) this.#reach[c] = extents[c] + travel;
    }
  }

  /** Tests a pair. `margin` is the gap that has to be proven. */
  test(pair: number, margin: number): number {
    const { half } = this.#motion;
    this.count++;
    const { a, b, common, padding } = this.memory.pairs[pair];
    const boundA = this.#boundOfBody(a, common, this.#ownA);
    const boundB = this.#boundOfBody(b, common, this.#ownB);
    this.travel = half * (boundA.speed + boundB.speed);
    const least = margin + padding + this.#errorBound * (1 + boundA.slips + boundB.slips);
    this.#margin = margin;
    if (this.#isProven(this.#boxGap(a, b) - this.travel, least)) return PROVEN;
    const gap = this.#gap;
    gap.begin(a, boundA, b, boundB, half);
    if (gap.bend > HOPELESS * this.#largestGap(a, b)) return this.#decide(pair);
    if (this.#isProven(this.#ballGap(a, b) - this.travel, least)) return PROVEN;
    return this.#testHulls(pair, least);
  }

  /** Whether a lower bound of the distance is more than needed; keeps what it proves of the gap. */
  #isProven(bound: number, least: number): boolean {
    if (!(bound > least)) return false;
    this.#keep(bound, least);
    return true;
  }

  /** Keeps what is proven of the gap, where a lower bound of the distance is more than needed but for rounding. */
  #keep(bound: number, least: number): void {
    this.provenGap = this.#margin + Math.max(0, bound - least);
  }

  #testHulls(pair: number, least: number): number {
    const { axes } = this.memory;
    const { bodies } = this.#state;
    const { a, b } = this.memory.pairs[pair];
    const { root: rootA, isConvex: isConvexA } = bodies[a].shape;
    const { root: rootB, isConvex: isConvexB } = bodies[b].shape;
    const gap = this.#gap;
    if (gap.isApart(null, null, axes, 3 * pair, least) || gap.isApart(rootA, rootB, axes, 3 * pair, least)) {
      this.#keep(gap.gap - gap.bend, least);
      return PROVEN;
    }
    // Hulls that are apart in the middle are left to shorter intervals.
    if (gap.isApartInTheMiddle(rootA, rootB, axes, 3 * pair, least)) return OPEN;
    return isConvexA && isConvexB ? this.#decide(pair) : this.#testSurfaces(pair, least);
  }

  /** Compares the surfaces of bodies whose hulls overlap. Solids that are apart in the middle stay so while their surfaces do. */
  #testSurfaces(pair: number, least: number): number {
    const { axes, failed, pairs } = this.memory;
    const { a, b } = pairs[pair];
    const { bodies } = this.#state;
    const gap = this.#gap;
    const canContain =
      !reachesOut(this.#state, a, b, this.#errorBound) || !reachesOut(this.#state, b, a, this.#errorBound);
    if (canContain && this.#decide(pair) === REACHED) return REACHED;
    const last = failed[pair];
    if (last === undefined || gap.isApart(last.nodeA, last.nodeB, last.axis, 0, least)) {
      const search = this.#search;
      if (search.isApart(bodies[a].shape.root, bodies[b].shape.root, axes, 3 * pair, least, this.travel)) {
        this.#keep(search.gap - gap.bend, least);
        return PROVEN;
      }
      failed[pair] = search.failed ?? undefined;
    }
    return canContain ? OPEN : this.#decide(pair);
  }

  /** Whether the gap in the middle is at most the margin; without one, whether the pair is in contact, exactly. */
  #decide(pair: number): number {
    const { a, b, padding } = this.memory.pairs[pair];
    const { poses } = this.#state;
    const reach = this.#margin + padding;
    if (this.#boxGap(a, b) > Math.max(0, reach) + this.#errorBound) return OPEN;
    if (reach <= 0) {
      const { status } = this.memory.models(pair).collide(poses[a], poses[b], undefined, this.#contact);
      return status === 'separated' ? OPEN : REACHED;
    }
    const least = reach + this.#errorBound;
    this.#options.maxDistance = least;
    const { status, upper } = this.memory.models(pair).distance(poses[a], poses[b], this.#options, this.#result);
    const isApart = status === 'separated' || status === 'beyond' || status === 'iteration-limit';
    return !isApart || upper + 2 * this.#errorBound <= least ? REACHED : OPEN;
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
    const { status, lower, upper } = memory.models(pair).distance(poses[a], poses[b], this.#options, this.#result);
    const isApart = status === 'separated' || status === 'beyond' || status === 'iteration-limit';
    this.gapLower = isApart ? lower - padding - this.#errorBound : -padding;
    this.gapUpper = isApart ? upper - padding + this.#errorBound : 0;
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

  /** About the largest gap: the distance of the centres, or half the size of a body that may have a hole for the other one. */
  #largestGap(a: number, b: number): number {
    const { centres, bodies } = this.#state;
    const { isConvex: isConvexA, radius: radiusA } = bodies[a].shape;
    const { isConvex: isConvexB, radius: radiusB } = bodies[b].shape;
    const x = centres[3 * b] - centres[3 * a];
    const y = centres[3 * b + 1] - centres[3 * a + 1];
    const z = centres[3 * b + 2] - centres[3 * a + 2];
    const hole = Math.max(isConvexA ? 0 : radiusA, isConvexB ? 0 : radiusB);
    return Math.max(Math.sqrt(x * x + y * y + z * z), hole);
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
    const { rotations, bodies } = this.#state;
    const { halves } = bodies[body].shape;
    const k = 9 * body;
    const dx = Math.abs(rotations[k] * x + rotations[k + 3] * y + rotations[k + 6] * z) - halves[0];
    const dy = Math.abs(rotations[k + 1] * x + rotations[k + 4] * y + rotations[k + 7] * z) - halves[1];
    const dz = Math.abs(rotations[k + 2] * x + rotations[k + 5] * y + rotations[k + 8] * z) - halves[2];
    return Math.sqrt(Math.max(0, dx) ** 2 + Math.max(0, dy) ** 2 + Math.max(0, dz) ** 2);
  }
}
