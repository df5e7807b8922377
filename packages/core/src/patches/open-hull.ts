// Does a triangle reach into the interior of a hull?
//
// The interior is open, so touching does not count. A triangle with area and the interior of a hull are disjoint exactly when a
// plane separates them weakly, and then one of these does: the plane of a facet, the plane of the triangle, or a plane along an
// edge of each (they span the facets of the Minkowski difference of the two).
//
// Sides of the first two kinds of plane are exact. For two edges they are exact where the edges have a common end, as those of
// neighbouring faces do; where doubles are certain; and where every product vanishes, as among edges along the coordinate axes. All
// undecided cases count as reaching in: the test may report a hull that is only touched, but it never misses one that is entered.

import type { DoubleCorners } from '../primitive/exact-corners.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { boxOfPoints, overlapBoxes } from './boxes.ts';
import { apexOf, nextHalfEdge } from './face-neighbours.ts';
import type { PatchHull } from './patch-hull.ts';
import { Planes } from './planes.ts';

/** Rounding of a determinant of three differences: at most (7 + 56u)u of its permanent (Shewchuk 1997). */
const DETERMINANT_ROUNDING = 8 * UNIT_ROUNDOFF;

/** A side that is undecided. */
const UNSURE = 2;

/** The inside of a hull of dimension 3. */
export class OpenHull {
  readonly #points: DoubleCorners;
  readonly #planes: Planes;
  readonly #vertices: Uint32Array;
  /** Four points an edge: both ends, and the far corners of the two facets there. Flat edges separate nothing and are left out. */
  readonly #edges: readonly number[];
  /** min x y z, max x y z. */
  readonly #box: Float64Array;
  /** The facet that separated the last triangle: it usually separates the next one too. */
  #last = 0;

