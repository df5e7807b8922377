// Free starts (PolyDepth, section 5). A local optimum depends on where the descent starts.
//
// - centroid (5.1): along the line between the bodies' centres; along six axes where they coincide
// - clear (5.2): one body's centre at a point around the other with the largest clearance
// - coherent (5.3): the final translations of the last queries of a `Pair`
// - random (5.4): from far away, seeded
// - sampling (5.5): probes along many directions, a little shorter than the best so far: a free one is a better start
// - auto: coherent while that is good; else probes where balls inside the bodies leave a gap (guided-starts.ts), or sampling where
//   the balls decide little; and, if that was cheap, descents from all sides, clear, and random probes. The best is kept.
//
// Sampling departs most from the paper. A probe of deeply overlapping bodies costs a hundredth of a descent, and any free one
// shortens the result, so fifty directions are tested for the cost of one descent.

import type { Model } from '../../model/model.ts';
import { directionToWorld } from '../../scalar/pose.ts';
import { type Random, seededRandom } from '../../scalar/random.ts';
import { PENETRATION_STARTS_SLOT } from '../scratch-slots.ts';
import { perWorkspace } from '../workspace.ts';
import { BALL } from './clearance-sections.ts';
import { clearancesOf } from './clearances.ts';
import { length } from './descent.ts';
import type { StartGuide } from './guided-starts.ts';
import type { Search } from './penetration-search.ts';
import type { TranslationMemory } from './translation-memory.ts';
import { TUNING } from './tuning.ts';

export const PENETRATION_STARTS = ['auto', 'centroid', 'clear', 'coherent', 'random', 'sampling'] as const;
/** Where the search of {@link penetration} starts: an option of {@link PenetrationOptions}. */
export type PenetrationStart = (typeof PENETRATION_STARTS)[number];

const {
  RANDOM_STARTS,
  CLEAR_PROBES,
  CLEAR_STARTS,
  SAMPLING_COST,
  AUTO_COST,
  GUIDED_COST,
  COHERENT_SAMPLES,
  BEYOND_BEST: BEYOND,
  ABOVE_LOWER,
  MOST_FOR_LOW,
  INNERMOST,
  OUTERMOST,
  SCATTERED,
  SHORT,
  COINCIDENT,
  STEP_BACK,
} = TUNING.starts;

/** Unit vectors along (1,0,0), (1,1,0), (1,1,1), (2,1,0) and their symmetric copies: 50 directions, spread evenly enough. */
const DIRECTIONS: Float64Array = latticeDirections();

/** Scratch of one query. */
class Scratch {
  /** A direction. */
  readonly u: Float64Array = new Float64Array(3);
  /** Translations. */
  readonly x: Float64Array = new Float64Array(3);
  readonly kept: Float64Array = new Float64Array(3);
}

const scratchOf = perWorkspace(PENETRATION_STARTS_SLOT, () => new Scratch());

/**
 * Runs the requested starts; afterwards the search has a best translation, unless its budget was spent first. False if it started
 * from the last queries.
 */
export function runStarts(
  search: Search,
  start: PenetrationStart,
  seed: number,
  memory: TranslationMemory | null,
  guide: StartGuide | null,
): boolean {
  const isKept = (start === 'auto' || start === 'coherent') && memory !== null && fromCoherence(search, memory);
  switch (start) {
    case 'clear':
      fromFreeConfigurations(search);
      break;
    case 'random':
      fromFar(search, seed);
      break;
    case 'sampling':
      fromDirections(search, Infinity);
      break;
    case 'auto':
      // A translation that was good in the last query is checked, not searched for again.
      if (isKept && isStillGood(search, memory)) return false;
      search.guide = guide;
      if (search.bestLength === Infinity) fromCentroids(search);
      if (guide === null || !guide.run(search)) fromDirections(search, SAMPLING_COST);
      return !isKept;
    default:
      break;
  }
  // This start is always tried.
  if (search.bestLength === Infinity) fromCentroids(search);
  return true;
}

/** More starts, as long as they are cheap, for callers that keep the best of several; the best so far is a local optimum. */
export function runMoreStarts(search: Search, seed: number, guide: StartGuide | null): void {
  if (guide?.run(search) === true) {
    const isCheap = search.cost <= GUIDED_COST;
    if (isCheap) guide.runAround(search);
    search.finish();
    if (!isCheap) return;
  }
  fromBeyond(search, AUTO_COST);
  if (search.cost < AUTO_COST) fromFreeConfigurations(search);
  search.finish();
  fromRandomProbes(search, seed, AUTO_COST);
  search.finish();
}

/**
 * Searches for translations just longer than `lower`, where the best is much longer. Bodies that are linked or interlock may
 * overlap little, and descents from far away end elsewhere.
 */
export function runLowStarts(search: Search, lower: number): void {
  const { u } = scratchOf(search.probe.w);
  const most = Math.min(MOST_FOR_LOW, search.bestLength / (2 * lower)) * AUTO_COST;
  for (const above of ABOVE_LOWER) {
    for (let k = 0; k < DIRECTIONS.length && search.cost < most && !search.probe.exhausted; k += 3) {
      const part = (above * lower) / search.bestLength;
      if (part > SHORT) return;
      for (let c = 0; c < 3; c++) u[c] = DIRECTIONS[k + c];
      if (search.guide?.blocks(search, u, part * search.bestLength) === true) search.probe.asked++;
      else if (search.sample(u, part)) search.finish();
    }
  }
}

function fromCentroids(search: Search): void {
  const { u } = scratchOf(search.probe.w);
  if (awayFromMiddle(search)) {
    startAfar(search);
    return;
  }
  for (let axis = 0; axis < 6; axis++) {
    u.fill(0);
    u[axis >> 1] = 1 - 2 * (axis & 1);
    // Back from afar, most probes would be free, which is expensive, down to the length of the best.
    if (search.quick && search.bestLength < Infinity) search.sample(u);
    else startAfar(search);
  }
}

