// The convex hull of a point set as a closed triangulated surface, by Quickhull (Barber, Dobkin & Huhdanpaa, "The
// Quickhull algorithm for convex hulls", ACM TOMS 22(4), 1996) with exact decisions.
//
// Departures from the paper: no facet is ever "thick" and none is merged. Every side decision is the exact sign of
// orient3d (Shewchuk, 1997), behind a cheap filter, so the surface is convex for the given doubles, not up to a
// tolerance, and the combinatorial statements below are proven.
//
// Steps:
//   1. a simplex of four points that are exactly not coplanar (or the result that there are none: dimension 0, 1, 2); each other
//      point joins the outside list of one facet it lies strictly outside of; a point outside none is done; take a facet with a
//      non-empty list, and its farthest point p (the eye);
//   4. the facets p is strictly outside of (visible) form a disk: walk it over adjacency, cut along its border (the
//      horizon), join p to every horizon edge, pass the points of the cut facets to the new ones; repeat from 3.
//
// Why this is exact. A facet is visible only if the eye is strictly outside its plane.
// - Coplanar triangles are seen alike, since the sign is exact. Moving p slightly towards an interior point changes no
//   strict sign and turns every "on the plane" into "inside", so what p sees strictly is what a point in general
//   position outside the polytope sees: a disk, whose border is one simple cycle.
// - No new triangle has zero area. An edge e of the horizon lies in a visible facet; were p on the line of e, it would
//   lie in that facet's plane.
// - A point on the plane of a hidden facet F but outside its outline is strictly outside the neighbour across each
//   outline edge it lies beyond (that neighbour's half-space cuts F's plane in the edge's side that holds F), so just
//   these edges are on the horizon, and F plus the new triangles is the convex hull of F and p in that plane: no
//   overlap, no gap. The surface after step 4 is therefore the boundary of the convex hull of the old polytope and p.
// - No point is lost. Let q be in the list of a cut facet V, and strictly outside the new polytope. If it were outside
//   no new facet, it would be outside some kept facet. What q sees of the old polytope is connected and holds V and
//   that facet, hence two neighbours A (visible from p) and B (hidden from p) across a horizon edge e, q strictly
//   outside both. The new facet N through e supports the old polytope, so its normal is α·n(A) + β·n(B) with
//   α, β ≥ 0, not both zero: q is strictly outside N, a contradiction. So points outside no new facet are inside for
//   good, and when all lists are empty every point is inside or on the surface.
//
// Cost: O(n log n) expected.
//
// Range. orient3d is exact unless a product of three coordinate differences overflows or underflows. Points are copied
// times a power of two that brings the largest coordinate near 2³⁰⁰, which leaves space for coordinates and gaps down to
// 2⁻⁵⁰⁰ of it.

import { orient3d } from 'robust-predicates';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import { turn } from './planar-hull.ts';

/** Doubles a facet in `planes`: unnormalised outward normal, a corner on the plane, the rounding bound of the test. */
export const PLANE_STRIDE = 7;

/**
 * Rounding of the filter n·(p − a) with n = (b − a) × (c − a), in units of u: two rounded differences, a product and a
 * difference make 4 in a component of n; p − a, the product and two sums make 4 more; one is left for the bound's own
 * rounding. It multiplies Σ |terms of n|·(largest |p − a|), a volume.
 */
const SIDE_ROUNDING = 9 * UNIT_ROUNDOFF;

/**
 * The largest coordinate is brought between these, in steps of the second's ratio to the first: a product of three
 * differences, 8·2⁹⁶⁰, does not overflow, and one of differences 2⁻⁵⁰⁰ as large keeps its last bit above 2⁻¹⁰⁷⁴.
 */
const WORKING_LOW = 2 ** 256;
const WORKING_HIGH = 2 ** 320;
const WORKING_STEP = WORKING_HIGH / WORKING_LOW;
const LARGEST_SCALE = 2 ** 960;

/** Across the edges of facets abc, bad, cbd, acd of the first tetrahedron. */
const TETRAHEDRON_NEIGHBOURS: Int32Array = Int32Array.of(1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1);

