// The depth of one region of overlap, with its normal and its points (PolyDepth, section 6.4).
//
// A moves out along the global separating translation t. The patches of both surfaces that bound the region touch last when A has
// moved by a part s of it. The contact planes there limit the region as those at t limit the whole: the shortest translation within
// them is that of the region. A single plane gives the projection of s t onto its normal, the paper's local depth of a contact;
// with several, no plane is preferred. It is never longer than t.

import { addMoments, farthestOf, hull2, nearestOn, POINT2, withoutSlivers } from './hull2.ts';
import { PLANE, projectIn } from './in-projection.ts';
import { LastContact, type TouchFilter } from './last-contact.ts';
import type { Overlap, OverlapRegion } from './overlap.ts';
import type { OverlapSide } from './overlap-side.ts';
import { TUNING } from './tuning.ts';

const { TIE, WITHIN_REGION: WITHIN, SAME_NORMAL_SQ, MOST_REGION_PLANES: MOST_PLANES } = TUNING.local;

/** In the reference frame: the translation that removes a region, and its last contact points, before the motion. */
export interface RegionDepth {
  /**
   * The shortest translation within the contact planes of the region. They are valid near the last contact; farther away others may
   * apply.
   */
  readonly translation: Float64Array;
  /** The part of the global translation after which the region is gone. */
  readonly along: Float64Array;
  readonly pointQ: Float64Array;
  readonly pointR: Float64Array;
}

/** Error bound of lengths in the reference frame. */
export interface RegionErrors {
  readonly scale: number;
  /** A coordinate of a corner. */
  readonly corner: number;
  /** A's position with a translation added. */
  readonly position: number;
}

/** Measures a region along the global translation of the query body, `separation`; null if its faces only touch. */
export function measureRegion(
  overlap: Overlap,
  region: OverlapRegion,
  separation: Float64Array,
  errors: RegionErrors,
): RegionDepth | null {
  const counts = overlap.isSolid ? touchesWithin(overlap, region, WITHIN * errors.scale) : everyTouch;
  const { querySide, referenceSide, near } = overlap;
  return measureFaces(querySide, region.faces[0], referenceSide, region.faces[1], separation, errors, near, counts);
}

/** The same for all faces of both bodies. */
export function measureWhole(
  querySide: OverlapSide,
  referenceSide: OverlapSide,
  separation: Float64Array,
  errors: RegionErrors,
): RegionDepth | null {
  const [all, others] = [querySide, referenceSide].map(({ model }) =>
    Array.from({ length: model.triangleCount }, (_, k) => k),
  );
  return measureFaces(querySide, all, referenceSide, others, separation, errors, 0, everyTouch);
}

const everyTouch: TouchFilter = () => true;

function measureFaces(
  querySide: OverlapSide,
  facesQ: Iterable<number>,
  referenceSide: OverlapSide,
  facesR: Iterable<number>,
  separation: Float64Array,
  { scale, corner, position }: RegionErrors,
  near: number,
  counts: TouchFilter,
): RegionDepth | null {
  const limit = Math.sqrt(
    separation[0] * separation[0] + separation[1] * separation[1] + separation[2] * separation[2],
  );
  const direction = separation.map((x) => x / limit);
  const contact = new LastContact(
    { side: querySide, faces: facesQ },
    { side: referenceSide, faces: facesR },
    direction,
    limit,
    corner,
    Math.max(TIE * scale, position),
    counts,
  );
  const rise = Math.min(contact.rise, limit);
  if (!(rise > near)) return null;
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
  const along = separation.map((x) => (x / limit) * rise);
  const p = middle.find();
  const pointQ = new Float64Array(3);
  const pointR = new Float64Array(3);
  contact.point(p[0], p[1], p[2], pointQ);
  contact.point(p[0], p[1], p[2] + rise, pointR);
  return { translation, along, pointQ, pointR };
}

/** Touches between points of the region: the query body in the reference body, and the reverse. */
function touchesWithin(overlap: Overlap, region: OverlapRegion, near: number): TouchFilter {
  if (region.isContained) return everyTouch;
  const { querySide, referenceSide } = overlap;
  const { low, high } = region;
  const isInBox = (p: Float64Array): boolean => {
    for (let c = 0; c < 3; c++) if (p[c] < low[c] - near || p[c] > high[c] + near) return false;
    return true;
  };
  const counts: TouchFilter = (a, faceQ, vertexQ, b, faceR, vertexR) =>
    isInBox(a) &&
    isInBox(b) &&
    (overlap.isWithin(0, faceQ, vertexQ) || referenceSide.hasNear(a, near)) &&
    (overlap.isWithin(1, faceR, vertexR) || querySide.hasNear(b, near));
  // A vertex is visited once for each face around it.
  const known = new Map<number, boolean>();
  const facesQ = querySide.model.triangleCount;
  const facesR = referenceSide.model.triangleCount;
  return (a, faceQ, vertexQ, b, faceR, vertexR) => {
    if (vertexQ < 0 && vertexR < 0) return counts(a, faceQ, vertexQ, b, faceR, vertexR);
    const key = vertexQ >= 0 ? vertexQ * facesR + faceR : -1 - (vertexR * facesQ + faceQ);
    let isWithin = known.get(key);
    if (isWithin === undefined) {
      isWithin = counts(a, faceQ, vertexQ, b, faceR, vertexR);
      known.set(key, isWithin);
    }
    return isWithin;
  };
}

/** The normals of the planes that intersect in a point on the third axis. */
class ContactNormals {
  readonly bounds: Float64Array = new Float64Array(PLANE * MOST_PLANES);
  readonly #weights: Float64Array = new Float64Array(MOST_PLANES);
  count = 0;

  /** Adds a normal; of equal ones, the most accurate counts. */
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

/** The middle of all touches: of areas where faces lie flush, else of edges or corners. */
class ContactMiddle {
  readonly #polygons: Float64Array[][] = [];
  #pair: Float64Array[] = [];
  readonly #sum: Float64Array = new Float64Array(POINT2 + 1);

  add(x: number, y: number, height: number): void {
    this.#pair.push(Float64Array.of(x, y, height));
  }

  /** The intersection of a pair of triangles is convex: the hull of the touches of the two. */
  endPair(): void {
    if (this.#pair.length === 0) return;
    const hull = withoutSlivers(hull2(this.#pair));
    addMoments(hull, this.#sum);
    this.#polygons.push(hull);
    this.#pair = [];
  }

  /** The touch nearest to the middle of all: of the areas, or of the two that are farthest apart. */
  find(): Float64Array {
    const area = this.#sum[POINT2];
    const [p, q] = farthestOf(hull2(this.#polygons.flat()));
    const target = new Float64Array(POINT2);
    for (let c = 0; c < POINT2; c++) target[c] = area > 0 ? this.#sum[c] / area : (p[c] + q[c]) / 2;
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
