// When does a moving polygon first contain the origin? The search for vertex–face and edge–edge contacts over time.
//
// After Wang, Ferguson, Schneider, Jiang, Attene and Panozzo, "A large-scale benchmark and an inclusion-based algorithm for
// continuous collision detection" (2021), who halve boxes of time and two barycentric coordinates, earliest first, and keep those
// whose image may contain the origin. Here only time is halved, earliest first, and an interval is decided as soon as one of these
// holds for all of it, within the error bounds of polygon-motion.ts:
// 1. The volume of the polygon and the origin is nowhere 0: they are not in one plane, no contact.
// 2. In the projection along an axis, the origin is outside throughout: no contact.
// 3. The volume changes sign once. Then all contact is at that root. It is bracketed to rounding. There, in the projection along an
//    axis, the origin is inside, which proves contact between the two signs, or outside, which excludes it.
// 4. A plane separates the polygon from the origin up to some time: no contact before that. (Conservative advancement; the time is
//    known exactly, since the plane's distances from the corners are linear in time.)
// Most queries end with 1 or 3 on the whole of [0, 1]. Intervals that are left at the tolerance, or where the polygon touches the
// origin to rounding, are decided in integers (polygon-motion-exact.ts). If these do not decide either, the outcome is `near`, and
// later intervals are searched for a proof of contact only.
//
// Only 1 to 4 or integers exclude a time before `lower`, so no contact is missed; `upper` is always proven.

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

/** The least tolerance, above rounding. A part of the size. */
const LEAST_TOLERANCE: number = 2 ** -45;
/** Intervals of time are not halved below this: corners move no more than some dozen errors in it. A time. */
const LEAST_WIDTH = 2 ** -48;
/** A polygon nearer to the origin than this cannot be distinguished from one that contains it. A part of the size. */
const TOUCH: number = 16 * CORNER_ERROR;
/** Number of intervals tested before integers decide the rest. */
const MOST_INTERVALS = 1024;
/** The same for the intervals after `near`, and their least width: enough for a plain crossing. */
const MOST_LATER_INTERVALS = 64;
const LATER_WIDTH = 2 ** -8;
/** A root of the volume is known to error/slope; its signs should be certain at four times that. */
const ROOT_MARGIN = 4;
const LEAST_ROOT_MARGIN: number = 4 * UNIT_ROUNDOFF;
/** How often a root is bracketed again, with the smaller error of the shorter interval, and how often its margin is widened. */
const MOST_CLOSINGS = 4;
const MOST_WIDENINGS = 3;
const MOST_NEWTON_STEPS = 24;

/** The stack of intervals, two times each. Every halving leaves one, and no interval is halved more than 48 times. */
const stack = new Float64Array(2 * 64);
const size = new Float64Array(1);
/** The target width of a bracket of the first contact. A time. */
const wantedWidth = new Float64Array(1);

/** Buffer for the elements of a query. */
export const polygon: PolygonMotion = new PolygonMotion();

/** Runs the query for `polygon`, made of the points at offsets i, j, k, l; these are used again where doubles do not decide. */
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

    // After `near`, planes do not help: only a proof of contact does.
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
      // Together with the next interval on the stack: it will be as hard.
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

    // A plane that held for half of the interval continues; else both halves are tested separately.
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

/** Upper bound of the distance of the polygon from the origin at the start of the interval. */
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

/** Whether the coefficients change sign once, for every sign of the uncertain ones: then there is one root (Descartes). */
function changesSignOnce(volume: Float64Array): boolean {
  const error = volume[4];
  if (volume[0] > error) return volume[3] < -error && (volume[1] > error || volume[2] < -error);
  return volume[0] < -error && volume[3] > error && (volume[1] < -error || volume[2] > error);
}

/**
 * Narrows to a short interval around the only root of the current one, of the requested width if rounding allows, and returns the
 * side of the origin throughout. If it returns 0 the interval may be unchanged; in either case it contains the root.
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
    // Newton steps from the zero of the chord, kept between the signs.
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
