// A convex polytope with its support mapping: the vertex farthest along a direction d.
//
// A table of directions lists the few vertices to compare (support-table.ts). If a vertex near the farthest is known, hill climbing
// over neighbours replaces the table. In exact arithmetic a vertex with no higher neighbour is the farthest. Where the body is
// almost flat the gains of a climb are small; each is computed from the edge, so that its error is a part of the edge's length and
// not of the body's. On hulls of rounded points, full of almost straight edges and almost flat corners, climbs from many starts
// ended within 2u of the body's radius of the farthest vertex.

import type { InnerBall } from './inner-ball.ts';
import { convexHull, type Hull, solidHull } from './quickhull.ts';
import { buildSupportTable, listAll, mapCell, type SupportTable } from './support-table.ts';

const NONE = new Uint32Array(0);

/** A convex hull: the data of a body. */
export interface HullParts {
  /** 0: a point; 1: a segment; 2: a polygon; 3: a solid. */
  readonly dimension: 0 | 1 | 2 | 3;
  /** x, y, z of the extreme points. */
  readonly vertices: Float64Array;
  /** Which of the given points each vertex is. */
  readonly source: Uint32Array;
  /** Three vertices a triangle, counter-clockwise from outside; both sides of a polygon. */
  readonly triangles: Uint32Array;
  /**
   * The neighbours of vertex v are neighbours[k] for neighbourStart[v] ≤ k < neighbourStart[v + 1], counter-clockwise from
   * outside: v and any two in succession are a triangle, and an edge lies between those of the neighbours beside it.
   */
  readonly neighbourStart: Uint32Array;
  readonly neighbours: Uint32Array;
}

export interface ConvexBody extends HullParts, SupportTable {
  readonly vertexCount: number;
  /** Largest distance of a vertex from the origin. */
  readonly radius: number;
  /** The farthest vertex along d of a body without a table (round-body.ts). */
  support?(dx: number, dy: number, dz: number): number;
  /** A ball in the body, computed on first use (inner-ball.ts). */
  ball: InnerBall | null;
  /**
   * Simpler hulls, each of some of the vertices of the previous one; the first is of this body. `source` maps to the previous
   * hull's vertices. Empty unless made by hull-levels.ts.
   */
  readonly coarser: readonly ConvexBody[];
}

/** The hull of the points (x, y, z each), which should lie around the origin: rounding grows with the radius. */
export function buildConvexBody(points: Float64Array): ConvexBody {
  return bodyOf(buildHullParts(points));
}

/** The same where the hull has volume; else null. The points are known to be finite. */
export function buildSolidBody(points: Float64Array): ConvexBody | null {
  const hull = solidHull(points);
  return hull === null ? null : bodyOf(partsOf(points, hull));
}

function bodyOf(hull: HullParts): ConvexBody {
  return convexBody(hull, buildSupportTable(hull.vertices, hull.neighbourStart, hull.neighbours));
}

/** The hull alone, for callers that need no supports, or need them later. */
export function buildHullParts(points: Float64Array): HullParts {
  return partsOf(points, convexHull(points));
}

function partsOf(points: Float64Array, { dimension, vertices: source, triangles: corners }: Hull): HullParts {
  const vertexCount = source.length;
  const vertices = new Float64Array(3 * vertexCount);
  const vertexOf = new Map<number, number>();
  source.forEach((point, v) => {
    vertices.set(points.subarray(3 * point, 3 * point + 3), 3 * v);
    vertexOf.set(point, v);
  });
  const triangles = corners.map((point) => vertexOf.get(point) ?? 0);
  const rings = vertexRings(vertexCount, triangles);
  const neighbourStart = new Uint32Array(vertexCount + 1);
  rings.forEach((ring, v) => {
    neighbourStart[v + 1] = neighbourStart[v] + ring.length;
  });
  return { dimension, vertices, source, triangles, neighbourStart, neighbours: Uint32Array.from(rings.flat()) };
}

/** A hull with a table of its vertices. */
export function convexBody(hull: HullParts, table: SupportTable): ConvexBody {
  const { dimension, vertices, source, triangles, neighbourStart, neighbours } = hull;
  return {
    dimension,
    vertices,
    vertexCount: vertices.length / 3,
    source,
    triangles,
    neighbourStart,
    neighbours,
    mapSide: table.mapSide,
    cellStart: table.cellStart,
    cellVertices: table.cellVertices,
    radius: largestNorm(vertices),
    ball: null,
    coarser: [],
  };
}

