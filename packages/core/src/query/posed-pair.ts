// The two bodies of a query as they are posed: which of them is the reference, where the other is in its frame, as what each is
// interpreted, and how exact all of that is. It is made once a query, and every kernel reads it.
//
// Everything is computed in the frame of the *reference*; nodes and triangles of the other, the *query body*, are brought into it when
// first needed. The body with the larger unit is the reference (B if they are equal), so that lengths in its unit stay within doubles
// whatever the two sizes. A point has no size, so it is the query body; of two points the unit is their distance.

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

/** Stands for a body between queries, when no kernel runs: it would keep a model in memory. */
const NO_MODEL = null as unknown as Model;

export class PosedPair {
  a: Model = NO_MODEL;
  b: Model = NO_MODEL;
  /** The body whose frame and unit the query computes in, and the other one. */
  reference: Model = NO_MODEL;
  queryBody: Model = NO_MODEL;
  /** True if the query body is B. */
  swapped = false;
  /** As what the caller wants the bodies to be taken; as surfaces before `interpret`. */
  interpretationA: Interpretation = 'surface';
  interpretationB: Interpretation = 'surface';
  readonly poseA: Float64Array = new Float64Array(POSE_SIZE);
  readonly poseB: Float64Array = new Float64Array(POSE_SIZE);
  /** The query body in the reference frame and unit, and what the kind of volume in use makes of it (`aim`). */
  readonly pose: Float64Array = new Float64Array(AIMED_SIZE);
  /** [0]: the unit of length in the reference frame: that of the reference, unless that is a point. A power of two. [1]: both radii in it. */
  readonly unit: Float64Array = new Float64Array(2);
  /** [0]: S = reach of both bodies plus their offset, in the reference unit. All rounding is relative to it. */
  readonly scale: Float64Array = new Float64Array(1);
  /** [0]: how far a coordinate of a corner in the reference frame can be from its exact position. */
  readonly coordinateError: Float64Array = new Float64Array(1);

  readonly #registers = new Float64Array(RELATIVE_SCRATCH_SIZE);
  #exact: ExactRelativePose | null = null;

  /** Takes in the bodies and where they are; refuses bad models and poses before anything else is changed. */
  setPair(a: Model, poseA: Pose, b: Model, poseB: Pose): void {
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
    if (!this.relate()) {
      throw new NearmissError(
        'pose/too-far',
        'The bodies are too far apart for their size: their distance cannot be told.',
      );
    }
  }

  /** Takes in as what the caller wants the bodies to be taken; refuses a solid with a border. */
  interpret(solid: SolidOption): void {
    this.interpretationA = resolveInterpretation(this.a.facts, solid, 'A');
    this.interpretationB = resolveInterpretation(this.b.facts, solid, 'B');
  }

  /** Where the query body is in the world. */
  get queryPose(): Float64Array {
    return this.swapped ? this.poseB : this.poseA;
  }

  /** The same of the reference. */
  get referencePose(): Float64Array {
    return this.swapped ? this.poseA : this.poseB;
  }

  /** Takes notice that `poseA` or `poseB` were changed. False, and nothing is known, where the bodies are too far apart now. */
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

  /** For two points, in a unit that need not be theirs: takes the power of two above their distance for it. */
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

  /** The exact relative pose, A's points in B's frame; made on first demand. */
  get exact(): ExactRelativePose {
    this.#exact ??= new ExactRelativePose(this.poseA, this.poseB);
    return this.#exact;
  }

  /** Lets go of the models, which may be all that keeps them in memory. */
  release(): void {
    this.a = NO_MODEL;
    this.b = NO_MODEL;
    this.reference = NO_MODEL;
    this.queryBody = NO_MODEL;
  }
}

/** Whether B is the query body: the one with the larger unit is the reference, or the one that is no point; of two points, B. */
export function isQueryBodyB({ frame: a }: Model, { frame: b }: Model): boolean {
  return !isPoint(a) && (isPoint(b) || a.unit > b.unit);
}

/** Whether one of the bodies is round, so that triangles do not tell all about them. */
export function isRound({ a, b }: PosedPair): boolean {
  return a.round !== null || b.round !== null;
}

/** As what a body is taken: a round one as a solid, whatever the caller would like. */
export function interpretationOf(model: Model, asked: Interpretation): Interpretation {
  return model.round === null ? asked : 'solid';
}
