// Do two triangles with common corners have other points in common? Decided exactly for all triangles.
//
// Neighbours in a mesh always touch in a common corner or edge. They collide if they have another common point, that is, if their
// intersection is more than the hull of the common corners.
//
//   One common corner v.  The common part is convex and holds v. If it holds another point p, the ray from v through p
//     leaves one of the triangles first, through its side opposite to v and within the other. So it is enough to test whether
//     either opposite side intersects the other triangle.
//   Two common corners.   Each triangle meets the line of the common edge in that edge. Beyond the line they meet only if
//     their planes are one and both third corners are on one side of it.
//   Three.                Both are the same triangle, which is the hull of what they share.
//
// A triangle without area consists of the segments from a common corner to its other corners, and is tested as such.

import type { ExactCorners } from './exact-corners.ts';
import {
  areCollinear,
  facingAxis,
  isPointOnTriangle,
  relateSegmentTriangle,
  segmentsIntersect,
} from './triangle-triangle-exact.ts';

/**
 * Whether the triangles with corners 0, 1, 2 and 3, 4, 5 have more in common than the hull of their first `shared` corners,
 * which are equal in pairs: 0 and 3, then 1 and 4, then 2 and 5.
 */
export function intersectBeyondShared(p: ExactCorners, shared: 1 | 2 | 3): boolean {
  if (shared === 3) return false;
  return shared === 2 ? intersectBeyondEdge(p) : intersectBeyondCorner(p);
}

function intersectBeyondCorner(p: ExactCorners): boolean {
  // The usual case first: one is strictly on one side of the other's plane except for the common corner.
  if (areAside(p, 3, 1, 2) || areAside(p, 0, 4, 5)) return false;
  const flatA = areCollinear(p, 0, 1, 2);
  const flatB = areCollinear(p, 3, 4, 5);
  if (flatA && flatB) return [1, 2].some((a) => [4, 5].some((b) => spokesOverlap(p, a, b)));
  if (flatA) return [1, 2].some((a) => spokeHitsTriangle(p, a, 3));
  if (flatB) return [4, 5].some((b) => spokeHitsTriangle(p, b, 0));
  return relateSegmentTriangle(p, 1, 2, 3) !== 'disjoint' || relateSegmentTriangle(p, 4, 5, 0) !== 'disjoint';
}

function intersectBeyondEdge(p: ExactCorners): boolean {
  if (p.orient3d(0, 1, 2, 5) !== 0) return false; // the usual case: two planes
  if (areEqual(p, 0, 1)) return spokesOverlap(p, 2, 5);
  const flatA = areCollinear(p, 0, 1, 2);
  const flatB = areCollinear(p, 3, 4, 5);
  if (flatA && flatB)
    return (isBeyond(p, 0, 1, 2) && isBeyond(p, 0, 1, 5)) || (isBeyond(p, 1, 0, 2) && isBeyond(p, 1, 0, 5));
  if (flatA || flatB) return false;
  const drop = facingAxis(p, 0);
  return p.orient2d(drop, 0, 1, 2) > 0 === p.orient2d(drop, 0, 1, 5) > 0;
}

/** Whether a and b are strictly on one side of the plane of the triangle f. */
function areAside(p: ExactCorners, f: number, a: number, b: number): boolean {
  const side = p.orient3d(f, f + 1, f + 2, a);
  return side !== 0 && Math.sign(p.orient3d(f, f + 1, f + 2, b)) === Math.sign(side);
}

/** The segment from the common corner to a, and the triangle f that has area and the common corner as its first. */
function spokeHitsTriangle(p: ExactCorners, a: number, f: number): boolean {
  return !areEqual(p, f, a) && (isPointOnTriangle(p, a, f) || segmentsIntersect(p, f, a, f + 1, f + 2));
}

/** Two segments from the common corner: do they have the same direction? */
function spokesOverlap(p: ExactCorners, a: number, b: number): boolean {
  if (areEqual(p, 0, a) || areEqual(p, 0, b)) return false;
  return segmentsIntersect(p, a, a, 0, b) || segmentsIntersect(p, b, b, 0, a);
}

/** x is on the line of two different points: is it beyond `to` from `from`? */
function isBeyond(p: ExactCorners, from: number, to: number, x: number): boolean {
  return !areEqual(p, to, x) && segmentsIntersect(p, to, to, from, x);
}

function areEqual(p: ExactCorners, a: number, b: number): boolean {
  return p.compare(0, a, b) === 0 && p.compare(1, a, b) === 0 && p.compare(2, a, b) === 0;
}
