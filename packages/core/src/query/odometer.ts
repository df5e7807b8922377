// Bounds how far any point of the query body has travelled, relative to the reference body, over the queries of a pair. A lower
// bound of an earlier query has decreased by at most that much since.
//
// Travel from one relative pose to the next is at most |Δt| + ‖ΔR‖₂·radius, and ‖ΔR‖₂ = ‖ΔR‖_F/√2 for rotations.

import { RELATIVE_SCALE } from '../scalar/pose.ts';
import { TRAVEL_ROUNDING } from '../scalar/tolerances.ts';
import type { Workspace } from './workspace.ts';

/** Travel, in parts of the query's scale, beyond which the rounding of the odometer itself would matter. */
const LONGEST_TRAVEL = 16;

export class Odometer {
  /** [0]: distance travelled since the reset, in the reference unit. [1]: the last step. Numbers in an array are not boxed. */
  readonly travel: Float64Array = new Float64Array(2);
  readonly #lastPose: Float64Array = new Float64Array(12);
  #hasPose = false;

  /** Records the pose of a new query. False if earlier bounds no longer apply. */
  advance(w: Workspace): boolean {
    const { queryBody, pose } = w;
    const last = this.#lastPose;
    let turnSq = 0;
    let shiftSq = 0;
    for (let k = 0; k < 9; k++) turnSq += (pose[k] - last[k]) * (pose[k] - last[k]);
    for (let k = 9; k < 12; k++) shiftSq += (pose[k] - last[k]) * (pose[k] - last[k]);
    for (let k = 0; k < 12; k++) last[k] = pose[k];
    const step = Math.sqrt(shiftSq) + Math.sqrt(turnSq / 2) * queryBody.frame.radius * pose[RELATIVE_SCALE];
    this.travel[1] = Infinity;
    if (this.#hasPose) this.travel[1] = step + TRAVEL_ROUNDING * w.scale[0];
    this.travel[0] += this.travel[1];
    this.#hasPose = true;
    return this.travel[0] <= LONGEST_TRAVEL * w.scale[0];
  }

  /** Restarts the count at the current pose. */
  restart(): void {
    this.travel[0] = 0;
  }

  /** Resets the pose as well. */
  clear(): void {
    this.#hasPose = false;
  }
}
