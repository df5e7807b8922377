// A BSP tree over boxes (Fuchs, Kedem & Naylor 1980): a plane in any direction splits a cell, here orthogonal to the direction of
// the largest spread of its boxes' centres, through their mean. Groups that lie along slopes are separated by one split where a k-d
// tree needs many.

import { symmetricEigen } from '../../scalar/eigen.ts';
import { BOX } from '../../space/box-set.ts';
import type { BroadPhaseKind } from '../../space/broad-phase.ts';
import { type Cell, Subdivision } from './subdivision.ts';

const mean = new Float64Array(3);
const covariance = new Float64Array(6);
const axes = new Float64Array(9);
const values = new Float64Array(3);

class BspTree extends Subdivision {
  protected split({ list, first, end }: Cell, bounds: Float64Array, planes: Float64Array, at: number): number {
    const { items } = list;
    mean.fill(0);
    let reach = 0;
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let k = first; k < end; k++) {
        const middle = middleOf(bounds, items[k], axis);
        mean[axis] += middle / (end - first);
        low = Math.min(low, middle);
        high = Math.max(high, middle);
      }
      reach = Math.max(reach, high - low);
    }
    if (reach === 0) return 0;
    covariance.fill(0);
    for (let k = first; k < end; k++) {
      // In parts of the reach, so that squares stay within doubles.
      const x = (middleOf(bounds, items[k], 0) - mean[0]) / reach;
      const y = (middleOf(bounds, items[k], 1) - mean[1]) / reach;
      const z = (middleOf(bounds, items[k], 2) - mean[2]) / reach;
      covariance[0] += x * x;
      covariance[1] += x * y;
      covariance[2] += x * z;
      covariance[3] += y * y;
      covariance[4] += y * z;
      covariance[5] += z * z;
    }
    symmetricEigen(covariance, axes, values);
    for (let axis = 0; axis < 3; axis++) planes[at + axis] = axes[axis];
    planes[at + 3] = axes[0] * mean[0] + axes[1] * mean[1] + axes[2] * mean[2];
    return 1;
  }
}

function middleOf(bounds: Float64Array, id: number, axis: number): number {
  return bounds[BOX * id + axis] / 2 + bounds[BOX * id + 3 + axis] / 2;
}

/**
 * A tree of planes along the axes, chosen by the boxes.
 *
 * @example
 * const world = new World({ broadPhase: bspTree });
 * const cube = Model.build(box());
 * world.add(cube);
 * world.add(cube, { position: [0.5, 0, 0] });
 * console.log(world.step().begin.length); // 1
 */
export const bspTree: BroadPhaseKind = { name: 'bsp-tree', create: (boxes) => new BspTree(boxes) };
