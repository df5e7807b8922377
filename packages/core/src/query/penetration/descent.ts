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
//   * The out-projection is a bisection. Time of contact would stop at the first obstacle; but in which direction a free
//     translation is reached does not matter, and a bisection that gets past a thin obstacle has found a shorter one. A
//     probe that is blocked is also by far the cheapest question there is: it ends at the first crossing found.
//   * Planes of what is not quite near hold x back where contact space curves away. When no more is gained, what counts as
//     near is reduced.
//   * As long as x stays near where pairs of leaves or triangles were collected, these answer for the bodies
//     (near-leaves.ts, near-pairs.ts).
//
// |x| never grows: q is at most as long as x, and so is everything between them.

import { ORIGIN } from '../../scalar/vector.ts';
import { perWorkspace, VOLUME_TESTS } from '../workspace.ts';
import { ContactPlanes } from './contact-planes.ts';
import { leafRadius, NearLeaves } from './near-leaves.ts';
import { NearPairs } from './near-pairs.ts';
import type { Probe } from './probe.ts';
import { TUNING } from './tuning.ts';

const {
  MOST_SEARCHES,
  MOST_STEPS,
  ENOUGH_SEARCHES,
  ENOUGH_TESTS,
  FINE,
  GAIN,
  REACH,
  FIRST_PART,
  SHRINK,
  LEAST_PART,
  LANDED,
  WIDE,
  REACH_OF_WIDE,
  WITHIN_LEAVES,
  COVERED,
  SPARE_REACH,
  KEPT_GAP,
  WITHIN_PAIRS,
  WITHIN_PROBES,
} = TUNING.descent;

/** What a descent does, step by step, for observers. */
export type DescentWatcher = (step: 'in' | 'out', x: Float64Array, contacts: number) => void;

/** What descents compute in: large enough to be worth keeping. */
class Scratch {
  readonly planes: ContactPlanes = new ContactPlanes();
  readonly leaves: NearLeaves = new NearLeaves();
  readonly near: NearPairs = new NearPairs();
}

const scratchOf = perWorkspace(() => new Scratch());
export class Descent {
  readonly #between: Float64Array = new Float64Array(3);
  readonly #far: Float64Array = new Float64Array(3);
  readonly planes: ContactPlanes;
  readonly leaves: NearLeaves;
  readonly near: NearPairs;
  /** In-projections so far. */
  iterations = 0;
  /** The part of the translation left by the last out-projection that is known not to be free. */
  taken = 1;
  readonly #probe: Probe;
  /** How far near pairs are searched for. */
  readonly #reach: number;
  /** How far near leaves are searched for. */
  readonly #wide: number;
  readonly #enough: number;
  /** Bisections shorter than this are left to near leaves. */
  readonly step: number;
  readonly #q: Float64Array = new Float64Array(3);

  /** `size` that steps are measured by, in world units. */
  constructor(probe: Probe, size: number) {
    this.#probe = probe;
    const { a, b } = probe;
    this.#enough = a.triangleCount + b.triangleCount > FINE ? 1 : ENOUGH_SEARCHES;
    this.#wide = WIDE * Math.min(leafRadius(a), leafRadius(b));
    this.#reach = Math.min(REACH * size, REACH_OF_WIDE * this.#wide);
    this.step = WITHIN_LEAVES * this.#wide;
    const own = scratchOf(probe.w);
    this.planes = own.planes;
    this.leaves = own.leaves;
    this.near = own.near;
    this.leaves.clear();
    this.near.clear();
  }

