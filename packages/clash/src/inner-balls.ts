// Proofs from below by balls. A point that is inside A, its surface α away, and inside B, its surface β away, keeps the two overlapping under
// every translation shorter than α + β. More follows from a ball of A about p, of radius r, and one of B about q, of radius s: they
// overlap as long as A moves by less than r + s from q − p. So every pair of balls blocks a ball of translations, and the depth is at
// least the radius up to which these balls cover everything around the origin.
//
// Large balls on both sides of a thin overlap block translations across it as well as many along it: two bodies that touch on opposite sides, a
// roller in its pocket, are held by two such pairs, though each overlap is thin.

import { closestPoint, contains } from 'nearmiss';
import { type Ball, coveredRadius } from './ball-cover.ts';
import { type Crossings, spaced } from './crossings.ts';
import { emptyBox, growBox, type PosedModel, worldNormal } from './posed-model.ts';

/**
 * Points where surfaces cross that are used, at first and after a translation. Of each, the middles between it and others are tried: these, by
 * their rank in distance, in parts of their number.
 */
const MOST_POINTS = 32;
const FEW_POINTS = 10;
const RANKS = Object.freeze([0, 1 / 8, 1 / 4, 1 / 2, 1]);
/** Crossings beside which points are tried, and their distances in diagonals of the box around all crossings. */
const BESIDE = 12;
const STEPS = Object.freeze([1 / 8, 1 / 64, 1 / 512]);
/** Steps of a climb; each without success halves its length. */
const CLIMBS = 12;
/** Points that get balls of their own. */
const MOST_SPREAD = 12;
/** Points with nearly the same direction out of A, by the cosine between them, within this part of the box of all crossings are one. */
const SAME_DIRECTION = 0.9;
const SAME_POINT = 0.2;
/** Radii of the balls at a point, in upper bounds of the depth. */
const RADII = Object.freeze([1 / 4, 1, 4, 16, 64]);
/** Translations not blocked yet that are examined, and what each must have gained, in upper bounds of the depth, to go on. */
const ROUNDS = 16;
const LEAST = 1 / 64;
/** A bound above this part of the upper one is enough. */
const ENOUGH = 9 / 16;
/**
 * Below this part of the upper bound, the best ball tells that a body is held far along a thin overlap, as a shaft in its bore: that would take
 * hundreds of balls. Of 20 such pairs in GearboxAssy, none came above a twentieth.
 */
const HOPELESS = 1 / 64;
/** Points that get balls after such a translation. */
const MOST_MOVED = 3;
const ORIGIN = Object.freeze([0, 0, 0]);
/**
 * How far a point is moved before it is tested, in diagonals of the box around all crossings: off the planes in which machine parts have their corners.
 * In those only exact arithmetic tells what is inside, which took a tenth of the time of all depths of GearboxAssy.
 */
const OFF_PLANES = Object.freeze([0.37 * 2 ** -20, 0.61 * 2 ** -20, -0.83 * 2 ** -20]);
/** Distances in the world are off by no more than this part of the coordinates. */
const ROUNDING = 2 ** -50;

/** A point inside both bodies, and the nearest points of their surfaces. */
interface InnerPoint {
  readonly at: readonly number[];
  /** α + β, rounded down. */
  readonly sum: number;
  /** Unit vectors away from the nearest point of A's surface, and of B's. */
  readonly fromA: readonly number[];
  readonly fromB: readonly number[];
}

export interface BallBounds {
  /** Some point inside both bodies has clearances in them that add up to this. */
  readonly thickness: number;
  /** No translation shorter than this separates them. */
  readonly lower: number;
}

/** Lower bounds of the depth of two solids that overlap, up to `upper`; 0 if no point inside both was found. */
export function ballBounds(crossings: Crossings, upper: number): BallBounds {
  const found = innerPoints(crossings, [...middles(crossings, MOST_POINTS), ...pointsBeside(crossings)]);
  if (found.length === 0) return { thickness: 0, lower: 0 };
  const best = climbed(crossings, found[0]);
  const { sum: thickness } = best;
  if (thickness >= ENOUGH * upper || thickness < HOPELESS * upper) return { thickness, lower: thickness };
  const balls = spreadPoints(crossings, [best, ...found]).flatMap((inner) => blocked(crossings, inner, ORIGIN, upper));
  let rounds = 0;
  const covered = coveredRadius(balls, ENOUGH * upper, (...open): readonly Ball[] => {
    // Where the first few translations were hardly farther away than the first, the others are not either.
    if (rounds === ROUNDS || Math.hypot(...open) < rounds * LEAST * upper) return [];
    rounds++;
    const moved = crossings.moved(open);
    const points = innerPoints(moved, [...middles(moved, FEW_POINTS)]).slice(0, MOST_MOVED);
    return points.flatMap((inner) => blocked(moved, inner, open, upper));
  });
  return { thickness, lower: Math.max(thickness, covered) };
}

