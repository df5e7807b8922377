// A convex polytope made ready for the question "which vertex lies farthest along d?": the support mapping.
//
// A table of directions lists the few vertices to compare (support-table.ts). Who knows a vertex near the farthest climbs
// over neighbours instead. In exact arithmetic a vertex with no higher neighbour is the farthest. Where the body is almost
// flat the climb goes by small gains; each is computed from the edge, so that its error is a part of the edge's length and
// not of the body's. On hulls of rounded points, full of almost straight edges and almost flat corners, climbs from many
// starts were seen to end within 2u of the body's radius of the farthest vertex.

import { convexHull } from './quickhull.ts';
import { RoundBody } from './round-body.ts';
import { FACE_NORMAL_SIZE, faceNormal, SIDE_ROUNDING, TILT_ROUNDING } from './simplex.ts';
import { buildSupportTable, listAll, mapCell, type SupportTable } from './support-table.ts';

/** Up to this many vertices the table is not slower than a climb, from however near. */
const CLIMB_LIMIT = 16;

/** The largest ball in a body is looked for by steps off the nearest face: so many of a size, first this part of the radius, then halves. */
const FIRST_STEP = 0.25;
const STEP_SIZES = 8;
const STEPS = 6;

const NONE = new Uint32Array(0);

/** A convex hull: what a body is made of. */
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
  /** A ball in the body: its middle, a point of the body whatever the radius, and that, 0 for a flat one. */
  readonly middle: Float64Array;
  readonly innerRadius: number;
  /**
   * Simpler hulls of some of the vertices, each of the one before, the first of this one; `source` counts that one's
   * vertices. Empty unless made by hull-levels.ts.
   */
  readonly coarser: readonly ConvexBody[];
}

/** The hull of the points (x, y, z each), which should lie around the origin: rounding grows with the radius. */
export function buildConvexBody(points: Float64Array): ConvexBody {
  const hull = buildHullParts(points);
  return convexBody(hull, buildSupportTable(hull.vertices, hull.neighbourStart, hull.neighbours));
}

/** The hull alone, for who needs no supports or needs them later. */
export function buildHullParts(points: Float64Array): HullParts {
  const { dimension, vertices: source, triangles: corners } = convexHull(points);
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

/** A hull made ready, with a table of its vertices. */
export function convexBody(hull: HullParts, table: SupportTable): ConvexBody {
  const { dimension, vertices, source, triangles, neighbourStart, neighbours } = hull;
  const radius = largestNorm(vertices);
  const middle = meanVertex(vertices);
  if (dimension === 3) moveInward(vertices, triangles, radius, middle);
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
    radius,
    middle,
    innerRadius: dimension === 3 ? heightAbove(vertices, triangles, middle, radius) : 0,
    coarser: [],
  };
}

/** A body of a few vertices that is written again and again: the caller sets `vertices` and `radius`. */
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
  /** The first vertex, whatever is written. */
  readonly middle: Float64Array;
  readonly innerRadius = 0;
  readonly coarser: readonly ConvexBody[] = [];
  radius = 0;

  constructor(vertexCount: number) {
    const { mapSide, cellStart, cellVertices } = listAll(vertexCount);
    this.vertices = new Float64Array(3 * vertexCount);
    this.vertexCount = vertexCount;
    this.mapSide = mapSide;
    this.cellStart = cellStart;
    this.cellVertices = cellVertices;
    this.middle = this.vertices.subarray(0, 3);
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

function meanVertex(vertices: Float64Array): Float64Array {
  const mean = new Float64Array(3);
  for (let k = 0; k < vertices.length; k++) mean[k % 3] += vertices[k];
  return mean.map((sum) => (3 * sum) / vertices.length);
}

/** Looks for a point farther from the planes of all faces, about as far as there is one, and puts `middle` there. */
function moveInward(vertices: Float64Array, triangles: Uint32Array, radius: number, middle: Float64Array): void {
  const planes = new Float64Array((4 * triangles.length) / 3);
  const normal = new Float64Array(FACE_NORMAL_SIZE);
  for (let t = 0, p = 0; t < triangles.length; t += 3, p += 4) {
    faceNormal(vertices, triangles[t], triangles[t + 1], triangles[t + 2], normal);
    const v = 3 * triangles[t];
    for (let k = 0; k < 3; k++) planes[p + k] = normal[k];
    planes[p + 3] = normal[0] * vertices[v] + normal[1] * vertices[v + 1] + normal[2] * vertices[v + 2];
  }
  let most = -Infinity;
  for (let step = FIRST_STEP * radius, round = 0; round < STEP_SIZES; round++, step *= 0.5) {
    let [x, y, z] = middle;
    for (let k = 0; k <= STEPS; k++) {
      let least = Infinity;
      let nearest = 0;
      for (let p = 0; p < planes.length; p += 4) {
        const height = planes[p + 3] - planes[p] * x - planes[p + 1] * y - planes[p + 2] * z;
        if (height >= least) continue;
        least = height;
        nearest = p;
      }
      if (least > most) {
        most = least;
        middle[0] = x;
        middle[1] = y;
        middle[2] = z;
      }
      x -= step * planes[nearest];
      y -= step * planes[nearest + 1];
      z -= step * planes[nearest + 2];
    }
  }
}

/** A lower bound of how far `inside` is from the planes of the faces; 0 where rounding leaves nothing. */
function heightAbove(vertices: Float64Array, triangles: Uint32Array, inside: Float64Array, radius: number): number {
  const normal = new Float64Array(FACE_NORMAL_SIZE);
  let least = Infinity;
  for (let t = 0; t < triangles.length; t += 3) {
    faceNormal(vertices, triangles[t], triangles[t + 1], triangles[t + 2], normal);
    for (let k = t; k < t + 3; k++) {
      const corner = 3 * triangles[k];
      let height = 0;
      for (let axis = 0; axis < 3; axis++) height += normal[axis] * (vertices[corner + axis] - inside[axis]);
      // As the error of a height in polytope.ts.
      least = Math.min(least, height - (SIDE_ROUNDING + TILT_ROUNDING * normal[3]) * radius);
    }
  }
  return Math.max(0, least);
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

/** Apart from the other, which is asked far more often. */
function roundSupport(body: ConvexBody, dx: number, dy: number, dz: number): number {
  return body instanceof RoundBody ? body.support(dx, dy, dz) : 0;
}

/** The same by a climb from `start`, for who knows a vertex near it: each step is a strict gain along the edge taken. */
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
export function higherNeighbour(body: ConvexBody, vertex: number, dx: number, dy: number, dz: number): number {
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
