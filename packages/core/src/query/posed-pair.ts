// The two posed bodies of a query: which of them is the reference body, the pose of the other in its frame, their interpretations,
// and the accuracy of all of that. It is made once per query, and every kernel reads it.
//
// Everything is computed in the frame of the *reference* body. Nodes and triangles of the other, the *query body*, are moved into
// it when first needed. The body with the larger unit is the reference (B if they are equal), so that lengths in its unit stay
// within doubles for all sizes. A point has no size, so it is the query body; for two points the unit is their distance.

import { AIMED_SIZE } from '../bounds/volume.ts';
import { NearmissError } from '../error.ts';
import type { Model } from '../model/model.ts';
import { isPoint } from '../model/model-frame.ts';
import { requireModel } from '../model/require-model.ts';
import { type Interpretation, resolveInterpretation, type SolidOption } from '../model/solid.ts';
import { ExactRelativePose } from '../scalar/exact-pose.ts';
import {
  POSE_SIZE,
  type Pose,
  RELATIVE_ERROR,
  RELATIVE_SCALE,
  RELATIVE_SCRATCH_SIZE,
  readPose,
} from '../scalar/pose.ts';
import { exponentAbove, powerOfTwo } from '../scalar/power-of-two.ts';
import { relativePoseIn } from '../scalar/relative-pose-in.ts';
import { COORDINATE_ERROR, LARGEST_OFFSET, LEAST_RATIO } from '../scalar/tolerances.ts';

/** A placeholder between queries, so that no model is kept in memory. */
const NO_MODEL = null as unknown as Model;

export class PosedPair {
  a: Model = NO_MODEL;
  b: Model = NO_MODEL;
  /** The body whose frame and unit the query computes in, and the other one. */
  reference: Model = NO_MODEL;
  queryBody: Model = NO_MODEL;
  /** True if the query body is B. */
  swapped = false;
  /** The requested interpretations; surfaces before `interpret`. */
  interpretationA: Interpretation = 'surface';
  interpretationB: Interpretation = 'surface';
  readonly poseA: Float64Array = new Float64Array(POSE_SIZE);
  readonly poseB: Float64Array = new Float64Array(POSE_SIZE);
  /** The query body's pose in the reference frame and unit, with data that the kind of volume derives from it (`aim`). */
  readonly pose: Float64Array = new Float64Array(AIMED_SIZE);
  /** [0]: the unit of length in the reference frame: that of the reference, unless that is a point. A power of two. [1]: both radii in it. */
  readonly unit: Float64Array = new Float64Array(2);
  /** [0]: S = reach of both bodies plus their offset, in the reference unit. All rounding is relative to it. */
  readonly scale: Float64Array = new Float64Array(1);
  /** [0]: error bound of a coordinate of a corner in the reference frame. */
  readonly coordinateError: Float64Array = new Float64Array(1);

  readonly #registers = new Float64Array(RELATIVE_SCRATCH_SIZE);
  #exact: ExactRelativePose | null = null;

  /** Sets the bodies and their poses; refuses bad models and poses before anything changes. */
  setPair(a: Model, poseA: Pose, b: Model, poseB: Pose): void {
    this.readPair(a, poseA, b, poseB);
    this.relateBodies();
  }

  /** The first half of `setPair`: the bodies and their poses in the world. */
  readPair(a: Model, poseA: Pose, b: Model, poseB: Pose): void {
    requireModel(a, 'The first body');
    requireModel(b, 'The second body');
    readPose(poseA, this.poseA, 'poseA');
    readPose(poseB, this.poseB, 'poseB');
    this.a = a;
    this.b = b;
    this.swapped = isQueryBodyB(a, b);
    this.queryBody = this.swapped ? b : a;
    this.reference = this.swapped ? a : b;
    this.interpretationA = 'surface';
    this.interpretationB = 'surface';
  }

  /** The second half: the pose of one body in the frame of the other; refuses bodies too far apart. */
  relateBodies(): void {
    if (!this.relate()) {
      throw new NearmissError(
        'pose/too-far',
        'The bodies are too far apart for their size: their distance cannot be told.',
      );
    }
  }

  /** Sets the interpretations of the bodies; refuses a solid with a border. */
  interpret(solid: SolidOption): void {
    this.interpretationA = resolveInterpretation(this.a.facts, solid, 'A');
    this.interpretationB = resolveInterpretation(this.b.facts, solid, 'B');
  }

  /** The pose of the query body in the world. */
  get queryPose(): Float64Array {
    return this.swapped ? this.poseB : this.poseA;
  }

  /** The pose of the reference body in the world. */
  get referencePose(): Float64Array {
    return this.swapped ? this.poseA : this.poseB;
  }

  /** Updates after a change of `poseA` or `poseB`. False, and nothing is valid, if the bodies are too far apart now. */
  relate(): boolean {
    const { pose, unit } = this;
    const { frame } = this.queryBody;
    const { frame: own } = this.reference;
    unit[0] = own.unit;
    const ratio = isPoint(frame) ? 1 : Math.max(frame.unit / unit[0], LEAST_RATIO);
    unit[1] = frame.radius * ratio + own.radius;
    this.#writePose();
    if (isPoint(own)) this.#chooseUnit();
    pose[RELATIVE_SCALE] = ratio;
    const x = pose[9];
    const y = pose[10];
    const z = pose[11];
    if (!(Math.abs(x) + Math.abs(y) + Math.abs(z) <= LARGEST_OFFSET)) return false;
    const scale = unit[1] + Math.sqrt(x * x + y * y + z * z);
    pose[RELATIVE_ERROR] = COORDINATE_ERROR * scale;
    this.scale[0] = scale;
    this.coordinateError[0] = pose[RELATIVE_ERROR];
    this.#exact = null;
    return true;
  }

  /** For two points, which have no unit of their own: uses the power of two above their distance. */
  #chooseUnit(): void {
    const { unit, pose } = this;
    const largest = Math.max(Math.abs(pose[9]), Math.abs(pose[10]), Math.abs(pose[11])) * unit[0];
    if (!(largest > 0 && largest < Infinity)) return;
    unit[0] = powerOfTwo(Math.min(exponentAbove(largest), 1023));
    this.#writePose();
  }

  /** The query body in the reference frame, in the unit. */
  #writePose(): void {
    const { queryBody, reference, queryPose, referencePose, unit, pose } = this;
    const { centre } = queryBody.frame;
    relativePoseIn(unit, queryPose, centre, referencePose, reference.frame.centre, pose, this.#registers);
  }

  /** The exact relative pose, A's points in B's frame; computed on first use. */
  get exact(): ExactRelativePose {
    this.#exact ??= new ExactRelativePose(this.poseA, this.poseB);
    return this.#exact;
  }

  /** Releases the models, so that they are not kept in memory. */
  release(): void {
    this.a = NO_MODEL;
    this.b = NO_MODEL;
    this.reference = NO_MODEL;
    this.queryBody = NO_MODEL;
  }
}

/**
 * Whether B is the query body: the body with the larger unit is the reference, or the one that is not a point; of two points, B.
 */
export function isQueryBodyB({ frame: a }: Model, { frame: b }: Model): boolean {
  return !isPoint(a) && (isPoint(b) || a.unit > b.unit);
}

/** Whether one of the bodies is round, so that its triangles do not describe it fully. */
export function isRound({ a, b }: PosedPair): boolean {
  return a.round !== null || b.round !== null;
}

/** The interpretation of a body: a round one is always a solid. */
export function interpretationOf(model: Model, asked: Interpretation): Interpretation {
  return model.round === null ? asked : 'solid';
}
