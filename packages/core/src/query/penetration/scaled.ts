// Penetration of very small and very large bodies.
//
// The search uses the world's unit, where squares of lengths below 2⁻⁵³⁷ are 0 and fourth powers of lengths above 2²⁵⁶ are
// infinite. So bodies far from size 1 are first multiplied by a power of two, with their positions and lengths. That rounds
// nothing. Scaling back rounds only where a result is subnormal: its bracket is then wider, and its translation longer, by some
// least doubles.

import { NearmissError } from '../../error.ts';
import { Mesh } from '../../mesh/mesh.ts';
import type { Model } from '../../model/model.ts';
import { isPoint } from '../../model/model-frame.ts';
import { perModel } from '../../model/per-model.ts';
import { POSE_SIZE, type Pose, readPose } from '../../scalar/pose.ts';
import { LEAST_DOUBLE } from '../../scalar/tolerances.ts';
import type { LocalPenetration, PenetrationCertificate, PenetrationResult } from './penetration-result.ts';
import { TUNING } from './tuning.ts';

const { SMALL, LARGE } = TUNING.round;

/** A pose as it was read. */
interface ReadPose {
  readonly position: Float64Array;
  readonly rotation: Float64Array;
}

/** Two bodies, their poses, and the factor of all lengths, a power of two. */
export interface Scaled {
  readonly factor: number;
  readonly a: Model;
  readonly poseA: ReadPose;
  readonly b: Model;
  readonly poseB: ReadPose;
}

/** The bodies at a size that can be searched; null where they have one already, or where scaling would round something. */
export function scaledBodies(a: Model, poseA: Pose, b: Model, poseB: Pose): Scaled | null {
  const unit = Math.max(isPoint(a.frame) ? 0 : a.frame.unit, isPoint(b.frame) ? 0 : b.frame.unit);
  if (unit === 0 || (unit >= SMALL && unit <= LARGE)) return null;
  const factor = 1 / unit;
  const scaledPoseA = scaledPose(poseA, factor, 'poseA');
  const scaledPoseB = scaledPose(poseB, factor, 'poseB');
  const scaledA = scaledModel(a, factor);
  const scaledB = scaledModel(b, factor);
  if (scaledPoseA === null || scaledPoseB === null || scaledA === null || scaledB === null) return null;
  return { factor, a: scaledA, poseA: scaledPoseA, b: scaledB, poseB: scaledPoseB };
}

/** The last scaled body of each model. */
const lastOf: (model: Model) => { scaled: Model | null } = /* @__PURE__ */ perModel(() => ({ scaled: null }));

/** The body with all its lengths multiplied by a power of two. Null where that would round a coordinate. */
export function scaledModel(model: Model, factor: number): Model | null {
  const { mesh, frame } = model;
  const last = lastOf(model);
  if (last.scaled?.frame.unit === frame.unit * factor) return last.scaled;
  const positions = mesh.positions.map((x) => x * factor);
  const centre = frame.centre.map((x) => x * factor);
  if (!positions.every((x, k) => x / factor === mesh.positions[k])) return null;
  if (!centre.every((x, k) => x / factor === frame.centre[k])) return null;
  const unit = isPoint(frame) ? frame.unit : frame.unit * factor;
  last.scaled = model.inUnit(Mesh.adopt(positions, mesh.triangles), { centre, unit, radius: frame.radius });
  return last.scaled;
}

function scaledPose(pose: Pose, factor: number, what: string): ReadPose | null {
  const numbers = new Float64Array(POSE_SIZE);
  readPose(pose, numbers, what);
  const position = numbers.subarray(0, 3).map((x) => x * factor);
  if (position.some((x) => Math.abs(x) === Infinity)) {
    throw new NearmissError(
      'pose/too-far',
      `${what} is too far away for bodies so small: they could not be moved apart there.`,
    );
  }
  return position.every((x, k) => x / factor === numbers[k]) ? { position, rotation: numbers.slice(3) } : null;
}

/** Scales the lengths of a result back; true if the translation was rounded. */
export function scaleBack(out: PenetrationResult, factor: number): boolean {
  let isRounded = false;
  for (let k = 0; k < 3; k++) {
    const x = out.translation[k];
    out.translation[k] = x / factor;
    isRounded ||= out.translation[k] * factor !== x;
  }
  out.lower = Math.max(0, out.lower / factor - LEAST_DOUBLE);
  if (out.upper > 0) out.upper = out.upper / factor + LEAST_DOUBLE;
  out.depth = out.upper;
  out.certificate = certificateTimes(out.certificate, 1 / factor);
  if (out.lower === 0) out.certificate = null;
  for (let k = 0; k < out.local.length; k++) out.local[k] = localTimes(out.local[k], 1 / factor);
  if (out.trace !== undefined) {
    out.trace = out.trace.map((step) => ({ ...step, translation: pointTimes(step.translation, 1 / factor) }));
  }
  return isRounded;
}

/** A certificate with its lengths multiplied. */
export function certificateTimes(
  certificate: PenetrationCertificate | null,
  factor: number,
): PenetrationCertificate | null {
  if (certificate === null || certificate === undefined) return certificate;
  if (certificate.kind === 'cubes') return { ...certificate, reach: certificate.reach * factor };
  if (certificate.kind === 'round') {
    const { accuracy } = certificate;
    return { ...certificate, accuracy: accuracy === null ? null : Math.min(accuracy * factor, Number.MAX_VALUE) };
  }
  if (certificate.kind !== 'balls') return certificate;
  return {
    kind: 'balls',
    centreA: pointTimes(certificate.centreA, factor),
    radiusA: certificate.radiusA * factor,
    centreB: pointTimes(certificate.centreB, factor),
    radiusB: certificate.radiusB * factor,
  };
}

function localTimes({ depth, normal, pointA, pointB }: LocalPenetration, factor: number): LocalPenetration {
  return { depth: depth * factor, normal, pointA: pointTimes(pointA, factor), pointB: pointTimes(pointB, factor) };
}

export function pointTimes([x, y, z]: readonly number[], factor: number): [number, number, number] {
  return [x * factor, y * factor, z * factor];
}
