// Do two triangles touch? Decided exactly in all cases: crossing, touching, coplanar, collinear, single points.
//
// Only signs of ExactCorners are used, and all cases are covered:
//   * Two triangles in different planes: each is split by the other's plane, or one of them reaches that plane only with a corner
//     or an edge.
//   * In one plane: they are apart if and only if the line of a side separates them.
//   * A triangle without area is its edges; two such are compared edge by edge.
// This runs where the filter (triangle-triangle-filter.ts) does not decide, so it is written for clarity, not for speed.

import type { ExactCorners } from './exact-corners.ts';

/**
 * `crossing`: they lie in different planes and have a point inside both in common, or a collinear one passes through the interior
 * of the other; no small motion separates them. `touching`: they have a common point, but do not cross.
 */
export type TriangleRelation = 'disjoint' | 'touching' | 'crossing';

const EDGES = [
  [0, 1],
  [1, 2],
  [2, 0],
] as const;

/** Relation of the triangles with corners 0, 1, 2 and 3, 4, 5. */
export function relateTriangles(p: ExactCorners): TriangleRelation {
  const sidesB = sidesOf(p, 0, 3);
  if (isStrictlyAside(sidesB)) return 'disjoint';
  return relateBySides(p, sidesOf(p, 3, 0), sidesB);
}

/** The same, where it is known on which sides of the other's plane the corners of each triangle are. */
export function relateBySides(p: ExactCorners, sidesA: Sides, sidesB: Sides): TriangleRelation {
  if (isStrictlyAside(sidesA) || isStrictlyAside(sidesB)) return 'disjoint';
  if (areZero(sidesA) || areZero(sidesB)) return relateInPlane(p, sidesA, sidesB);
  const splitB = isSplit(sidesB);
  if (splitB && isSplit(sidesA)) return relateSplit(p, sidesA, sidesB);
  // One lies on one side of the other's plane: nothing crosses, and what they share is its corner or its edge in that plane.
  const touch = splitB ? touchesInPlane(p, 0, sidesA, 3) : touchesInPlane(p, 3, sidesB, 0);
  return touch ? 'touching' : 'disjoint';
}

/** All corners of one are in the plane of the other: both are in one plane, or one of them has no plane. */
function relateInPlane(p: ExactCorners, sidesA: Sides, sidesB: Sides): TriangleRelation {
  const flatA = isCollinear(p, 0);
  const flatB = isCollinear(p, 3);
  if (!(flatA || flatB)) return haveCommonCorner(p) || overlapInPlane(p) ? 'touching' : 'disjoint';
  if (flatA && flatB) {
    const intersect = EDGES.some(([a, b]) => EDGES.some(([c, d]) => segmentsIntersect(p, a, b, 3 + c, 3 + d)));
    return intersect ? 'touching' : 'disjoint';
  }
  // A degenerate triangle consists of its edges.
  const edges = flatA ? 0 : 3;
  const sides = flatA ? sidesA : sidesB;
  let relation: TriangleRelation = 'disjoint';
  for (const [a, b] of EDGES) {
    const met = relateSegment(p, edges + a, edges + b, 3 - edges, sides[a], sides[b]);
    if (met === 'crossing') return met;
    if (met === 'touching') relation = met;
  }
  return relation;
}

/** The corner or edge of the triangle t that is in the plane of the triangle f, which has area: do they intersect? */
function touchesInPlane(p: ExactCorners, t: number, sides: Sides, f: number): boolean {
  const first = sides[0] === 0 ? 0 : sides[1] === 0 ? 1 : 2;
  const last = sides[2] === 0 ? 2 : sides[1] === 0 ? 1 : 0;
  if (first === last) return pointInTriangle2d(p, facingAxis(p, f), t + first, f);
  return segmentIntersectsCoplanar(p, t + first, t + last, f);
}

/** Two triangles with area in one plane: they are apart if one is strictly beyond a side of the other. */
function overlapInPlane(p: ExactCorners): boolean {
  const drop = facingAxis(p, 0);
  return !(isBeyondSide(p, drop, 0, 3) || isBeyondSide(p, drop, 3, 0));
}

/** Whether the corners of the triangle t are strictly beyond one side of the triangle f. */
function isBeyondSide(p: ExactCorners, drop: number, f: number, t: number): boolean {
  const outside = -p.orient2d(drop, f, f + 1, f + 2);
  return (
    areOnSide(p, drop, f, f + 1, t, outside) ||
    areOnSide(p, drop, f + 1, f + 2, t, outside) ||
    areOnSide(p, drop, f + 2, f, t, outside)
  );
}

