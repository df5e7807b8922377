import { LINKS } from '../core-internals.ts';
import type { OpenedModel } from '../traversal/opened-model.ts';
import type { Placement } from './screw.ts';

/** Doubles a box: centre, three axes as rows, half extents. */
export const BOX_SIZE = 15;

/** A model's boxes and triangles in the frame of a screw, brought there when first asked for. */
export class PlacedBody {
  readonly links: Int32Array;
  readonly boxes: Float64Array;
  /** 9 doubles a triangle. */
  readonly corners: Float64Array;
  readonly #model: OpenedModel;
  readonly #boxStamps: Int32Array;
  readonly #leafStamps: Int32Array;
  #stamp = 0;
  #place: Placement = new Float64Array(12);

  constructor(model: OpenedModel) {
    this.#model = model;
    this.links = model.tree.links;
    this.boxes = new Float64Array(model.volumes.length);
    this.corners = new Float64Array(model.tree.triangles.length);
    this.#boxStamps = new Int32Array(this.links.length / LINKS);
    this.#leafStamps = new Int32Array(this.links.length / LINKS);
  }

  /** Everything placed so far is forgotten. */
  place(placement: Placement): void {
    this.#stamp++;
    this.#place = placement;
  }

  /** Where the node's box lies in `boxes`. */
  box(node: number): number {
    const at = BOX_SIZE * node;
    if (this.#boxStamps[node] === this.#stamp) return at;
    this.#boxStamps[node] = this.#stamp;
    const { volumes, unit } = this.#model;
    this.#placePoint(volumes, at, this.boxes);
    for (let k = at + 3; k < at + 12; k += 3) this.#placeDirection(volumes, k);
    for (let k = at + 12; k < at + 15; k++) this.boxes[k] = unit * volumes[k];
    return at;
  }

  /** Places the triangles of a leaf. */
  openLeaf(node: number): void {
    if (this.#leafStamps[node] === this.#stamp) return;
    this.#leafStamps[node] = this.#stamp;
    const begin = 9 * this.links[LINKS * node + 1];
    const end = begin + 9 * this.links[LINKS * node + 2];
    for (let k = begin; k < end; k += 3) this.#placePoint(this.#model.tree.triangles, k, this.corners);
  }

  /** From the model's frame to the body's, and from there. */
  #placePoint(points: Float64Array, at: number, out: Float64Array): void {
    const { unit, centre } = this.#model;
    const place = this.#place;
    const x = unit * points[at] + centre[0];
    const y = unit * points[at + 1] + centre[1];
    const z = unit * points[at + 2] + centre[2];
    out[at] = place[0] * x + place[1] * y + place[2] * z + place[9];
    out[at + 1] = place[3] * x + place[4] * y + place[5] * z + place[10];
    out[at + 2] = place[6] * x + place[7] * y + place[8] * z + place[11];
  }

  #placeDirection(volumes: Float64Array, at: number): void {
    const place = this.#place;
    const x = volumes[at];
    const y = volumes[at + 1];
    const z = volumes[at + 2];
    this.boxes[at] = place[0] * x + place[1] * y + place[2] * z;
    this.boxes[at + 1] = place[3] * x + place[4] * y + place[5] * z;
    this.boxes[at + 2] = place[6] * x + place[7] * y + place[8] * z;
  }
}
