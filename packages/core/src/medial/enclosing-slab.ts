// A slab around balls: the volume of a tree of cones and slabs, whose nodes are then what its leaves are.
//
// A volume that knows one thickness has to be as thick everywhere as its thickest part; a slab thins out with what it holds. Three of the balls are its
// corners: the two farthest apart, and the one farthest from the line of these. How far a ball (c, r) is outside is r plus the signed distance of its centre
// (ball-distance.ts), and a slab with all radii enlarged by as much holds it.

import { UNIT_ROUNDOFF } from '../scalar/tolerance.ts';
import { distancePointSlab } from './ball-distance.ts';
import { BALL } from './closest-balls.ts';

/** What the signed distance of a centre, and a sum, can lose of the reach of the balls. Dimensionless. */
const ROUNDING = 32 * UNIT_ROUNDOFF;

/** Writes to out[at…] three balls whose hull holds the balls [first, end). */
export function encloseInSlab(balls: Float64Array, first: number, end: number, out: Float64Array, at: number): void {
  const from = farthest(balls, first, end, first, first);
  const to = farthest(balls, first, end, from, from);
  const aside = farthest(balls, first, end, from, to);
  [from, to, aside].forEach((ball, k) => {
    out.set(balls.subarray(BALL * ball, BALL * ball + BALL), at + BALL * k);
  });
  const corner = at / BALL;
  let outside = 0;
  let reach = 0;
  for (let k = BALL * first; k < BALL * end; k += BALL) {
    outside = Math.max(outside, distancePointSlab(balls, k, out, corner, corner + 1, corner + 2) + balls[k + 3]);
    reach = Math.max(reach, Math.abs(balls[k]), Math.abs(balls[k + 1]), Math.abs(balls[k + 2]), balls[k + 3]);
  }
  for (let k = 3; k < 3 * BALL; k += BALL) out[at + k] += outside + ROUNDING * reach;
}

/** The ball whose farthest point is farthest from the segment between the centres of balls `a` and `b`. */
function farthest(balls: Float64Array, first: number, end: number, a: number, b: number): number {
  const ux = balls[BALL * b] - balls[BALL * a];
  const uy = balls[BALL * b + 1] - balls[BALL * a + 1];
  const uz = balls[BALL * b + 2] - balls[BALL * a + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  let most = -1;
  let found = first;
  for (let ball = first; ball < end; ball++) {
    const x = balls[BALL * ball] - balls[BALL * a];
    const y = balls[BALL * ball + 1] - balls[BALL * a + 1];
    const z = balls[BALL * ball + 2] - balls[BALL * a + 2];
    const t = uu > 0 ? Math.min(1, Math.max(0, (x * ux + y * uy + z * uz) / uu)) : 0;
    const away = Math.sqrt((x - t * ux) ** 2 + (y - t * uy) ** 2 + (z - t * uz) ** 2) + balls[BALL * ball + 3];
    if (away > most) {
      most = away;
      found = ball;
    }
  }
  return found;
}
