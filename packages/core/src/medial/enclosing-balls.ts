// A few balls whose hull encloses many: the bounding volume of a tree of cones and slabs, which are hulls of balls themselves.
//
// A volume of constant thickness is as thick everywhere as its thickest part; a hull of balls follows the thickness of its
// contents. Its balls are chosen from the enclosed ones: two far from each other, and then repeatedly the one that is farthest
// outside, until nothing is far outside or there are enough. All radii are then enlarged by the remaining overhang.
//
// A ball (c, r) is outside the hull of the balls (cₖ, rₖ) by at most |c − Σλₖcₖ| + r − Σλₖrₖ, for any weights λₖ ≥ 0 of sum 1. This
// is convex in the weights. Weight is shifted from the ball that helps least to the one that helps most, each time to the optimum,
// which has the closed form of a ball and a cone (closest-balls.ts); the bound holds wherever it ends. Additional balls can only
// lower it, so an earlier bound is recomputed only for the ball that seems farthest outside.

import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { square } from '../scalar/vector.ts';
import { BALL } from './closest-balls.ts';

/** Balls of an enclosure at most. (Volume tests a translation of the models of the paper: 76 with 8 balls, 64 with 12, 59 with 16, in the same time from 10 on.) */
export const MOST_ENCLOSING = 12;

/** Overhang up to this part of the enclosure is covered by enlarging it rather than by another ball. Dimensionless. */
const TIGHT = 2 ** -9;

/** Number of shifts of weight after which the bound is kept. */
const MOST_SHIFTS = 32;

/** Error bound of the sums above, in parts of the reach of the balls: a few u a shift. Dimensionless. */
const ROUNDING = 8 * MOST_SHIFTS * UNIT_ROUNDOFF;

/** Writes to out[BALL·at…] balls, MOST_ENCLOSING at most, whose hull holds the balls [first, end); returns how many. */
export function encloseInBalls(balls: Float64Array, first: number, end: number, out: Float64Array, at: number): number {
  const bounds = new Float64Array(end - first).fill(Infinity);
  let next = farthestFrom(balls, first, end, first);
  let count = 0;
  let outside = Infinity;
  let tight = 0;
  while (outside > tight && count < MOST_ENCLOSING) {
    for (let k = 0; k < BALL; k++) out[BALL * (at + count) + k] = balls[BALL * next + k];
    count++;
    next = mostOutside(balls, first, end, out, at, count, bounds);
    outside = bounds[next - first];
    if (count === 1) tight = TIGHT * Math.max(0, outside);
  }
  let reach = 0;
  for (let k = BALL * first; k < BALL * end; k++) reach = Math.max(reach, Math.abs(balls[k]));
  const more = Math.max(0, outside) + ROUNDING * reach;
  for (let k = 0; k < count; k++) out[BALL * (at + k) + 3] += more;
  return count;
}

/** The ball with the point farthest from the centre of ball `from`. */
function farthestFrom(balls: Float64Array, first: number, end: number, from: number): number {
  let most = -Infinity;
  let found = from;
  for (let ball = first; ball < end; ball++) {
    const away = distance(balls, BALL * ball, balls, BALL * from) + balls[BALL * ball + 3];
    if (away > most) {
      most = away;
      found = ball;
    }
  }
  return found;
}

function distance(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return Math.sqrt(square(a[i] - b[j]) + square(a[i + 1] - b[j + 1]) + square(a[i + 2] - b[j + 2]));
}

/**
 * The ball farthest outside the hull of `count` balls of `hull`; `bounds` are those of fewer balls, and recomputed where they
 * decide.
 */
function mostOutside(
  balls: Float64Array,
  first: number,
  end: number,
  hull: Float64Array,
  at: number,
  count: number,
  bounds: Float64Array,
): number {
  for (let last = -1; ; ) {
    let most = first;
    for (let ball = first + 1; ball < end; ball++) if (bounds[ball - first] > bounds[most - first]) most = ball;
    if (most === last) return most;
    const bound = outsideBy(balls, BALL * most, hull, BALL * at, count);
    bounds[most - first] = Math.min(bounds[most - first], bound);
    last = most;
  }
}

const weights = new Float64Array(MOST_ENCLOSING);

/** A bound of how far the ball balls[b…] is outside the hull of the `count` balls from hull[i] on; not positive if it is inside. */
function outsideBy(balls: Float64Array, b: number, hull: Float64Array, i: number, count: number): number {
  let nearest = 0;
  let best = Infinity;
  for (let k = 0; k < count; k++) {
    const away = distance(balls, b, hull, i + BALL * k) - hull[i + BALL * k + 3];
    if (away < best) {
      best = away;
      nearest = k;
    }
  }
  weights.fill(0);
  weights[nearest] = 1;
  // x = c − Σλₖcₖ and Σλₖrₖ.
  let x = balls[b] - hull[i + BALL * nearest];
  let y = balls[b + 1] - hull[i + BALL * nearest + 1];
  let z = balls[b + 2] - hull[i + BALL * nearest + 2];
  let radius = hull[i + BALL * nearest + 3];
  for (let shift = 0; shift < MOST_SHIFTS; shift++) {
    const length = Math.sqrt(x * x + y * y + z * z);
    let most = -Infinity;
    let least = Infinity;
    let to = 0;
    let from = 0;
    for (let k = 0; k < count; k++) {
      const at = i + BALL * k;
      const helps = x * hull[at] + y * hull[at + 1] + z * hull[at + 2] + length * hull[at + 3];
      if (helps > most) {
        most = helps;
        to = k;
      }
      if (weights[k] > 0 && helps < least) {
        least = helps;
        from = k;
      }
    }
    if (!(most > least)) break;
    const f = i + BALL * from;
    const t = i + BALL * to;
    const ux = hull[t] - hull[f];
    const uy = hull[t + 1] - hull[f + 1];
    const uz = hull[t + 2] - hull[f + 2];
    const dr = hull[t + 3] - hull[f + 3];
    const uu = ux * ux + uy * uy + uz * uz;
    let part = weights[from];
    if (uu > dr * dr) {
      const foot = (x * ux + y * uy + z * uz) / uu;
      const aside = square(x - foot * ux) + square(y - foot * uy) + square(z - foot * uz);
      part = Math.min(part, foot + dr * Math.sqrt(aside / (uu * (uu - dr * dr))));
    }
    if (!(part > 0)) break;
    weights[from] -= part;
    weights[to] += part;
    x -= part * ux;
    y -= part * uy;
    z -= part * uz;
    radius += part * dr;
  }
  return Math.sqrt(x * x + y * y + z * z) - radius + balls[b + 3];
}
