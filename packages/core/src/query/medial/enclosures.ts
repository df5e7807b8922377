// Two bodies by their medial axes: each dilated until it holds its surface, so that where these enclosures are apart the surfaces are
// apart too. What they say is early, by no more than the stated error.

import { medialBodyOf } from '../../medial/medial-structure.ts';
import type { Model } from '../../model/model.ts';
import type { Reading } from '../../model/solid.ts';
import type { Advance, AdvanceEnd, Course } from '../advance/advance.ts';
import type { Workspace } from '../workspace.ts';
import { advanceMedial } from './advance-medial.ts';
import { type MedialNearest, searchMedial } from './search-medial.ts';

/**
 * How far, at most, points of the two enclosures are from the bodies, together, in model units; infinite where that is not known: a medial axis
 * stands for the solid, and the inside of a solid read as a surface is not near its surface.
 */
export function enclosureError(a: Model, readingA: Reading, b: Model, readingB: Reading): number {
  return errorOf(a, readingA) + errorOf(b, readingB);
}

function errorOf(model: Model, reading: Reading): number {
  const { closed, oriented } = model.facts;
  if (closed && oriented && reading === 'surface') return Infinity;
  return medialBodyOf(model).error * model.frame.unit;
}

/** Multiples of the error of a coordinate that the distance of two moved balls is too large by at most: two centres, and as much again. */
const BALL_ERRORS = 8;

/** How far a gap between the enclosures can be computed too large, where one between the bodies can by `rounding`: balls may reach farther. */
function enclosureRounding(moving: Model, resting: Model, rounding: number): number {
  const reachM = medialBodyOf(moving).reach / moving.frame.radius;
  const reachR = medialBodyOf(resting).reach / resting.frame.radius;
  return rounding * Math.max(1, reachM, reachR);
}

/** The same of the bodies prepared in `w`, where they stand. */
export function gapRounding(w: Workspace, moving: Model, resting: Model): number {
  return enclosureRounding(moving, resting, BALL_ERRORS * w.coordinateError[0] + w.boundRounding[0]);
}

/** Advances the enclosures of the bodies prepared in `w` along a course until they are within the threshold. */
export function advanceEnclosures(
  w: Workspace,
  moving: Model,
  resting: Model,
  course: Course,
  rounding: number,
  work: Advance,
): AdvanceEnd {
  work.rounding[0] = enclosureRounding(moving, resting, rounding);
  return advanceMedial(w, medialBodyOf(moving), medialBodyOf(resting), course, work);
}

/**
 * Searches the enclosures of the bodies prepared in `w`: until they overlap, are more than `limit` apart, or their distance is known.
 * Afterwards nearest.distance[1] is at most the distance of the surfaces, and nearest.distance[0] at least that of some two points of the enclosures, all rounding
 * taken off the one and added to the other.
 */
export function searchEnclosures(
  w: Workspace,
  moving: Model,
  resting: Model,
  limit: number,
  nearest: MedialNearest,
): 'done' | 'out-of-budget' {
  const rounding = gapRounding(w, moving, resting);
  const end = searchMedial(w, medialBodyOf(moving), medialBodyOf(resting), limit + rounding, nearest);
  nearest.distance[0] += rounding;
  nearest.distance[1] -= rounding;
  return end;
}
