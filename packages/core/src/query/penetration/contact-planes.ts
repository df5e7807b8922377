// Contact planes (PolyDepth, section 6.1): how far A can move before a near part of B touches it.
//
// For two triangles a distance g apart along the unit direction n, from A to B, moving A by Δ keeps them apart as long as n·Δ ≤ g:
// the slab between their closest points separates them. So the pairs within some reach define half-spaces of translations, which
// are free as long as |Δ| is within that reach. The paper uses planes of vertex–face and edge–edge contacts of a touching pose and
// has to omit or split all other kinds. The direction between closest points is the normal of those planes for these two kinds of
// contact. For two vertices, or a vertex and an edge, it is a supporting plane of contact space. So no kinds need to be
// distinguished.

import { PLANE, projectIn } from './in-projection.ts';
import type { ReferenceFrame } from './reference-frame.ts';
import { TUNING } from './tuning.ts';

const { MOST_CONTACT_PLANES: MOST_PLANES, SAME_DIRECTION, LONGER } = TUNING.descent;

export class ContactPlanes {
  readonly #normal: Float64Array = new Float64Array(3);
  readonly #bounds: Float64Array = new Float64Array(PLANE * MOST_PLANES);
  /** PLANE doubles each: unit normal from A to B in the world, and the gap. */
  readonly gaps: Float64Array = new Float64Array(PLANE * MOST_PLANES);
  /** Slots of the pair of triangles behind each plane in tree order, query and reference. */
  readonly slots: Uint32Array = new Uint32Array(2 * MOST_PLANES);
  /** The closest points behind each plane in the reference frame, the query body's first. */
  readonly points: Float64Array = new Float64Array(6 * MOST_PLANES);
  count = 0;
  #frame: ReferenceFrame | null = null;

  /** Removes all planes; new ones are given in `frame`. */
  start(frame: ReferenceFrame): void {
    this.count = 0;
    this.#frame = frame;
  }

  /**
   * Adds a plane, unless one in the same direction is nearer. Direction and gap are in the reference frame, with the closest points
   * and the slots of their triangles. Returns the plane's slot, or −1.
   */
  add(axis: Float64Array, points: Float64Array, slotQ: number, slotR: number): number {
    const normal = this.#normal;
    if (this.#frame === null) return -1;
    const { gaps } = this;
    this.#frame.toWorld(axis, 0, normal, 0);
    const [nx, ny, nz] = normal;
    const gap = Math.max(0, axis[3]) * this.#frame.unit;
    let at = this.count;
    let farthest = 0;
    for (let k = 0; k < this.count; k++) {
      const o = PLANE * k;
      if (nx * gaps[o] + ny * gaps[o + 1] + nz * gaps[o + 2] > 1 - SAME_DIRECTION) {
        if (gap >= gaps[o + 3]) return -1;
        at = k;
        break;
      }
      if (gaps[o + 3] > gaps[PLANE * farthest + 3]) farthest = k;
    }
    if (at === MOST_PLANES) {
      if (gap >= gaps[PLANE * farthest + 3]) return -1;
      at = farthest;
    } else if (at === this.count) this.count++;
    gaps[PLANE * at] = nx;
    gaps[PLANE * at + 1] = ny;
    gaps[PLANE * at + 2] = nz;
    gaps[PLANE * at + 3] = gap;
    for (let k = 0; k < 6; k++) this.points[6 * at + k] = points[k];
    this.slots[2 * at] = slotQ;
    this.slots[2 * at + 1] = slotR;
    return at;
  }

  /** Replaces plane `to` by plane `from`, with the normal n[i…] and the gap n[i + 3]. */
  move(from: number, to: number, n: Float64Array, i: number): void {
    for (let c = 0; c < PLANE; c++) this.gaps[PLANE * to + c] = n[i + c];
    this.points.copyWithin(6 * to, 6 * from, 6 * from + 6);
    this.slots.copyWithin(2 * to, 2 * from, 2 * from + 2);
  }

  /**
   * The shortest translation within the planes, computed at `x`, that leaves `kept` of every gap and keeps `margin` from every
   * plane, and a little more from those ahead; false if there is none.
   */
  shortest(x: Float64Array, kept: number, margin: number, out: Float64Array): boolean {
    const bounds = this.#bounds;
    const { gaps, count } = this;
    for (let o = 0; o < PLANE * count; o += PLANE) {
      bounds[o] = gaps[o];
      bounds[o + 1] = gaps[o + 1];
      bounds[o + 2] = gaps[o + 2];
      const along = gaps[o] * x[0] + gaps[o + 1] * x[1] + gaps[o + 2] * x[2];
      bounds[o + 3] = gaps[o + 3] * (1 - kept) - margin + along - LONGER * Math.max(0, along);
    }
    return projectIn(bounds, count, out);
  }
}
