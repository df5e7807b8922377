import { answersLength, isConvexKind, type WorkloadKind } from './workload.ts';

/** How far a distance may be from its reference, in model sizes: some thousand roundings of a coordinate. */
const DISTANCE_ERROR = 1e-12;

/** The same of a depth, as promised of those W5 has exact answers for. */
const DEPTH_ERROR = 1e-9;

/**
 * What peers may be off on convex bodies: they stop at tolerances of their own, 1e-6 (FCL) and 1e-4 (crashcat), which
 * their largest error shows; beyond this an answer is a mistake.
 */
const CONVEX_PEER_ERROR = 1e-3;

export interface Verdict {
  readonly wrong: number;
  /** Largest difference from the reference; 0 for counts that are all equal. */
  readonly largestError: number;
}

/** How far an answer may be from the right one: not at all where it is a count. */
export function answerError(kind: WorkloadKind, isOwn = true): number {
  if (isConvexKind(kind) && !isOwn) return CONVEX_PEER_ERROR;
  if (kind === 'W5pen') return DEPTH_ERROR;
  return answersLength(kind) ? DISTANCE_ERROR : 0;
}

/**
 * Compares answers with the references of the same poses, where these are known. An answer that is not a number is wrong.
 */
export function checkAnswers(
  kind: WorkloadKind,
  answers: Float64Array,
  expected: Float64Array,
  poseNumbers: Int32Array,
  isOwn = true,
): Verdict {
  const errorBound = answerError(kind, isOwn);
  let wrong = 0;
  let largestError = 0;
  for (let i = 0; i < poseNumbers.length; i++) {
    if (Number.isNaN(expected[poseNumbers[i]])) continue;
    const error = Math.abs(answers[i] - expected[poseNumbers[i]]);
    if (!(error <= errorBound)) wrong++;
    largestError = Math.max(largestError, error); // NaN stays NaN
  }
  return { wrong, largestError };
}
