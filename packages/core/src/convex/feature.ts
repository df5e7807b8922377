// Features of a convex body, vertices, edges and triangles of its hull, and the step from one to the next.
//
// The Voronoi region of a feature contains the outside points whose nearest point is on it; planes bound it, one towards each
// neighbouring feature. Let p be in the feature F, and let d point from p to a point q, orthogonal to F. Then q is beyond the plane
// between F and a neighbour G if and only if G rises along d (Lin & Canny, "A fast algorithm for incremental distance calculation",
// 1991; Mirtich, "V-Clip", 1998):
// - from a vertex, towards each edge: d·(other end − vertex) > 0;
// - from an edge, towards the triangle on either side: d·(its third vertex − edge) > 0;
// - from a triangle, nowhere: beyond its sides the nearest point would not be p. Whether d leaves it on the outer side is not
//   tested here.
// Triangles of one flat face need no special case: across an edge between two of them nothing rises.

import { type ConvexBody, supportVertex } from './convex-body.ts';

/** Up to this many vertices the table is not slower than a climb from any start. */
const CLIMB_LIMIT = 16;

/**
 * The highest vertex along d of a feature and of its neighbours. The feature's vertices are the first `count` of `corners`, which
 * may contain repetitions. Three that are not a triangle of the hull are treated as one; of two that are not an edge, the higher is
 * used.
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

/** The gain is computed along the edge, so that its error is a part of the edge's length and not of the body's. */
function higherOf({ vertices }: ConvexBody, v: number, w: number, dx: number, dy: number, dz: number): number {
  const gain =
    dx * (vertices[3 * w] - vertices[3 * v]) +
    dy * (vertices[3 * w + 1] - vertices[3 * v + 1]) +
    dz * (vertices[3 * w + 2] - vertices[3 * v + 2]);
  return gain > 0 ? w : v;
}

/**
 * The vertex farthest along d (`supportVertex`) by a climb from `start`, for callers that know a vertex near it: each step is a
 * strict gain along an edge.
 */
export function supportVertexFrom(body: ConvexBody, start: number, directions: Float64Array, at: number): number {
  if (body.vertexCount <= CLIMB_LIMIT) return supportVertex(body, directions, at);
  const dx = directions[at];
  const dy = directions[at + 1];
  const dz = directions[at + 2];
  let here = start;
  // Gains within rounding could lead around a cycle of vertices; no climb is longer than the number of vertices.
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
