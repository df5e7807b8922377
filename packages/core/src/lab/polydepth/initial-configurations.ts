// Initial collision-free configurations (PolyDepth, §5), as in the paper: one each.
//
//   centroid  (5.1) away along the line between the centroids, by the sum of the diameters
//   clear     (5.2) where the other body leaves most clearance: the nearest free one of the maximally clear configurations
//   coherent  (5.3) the nearest of the last three results, or a little farther back; else centroid
//   random    (5.4) far away, in a direction drawn with the seed
//   sampling  (5.5) on the line from where A stands to the centroid's: the first free one of evenly spaced samples
//   auto      (7.2) of all these the one nearest to where A stands

import { addClearTranslations, type PenetrationStart } from '../../query/penetration/penetration-starts.ts';
import type { Probe } from '../../query/penetration/probe.ts';
import type { TranslationMemory } from '../../query/penetration/translation-memory.ts';
import { directionToWorld } from '../../scalar/pose.ts';
import { seededRandom } from '../../scalar/random.ts';
import { centroidOf } from './centroid.ts';
import { lengthOf } from './vector-length.ts';

/** Extension of a stored configuration that is not free: a part of it. */
const STEP_BACK = 0.1;
/** Centroids nearer than this part of the size give no direction. Dimensionless. */
const COINCIDENT = 1e-9;
/** Clear configurations that are tried, the nearest first. */
const MOST_CLEAR = 16;

export interface StartSettings {
  readonly start: PenetrationStart;
  readonly seed: number;
  /** Samples on the line of §5.5. */
  readonly samples: number;
  readonly memory: TranslationMemory | null;
  /** From B's centre to A's, and the sum of the reaches of both bodies, in the world. */
  readonly offset: Float64Array;
  readonly size: number;
}

/** Writes a free translation to `out`; false if the budget is spent before there is one. */
export function findStart(probe: Probe, settings: StartSettings, out: Float64Array): boolean {
  const { start, memory } = settings;
  switch (start) {
    case 'clear':
      return fromClear(probe, settings, out) || fromCentroids(probe, settings, out);
    case 'coherent':
      return fromMemory(probe, memory, out) || fromCentroids(probe, settings, out);
    case 'random':
      return fromFar(probe, settings, out);
    case 'sampling':
      return fromCentroids(probe, settings, out) && sampleLine(probe, settings.samples, out);
    case 'auto':
      return nearestOfAll(probe, settings, out);
    default:
      return fromCentroids(probe, settings, out);
  }
}

function nearestOfAll(probe: Probe, settings: StartSettings, out: Float64Array): boolean {
  const tried = new Float64Array(3);
  let least = Infinity;
  for (const start of ['clear', 'sampling', 'coherent', 'centroid', 'random'] as const) {
    if (!findStart(probe, { ...settings, start }, tried)) continue;
    const own = lengthOf(tried);
    if (!(own < least)) continue;
    least = own;
    out.set(tried);
  }
  return least < Infinity;
}

/** Where the centroids coincide, several directions of back-off (§7.2): along x, which is as good as any. */
function fromCentroids(probe: Probe, settings: StartSettings, out: Float64Array): boolean {
  const { w, a, b } = probe;
  const away = new Float64Array(3);
  const own = new Float64Array(3);
  directionToWorld(w.poseA, centroidOf(a), away);
  directionToWorld(w.poseB, centroidOf(b), own);
  for (let k = 0; k < 3; k++) away[k] = away[k] * a.frame.unit - own[k] * b.frame.unit + settings.offset[k];
  const length = lengthOf(away);
  const isKnown = length > COINCIDENT * settings.size;
  for (let k = 0; k < 3; k++) out[k] = isKnown ? away[k] / length : k === 0 ? 1 : 0;
  return moveFar(probe, settings, out);
}

function fromFar(probe: Probe, settings: StartSettings, out: Float64Array): boolean {
  const random = seededRandom(settings.seed);
  for (let sq = 0; sq > 1 || sq < 2 ** -20; ) {
    sq = 0;
    for (let k = 0; k < 3; k++) {
      out[k] = 2 * random() - 1;
      sq += out[k] * out[k];
    }
  }
  const length = lengthOf(out);
  for (let k = 0; k < 3; k++) out[k] /= length;
  return moveFar(probe, settings, out);
}

/** Multiplies the unit vector `out` by the sum of the diameters, or more if the bodies' balls still overlap there. */
function moveFar(probe: Probe, { size, offset }: StartSettings, out: Float64Array): boolean {
  const along = offset[0] * out[0] + offset[1] * out[1] + offset[2] * out[2];
  const far = Math.max(2 * size, 2 * size - along);
  for (let k = 0; k < 3; k++) out[k] *= far;
  return probe.isFree(out);
}

function fromMemory(probe: Probe, memory: TranslationMemory | null, out: Float64Array): boolean {
  if (memory?.shortest(probe.w, out) !== true) return false;
  if (probe.isFree(out)) return true;
  for (let k = 0; k < 3; k++) out[k] *= 1 + STEP_BACK;
  return probe.isFree(out);
}

/** From A's position towards the free translation `out`: the first sample that is free. */
function sampleLine(probe: Probe, samples: number, out: Float64Array): boolean {
  const far = out.slice();
  for (let k = 1; k < samples && !probe.exhausted; k++) {
    for (let c = 0; c < 3; c++) out[c] = (far[c] * k) / samples;
    if (probe.isFree(out)) return true;
  }
  out.set(far);
  return !probe.exhausted;
}

function fromClear(probe: Probe, { offset }: StartSettings, out: Float64Array): boolean {
  const { w, a, b } = probe;
  const translations: Float64Array[] = [];
  addClearTranslations(a, w.poseA, -1, offset, translations);
  addClearTranslations(b, w.poseB, 1, offset, translations);
  translations.sort((p, q) => lengthOf(p) - lengthOf(q));
  for (const translation of translations.slice(0, MOST_CLEAR)) {
    out.set(translation);
    if (probe.isFree(out)) return true;
  }
  return false;
}
