// The part that queries of a point or a ray against one body share: the position in the model's frame.

import { ROUND_SIZE } from '../../convex/round-shape.ts';
import { NearmissError } from '../../error.ts';
import { Model } from '../../model/model.ts';
import { isPoint } from '../../model/model-frame.ts';
import { Pool } from '../../scalar/pool.ts';
import { POSE_SIZE, type Pose, RELATIVE_SCRATCH_SIZE, RELATIVE_SIZE, readPose } from '../../scalar/pose.ts';
import { exponentAbove, powerOfTwo } from '../../scalar/power-of-two.ts';
import { relativePoseIn } from '../../scalar/relative-pose-in.ts';
import { COORDINATE_ERROR, LARGEST_OFFSET } from '../../scalar/tolerances.ts';
import { ORIGIN, readVector } from '../../scalar/vector.ts';
import { LocateScratch } from '../locate-scratch.ts';
import { NearestLeaf } from './nearest-leaf.ts';

/** A point given in the world, transformed to the frame of a model, and the scratch of its query. */
export class PosedPoint {
  readonly #registers: Float64Array = new Float64Array(RELATIVE_SCRATCH_SIZE);
  readonly #relative: Float64Array = new Float64Array(RELATIVE_SIZE);
  /** Pose of the model. */
  readonly pose: Float64Array = new Float64Array(POSE_SIZE);
  /** The point as a body of its own: a pose without rotation. */
  readonly world: Float64Array = new Float64Array(POSE_SIZE);
  /** The point in the model's frame, and the error bound of a coordinate. */
  readonly local: Float64Array = new Float64Array(4);
  /** [0]: the unit: that of the model, unless that is a point. A power of two. [1]: the model's radius in it. */
  readonly unit: Float64Array = new Float64Array(2);
  /** [0]: reach of the model plus its distance from the point. */
  readonly scale: Float64Array = new Float64Array(1);
  /** The direction of a ray from the point, of length 1, in the world and in the model's axes. */
  readonly direction: Float64Array = new Float64Array(3);
  readonly along: Float64Array = new Float64Array(3);
  /** The nearest point on a round shape. */
  readonly onRound: Float64Array = new Float64Array(ROUND_SIZE);
  readonly locating: LocateScratch = new LocateScratch();
  readonly nearest: NearestLeaf = new NearestLeaf();

  set(model: Model, pose: Pose, point: ArrayLike<number>): void {
    const registers = this.#registers;
    const relative = this.#relative;
    if (!(model instanceof Model)) {
      throw new NearmissError('model/bad-argument', 'The body must be a Model: Model.build(new Mesh(…)).');
    }
    readVector(point, this.world, 0, 'vector/bad', 'The point');
    readPose(pose, this.pose, 'pose');
    this.world[6] = 1;
    const { frame } = model;
    const { centre, radius } = frame;
    const { unit } = this;
    unit[0] = frame.unit;
    unit[1] = radius;
    relativePoseIn(unit, this.world, ORIGIN, this.pose, centre, relative, registers);
    if (isPoint(frame)) this.#chooseUnit(centre);
    let sq = 0;
    for (let k = 0; k < 3; k++) {
      this.local[k] = relative[9 + k];
      sq += this.local[k] * this.local[k];
    }
    const scale = radius + Math.sqrt(sq);
    if (!(scale <= LARGEST_OFFSET)) {
      throw new NearmissError('pose/too-far', 'The point is too far from the body for its size.');
    }
    this.local[3] = COORDINATE_ERROR * scale;
    this.scale[0] = scale;
  }

  /** For a body that is one point, and has no unit of its own: uses the power of two above their distance. */
  #chooseUnit(centre: Float64Array): void {
    const { unit } = this;
    const registers = this.#registers;
    const relative = this.#relative;
    const largest = Math.max(Math.abs(relative[9]), Math.abs(relative[10]), Math.abs(relative[11])) * unit[0];
    if (!(largest > 0 && largest < Infinity)) return;
    unit[0] = powerOfTwo(Math.min(exponentAbove(largest), 1023));
    relativePoseIn(unit, this.world, ORIGIN, this.pose, centre, relative, registers);
  }
}

/** One scratch for each level of nested queries: getters of a point may start a query. */
const points: Pool<PosedPoint> = /* @__PURE__ */ new Pool(() => new PosedPoint());

export function borrowPoint(): PosedPoint {
  return points.take();
}

export function returnPoint(point: PosedPoint): void {
  points.giveBack(point);
}