/** Points next to these that are inside both bodies, the ones with the largest clearance first. */
function innerPoints(crossings: Crossings, points: readonly (readonly number[])[]): InnerPoint[] {
  const size = extent(crossings);
  const found = points.flatMap((at) => {
    const beside = at.map((x, k) => x + size * OFF_PLANES[k]);
    return innerPoint(crossings, beside) ?? [];
  });
  return found.sort((x, y) => y.sum - x.sum);
}

function* middles({ segments }: Crossings, most: number): Generator<number[]> {
  const points = spaced(segments, most).map(([from, to], k) => (k % 2 === 0 ? from : to));
  for (const point of points) {
    const others = points.map((other) => ({ other, sq: squaredDistance(point, other) }));
    others.sort((x, y) => x.sq - y.sq);
    for (const rank of RANKS) {
      const { other } = others[Math.max(1, Math.floor(rank * (others.length - 1)))] ?? others[0];
      yield point.map((x, axis) => (x + other[axis]) / 2);
    }
  }
}

/** Points beside some crossings, inside both bodies if nothing else is near. */
function* pointsBeside(crossings: Crossings): Generator<number[]> {
  const { a, b, pairs, segments } = crossings;
  const diagonal = extent(crossings);
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

/** The diagonal of the box around all crossings. */
function extent({ segments }: Crossings): number {
  const box = emptyBox();
  for (const segment of segments) for (const point of segment) growBox(box, point);
  return Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
}

function innerPoint({ a, b }: Crossings, at: readonly number[]): InnerPoint | null {
  const inA = clearance(a, at);
  if (inA === null) return null;
  const inB = clearance(b, at);
  if (inB === null) return null;
  return { at, sum: (inA.radius + inB.radius) * (1 - ROUNDING), fromA: inA.away, fromB: inB.away };
}

/** The radius of a ball about a point inside a body, and the direction away from the nearest point of the surface; null outside. */
function clearance(body: PosedModel, at: readonly number[]): { radius: number; away: readonly number[] } | null {
  const { model, pose } = body;
  if (contains(model, pose, at).status !== 'inside') return null;
  const { lower: radius, point } = closestPoint(model, pose, at);
  if (!(radius > 0) || point === null) return null;
  const away = at.map((x, k) => x - point[k]);
  const length = Math.hypot(...away);
  return { radius, away: away.map((x) => x / length) };
}

/** A point with more clearance, uphill along the axes. */
function climbed(crossings: Crossings, from: InnerPoint): InnerPoint {
  let best = from;
  let reach = from.sum;
  for (let climb = 0; climb < CLIMBS; climb++) {
    const { at, sum } = best;
    for (let axis = 0; axis < 3; axis++) {
      for (const sign of [-1, 1]) {
        const next = innerPoint(
          crossings,
          at.map((x, k) => (k === axis ? x + sign * reach : x)),
        );
        if (next !== null && next.sum > best.sum) best = next;
      }
    }
    if (best.sum === sum) reach /= 2;
  }
  return best;
}

/** The best points of all regions and directions. */
function spreadPoints(crossings: Crossings, points: readonly InnerPoint[]): readonly InnerPoint[] {
  const near = SAME_POINT * extent(crossings);
  const kept: InnerPoint[] = [];
  for (const point of points) {
    if (kept.length === MOST_SPREAD) break;
    const isNew = kept.every(
      ({ at, fromA }) => dot(fromA, point.fromA) < SAME_DIRECTION || squaredDistance(at, point.at) > near * near,
    );
    if (isNew) kept.push(point);
  }
  return kept;
}

/** Balls of translations that balls at a point block; A has been moved there by `moved`. */
function blocked({ a, b }: Crossings, inner: InnerPoint, moved: readonly number[], upper: number): Ball[] {
  const inA = ballsAlong(a, inner.at, inner.fromA, upper);
  const inB = ballsAlong(b, inner.at, inner.fromB, upper);
  const far = norm1([...moved, ...Array.from(a.pose.position ?? ORIGIN)]);
  const balls: Ball[] = [];
  for (const p of inA) {
    for (const q of inB) {
      const radius = p[3] + q[3] - ROUNDING * (norm1(p) + norm1(q) + far);
      const ball: Ball = [q[0] - p[0] + moved[0], q[1] - p[1] + moved[1], q[2] - p[2] + moved[2], radius];
      if (balls.every((other) => !isWithin(ball, other))) balls.push(ball);
    }
  }
  return balls;
}

function isWithin(ball: Ball, other: Ball): boolean {
  return ball[3] <= other[3] && squaredDistance(ball, other) <= (other[3] - ball[3]) ** 2;
}

function norm1(numbers: readonly number[]): number {
  return numbers.reduce((sum, x) => sum + Math.abs(x), 0);
}

/** Balls in a body whose centres are in a direction from a point. */
function ballsAlong(body: PosedModel, at: readonly number[], direction: readonly number[], upper: number): Ball[] {
  const balls: Ball[] = [];
  for (const part of [0, ...RADII]) {
    const centre = at.map((x, k) => x + part * upper * direction[k]);
    const found = clearance(body, centre);
    if (found === null) break;
    balls.push([centre[0], centre[1], centre[2], found.radius]);
  }
  // The largest first: most others are within it.
  return balls.reverse();
}

function squaredDistance(a: readonly number[], b: readonly number[]): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
