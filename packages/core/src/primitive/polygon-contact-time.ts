// When does a moving polygon first hold the origin? The search behind vertex–face and edge–edge over time.
//
// After Wang, Ferguson, Schneider, Jiang, Attene and Panozzo, "A large-scale benchmark and an inclusion-based algorithm for
// continuous collision detection" (2021), who halve boxes of time and two barycentric coordinates, earliest first, and keep
// those whose image may hold the origin. Here time alone is halved, earliest first, and an interval of it is settled as soon as
// something is certain about all of it, within the error bounds of polygon-motion.ts:
//   1. the volume of the polygon and the origin is nowhere 0: not in one plane, no contact;
//   2. seen along an axis, the origin is outside throughout: no contact;
//   3. the volume changes sign once. Then all contact is at that root. It is closed in to rounding; there, seen along an
//      axis, the origin is inside, which proves contact between the two signs, or outside, which excludes it;
//   4. a plane keeps the polygon on one side up to some time: no contact before that. (Conservative advancement; how long a
//      plane holds is known exactly, since its distances from the corners are linear in time.)
// Most queries end with 1 or 3 on the whole of [0, 1]. What is left after halving down to the tolerance, or where the polygon
// touches the origin to rounding, is settled in integers (polygon-motion-exact.ts). Where even these leave it open the answer
// is `near`, and what comes later is searched for a proof of contact only.
//
// Nothing before `lower` is passed over but by 1 to 4 or in integers, so no contact is missed; `upper` is given by proof only.

import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { CONTACT, type ElementOutcome, FREE, LOWER, NEAR, TOLERANCE, UPPER } from './element-outcome.ts';
import {
  advance,
  CORNER_ERROR,
  type Containment,
  isAsideOnAxis,
  locateOrigin,
  PolygonMotion,
  scaleToUnit,
  testInterval,
} from './polygon-motion.ts';
import { type CornerPairs, ExactPolygonMotion } from './polygon-motion-exact.ts';

/** The default tolerance, a part of the size: the largest coordinate difference between the elements, at start or end. */
const DEFAULT_TOLERANCE = 1e-10;

/** What is below rounding would be asked for without result. A part of the size. */
const LEAST_TOLERANCE: number = 2 ** -45;
/** Intervals of time are not halved below this: corners move no more than some dozen errors in it. A time. */
const LEAST_WIDTH = 2 ** -48;
/** A polygon nearer to the origin than this cannot be told from one that holds it. A part of the size. */
const TOUCH: number = 16 * CORNER_ERROR;
/** Intervals of time tested before all that is left goes to integers. */
const MOST_INTERVALS = 1024;
/** The same for what comes after `near`, and how small these intervals get: enough for a plain crossing. */
const MOST_LATER_INTERVALS = 64;
const LATER_WIDTH = 2 ** -8;
/** A root of the volume is known to error/slope; four times that is where its signs should be certain. */
const ROOT_MARGIN = 4;
const LEAST_ROOT_MARGIN: number = 4 * UNIT_ROUNDOFF;
/** How often a root is closed in anew, with the smaller error of the shorter interval, and how often its margin is widened. */
const MOST_CLOSINGS = 4;
const MOST_WIDENINGS = 3;
const MOST_NEWTON_STEPS = 24;

/** Intervals that wait, two times each. Every halving leaves one, and no interval is halved more than 48 times. */
const stack = new Float64Array(2 * 64);
const size = new Float64Array(1);
/** How narrow a bracket of the first contact should be. A time. */
const wantedWidth = new Float64Array(1);

/** Where elements are written to before they are asked about. */
export const polygon: PolygonMotion = new PolygonMotion();

/** Asks about `polygon`, made of the points at offsets i, j, k, l; these are tested again where doubles cannot tell. */
export function polygonReachesOrigin(
  pairs: CornerPairs,
  start: Float64Array,
  end: Float64Array,
  i: number,
  j: number,
  k: number,
  l: number,
  out: Float64Array,
): ElementOutcome {
  scaleToUnit(polygon, size);
  if (size[0] === 0) return answer(CONTACT, 0, 0, 0, out); // one point, all the time
  const asked = out[TOLERANCE] < 0 ? DEFAULT_TOLERANCE : out[TOLERANCE] / size[0];
  const tolerance = Math.min(Math.max(asked, LEAST_TOLERANCE), 1);
  if (isAsideOnAxis(polygon)) return answer(FREE, Infinity, Infinity, tolerance, out);
  const { interval, foot, clearUntil, volume } = polygon;
  // In this time no corner moves by more than half the tolerance.
  const width = tolerance / 8;
  wantedWidth[0] = width;
  let lower = Infinity;
  let upper = Infinity;
  let gap = 0;
  let limit = MOST_INTERVALS;
  let exact: ExactPolygonMotion | null = null;
  let top = pushInterval(0, 1, 0);
  for (let intervals = 0; top > 0; intervals++) {
    let b = stack[--top];
    let a = stack[--top];
    interval[0] = a;
    interval[1] = b;
    testInterval(polygon);
    if (keepsItsSign(volume) || locateOrigin(polygon) < 0) continue;
    if (changesSignOnce(volume)) {
      const where = closeIn(polygon);
      if (where < 0) continue;
      a = interval[0];
      b = interval[1];
      if (where > 0) {
        upper = b;
        if (lower < Infinity) break;
        if (b - a <= width || gapAtStart(polygon) <= tolerance) {
          lower = a;
          break;
        }
      }
    }

    // Once near, planes have nothing more to tell: only a proof of contact is of use.
    if (lower < Infinity) {
      if (intervals >= limit) break;
      if (b - a <= LATER_WIDTH) continue;
      top = pushInterval((a + b) / 2, b, top);
      top = pushInterval(a, (a + b) / 2, top);
      continue;
    }

    advance(polygon);
    const clear = clearUntil[0];
    if (clear === b) continue;
    const isTouching = clear === a && foot[3] <= TOUCH * TOUCH;
    const isNear = b - a <= width && foot[3] <= (tolerance * tolerance) / 4;
    if (isTouching || isNear || b - clear <= LEAST_WIDTH || intervals >= limit) {
      // Together with the interval that waits: what is hard here will be hard there.
      if (top > 0) {
        b = stack[top - 1];
        top -= 2;
      }
      exact ??= new ExactPolygonMotion(pairs, start, end, [i, j, k, l]);
      const settled = exact.settle(clear, b, width, out);
      if (settled === FREE) continue;
      lower = out[LOWER];
      interval[0] = lower;
      interval[1] = b;
      testInterval(polygon);
      gap = gapAtStart(polygon);
      if (settled === CONTACT) upper = out[UPPER];
      if (upper < Infinity) break;
      limit = intervals + MOST_LATER_INTERVALS;
      top = pushInterval(lower, b, top);
      continue;
    }

    // A plane that held for half of the interval is asked to go on; else both halves are tested by themselves.
    const middle = (a + b) / 2;
    if (clear >= middle) {
      top = pushInterval(clear, b, top);
    } else {
      top = pushInterval(middle, b, top);
      top = pushInterval(clear, middle, top);
    }
  }
  const outcome = lower === Infinity ? FREE : upper === Infinity ? NEAR : CONTACT;
  return answer(outcome, lower, upper, Math.max(tolerance, gap), out);
}

