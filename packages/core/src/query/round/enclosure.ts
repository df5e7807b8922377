// Is a body wholly inside a round one? The signed distance from a convex body is a convex function, so its maximum is at the
// corners of a mesh, at the ends of a segment, and for a disc somewhere on its rim.

import { nearestOnRound, ROUND_DISTANCE, ROUND_SIZE, type RoundShape } from '../../convex/round-shape.ts';
import type { Model } from '../../model/model.ts';
import { RELATIVE_SCRATCH_SIZE, RELATIVE_SIZE } from '../../scalar/pose.ts';
import { relativePoseIn } from '../../scalar/relative-pose-in.ts';
import { DISTANCE_OVERSHOOT, LEAST_DOUBLE, UNIT_ROUNDOFF } from '../../scalar/tolerances.ts';
import type { Workspace } from '../workspace.ts';

/** Number of arcs after which the search of a rim ends: coaxial rims are equally far everywhere. */
const MOST_ARCS = 1024;
/** Two ends of an arc, as unit vectors in the plane of the rim. */
const ARC = 4;
const QUARTERS = Float64Array.of(1, 0, 0, 1, 0, 1, -1, 0, -1, 0, 0, -1, 0, -1, 1, 0);
/** Bracket width at which the search of a rim ends, in units of S. */
const RIM_ACCURACY: number = 2 ** 20 * UNIT_ROUNDOFF;

/** The largest signed distance of a point of one body from another, bracketed, in the world's unit. */
export class Farthest {
  readonly #pose: Float64Array = new Float64Array(RELATIVE_SIZE);
  readonly #registers: Float64Array = new Float64Array(RELATIVE_SCRATCH_SIZE);
  /** [0]: the unit of the outer body. [1]: both radii in it. */
  readonly #unit: Float64Array = new Float64Array(2);
  /** A point of the inner body, relative to its centre in the outer body's unit, and the same in the outer body's frame. */
  readonly #inner: Float64Array = new Float64Array(3);
  readonly #posed: Float64Array = new Float64Array(3);
  readonly #nearest: Float64Array = new Float64Array(ROUND_SIZE);
  readonly #arcs: Float64Array = new Float64Array(ARC * (MOST_ARCS + 4));
  lower: number = -Infinity;
  /** Not computed where `lower` is positive, which proves that the body is not inside. */
  upper: number = -Infinity;
  #shape: RoundShape = { base: 0, top: 0, half: 0, skin: 0 };

  /** Computes it for `body` and the round `outer`, posed as in `w`. */
  measure(w: Workspace, body: Model, bodyPose: Float64Array, outer: Model, outerPose: Float64Array): void {
    const pose = this.#pose;
    const registers = this.#registers;
    const { round: shape } = outer;
    if (shape === null) return;
    this.lower = -Infinity;
    this.upper = -Infinity;
    this.#shape = shape;
    // Everything in the outer body's unit.
    const { unit } = outer.frame;
    this.#unit[0] = unit;
    const ratio = body.frame.unit / unit;
    this.#unit[1] = body.frame.radius * ratio + outer.frame.radius;
    relativePoseIn(this.#unit, bodyPose, body.frame.centre, outerPose, outer.frame.centre, pose, registers);
    const scale = (w.scale[0] * w.unit[0]) / unit;
    if (body.round === null) this.#searchCorners(body.tree.triangles, ratio);
    else {
      const { base, top, half, skin } = body.round;
      this.#searchRim(base * ratio, -half * ratio, RIM_ACCURACY * scale);
      this.#searchRim(top * ratio, half * ratio, RIM_ACCURACY * scale);
      this.lower += skin * ratio;
      this.upper += skin * ratio;
    }
    this.lower = (this.lower - DISTANCE_OVERSHOOT * scale) * unit - LEAST_DOUBLE;
    this.upper = this.lower > 0 ? Infinity : (this.upper + DISTANCE_OVERSHOOT * scale) * unit + LEAST_DOUBLE;
  }

  #searchCorners(corners: Float64Array, ratio: number): void {
    const inner = this.#inner;
    for (let k = 0; k < corners.length && !(this.lower > 0); k += 3) {
      for (let c = 0; c < 3; c++) inner[c] = corners[k + c] * ratio;
      this.#take();
    }
  }

  /** Adds the distance of the point in `inner`. */
  #take(): void {
    const nearest = this.#nearest;
    this.#posePoint();
    this.lower = Math.max(this.lower, nearest[ROUND_DISTANCE]);
    this.upper = Math.max(this.upper, this.lower);
  }

  /** Leaves the distance of the point in `inner` in `nearest`. */
  #posePoint(): void {
    const pose = this.#pose;
    const inner = this.#inner;
    const posed = this.#posed;
    const nearest = this.#nearest;
    for (let c = 0; c < 3; c++) {
      posed[c] = pose[3 * c] * inner[0] + pose[3 * c + 1] * inner[1] + pose[3 * c + 2] * inner[2] + pose[9 + c];
    }
    nearestOnRound(this.#shape, posed, 0, nearest);
  }

  /**
   * Branch and bound: an arc lies in the triangle of its ends and the intersection of their tangents, and on a triangle the
   * function has its maximum at a corner.
   */
  #searchRim(radius: number, z: number, accuracy: number): void {
    const inner = this.#inner;
    const nearest = this.#nearest;
    const arcs = this.#arcs;
    inner[0] = 0;
    inner[1] = 0;
    inner[2] = z;
    if (radius === 0) {
      this.#take();
      return;
    }
    arcs.set(QUARTERS);
    let top = QUARTERS.length;
    for (let tests = 0; top > 0 && !(this.lower > 0); tests++) {
      top -= ARC;
      const ux = arcs[top];
      const uy = arcs[top + 1];
      const vx = arcs[top + 2];
      const vy = arcs[top + 3];
      inner[0] = radius * ux;
      inner[1] = radius * uy;
      this.#take();
      const reach = radius / (1 + ux * vx + uy * vy);
      inner[0] = reach * (ux + vx);
      inner[1] = reach * (uy + vy);
      this.#posePoint();
      if (nearest[ROUND_DISTANCE] <= this.lower + accuracy || tests >= MOST_ARCS) {
        this.upper = Math.max(this.upper, nearest[ROUND_DISTANCE]);
        continue;
      }
      const length = Math.sqrt((ux + vx) * (ux + vx) + (uy + vy) * (uy + vy));
      arcs[top + 2] = (ux + vx) / length;
      arcs[top + 3] = (uy + vy) / length;
      arcs[top + 4] = arcs[top + 2];
      arcs[top + 5] = arcs[top + 3];
      arcs[top + 6] = vx;
      arcs[top + 7] = vy;
      top += 2 * ARC;
    }
  }
}
