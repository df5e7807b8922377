// How long the hulls of two bodies stay apart on their motions: conservative advancement with slabs that turn with the bodies (hull-slab.ts).
//
// At a time the distance of the hulls is measured, which gives a slab between them. Up to a later time it may stay as it is, turn with one of
// the bodies, or turn to where it is measured to. If one of these proves the hulls apart, the advance goes on from there, with a step
// twice as long; otherwise the step is made shorter. For bodies that rest, slide, or fall past each other one step is enough.

import { DistanceResult, distance } from 'nearmiss';
import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import { HullSlab, type SlabSide } from './hull-slab.ts';
import type { Support } from './support.ts';
import { SweptPath } from './swept-motion.ts';
import { turnOf } from './symmetry.ts';
import { trianglesNear } from './triangles-near.ts';

/** Slabs tried. Bodies that need more meet where the last one ends. */
const MOST_STEPS = 96;
/** A gap is closed at this many times the gap at which an advance stops. Dimensionless. */
const CLOSED = 1.5;
/** Steps shorter than this part of the interval make no progress. Dimensionless. */
const NO_STEP = 1e-9;

/** One body on its motion: where it is, and where it would be after the step. */
class Mover implements SlabSide {
  readonly from: Float64Array = new Float64Array(7);
  readonly to: Float64Array = new Float64Array(7);
  readonly viewFrom: { readonly position: Float64Array; readonly rotation: Float64Array };
  readonly viewTo: { readonly position: Float64Array; readonly rotation: Float64Array };
  readonly body: Body;
  support: Support;
  angle = 0;
  readonly #turn: number;
  readonly #path: SweptPath;

  constructor(body: Body) {
    this.body = body;
    this.support = body.support;
    const { from, to } = this;
    this.viewFrom = { position: from.subarray(0, 3), rotation: from.subarray(3, 7) };
    this.viewTo = { position: to.subarray(0, 3), rotation: to.subarray(3, 7) };
    this.#path = new SweptPath(body);
    this.#turn = turnOf(body, body.pose, body.next);
  }

  /** Back to where the interval begins, with the part of the body that is swept. */
  start(support: Support): void {
    this.support = support;
    this.from.set(this.body.pose);
    this.to.set(this.body.pose);
  }

  /** Goes to a part of the interval, a step after where it is. */
  tryAt(part: number, step: number): void {
    this.angle = this.#turn * step;
    if (!this.#path.isAtRest) this.#path.writePose(part, this.to);
  }

  advance(): void {
    this.from.set(this.to);
  }
}

export class HullAdvance {
  readonly #slab = new HullSlab();
  readonly #found = new DistanceResult();
  readonly #first = new Float64Array(3);
  readonly #second = new Float64Array(3);
  /** A point near the contact, at both ends. */
  readonly #origin = new Float64Array(6);

  /** The part of the interval, from 0 to `limit`, over which the hulls are proven at least `stop` apart. They are farther apart at its start. */
  advance(pair: BodyPair, stop: number, limit: number): number {
    const a = new Mover(pair.a);
    const b = new Mover(pair.b);
    a.start(pair.a.support);
    b.start(pair.b.support);
    pair.doHullsOverlap = this.#measure(a, b, a.viewFrom, b.viewFrom, this.#first, 0) < 0;
    return pair.doHullsOverlap ? 0 : this.#advance(a, b, stop, limit);
  }

  /**
   * The same of a round body and those triangles of the other, a mesh, that it may meet. `travel` is how far they approach each other until
   * then at most. Triangles are convex; between two bodies that are apart at first it is enough that their surfaces stay apart.
   */
  advanceTriangles(pair: BodyPair, travel: number, stop: number, limit: number): number {
    const a = new Mover(pair.a);
    const b = new Mover(pair.b);
    const [mesh, round] = pair.a.support.round === null ? [a, b] : [b, a];
    let part = limit;
    for (const triangle of trianglesNear(mesh.body, round.body, travel)) {
      mesh.start(triangle);
      round.start(round.body.support);
      part = this.#advance(a, b, stop, part);
      if (part === 0) break;
    }
    return part;
  }

  #advance(a: Mover, b: Mover, stop: number, limit: number): number {
    let gap = this.#measure(a, b, a.viewFrom, b.viewFrom, this.#first, 0);
    let part = 0;
    let goal = limit;
    for (let tries = 0; tries < MOST_STEPS && gap > CLOSED * stop; tries++) {
      const step = goal - part;
      a.tryAt(goal, step);
      b.tryAt(goal, step);
      const spare = this.#bestGap(a, b, stop);
      let after = -1;
      if (spare <= stop) {
        after = this.#measure(a, b, a.viewTo, b.viewTo, this.#second, 3);
        const isProven = after > stop && this.#slab.gap(a, b, this.#first, this.#second, this.#origin) > stop;
        if (!isProven) {
          // Where they are apart at the end the step is too long for the slab. Otherwise they meet before: by false position.
          const guess = after > stop ? 0.5 : Math.min(0.9, Math.max(0.1, (gap - stop) / (gap - spare)));
          goal = part + step * guess;
          if (step * guess < NO_STEP) break;
          continue;
        }
      }
      if (goal >= limit) return limit;
      part = goal;
      a.advance();
      b.advance();
      gap = this.#measure(a, b, a.viewFrom, b.viewFrom, this.#first, 0);
      goal = Math.min(limit, part + 2 * step);
    }
    return part;
  }

  /** The gap that is proven over the step by a slab that stays as it is or turns with one of the bodies: the first that is wide enough, or the widest. */
  #bestGap(a: Mover, b: Mover, stop: number): number {
    const slab = this.#slab;
    this.#moveOrigin(a, b);
    let best = slab.gap(a, b, this.#first, this.#first, this.#origin);
    for (const side of [a, b]) {
      if (best > stop) return best;
      if (!(side.angle > 0)) continue;
      slab.turnWith(side, this.#first, this.#second);
      best = Math.max(best, slab.gap(a, b, this.#first, this.#second, this.#origin));
    }
    return best;
  }

  /** Lets the origin go with the body that turns less. */
  #moveOrigin(a: Mover, b: Mover): void {
    const origin = this.#origin;
    const { from, to } = a.angle <= b.angle ? a : b;
    for (let k = 0; k < 3; k++) origin[3 + k] = origin[k] + to[k] - from[k];
  }

  /** Measures the distance of the hulls, and writes the direction between them; −1 where they touch, overlap, or coincide. */
  #measure(
    a: Mover,
    b: Mover,
    viewA: Mover['viewFrom'],
    viewB: Mover['viewFrom'],
    axis: Float64Array,
    o: number,
  ): number {
    const hullA = a.support.hull;
    const hullB = b.support.hull;
    if (hullA === null || hullB === null) return -1;
    const { status, lower, normal, pointA } = distance(hullA, viewA, hullB, viewB, {}, this.#found);
    if (status !== 'separated' || normal === null) return -1;
    axis.set(normal);
    this.#origin.set(pointA, o);
    return lower;
  }
}
