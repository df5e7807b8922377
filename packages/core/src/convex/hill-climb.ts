// The vertex of a hull that is farthest along a direction, by hill climbing: move to the highest neighbour while there is a higher
// one (Lin, proximity lectures, 2004: "Building Trees of k-dops", after I-COLLIDE).
//
// Departure: a climb on rounded heights can stop on a nearly flat top far from the highest vertex and, where edges are short, well
// below it. The following makes the height found equal to that of a test of every vertex, to the bit, for every start of the climb.
//
// On a convex surface the part above a plane is connected, and so is the graph of the vertices above it. (The surface of
// hull-surface.ts is convex exactly, including flat faces and polygons.) Let the error of each rounded height be at most ε. A climb
// that has reached a vertex b with a neighbour less than 2ε below floods the top: it visits all vertices connected to the best
// vertex by vertices less than 2ε below it, and keeps the best. Let w be any vertex with a rounded height above that of the final
// best, b. Exactly, b and w are at least at height(b) − ε, so a path of vertices at or above this level joins them. Their rounded
// heights are at least height(b) − 2ε, so the flood reached w and kept it: a contradiction.

import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { type HullGraphs, oppositeNumber } from './hull-graph.ts';

/**
 * 2ε in parts of (largest |component| of the direction)·(reach of the points): a dot product of three terms rounds by 3u
 * of that; the rest covers the rounding of these factors. Dimensionless.
 */
const PLATEAU = 8 * UNIT_ROUNDOFF;

/** More than the six products of two heights lose by underflow. An area. */
const UNDERFLOW = 2 ** -1070;

// State of the flood in progress: the vertices visited, in order, and a stamp for each vertex of the hull.
let visited: Int32Array = new Int32Array(64);
let stamps: Int32Array = new Int32Array(64);
let stamp = 0;

/**
 * Writes to `out` how far a hull reaches along the direction at directions[at] and along its opposite: the largest
 * rounded dot product with a vertex of each. `near` is the number of a direction near it: a climb begins where one
 * that was near it last ended.
 */
export function writeHullSupports(
  graphs: HullGraphs,
  hull: number,
  directions: Float64Array,
  at: number,
  near: number,
  out: Float64Array,
  outAt: number,
): void {
  const { points, vertices, first, firstStart, starts } = graphs;
  const dx = directions[at];
  const dy = directions[at + 1];
  const dz = directions[at + 2];
  let high = -Infinity;
  let low = Infinity;
  if (firstStart[hull] < 0) {
    const end = first[hull + 1];
    for (let v = first[hull]; v < end; v++) {
      const p = vertices[v];
      const height = dx * points[p] + dy * points[p + 1] + dz * points[p + 2];
      if (height > high) high = height;
      if (height < low) low = height;
    }
  } else {
    const begin = firstStart[hull];
    const opposite = oppositeNumber(near);
    const top = climbHull(graphs, hull, starts[begin + near], directions, at, 1);
    const bottom = climbHull(graphs, hull, starts[begin + opposite], directions, at, -1);
    starts[begin + near] = top;
    starts[begin + opposite] = bottom;
    let p = vertices[top];
    high = dx * points[p] + dy * points[p + 1] + dz * points[p + 2];
    p = vertices[bottom];
    low = dx * points[p] + dy * points[p + 1] + dz * points[p + 2];
  }
  out[outAt] = high;
  out[outAt + 1] = -low;
}

/**
 * A vertex of `hull`, one that keeps its edges, that is farthest along `sign` (1 or −1) times the direction at
 * directions[at], in rounded arithmetic. The climb begins at `start`, any vertex of the hull.
 */
export function climbHull(
  graphs: HullGraphs,
  hull: number,
  start: number,
  directions: Float64Array,
  at: number,
  sign: number,
): number {
  const dx = sign * directions[at];
  const dy = sign * directions[at + 1];
  const dz = sign * directions[at + 2];
  const { points, vertices, firstNeighbour, neighbours } = graphs;
  const plateau = plateauHeight(dx, dy, dz, graphs.reach);
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
    return nextHeight < height - plateau ? vertex : floodTop(graphs, hull, vertex, directions, at, sign);
  }
}

function floodTop(
  graphs: HullGraphs,
  hull: number,
  from: number,
  directions: Float64Array,
  at: number,
  sign: number,
): number {
  const dx = sign * directions[at];
  const dy = sign * directions[at + 1];
  const dz = sign * directions[at + 2];
  const plateau = plateauHeight(dx, dy, dz, graphs.reach);
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

/** 2ε, as in the head of this file. */
function plateauHeight(dx: number, dy: number, dz: number, reach: number): number {
  return PLATEAU * Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz)) * reach + UNDERFLOW;
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
