// Features of a convex body, vertices, edges and triangles of its hull, and the way from one to the next.
//
// The Voronoi region of a feature is where points outside have their nearest point on it; planes bound it, one towards each
// neighbouring feature. Let p be in the feature F, and d point from p to a point q square to F. Then q is beyond the plane
// between F and a neighbour G just where G rises along d (Lin & Canny, "A fast algorithm for incremental distance
// calculation", 1991; Mirtich, "V-Clip", 1998):
// - from a vertex, towards each edge: d·(other end − vertex) > 0;
// - from an edge, towards the triangle on either side: d·(its third vertex − edge) > 0;
// - from a triangle, nowhere: beyond its sides the nearest point would not be p. That d leaves it on the outer side is not
//   seen here.
// Triangles that make up one flat face need no care: across an edge between two of them nothing rises.

import { type ConvexBody, higherNeighbour } from './convex-body.ts';

/**
 * The highest vertex along d of a feature and of those it borders on. The feature's vertices are the first `count` of
 * `corners`, in which they may come repeatedly. Three that are no triangle of the hull pass for one; of two that are no edge,
 * the higher is taken.
 */
export function highestNearby(
  body: ConvexBody,
  corners: Int32Array,
  count: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const first = corners[0];
  let second = first;
  let third = first;
  for (let i = 1; i < count; i++) {
    if (corners[i] === first || corners[i] === second) continue;
    if (second === first) second = corners[i];
    else third = corners[i];
  }
  if (second === first) return higherNeighbour(body, first, dx, dy, dz);
  let top = higherOf(body, first, second, dx, dy, dz);
  if (third !== first) return higherOf(body, top, third, dx, dy, dz);

  const { neighbours, neighbourStart } = body;
  const start = neighbourStart[first];
  const end = neighbourStart[first + 1];
  let at = start;
  while (at < end && neighbours[at] !== second) at++;
  if (at === end) return higherNeighbour(body, top, dx, dy, dz);
  top = higherOf(body, top, neighbours[at === start ? end - 1 : at - 1], dx, dy, dz);
  return higherOf(body, top, neighbours[at + 1 === end ? start : at + 1], dx, dy, dz);
}

/** The gain is taken along the edge, so that its error is a part of the edge's length and not of the body's. */
function higherOf({ vertices }: ConvexBody, v: number, w: number, dx: number, dy: number, dz: number): number {
  const gain =
    dx * (vertices[3 * w] - vertices[3 * v]) +
    dy * (vertices[3 * w + 1] - vertices[3 * v + 1]) +
    dz * (vertices[3 * w + 2] - vertices[3 * v + 2]);
  return gain > 0 ? w : v;
}
