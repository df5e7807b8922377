// The iteration of PolyDepth (sections 3.2 and 6.2): from a free translation x down to one that is locally shortest.
//
//   1. the contact planes of what is near at x;
//   2. in-projection: the shortest translation q within them;
//   3. classification: is A moved by q free?
//   4. if so x = q; if not, out-projection from x towards q. Again from 1.
//
// Departures from the paper:
//   * x is free and near contact, not in contact: every plane has its own gap. So an out-projection need not be exact, and
//     exact contact comes from the in-projection.
//   * The out-projection is a bisection. Time of contact would stop at the first thing in the way; but which way a free
//     translation is reached does not matter, and a bisection that gets past a thin obstacle has found a shorter one. A
//     probe that is blocked is also by far the cheapest question there is: it ends at the first crossing found.
//   * Planes of what is not quite near hold x back where contact space curves away. When no more is gained, what counts as
//     near is cut.
//   * As long as x stays near where the pairs were collected, they answer for the bodies (near-pairs.ts).
//
// |x| never grows: q is at most as long as x, and so is everything between them.

import { VOLUME_TESTS, type Workspace } from '../workspace.ts';
import { ContactPlanes } from './contact-planes.ts';
import { NearPairs } from './near-pairs.ts';
import type { Probe } from './probe.ts';

/** Most times that near pairs are searched for, and steps between two searches. */
const MOST_SEARCHES = 16;
const MOST_STEPS = 24;
/** Where searches are dear, three will do: each finds less than the one before. Dear are those that cost this many tests. */
const ENOUGH_SEARCHES = 1;
const ENOUGH_TESTS = 3_000;
/** Steps that shorten x by less than this part of itself are not worth it. */
const GAIN = 1e-5;
/** How far near pairs are searched for: a part of the size. */
const REACH = 0.0008;
/** What counts as near is cut by this, and at most so far: parts of the reach. */
const FIRST_PART = 0.3;
const SHRINK = 0.2;
const LEAST_PART = 0.002;
/** A bisection ends this near, a part of the reach: what is then ahead is found by the next search. */
const LANDED = 0.4;
/** Pairs are collected anew where less than this part of their reach is left. */
const ROOM = 0.25;
/** What stays of every gap, so that the next planes have a direction. Dimensionless. */
const KEPT_GAP = 0.02;
/** Halvings of an out-projection: to a thirtieth of the way, which the next planes make good. */
const HALVINGS = 5;
/** The same by probes, which cost more. */
const PROBED_HALVINGS = 4;

/** What a descent does, step by step, for those who watch. */
export type DescentWatcher = (step: 'in' | 'out', x: Float64Array, contacts: number) => void;

/** What descents compute in, one for each workspace: large enough to be worth keeping. */
const scratch = new WeakMap<Workspace, { readonly planes: ContactPlanes; readonly near: NearPairs }>();
const between = new Float64Array(3);
const far = new Float64Array(3);

export class Descent {
  readonly planes: ContactPlanes;
  readonly near: NearPairs;
  /** In-projections so far. */
  iterations = 0;
  readonly #probe: Probe;
  readonly #size: number;
  readonly #q: Float64Array = new Float64Array(3);

  /** `size` that steps are measured by, in world units. */
  constructor(probe: Probe, size: number) {
    this.#probe = probe;
    this.#size = size;
    let own = scratch.get(probe.w);
    if (own === undefined) {
      own = { planes: new ContactPlanes(), near: new NearPairs() };
      scratch.set(probe.w, own);
    }
    this.planes = own.planes;
    this.near = own.near;
    this.near.clear();
  }

  /** Shortens the free translation `x` as far as it goes. The end is free to rounding; a probe has to prove it. */
  run(x: Float64Array, watch: DescentWatcher | null): void {
    const { counters } = this.#probe;
    const start = counters[VOLUME_TESTS];
    for (let k = 1; k <= MOST_SEARCHES && !this.#probe.exhausted; k++) {
      this.gather(x);
      const isLast = k === MOST_SEARCHES || (k >= ENOUGH_SEARCHES && counters[VOLUME_TESTS] - start > ENOUGH_TESTS);
      if (!this.#slide(x, isLast, watch) || isLast) break;
    }
  }

  /** Sees to it that the near pairs are those around x. */
  gather(x: Float64Array): void {
    const { near } = this;
    if (near.roomAt(x) <= ROOM * near.reach) near.collect(this.#probe, x, REACH * this.#size);
  }

  /** Goes down while the near pairs cover x; false if it has come to its end there. The last time, it has to land. */
  #slide(x: Float64Array, isLast: boolean, watch: DescentWatcher | null): boolean {
    const { near, planes } = this;
    const q = this.#q;
    let part = FIRST_PART;
    for (let k = 0; k < MOST_STEPS; k++) {
      near.writePlanes(x, part * near.reach, planes);
      if (!planes.shortest(x, KEPT_GAP, 0, q) || length(q) >= length(x) * (1 - GAIN)) {
        part *= SHRINK;
        if (part < LEAST_PART) return false;
        continue;
      }
      this.iterations++;
      watch?.('in', q, planes.count);
      far.set(q);
      const isClipped = near.clip(x, q);
      if (near.isClear(q)) x.set(q);
      else {
        if (!this.projectOut(x, q, HALVINGS)) part *= SHRINK;
        watch?.('out', x, planes.count);
        continue;
      }
      if (!isClipped) continue;
      // Nothing near is in the way: on, as far as probes find it free.
      if (this.#probe.isFree(far)) x.set(far);
      else this.projectOut(x, far, isLast ? Infinity : PROBED_HALVINGS);
      watch?.('out', x, planes.count);
      return true;
    }
    return true;
  }

  #isFree(x: Float64Array): boolean {
    return this.near.roomAt(x) > 0 ? this.near.isClear(x) : this.#probe.isFree(x);
  }

  /**
   * Takes x, free, towards `target`, not free, as far as bisections find it free; false if it stays where it is. There are
   * `halvings` of them, and more while nothing free is found; none below a part of what a search reaches.
   */
  projectOut(x: Float64Array, target: Float64Array, halvings: number): boolean {
    const dx = target[0] - x[0];
    const dy = target[1] - x[1];
    const dz = target[2] - x[2];
    const least = (LANDED * REACH * this.#size) / Math.sqrt(dx * dx + dy * dy + dz * dz);
    let free = 0;
    let taken = 1;
    for (let k = 0; (k < halvings || free === 0) && taken - free > least; k++) {
      const t = (free + taken) / 2;
      between[0] = x[0] + t * dx;
      between[1] = x[1] + t * dy;
      between[2] = x[2] + t * dz;
      if (this.#isFree(between)) free = t;
      else taken = t;
    }
    x[0] += free * dx;
    x[1] += free * dy;
    x[2] += free * dz;
    return free > 0;
  }
}

export function length(v: Float64Array): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}
