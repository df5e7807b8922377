// Hands shards to workers and waits for the job that merges them.
//
// Nothing here depends on clocks of several machines: no job is delayed, and locks expire by the clock of the server alone. The queue may
// forget everything, as a server without persistence does when it is restarted: the shards are then handed out again, and those whose
// results are in the store cost nothing.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { FlowProducer, Queue } from 'bullmq';
import { connectionTo, PREFIX } from './connection.ts';
import { type Log, sentenceOf } from './log.ts';
import { jobId } from './shard-job.ts';

/** Milliseconds between two reads of the state of a run. */
const POLL_EVERY = 200;
/** Milliseconds without a worker after which the user hears of it. */
const NOTICE_AFTER = 5000;
/** Finished jobs that the queue keeps: the results are in the store. */
const KEPT_JOBS = 100;

/** A shard with its id; plain data. See {@link runFlow}. */
export interface FlowShard {
  readonly id: string;
  readonly data: object;
}

/** How many shards are done, and how many there are. See {@link runFlow}. */
export interface FlowProgress {
  readonly done: number;
  readonly shards: number;
}

/** What {@link runFlow} hands out, and how. */
export interface FlowOptions {
  /** `redis://…` or `rediss://…`. */
  readonly url: string;
  /** The name of the queue. Workers of the same name take part. */
  readonly queue: string;
  readonly shards: readonly FlowShard[];
  /** What the job that merges is given. */
  readonly merge: object;
  /** How often a shard is tried before it counts as failed. */
  readonly attempts: number;
  readonly onProgress: (progress: FlowProgress) => void;
  readonly log: Log;
}

/** What the job that merged returned. See {@link runFlow}. */
export interface FlowOutcome {
  readonly value: unknown;
}

/**
 * Adds the shards as a flow whose parent merges, and waits for the parent. Throws if the merge failed.
 *
 * @see {@link ShardWorker}
 */
export async function runFlow(options: FlowOptions): Promise<FlowOutcome> {
  const connection = connectionTo(options.url);
  const producer = new FlowProducer({ connection, prefix: PREFIX });
  const queue = new Queue(options.queue, { connection, prefix: PREFIX });
  // Told once for each time that it cannot be reached.
  let isReached = true;
  const onError = (error: unknown): void => {
    if (isReached) options.log('warn', 'queue-unreachable', { reason: sentenceOf(error) });
    isReached = false;
  };
  producer.on('error', onError);
  queue.on('error', onError);
  try {
    let parent: string | null = null;
    const notice = new WorkerNotice(queue, options.log);
    for (;;) {
      const state: FlowState | null = await step(producer, queue, parent, options).catch((error: unknown) => {
        onError(error);
        return null;
      });
      if (state !== null) isReached = true;
      if (state?.kind === 'done') return { value: state.value };
      if (state?.kind === 'failed') {
        throw new Error(`The results of the shards could not be merged: ${state.reason}`);
      }
      if (state?.kind === 'added') parent = state.parent;
      if (state?.kind === 'gone') {
        parent = null;
        options.log('warn', 'queue-forgot', { shards: options.shards.length });
      }
      await notice.poll();
      await sleep(POLL_EVERY);
    }
  } finally {
    await Promise.allSettled([producer.close(), queue.close()]);
  }
}

/** Adds the flow if that was not done, or the queue has forgotten it; otherwise finds out how it stands. */
async function step(
  producer: FlowProducer,
  queue: Queue,
  parent: string | null,
  options: FlowOptions,
): Promise<FlowState> {
  return parent === null ? { kind: 'added', parent: await addFlow(producer, options) } : poll(queue, parent, options);
}

async function addFlow(producer: FlowProducer, { queue, shards, merge, attempts }: FlowOptions): Promise<string> {
  const run = randomUUID();
  const kept = { removeOnComplete: true, removeOnFail: { count: KEPT_JOBS } };
  await producer.add({
    name: 'merge',
    queueName: queue,
    data: merge,
    opts: {
      jobId: jobId(run, 'merge'),
      attempts,
      removeOnComplete: { count: KEPT_JOBS },
      removeOnFail: { count: KEPT_JOBS },
    },
    children: shards.map(({ id, data }) => ({
      name: 'shard',
      queueName: queue,
      data,
      // A shard that fails does not stop the others, nor the merge, which is told.
      opts: { jobId: jobId(run, id), attempts, ignoreDependencyOnFailure: true, ...kept },
    })),
  });
  return jobId(run, 'merge');
}

type FlowState =
  | { readonly kind: 'added'; readonly parent: string }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'done'; readonly value: unknown };

async function poll(queue: Queue, parent: string, { shards, onProgress }: FlowOptions): Promise<FlowState> {
  const job = await queue.getJob(parent);
  if (job === undefined) return { kind: 'gone' };
  const state = await job.getState();
  if (state === 'completed') {
    onProgress({ done: shards.length, shards: shards.length });
    return { kind: 'done', value: job.returnvalue };
  }
  if (state === 'failed') return { kind: 'failed', reason: job.failedReason ?? 'it is not known why.' };
  if (state === 'unknown') return { kind: 'gone' };
  const { unprocessed = 0 } = await job.getDependenciesCount({ unprocessed: true });
  onProgress({ done: shards.length - unprocessed, shards: shards.length });
  return { kind: 'waiting' };
}

/** Tells once that no worker takes shards from the queue. */
class WorkerNotice {
  readonly #queue: Queue;
  readonly #log: Log;
  #polls = 0;

  constructor(queue: Queue, log: Log) {
    this.#queue = queue;
    this.#log = log;
  }

  async poll(): Promise<void> {
    if (++this.#polls !== Math.ceil(NOTICE_AFTER / POLL_EVERY)) return;
    const workers = await this.#queue.getWorkersCount().catch(() => 1);
    if (workers === 0) this.#log('warn', 'no-worker', { queue: this.#queue.name });
  }
}
