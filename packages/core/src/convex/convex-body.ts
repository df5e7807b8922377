// A convex polytope made ready for the question "which vertex lies farthest along d?": the support mapping.

import { convexHull } from './quickhull.ts';
import { FACE_NORMAL_SIZE, faceNormal, SIDE_ROUNDING, TILT_ROUNDING } from './simplex.ts';
import { buildSupportTable, mapCell, type SupportTable } from './support-table.ts';

export interface ConvexBody extends SupportTable {
  /** 0: a point; 1: a segment; 2: a polygon; 3: a solid. */
  readonly dimension: 0 | 1 | 2 | 3;
  /** x, y, z of the extreme points. */
  readonly vertices: Float64Array;
  readonly vertexCount: number;
  /** Which of the given points each vertex is. */
  readonly source: Uint32Array;
  /** Three vertices a triangle, counter-clockwise from outside; both sides of a polygon. */
  readonly triangles: Uint32Array;
  /** The neighbours of vertex v are neighbours[k] for neighbourStart[v] ≤ k < neighbourStart[v + 1]. */
  readonly neighbourStart: Uint32Array;
  readonly neighbours: Uint32Array;
  /** Largest distance of a vertex from the origin. */
  readonly radius: number;
  /** A ball in the body: its middle, the mean of the vertices, and its radius; 0 for a flat body. */
  readonly middle: Float64Array;
  readonly innerRadius: number;
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
  const lists = vertexNeighbours(vertexCount, triangles);
  const neighbourStart = new Uint32Array(vertexCount + 1);
  lists.forEach((list, v) => {
    neighbourStart[v + 1] = neighbourStart[v] + list.size;
  });
  const neighbours = new Uint32Array(neighbourStart[vertexCount]);
  lists.forEach((list, v) => {
    neighbours.set([...list], neighbourStart[v]);
  });
  const { dimension } = hull;
  const middle = meanVertex(vertices);
  const innerRadius = dimension === 3 ? heightAbove(vertices, triangles, middle, radius) : 0;
  return {
    dimension,
    vertices,
    vertexCount,
    source,
    triangles,
    neighbourStart,
    neighbours,
    ...buildSupportTable(vertices, neighbourStart, neighbours),
    radius,
    middle,
    innerRadius,
  };
}

function meanVertex(vertices: Float64Array): Float64Array {
  const mean = new Float64Array(3);
  for (let k = 0; k < vertices.length; k++) mean[k % 3] += vertices[k];
  return mean.map((sum) => (3 * sum) / vertices.length);
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
  const { vertices, cellStart, cellVertices } = body;
  const cell = mapCell(body.mapSide, dx, dy, dz);
  const begin = cellStart[cell];
  const end = cellStart[cell + 1];
  let best = cellVertices[begin];
  const x = vertices[3 * best];
  const y = vertices[3 * best + 1];
  const z = vertices[3 * best + 2];
  let bestGain = 0;
  for (let k = begin + 1; k < end; k++) {
    const vertex = cellVertices[k];
    const k3 = 3 * vertex;
    const gain = dx * (vertices[k3] - x) + dy * (vertices[k3 + 1] - y) + dz * (vertices[k3 + 2] - z);
    if (gain > bestGain) {
      bestGain = gain;
      best = vertex;
    }
  }
  return best;
}

/** The other ends of the edges of triangles; a segment's ends have each other. */
function vertexNeighbours(count: number, triangles: Uint32Array): Set<number>[] {
  const lists = Array.from({ length: count }, () => new Set<number>());
  if (count === 2) {
    lists[0].add(1);
    lists[1].add(0);
  }
  for (let k = 0; k < triangles.length; k++) {
    const next = k % 3 === 2 ? k - 2 : k + 1;
    lists[triangles[k]].add(triangles[next]);
    lists[triangles[next]].add(triangles[k]);
  }
  return lists;
}
