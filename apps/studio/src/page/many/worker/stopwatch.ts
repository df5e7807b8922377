/** Takes the times of stages that follow one another. */
export class Stopwatch {
  readonly #times = new Map<string, number>();
  #stage = '';
  #since = 0;

  /** One stage ends, another begins. */
  readonly mark = (stage: string): void => {
    const now = performance.now();
    this.#times.set(this.#stage, (this.#times.get(this.#stage) ?? 0) + now - this.#since);
    this.#stage = stage;
    this.#since = now;
  };

  /** The milliseconds of each stage since the last time they were taken. */
  take(stages: readonly string[]): readonly number[] {
    this.mark('');
    const times = stages.map((stage) => this.#times.get(stage) ?? 0);
    this.#times.clear();
    return times;
  }
}
