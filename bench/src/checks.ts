import { answersLength, type WorkloadKind } from './workload.ts';

/** How far a distance may be from its reference, in model sizes: some thousand roundings of a coordinate. */
const DISTANCE_SLACK = 1e-12;

export interface Verdict {
  readonly wrong: number;
  /** Largest difference from the reference; 0 for counts that are all equal. */
  readonly largestError: number;
}

/** How far an answer may be from the right one: not at all where it is a count. */
export function answerSlack(kind: WorkloadKind): number {
  return answersLength(kind) ? DISTANCE_SLACK : 0;
}

/** Compares answers with the references of the same poses. An answer that is not a number is wrong. */
export function checkAnswers(
  kind: WorkloadKind,
  answers: Float64Array,
  expected: Float64Array,
  poseNumbers: Int32Array,
): Verdict {
  const slack = answerSlack(kind);
  let wrong = 0;
  let largestError = 0;
  for (let i = 0; i < poseNumbers.length; i++) {
    const error = Math.abs(answers[i] - expected[poseNumbers[i]]);
    if (!(error <= slack)) wrong++;
    largestError = Math.max(largestError, error); // NaN stays NaN
  }
  return { wrong, largestError };
}