const NONE = -1;

/**
 * Scratch and result of one hull, reused from hull to hull: nothing is allocated once the arrays have grown.
 *
 * After `build`, facets are the slots f < facetSlots with `isFacet(f)`: corners 3f…3f+2 counter-clockwise from outside,
 * and `neighbours[3f + k]` across the edge from corner k to corner k + 1. Some corners may lie inside a flat face or
 * straight edge of the hull (the farthest point need not be extreme); see quickhull.ts, which drops them.
 */
export class HullSurface {
  /** Points of the last build, times a power of two. */
  points: Float64Array = new Float64Array(0);
  pointCount = 0;
  /** Largest |p − q| per coordinate over all points. */
  readonly width: Float64Array = new Float64Array(3);
  corners: Int32Array = new Int32Array(0);
  neighbours: Int32Array = new Int32Array(0);
  planes: Float64Array = new Float64Array(0);
  facetSlots = 0;
  /** Points that span the hull, one more than it has dimensions, exactly. */
  readonly seed: Int32Array = new Int32Array(4);

  /** Visibility at insertion i: 2i where hidden, 2i + 1 where visible; NONE for a free slot. */
  #seen: Int32Array = new Int32Array(0);
  #outside: Int32Array = new Int32Array(0);
  #farthest: Int32Array = new Int32Array(0);
  #farthestSide: Float64Array = new Float64Array(0);
  #queued: Uint8Array = new Uint8Array(0);
  #queue: Int32Array = new Int32Array(0);
  #queueLength = 0;
  #free: Int32Array = new Int32Array(0);
  #freeLength = 0;
  #visible: Int32Array = new Int32Array(0);
  #visibleLength = 0;
  /** Edges 3·facet + k of visible facets whose other side is hidden. */
  #horizon: Int32Array = new Int32Array(0);
  #fresh: Int32Array = new Int32Array(0);
  #freshLength = 0;
  #next: Int32Array = new Int32Array(0);
  /** For each point on the horizon, the new facet whose old edge starts there. */
  #facetFrom: Int32Array = new Int32Array(0);
  #insertion = 0;

