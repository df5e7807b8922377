// The public entry point of the convex hull: the surface of hull-surface.ts with every flat face converted to one fan of triangles,
// so that the corners are exactly the extreme points for every order of the input.
//
// Two neighbouring triangles belong to one flat face when the exact orient3d of the one's plane and the other's far
// corner is zero. Around a corner inside a flat face no edge is a true one; inside a straight edge two are; at a vertex
// of the polytope three or more. Dropping the first two kinds from the outline of each face leaves strictly convex
// polygons that still match edge for edge, so the fans have no triangle of zero area and no T-junction.

import { NearmissError } from '../error.ts';
import { FlatHull } from './flat-hull.ts';
import { HullSurface } from './hull-surface.ts';

/** The convex hull of a point set. All indices are into the given points. */
export interface Hull {
  /** 0: all points coincide; 1: on a line; 2: on a plane; 3: a solid. Decided exactly for the given doubles. */
  readonly dimension: 0 | 1 | 2 | 3;
  /**
   * The extreme points, each once (of coinciding points one): in ascending order, but for dimension 2 in order around
   * the polygon. One for dimension 0, the two ends for dimension 1.
   */
  readonly vertices: Uint32Array;
  /**
   * Three indices a triangle, counter-clockwise seen from outside: a closed surface, each directed edge once. For
   * dimension 2 the polygon's two sides; none below.
   */
  readonly triangles: Uint32Array;
}

const NONE = -1;

/**
 * Convex hull of the first `count` points of `positions` (x, y, z each; all by default). Exact: no point lies outside
 * the plane of any triangle, by the sign of the exact determinant of the given doubles. O(n log n) expected.
 */
export function convexHull(positions: Float64Array, count: number = positions.length / 3): Hull {
  checkPoints(positions, count);
  const surface = new HullSurface();
  const dimension = surface.build(positions, 0, count);
  if (dimension === 3) return facesOf(surface);
  const flat = new FlatHull();
  flat.build(surface, dimension);
  const vertices = flat.outline.slice(0, flat.length);
  if (dimension === 2) return { dimension, vertices, triangles: twoSidedFan(vertices) };
  return { dimension, vertices: vertices.sort(), triangles: new Uint32Array(0) };
}

/** The same for points that are known to be finite; null for a hull without volume. */
export function solidHull(positions: Float64Array): Hull | null {
  const surface = new HullSurface();
  return surface.build(positions, 0, positions.length / 3) === 3 ? facesOf(surface) : null;
}

function checkPoints(positions: Float64Array, count: number): void {
  if (!Number.isInteger(count) || count < 0 || 3 * count > positions.length) {
    throw new NearmissError(
      'mesh/bad-length',
      `A hull of ${count} points needs three coordinates each; the array has ${positions.length} numbers.`,
    );
  }
  if (count === 0) throw new NearmissError('mesh/empty', 'The convex hull of no points is empty; give at least one.');
  for (let k = 0; k < 3 * count; k++) {
    if (!Number.isFinite(positions[k])) {
      throw new NearmissError('mesh/non-finite', `Point ${Math.floor(k / 3)} has the coordinate ${positions[k]}.`);
    }
  }
}

/** Both sides of a convex polygon. The fans start at neighbouring corners, so that no diagonal is used twice. */
function twoSidedFan(polygon: Uint32Array): Uint32Array {
  const n = polygon.length;
  const triangles = new Uint32Array(6 * (n - 2));
  let at = 0;
  for (let k = 1; k < n - 1; k++) {
    triangles[at++] = polygon[0];
    triangles[at++] = polygon[k];
    triangles[at++] = polygon[k + 1];
  }
  for (let k = 2; k < n; k++) {
    triangles[at++] = polygon[1];
    triangles[at++] = polygon[(k + 1) % n];
    triangles[at++] = polygon[k];
  }
  return triangles;
}

function facesOf(surface: HullSurface): Hull {
  const { corners, neighbours, facetSlots, pointCount } = surface;

  // True edges, and how many meet at each point.
  const isTrueEdge = new Uint8Array(3 * facetSlots);
  const trueEdges = new Uint32Array(pointCount);
  for (let edge = 0; edge < 3 * facetSlots; edge++) {
    const facet = Math.floor(edge / 3);
    if (!surface.isFacet(facet)) continue;
    const other = neighbours[edge];
    // Each edge is visited from both sides; one test must serve both.
    if (other < facet) continue;
    const from = corners[edge];
    const to = corners[edge % 3 === 2 ? edge - 2 : edge + 1];
    const back = edgeFrom(corners, other, to);
    // The far corner of the other facet, after the edge `to` → `from`.
    const apex = corners[3 * other + ((back - 3 * other + 2) % 3)];
    if (surface.exactSide(facet, apex) === 0) continue;
    isTrueEdge[edge] = 1;
    isTrueEdge[back] = 1;
    trueEdges[from]++;
    trueEdges[to]++;
  }

  // Each flat face: gather its triangles over the other edges, chain its true edges, fan what is extreme of the chain.
  const triangles: number[] = [];
  const done = new Uint8Array(facetSlots);
  const following = new Int32Array(pointCount).fill(NONE);
  const stack: number[] = [];
  const polygon: number[] = [];
  for (let start = 0; start < facetSlots; start++) {
    if (done[start] === 1 || !surface.isFacet(start)) continue;
    done[start] = 1;
    stack.push(start);
    let first = NONE;
    for (let facet = stack.pop(); facet !== undefined; facet = stack.pop()) {
      for (let edge = 3 * facet; edge < 3 * facet + 3; edge++) {
        if (isTrueEdge[edge] === 1) {
          following[corners[edge]] = corners[edge % 3 === 2 ? edge - 2 : edge + 1];
          if (trueEdges[corners[edge]] > 2) first = corners[edge];
        } else if (done[neighbours[edge]] === 0) {
          done[neighbours[edge]] = 1;
          stack.push(neighbours[edge]);
        }
      }
    }
    polygon.length = 0;
    let point = first;
    do {
      if (trueEdges[point] > 2) polygon.push(point);
      point = following[point];
    } while (point !== first);
    for (let k = 1; k + 1 < polygon.length; k++) triangles.push(polygon[0], polygon[k], polygon[k + 1]);
  }

  const vertices: number[] = [];
  for (let i = 0; i < pointCount; i++) if (trueEdges[i] > 2) vertices.push(i);
  return { dimension: 3, vertices: Uint32Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

/** The edge of `facet` that starts at `corner`. */
function edgeFrom(corners: Int32Array, facet: number, corner: number): number {
  if (corners[3 * facet] === corner) return 3 * facet;
  return corners[3 * facet + 1] === corner ? 3 * facet + 1 : 3 * facet + 2;
}
