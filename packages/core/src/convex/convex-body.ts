// A convex polytope made ready for the question "which vertex lies farthest along d?": the support mapping.
//
// Small bodies answer by looking at all vertices. Larger ones climb over the neighbours of a vertex from a start read
// from a table of directions (a cube map), so that the climb is a few steps long whatever the size (FAST: Zhang, Lee &
// Kim, "Interactive continuous collision detection for non-convex polyhedra", 2006, §4.2).
//
// In exact arithmetic a vertex with no higher neighbour is the farthest. Where the body is almost flat the climb goes by
// small gains; each is computed from the edge, so that its error is a part of the edge's length and not of the body's.
// On hulls of rounded points, full of almost straight edges and almost flat corners, climbs from many starts were seen to
// end within 2u of the body's radius of the farthest vertex.

import { convexHull } from './quickhull.ts';
import { RoundBody } from './round-body.ts';

/** Up to this many vertices a look at all of them is faster than a climb. */
const SCAN_LIMIT = 16;

/** Cells along an edge of the cube map. */
const MAP_SIZE = 8;
const HALF_MAP = 4;
const MAP_FACE: number = MAP_SIZE * MAP_SIZE;

const NONE = new Uint32Array(0);

export interface ConvexBody {
  /** 0: a point; 1: a segment; 2: a polygon; 3: a solid. */
  readonly dimension: 0 | 1 | 2 | 3;
  /** x, y, z of the extreme points. */
  readonly vertices: Float64Array;
  readonly vertexCount: number;
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
  /** For each cell of the cube map the vertex farthest along its middle; empty for small bodies. */
  readonly startVertex: Uint32Array;
  /** Largest distance of a vertex from the origin. */
  readonly radius: number;
  /**
   * Simpler hulls of some of the vertices, each of the one before, the first of this one; `source` counts that one's
   * vertices. Empty unless made by hull-levels.ts.
   */
  readonly coarser: readonly ConvexBody[];
}

/** The hull of the points (x, y, z each), which should lie around the origin: rounding grows with the radius. */
export function buildConvexBody(points: Float64Array): ConvexBody {
  const hull = convexHull(points);
  const source = hull.vertices;
  const vertexCount = source.length;
  const vertices = new Float64Array(3 * vertexCount);
  const vertexOf = new Map<number, number>();
  let radius = 0;
  source.forEach((point, v) => {
    const [x, y, z] = points.subarray(3 * point, 3 * point + 3);
    vertices.set([x, y, z], 3 * v);
    radius = Math.max(radius, Math.sqrt(x * x + y * y + z * z));
    vertexOf.set(point, v);
  });
  const triangles = hull.triangles.map((point) => vertexOf.get(point) ?? 0);
  const rings = vertexRings(vertexCount, triangles);
  const neighbourStart = new Uint32Array(vertexCount + 1);
  rings.forEach((ring, v) => {
    neighbourStart[v + 1] = neighbourStart[v] + ring.length;
  });
  const neighbours = Uint32Array.from(rings.flat());
  const startVertex = vertexCount > SCAN_LIMIT ? directionTable(vertices, vertexCount) : new Uint32Array(0);
  return {
    dimension: hull.dimension,
    vertices,
    vertexCount,
    source,
    triangles,
    neighbourStart,
    neighbours,
    startVertex,
    radius,
    coarser: [],
  };
}

/** The vertex of `body` farthest along d ≠ 0, to rounding: no vertex is farther by more than a few u·|d|·radius. */
export function supportVertex(body: ConvexBody, dx: number, dy: number, dz: number): number {
  if (body instanceof RoundBody) return body.support(dx, dy, dz);
  if (body.vertexCount <= SCAN_LIMIT) return farthestVertex(body.vertices, body.vertexCount, dx, dy, dz);
  return climb(body, body.startVertex[mapCell(dx, dy, dz)], dx, dy, dz);
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
  readonly startVertex: Uint32Array = NONE;
  readonly coarser: readonly ConvexBody[] = [];
  radius = 0;

  /** `vertexCount` is at most 16: there is nothing to climb on. */
  constructor(vertexCount: number) {
    this.vertices = new Float64Array(3 * vertexCount);
    this.vertexCount = vertexCount;
  }
}

