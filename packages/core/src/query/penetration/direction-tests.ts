// Tests many directions with the balls (ball-cover.ts): on a sphere of translations of A, which of them do no two balls block, and how wide is the
// gap there?
//
// The directions follow a spiral, so that those a Fibonacci number later are next to each other. A direction is not tested if it is
// nearer to a blocked one than the balls overlap there.

import type { DirectionGaps } from '../ball-tests.ts';
import type { BallCover } from './ball-cover.ts';
import type { ReferenceFrame } from './reference-frame.ts';

/** How far after a point on the spiral those are that lie next to it: Fibonacci's numbers, and sums of two. */
const NEXT_ON_SPIRAL = Object.freeze([5, 8, 13, 21, 34, 42, 47, 55, 68, 76]);
/** A direction this many before another is next to it: the ball that blocked it is tested first. */
const NEIGHBOUR = 21;

export class DirectionTests implements DirectionGaps {
  readonly gaps: Float64Array;
  readonly open: Int32Array;
  openCount = 0;
  /** 1 for directions known to be blocked by the balls of another. */
  readonly #marked: Uint8Array;
  /** The ball that blocked each direction last. */
  readonly #blockers: Int32Array;
  #directions: Float64Array = new Float64Array(0);
  #cover: BallCover | null = null;
  #frame: ReferenceFrame | null = null;
  readonly #u: Float64Array = new Float64Array(3);
  readonly #rest: Float64Array = new Float64Array(3);
  readonly #length: Float64Array = new Float64Array(1);

  /** For at most so many directions. */
  constructor(most: number) {
    this.gaps = new Float64Array(most);
    this.open = new Int32Array(most);
    this.#marked = new Uint8Array(most);
    this.#blockers = new Int32Array(most);
  }

  /** Sets the balls, and the frame that they are posed in. */
  start(cover: BallCover, frame: ReferenceFrame): void {
    this.#cover = cover;
    this.#frame = frame;
    this.openCount = 0;
    this.#blockers.fill(0);
    cover.kernels?.setFrame(frame.rows, frame.unit);
  }

  /** Tests one in `step` of the directions, unit vectors, with A moved this far. */
  testAll(directions: Float64Array, length: number, step: number): void {
    this.#directions = directions;
    const kernels = this.#cover?.kernels ?? null;
    if (kernels !== null) {
      kernels.testAll(directions, length, step, this);
      return;
    }
    this.openCount = 0;
    this.#marked.fill(0);
    for (let k = 0; 3 * k < directions.length; k += step) {
      if (this.#marked[k] === 1) continue;
      if (this.#test(k, step === 1 ? Math.max(0, k - NEIGHBOUR) : k, length)) this.open[this.openCount++] = k;
      else if (step === 1) this.#markNext(k, length);
    }
  }

  /** Removes the open direction with the widest gap, and returns it; −1 if none is left. */
  takeWidest(): number {
    const { open, gaps } = this;
    let widest = -1;
    for (let n = 0; n < this.openCount; n++) if (widest < 0 || gaps[open[n]] <= gaps[open[widest]]) widest = n;
    if (widest < 0) return -1;
    const k = open[widest];
    open.copyWithin(widest, widest + 1, this.openCount--);
    return k;
  }

  /** Whether no balls block direction k, of those tested last, with A moved this far. */
  isOpen(k: number, length: number): boolean {
    return this.#cover?.kernels?.isOpen(k, length) ?? this.#test(k, k, length);
  }

  /** The same; the ball that blocked direction `like` is tested first. */
  #test(k: number, like: number, length: number): boolean {
    const cover = this.#cover;
    if (cover === null) return false;
    const u = this.#u;
    for (let c = 0; c < 3; c++) u[c] = this.#directions[3 * k + c];
    this.#frame?.toRest(u, this.#rest);
    this.#length[0] = length;
    cover.last = this.#blockers[like];
    const isBlocked = cover.isBlocked(this.#rest, this.#length);
    this.#blockers[k] = cover.last;
    this.gaps[k] = cover.depth[0];
    return !isBlocked;
  }

  /** Marks the directions next to k, after it, that the balls block too: those no farther away than they overlap. */
  #markNext(k: number, length: number): void {
    const marked = this.#marked;
    const directions = this.#directions;
    // In radii of the sphere.
    const overlap = (this.gaps[k] * (this.#frame?.unit ?? 1)) / length;
    const least = 1 - (overlap * overlap) / 2;
    const x = directions[3 * k];
    const y = directions[3 * k + 1];
    const z = directions[3 * k + 2];
    for (let n = 0; n < NEXT_ON_SPIRAL.length; n++) {
      const j = k + NEXT_ON_SPIRAL[n];
      const o = 3 * j;
      if (o >= directions.length) return;
      if (x * directions[o] + y * directions[o + 1] + z * directions[o + 2] > least) marked[j] = 1;
    }
  }
}
