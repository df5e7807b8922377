// Do two triangles with common corners have other points in common? Decided exactly for all triangles.
//
// Neighbours in a mesh always touch in a common corner or edge. They collide if they have another common point, that is, if their
// intersection is more than the hull of the common corners.
//
//   One common corner v.  Near v each triangle is the wedge of its other corners: p₁ and p₂ of A, q₁ and q₂ of B, seen from v. They
//     have more than v in common if and only if the wedges have a ray in common. Let sᵢ = det(p₁, p₂, qᵢ) and tᵢ = det(q₁, q₂, pᵢ).
//     If each wedge is split by the other's plane, both planes have a line in common, and B's half of it is y = |s₂|q₁ + |s₁|q₂.
//     With y = αp₁ + βp₂, α·s₁ = det(y, p₂, q₁) = |s₁|·t₂: A's half is the same where s₁ and t₂ have one sign. Otherwise a side of
//     one is in the other's plane and within its wedge, or not.
//   Two common corners.   Each triangle meets the line of the common edge in that edge. Beyond the line they meet only if
//     their planes are one and both third corners are on one side of it.
//   Three.                Both are the same triangle, which is the hull of what they share.
//
// A triangle without area consists of the segments from a common corner to its other corners, and is tested as such.

import type { ExactCorners } from './exact-corners.ts';
import { areCollinear, facingAxis, isPointOnTriangle, segmentsIntersect } from './triangle-triangle-exact.ts';

/**
 * Whether the triangles with corners 0, 1, 2 and 3, 4, 5 have more in common than the hull of their first `shared` corners,
 * which are equal in pairs: 0 and 3, then 1 and 4, then 2 and 5.
 */
export function intersectBeyondShared(p: ExactCorners, shared: 1 | 2 | 3): boolean {
  if (shared === 3) return false;
  return shared === 2 ? intersectBeyondEdge(p) : intersectBeyondCorner(p);
}

function intersectBeyondCorner(p: ExactCorners): boolean {
  const s1 = Math.sign(p.orient3d(0, 1, 2, 4));
  const s2 = Math.sign(p.orient3d(0, 1, 2, 5));
  if (s1 !== 0 && s1 === s2) return false; // the usual case: one is strictly on one side of the other's plane
  const t1 = Math.sign(p.orient3d(3, 4, 5, 1));
  const t2 = Math.sign(p.orient3d(3, 4, 5, 2));
  if (t1 !== 0 && t1 === t2) return false;
  if (s1 * s2 < 0 && t1 * t2 < 0) return s1 === t2;
  if ((s1 === 0 && s2 === 0) || (t1 === 0 && t2 === 0)) return intersectInPlane(p);
  if (s1 * s2 < 0) return isInWedge(p, facingAxis(p, 3), t1 === 0 ? 1 : 2, 3);
  return isInWedge(p, facingAxis(p, 0), s1 === 0 ? 4 : 5, 0);
}

/** One common corner, and both triangles in one plane, or one of them without one. */
function intersectInPlane(p: ExactCorners): boolean {
  const flatA = areCollinear(p, 0, 1, 2);
  const flatB = areCollinear(p, 3, 4, 5);
  if (flatA && flatB) return [1, 2].some((a) => [4, 5].some((b) => spokesOverlap(p, a, b)));
  if (flatA) return [1, 2].some((a) => spokeHitsTriangle(p, a, 3));
  if (flatB) return [4, 5].some((b) => spokeHitsTriangle(p, b, 0));
  const drop = facingAxis(p, 0);
  return isInWedge(p, drop, 4, 0) || isInWedge(p, drop, 5, 0) || isInWedge(p, drop, 1, 3);
}

/** Whether a, in the plane of the triangle f that has area, is seen from its first corner between the two others. */
function isInWedge(p: ExactCorners, drop: number, a: number, f: number): boolean {
  const turn = p.orient2d(drop, f, f + 1, f + 2);
  return turn * p.orient2d(drop, f, f + 1, a) >= 0 && turn * p.orient2d(drop, f, a, f + 2) >= 0;
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