  /**
   * Hull of `count` ≥ 1 finite points from `first` on; returns its dimension, decided exactly. One without volume has no facets:
   * flat-hull.ts finds its outline.
   */
  build(positions: Float64Array, first: number, count: number): 0 | 1 | 2 | 3 {
    this.#load(positions, first, count);
    this.facetSlots = 0;
    this.#freeLength = 0;
    this.#queueLength = 0;
    this.#insertion = 0;
    this.#reserve(4);
    const dimension = this.#findSimplex();
    if (dimension === 3) {
      this.#raiseSimplex();
      while (this.#queueLength > 0) {
        const facet = this.#queue[--this.#queueLength];
        this.#queued[facet] = 0;
        if (this.#outside[facet] !== NONE) this.#addPoint(facet);
      }
    }
    return dimension;
  }

  isFacet(slot: number): boolean {
    return this.#seen[slot] !== NONE;
  }

  /** True when point p lies strictly outside the plane of the facet, exactly. */
  isOutside(facet: number, p: number): boolean {
    const side = this.#side(facet, p);
    const bound = this.planes[facet * PLANE_STRIDE + 6];
    return side > bound || (side >= -bound && this.exactSide(facet, p) > 0);
  }

  /** Sign of the side of the facet's plane point p is on: positive outside. Exact. */
  exactSide(facet: number, p: number): number {
    const points = this.points;
    const a = 3 * this.corners[3 * facet];
    const b = 3 * this.corners[3 * facet + 1];
    const c = 3 * this.corners[3 * facet + 2];
    const d = 3 * p;
    // A copy of a corner, like every shared vertex of a triangle soup: exact arithmetic is not needed.
    if (samePoint(points, d, a) || samePoint(points, d, b) || samePoint(points, d, c)) return 0;
    // orient3d is positive when d is on the side from which a, b, c run clockwise, the inner one.
    return -orient3d(
      points[a],
      points[a + 1],
      points[a + 2],
      points[b],
      points[b + 1],
      points[b + 2],
      points[c],
      points[c + 1],
      points[c + 2],
      points[d],
      points[d + 1],
      points[d + 2],
    );
  }

  /** Copies the points, scaled by a power of two into the range where orient3d is exact. */
  #load(positions: Float64Array, first: number, count: number): void {
    if (this.#next.length < count) {
      const capacity = Math.max(count, 2 * this.#next.length, 32);
      this.points = new Float64Array(3 * capacity);
      this.#next = new Int32Array(capacity);
      this.#facetFrom = new Int32Array(capacity);
    }
    this.pointCount = count;
    const scale = scaleToWorkingRange(largestCoordinate(positions, 3 * first, 3 * (first + count)));
    copyScaled(positions, 3 * first, 3 * count, scale, this.points);
  }

  /** Four points that are exactly not coplanar into `seed`, or as many as there are; returns the dimension. */
  #findSimplex(): 0 | 1 | 2 | 3 {
    const points = this.points;
    const seed = this.seed;

    // The widest coordinate: its two ends are at least 1/√3 of the diameter apart.
    let low = 0;
    let high = 0;
    let widest = 0;
    for (let axis = 0; axis < 3; axis++) {
      const lowest = lowestAlong(points, this.pointCount, axis);
      const highest = highestAlong(points, this.pointCount, axis);
      const width = points[3 * highest + axis] - points[3 * lowest + axis];
      this.width[axis] = width;
      if (width > widest) {
        widest = width;
        low = lowest;
        high = highest;
      }
    }
    seed[0] = low;
    seed[1] = high;
    if (widest === 0) return 0;

    const third = this.#farthestFromLine(low, high);
    if (third === NONE) return 1;
    seed[2] = third;

    const fourth = this.#farthestFromPlane(low, high, third);
    if (fourth === NONE) return 2;
    seed[3] = fourth;
    return 3;
  }

  /** A point off the line through a and b, exactly, and about as far from it as any; NONE when all are on it. */
  #farthestFromLine(a: number, b: number): number {
    const best = roundedFarthestFromLine(this.points, this.pointCount, a, b);
    if (!this.#isCollinear(a, b, best)) return best;
    // The rounded winner is on the line, so all are on it or within rounding of it: only exact tests can decide.
    for (let i = 0; i < this.pointCount; i++) if (!this.#isCollinear(a, b, i)) return i;
    return NONE;
  }

  /** Three points are collinear exactly when their three axis projections are. */
  #isCollinear(a: number, b: number, c: number): boolean {
    return (
      this.orientAlong(0, a, b, c) === 0 && this.orientAlong(1, a, b, c) === 0 && this.orientAlong(2, a, b, c) === 0
    );
  }

  /** Signed area of a, b, c projected along `axis`; exact sign, positive when counter-clockwise seen from +axis. */
  orientAlong(axis: number, a: number, b: number, c: number): number {
    return turn(this.points, (axis + 1) % 3, (axis + 2) % 3, a, b, c);
  }

