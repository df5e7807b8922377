// The hulls of many runs of points as flat graphs, for hill-climb.ts.

import { FlatHull } from './flat-hull.ts';
import { HullSurface } from './hull-surface.ts';

/** Up to this many vertices a test of each is as fast as a climb, so that edges are not kept. A count. */
const SCAN_LIMIT = 32;

/** Directions of coordinates −1, 0 and 1, by `directionNumber`; 0, 0, 0 is none. */
export const DIRECTIONS = 27;

/** The number of a direction of coordinates −1, 0 and 1. */
export function directionNumber(x: number, y: number, z: number): number {
  return 13 + 9 * x + 3 * y + z;
}

/** The number of the opposite direction. */
export function oppositeNumber(n: number): number {
  return DIRECTIONS - 1 - n;
}

/** Convex hulls of a tree with their edges, for volumes of {@link VolumeTree}. */
export interface HullGraphs {
  /** The points that the vertices are among, three coordinates each. */
  readonly points: Float64Array;
  /** Hull h has the vertices first[h] … first[h + 1] − 1. */
  readonly first: Int32Array;
  /** Offset of the coordinates of each vertex in `points`. */
  readonly vertices: Int32Array;
  /** Vertex v is joined to neighbours[firstNeighbour[v]] … neighbours[firstNeighbour[v + 1] − 1]; small hulls keep none. */
  readonly firstNeighbour: Int32Array;
  readonly neighbours: Int32Array;
  /** Offset of a hull's DIRECTIONS vertices in `starts`, one per direction; −1 for a small hull. */
  readonly firstStart: Int32Array;
  /**
   * Start vertices of the climbs near each direction: the extreme vertex along it, and later the end of the last such climb. This
   * is the only mutable part, and no result depends on it: 12 heights a climb on average from the extreme vertices, 8.5 where a
   * body rotates by 1° between queries, 13.5 for random poses.
   */
  readonly starts: Int32Array;
  /** Largest |x| + |y| + |z| of a point. */
  readonly reach: number;
}

/** One hull a run: `counts[h]` ≥ 1 finite points from point `firsts[h]` on. */
export function buildHullGraphs(points: Float64Array, firsts: Int32Array, counts: Int32Array): HullGraphs {
  const surface = new HullSurface();
  const flat = new FlatHull();
  const builder = new GraphBuilder(
    points,
    counts.reduce((longest, count) => Math.max(longest, count), 0),
  );
  for (let h = 0; h < firsts.length; h++) {
    const dimension = surface.build(points, firsts[h], counts[h]);
    if (dimension === 3) builder.addSurface(surface, firsts[h]);
    else {
      flat.build(surface, dimension);
      builder.addOutline(flat, firsts[h]);
    }
  }
  return builder.finish();
}

class GraphBuilder {
  readonly #points: Float64Array;
  readonly #first: number[] = [0];
  readonly #vertices: number[] = [];
  readonly #firstNeighbour: number[] = [0];
  readonly #neighbours: number[] = [];
  readonly #firstStart: number[] = [];
  readonly #starts: number[] = [];
  /** Number of edges at each point of the run, then the offset of the next one. */
  readonly #degrees: Int32Array;
  /** The vertex that each point of the run has become. */
  readonly #vertexOf: Int32Array;

  constructor(points: Float64Array, longestRun: number) {
    this.#points = points;
    this.#degrees = new Int32Array(longestRun);
    this.#vertexOf = new Int32Array(longestRun);
  }

  /** A solid hull: every edge is visited once in each direction, once per facet. */
  addSurface(surface: HullSurface, firstPoint: number): void {
    const { corners, facetSlots, pointCount } = surface;
    const degrees = this.#degrees;
    const vertexOf = this.#vertexOf;
    const vertices = this.#vertices;
    const neighbours = this.#neighbours;
    degrees.fill(0, 0, pointCount);
    for (let f = 0; f < facetSlots; f++) {
      if (!surface.isFacet(f)) continue;
      for (let edge = 3 * f; edge < 3 * f + 3; edge++) degrees[corners[edge]]++;
    }
    const begin = vertices.length;
    for (let i = 0; i < pointCount; i++) {
      if (degrees[i] === 0) continue;
      vertexOf[i] = vertices.length;
      vertices.push(3 * (firstPoint + i));
    }
    if (this.#isSmall(begin)) {
      this.#close(begin);
      return;
    }
    let next = neighbours.length;
    for (let i = 0; i < pointCount; i++) {
      if (degrees[i] === 0) continue;
      const degree = degrees[i];
      degrees[i] = next;
      next += degree;
      this.#firstNeighbour.push(next);
    }
    for (let k = neighbours.length; k < next; k++) neighbours.push(0);
    for (let f = 0; f < facetSlots; f++) {
      if (!surface.isFacet(f)) continue;
      for (let edge = 3 * f; edge < 3 * f + 3; edge++) {
        const to = corners[edge === 3 * f + 2 ? 3 * f : edge + 1];
        neighbours[degrees[corners[edge]]++] = vertexOf[to];
      }
    }
    this.#close(begin);
  }

  /** A polygon, the ends of a segment, or a point: each vertex is joined to the one before and the one after. */
  addOutline({ outline, length: outlineLength }: FlatHull, firstPoint: number): void {
    const begin = this.#vertices.length;
    for (let i = 0; i < outlineLength; i++) this.#vertices.push(3 * (firstPoint + outline[i]));
    if (!this.#isSmall(begin)) {
      for (let i = 0; i < outlineLength; i++) {
        this.#neighbours.push(begin + ((i + 1) % outlineLength), begin + ((i + outlineLength - 1) % outlineLength));
        this.#firstNeighbour.push(this.#neighbours.length);
      }
    }
    this.#close(begin);
  }

  finish(): HullGraphs {
    return {
      points: this.#points,
      first: Int32Array.from(this.#first),
      vertices: Int32Array.from(this.#vertices),
      firstNeighbour: Int32Array.from(this.#firstNeighbour),
      neighbours: Int32Array.from(this.#neighbours),
      firstStart: Int32Array.from(this.#firstStart),
      starts: Int32Array.from(this.#starts),
      reach: reachOf(this.#points),
    };
  }

  #isSmall(begin: number): boolean {
    return this.#vertices.length - begin <= SCAN_LIMIT;
  }

  #close(begin: number): void {
    const end = this.#vertices.length;
    this.#first.push(end);
    if (this.#isSmall(begin)) {
      this.#firstStart.push(-1);
      for (let v = begin; v < end; v++) this.#firstNeighbour.push(this.#neighbours.length);
      return;
    }
    this.#firstStart.push(this.#starts.length);
    for (let x = -1; x <= 1; x++) {
      for (let y = -1; y <= 1; y++) for (let z = -1; z <= 1; z++) this.#starts.push(this.#highest(begin, end, x, y, z));
    }
  }

  #highest(begin: number, end: number, x: number, y: number, z: number): number {
    let best = begin;
    let bestHeight = -Infinity;
    for (let v = begin; v < end; v++) {
      const p = this.#vertices[v];
      const height = x * this.#points[p] + y * this.#points[p + 1] + z * this.#points[p + 2];
      if (height > bestHeight) {
        bestHeight = height;
        best = v;
      }
    }
    return best;
  }
}

function reachOf(points: Float64Array): number {
  let reach = 0;
  for (let k = 0; k < points.length; k += 3) {
    reach = Math.max(reach, Math.abs(points[k]) + Math.abs(points[k + 1]) + Math.abs(points[k + 2]));
  }
  return reach;
}
