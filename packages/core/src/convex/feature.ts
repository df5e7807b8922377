// Features of a convex body, vertices, edges and triangles of its hull, and the step from one to the next.
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

import { type ConvexBody, supportVertex } from './convex-body.ts';

/** Up to this many vertices the table is not slower than a climb, from however near. */
const CLIMB_LIMIT = 16;

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

/** The vertex farthest along d (`supportVertex`) by a climb from `start`, for a reader who knows a vertex near it: each step is a strict gain along the edge taken. */
export function supportVertexFrom(body: ConvexBody, start: number, directions: Float64Array, at: number): number {
  if (body.vertexCount <= CLIMB_LIMIT) return supportVertex(body, directions, at);
  const dx = directions[at];
  const dy = directions[at + 1];
  const dz = directions[at + 2];
  let here = start;
  // Gains of rounding size could in principle lead around in a circle of vertices; none is longer than the body.
  for (let steps = body.vertexCount; steps > 0; steps--) {
    const next = higherNeighbour(body, here, dx, dy, dz);
    if (next === here) break;
    here = next;
  }
  return here;
}

/** The neighbour of a vertex that is the highest along d, or the vertex itself where none is higher. */
function higherNeighbour(body: ConvexBody, vertex: number, dx: number, dy: number, dz: number): number {
  const { vertices, neighbours, neighbourStart } = body;
  const x = vertices[3 * vertex];
  const y = vertices[3 * vertex + 1];
  const z = vertices[3 * vertex + 2];
  let best = vertex;
  let bestGain = 0;
  for (let k = neighbourStart[vertex], end = neighbourStart[vertex + 1]; k < end; k++) {
    const at = 3 * neighbours[k];
    const gain = dx * (vertices[at] - x) + dy * (vertices[at + 1] - y) + dz * (vertices[at + 2] - z);
    if (gain > bestGain) {
      bestGain = gain;
      best = neighbours[k];
    }
  }
  return best;
}