  /** A point off the plane of a, b, c, exactly, and about as far from it as any; NONE when all are on it. */
  #farthestFromPlane(a: number, b: number, c: number): number {
    const probe = this.#newFacet(a, b, c);
    const best = this.#roundedFarthest(probe);
    let found = NONE;
    if (this.exactSide(probe, best) !== 0) {
      found = best;
    } else {
      for (let i = 0; i < this.pointCount && found === NONE; i++) if (this.exactSide(probe, i) !== 0) found = i;
    }
    this.facetSlots = 0;
    return found;
  }

  #roundedFarthest(probe: number): number {
    let best = 0;
    let bestSize = -1;
    for (let i = 0; i < this.pointCount; i++) {
      const size = Math.abs(this.#side(probe, i));
      if (size > bestSize) {
        bestSize = size;
        best = i;
      }
    }
    return best;
  }

  /** Unnormalised distance of point p from the facet's plane, rounded: right in sign beyond the stored bound. */
  #side(facet: number, p: number): number {
    const planes = this.planes;
    const points = this.points;
    const at = facet * PLANE_STRIDE;
    return (
      planes[at] * (points[3 * p] - planes[at + 3]) +
      planes[at + 1] * (points[3 * p + 1] - planes[at + 4]) +
      planes[at + 2] * (points[3 * p + 2] - planes[at + 5])
    );
  }

  /** Steps 1 and 2: the tetrahedron on `seed`, and every point into an outside list. */
  #raiseSimplex(): void {
    const seed = this.seed;
    const a = seed[0];
    let b = seed[1];
    let c = seed[2];
    const d = seed[3];
    const probe = this.#newFacet(a, b, c);
    if (this.isOutside(probe, d)) {
      b = seed[2];
      c = seed[1];
    }
    this.facetSlots = 0;
    const fresh = this.#fresh;
    fresh[0] = this.#newFacet(a, b, c);
    fresh[1] = this.#newFacet(b, a, d);
    fresh[2] = this.#newFacet(c, b, d);
    fresh[3] = this.#newFacet(a, c, d);
    this.#freshLength = 4;
    // Facets 1, 2, 3 stand on the edges ab, bc, ca of facet 0 and meet each other around d.
    this.neighbours.set(TETRAHEDRON_NEIGHBOURS);

    chain(this.#next, this.pointCount);
    this.#distribute(0, d);
    this.#enqueueFresh();
  }

  /** Step 4: makes the farthest point of `start` a corner of the hull. */
  #addPoint(start: number): void {
    const eye = this.#farthest[start];
    const horizonLength = this.#findHorizon(start, eye);

    // One new facet on each horizon edge, then the ring of new facets closed around the eye.
    this.#reserve(horizonLength);
    const corners = this.corners;
    const neighbours = this.neighbours;
    const horizon = this.#horizon;
    const fresh = this.#fresh;
    const facetFrom = this.#facetFrom;
    for (let i = 0; i < horizonLength; i++) {
      const edge = horizon[i];
      const from = corners[edge];
      const to = corners[edge % 3 === 2 ? edge - 2 : edge + 1];
      const kept = neighbours[edge];
      const facet = this.#newFacet(from, to, eye);
      neighbours[3 * facet] = kept;
      // The kept facet runs along this edge in the opposite direction, so there it starts at `to`.
      const slot = corners[3 * kept] === to ? 3 * kept : corners[3 * kept + 1] === to ? 3 * kept + 1 : 3 * kept + 2;
      neighbours[slot] = facet;
      facetFrom[from] = facet;
      fresh[i] = facet;
    }
    this.#freshLength = horizonLength;
    for (let i = 0; i < horizonLength; i++) {
      const facet = fresh[i];
      const following = facetFrom[corners[3 * facet + 1]];
      neighbours[3 * facet + 1] = following;
      neighbours[3 * following + 2] = facet;
    }

    for (let v = 0; v < this.#visibleLength; v++) {
      const removed = this.#visible[v];
      this.#distribute(this.#outside[removed], eye);
      this.#outside[removed] = NONE;
      this.#seen[removed] = NONE;
      this.#free[this.#freeLength++] = removed;
    }
    this.#enqueueFresh();
  }

  /** The facets the eye is strictly outside of, from `start` over adjacency, and the edges around them. */
  #findHorizon(start: number, eye: number): number {
    const seen = this.#seen;
    const visible = this.#visible;
    const horizon = this.#horizon;
    const neighbours = this.neighbours;
    this.#insertion++;
    const hidden = 2 * this.#insertion;
    const shown = hidden + 1;
    let visibleLength = 1;
    let horizonLength = 0;
    visible[0] = start;
    seen[start] = shown;
    for (let v = 0; v < visibleLength; v++) {
      const edges = 3 * visible[v];
      for (let edge = edges; edge < edges + 3; edge++) {
        const other = neighbours[edge];
        if (seen[other] < hidden) {
          seen[other] = hidden;
          if (this.isOutside(other, eye)) {
            seen[other] = shown;
            visible[visibleLength++] = other;
          }
        }
        if (seen[other] === hidden) horizon[horizonLength++] = edge;
      }
    }
    this.#visibleLength = visibleLength;
    return horizonLength;
  }

  /** Passes each point of a list to the first new facet it is strictly outside of; the others stay inside. */
  #distribute(list: number, eye: number): void {
    const points = this.points;
    const planes = this.planes;
    const next = this.#next;
    const outside = this.#outside;
    const fresh = this.#fresh;
    const freshLength = this.#freshLength;
    const eyeX = points[3 * eye];
    const eyeY = points[3 * eye + 1];
    const eyeZ = points[3 * eye + 2];
    let point = list;
    while (point !== NONE) {
      const following = next[point];
      const x = points[3 * point];
      const y = points[3 * point + 1];
      const z = points[3 * point + 2];
      // The eye and its copies are corners of every new facet; the filter alone could not decide.
      if (x !== eyeX || y !== eyeY || z !== eyeZ) {
        for (let i = 0; i < freshLength; i++) {
          const facet = fresh[i];
          const at = facet * PLANE_STRIDE;
          const side =
            planes[at] * (x - planes[at + 3]) +
            planes[at + 1] * (y - planes[at + 4]) +
            planes[at + 2] * (z - planes[at + 5]);
          const bound = planes[at + 6];
          if (side < -bound) continue;
          if (side <= bound && this.exactSide(facet, point) <= 0) continue;
          next[point] = outside[facet];
          outside[facet] = point;
          if (side > this.#farthestSide[facet]) {
            this.#farthestSide[facet] = side;
            this.#farthest[facet] = point;
          }
          break;
        }
      }
      point = following;
    }
  }

  #enqueueFresh(): void {
    for (let i = 0; i < this.#freshLength; i++) {
      const facet = this.#fresh[i];
      // A slot freed while it was in the queue may be in use again.
      if (this.#outside[facet] === NONE || this.#queued[facet] === 1) continue;
      this.#queued[facet] = 1;
      this.#queue[this.#queueLength++] = facet;
    }
  }

  /** A facet with its plane, without neighbours, in a slot that `#reserve` has reserved. */
  #newFacet(a: number, b: number, c: number): number {
    const facet = this.#freeLength > 0 ? this.#free[--this.#freeLength] : this.facetSlots++;
    this.corners[3 * facet] = a;
    this.corners[3 * facet + 1] = b;
    this.corners[3 * facet + 2] = c;
    this.#seen[facet] = 0;
    this.#outside[facet] = NONE;
    this.#farthest[facet] = NONE;
    this.#farthestSide[facet] = -Infinity;

    const points = this.points;
    const ax = points[3 * a];
    const ay = points[3 * a + 1];
    const az = points[3 * a + 2];
    const ux = points[3 * b] - ax;
    const uy = points[3 * b + 1] - ay;
    const uz = points[3 * b + 2] - az;
    const vx = points[3 * c] - ax;
    const vy = points[3 * c + 1] - ay;
    const vz = points[3 * c + 2] - az;
    const yz = uy * vz;
    const zy = uz * vy;
    const zx = uz * vx;
    const xz = ux * vz;
    const xy = ux * vy;
    const yx = uy * vx;
    const planes = this.planes;
    const width = this.width;
    const at = facet * PLANE_STRIDE;
    planes[at] = yz - zy;
    planes[at + 1] = zx - xz;
    planes[at + 2] = xy - yx;
    planes[at + 3] = ax;
    planes[at + 4] = ay;
    planes[at + 5] = az;
    planes[at + 6] =
      SIDE_ROUNDING *
      ((Math.abs(yz) + Math.abs(zy)) * width[0] +
        (Math.abs(zx) + Math.abs(xz)) * width[1] +
        (Math.abs(xy) + Math.abs(yx)) * width[2]);
    return facet;
  }

  /** Reserves memory for `extra` more facets. */
  #reserve(extra: number): void {
    const needed = this.facetSlots + extra;
    if (needed <= this.#seen.length) return;
    const capacity = Math.max(2 * this.#seen.length, needed, 64);
    this.corners = grown(this.corners, new Int32Array(3 * capacity));
    this.neighbours = grown(this.neighbours, new Int32Array(3 * capacity));
    this.planes = grown(this.planes, new Float64Array(PLANE_STRIDE * capacity));
    this.#seen = grown(this.#seen, new Int32Array(capacity));
    this.#outside = grown(this.#outside, new Int32Array(capacity));
    this.#farthest = grown(this.#farthest, new Int32Array(capacity));
    this.#farthestSide = grown(this.#farthestSide, new Float64Array(capacity));
    this.#queued = grown(this.#queued, new Uint8Array(capacity));
    this.#queue = grown(this.#queue, new Int32Array(capacity));
    this.#free = grown(this.#free, new Int32Array(capacity));
    this.#visible = grown(this.#visible, new Int32Array(capacity));
    this.#fresh = grown(this.#fresh, new Int32Array(capacity));
    this.#horizon = grown(this.#horizon, new Int32Array(3 * capacity));
  }
}

