// The search for the shortest separating translation: descents from many free starts, of which the best is kept.

import { reachOf } from '../../model/model-frame.ts';
import { ORIGIN } from '../../scalar/vector.ts';
import { VOLUME_TESTS } from '../workspace.ts';
import type { ContactPlanes } from './contact-planes.ts';
import { Descent, length } from './descent.ts';
import type { StartGuide } from './guided-starts.ts';
import { PLANE } from './in-projection.ts';
import type { Probe } from './probe.ts';
import { ReferenceFrame } from './reference-frame.ts';
import { TUNING } from './tuning.ts';

const AWAY = Float64Array.of(1, 0, 0);
const {
  START_WITHIN,
  SHORTER,
  CLEAR_OF,
  PROBE_COST,
  ROUNDS,
  DEAR,
  TIGHT,
  LEAST_MARGIN,
  SETTLED,
  TOUCHED,
  PAIRS_TOUCHED,
  CLOSE,
  FARTHER,
  STRAIGHT_PART,
} = TUNING.search;

/** One step of a search. See {@link penetration}. */
export interface PenetrationStep {
  /**
   * `start`: a free translation from which a search starts or continues. `out`, `in`: the result of a projection. `end`: the final
   * translation.
   */
  readonly kind: 'start' | 'out' | 'in' | 'end';
  readonly translation: [number, number, number];
  /** Contact planes of the step. */
  readonly contacts: number;
}

export class Search {
  readonly probe: Probe;
  /** Sum of the reaches of both bodies, in world units. */
  readonly size: number;
  /** From B's centre to A's, in the world. */
  readonly offset: Float64Array = new Float64Array(3);
  /** The shortest translation proven free. */
  readonly best: Float64Array = new Float64Array(3);
  bestLength: number = Infinity;
  readonly descent: Descent;
  /** A quick query of solids. */
  readonly quick: boolean;
  readonly trace: PenetrationStep[] | null;
  /** Balls that tell about where a translation back is blocked. */
  guide: StartGuide | null = null;
  readonly frame: ReferenceFrame = new ReferenceFrame();
  /** A part of the best translation that is blocked. */
  #taken = 1;
  /** Reach of the pairs whose planes were written last. */
  #reach = 0;
  /** Length of the last completed translation. */
  #finished: number = Infinity;
  readonly #x: Float64Array = new Float64Array(3);
  readonly #tried: Float64Array = new Float64Array(3);
  readonly #q: Float64Array = new Float64Array(3);

  /** `probe` has its workspace prepared for A in its pose; `quick` is as for the query. */
  constructor(probe: Probe, traced: boolean, quick: boolean) {
    const { w, a, b } = probe;
    this.probe = probe;
    this.trace = traced ? [] : null;
    this.size = reachOf(a.frame) + reachOf(b.frame);
    // A step must be smaller than a body, or the body could step inside the other one without touching a face.
    this.descent = new Descent(probe, 2 * Math.min(reachOf(a.frame), reachOf(b.frame)), quick);
    this.quick = quick && probe.isSolid;
    this.frame.set(w);
    this.frame.toWorld(w.pose, 9, this.offset, 0);
    for (let k = 0; k < 3; k++) this.offset[k] *= this.frame.unit;
  }

  /** Adds a free translation, shortened by the step back. */
  tryFrom(x: Float64Array): void {
    const own = this.#x;
    own.set(x);
    this.#note('start', own, 0);
    this.#keep(own);
    this.descent.near.clear();
    this.descent.projectBack(own, 1 - (this.guide?.blockedPart(this, own) ?? 0), START_WITHIN);
    this.#note('out', own, 0);
    this.#keep(own, this.descent.taken);
  }

  /** The same for a free translation that is probably near contact. */
  tryNear(x: Float64Array): void {
    const own = this.#x;
    const { descent, probe } = this;
    const back = Math.min(1, descent.step / length(x));
    for (let k = 0; k < 3; k++) own[k] = (1 - back) * x[k];
    if (probe.isFree(own)) {
      this.tryFrom(own);
      return;
    }
    this.#note('start', x, 0);
    this.#keep(x, back);
  }

