// Contacts of two bodies by their medial enclosures: of every two primitives within a distance, the points where their closest balls face each
// other. A cone or slab is convex, so it has one contact with another one.
//
// The trees of hulls of balls (medial-body) are searched depth first, nearest pairs first, by the balls around their nodes. Like
// `SolverContacts`, the result follows from the poses alone.

import { BALL, CLOSEST_SIZE, closestBalls } from '../../medial/closest-balls.ts';
import { ballsOf, type MedialBody } from '../../medial/medial-body.ts';
import { medialBodyOf } from '../../medial/medial-structure.ts';
import type { Model } from '../../model/model.ts';
import { RELATIVE_SIZE } from '../../scalar/pose.ts';
import { LARGEST_OFFSET, UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import { poseBalls, UNMOVED } from '../medial/pose-balls.ts';
import { CONTACT } from './convex-contacts.ts';
import { requireFinite, type SolverPose, writeMatrix, writeRelative, writeToWorld } from './solver-pose.ts';

/** Contacts at most; the nearest are kept. */
const MOST_CONTACTS = 16;
/** Contacts whose points are nearer to each other than this part of the radii are one: primitives have balls in common. Dimensionless. */
const ONE_POINT = 1e-6;
/** Rounding of a distance of posed balls, in parts of the coordinates. Dimensionless. */
const ROUNDING: number = 256 * UNIT_ROUNDOFF;

/**
 * The contacts of two bodies whose models have a medial axis, by their enclosures: see {@link MedialContacts.find}. One object serves all
 * pairs, one after the other.
 *
 * @example
 * const body = Model.build(torus(), { with: [medialStructure({ primitives: 30, samples: 1000 })] });
 * const pose = (z: number) => ({ position: Float64Array.of(0, 0, z), rotation: Float64Array.of(0, 0, 0, 1) });
 * const contacts = new MedialContacts();
 * contacts.find(body, pose(0), body, pose(3), 0.01);
 * console.log(contacts.count, contacts.lower > 1); // 0 true
 */
export class MedialContacts {
  /** Number of contacts found. */
  count = 0;
  /** A proven lower bound of the distance of the enclosures; not positive where they overlap. */
  lower = 0;
  /** Ten numbers a contact, in the world: point of A, point of B, unit normal from A to B, signed gap along it. */
  readonly numbers: Float64Array = new Float64Array(MOST_CONTACTS * CONTACT);
  readonly #found: Float64Array = new Float64Array(MOST_CONTACTS * CONTACT);
  readonly #pose = new Float64Array(RELATIVE_SIZE);
  readonly #matrix = new Float64Array(9);
  readonly #posed = new Float64Array(3 * BALL);
  readonly #closest = new Float64Array(CLOSEST_SIZE);
  /** Spans of A's nodes and primitives in B's frame. */
  #spans: Float64Array = new Float64Array(0);
  #stack = new Int32Array(64);
  #bounds: Float64Array = new Float64Array(32);

  /** Finds the contacts within a distance, and how far the enclosures are apart. Rotations are unit quaternions: their length is not checked. */
  find(a: Model, poseA: SolverPose, b: Model, poseB: SolverPose, within: number): void {
    requireFinite(poseA, within);
    requireFinite(poseB, within);
    const bodyA = medialBodyOf(a);
    const bodyB = medialBodyOf(b);
    const { unit } = b.frame;
    this.count = 0;
    writeMatrix(poseB.rotation, this.#matrix);
    writeRelative(a, poseA, b, poseB, this.#matrix, this.#pose);
    const p = this.#pose;
    const offset = Math.abs(p[9]) + Math.abs(p[10]) + Math.abs(p[11]);
    if (!(offset <= LARGEST_OFFSET)) {
      this.lower = within;
      return;
    }
    const least = this.#search(bodyA, bodyB, within / unit);
    const rounding = ROUNDING * (offset + bodyA.reach * p[12] + bodyB.reach);
    this.lower = (least - rounding) * unit;
    writeToWorld(this.#found, this.count, b, poseB, this.#matrix, this.numbers);
  }

  /** Leaves the contacts in `#found`; returns the least distance of two primitives, negative where they overlap. */
  #search(bodyA: MedialBody, bodyB: MedialBody, within: number): number {
    const count = bodyA.spans.length / BALL;
    if (this.#spans.length < bodyA.spans.length) this.#spans = new Float64Array(bodyA.spans.length);
    const spans = this.#spans;
    poseBalls(this.#pose, UNMOVED, bodyA.spans, 0, count, spans);
    let least = Infinity;
    let top = this.#push(0, 0, 0, this.#spanGap(0, bodyB, 0));
    while (top > 0) {
      top--;
      if (this.#bounds[top] > Math.max(least, within)) continue;
      const i = this.#stack[2 * top];
      const j = this.#stack[2 * top + 1];
      const opensA = i < bodyA.nodes;
      const opensB = j < bodyB.nodes;
      if (!opensA && !opensB) {
        const gap = this.#measure(bodyA, i, bodyB, j, within);
        if (gap < least) least = gap;
      } else if (opensA && (!opensB || spans[BALL * i + 3] >= bodyB.spans[BALL * j + 3])) {
        top = this.#open(bodyA.children[2 * i], bodyA.children[2 * i + 1], j, bodyB, false, top);
      } else top = this.#open(bodyB.children[2 * j], bodyB.children[2 * j + 1], i, bodyB, true, top);
    }
    return least;
  }

  /** Pushes the pairs of the parts [first, end) with another part, the nearest last. */
  #open(first: number, end: number, other: number, bodyB: MedialBody, isB: boolean, top: number): number {
    const start = top;
    let next = top;
    for (let k = first; k < end; k++) {
      const i = isB ? other : k;
      const j = isB ? k : other;
      next = this.#push(next, i, j, this.#spanGap(i, bodyB, j));
      // Few children: insertion keeps them in order.
      for (let at = next - 1; at > start && this.#bounds[at] > this.#bounds[at - 1]; at--) this.#swap(at, at - 1);
    }
    return next;
  }

  #swap(i: number, j: number): void {
    const bounds = this.#bounds;
    const stack = this.#stack;
    const bound = bounds[i];
    bounds[i] = bounds[j];
    bounds[j] = bound;
    for (let c = 0; c < 2; c++) {
      const part = stack[2 * i + c];
      stack[2 * i + c] = stack[2 * j + c];
      stack[2 * j + c] = part;
    }
  }

  #push(top: number, i: number, j: number, bound: number): number {
    if (top === this.#bounds.length) {
      const bounds = new Float64Array(2 * top);
      const stack = new Int32Array(4 * top);
      bounds.set(this.#bounds);
      stack.set(this.#stack);
      this.#bounds = bounds;
      this.#stack = stack;
    }
    this.#stack[2 * top] = i;
    this.#stack[2 * top + 1] = j;
    this.#bounds[top] = bound;
    return top + 1;
  }

  /** The distance of the balls around a part of A and a part of B. */
  #spanGap(i: number, { spans: other }: MedialBody, j: number): number {
    const spans = this.#spans;
    const p = BALL * i;
    const q = BALL * j;
    const x = other[q] - spans[p];
    const y = other[q + 1] - spans[p + 1];
    const z = other[q + 2] - spans[p + 2];
    return Math.sqrt(x * x + y * y + z * z) - spans[p + 3] - other[q + 3];
  }

  /** The signed distance of two primitives; within the distance it is a contact. */
  #measure(bodyA: MedialBody, i: number, bodyB: MedialBody, j: number, within: number): number {
    const closest = this.#closest;
    const countA = ballsOf(bodyA, i);
    poseBalls(this.#pose, UNMOVED, bodyA.balls, BALL * bodyA.firsts[i], countA, this.#posed);
    closestBalls(this.#posed, 0, countA, bodyB.balls, BALL * bodyB.firsts[j], ballsOf(bodyB, j), closest);
    if (closest[0] <= within) this.#add(closest);
    return closest[0];
  }

  /** Adds the contact of two balls, unless there is one at its point; of too many the farthest is left out. */
  #add(c: Float64Array): void {
    const found = this.#found;
    const x = c[5] - c[1];
    const y = c[6] - c[2];
    const z = c[7] - c[3];
    const length = Math.sqrt(x * x + y * y + z * z);
    // Balls with one centre have no direction.
    if (!(length > 0)) return;
    const near = ONE_POINT * (c[4] + c[8]);
    for (let o = 0; o < CONTACT * this.count; o += CONTACT) {
      const dx = found[o] - c[1] - (c[4] * x) / length;
      const dy = found[o + 1] - c[2] - (c[4] * y) / length;
      const dz = found[o + 2] - c[3] - (c[4] * z) / length;
      if (dx * dx + dy * dy + dz * dz <= near * near) return;
    }
    let at = this.count;
    if (at === MOST_CONTACTS) {
      at = 0;
      for (let k = 1; k < MOST_CONTACTS; k++) if (found[CONTACT * k + 9] > found[CONTACT * at + 9]) at = k;
      if (found[CONTACT * at + 9] <= c[0]) return;
    } else this.count++;
    const o = CONTACT * at;
    for (let k = 0; k < 3; k++) {
      const n = (k === 0 ? x : k === 1 ? y : z) / length;
      found[o + k] = c[1 + k] + c[4] * n;
      found[o + 3 + k] = c[5 + k] - c[8] * n;
      found[o + 6 + k] = n;
    }
    found[o + 9] = c[0];
  }
}
