// Is a body wholly inside a round one? The signed distance from a convex body is a convex function, so it is largest at
// the corners of a mesh, at the ends of a segment, and for a disc somewhere on its rim.

import { nearestOnRound, ROUND_DISTANCE, ROUND_SIZE, type RoundShape, scaledRound } from '../../convex/round-shape.ts';
import type { Model } from '../../model/model.ts';
import { RELATIVE_SCRATCH_SIZE, RELATIVE_SIZE, relativePose } from '../../scalar/pose.ts';
import { DISTANCE_OVERSHOOT, UNIT_ROUNDOFF } from '../../scalar/tolerance.ts';
import type { Workspace } from '../workspace.ts';

/** Arcs after which a rim is not looked at more closely: coaxial ones are as far everywhere. */
const MOST_ARCS = 1024;
/** Two ends of an arc, as unit vectors in the plane of the rim. */
const ARC = 4;
/** A rim is searched until the bracket is this narrow, in units of S: eight digits beyond what a picture can show. */
const RIM_ACCURACY: number = 2 ** 20 * UNIT_ROUNDOFF;

const pose = new Float64Array(RELATIVE_SIZE);
const registers = new Float64Array(RELATIVE_SCRATCH_SIZE);
const inner = new Float64Array(3);
const placed = new Float64Array(3);
const nearest = new Float64Array(ROUND_SIZE);

/** The largest signed distance of a point of one body from another, bracketed, in the world's unit. */
export class Farthest {
  lower: number = -Infinity;
  upper: number = -Infinity;
  #shape: RoundShape = { base: 0, top: 0, half: 0, skin: 0 };

  /** Of `body` from the round `outer`, posed as in `w`. */
  measure(w: Workspace, body: Model, bodyPose: Float64Array, outer: Model, outerPose: Float64Array): void {
    const { round: shape } = outer;
    const { resting } = w;
    if (shape === null || resting === null) return;
    this.lower = -Infinity;
    this.upper = -Infinity;
    this.#shape = shape;
    relativePose(bodyPose, body.frame.centre, outerPose, outer.frame.centre, pose, registers);
    // Everything in the outer one's unit.
    const { unit } = outer.frame;
    for (let k = 9; k < 12; k++) pose[k] /= unit;
    const ratio = body.frame.unit / unit;
    const scale = (w.scale[0] * resting.frame.unit) / unit;
    if (body.round === null) {
      const corners = body.tree.triangles;
      for (let k = 0; k < corners.length; k += 3) {
        this.#take(this.#distance(corners[k] * ratio, corners[k + 1] * ratio, corners[k + 2] * ratio));
      }
    } else {
      const { base, top, half, skin } = scaledRound(body.round, ratio);
      this.#searchRim(base, -half, RIM_ACCURACY * scale);
      this.#searchRim(top, half, RIM_ACCURACY * scale);
      this.lower += skin;
      this.upper += skin;
    }
    this.lower = (this.lower - DISTANCE_OVERSHOOT * scale) * unit;
    this.upper = (this.upper + DISTANCE_OVERSHOOT * scale) * unit;
  }

  /** Of a point of the body, given from its centre in the outer one's unit. */
  #distance(x: number, y: number, z: number): number {
    inner[0] = x;
    inner[1] = y;
    inner[2] = z;
    for (let c = 0; c < 3; c++) {
      placed[c] = pose[3 * c] * inner[0] + pose[3 * c + 1] * inner[1] + pose[3 * c + 2] * inner[2] + pose[9 + c];
    }
    nearestOnRound(this.#shape, placed, 0, nearest);
    return nearest[ROUND_DISTANCE];
  }

  #take(distance: number): void {
    this.lower = Math.max(this.lower, distance);
    this.upper = Math.max(this.upper, distance);
  }

  /**
   * Branch and bound: an arc lies in the triangle of its ends and the point where the tangents there meet, and on that the
   * function is largest at a corner.
   */
  #searchRim(radius: number, z: number, accuracy: number): void {
    if (radius === 0) {
      this.#take(this.#distance(0, 0, z));
      return;
    }
    const arcs = [1, 0, 0, 1, 0, 1, -1, 0, -1, 0, 0, -1, 0, -1, 1, 0];
    for (let looks = 0; arcs.length > 0; looks++) {
      const [ux, uy, vx, vy] = arcs.splice(-ARC);
      const [sx, sy] = [ux + vx, uy + vy];
      const reach = radius / (1 + ux * vx + uy * vy);
      this.#take(this.#distance(radius * ux, radius * uy, z));
      this.#take(this.#distance(radius * vx, radius * vy, z));
      const bound = this.#distance(reach * sx, reach * sy, z);
      if (bound <= this.lower + accuracy || looks >= MOST_ARCS) {
        this.upper = Math.max(this.upper, bound);
        continue;
      }
      const length = Math.sqrt(sx * sx + sy * sy);
      arcs.push(ux, uy, sx / length, sy / length, sx / length, sy / length, vx, vy);
    }
  }
}