  #run(x: Float64Array, taken: number): void {
    const watch =
      this.trace === null
        ? null
        : (kind: 'in' | 'out', at: Float64Array, contacts: number) => this.#note(kind, at, contacts);
    this.descent.run(x, taken, watch);
  }

  /** Makes x, free, the best if it is shorter; x times `taken` is blocked. */
  #keep(x: Float64Array, taken = 1): void {
    const own = length(x);
    if (!(own < this.bestLength)) return;
    this.bestLength = own;
    this.best.set(x);
    this.#taken = taken;
  }

  #note(kind: PenetrationStep['kind'], x: Float64Array, contacts: number): void {
    this.trace?.push({ kind, translation: [x[0], x[1], x[2]], contacts });
  }

  /** A translation along the unit direction u that separates the balls around both bodies, so it is free. */
  farAlong(u: Float64Array, out: Float64Array): void {
    const { offset, size } = this;
    const along = offset[0] * u[0] + offset[1] * u[1] + offset[2] * u[2];
    const offsetSq = offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2];
    const apart = CLEAR_OF * size;
    const far = Math.sqrt(Math.max(0, along * along + apart * apart - offsetSq)) - along;
    for (let k = 0; k < 3; k++) out[k] = far * u[k];
  }

  /** The best translation, shortened as far as near faces allow, and proven free. */
  finish(): void {
    if (this.bestLength === Infinity) {
      // Nothing could be tested; the balls around the bodies are proof enough.
      this.farAlong(AWAY, this.#x);
      this.#keep(this.#x);
    }
    if (this.bestLength === this.#finished) return;
    const x = this.#x;
    x.set(this.best);
    this.#note('start', x, 0);
    const start = this.cost;
    for (let round = 0; round < ROUNDS && !this.probe.exhausted; round++) {
      this.#run(x, round === 0 ? this.#taken : 1);
      if (!this.#squeeze(x) || this.cost - start > DEAR) break;
      x.set(this.best);
    }
    if (!this.probe.exhausted) this.#closeIn();
    while (!this.probe.exhausted && this.#straighten()) this.#closeIn();
    this.#finished = this.bestLength;
  }

  /**
   * Tries the normal of a face that limits the best, if nothing blocks it there: the limits beside that face are then not needed.
   * False if there is no such face.
   */
  #straighten(): boolean {
    const { best, bestLength, size, probe } = this;
    const { gaps, count } = this.contactsAt(best).planes;
    const x = this.#x;
    const margin = SETTLED * size;
    for (let o = 0; o < PLANE * count && !probe.exhausted; o += PLANE) {
      const u = -gaps[o];
      const v = -gaps[o + 1];
      const w = -gaps[o + 2];
      const along = u * best[0] + v * best[1] + w * best[2] - gaps[o + 3];
      if (!(along > STRAIGHT_PART * bestLength && along + margin < bestLength - TIGHT * size)) continue;
      const displace = (kept: number, out: Float64Array) => {
        out[0] = (along + kept) * u;
        out[1] = (along + kept) * v;
        out[2] = (along + kept) * w;
        return true;
      };
      displace(margin, x);
      if (probe.isFree(x) && this.#settle(displace)) return true;
    }
    return false;
  }

  /**
   * Closes the gaps that are left at x, which is free to rounding: by an in-projection or, if that is blocked, straight back. False
   * if the best has not become shorter.
   */
  #squeeze(x: Float64Array): boolean {
    const { planes, near } = this.contactsAt(x);
    const before = this.bestLength;
    const held = before - TIGHT * this.size;
    const q = this.#q;
    const part = freePartBehind(planes, x, near.clearanceAt(x));
    // The faces that block an in-projection are farther away than those of its planes, so their planes are added next.
    const first = this.#reach;
    for (let reach = first; reach > 0 && reach <= near.clearanceAt(x); reach *= FARTHER) {
      if (reach > first) near.writePlanes(x, reach, planes);
      let isIn = planes.shortest(x, 0, 0, q);
      let isHeld = isIn && length(q) > held;
      // Some planes may limit it only because of the triangulation of the faces.
      if (isHeld && near.keepFewestPlanes(x, planes)) {
        isIn = planes.shortest(x, 0, 0, q);
        isHeld = isIn && length(q) > held;
      }
      if (isHeld && reach === first) return false;
      if (isHeld) break;
      if (isIn && near.clearanceAt(q) > 0 && this.#settle((margin, out) => planes.shortest(x, 0, margin, out))) {
        return before - this.bestLength > TIGHT * this.size;
      }
    }
    const isBack = this.#settle((margin, out) => {
      const kept = 1 - part + margin / length(x);
      for (let k = 0; k < 3; k++) out[k] = x[k] * kept;
      return kept < 1;
    });
    if (!isBack && length(x) < this.bestLength && this.probe.isFree(x, this.descent.leaves)) this.#keep(x);
    return before - this.bestLength > TIGHT * this.size;
  }

  /**
   * If nothing limits the best yet, as after an unsuccessful descent, moves straight back until something does. Probes find the
   * approximate end, and the near pairs the exact one.
   */
  #closeIn(): void {
    const { best, size, probe, descent } = this;
    const { planes, near } = this.contactsAt(best);
    if (freePartBehind(planes, best, near.clearanceAt(best)) * this.bestLength < TOUCHED * size) return;
    if (this.#closeOnPairs()) return;
    const x = this.#x;
    const { reach } = near;
    let wasNear = false;
    for (let taken = 0; (1 - taken) * this.bestLength > TOUCHED * size && !probe.exhausted; ) {
      const isNear = (1 - taken) * this.bestLength < reach / 2;
      if (isNear && !wasNear && this.#closeOnPairs()) return;
      wasNear = isNear;
      const t = descent.between(1, taken);
      for (let k = 0; k < 3; k++) x[k] = t * best[k];
      if (probe.isFree(x, descent.leaves)) {
        this.#keep(x);
        taken /= t;
      } else taken = t;
    }
  }

  /** Moves the best straight back until a near pair touches; false if none does, or the exact test disagrees. */
  #closeOnPairs(): boolean {
    const { best, bestLength, descent } = this;
    const { near } = descent;
    const x = this.#x;
    descent.gather(best);
    let free = 1;
    let taken = Math.max(0, 1 - near.clearanceAt(best) / bestLength);
    for (let t = taken; (free - taken) * bestLength > PAIRS_TOUCHED * this.size; t = (free + taken) / 2) {
      for (let k = 0; k < 3; k++) x[k] = t * best[k];
      const isClear = near.isClear(x);
      if (isClear && t === taken) return false;
      if (isClear) free = t;
      else taken = t;
    }
    return this.#settle((margin, out) => {
      const kept = free + margin / bestLength;
      for (let k = 0; k < 3; k++) out[k] = best[k] * kept;
      return kept < 1;
    });
  }

  /** What limits A, moved by x, instead: the planes of the nearest faces. */
  contactsAt(x: Float64Array): Descent {
    const { descent } = this;
    const { near, planes } = descent;
    descent.gather(x);
    const clearance = near.clearanceAt(x);
    this.#reach = 0;
    // No radius around a point is free of faces.
    for (let reach = CLOSE * clearance; reach > 0 && reach <= clearance; reach *= FARTHER) {
      this.#reach = reach;
      near.writePlanes(x, reach, planes);
      if (planes.count > 0) break;
    }
    return descent;
  }

  /** A point halfway between the last contact points, in the reference frame; false if nothing touches at the end. */
  lastContactPoint(out: Float64Array): boolean {
    const { planes } = this.contactsAt(this.best);
    const { gaps, points } = planes;
    let last = -1;
    let most = 0;
    for (let k = 0; k < planes.count; k++) {
      const o = PLANE * k;
      const along = -(gaps[o] * this.best[0] + gaps[o + 1] * this.best[1] + gaps[o + 2] * this.best[2]);
      if (along <= most) continue;
      most = along;
      last = k;
    }
    if (last < 0) return false;
    // The query body moves back by half of the translation, the reference body stays.
    this.frame.toRest(this.best, out);
    for (let c = 0; c < 3; c++) out[c] = points[6 * last + 3 + c] - out[c] / 2;
    return true;
  }

  /**
   * Makes the translation that `displace` writes the best. It would touch, so it is kept off the contact by a margin: the least
   * margin that the exact test accepts. False if that makes it no shorter than the best.
   */
  #settle(displace: (margin: number, out: Float64Array) => boolean): boolean {
    const { probe } = this;
    const tried = this.#tried;
    const least = LEAST_MARGIN * (length(this.offset) + this.size);
    for (let margin = least; margin < SETTLED * this.size && !probe.exhausted; margin *= 16) {
      if (!displace(margin, tried) || length(tried) >= this.bestLength) return false;
      if (!probe.isFree(tried, this.descent.leaves)) continue;
      this.#keep(tried);
      return true;
    }
    return false;
  }

  /** Adds a point on the ray along the unit direction u, a little short of the best; false if A is not free there. */
  sample(u: Float64Array, part: number = SHORTER): boolean {
    const x = this.#tried;
    for (let k = 0; k < 3; k++) x[k] = part * this.bestLength * u[k];
    const isFree = this.probe.isFree(x);
    if (isFree) this.tryFrom(x);
    return isFree;
  }

  /** Same as `#settle` for displacements of the query body in the reference frame, and a margin in its unit. */
  settleDisplacement(displace: (margin: number, out: Float64Array) => boolean): boolean {
    const q = this.#q;
    const { frame } = this;
    return this.#settle((margin, out) => {
      if (!displace(margin / frame.unit, q)) return false;
      frame.toWorld(q, 0, out, 0);
      for (let k = 0; k < 3; k++) out[k] *= frame.unit;
      return true;
    });
  }

  /** Descends from a point on that ray beyond the best, if A is free there: a descent need not be straight. */
  sampleBeyond(u: Float64Array, part: number): void {
    const x = this.#x;
    for (let k = 0; k < 3; k++) x[k] = part * this.bestLength * u[k];
    if (!this.probe.isFree(x)) return;
    this.#note('start', x, 0);
    this.descent.near.clear();
    this.descent.projectOut(x, ORIGIN, START_WITHIN);
    this.#note('out', x, 0);
    this.#run(x, this.descent.taken);
    if (length(x) < this.bestLength && this.probe.isFree(x, this.descent.leaves)) this.#keep(x);
  }

  /** The cost of the search so far, in volume tests. */
  get cost(): number {
    const { counters, charged, asked } = this.probe;
    return counters[VOLUME_TESTS] - charged + PROBE_COST * asked;
  }
}

/** The part of x by which A can move back from x before it reaches one of the planes. */
function freePartBehind({ gaps, count }: ContactPlanes, x: Float64Array, reach: number): number {
  let part = reach / length(x);
  for (let o = 0; o < PLANE * count; o += PLANE) {
    const along = -(gaps[o] * x[0] + gaps[o + 1] * x[1] + gaps[o + 2] * x[2]);
    if (along > 0) part = Math.min(part, gaps[o + 3] / along);
  }
  return Math.min(1, part);
}
