// The vertex of a hull that is farthest along a direction, by hill climbing: walk to the highest neighbour as long as
// there is a higher one (Lin, proximity course, 2004: "Building Trees of k-dops", after I-COLLIDE).
//
// Departure: a climb on rounded heights can stall on a nearly flat top far from the highest vertex and, where edges are
// short, well below it. What follows makes the height found that of a look at every vertex, to the bit, wherever the
// climb began.
//
// On a convex surface the part above a plane is one piece, and so is the graph of the vertices above it. (The surface of
// hull-surface.ts is convex exactly; flat faces and polygons are no exception.) Let each rounded height be off by at most
// ε. A climb that has come to a vertex b with a neighbour less than 2ε below floods the top: it visits all that is joined
// to the best vertex by vertices less than 2ε below it, and takes what is better. Let w be any vertex with a rounded
// height above that of the last best, b. Exactly, b and w are at least at height(b) − ε, so a path of vertices at or
// above this level joins them; their rounded heights are at least height(b) − 2ε; so the flood came to w, and took it.

import { UNIT_ROUNDOFF } from '../scalar/tolerance.ts';
import type { HullGraphs } from './hull-graph.ts';

/**
 * 2ε in parts of (largest |component| of the direction)·(reach of the points): a dot product of three terms rounds by 3u
 * of that; the rest covers the rounding of these factors. Dimensionless.
 */
const PLATEAU = 8 * UNIT_ROUNDOFF;

/** More than the six products of two heights lose by underflow. An area. */
const UNDERFLOW = 2 ** -1070;

// Of the flood under way: the vertices visited, in order, and a stamp for each vertex of the hull.
let visited: Int32Array = new Int32Array(64);
let stamps: Int32Array = new Int32Array(64);
let stamp = 0;

/** A vertex of `hull`, which has edges, that is farthest along (dx, dy, dz) in rounded arithmetic; starts at `start`. */
export function climbHull(
  graphs: HullGraphs,
  hull: number,
  start: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const { points, vertices, firstNeighbour, neighbours } = graphs;
  let p = vertices[start];
  let vertex = start;
  let height = dx * points[p] + dy * points[p + 1] + dz * points[p + 2];
  for (;;) {
    let next = vertex;
    let nextHeight = -Infinity;
    const end = firstNeighbour[vertex + 1];
    for (let k = firstNeighbour[vertex]; k < end; k++) {
      p = vertices[neighbours[k]];
      const h = dx * points[p] + dy * points[p + 1] + dz * points[p + 2];
      if (h > nextHeight) {
        nextHeight = h;
        next = neighbours[k];
      }
    }
    if (nextHeight > height) {
      vertex = next;
      height = nextHeight;
      continue;
    }
    const plateau = PLATEAU * Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz)) * graphs.reach + UNDERFLOW;
    return nextHeight < height - plateau ? vertex : floodTop(graphs, hull, vertex, dx, dy, dz, plateau);
  }
}

function floodTop(
  graphs: HullGraphs,
  hull: number,
  from: number,
  dx: number,
  dy: number,
  dz: number,
  plateau: number,
): number {
  const { points, vertices, firstNeighbour, neighbours, first } = graphs;
  const base = first[hull];
  openFlood(first[hull + 1] - base);
  let best = from;
  let p = vertices[from];
  let height = dx * points[p] + dy * points[p + 1] + dz * points[p + 2];
  let count = 0;
  visited[count++] = from;
  stamps[from - base] = stamp;
  for (let k = 0; k < count; k++) {
    const end = firstNeighbour[visited[k] + 1];
    for (let n = firstNeighbour[visited[k]]; n < end; n++) {
      const vertex = neighbours[n];
      if (stamps[vertex - base] === stamp) continue;
      p = vertices[vertex];
      const h = dx * points[p] + dy * points[p + 1] + dz * points[p + 2];
      if (h < height - plateau) continue;
      stamps[vertex - base] = stamp;
      visited[count++] = vertex;
      if (h > height) {
        height = h;
        best = vertex;
      }
    }
  }
  return best;
}

function openFlood(vertices: number): void {
  if (stamps.length < vertices) {
    visited = new Int32Array(2 * vertices);
    stamps = new Int32Array(2 * vertices);
  }
  stamp = (stamp + 1) | 0;
  if (stamp <= 0) {
    stamps.fill(0);
    stamp = 1;
  }
}
