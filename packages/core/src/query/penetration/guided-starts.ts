// Start translations where balls inside the bodies leave a gap.
//
// On the sphere of translations a little shorter than the best so far, each of some hundred directions is tested with the balls
// (ball-cover.ts). Directions that no two balls block are probed, the widest gap first. A free one is a shorter start, and the
// sphere shrinks. Minima that a descent from another side misses are mostly 10° to 40° away from its end, in valleys narrower than
// the spacing of fifty directions: probing them all is expensive, but testing all with balls costs as much as a few probes. Minima
// that are still missed are 3° to 20° away from the best start, and narrower still: there the directions are denser.

import { ORIGIN } from '../../scalar/vector.ts';
import { START_GUIDE_SLOT } from '../scratch-slots.ts';
import { perWorkspace, type Workspace } from '../workspace.ts';
import { BallCover } from './ball-cover.ts';
import { DirectionTests } from './direction-tests.ts';
import { innerReachOf } from './inner-reach.ts';
import type { Search } from './penetration-search.ts';
import { TUNING } from './tuning.ts';

/** A search for gaps. */
interface Asking {
  /** Unit vectors. */
  readonly directions: Float64Array;
  /** Their length: a part of the best so far. */
  readonly part: number;
  /** No direction is probed next to one that was probed and blocked: the same gap blocks it. A cosine. */
  readonly next: number;
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
};
/** Within 18° of the z axis, 4° apart: rotated to the best direction before use. */
const CAP: Asking = {
  directions: /* @__PURE__ */ spiral(tuning.CAP_DIRECTIONS, tuning.CAP_LOWEST),
  part: tuning.CAP_PART,
  next: tuning.CAP_NEXT,
};
const { AROUND_MOST, CAP_ROUNDS, CAP_MOST, FIRST_BLOCKED, TELLING, SHARP, FEW, ASK_COST, HALVINGS } = tuning;

/** The buffers of one query, kept for the next. */
class Scratch {
  readonly tests: DirectionTests = new DirectionTests(AROUND_ALL.directions.length / 3);
  readonly cap: Asking = { ...CAP, directions: new Float64Array(CAP.directions.length) };
}

const scratchOf = perWorkspace(START_GUIDE_SLOT, () => new Scratch());

export class StartGuide {
  #cover: BallCover | null | undefined;
  #hasRun = false;
  #isSharp = false;
  #hasRunAround = false;
  /** Directions that were probed and blocked. */
  #blocked: number[] = [];
  readonly #u: Float64Array = new Float64Array(3);
  readonly #rest: Float64Array = new Float64Array(3);
  readonly #part: Float64Array = new Float64Array(1);
  readonly #tests: DirectionTests;
  readonly #cap: Asking;

  constructor(w: Workspace) {
    const { tests, cap } = scratchOf(w);
    this.#tests = tests;
    this.#cap = cap;
  }

  /** Finds starts that are shorter than the search's best, on the first call; false if the balls decide too little. */
  run(search: Search): boolean {
    if (!this.#hasRun && !this.#runAll(search)) this.#cover = null;
    this.#hasRun = true;
    return this.#cover !== null;
  }

  /** The part of the translation `x` that the balls block, straight out from the pose of A; 0 if they do not decide. */
  blockedPart(search: Search, x: Float64Array): number {
    const cover = this.#coverOf(search);
    if (cover === null) return 0;
    const rest = this.#rest;
    search.frame.toRest(x, rest);
    const part = this.#part;
    part[0] = 0;
    if (!cover.isBlocked(rest, part)) return 0;
    let blocked = 0;
    let open = 1;
    for (let k = 0; k < HALVINGS; k++) {
      part[0] = (blocked + open) / 2;
      if (cover.isBlocked(rest, part)) blocked = part[0];
      else open = part[0];
    }
    return blocked;
  }

  /** Whether the balls block the translation of this length along the unit direction u. */
  blocks(search: Search, u: Float64Array, length: number): boolean {
    const cover = this.#coverOf(search);
    if (cover === null) return false;
    const rest = this.#rest;
    search.frame.toRest(u, rest);
    this.#part[0] = length;
    return cover.isBlocked(rest, this.#part);
  }

  #coverOf({ probe, frame }: Search): BallCover | null {
    if (this.#cover === undefined) {
      probe.moveTo(ORIGIN);
      this.#cover = BallCover.of(probe);
      if (this.#cover !== null) {
        this.#tests.start(this.#cover, frame);
        probe.innerReach = Math.min(innerReachOf(probe.a), innerReachOf(probe.b));
      }
    }
    return this.#cover;
  }

  /** Finds starts next to the best, on the first call. */
  runAround(search: Search): void {
    if (!this.#isSharp || this.#hasRunAround) return;
    this.#hasRunAround = true;
    const cap = this.#cap;
    for (let round = 0; round < CAP_ROUNDS && !search.probe.exhausted; round++) {
      const before = search.bestLength;
      turnTo(search.best, before, cap.directions);
      this.#blocked = [];
      this.#ask(search, cap, 1);
      this.#probe(search, cap, CAP_MOST);
      if (search.bestLength === before) return;
    }
  }

  /** Tests a few directions and, if these show that it is worthwhile, all directions on the sphere that the few have led to. */
  #runAll(search: Search): boolean {
    if (this.#coverOf(search) === null) return false;
    this.#ask(search, AROUND_ALL, FEW);
    if (3 * this.#tests.openCount * FEW > TELLING * AROUND_ALL.directions.length) return false;
    this.#probe(search, AROUND_ALL, FIRST_BLOCKED);
    this.#ask(search, AROUND_ALL, 1);
    this.#isSharp = 3 * this.#tests.openCount <= SHARP * AROUND_ALL.directions.length;
    this.#probe(search, AROUND_ALL, AROUND_MOST);
    return true;
  }

  /** Tests every `step`-th direction with the balls. */
  #ask(search: Search, { directions, part }: Asking, step: number): void {
    this.#cover?.keepWithin(search.bestLength / search.frame.unit);
    this.#tests.testAll(directions, part * search.bestLength, step);
    search.probe.charge((ASK_COST * directions.length) / (3 * step));
  }

  /** Probes open directions until a number of probes are blocked. */
  #probe(search: Search, asking: Asking, most: number): void {
    const { probe } = search;
    const { directions, part, next } = asking;
    const u = this.#u;
    // Gaps belong to the sphere on which all directions were tested; on a smaller sphere each is checked again before its probe.
    for (let left = most; left > 0 && !probe.exhausted; ) {
      const k = this.#tests.takeWidest();
      if (k < 0) return;
      probe.charge(ASK_COST);
      if (!this.#tests.isOpen(k, part * search.bestLength)) continue;
      for (let c = 0; c < 3; c++) u[c] = directions[3 * k + c];
      if (this.#blocked.some((o) => cosineOf(directions, o, u) > next)) continue;
      if (search.sample(u, part)) continue;
      this.#blocked.push(k);
      left--;
    }
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
