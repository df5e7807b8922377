// First contact of two medial meshes by the whole method of Song, Lan, Yao and Guo (§4): in every interval of time the balls move
// linearly between their two positions, all elementary pairs whose boxes overlap are tested by alternation, and the earliest
// contact counts. A baseline.
//
// Departures: the paper tests all pairs of its list on a GPU once the boxes of the two meshes overlap. Here the boxes of the two
// primitives, over the interval, must overlap as well, unless `all` is set. The primitives are those of `method: 'medial'`, dilated
// until they enclose the surface.
//
// The result is a claim, not a proof, as its statuses state.

import { NearmissError, textOf } from '../../error.ts';
import { BALL } from '../../medial/closest-balls.ts';
import type { MedialBody } from '../../medial/medial-body.ts';
import { medialBodyOf } from '../../medial/medial-structure.ts';
import { Model } from '../../model/model.ts';
import type { Motion } from '../../motion/motion.ts';
import { motionPose } from '../../motion/motion-pose.ts';
import { BUDGET_KEYS, type BudgetOptions } from '../../query/budget.ts';
import { requireAmount, requireCount, requireFlag, requireOptions } from '../../query/options.ts';
import { type AbortSignalLike, requireSignal, throwIfAborted } from '../../scalar/abort-signal.ts';
import type { KnownKeys } from '../../scalar/known-keys.ts';
import { POSE_SIZE, pointToWorld, readPose } from '../../scalar/pose.ts';
import { Alternation } from './alternation.ts';

/** Options of {@link medialAlternation}. */
export interface MedialAlternationOptions {
  /** Number of intervals. In each the balls move linearly: with rotations, more intervals are more accurate (§6). */
  readonly intervals?: number | undefined;
  /** The gap that counts as contact, in model units; by default 1e-6 of the larger body. */
  readonly threshold?: number | undefined;
  /** Test all elementary pairs of an interval in which the bodies' boxes overlap, as the paper does. */
  readonly all?: boolean | undefined;
  readonly signal?: AbortSignalLike | undefined;
}

const MEDIAL_ALTERNATION_KEYS: KnownKeys<MedialAlternationOptions & BudgetOptions> = {
  ...BUDGET_KEYS,
  intervals: true,
  threshold: true,
  all: true,
};

/** Defaults of {@link MedialAlternationOptions}. */
export const MEDIAL_ALTERNATION_DEFAULTS: { readonly intervals: number; readonly all: boolean } = Object.freeze({
  intervals: 1,
  all: false,
});

/**
 * - `claims-contact`: the alternation found a contact; an earlier one may have been missed.
 * - `claims-free`: it found none; there may be one.
 * - `undecided`: it found none, and at least one test did not converge.
 *
 * @see {@link medialAlternation}
 */
export type MedialAlternationStatus = 'claims-contact' | 'claims-free' | 'undecided';

/** `status` decides whether there is a time. See {@link medialAlternation}. */
export type MedialAlternationResult = MedialAlternationCounts & (ClaimedContact | NoClaimedContact);

/** A contact that {@link medialAlternation} claims. */
export interface ClaimedContact {
  readonly status: 'claims-contact';
  /** The time claimed. */
  readonly toc: number;
  /** The primitives in contact: cone i is i, slab i is i and the number of cones. */
  readonly primitiveA: number;
  readonly primitiveB: number;
}

/** No contact claimed by {@link medialAlternation}. */
export interface NoClaimedContact {
  readonly status: 'claims-free' | 'undecided';
  readonly toc: null;
  readonly primitiveA: null;
  readonly primitiveB: null;
}

/** The work done. See {@link medialAlternation}. */
export interface MedialAlternationCounts {
  /** How many elementary pairs there are, of all primitives (Table 1 of the paper). */
  readonly elementaryPairs: number;
  /** Elementary tests, their iterations together, and how many did not converge. */
  readonly coneCone: number;
  readonly sphereSlab: number;
  readonly turns: number;
  readonly circles: number;
}

