// "Parallel close proximity" of Lin's proximity lectures (2004), after Gottschalk, Lin & Manocha, "OBBTree" (1996), §6: as the
// gap ε between two surfaces shrinks, patches must be split before their volumes part. A patch of width w on a
// sphere is w² thick to a box that lies along it, and w thick to a ball, so boxes part at w ~ √ε and balls at w ~ ε, and
// the number of patches, area / w², goes with 1/ε or with 1/ε².

import { collide, distance, Model } from 'nearmiss';
import { VOLUMES, type VolumeName } from 'nearmiss/lab';
import { comparedPairs } from '../traversal/compared-pairs.ts';
import { openModel } from '../traversal/opened-model.ts';
import { fitPowerLaw, type GapCount, type PowerLaw, useOf } from './slope.ts';
import { sagitta, sphereWithGap, TURN } from './spheres.ts';

export interface ProximityResult {
  readonly volume: VolumeName;
  /** Of the finest spheres counted on; these are the counts given. */
  readonly triangles: number;
  readonly counts: readonly GapCount[];
  readonly law: PowerLaw | null;
}

/** What one volume says of a gap. */
export interface GapAnswer {
  readonly volume: VolumeName;
  readonly gap: number;
  readonly separated: boolean;
  readonly lower: number;
  readonly upper: number;
  /** Whether this fits the spheres, and what the other volumes say. */
  readonly right: boolean;
}

/** From a half down by √2 a step; counting stops when some gaps are saturated. */
const GAPS: readonly number[] = Array.from({ length: 24 }, (_, k) => 2 ** (-1 - k / 2));
const SATURATED_GAPS = 3;

/** Volumes whose law does not span a decade on these spheres are given finer ones. */
const SUBDIVISIONS = [6, 7] as const;
const ENOUGH_SPAN = 10;

/** Spheres on which every volume is asked for exact answers; and for which gaps, from a half down by 2. */
const ANSWER_SUBDIVISIONS = 4;
const ANSWER_GAPS: readonly number[] = Array.from({ length: 7 }, (_, k) => 2 ** (-1 - k));
/** Distances of the same two triangles found through different volumes differ by no more. A length; sizes are about 1. */
const SAME = 1e-13;

export const VOLUME_NAMES: readonly VolumeName[] = Object.keys(VOLUMES) as VolumeName[];

export function countTests(volume: VolumeName): ProximityResult {
  const [coarse, fine] = SUBDIVISIONS;
  const result = countTestsOn(volume, coarse, GAPS);
  return (result.law?.span ?? 0) >= ENOUGH_SPAN ? result : countTestsOn(volume, fine, GAPS);
}

export function countTestsOn(volume: VolumeName, subdivisions: number, gaps: readonly number[]): ProximityResult {
  const inner = openModel(sphereWithGap(0, subdivisions), volume);
  const counts: GapCount[] = [];
  let saturated = 0;
  for (const gap of gaps) {
    if (saturated === SATURATED_GAPS) break;
    const outer = openModel(sphereWithGap(gap, subdivisions), volume);
    const { pairs, leafTests } = comparedPairs(inner, {}, outer, TURN, volume, null);
    const count = { gap, tests: pairs.length / 2, leafTests };
    counts.push(count);
    if (useOf(count) === 'saturated') saturated++;
  }
  return { volume, triangles: inner.model.triangleCount, counts, law: fitPowerLaw(counts) };
}

/**
 * The answers of every volume for every gap. They must be alike, and the distance the gap less at most what the outer
 * sphere's triangles sag: the inner one's corners are on its sphere.
 */
export function askEveryVolume(subdivisions: number = ANSWER_SUBDIVISIONS): GapAnswer[] {
  const inner = Model.build(sphereWithGap(0, subdivisions));
  return ANSWER_GAPS.flatMap((gap) => {
    const mesh = sphereWithGap(gap, subdivisions);
    const outer = Model.build(mesh);
    const least = gap - sagitta(mesh);
    const told = VOLUME_NAMES.map((volume) => {
      const { colliding } = collide(inner, {}, outer, TURN, { volume: VOLUMES[volume], solid: false });
      const { lower, upper } = distance(inner, {}, outer, TURN, { volume: VOLUMES[volume], solid: false });
      return { volume, gap, separated: !colliding, lower, upper };
    });
    return told.map((answer) => ({
      ...answer,
      right:
        answer.separated &&
        answer.lower <= gap + SAME &&
        answer.upper >= least - SAME &&
        Math.abs(answer.upper - told[0].upper) <= SAME &&
        told.every((other) => answer.lower <= other.upper && other.lower <= answer.upper),
    }));
  });
}
