// Two bodies by their medial axes, each dilated until it encloses its surface: if these enclosures are apart, the surfaces are
// apart too. Their results are early by no more than the stated error.

import { medialBodyOf } from '../../medial/medial-structure.ts';
import type { Model } from '../../model/model.ts';
import type { Interpretation } from '../../model/solid.ts';
import type { Advance, AdvanceEnd, PairMotion } from '../advance/advance.ts';
import type { PosedPair } from '../posed-pair.ts';
import type { Workspace } from '../workspace.ts';
import { advanceMedial, type StartPairs } from './advance-medial-medial.ts';
import { type MedialNearest, searchMedial } from './search-medial.ts';

/**
 * Upper bound of the distance from points of the two enclosures to the bodies, both together, in model units; infinite where it is
 * unknown: a medial axis represents the solid, and the interior of a solid interpreted as a surface is not near its surface.
 */
export function enclosureError({ a, b, interpretationA, interpretationB }: PosedPair): number {
  return errorOf(a, interpretationA) + errorOf(b, interpretationB);
}

function errorOf(model: Model, interpretation: Interpretation): number {
  const { closed, oriented } = model.facts;
  if (closed && oriented && interpretation === 'surface') return Infinity;
  return medialBodyOf(model).error * model.frame.unit;
}

/** Error bound of the distance of two moved balls, in multiples of the error of a coordinate: two centres, and as much again. */
const BALL_ERRORS = 8;

/** Error bound of a gap between the enclosures if that between the bodies is `rounding`: balls may reach farther. */
function enclosureRounding({ queryBody, reference }: PosedPair, rounding: number): number {
  const reachQ = medialBodyOf(queryBody).reach / queryBody.frame.radius;
  const reachR = medialBodyOf(reference).reach / reference.frame.radius;
  return rounding * Math.max(1, reachQ, reachR);
}

/** The same for the bodies prepared in `w`, in their poses. */
export function gapRounding(w: Workspace): number {
  return enclosureRounding(w, BALL_ERRORS * w.coordinateError[0] + w.boundRounding[0]);
}

/** Advances the enclosures of the bodies prepared in `w` along a motion until they are within the threshold; with `start`, these pairs. */
export function advanceEnclosures(
  w: Workspace,
  pairMotion: PairMotion,
  rounding: number,
  work: Advance,
  start: StartPairs | null = null,
): AdvanceEnd {
  const { queryBody, reference } = w;
  work.rounding[0] = enclosureRounding(w, rounding);
  return advanceMedial(w, medialBodyOf(queryBody), medialBodyOf(reference), pairMotion, work, start);
}

/**
 * Searches the enclosures of the bodies prepared in `w` until they overlap, are more than `limit` apart, or their distance is
 * known. Afterwards nearest.distance[1] is at most the distance of the surfaces, and nearest.distance[0] at least that of some two
 * points of the enclosures; rounding is deducted from the first and added to the second.
 */
export function searchEnclosures(w: Workspace, limit: number, nearest: MedialNearest): 'done' | 'out-of-budget' {
  const { queryBody, reference } = w;
  const rounding = gapRounding(w);
  const end = searchMedial(w, medialBodyOf(queryBody), medialBodyOf(reference), limit + rounding, nearest);
  nearest.distance[0] += rounding;
  nearest.distance[1] -= rounding;
  return end;
}