function answer(
  outcome: ElementOutcome,
  lower: number,
  upper: number,
  tolerance: number,
  out: Float64Array,
): ElementOutcome {
  out[LOWER] = lower;
  out[UPPER] = upper;
  out[TOLERANCE] = tolerance * size[0];
  return outcome;
}

/** How far the polygon is from the origin at the start of the interval, at most. */
function gapAtStart(polygon: PolygonMotion): number {
  advance(polygon);
  return Math.sqrt(polygon.foot[3]) + TOUCH;
}

function pushInterval(a: number, b: number, top: number): number {
  stack[top] = a;
  stack[top + 1] = b;
  return top + 2;
}

/** A polynomial is between the least and the largest of its coefficients in Bernstein's basis. */
function keepsItsSign(volume: Float64Array): boolean {
  const error = volume[4];
  return (
    (volume[0] > error && volume[1] > error && volume[2] > error && volume[3] > error) ||
    (volume[0] < -error && volume[1] < -error && volume[2] < -error && volume[3] < -error)
  );
}

/** Whether the coefficients change sign once, whatever those that are uncertain are: then there is one root (Descartes). */
function changesSignOnce(volume: Float64Array): boolean {
  const error = volume[4];
  if (volume[0] > error) return volume[3] < -error && (volume[1] > error || volume[2] < -error);
  return volume[0] < -error && volume[3] > error && (volume[1] < -error || volume[2] > error);
}

/**
 * Turns to a short interval around the only root in the one at hand, of the width wanted if rounding allows, and says where
 * the origin is throughout. With 0 it may be the old interval still; in either case it holds the root.
 */
function closeIn(polygon: PolygonMotion): Containment {
  const { interval, volume } = polygon;
  const wanted = wantedWidth[0];
  const isFalling = volume[0] > 0;
  let where: Containment = 0;
  for (let closing = 0; closing < MOST_CLOSINGS; closing++) {
    const a = interval[0];
    const b = interval[1];
    const c0 = volume[0];
    const c1 = 3 * (volume[1] - c0);
    const c2 = 3 * (volume[2] - volume[1]) - c1;
    const c3 = volume[3] - c0 - c1 - c2;
    // Newton's steps from where the chord is 0, kept between the signs.
    let low = 0;
    let high = 1;
    let s = Math.min(Math.max(c0 / (c0 - volume[3]), 0), 1);
    for (let step = 0; step < MOST_NEWTON_STEPS; step++) {
      const value = c0 + s * (c1 + s * (c2 + s * c3));
      if (value > 0 === isFalling) low = s;
      else high = s;
      let next = s - value / (c1 + s * (2 * c2 + s * 3 * c3));
      if (!(next > low && next < high)) next = (low + high) / 2;
      const isThere = Math.abs(next - s) <= LEAST_ROOT_MARGIN;
      s = next;
      if (isThere) break;
    }

    const slope = Math.abs(c1 + s * (2 * c2 + s * 3 * c3));
    const root = a + (b - a) * s;
    let margin = (ROOT_MARGIN * (b - a) * volume[4]) / slope + LEAST_ROOT_MARGIN;
    let isCertain = false;
    for (let widening = 0; !isCertain && widening < MOST_WIDENINGS && margin < (b - a) / 8; widening++) {
      const x = Math.max(a, root - margin);
      const y = Math.min(b, root + margin);
      interval[0] = x;
      interval[1] = y;
      testInterval(polygon);
      const error = volume[4];
      isCertain =
        (x === a || (isFalling ? volume[0] > error : volume[0] < -error)) &&
        (y === b || (isFalling ? volume[3] < -error : volume[3] > error));
      margin *= 8;
    }
    if (!isCertain) {
      interval[0] = a;
      interval[1] = b;
      testInterval(polygon);
      return where;
    }
    where = locateOrigin(polygon);
    if (where < 0 || (where > 0 && interval[1] - interval[0] <= wanted)) return where;
  }
  return where;
}
