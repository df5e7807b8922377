// The iteration of PolyDepth (sections 3.2 and 6.2): from a free translation x to a locally shortest one.
//
// 1. Compute the contact planes of the faces near at x.
// 2. In-projection: find the shortest translation q within them.
// 3. Classification: is A moved by q free?
// 4. If so x = q; if not, out-projection from x towards q. Repeat from 1.
//
// Departures from the paper:
// * x is free and near contact, not in contact: every plane has its own gap. So an out-projection need not be exact; the
// in-projection gives the exact contact.
// * The out-projection is a bisection. Time of contact would stop at the first obstacle, but the path to a free translation does
// not matter, and a bisection that gets past a thin obstacle has found a shorter translation. A probe that is blocked is also the
// cheapest test: it ends at the first crossing found.
// * Planes of faces that are not quite near limit x where contact space curves away. When the descent stops there, the reach of
// near faces is reduced.
// * While x stays near the point where pairs of leaves or triangles were collected, these replace the bodies in the tests
// (near-leaves.ts, near-pairs.ts).
//
// |x| never grows: q is at most as long as x, and so is everything between them.

import { ORIGIN } from '../../scalar/vector.ts';
import { DESCENT_SLOT } from '../scratch-slots.ts';
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
  DEAR_FACES,
  DEAR_TESTS,
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
  NEAR_BLOCKED,
  LONGER_BACK,
  WORTH_LEAVING,
} = TUNING.descent;

/** Records the steps of a descent, for observers. */
export type DescentWatcher = (step: 'in' | 'out', x: Float64Array, contacts: number) => void;

/** The buffers of descents: large enough to be kept. */
class Scratch {
  readonly planes: ContactPlanes = new ContactPlanes();
  readonly leaves: NearLeaves = new NearLeaves();
  readonly near: NearPairs = new NearPairs();
}

const scratchOf = perWorkspace(DESCENT_SLOT, () => new Scratch());
export class Descent {
  readonly #between: Float64Array = new Float64Array(3);
  readonly #far: Float64Array = new Float64Array(3);
  readonly planes: ContactPlanes;
  readonly leaves: NearLeaves;
  readonly near: NearPairs;
  /** Number of in-projections so far. */
  iterations = 0;
  /** The part of the translation left by the last out-projection that is known to be blocked. */
  taken = 1;
  readonly #probe: Probe;
  /** Search distance of near pairs. */
  readonly #reach: number;
  /** Search distance of near leaves. */
  readonly #wide: number;
  readonly #enough: number;
  /** At most this part of a translation is left where another expensive search follows. */
  readonly #leavesAt: number;
  /** A quick query of solids. */
  readonly #quick: boolean;
  /** Bisections shorter than this use near leaves. */
  readonly step: number;
  readonly #q: Float64Array = new Float64Array(3);

