// A proof from below: if a point is inside A, its surface rA away, and inside B, its surface rB away, then each solid has a ball about it, and
// a translation that separates the solids separates the balls. So the depth is at least rA + rB. Candidates are middles of points where the
// surfaces cross, since these are spread around the overlap; the best of them climbs along the axes.

import { closestPoint, collide, contains } from 'nearmiss';
import type { PosedModel } from './posed-model.ts';

/** Pairs of faces that are listed, points of them that are used, and middles that are tried. */
const MOST_PAIRS = 2048;
const MOST_POINTS = 64;
const MIDDLES = 96;
/** Steps of the climb; each without success halves its length. */
const CLIMBS = 12;

/** A proven lower bound of the depth of two solids that overlap; 0 if no point inside both was found. */
export function commonBall(a: PosedModel, b: PosedModel, budget: number): number {
  const options = { contacts: 'all', segments: true, limit: MOST_PAIRS, budget } as const;
  const { segments = [] } = collide(a.model, a.pose, b.model, b.pose, options);
  const points: number[][] = [];
  const step = Math.max(1, Math.floor((2 * segments.length) / MOST_POINTS));
  for (let k = 0; k < 2 * segments.length; k += step) points.push([...segments[k >> 1][k & 1]]);
  let best = 0;
  let at: number[] | null = null;
  const weigh = (point: number[]): void => {
    const found = depthAt(a, b, point, best);
    if (found <= best) return;
    best = found;
    at = point;
  };
  for (let k = 0; k < MIDDLES && points.length > 1; k++) {
    // Every point with others at growing distances along the list: the same each time.
    const i = k % points.length;
    const j = (i + 1 + ((k * 7) % (points.length - 1))) % points.length;
    weigh(points[i].map((x, axis) => (x + points[j][axis]) / 2));
  }
  let reach = best;
  for (let climb = 0; climb < CLIMBS && at !== null; climb++) {
    const from: number[] = at;
    const before = best;
    for (let axis = 0; axis < 3; axis++) {
      for (const sign of [-1, 1]) weigh(from.map((x, k) => (k === axis ? x + sign * reach : x)));
    }
    if (best === before) reach /= 2;
  }
  return best;
}

/** rA + rB at a point, or 0 if it is not inside both or known to be no better than `best`. */
function depthAt(a: PosedModel, b: PosedModel, point: number[], best: number): number {
  if (contains(a.model, a.pose, point).status !== 'inside') return 0;
  if (contains(b.model, b.pose, point).status !== 'inside') return 0;
  const { lower: inA } = closestPoint(a.model, a.pose, point);
  const { lower: inB } = closestPoint(b.model, b.pose, point);
  const sum = (inA + inB) * (1 - 2 ** -50);
  return sum > best ? sum : 0;
}
