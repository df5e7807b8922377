// Start translations where balls inside the bodies leave a gap.
//
// On the sphere of translations a little shorter than the best so far, each of some hundred directions is tested with the balls
// (ball-cover.ts). Directions that no two balls block are probed, the widest gap first. A free one is a shorter start, and the
// sphere shrinks. Minima that a descent from another side misses are mostly 10° to 40° away from its end, in valleys narrower than
// the spacing of fifty directions: probing them all is expensive, but testing all with balls costs as much as a few probes. Minima
// that are still missed are 3° to 20° away from the end of the descent, and narrower still: there the directions are denser.

import { ORIGIN } from '../../scalar/vector.ts';
import { BallCover } from './ball-cover.ts';
import type { Search } from './penetration-search.ts';
import { TUNING } from './tuning.ts';

/** The search for gaps, and the number of blocked probes it is worth. */
interface Asking {
  /** Unit vectors. */
  readonly directions: Float64Array;
  /** Their length: a part of the best so far. */
  readonly part: number;
  /** No direction is probed next to one that was probed and blocked: the same gap blocks it. A cosine. */
  readonly next: number;
  readonly most: number;
}

/** Cosine and sine of π (3 − √5), the angle between successive points of a spiral, which spreads them evenly. */
const COSINE = -0.7373688780783197;
const SINE = 0.6754902942615238;

const tuning = TUNING.guided;
/** All around, 11° apart. */
const AROUND_ALL: Asking = {
  directions: /* @__PURE__ */ spiral(tuning.AROUND_DIRECTIONS, -1),
  part: tuning.AROUND_PART,
  next: tuning.AROUND_NEXT,
  most: tuning.AROUND_MOST,
};
/** Within 18° of the z axis, 3° apart: rotated to the best direction before use. */
const CAP: Asking = {
  directions: /* @__PURE__ */ spiral(tuning.CAP_DIRECTIONS, tuning.CAP_LOWEST),
  part: tuning.CAP_PART,
  next: tuning.CAP_NEXT,
  most: tuning.CAP_MOST,
};
const { CAP_ROUNDS, FIRST_BLOCKED, TELLING, SHARP, FEW, NEIGHBOUR, ASK_COST } = tuning;

export class StartGuide {
  #cover: BallCover | null | undefined;
  #isSharp = false;
  /** Open directions that are not yet probed: the widest gap last. */
  #open: number[] = [];
  /** Directions that were probed and blocked. */
  #blocked: number[] = [];
  readonly #u: Float64Array = new Float64Array(3);
  readonly #rest: Float64Array = new Float64Array(3);
  readonly #gaps: Float64Array = new Float64Array(AROUND_ALL.directions.length / 3);
  /** The ball that blocked each direction last. */
  readonly #blockers: Uint16Array = new Uint16Array(AROUND_ALL.directions.length / 3);