/** Writes the direction from B's centre to A's to `u`; false if they coincide. */
function awayFromMiddle({ offset, size, probe }: Search): boolean {
  const { u } = scratchOf(probe.w);
  const far = length(offset);
  for (let k = 0; k < 3; k++) u[k] = offset[k] / far;
  return far > COINCIDENT * size;
}

function startAfar(search: Search): void {
  const { u, x } = scratchOf(search.probe.w);
  search.farAlong(u, x);
  if (search.probe.isFree(x)) search.tryFrom(x);
}

function fromFar(search: Search, seed: number): void {
  const random = seededRandom(seed);
  for (let k = 0; k < RANDOM_STARTS; k++) {
    randomDirection(random, scratchOf(search.probe.w).u);
    startAfar(search);
  }
}

/** The final translation of an earlier query, or a slightly longer one; false if there is none, or A is not free there. */
function fromCoherence(search: Search, memory: TranslationMemory): boolean {
  const { x, kept } = scratchOf(search.probe.w);
  if (!memory.shortest(search.probe.w, kept)) return false;
  for (const part of [1, 1 + STEP_BACK]) {
    for (let k = 0; k < 3; k++) x[k] = part * kept[k];
    if (!search.probe.isFree(x)) continue;
    search.tryNear(x);
    return true;
  }
  return false;
}

/**
 * Whether none of a few directions is shorter than the kept translation: the direction away from the other's centre, and others
 * that change from query to query. A body that has passed through another must not be moved back.
 */
function isStillGood(search: Search, memory: TranslationMemory): boolean {
  const { u } = scratchOf(search.probe.w);
  if (awayFromMiddle(search) && search.sample(u)) return false;
  for (let n = 0; n < COHERENT_SAMPLES && !search.probe.exhausted; n++) {
    const k = 3 * (memory.turn++ % (DIRECTIONS.length / 3));
    for (let c = 0; c < 3; c++) u[c] = DIRECTIONS[k + c];
    if (search.sample(u)) return false;
  }
  return true;
}

function fromDirections(search: Search, cost: number): void {
  const { u } = scratchOf(search.probe.w);
  if (search.bestLength === Infinity) fromCentroids(search);
  for (let k = 0; k < DIRECTIONS.length && search.cost < cost && !search.probe.exhausted; k += 3) {
    for (let c = 0; c < 3; c++) u[c] = DIRECTIONS[k + c];
    search.sample(u);
  }
}

function fromBeyond(search: Search, cost: number): void {
  const { u } = scratchOf(search.probe.w);
  for (let k = 0; k < DIRECTIONS.length && search.cost < cost && !search.probe.exhausted; k += 3) {
    for (let c = 0; c < 3; c++) u[c] = DIRECTIONS[k + c];
    search.sampleBeyond(u, BEYOND);
  }
}

function fromRandomProbes(search: Search, seed: number, cost: number): void {
  const { u } = scratchOf(search.probe.w);
  const random = seededRandom(seed);
  while (search.cost < cost && !search.probe.exhausted) {
    randomDirection(random, u);
    const part = random();
    search.sample(u, OUTERMOST - (OUTERMOST - INNERMOST) * part * part);
  }
}

/** Moves the centre of one body to the free configurations of the other, the shortest translations first. */
function fromFreeConfigurations(search: Search): void {
  const { probe, offset } = search;
  const { w, a, b } = probe;
  const separations: Float64Array[] = [];
  addClearTranslations(a, w.poseA, -1, offset, separations);
  addClearTranslations(b, w.poseB, 1, offset, separations);
  separations.sort((p, q) => p[0] * p[0] + p[1] * p[1] + p[2] * p[2] - (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]));
  let started = 0;
  for (const separation of separations.slice(0, CLEAR_PROBES)) {
    if (started === CLEAR_STARTS || probe.exhausted) break;
    if (!probe.isFree(separation)) continue;
    started++;
    search.tryFrom(separation);
  }
}

/** The translations that move the other body's centre to the free configurations of `model`; `sign` is −1 for those of A. */
export function addClearTranslations(
  model: Model,
  pose: Float64Array,
  sign: number,
  offset: Float64Array,
  separations: Float64Array[],
): void {
  const { outer } = clearancesOf(model);
  for (let k = 0; k < outer.length; k += BALL) {
    const separation = new Float64Array(3);
    directionToWorld(pose, outer.subarray(k, k + 3), separation);
    for (let c = 0; c < 3; c++) separation[c] = sign * separation[c] * model.frame.unit - offset[c];
    separations.push(separation);
  }
}

/** Writes a random direction to `u`: a point of the cube that lies in the ball, so that directions are uniform. */
function randomDirection(random: Random, u: Float64Array): void {
  for (;;) {
    let sq = 0;
    for (let k = 0; k < 3; k++) {
      u[k] = 2 * random() - 1;
      sq += u[k] * u[k];
    }
    if (sq > 1 || sq < 2 ** -20) continue;
    const drawn = Math.sqrt(sq);
    for (let k = 0; k < 3; k++) u[k] /= drawn;
    return;
  }
}

function latticeDirections(): Float64Array {
  const found: number[] = [];
  for (let n = 0; n < 125; n++) {
    const code = (n * SCATTERED) % 125;
    const v = [(code % 5) - 2, (Math.floor(code / 5) % 5) - 2, Math.floor(code / 25) - 2];
    const sq = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (sq === 0 || sq > 5 || v.every((c) => c % 2 === 0)) continue;
    for (const c of v) found.push(c / Math.sqrt(sq));
  }
  return Float64Array.from(found);
}
