// The depth of one region of overlap, with its normal and its points (PolyDepth, section 6.4).
//
// A is moved out along the global separating translation t. The patches of both surfaces that bound the region touch last when A has
// gone a part s of it. The contact planes there hold the region as those at t hold the whole: the shortest translation within
// them is the region's own. Where a single plane holds it, that is the projection of s t onto the plane's normal, the paper's local depth
// of a contact; where several do, no plane is preferred. It is never longer than t.

import { addMoments, hull2, middleOf, nearestOn, POINT2 } from './hull2.ts';
import { PLANE, projectIn } from './in-projection.ts';
import { LastContact, type TouchFilter } from './last-contact.ts';
import type { Overlap, OverlapRegion } from './overlap.ts';

/** Touches within this part of the scale are at one time. */
const TIE: number = 2 ** -33;
/** Normals nearer to each other than this, squared, are of one plane. Dimensionless. */
const SAME_NORMAL_SQ = 1e-12;
/** Most planes that hold a region: beyond, they repeat each other. */
const MOST_PLANES = 48;

/** In the resting frame: how the moving body leaves a region, and the points that part last, before it moves. */
export interface RegionDepth {
  /** The shortest translation within the contact planes of the region. */
  readonly translation: Float64Array;
  readonly moving: Float64Array;
  readonly resting: Float64Array;
}

/** Measures a region along the global translation of the moving body, `way`; null if its faces only touch. */
export function measureRegion(
  overlap: Overlap,
  region: OverlapRegion,
  way: Float64Array,
  error: number,
  scale: number,
): RegionDepth | null {
  const limit = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
  const direction = way.map((x) => x / limit);
  const contact = new LastContact(
    overlap.moving,
    region.faces[0],
    overlap.resting,
    region.faces[1],
    direction,
    limit,
    error,
    TIE * scale,
    touchesWithin(overlap, region),
  );
  const rise = Math.min(contact.rise, limit);
  if (!(rise > overlap.near)) return null;
  const planes = new ContactNormals();
  const middle = new ContactMiddle();
  contact.visit(
    (x, y, height, normal, weight) => {
      middle.add(x, y, height);
      if (weight > 0) planes.add(normal, weight, rise);
    },
    () => middle.endPair(),
  );
  const held = Float64Array.of(0, 0, rise);
  if (planes.count > 0) projectIn(planes.bounds, planes.count, held);
  const translation = new Float64Array(3);
  contact.point(held[0], held[1], held[2], translation);
  const p = middle.find();
  const moving = new Float64Array(3);
  const resting = new Float64Array(3);
  contact.point(p[0], p[1], p[2], moving);
  contact.point(p[0], p[1], p[2] + rise, resting);
  return { translation, moving, resting };
}

/** Touches between points of the region: the moving one in the resting body, and the other way round. */
function touchesWithin(overlap: Overlap, region: OverlapRegion): TouchFilter {
  if (region.isContained) return () => true;
  const { near, moving, resting } = overlap;
  const { low, high } = region;
  const isInBox = (p: Float64Array): boolean => {
    for (let c = 0; c < 3; c++) if (p[c] < low[c] - near || p[c] > high[c] + near) return false;
    return true;
  };
  return (a, faceM, vertexM, b, faceR, vertexR) =>
    isInBox(a) &&
    isInBox(b) &&
    (overlap.isWithin(0, faceM, vertexM) || resting.hasNear(a, near)) &&
    (overlap.isWithin(1, faceR, vertexR) || moving.hasNear(b, near));
}

/** The normals of the planes that meet in a point on the third axis. */
class ContactNormals {
  readonly bounds: Float64Array = new Float64Array(PLANE * MOST_PLANES);
  readonly #weights: Float64Array = new Float64Array(MOST_PLANES);
  count = 0;

  /** Takes in a normal; of those that are one, the best known counts. */
  add(n: Float64Array, weight: number, height: number): void {
    const { bounds } = this;
    let at = 0;
    for (; at < this.count; at++) {
      const o = PLANE * at;
      const x = bounds[o] - n[0];
      const y = bounds[o + 1] - n[1];
      const z = bounds[o + 2] - n[2];
      if (x * x + y * y + z * z < SAME_NORMAL_SQ) break;
    }
    if (at === MOST_PLANES || (at < this.count && this.#weights[at] >= weight)) return;
    if (at === this.count) this.count++;
    this.#weights[at] = weight;
    for (let c = 0; c < 3; c++) bounds[PLANE * at + c] = n[c];
    bounds[PLANE * at + 3] = n[2] * height;
  }
}

/** The middle of all that touches: of areas where faces lie flush, else of edges or corners. */
class ContactMiddle {
  readonly #polygons: Float64Array[][] = [];
  #pair: Float64Array[] = [];
  readonly #sum: Float64Array = new Float64Array(POINT2 + 1);

  add(x: number, y: number, height: number): void {
    this.#pair.push(Float64Array.of(x, y, height));
  }

  /** What a pair of triangles has in common is convex: the hull of the touches of the two. */
  endPair(): void {
    if (this.#pair.length === 0) return;
    const hull = hull2(this.#pair);
    addMoments(hull, this.#sum);
    this.#polygons.push(hull);
    this.#pair = [];
  }

  /** The point that touches nearest to the middle of all. */
  find(): Float64Array {
    const all = hull2(this.#polygons.flat());
    const target = new Float64Array(POINT2);
    middleOf(all, target);
    const area = this.#sum[POINT2];
    const box = boxArea(all);
    if (area > LEAST_AREA * box) for (let c = 0; c < POINT2; c++) target[c] = this.#sum[c] / area;
    const found = target.slice();
    const tried = new Float64Array(POINT2);
    let least = Infinity;
    for (const polygon of this.#polygons) {
      const sq = nearestOn(polygon, target, tried);
      if (sq >= least) continue;
      least = sq;
      found.set(tried);
    }
    return found;
  }
}

/** Areas below this part of the box around them are rounding. */
const LEAST_AREA = 1e-9;

function boxArea(hull: readonly Float64Array[]): number {
  const xs = hull.map((p) => p[0]);
  const ys = hull.map((p) => p[1]);
  const side = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  return side * side;
}
