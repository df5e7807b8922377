import { LINKS } from '../core-internals.ts';
import type { OpenedModel } from '../traversal/opened-model.ts';
import type { PoseMatrix } from './screw.ts';

/** Doubles a box: centre, three axes as rows, half extents. */
export const BOX_SIZE = 15;

/** A model's boxes and triangles in the frame of a screw, brought there when first asked for. */
export class PosedBody {
  readonly links: Int32Array;
  readonly boxes: Float64Array;
  /** 9 doubles a triangle. */
  readonly corners: Float64Array;
  readonly #model: OpenedModel;
  readonly #boxStamps: Int32Array;
  readonly #leafStamps: Int32Array;
  #stamp = 0;
  #setPose: PoseMatrix = new Float64Array(12);

  constructor(model: OpenedModel) {
    this.#model = model;
    this.links = model.tree.links;
    this.boxes = new Float64Array(model.volumes.length);
    this.corners = new Float64Array(model.tree.triangles.length);
    this.#boxStamps = new Int32Array(this.links.length / LINKS);
    this.#leafStamps = new Int32Array(this.links.length / LINKS);
  }

  /** Everything posed so far is forgotten. */
  setPose(matrix: PoseMatrix): void {
    this.#stamp++;
    this.#setPose = matrix;
  }

  /** Where the node's box lies in `boxes`. */
  box(node: number): number {
    const at = BOX_SIZE * node;
    if (this.#boxStamps[node] === this.#stamp) return at;
    this.#boxStamps[node] = this.#stamp;
    const { volumes, unit } = this.#model;
    this.#posePoint(volumes, at, this.boxes);
    for (let k = at + 3; k < at + 12; k += 3) this.#placeDirection(volumes, k);
    for (let k = at + 12; k < at + 15; k++) this.boxes[k] = unit * volumes[k];
    return at;
  }

  /** Poses the triangles of a leaf. */
  openLeaf(node: number): void {
    if (this.#leafStamps[node] === this.#stamp) return;
    this.#leafStamps[node] = this.#stamp;
    const begin = 9 * this.links[LINKS * node + 1];
    const end = begin + 9 * this.links[LINKS * node + 2];
    for (let k = begin; k < end; k += 3) this.#posePoint(this.#model.tree.triangles, k, this.corners);
  }

  /** From the model's frame to the body's, and from there. */
  #posePoint(points: Float64Array, at: number, out: Float64Array): void {
    const { unit, centre } = this.#model;
    const setPose = this.#setPose;
    const x = unit * points[at] + centre[0];
    const y = unit * points[at + 1] + centre[1];
    const z = unit * points[at + 2] + centre[2];
    out[at] = setPose[0] * x + setPose[1] * y + setPose[2] * z + setPose[9];
    out[at + 1] = setPose[3] * x + setPose[4] * y + setPose[5] * z + setPose[10];
    out[at + 2] = setPose[6] * x + setPose[7] * y + setPose[8] * z + setPose[11];
  }

  #placeDirection(volumes: Float64Array, at: number): void {
    const setPose = this.#setPose;
    const x = volumes[at];
    const y = volumes[at + 1];
    const z = volumes[at + 2];
    this.boxes[at] = setPose[0] * x + setPose[1] * y + setPose[2] * z;
    this.boxes[at + 1] = setPose[3] * x + setPose[4] * y + setPose[5] * z;
    this.boxes[at + 2] = setPose[6] * x + setPose[7] * y + setPose[8] * z;
  }
}