const DEFAULT_THRESHOLD = 1e-6;
const MOST_INTERVALS = 1_000_000;

/** The medial mesh of a body over an interval: the positions and displacements of its balls, and boxes around primitives. */
class SweptMedial {
  readonly body: MedialBody;
  readonly count: number;
  /** Balls of each primitive. */
  readonly primitives: readonly { readonly balls: Float64Array; readonly displacements: Float64Array }[];
  /** Least and greatest corner around each primitive over the interval, and at the end around all. */
  readonly boxes: Float64Array;
  readonly #model: Model;
  readonly #motion: Motion;
  readonly #pose = new Float64Array(POSE_SIZE);

  constructor(model: Model, motion: Motion) {
    this.#model = model;
    this.#motion = motion;
    this.body = medialBodyOf(model);
    const { firsts, nodes } = this.body;
    this.count = firsts.length - 1 - nodes;
    this.primitives = Array.from({ length: this.count }, (_, k) => {
      const size = firsts[nodes + k + 1] - firsts[nodes + k];
      return { balls: new Float64Array(BALL * size), displacements: new Float64Array(3 * size) };
    });
    this.boxes = new Float64Array(6 * (this.count + 1));
  }

  /** Poses the body over the interval, in units of `unit` from `origin`. */
  sweep(from: number, to: number, origin: readonly number[], unit: number): void {
    const { body, boxes, count } = this;
    const { frame } = this.#model;
    const at = new Float64Array(3);
    boxes.set([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity], 6 * count);
    for (const time of [from, to]) {
      readPose(motionPose(this.#motion, time), this.#pose, 'motion');
      for (let k = 0; k < count; k++) {
        const { balls, displacements } = this.primitives[k];
        const first = BALL * body.firsts[body.nodes + k];
        for (let ball = 0; ball < displacements.length / 3; ball++) {
          pointToWorld(this.#pose, frame.centre, frame.unit, body.balls, first + BALL * ball, at, 0);
          for (let c = 0; c < 3; c++) {
            const slot = (at[c] - origin[c]) / unit;
            if (time === from) balls[BALL * ball + c] = slot;
            else displacements[3 * ball + c] = slot - balls[BALL * ball + c];
          }
          balls[BALL * ball + 3] = (body.balls[first + BALL * ball + 3] * frame.unit) / unit;
        }
      }
    }
    for (let k = 0; k < count; k++) this.#writeBox(k);
  }

  #writeBox(k: number): void {
    const { boxes, count } = this;
    const { balls, displacements } = this.primitives[k];
    for (let c = 0; c < 3; c++) {
      let low = Infinity;
      let high = -Infinity;
      for (let ball = 0; ball < displacements.length / 3; ball++) {
        const start = balls[BALL * ball + c];
        const displacement = displacements[3 * ball + c];
        const radius = balls[BALL * ball + 3];
        low = Math.min(low, start - radius, start + displacement - radius);
        high = Math.max(high, start + radius, start + displacement + radius);
      }
      boxes[6 * k + c] = low;
      boxes[6 * k + 3 + c] = high;
      boxes[6 * count + c] = Math.min(boxes[6 * count + c], low);
      boxes[6 * count + 3 + c] = Math.max(boxes[6 * count + 3 + c], high);
    }
  }
}

/**
 * The first contact of the medial meshes of two moving bodies, as the alternation of the paper claims it. See
 * {@link timeOfContact}.
 */
export function medialAlternation(
  a: Model,
  motionA: Motion,
  b: Model,
  motionB: Motion,
  options: MedialAlternationOptions = MEDIAL_ALTERNATION_DEFAULTS,
): MedialAlternationResult {
  requireOptions(options, MEDIAL_ALTERNATION_KEYS);
  const intervals = requireCount('intervals', options.intervals, MEDIAL_ALTERNATION_DEFAULTS.intervals);
  const wanted = requireAmount('threshold', options.threshold, 0);
  const all = requireFlag('all', options.all);
  requireSignal(options.signal);
  if (!(intervals >= 1 && intervals <= MOST_INTERVALS)) {
    throw new NearmissError(
      'options/bad-value',
      `intervals is ${textOf(intervals)}; it is a whole number from 1 to ${MOST_INTERVALS}.`,
    );
  }
  for (const model of [a, b]) {
    if (!(model instanceof Model)) {
      throw new NearmissError('model/bad-argument', 'medialAlternation takes two Models.');
    }
  }
  throwIfAborted(options.signal, 'query');
  const unit = Math.max(a.frame.unit, b.frame.unit);
  const size = 2 * Math.max(a.frame.radius * a.frame.unit, b.frame.radius * b.frame.unit);
  const tolerance = (wanted > 0 ? wanted : DEFAULT_THRESHOLD * size) / unit;
  const origin = motionPose(motionB, 0).position;
  const sweptA = new SweptMedial(a, motionA);
  const sweptB = new SweptMedial(b, motionB);
  const alternation = new Alternation();
  let circles = 0;
  for (let k = 0; k < intervals; k++) {
    const from = k / intervals;
    const to = (k + 1) / intervals;
    sweptA.sweep(from, to, [origin[0], origin[1], origin[2]], unit);
    sweptB.sweep(from, to, [origin[0], origin[1], origin[2]], unit);
    const found = firstOf(alternation, sweptA, sweptB, tolerance, all, options.signal);
    circles = alternation.circles;
    if (found.time > 1) continue;
    const time = from + found.time * (to - from);
    return {
      status: 'claims-contact',
      toc: Math.min(1, time),
      primitiveA: sweptA.body.primitives[found.first],
      primitiveB: sweptB.body.primitives[found.second],
      ...countsOf(alternation, sweptA, sweptB),
    };
  }
  return {
    status: circles > 0 ? 'undecided' : 'claims-free',
    toc: null,
    primitiveA: null,
    primitiveB: null,
    ...countsOf(alternation, sweptA, sweptB),
  };
}

function firstOf(
  alternation: Alternation,
  a: SweptMedial,
  b: SweptMedial,
  tolerance: number,
  all: boolean,
  signal: AbortSignalLike | undefined,
): { time: number; first: number; second: number } {
  const found = { time: Infinity, first: -1, second: -1 };
  if (!boxesOverlap(a.boxes, a.count, b.boxes, b.count, tolerance)) return found;
  for (let i = 0; i < a.count; i++) {
    throwIfAborted(signal, 'query');
    for (let j = 0; j < b.count; j++) {
      if (!all && !boxesOverlap(a.boxes, i, b.boxes, j, tolerance)) continue;
      const time = alternation.contactTime(a.primitives[i], b.primitives[j], tolerance);
      if (!(time < found.time)) continue;
      found.time = time;
      found.first = i;
      found.second = j;
    }
  }
  return found;
}

function boxesOverlap(a: Float64Array, i: number, b: Float64Array, j: number, margin: number): boolean {
  for (let c = 0; c < 3; c++) {
    if (a[6 * i + c] > b[6 * j + 3 + c] + margin || b[6 * j + c] > a[6 * i + 3 + c] + margin) return false;
  }
  return true;
}

function countsOf(
  { coneCone, sphereSlab, turns, circles }: Alternation,
  a: SweptMedial,
  b: SweptMedial,
): MedialAlternationCounts {
  const slabs = (swept: SweptMedial): number =>
    swept.primitives.filter(({ displacements }) => displacements.length === 9).length;
  const [slabsA, slabsB] = [slabs(a), slabs(b)];
  const [conesA, conesB] = [a.count - slabsA, b.count - slabsB];
  // 1 of two cones, 3 + 2 of a cone and a slab, 9 + 6 of two slabs (§4.1).
  const elementaryPairs = conesA * conesB + 5 * (conesA * slabsB + slabsA * conesB) + 15 * slabsA * slabsB;
  return { elementaryPairs, coneCone, sphereSlab, turns, circles };
}
