// Counts of a worker in the text format of Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats).

type Outcome = 'done' | 'failed' | 'handed-back' | 'stalled';

/**
 * What a worker has done since its start.
 *
 * @see {@link ShardWorker}
 */
export class WorkerMetrics {
  readonly #outcomes: Record<Outcome, number> = { done: 0, failed: 0, 'handed-back': 0, stalled: 0 };
  #active = 0;
  #seconds = 0;
  #fetchedBytes = 0;

  /** A shard, or a merge, was taken. */
  started(): void {
    this.#active++;
  }

  ended(outcome: Exclude<Outcome, 'stalled'>, seconds: number, fetchedBytes: number): void {
    this.#active--;
    this.#outcomes[outcome]++;
    // What was handed back took no whole time.
    if (outcome !== 'handed-back') this.#seconds += seconds;
    this.#fetchedBytes += fetchedBytes;
  }

  stalled(): void {
    this.#outcomes.stalled++;
  }

  get active(): number {
    return this.#active;
  }

  /** The text that a server of metrics answers. */
  text(facts: { readonly version: string; readonly isConnected: boolean; readonly cachedBytes: number }): string {
    const { done, failed } = this.#outcomes;
    const outcomes = Object.entries(this.#outcomes).map(
      ([outcome, count]) => `nearmiss_shards_total{outcome="${outcome}"} ${count}`,
    );
    return `${[
      ...metric('nearmiss_worker_info', 'gauge', 'The version of the worker.'),
      `nearmiss_worker_info{version="${facts.version}"} 1`,
      ...metric('nearmiss_shards_total', 'counter', 'Shards by what became of them.'),
      ...outcomes,
      ...metric('nearmiss_shards_active', 'gauge', 'Shards in work.'),
      `nearmiss_shards_active ${this.#active}`,
      ...metric('nearmiss_shard_seconds', 'summary', 'Seconds that shards took.'),
      `nearmiss_shard_seconds_sum ${this.#seconds}`,
      `nearmiss_shard_seconds_count ${done + failed}`,
      ...metric('nearmiss_fetched_bytes_total', 'counter', 'Bytes of inputs that came from the store.'),
      `nearmiss_fetched_bytes_total ${this.#fetchedBytes}`,
      ...metric('nearmiss_cached_bytes', 'gauge', 'Bytes of inputs in the cache.'),
      `nearmiss_cached_bytes ${facts.cachedBytes}`,
      ...metric('nearmiss_queue_connected', 'gauge', 'Whether the queue can be reached.'),
      `nearmiss_queue_connected ${facts.isConnected ? 1 : 0}`,
    ].join('\n')}\n`;
  }
}

function metric(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}
