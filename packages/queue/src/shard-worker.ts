import { type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { connectionTo, monitorOf, PREFIX } from './connection.ts';
import { type Log, sentenceOf } from './log.ts';
import { WorkerMetrics } from './metrics.ts';

/** How {@link ShardWorker} works. */
export interface ShardWorkerOptions {
  /** `redis://…` or `rediss://…`. */
  readonly url: string;
  readonly queue: string;
  /** The program that answers shards, each in a process of its own: a module whose default export takes a job. */
  readonly processor: URL;
  /** Shards that are answered at the same time. */
  readonly concurrency: number;
  /** Seconds after which the shard of a worker that has vanished goes to another. Workers that live renew their claim. */
  readonly lockSeconds: number;
  /** Variables of the processes. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: Log;
}

/** How often the shard of a vanished worker goes to another one before it counts as failed: more often than workers are killed. */
const MOST_VANISHED = 50;
/** Milliseconds after which processes are killed that do not hand back their shards. */
const LONGEST_HAND_BACK = 5000;
/** Milliseconds for which a worker takes no shards after one failed, doubled with each that follows, and at most. */
const FIRST_REST = 1000;
const LONGEST_REST = 30_000;

/**
 * Takes shards from a queue and has them answered in processes of their own, so that one that crashes costs one try of one shard.
 *
 * @see {@link runFlow}
 */
export class ShardWorker {
  readonly metrics: WorkerMetrics = new WorkerMetrics();
  readonly #options: ShardWorkerOptions;
  readonly #worker: Worker;
  readonly #startedAt = new Map<string, number>();
  /** A connection of its own that tells whether the queue can be reached: the worker does not say when it is back. */
  readonly #monitor: Redis;
  /** Shards that failed one after another. */
  #failures = 0;
  #rest: NodeJS.Timeout | null = null;

  constructor(options: ShardWorkerOptions) {
    this.#options = options;
    const milliseconds = 1000 * options.lockSeconds;
    this.#worker = new Worker(options.queue, options.processor, {
      connection: connectionTo(options.url),
      prefix: PREFIX,
      concurrency: options.concurrency,
      lockDuration: milliseconds,
      stalledInterval: milliseconds,
      maxStalledCount: MOST_VANISHED,
      // After Redis was away, go on soon.
      runRetryDelay: 1000,
      workerForkOptions: { env: { ...process.env, ...options.environment } },
    });
    this.#monitor = monitorOf(options.url);
    this.#report();
  }

  get isConnected(): boolean {
    return this.#monitor.status === 'ready';
  }

  /** Until it is connected for the first time. */
  async ready(): Promise<void> {
    await this.#worker.waitUntilReady();
  }

  /** Takes no more shards, lets those in work end for so many seconds, and hands back the rest. */
  async stop(graceSeconds: number): Promise<void> {
    const { log } = this.#options;
    log('info', 'stopping', { active: this.metrics.active });
    if (this.#rest !== null) clearTimeout(this.#rest);
    if (this.metrics.active === 0 && !this.isConnected) {
      log('info', 'stopped');
      // There is nothing to hand back, and to close a connection that is still being made takes until it is there.
      process.exit(0);
    }
    const closing = this.#worker.close();
    const timers = [
      setTimeout(() => {
        log('info', 'handing-back', { active: this.metrics.active });
        this.#worker.cancelAllJobs('The worker stops.');
      }, 1000 * graceSeconds),
      // A shard that does not listen goes to another worker when its lock ends.
      setTimeout(() => process.exit(1), 1000 * graceSeconds + LONGEST_HAND_BACK),
    ];
    await closing;
    this.#monitor.disconnect();
    for (const timer of timers) clearTimeout(timer);
    for (const started of this.#startedAt.values()) {
      this.metrics.ended('handed-back', (performance.now() - started) / 1000, 0);
    }
    log('info', 'stopped');
  }

  #report(): void {
    const { log } = this.#options;
    this.#worker.on('active', (job) => {
      this.#startedAt.set(job.id ?? '', performance.now());
      this.metrics.started();
      log('info', `${job.name}-started`, { job: job.id, attempt: job.attemptsMade + 1 });
    });
    this.#worker.on('completed', (job, value: unknown) => {
      const seconds = this.#end(job, 'done', value);
      this.#failures = 0;
      log('info', `${job.name}-done`, { job: job.id, seconds, ...asFacts(value) });
    });
    this.#worker.on('failed', (job, error) => {
      if (job === undefined) return;
      const seconds = this.#end(job, 'failed', null);
      log('error', `${job.name}-failed`, { job: job.id, seconds, attempt: job.attemptsMade, reason: error.message });
      this.#takeRest();
    });
    this.#worker.on('stalled', (job) => {
      this.metrics.stalled();
      log('warn', 'shard-stalled', { job });
    });
    this.#worker.on('error', (error) => log('warn', 'queue-error', { reason: sentenceOf(error) }));
    // Without a listener it would write to stderr; the worker reports the same errors.
    this.#monitor.on('error', () => {});
    this.#monitor.on('ready', () => log('info', 'queue-connected', { queue: this.#options.queue }));
    this.#monitor.on('close', () => log('warn', 'queue-disconnected', { queue: this.#options.queue }));
  }

  /**
   * Leaves the next shards to others for a while: the fault may be this machine's. Tries that were delayed in the queue would do the same for
   * one shard, but by the clocks of several machines.
   */
  #takeRest(): void {
    const pause = Math.min(FIRST_REST * 2 ** this.#failures++, LONGEST_REST);
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#rest = null;
      void this.#worker.resume();
    }, pause);
    void this.#worker.pause(true);
  }

  /** Seconds that a job took. */
  #end(job: Job, outcome: 'done' | 'failed', value: unknown): number {
    const seconds = (performance.now() - (this.#startedAt.get(job.id ?? '') ?? performance.now())) / 1000;
    this.#startedAt.delete(job.id ?? '');
    const { fetchedBytes } = asFacts(value);
    this.metrics.ended(outcome, seconds, typeof fetchedBytes === 'number' ? fetchedBytes : 0);
    return Math.round(1000 * seconds) / 1000;
  }
}

function asFacts(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