  /** `size` is the unit of the steps, in world units; `quick` is as for the query. */
  constructor(probe: Probe, size: number, quick: boolean) {
    this.#probe = probe;
    this.#quick = quick && probe.isSolid;
    const { a, b } = probe;
    const faces = a.triangleCount + b.triangleCount;
    // In quick queries and of few triangles another search follows whatever it may gain.
    this.#leavesAt = quick || faces <= DEAR_FACES ? Infinity : 1 - WORTH_LEAVING;
    this.#enough = faces > FINE ? 1 : ENOUGH_SEARCHES;
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
   * Shortens the free translation `x` to a local minimum; x times `taken` is blocked. The end is free to rounding, which a probe
   * has to prove. Near pairs are collected around it.
   */
  run(x: Float64Array, taken: number, watch: DescentWatcher | null): void {
    const { counters } = this.#probe;
    const start = counters[VOLUME_TESTS];
    this.taken = taken;
    for (let k = 1; k <= MOST_SEARCHES && !this.#probe.exhausted; k++) {
      if (this.near.clearanceAt(x) <= 0 && this.#returnToContact(x)) watch?.('out', x, 0);
      this.gather(x);
      const tests = counters[VOLUME_TESTS] - start;
      const isLast = k >= this.#enough && tests > ENOUGH_TESTS;
      const leavesAt = isLast ? 0 : tests > DEAR_TESTS ? this.#leavesAt * length(x) : Infinity;
      if (!this.#descend(x, leavesAt, watch) || isLast) break;
    }
  }

  /** Ensures that the near pairs are those around x. */
  gather(x: Float64Array): void {
    const { near, leaves } = this;
    if (near.clearanceAt(x) > SPARE_REACH * near.reach) return;
    if (leaves.clearanceAt(x) <= this.#reach) leaves.collect(this.#probe, x, this.#wide);
    near.collect(this.#probe, leaves, x, this.#reach);
  }

  /** Moves x straight back until something is near; false if it is there already. */
  #returnToContact(x: Float64Array): boolean {
    const { leaves } = this;
    const start = length(x);
    const covered = COVERED * leaves.clearanceAt(x);
    const wasUnknown = this.taken === 1;
    this.#checkBehind(x, (covered > 0 ? covered : this.step) / start);
    this.#bisect(x, ORIGIN, this.taken, this.step / length(x), false);
    if (leaves.clearanceAt(x) < this.taken * length(x)) leaves.collect(this.#probe, x, this.#wide);
    // After a descent x is mostly near contact already: steps back that grow find that out sooner than a bisection.
    // (The reach of bodies near the least of doubles is 0.)
    if (wasUnknown && this.#reach > 0) {
      for (let back = this.#reach; back < this.taken * length(x); back *= LONGER_BACK) {
        this.#checkBehind(x, back / length(x));
      }
    }
    this.#bisect(x, ORIGIN, this.taken, 0, false);
    return length(x) < start;
  }

  /** Tests whether A is free at `part` of the translation back, by the near leaves, where a test is cheap. */
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
   * Descends while the near pairs cover x; false if the descent has ended there. Beyond them it continues as far as probes find it
   * free, if the planes promise a length of `leavesAt` or less.
   */
  #descend(x: Float64Array, leavesAt: number, watch: DescentWatcher | null): boolean {
    const far = this.#far;
    const { near, planes } = this;
    const q = this.#q;
    let part = FIRST_PART;
    for (let k = 0; k < MOST_STEPS; k++) {
      const isLast = part < LEAST_PART;
      near.writePlanes(x, Math.max(part, LEAST_PART) * near.reach, planes);
      // When the descent stops, planes that limit x only because of the triangulation of faces are left out.
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
      if (isClipped && length(far) > leavesAt) return false;
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
      // No near pair is an obstacle: continue as far as probes find it free.
      if (this.#probe.isFree(far, this.leaves)) x.set(far);
      else this.projectOut(x, far, WITHIN_PROBES);
      this.taken = 1;
      watch?.('out', x, planes.count);
      return true;
    }
    return true;
  }

  /**
   * Moves x, free, straight back until the end is known to `within` of the translation; moving back by `blocked` of it is probably blocked.
   */
  projectBack(x: Float64Array, blocked: number, within: number): void {
    this.#bisect(x, ORIGIN, blocked, within, true);
  }

  /** Moves x, free, towards `target`, blocked, until the end is known to `within` of the translation; false if x does not move. */
  projectOut(x: Float64Array, target: Float64Array, within: number): boolean {
    return this.#bisect(x, target, 1, within, true);
  }

  /** The part of a translation back that is tested next, between one that is free and one that is blocked. */
  between(free: number, blocked: number): number {
    return this.#quick ? blocked - NEAR_BLOCKED * (blocked - free) : (free + blocked) / 2;
  }

  /**
   * Same as `projectOut` where `blocked` of the translation is known to be blocked: `taken` is the known part afterwards, relative to the rest.
   * Ends earlier at a part of the reach of a search and, if x must move, later, when a free translation is found.
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
      const part = mustMove ? (free + taken) / 2 : this.between(free, taken);
      // A body that is tiny beside the other is near only where no double lies between.
      if (part === free || part === taken) break;
      between[0] = x[0] + part * dx;
      between[1] = x[1] + part * dy;
      between[2] = x[2] + part * dz;
      const isFree = near.clearanceAt(between) > 0 ? near.isClear(between) : this.#probe.isFree(between, leaves);
      if (isFree) free = part;
      else taken = part;
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