  /** Finds starts that are shorter than the search's best, on the first call; false if the balls decide too little. */
  run(search: Search): boolean {
    if (this.#cover === undefined && !this.#runAll(search)) this.#cover = null;
    return this.#cover !== null;
  }

  /** Finds starts next to the best, a local optimum, and completes their descents. */
  runAround(search: Search): void {
    if (!this.#isSharp) return;
    const cap: Asking = { ...CAP, directions: new Float64Array(CAP.directions.length) };
    for (let round = 0; round < CAP_ROUNDS && !search.probe.exhausted; round++) {
      const before = search.bestLength;
      turnTo(search.best, before, cap.directions);
      this.#blocked = [];
      this.#ask(search, cap, 1);
      this.#probe(search, cap, cap.most);
      if (search.bestLength === before) return;
      search.finish();
    }
  }

  /** Tests a few directions and, if these show that it is worthwhile, all directions on the sphere that the few have led to. */
  #runAll(search: Search): boolean {
    const { probe } = search;
    probe.moveTo(ORIGIN);
    const cover = BallCover.of(probe);
    if (cover === null) return false;
    this.#cover = cover;
    this.#ask(search, AROUND_ALL, FEW);
    if (3 * this.#open.length * FEW > TELLING * AROUND_ALL.directions.length) return false;
    this.#probe(search, AROUND_ALL, FIRST_BLOCKED);
    this.#ask(search, AROUND_ALL, 1);
    this.#isSharp = 3 * this.#open.length <= SHARP * AROUND_ALL.directions.length;
    this.#probe(search, AROUND_ALL, AROUND_ALL.most);
    return true;
  }

  /** Tests every `step`-th direction with the balls. */
  #ask(search: Search, asking: Asking, step: number): void {
    const count = asking.directions.length / 3;
    this.#cover?.keepWithin(search.bestLength / search.frame.unit);
    this.#open = [];
    for (let k = 0; k < count; k += step) {
      if (this.#isOpen(search, asking, k, step === 1 ? Math.max(0, k - NEIGHBOUR) : k)) this.#open.push(k);
    }
    this.#open.sort((p, q) => this.#gaps[q] - this.#gaps[p]);
    search.probe.charge((ASK_COST * count) / step);
  }

  /** Probes open directions until a number of probes are blocked. */
  #probe(search: Search, asking: Asking, most: number): void {
    const { probe } = search;
    const { directions, part, next } = asking;
    const u = this.#u;
    // Gaps belong to the sphere on which all directions were tested; on a smaller sphere each is checked again before its probe.
    for (let left = most; left > 0 && !probe.exhausted; ) {
      const k = this.#open.pop();
      if (k === undefined) return;
      probe.charge(ASK_COST);
      if (!this.#isOpen(search, asking, k, k)) continue;
      for (let c = 0; c < 3; c++) u[c] = directions[3 * k + c];
      if (this.#blocked.some((o) => cosineOf(directions, o, u) > next)) continue;
      if (search.sample(u, part)) continue;
      this.#blocked.push(k);
      left--;
    }
  }

  /** Whether no balls block direction k; the ball that blocked direction `like` is tested first. */
  #isOpen({ bestLength, frame }: Search, { directions, part }: Asking, k: number, like: number): boolean {
    const cover = this.#cover;
    if (cover == null) return false;
    const u = this.#u;
    const rest = this.#rest;
    for (let c = 0; c < 3; c++) u[c] = part * bestLength * directions[3 * k + c];
    frame.toRest(u, rest);
    cover.last = this.#blockers[like];
    const gap = cover.depthAt(rest[0], rest[1], rest[2]);
    this.#blockers[k] = cover.last;
    this.#gaps[k] = gap;
    return gap < 0;
  }
}

/** The cosine between direction k and u. */
function cosineOf(directions: Float64Array, k: number, u: Float64Array): number {
  return directions[3 * k] * u[0] + directions[3 * k + 1] * u[1] + directions[3 * k + 2] * u[2];
}

/** Unit vectors along a spiral from the pole on the z axis to where z is `lowest`. */
function spiral(count: number, lowest: number): Float64Array {
  const out = new Float64Array(3 * count);
  let x = 1;
  let y = 0;
  for (let k = 0; k < count; k++) {
    const z = 1 - ((1 - lowest) * (k + 0.5)) / count;
    const r = Math.sqrt(1 - z * z);
    out[3 * k] = r * x;
    out[3 * k + 1] = r * y;
    out[3 * k + 2] = z;
    const turned = x * COSINE - y * SINE;
    y = x * SINE + y * COSINE;
    x = turned;
    const length = Math.sqrt(x * x + y * y);
    x /= length;
    y /= length;
  }
  return out;
}

/** Writes the cap to `out`, its pole in the direction of `separation`, which is not 0: a half turn about the bisector. */
function turnTo(separation: Float64Array, length: number, out: Float64Array): void {
  const { directions } = CAP;
  // The bisector is the sum of both; a translation along −z is turned about the x axis.
  const x = separation[0] / length;
  const y = separation[1] / length;
  const z = separation[2] / length;
  const isDown = z < LOWEST;
  const sum = 1 + z;
  for (let k = 0; k < out.length; k += 3) {
    const u = directions[k];
    const v = directions[k + 1];
    const w = directions[k + 2];
    // 2 (m · d) / (m · m) with m = translation + pole and m · m = 2 (1 + z).
    const along = (x * u + y * v + sum * w) / sum;
    out[k] = isDown ? u : along * x - u;
    out[k + 1] = isDown ? -v : along * y - v;
    out[k + 2] = isDown ? -w : along * sum - w;
  }
}

/** A translation this near to −z has its cap around −z. */
const LOWEST: number = 2 ** -20 - 1;