function grown<T extends Int32Array | Float64Array | Uint8Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

// Each loop over all points is a function of its own that ends with the loop: engines replace a running loop by
// compiled code, and code after it that had not run by then throws them back out at every later call. Measured on V8
// 11: the fits of a tree, largest node first, took 5.2 s in some runs and 2.9 s in others; so written, 2.9 s in all.

function largestCoordinate(positions: Float64Array, begin: number, end: number): number {
  let largest = 0;
  for (let k = begin; k < end; k++) largest = Math.max(largest, Math.abs(positions[k]));
  return largest;
}

function copyScaled(from: Float64Array, begin: number, length: number, scale: number, to: Float64Array): void {
  for (let k = 0; k < length; k++) to[k] = from[begin + k] * scale;
}

function lowestAlong(points: Float64Array, count: number, axis: number): number {
  let best = 0;
  for (let i = 1; i < count; i++) if (points[3 * i + axis] < points[3 * best + axis]) best = i;
  return best;
}

function highestAlong(points: Float64Array, count: number, axis: number): number {
  let best = 0;
  for (let i = 1; i < count; i++) if (points[3 * i + axis] > points[3 * best + axis]) best = i;
  return best;
}

function roundedFarthestFromLine(points: Float64Array, count: number, a: number, b: number): number {
  const ax = points[3 * a];
  const ay = points[3 * a + 1];
  const az = points[3 * a + 2];
  const ux = points[3 * b] - ax;
  const uy = points[3 * b + 1] - ay;
  const uz = points[3 * b + 2] - az;
  let best = 0;
  let bestSize = -1;
  for (let i = 0; i < count; i++) {
    const vx = points[3 * i] - ax;
    const vy = points[3 * i + 1] - ay;
    const vz = points[3 * i + 2] - az;
    // The sum of |components|: the square would leave the range of doubles.
    const size = Math.abs(uy * vz - uz * vy) + Math.abs(uz * vx - ux * vz) + Math.abs(ux * vy - uy * vx);
    if (size > bestSize) {
      bestSize = size;
      best = i;
    }
  }
  return best;
}

/** The list 0, 1, … count − 1. */
function chain(next: Int32Array, count: number): void {
  for (let i = 0; i < count; i++) next[i] = i + 1 < count ? i + 1 : NONE;
}

/** The points whose coordinates begin at i and j coincide. */
function samePoint(points: Float64Array, i: number, j: number): boolean {
  return points[i] === points[j] && points[i + 1] === points[j + 1] && points[i + 2] === points[j + 2];
}

/** A power of two that brings `largest` into the working range, or as near as a double factor can. */
function scaleToWorkingRange(largest: number): number {
  let scale = 1;
  while (largest * scale >= WORKING_HIGH) scale /= WORKING_STEP;
  while (largest * scale < WORKING_LOW && scale < LARGEST_SCALE) scale *= WORKING_STEP;
  return scale;
}
