// Is a point inside a closed surface? Decided by an exact count along the ray from the point in direction +x.
//
// A triangle counts if its projection along x winds around the projected point. This is decided edge by edge with a half-open rule:
// an edge spans the point's z if exactly one of its ends is at or below it, and counts if the point is strictly left of its upward
// direction. An edge gives the same result for both of its triangles, in opposite directions. So if the ray passes through edges
// and corners the counts still add up, as if the point had been moved by an infinitesimal amount. The side of the triangle's plane
// then decides whether it is ahead or behind.

import type { ExactCorners } from './exact-corners.ts';
import { isPointOnTriangle } from './triangle-triangle-exact.ts';

/** What `crossingAhead` returns when the point lies on the triangle itself. */
export const ON_TRIANGLE = 2;

/**
 * How the ray from the point x in direction +x crosses the triangle f, f+1, f+2: 1 if out through its front (the side
 * from which the corners turn counter-clockwise), −1 if in, 0 if it does not, ON_TRIANGLE if it starts on it.
 */
export function crossingAhead(p: ExactCorners, x: number, f: number): number {
  const side = p.orient3d(f, f + 1, f + 2, x);
  if (side === 0) return isPointOnTriangle(p, x, f) ? ON_TRIANGLE : 0;
  let turns = 0;
  for (let edge = 0; edge < 3; edge++) {
    const from = f + edge;
    const to = edge === 2 ? f : from + 1;
    const fromBelow = p.compare(2, from, x) <= 0;
    const toBelow = p.compare(2, to, x) <= 0;
    if (fromBelow === toBelow) continue;
    const left = fromBelow ? p.orient2d(0, from, to, x) > 0 : p.orient2d(0, to, from, x) > 0;
    if (left) turns += fromBelow ? 1 : -1;
  }
  // A triangle that turns counter-clockwise seen from +x faces that direction; it is ahead of the points behind it.
  return turns * side < 0 ? turns : 0;
}
