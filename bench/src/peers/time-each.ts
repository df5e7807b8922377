/** Results of one pass, with the time of each query in microseconds. */
export interface Timed<Result> {
  readonly microseconds: Float64Array;
  readonly results: readonly Result[];
}

/** Asks each question once and times it alone. What the answers mean is worked out later, outside the clock. */
export function timeEach<Question, Result>(
  questions: readonly Question[],
  ask: (question: Question) => Result,
  now: () => number = wallTime,
): Timed<Result> {
  const microseconds = new Float64Array(questions.length);
  const results = new Array<Result>(questions.length);
  for (let i = 0; i < questions.length; i++) {
    const start = now();
    results[i] = ask(questions[i]);
    microseconds[i] = now() - start;
  }
  return { microseconds, results };
}

/** The same of queries that write into one result, as a program would ask them: `copy` keeps the answer, outside the clock. */
export function timeInto<Question, Result>(
  questions: readonly Question[],
  out: Result,
  ask: (question: Question, out: Result) => void,
  copy: (out: Result) => Result,
): Timed<Result> {
  const microseconds = new Float64Array(questions.length);
  const results = new Array<Result>(questions.length);
  for (let i = 0; i < questions.length; i++) {
    const start = wallTime();
    ask(questions[i], out);
    microseconds[i] = wallTime() - start;
    results[i] = copy(out);
  }
  return { microseconds, results };
}

/** In microseconds. */
const wallTime = (): number => 1000 * performance.now();

/**
 * What this process has used, in microseconds: for queries so long that a busy machine lets others have their turns meanwhile.
 * It counts the engine's own threads too, and costs a microsecond or two.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