/** A body of a few vertices that is rewritten repeatedly: the caller sets `vertices` and `radius`. */
export class SmallBody implements ConvexBody {
  readonly dimension = 2;
  readonly vertices: Float64Array;
  readonly vertexCount: number;
  readonly source: Uint32Array = NONE;
  readonly triangles: Uint32Array = NONE;
  readonly neighbourStart: Uint32Array = NONE;
  readonly neighbours: Uint32Array = NONE;
  readonly mapSide: number;
  readonly cellStart: Uint32Array;
  readonly cellVertices: Uint32Array;
  /** Always the first vertex alone. */
  readonly ball: InnerBall;
  readonly coarser: readonly ConvexBody[] = [];
  radius = 0;

  constructor(vertexCount: number) {
    const { mapSide, cellStart, cellVertices } = listAll(vertexCount);
    this.vertices = new Float64Array(3 * vertexCount);
    this.vertexCount = vertexCount;
    this.mapSide = mapSide;
    this.cellStart = cellStart;
    this.cellVertices = cellVertices;
    this.ball = { middle: this.vertices.subarray(0, 3), radius: 0 };
  }
}

function largestNorm(vertices: Float64Array): number {
  let largestSq = 0;
  for (let k = 0; k < vertices.length; k += 3) {
    const x = vertices[k];
    const y = vertices[k + 1];
    const z = vertices[k + 2];
    largestSq = Math.max(largestSq, x * x + y * y + z * z);
  }
  return Math.sqrt(largestSq);
}

/**
 * The vertex of `body` farthest along d ≠ 0, to rounding: no vertex is farther by more than a few u·|d|·radius. Heights are
 * compared along the edges between candidates, so that their error is a part of those, not of the body.
 */
export function supportVertex(body: ConvexBody, directions: Float64Array, at: number): number {
  const dx = directions[at];
  const dy = directions[at + 1];
  const dz = directions[at + 2];
  const { vertices, cellStart, cellVertices, mapSide } = body;
  if (mapSide < 0) return roundSupport(body, dx, dy, dz);
  const cell = mapCell(mapSide, dx, dy, dz);
  const begin = cellStart[cell];
  const end = cellStart[cell + 1];
  const first = 3 * cellVertices[begin];
  const second = 3 * cellVertices[begin + 1];
  const x = vertices[first];
  const y = vertices[first + 1];
  const z = vertices[first + 2];
  const gain = dx * (vertices[second] - x) + dy * (vertices[second + 1] - y) + dz * (vertices[second + 2] - z);
  let best = cellVertices[begin + Number(gain > 0)];
  if (begin + 2 === end) return best;
  let bestGain = Math.max(0, gain);
  for (let k = begin + 2; k < end; k++) {
    const vertex = cellVertices[k];
    const at3 = 3 * vertex;
    const more = dx * (vertices[at3] - x) + dy * (vertices[at3 + 1] - y) + dz * (vertices[at3 + 2] - z);
    if (more > bestGain) {
      bestGain = more;
      best = vertex;
    }
  }
  return best;
}

/** A separate function from the other, which is called far more often. */
function roundSupport(body: ConvexBody, dx: number, dy: number, dz: number): number {
  return body.support === undefined ? 0 : body.support(dx, dy, dz);
}

/** Around each vertex the other ends of its edges, in order; a segment's ends have each other. */
function vertexRings(count: number, triangles: Uint32Array): number[][] {
  if (count === 2) return [[1], [0]];
  // Of the triangle (v, p, q): around v, q comes after p.
  const after = Array.from({ length: count }, () => new Map<number, number>());
  for (let k = 0; k < triangles.length; k += 3) {
    const [u, v, w] = triangles.subarray(k, k + 3);
    after[u].set(v, w);
    after[v].set(w, u);
    after[w].set(u, v);
  }
  return after.map((links) => {
    const ring: number[] = [];
    let [at] = links.keys();
    while (ring.length < links.size) {
      ring.push(at);
      at = links.get(at) ?? at;
    }
    return ring;
  });
}
