// A proof from below: if a point is inside A, its surface rA away, and inside B, its surface rB away, then each solid has a ball about it, and
// a translation that separates the solids separates the balls. So the depth is at least rA + rB. Candidates are middles of points where the
// surfaces cross, since these are spread around the overlap, and points beside such a point, against the normals of both faces: these are inside
// both if they are near enough. The best of them climbs along the axes.

import { closestPoint, contains } from 'nearmiss';
import { type Crossings, spaced } from './crossings.ts';
import { emptyBox, growBox, type PosedModel, worldNormal } from './posed-model.ts';

/** Points where surfaces cross that are used, and middles that are tried. */
const MOST_POINTS = 64;
const MIDDLES = 96;
/** Crossings beside which points are tried, and their distances in diagonals of the box around all crossings. */
const BESIDE = 24;
const STEPS = Object.freeze([1 / 8, 1 / 64, 1 / 512]);
/** Steps of the climb; each without success halves its length. */
const CLIMBS = 12;

/** A proven lower bound of the depth of two solids that overlap; 0 if no point inside both was found. */
export function commonBall(crossings: Crossings): number {
  const { a, b, segments } = crossings;
  const points = spaced(segments, MOST_POINTS).map(([from, to], k) => [...(k % 2 === 0 ? from : to)]);
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
  for (const point of pointsBeside(crossings)) weigh(point);
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

/** Points beside some crossings, inside both bodies if nothing else is near. */
function* pointsBeside({ a, b, pairs, segments }: Crossings): Generator<number[]> {
  const box = emptyBox();
  for (const segment of segments) for (const point of segment) growBox(box, point);
  const diagonal = Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  const numbers = spaced([...segments.keys()], BESIDE);
  for (const k of numbers) {
    const normalA = worldNormal(a, pairs[k][0]);
    const normalB = worldNormal(b, pairs[k][1]);
    if (normalA === null || normalB === null) continue;
    const [from, to] = segments[k];
    for (const step of STEPS) {
      yield from.map((x, axis) => (x + to[axis]) / 2 - step * diagonal * (normalA[axis] + normalB[axis]));
    }
  }
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