/** Whether the corners of the triangle t are strictly on one side of the line ab. */
function areOnSide(p: ExactCorners, drop: number, a: number, b: number, t: number, side: number): boolean {
  return (
    side * p.orient2d(drop, a, b, t) > 0 &&
    side * p.orient2d(drop, a, b, t + 1) > 0 &&
    side * p.orient2d(drop, a, b, t + 2) > 0
  );
}

/**
 * Two triangles that are each split by the other's plane touch if their intervals on the planes' common line overlap. Two signs
 * decide (Guigue and Devillers 2003), with the corner alone on its side first in each triangle, and each oriented so that the
 * other's lone corner is in front; both negative: the intervals overlap in more than a point.
 */
function relateSplit(p: ExactCorners, sidesA: Sides, sidesB: Sides): TriangleRelation {
  const loneA = loneCorner(sidesA);
  const loneB = loneCorner(sidesB);
  const [q1, r1] = others(0, loneA, sidesB[loneB] < 0);
  const [q2, r2] = others(3, loneB, sidesA[loneA] < 0);
  const first = p.orient3d(loneA, q1, 3 + loneB, q2);
  const second = p.orient3d(loneA, r1, r2, 3 + loneB);
  if (first > 0 || second > 0) return 'disjoint';
  return first < 0 && second < 0 ? 'crossing' : 'touching';
}

/** The corner that is alone on its side; with one corner in the plane, either of the other two works. */
function loneCorner(sides: Sides): number {
  for (let k = 0; k < 3; k++) {
    if (sides[k] !== 0 && sides[(k + 1) % 3] !== sides[k] && sides[(k + 2) % 3] !== sides[k]) return k;
  }
  return 0;
}

/** The corners after the lone one, in cyclic order, or reversed. */
function others(base: number, lone: number, turned: boolean): readonly [number, number] {
  const next = base + ((lone + 1) % 3);
  const last = base + ((lone + 2) % 3);
  return turned ? [last, next] : [next, last];
}

/** −1, 0 or 1 for each corner. */
export type Sides = readonly [number, number, number];

/** Signs of the corners t, t+1, t+2 against the plane of the triangle f. */
function sidesOf(p: ExactCorners, f: number, t: number): Sides {
  return [
    Math.sign(p.orient3d(f, f + 1, f + 2, t)),
    Math.sign(p.orient3d(f, f + 1, f + 2, t + 1)),
    Math.sign(p.orient3d(f, f + 1, f + 2, t + 2)),
  ];
}

function isStrictlyAside(sides: Sides): boolean {
  return sides[0] !== 0 && sides[0] === sides[1] && sides[1] === sides[2];
}

function areZero(sides: Sides): boolean {
  return sides[0] === 0 && sides[1] === 0 && sides[2] === 0;
}

function isSplit(sides: Sides): boolean {
  return Math.min(sides[0], sides[1], sides[2]) < 0 && Math.max(sides[0], sides[1], sides[2]) > 0;
}

function haveCommonCorner(p: ExactCorners): boolean {
  for (let a = 0; a < 3; a++) {
    for (let b = 3; b < 6; b++) {
      if (p.compare(0, a, b) === 0 && p.compare(1, a, b) === 0 && p.compare(2, a, b) === 0) return true;
    }
  }
  return false;
}

/** The segment ab and the triangle f, f+1, f+2, both possibly degenerate. */
export function relateSegmentTriangle(p: ExactCorners, a: number, b: number, f: number): TriangleRelation {
  if (isCollinear(p, f))
    return EDGES.some(([c, d]) => segmentsIntersect(p, a, b, f + c, f + d)) ? 'touching' : 'disjoint';
  const sideA = Math.sign(p.orient3d(f, f + 1, f + 2, a));
  const sideB = Math.sign(p.orient3d(f, f + 1, f + 2, b));
  return relateSegment(p, a, b, f, sideA, sideB);
}

/** The segment ab, whose ends are on these sides of its plane, and the non-degenerate triangle f. */
function relateSegment(
  p: ExactCorners,
  a: number,
  b: number,
  f: number,
  sideA: number,
  sideB: number,
): TriangleRelation {
  if (sideA === sideB) return sideA !== 0 || !segmentIntersectsCoplanar(p, a, b, f) ? 'disjoint' : 'touching';

  // The line ab intersects the plane in one point; it lies in the triangle if the line passes all three edges on one side.
  const s0 = Math.sign(p.orient3d(a, b, f, f + 1));
  const s1 = Math.sign(p.orient3d(a, b, f + 1, f + 2));
  const s2 = Math.sign(p.orient3d(a, b, f + 2, f));
  const least = Math.min(s0, s1, s2);
  const most = Math.max(s0, s1, s2);
  if (least < 0 && most > 0) return 'disjoint';
  return sideA + sideB === 0 && least === most ? 'crossing' : 'touching';
}

