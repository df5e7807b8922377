// The iteration of PolyDepth (§3.2, §6.2): out-projection by translational continuous collision detection, in-projection onto the local contact
// space, classification of the sample, until the sample is in contact.
//
// In contact means: free, with some features within two thresholds. A projection keeps a threshold from every plane, an
// out-projection half a threshold from everything, so that samples in contact are also free for the exact test, which checks each
// of them.

import { rssVolume } from '../../bounds/rss.ts';
import type { PenetrationStep } from '../../query/penetration/penetration-search.ts';
import type { Probe } from '../../query/penetration/probe.ts';
import { ReferenceFrame } from '../../query/penetration/reference-frame.ts';
import { alsoUse } from '../../query/workspace.ts';
import { ORIGIN } from '../../scalar/vector.ts';
import { ContactSpace, MOST_PLANES } from './contact-space.ts';
import { DirectionalSearch } from './directional-search.ts';
import { lengthOf as length } from './vector-length.ts';

/** In-projections after which a walk gives up; the paper needs 2 to 3. */
const MOST_ITERATIONS = 100;
/** Features count as in contact within this many thresholds. */
const CONTACT = 2;

/** The end of a walk: in contact, no progress by the last projections, given up, or out of budget. See {@link PolyDepthResult}. */
export type WalkEnd = 'in-contact' | 'no-gain' | 'given-up' | 'out-of-budget';

export class Pipeline {
  readonly probe: Probe;
  readonly frame: ReferenceFrame = new ReferenceFrame();
  readonly search: DirectionalSearch = new DirectionalSearch();
  readonly space: ContactSpace = new ContactSpace();
  /** The shortest translation proven free. */
  readonly best: Float64Array = new Float64Array(3);
  outProjections = 0;
  inProjections = 0;
  /** Contact planes of all in-projections, and the sweeps of Gauss–Seidel they took. */
  contacts = 0;
  sweeps = 0;
  readonly trace: PenetrationStep[] | null;
  /** A gap that counts as contact, in the world. */
  readonly #threshold: number;
  readonly #direction = new Float64Array(3);

  /** `probe` has its workspace prepared for A in its pose. */
  constructor(probe: Probe, threshold: number, traced: boolean) {
    this.probe = probe;
    this.#threshold = threshold;
    this.trace = traced ? [] : null;
    this.frame.set(probe.w);
  }

  /** Walks from the free translation `start` to one that is locally shortest, and leaves it in `best`. */
  walk(start: Float64Array): WalkEnd {
    const { best, space, probe } = this;
    const q = new Float64Array(3);
    best.set(start);
    this.#note('start', best);
    let target = ORIGIN;
    for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
      const before = length(best);
      const isMoved = this.projectOut(best, target);
      if (probe.exhausted) return 'out-of-budget';
      this.#note('out', best);
      this.#collect(best);
      if (!isMoved && iteration > 0) return 'no-gain';
      this.inProjections++;
      this.contacts += Math.min(space.planes.length, MOST_PLANES);
      const isIn = space.project(best, this.#threshold, q);
      this.sweeps += space.sweeps;
      if (!isIn || length(q) > length(best) - this.#threshold) return 'in-contact';
      this.#note('in', q);
      const isFree = probe.isFree(q);
      if (probe.exhausted) return 'out-of-budget';
      if (isFree) {
        best.set(q);
        this.#collect(best);
        if (space.planes.length > 0) return 'in-contact';
        target = ORIGIN;
      } else target = q.slice();
      if (iteration > 0 && length(best) > before - this.#threshold) return 'no-gain';
    }
    return 'given-up';
  }

  /** The out-projection: moves x, free, towards `target` until it is in contact; false if it cannot move. */
  projectOut(x: Float64Array, target: Float64Array): boolean {
    const { probe, frame, search } = this;
    const { w } = probe;
    const v = this.#direction;
    for (let k = 0; k < 3; k++) v[k] = target[k] - x[k];
    const distance = length(v);
    if (!(distance > 0)) return false;
    this.outProjections++;
    for (let k = 0; k < 3; k++) v[k] /= distance;
    const inRest = new Float64Array(3);
    frame.toRest(v, inRest);
    const unit = 1 / length(inRest);
    for (let k = 0; k < 3; k++) inRest[k] *= unit;
    probe.moveTo(x);
    alsoUse(w, rssVolume);
    const gap = this.#threshold / (2 * frame.unit);
    const found = search.run(w, inRest, distance / frame.unit, gap);
    probe.settle();
    if (Number.isNaN(found)) probe.exhausted = true;
    if (probe.exhausted) return false;
    const tried = new Float64Array(3);
    // If rounding has led into the other body, move back a little; x itself is free.
    for (let part = 1; part > 2 ** -10; part /= 2) {
      const far = found * frame.unit < distance ? found * frame.unit * part : distance * part;
      if (!(far > 0)) return false;
      for (let k = 0; k < 3; k++) tried[k] = x[k] + far * v[k];
      if (!probe.isFree(tried)) continue;
      x.set(tried);
      return true;
    }
    return false;
  }

  /** The contacts of A moved by x, left in `space`. */
  #collect(x: Float64Array): void {
    const { probe, frame, space } = this;
    const { w } = probe;
    probe.moveTo(x);
    space.collect(w, frame, (CONTACT * this.#threshold) / frame.unit);
    probe.settle();
  }

  #note(kind: PenetrationStep['kind'], x: Float64Array): void {
    this.trace?.push({ kind, translation: [x[0], x[1], x[2]], contacts: this.space.planes.length });
  }
}
