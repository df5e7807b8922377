/** Results of one pass, with the time of each query in microseconds. */
export interface Timed<Result> {
  readonly microseconds: Float64Array;
  readonly results: readonly Result[];
}

/** Asks each question once and times it alone. What the answers mean is worked out later, outside the clock. */
export function timeEach<Question, Result>(
  questions: readonly Question[],
  ask: (question: Question) => Result,
): Timed<Result> {
  const microseconds = new Float64Array(questions.length);
  const results = new Array<Result>(questions.length);
  for (let i = 0; i < questions.length; i++) {
    const start = performance.now();
    results[i] = ask(questions[i]);
    microseconds[i] = (performance.now() - start) * 1000;
  }
  return { microseconds, results };
}
