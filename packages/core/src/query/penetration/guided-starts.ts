// Starts where balls inside the bodies leave a gap.
//
// On the sphere of translations a little shorter than the best so far, each of some hundred directions is asked of the balls
// (ball-cover.ts). Those that no two balls block are probed, the widest gap first; a free one is a shorter start, and the sphere shrinks.
// The minima that a descent from another side misses are mostly 10° to 40° away from where it ended, in valleys narrower than
// fifty directions are apart: probes would have to ask them all, the balls do so at the price of a few.

import { BallCover } from './ball-cover.ts';
import type { Search } from './search.ts';

const DIRECTIONS = 400;
/** Where gaps are looked for: a part of the best so far. */
const SHORTER = 0.98;
/** Most probes that find A blocked, in one run. */
const MOST_BLOCKED = 12;
/** The same of the first few directions. */
const FIRST_BLOCKED = 3;
/** Next to a direction that was probed in vain, within 10°, none is probed: a gap that is not free is as wide. A cosine. */
const NEXT = 0.985;
/** Where more than this part of all directions is open, the balls say little. */
const TELLING = 0.8;
/** One in this many directions is asked first whether they do. */
const FEW = 8;
/** A direction this many before another is next to it. */
const NEIGHBOUR = 21;
/** What asking the balls about a direction costs, in volume tests. */
const ASK_COST = 2;

const ORIGIN = new Float64Array(3);

const directions = spreadDirections();

export class StartGuide {
  #cover: BallCover | null | undefined;
  /** Directions that were open, and not yet probed: the widest gap last. */
  #open: number[] = [];
  /** Directions that were probed, and blocked. */
  readonly #blocked: number[] = [];
  readonly #u: Float64Array = new Float64Array(3);
  readonly #rest: Float64Array = new Float64Array(3);
  readonly #gaps: Float64Array = new Float64Array(DIRECTIONS);
  /** The ball that blocked each direction last. */
  readonly #blockers: Uint16Array = new Uint16Array(DIRECTIONS);

  /** Takes in starts that are shorter than the search's best; false if the balls say too little. */
  run(search: Search): boolean {
    if (this.#cover === undefined && !this.#begin(search)) this.#cover = null;
    if (this.#cover == null) return false;
    this.#probe(search, MOST_BLOCKED);
    return true;
  }

  /** Asks about a few directions, and, if these say that it is worth it, about all, on the sphere that the few have led to. */
  #begin(search: Search): boolean {
    const { probe } = search;
    probe.place(ORIGIN);
    const cover = BallCover.of(probe);
    if (cover === null) return false;
    this.#cover = cover;
    this.#ask(search, FEW);
    if (this.#open.length * FEW > TELLING * DIRECTIONS) return false;
    this.#probe(search, FIRST_BLOCKED);
    this.#ask(search, 1);
    return true;
  }

  /** Asks the balls about every `step`-th direction. */
  #ask(search: Search, step: number): void {
    this.#open = [];
    for (let k = 0; k < DIRECTIONS; k += step) {
      if (this.#isOpen(search, k, step === 1 ? Math.max(0, k - NEIGHBOUR) : k)) this.#open.push(k);
    }
    this.#open.sort((p, q) => this.#gaps[q] - this.#gaps[p]);
    search.probe.charge((ASK_COST * DIRECTIONS) / step);
  }

  /** Probes what is open until so many probes were blocked. */
  #probe(search: Search, most: number): void {
    const { probe } = search;
    const u = this.#u;
    // Gaps are those of the sphere on which all directions were asked; on a shorter one they are checked when their turn comes.
    for (let left = most; left > 0 && !probe.exhausted; ) {
      const k = this.#open.pop();
      if (k === undefined) return;
      probe.charge(ASK_COST);
      if (!this.#isOpen(search, k, k)) continue;
      for (let c = 0; c < 3; c++) u[c] = directions[3 * k + c];
      if (this.#blocked.some((o) => isNext(o, u))) continue;
      if (search.sample(u, SHORTER)) continue;
      this.#blocked.push(k);
      left--;
    }
  }

  /** Whether no balls block direction k; the one that has blocked direction `like` is asked first. */
  #isOpen({ bestLength, frame }: Search, k: number, like: number): boolean {
    const u = this.#u;
    const rest = this.#rest;
    for (let c = 0; c < 3; c++) u[c] = SHORTER * bestLength * directions[3 * k + c];
    frame.toRest(u, rest);
    const cover = this.#cover;
    if (cover == null) return false;
    cover.last = this.#blockers[like];
    const gap = cover.depthAt(rest[0], rest[1], rest[2]);
    this.#blockers[k] = cover.last;
    this.#gaps[k] = gap;
    return gap < 0;
  }
}

/** Whether direction k is next to u. */
function isNext(k: number, u: Float64Array): boolean {
  return directions[3 * k] * u[0] + directions[3 * k + 1] * u[1] + directions[3 * k + 2] * u[2] > NEXT;
}

/** A spiral from pole to pole, each point turned by the golden angle from the one before: spread evenly. */
function spreadDirections(): Float64Array {
  const out = new Float64Array(3 * DIRECTIONS);
  // Cosine and sine of π (3 − √5).
  const cosine = -0.7373688780783197;
  const sine = 0.6754902942615238;
  let x = 1;
  let y = 0;
  for (let k = 0; k < DIRECTIONS; k++) {
    const z = 1 - (2 * k + 1) / DIRECTIONS;
    const r = Math.sqrt(1 - z * z);
    out[3 * k] = r * x;
    out[3 * k + 1] = r * y;
    out[3 * k + 2] = z;
    const turned = x * cosine - y * sine;
    y = x * sine + y * cosine;
    x = turned;
    const length = Math.sqrt(x * x + y * y);
    x /= length;
    y /= length;
  }
  return out;
}