/** The same by a climb from `start`, for who knows a vertex near it. */
export function supportVertexFrom(body: ConvexBody, start: number, dx: number, dy: number, dz: number): number {
  if (body.vertexCount <= SCAN_LIMIT) return farthestVertex(body.vertices, body.vertexCount, dx, dy, dz);
  return climb(body, start, dx, dy, dz);
}

/** Ties go to the lowest index, so runs repeat exactly. */
function farthestVertex(vertices: Float64Array, count: number, dx: number, dy: number, dz: number): number {
  let best = 0;
  let bestReach = -Infinity;
  for (let v = 0, k = 0; v < count; v++, k += 3) {
    const reach = vertices[k] * dx + vertices[k + 1] * dy + vertices[k + 2] * dz;
    if (reach > bestReach) {
      bestReach = reach;
      best = v;
    }
  }
  return best;
}

/** Goes to the highest neighbour until there is none higher. Each step is a strict gain along the edge taken. */
function climb(body: ConvexBody, start: number, dx: number, dy: number, dz: number): number {
  let here = start;
  // Gains of rounding size could in principle lead around in a circle of vertices; none is longer than the body.
  for (let steps = body.vertexCount; steps > 0; steps--) {
    const next = higherNeighbour(body, here, dx, dy, dz);
    if (next === here) break;
    here = next;
  }
  return here;
}

/** Whether a table from outside serves a body of so many vertices: there where one is looked up, and of its vertices. */
export function isDirectionTable(table: Uint32Array, vertexCount: number): boolean {
  return table.length === (vertexCount > SCAN_LIMIT ? 6 * MAP_FACE : 0) && table.every((v) => v < vertexCount);
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

/** The cell of the cube map a direction points into. */
function mapCell(dx: number, dy: number, dz: number): number {
  const ax = Math.abs(dx);
  const ay = Math.abs(dy);
  const az = Math.abs(dz);
  if (ax >= ay && ax >= az) return (dx < 0 ? 3 : 0) * MAP_FACE + mapSquare(dy, dz, HALF_MAP / ax);
  if (ay >= az) return (dy < 0 ? 4 : 1) * MAP_FACE + mapSquare(dz, dx, HALF_MAP / ay);
  return (dz < 0 ? 5 : 2) * MAP_FACE + mapSquare(dx, dy, HALF_MAP / az);
}

/** The cell of a face of the cube, given coordinates and what brings them between −HALF_MAP and HALF_MAP. */
function mapSquare(x: number, y: number, scale: number): number {
  const row = Math.min(MAP_SIZE - 1, Math.floor(x * scale + HALF_MAP));
  return MAP_SIZE * row + Math.min(MAP_SIZE - 1, Math.floor(y * scale + HALF_MAP));
}

function directionTable(vertices: Float64Array, count: number): Uint32Array {
  const table = new Uint32Array(6 * MAP_FACE);
  const direction = new Float64Array(3);
  for (let cell = 0; cell < table.length; cell++) {
    const face = Math.floor(cell / MAP_FACE);
    const axis = face % 3;
    direction[axis] = face < 3 ? 1 : -1;
    direction[(axis + 1) % 3] = middleOfRow(Math.floor((cell % MAP_FACE) / MAP_SIZE));
    direction[(axis + 2) % 3] = middleOfRow(cell % MAP_SIZE);
    table[cell] = farthestVertex(vertices, count, direction[0], direction[1], direction[2]);
  }
  return table;
}

function middleOfRow(row: number): number {
  return (row + 0.5) / HALF_MAP - 1;
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
