// An octree over boxes: a cube around all of them, split recursively into eight at its centre (Samet, "The Design and Analysis of
// Spatial Data Structures", 1990).

import { BOX } from '../../space/box-set.ts';
import type { BroadPhaseKind } from '../../space/broad-phase.ts';
import type { IntList } from '../../space/int-list.ts';
import { type Cell, PLANE, Subdivision } from './subdivision.ts';

class Octree extends Subdivision {
  /** Centre of the current cell, and a quarter of its edge: the offset of its children's centres. */
  readonly #middle: Float64Array = new Float64Array(3);
  #quarter = 0;

  protected override start(bounds: Float64Array, all: IntList): void {
    let half = 0;
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let k = 0; k < all.count; k++) {
        low = Math.min(low, bounds[BOX * all.items[k] + axis]);
        high = Math.max(high, bounds[BOX * all.items[k] + 3 + axis]);
      }
      this.#middle[axis] = low / 2 + high / 2;
      half = Math.max(half, high / 2 - low / 2);
    }
    this.#quarter = half / 2;
  }

  protected split(_cell: Cell, _bounds: Float64Array, planes: Float64Array, at: number): number {
    for (let axis = 0; axis < 3; axis++) {
      const plane = at + PLANE * axis;
      planes.fill(0, plane, plane + 3);
      planes[plane + axis] = 1;
      planes[plane + 3] = this.#middle[axis];
    }
    return 3;
  }

  protected override descend(side: number, isBack: boolean): void {
    if (isBack) this.#quarter *= 2;
    for (let axis = 0; axis < 3; axis++) {
      const isUp = ((side >> axis) & 1) === 1;
      this.#middle[axis] += isUp === isBack ? -this.#quarter : this.#quarter;
    }
    if (!isBack) this.#quarter /= 2;
  }
}

/**
 * An octree of the boxes.
 *
 * @example
 * const world = new World({ broadPhase: octree });
 * const cube = Model.build(box());
 * world.add(cube);
 * world.add(cube, { position: [0.5, 0, 0] });
 * console.log(world.step().begin.length); // 1
 */
export const octree: BroadPhaseKind = { name: 'octree', create: (boxes) => new Octree(boxes) };
