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

import { ContactPlanes } from './contact-planes.ts';
import { NearPairs } from './near-pairs.ts';
import type { Probe } from './probe.ts';

/** How thorough a descent is. */
export interface Thoroughness {
  /** Most times that near pairs are searched for. */
  readonly searches: number;
  /** Steps between two searches. */
  readonly steps: number;
  /** Steps that shorten x by less than this part of itself are not worth it. */
  readonly gain: number;
}

/** To see what a start is worth. */
export const ROUGH: Thoroughness = { searches: 3, steps: 4, gain: 0.01 };
/** To the local optimum. */
export const THOROUGH: Thoroughness = { searches: 10, steps: 24, gain: 1e-5 };

/** How far near pairs are searched for: a part of the size of both bodies. */
export const REACH = 0.002;
/** What counts as near is cut by this, and at most so far: parts of the reach. */
const SHRINK = 0.2;
const LEAST_PART = 0.001;
/** What stays of every gap, so that the next planes have a direction. Dimensionless. */
const KEPT_GAP = 0.02;
/** Halvings of an out-projection: to a thirtieth of the way, which the next planes make good. */
const HALVINGS = 5;

/** What a descent does, step by step, for those who watch. */
export type DescentWatcher = (step: 'in' | 'out', x: Float64Array, contacts: number) => void;

const between = new Float64Array(3);
const far = new Float64Array(3);

export class Descent {
  readonly planes: ContactPlanes = new ContactPlanes();
  readonly near: NearPairs = new NearPairs();
  /** In-projections so far. */
  iterations = 0;
  readonly #probe: Probe;
  readonly #size: number;
  readonly #q: Float64Array = new Float64Array(3);

  /** `size` of both bodies in world units. */
  constructor(probe: Probe, size: number) {
    this.#probe = probe;
    this.#size = size;
  }

  /** Shortens the free translation `x` as far as it goes. The end is free to rounding; a probe has to prove it. */
  run(x: Float64Array, { searches, steps, gain }: Thoroughness, watch: DescentWatcher | null): void {
    const before = new Float64Array(3);
    for (let k = 0; k < searches && !this.#probe.exhausted; k++) {
      before.set(x);
      this.near.collect(this.#probe, x, REACH * this.#size);
      const isLeft = this.#slide(x, steps, gain, watch);
      if (!isLeft && length(x) >= length(before) * (1 - gain)) break;
    }
  }

  /** Goes down while the near pairs cover x; true if x has left them. */
  #slide(x: Float64Array, steps: number, gain: number, watch: DescentWatcher | null): boolean {
    const { near, planes } = this;
    const q = this.#q;
    let part = 1;
    for (let k = 0; k < steps; k++) {
      near.writePlanes(x, part * near.reach, planes);
      if (!planes.shortest(x, KEPT_GAP, q) || length(q) >= length(x) * (1 - gain)) {
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
      else this.projectOut(x, far, HALVINGS);
      watch?.('out', x, planes.count);
      return true;
    }
    return false;
  }

  #isFree(x: Float64Array): boolean {
    return this.near.roomAt(x) > 0 ? this.near.isClear(x) : this.#probe.isFree(x);
  }

  /** Takes x, free, towards `target`, not free, as far as bisections find it free; false if it stays where it is. */
  projectOut(x: Float64Array, target: Float64Array, halvings: number): boolean {
    const dx = target[0] - x[0];
    const dy = target[1] - x[1];
    const dz = target[2] - x[2];
    let free = 0;
    let taken = 1;
    for (let k = 0; k < halvings; k++) {
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
