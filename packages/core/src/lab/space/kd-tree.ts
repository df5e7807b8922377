// A k-d tree over boxes (Bentley 1975): a cell is split orthogonal to the axis of the largest spread of its boxes, at the mean of
// their centres.

import { BOX } from '../../space/box-set.ts';
import type { BroadPhaseKind } from '../../space/broad-phase.ts';
import { type Cell, Subdivision } from './subdivision.ts';

class KdTree extends Subdivision {
  protected split(cell: Cell, bounds: Float64Array, planes: Float64Array, at: number): number {
    const { items } = cell.list;
    const count = cell.end - cell.first;
    let widest = 0;
    let slot = 0;
    let spread = 0;
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      let sum = 0;
      for (let k = cell.first; k < cell.end; k++) {
        const middle = bounds[BOX * items[k] + axis] / 2 + bounds[BOX * items[k] + 3 + axis] / 2;
        low = Math.min(low, middle);
        high = Math.max(high, middle);
        sum += middle / count;
      }
      if (!(high - low > spread)) continue;
      spread = high - low;
      widest = axis;
      slot = sum;
    }
    if (spread === 0) return 0;
    planes.fill(0, at, at + 3);
    planes[at + widest] = 1;
    planes[at + 3] = slot;
    return 1;
  }
}

/**
 * A k-d tree of the boxes.
 *
 * @example
 * const world = new World({ broadPhase: kdTree });
 * const cube = Model.build(box());
 * world.add(cube);
 * world.add(cube, { position: [0.5, 0, 0] });
 * console.log(world.step().begin.length); // 1
 */
export const kdTree: BroadPhaseKind = { name: 'kd-tree', create: (boxes) => new KdTree(boxes) };