/** The segment ab lies in the plane of the triangle f: do they overlap? */
function segmentIntersectsCoplanar(p: ExactCorners, a: number, b: number, f: number): boolean {
  const drop = facingAxis(p, f);
  return (
    pointInTriangle2d(p, drop, a, f) ||
    segmentsIntersect2d(p, drop, a, b, f, f + 1) ||
    segmentsIntersect2d(p, drop, a, b, f + 1, f + 2) ||
    segmentsIntersect2d(p, drop, a, b, f + 2, f)
  );
}

/** An axis along which the non-degenerate triangle f still has area: dropping it keeps its plane one-to-one. */
export function facingAxis(p: ExactCorners, f: number): number {
  return p.orient2d(0, f, f + 1, f + 2) !== 0 ? 0 : p.orient2d(1, f, f + 1, f + 2) !== 0 ? 1 : 2;
}

function isCollinear(p: ExactCorners, f: number): boolean {
  return areCollinear(p, f, f + 1, f + 2);
}

export function areCollinear(p: ExactCorners, a: number, b: number, c: number): boolean {
  return p.orient2d(0, a, b, c) === 0 && p.orient2d(1, a, b, c) === 0 && p.orient2d(2, a, b, c) === 0;
}

/** Does the point a lie on the closed triangle f, f+1, f+2, which may be degenerate? */
export function isPointOnTriangle(p: ExactCorners, a: number, f: number): boolean {
  if (isCollinear(p, f)) return EDGES.some(([c, d]) => segmentsIntersect(p, a, a, f + c, f + d));
  return p.orient3d(f, f + 1, f + 2, a) === 0 && pointInTriangle2d(p, facingAxis(p, f), a, f);
}

function pointInTriangle2d(p: ExactCorners, drop: number, a: number, f: number): boolean {
  const s0 = p.orient2d(drop, f, f + 1, a);
  const s1 = p.orient2d(drop, f + 1, f + 2, a);
  const s2 = p.orient2d(drop, f + 2, f, a);
  return (s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0);
}

/** The segments ab and cd in space; either may be a point. */
export function segmentsIntersect(p: ExactCorners, a: number, b: number, c: number, d: number): boolean {
  if (p.orient3d(a, b, c, d) !== 0) return false;
  // Coplanar. A projection in which some three of the four are not collinear is one-to-one on their plane.
  for (let drop = 0; drop < 3; drop++) {
    const spread =
      p.orient2d(drop, a, b, c) !== 0 ||
      p.orient2d(drop, a, b, d) !== 0 ||
      p.orient2d(drop, a, c, d) !== 0 ||
      p.orient2d(drop, b, c, d) !== 0;
    if (spread) return segmentsIntersect2d(p, drop, a, b, c, d);
  }
  // All on one line: they overlap if their intervals do, along every axis (a line is monotone in each).
  for (let axis = 0; axis < 3; axis++) {
    if (Math.max(p.compare(axis, a, c), p.compare(axis, a, d), p.compare(axis, b, c), p.compare(axis, b, d)) < 0)
      return false;
    if (Math.min(p.compare(axis, a, c), p.compare(axis, a, d), p.compare(axis, b, c), p.compare(axis, b, d)) > 0)
      return false;
  }
  return true;
}

/** The segments ab and cd in the projection along the axis `drop`. */
function segmentsIntersect2d(p: ExactCorners, drop: number, a: number, b: number, c: number, d: number): boolean {
  const sC = Math.sign(p.orient2d(drop, a, b, c));
  const sD = Math.sign(p.orient2d(drop, a, b, d));
  const sA = Math.sign(p.orient2d(drop, c, d, a));
  const sB = Math.sign(p.orient2d(drop, c, d, b));
  if (sC * sD < 0 && sA * sB < 0) return true;
  return (
    (sC === 0 && isBetween2d(p, drop, a, b, c)) ||
    (sD === 0 && isBetween2d(p, drop, a, b, d)) ||
    (sA === 0 && isBetween2d(p, drop, c, d, a)) ||
    (sB === 0 && isBetween2d(p, drop, c, d, b))
  );
}

/** x is on the line ab (in the projection along `drop`): is it on the segment? */
function isBetween2d(p: ExactCorners, drop: number, a: number, b: number, x: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (axis === drop) continue;
    if (p.compare(axis, x, a) < 0 && p.compare(axis, x, b) < 0) return false;
    if (p.compare(axis, x, a) > 0 && p.compare(axis, x, b) > 0) return false;
  }
  return true;
}
