// Reduces the contact planes to few that separate all near pairs.
//
// Any plane between two triangles separates them. The plane between their closest points (contact-planes.ts) is the farthest from
// both, but it is not always a plane of the bodies. Where a face of A overhangs the edge of a triangle of B, beyond which B
// continues flat, that plane is tilted, although A rests on the neighbouring triangle. With a large gap this costs little. But as
// all gaps close together, the tilted plane holds A back at an edge that is only one of the triangulation.
//
// So each pair is assigned to the plane of another pair if that separates its triangles as well: to the plane that separates the
// most pairs.

import type { ContactPlanes } from './contact-planes.ts';
import { PLANE } from './in-projection.ts';
import type { ReferenceFrame } from './reference-frame.ts';
import { AxisScratch, separatingAxis } from './separating-axis.ts';
import { TUNING } from './tuning.ts';

const { MOST_CONTACT_PLANES: MOST_PLANES, SAME_DIRECTION } = TUNING.descent;

export class FewestPlanes {
  /** PLANE doubles each, in the reference frame and its unit: unit normal, and the least gap of the pairs assigned to it. */
  readonly #planes: Float64Array = new Float64Array(PLANE * MOST_PLANES);
  /** How many pairs each plane separates. */
  readonly #parted: Uint32Array = new Uint32Array(MOST_PLANES);
  /** The planes, sorted by the number of pairs they separate. */
  readonly #order: Uint32Array = new Uint32Array(MOST_PLANES);
  readonly #axis: Float64Array = new Float64Array(4);
  readonly #turned: Float64Array = new Float64Array(4);
  readonly #axisScratch: AxisScratch = new AxisScratch();
  #count = 0;

  /** Sets the planes to choose from, made in `frame`. */
  start({ gaps, count }: ContactPlanes, frame: ReferenceFrame): void {
    const axis = this.#axis;
    const turned = this.#turned;
    this.#count = count;
    for (let k = 0; k < count; k++) {
      for (let c = 0; c < 3; c++) axis[c] = gaps[PLANE * k + c];
      frame.toRest(axis, turned);
      for (let c = 0; c < 3; c++) this.#planes[PLANE * k + c] = turned[c] * frame.unit;
      this.#planes[PLANE * k + 3] = Infinity;
      this.#parted[k] = 0;
    }
  }

  /** Plane k is that of the triangles a[0…8] and b[j…]: the smaller their gap, the less accurate its direction. */
  sharpen(k: number, a: Float64Array, b: Float64Array, j: number): void {
    const axis = this.#axis;
    const planes = this.#planes;
    const o = PLANE * k;
    separatingAxis(a, 0, b, j, this.#axisScratch, axis);
    const along = axis[0] * planes[o] + axis[1] * planes[o + 1] + axis[2] * planes[o + 2];
    if (along > 1 - SAME_DIRECTION) for (let c = 0; c < 3; c++) planes[o + c] = axis[c];
  }

  /** Counts the planes between two triangles, which may be beyond them by `errorBound`. */
  count(a: Float64Array, b: Float64Array, j: number, errorBound: number): void {
    for (let k = 0; k < this.#count; k++) if (this.#gapAlong(k, a, b, j) >= -errorBound) this.#parted[k]++;
  }

  /** Call after all pairs are counted. */
  rank(): void {
    const order = this.#order;
    const parted = this.#parted;
    for (let k = 0; k < this.#count; k++) {
      let at = k;
      for (; at > 0 && parted[order[at - 1]] < parted[k]; at--) order[at] = order[at - 1];
      order[at] = k;
    }
  }

  /** Assigns two triangles to the first plane that separates them. */
  assign(a: Float64Array, b: Float64Array, j: number, errorBound: number): void {
    for (let n = 0; n < this.#count; n++) {
      const k = this.#order[n];
      const gap = this.#gapAlong(k, a, b, j);
      if (!(gap >= -errorBound)) continue;
      this.#planes[PLANE * k + 3] = Math.min(this.#planes[PLANE * k + 3], Math.max(0, gap));
      return;
    }
  }

  /** Keeps the planes that triangles are assigned to; false if that is all of them. */
  keep(planes: ContactPlanes, frame: ReferenceFrame): boolean {
    const turned = this.#turned;
    let count = 0;
    for (let k = 0; k < this.#count; k++) {
      const gap = this.#planes[PLANE * k + 3];
      if (gap === Infinity) continue;
      frame.toWorld(this.#planes, PLANE * k, turned, 0);
      turned[3] = gap * frame.unit;
      planes.move(k, count++, turned, 0);
    }
    planes.count = count;
    return count < this.#count;
  }

  #gapAlong(k: number, a: Float64Array, b: Float64Array, j: number): number {
    const x = this.#planes[PLANE * k];
    const y = this.#planes[PLANE * k + 1];
    const z = this.#planes[PLANE * k + 2];
    const a0 = a[0] * x + a[1] * y + a[2] * z;
    const a1 = a[3] * x + a[4] * y + a[5] * z;
    const a2 = a[6] * x + a[7] * y + a[8] * z;
    const b0 = b[j] * x + b[j + 1] * y + b[j + 2] * z;
    const b1 = b[j + 3] * x + b[j + 4] * y + b[j + 5] * z;
    const b2 = b[j + 6] * x + b[j + 7] * y + b[j + 8] * z;
    return Math.min(b0, b1, b2) - Math.max(a0, a1, a2);
  }
}