  constructor(points: DoubleCorners, { vertices, facets, opposite }: PatchHull) {
    this.#points = points;
    this.#vertices = vertices;
    this.#planes = new Planes(points);
    for (let k = 0; k < facets.length; k += 3) this.#planes.add(facets[k], facets[k + 1], facets[k + 2]);
    const edges: number[] = [];
    for (let half = 0; half < facets.length; half++) {
      const back = opposite[half];
      const apex = apexOf(facets, back);
      if (back < half || this.#planes.side(Math.floor(half / 3), apex) === 0) continue;
      edges.push(facets[half], facets[nextHalfEdge(half)], apexOf(facets, half), apex);
    }
    this.#edges = edges;
    this.#box = boxOfPoints(points, vertices);
  }

  /** Writes the mean of the vertices, as it is rounded, to out[0…2]. */
  writeMiddle(out: Float64Array): void {
    const { xyz } = this.#points;
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (const vertex of this.#vertices) sum += xyz[3 * vertex + axis];
      out[axis] = sum / this.#vertices.length;
    }
  }

  /** Whether the point is strictly inside. */
  contains(point: number): boolean {
    for (let facet = 0; facet < this.#planes.count; facet++) if (this.#planes.side(facet, point) >= 0) return false;
    return true;
  }

  /** False only if no point of the box[o…o+5] is inside. A quick test: all facets are too many to try here. */
  mayIntersectBox(box: Float64Array, o: number): boolean {
    return overlapBoxes(box, o, this.#box) && !this.#planes.isBoxInFront(this.#last, box, o);
  }

  /** False only if no point of the triangle a, b, c, which has an area, is inside. */
  mayIntersectTriangle(a: number, b: number, c: number): boolean {
    if (this.#isBeyondFacet(this.#last, a, b, c)) return false;
    for (let facet = 0; facet < this.#planes.count; facet++) {
      if (!this.#isBeyondFacet(facet, a, b, c)) continue;
      this.#last = facet;
      return false;
    }
    if (this.#isOnOneSide(a, b, c)) return false;
    for (let e = 0; e < this.#edges.length; e += 4) {
      if (this.#partsAlongEdges(e, a, b, c) || this.#partsAlongEdges(e, b, c, a) || this.#partsAlongEdges(e, c, a, b)) {
        return false;
      }
    }
    return true;
  }

  #isBeyondFacet(facet: number, a: number, b: number, c: number): boolean {
    const planes = this.#planes;
    return planes.side(facet, a) >= 0 && planes.side(facet, b) >= 0 && planes.side(facet, c) >= 0;
  }

  /** The hull lies on one side of the triangle's plane. */
  #isOnOneSide(a: number, b: number, c: number): boolean {
    let least = 0;
    let most = 0;
    for (const vertex of this.#vertices) {
      const side = this.#points.orient3d(a, b, c, vertex);
      least = Math.min(least, side);
      most = Math.max(most, side);
      if (least < 0 && most > 0) return false;
    }
    return true;
  }

  /**
   * The plane through the hull's edge e along the triangle's edge ab has the hull on one side, the triangle on the other.
   * The hull is on the side of the two facets at the edge. Where both sides are 0 the edges are parallel and span nothing.
   */
  #partsAlongEdges(e: number, a: number, b: number, c: number): boolean {
    const from = this.#edges[e];
    const to = this.#edges[e + 1];
    const left = this.#sideAlongEdges(from, to, a, b, this.#edges[e + 2]);
    const right = this.#sideAlongEdges(from, to, a, b, this.#edges[e + 3]);
    if (left === UNSURE || right === UNSURE || left * right < 0 || (left === 0 && right === 0)) return false;
    const hullSide = left !== 0 ? left : right;
    const edge = this.#sideAlongEdges(from, to, a, b, a);
    const apex = this.#sideAlongEdges(from, to, a, b, c);
    return edge !== UNSURE && apex !== UNSURE && edge * hullSide <= 0 && apex * hullSide <= 0;
  }

  /** The side of x from the plane through the segment from–to along the segment ab; front or back is the same for all x. */
  #sideAlongEdges(from: number, to: number, a: number, b: number, x: number): number {
    const points = this.#points;
    if (from === a || from === b) return sideThrough(points, from, to, from === a ? b : a, x);
    if (to === a || to === b) return sideThrough(points, to, from, to === a ? b : a, x);
    if (x === from || x === to) return 0;
    return roundedSide(points.xyz, 3 * from, 3 * to, 3 * a, 3 * b, 3 * x);
  }
}

/** Exact; corners of the plane are on it. */
function sideThrough(points: DoubleCorners, a: number, b: number, c: number, x: number): number {
  return x === a || x === b || x === c ? 0 : points.orient3d(a, b, c, x);
}

/** The sign of det(to − from, b − a, x − from), or UNSURE. */
function roundedSide(p: Float64Array, from: number, to: number, a: number, b: number, x: number): number {
  const ux = p[to] - p[from];
  const uy = p[to + 1] - p[from + 1];
  const uz = p[to + 2] - p[from + 2];
  const vx = p[b] - p[a];
  const vy = p[b + 1] - p[a + 1];
  const vz = p[b + 2] - p[a + 2];
  const wx = p[x] - p[from];
  const wy = p[x + 1] - p[from + 1];
  const wz = p[x + 2] - p[from + 2];
  const determinant = (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
  const permanent =
    (Math.abs(uy * vz) + Math.abs(uz * vy)) * Math.abs(wx) +
    (Math.abs(uz * vx) + Math.abs(ux * vz)) * Math.abs(wy) +
    (Math.abs(ux * vy) + Math.abs(uy * vx)) * Math.abs(wz);
  if (Math.abs(determinant) > DETERMINANT_ROUNDING * permanent) return determinant > 0 ? 1 : -1;
  // A rounded difference is 0 only if the exact one is, and in this range no product of others is: all terms vanish.
  return permanent === 0 ? 0 : UNSURE;
}