  /**
   * Shortens the free translation `x` as far as it goes; x times `taken` is not free. The end is free to rounding, which a
   * probe has to prove, and near pairs are gathered around it.
   */
  run(x: Float64Array, taken: number, watch: DescentWatcher | null): void {
    const { counters } = this.#probe;
    const start = counters[VOLUME_TESTS];
    this.taken = taken;
    for (let k = 1; k <= MOST_SEARCHES && !this.#probe.exhausted; k++) {
      if (this.near.clearanceAt(x) <= 0 && this.#land(x)) watch?.('out', x, 0);
      this.gather(x);
      const isDear = k >= this.#enough && counters[VOLUME_TESTS] - start > ENOUGH_TESTS;
      if (!this.#slide(x, !isDear, watch) || isDear) break;
    }
  }

  /** Ensures that the near pairs are those around x. */
  gather(x: Float64Array): void {
    const { near, leaves } = this;
    if (near.clearanceAt(x) > SPARE_REACH * near.reach) return;
    if (leaves.clearanceAt(x) <= this.#reach) leaves.collect(this.#probe, x, this.#wide);
    near.collect(this.#probe, leaves, x, this.#reach);
  }

  /** Takes x straight back to where something is near; false if it is there already. */
  #land(x: Float64Array): boolean {
    const { leaves } = this;
    const start = length(x);
    this.#checkBehind(x, (COVERED * leaves.clearanceAt(x)) / start);
    this.#bisect(x, ORIGIN, this.taken, this.step / length(x), false);
    if (leaves.clearanceAt(x) < this.taken * length(x)) leaves.collect(this.#probe, x, this.#wide);
    this.#bisect(x, ORIGIN, this.taken, 0, false);
    return length(x) < start;
  }

  /** Tests whether A is free `part` of the return, as far as the leaves know it, where asking is cheap. */
  #checkBehind(x: Float64Array, part: number): void {
    const between = this.#between;
    if (part <= 0 || part >= this.taken) return;
    for (let k = 0; k < 3; k++) between[k] = (1 - part) * x[k];
    if (this.#probe.isFree(between, this.leaves)) {
      x.set(between);
      this.taken = (this.taken - part) / (1 - part);
    } else this.taken = part;
  }

  /**
   * Goes down while the near pairs cover x; false if it has come to its end there. Beyond them it goes as far as probes find
   * it free, if it may leave.
   */
  #slide(x: Float64Array, mayLeave: boolean, watch: DescentWatcher | null): boolean {
    const far = this.#far;
    const { near, planes } = this;
    const q = this.#q;
    let part = FIRST_PART;
    for (let k = 0; k < MOST_STEPS; k++) {
      const isLast = part < LEAST_PART;
      near.writePlanes(x, Math.max(part, LEAST_PART) * near.reach, planes);
      // Where no more is gained, planes that hold x only because of how faces are triangulated are left out.
      if (isLast && !near.keepFewestPlanes(x, planes)) return false;
      if (!planes.shortest(x, KEPT_GAP, 0, q) || length(q) >= length(x) * (1 - GAIN)) {
        if (isLast) return false;
        part *= SHRINK;
        continue;
      }
      this.iterations++;
      watch?.('in', q, planes.count);
      far.set(q);
      const isClipped = near.clip(x, q);
      if (isClipped && !mayLeave) return true;
      if (near.isClear(q)) x.set(q);
      else {
        const isOn = this.projectOut(x, q, WITHIN_PAIRS);
        watch?.('out', x, planes.count);
        if (!isOn && isLast) return false;
        if (isLast) part = FIRST_PART;
        else if (!isOn) part *= SHRINK;
        continue;
      }
      if (isLast) part = FIRST_PART;
      if (!isClipped) continue;
      // Nothing near is an obstacle: on, as far as probes find it free.
      if (this.#probe.isFree(far, this.leaves)) x.set(far);
      else this.projectOut(x, far, WITHIN_PROBES);
      this.taken = 1;
      watch?.('out', x, planes.count);
      return true;
    }
    return true;
  }

  /** Takes x, free, towards `target`, not free, until the end is known to `within` of the translation; false if it stays where it is. */
  projectOut(x: Float64Array, target: Float64Array, within: number): boolean {
    return this.#bisect(x, target, 1, within, true);
  }

  /**
   * The same where `blocked` of the translation is known not to be free: `taken` is what is known afterwards, in parts of what is left.
   * Ends earlier at a part of what a search reaches, and later, if x must move, until something free is found.
   */
  #bisect(x: Float64Array, target: Float64Array, blocked: number, within: number, mustMove: boolean): boolean {
    const between = this.#between;
    const { near, leaves } = this;
    const dx = target[0] - x[0];
    const dy = target[1] - x[1];
    const dz = target[2] - x[2];
    const least = (LANDED * this.#reach) / Math.sqrt(dx * dx + dy * dy + dz * dz);
    let free = 0;
    let taken = blocked;
    while ((taken - free > within || (mustMove && free === 0)) && taken - free > least && !this.#probe.exhausted) {
      const half = (free + taken) / 2;
      // A body next to nothing beside the other is near only where no double lies between.
      if (half === free || half === taken) break;
      between[0] = x[0] + half * dx;
      between[1] = x[1] + half * dy;
      between[2] = x[2] + half * dz;
      const isFree = near.clearanceAt(between) > 0 ? near.isClear(between) : this.#probe.isFree(between, leaves);
      if (isFree) free = half;
      else taken = half;
    }
    x[0] += free * dx;
    x[1] += free * dy;
    x[2] += free * dz;
    this.taken = (taken - free) / (1 - free);
    return free > 0;
  }
}

export function length(v: Float64Array): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}
