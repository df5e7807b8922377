// A job of the queue as a sandboxed processor sees it.

/** A shard with its id, as a job holds it. See {@link HandedBackError}. */
export interface ShardJob {
  readonly id?: string | undefined;
  readonly name: string;
  readonly data: unknown;
  readonly moveToWait: (token?: string) => Promise<unknown>;
  readonly updateProgress: (progress: number) => Promise<void>;
  readonly getIgnoredChildrenFailures: () => Promise<Readonly<Record<string, string>>>;
}

/** A shard that was given up after its tries. See {@link shardFailures}. */
export interface ShardFailure {
  readonly shard: string;
  readonly reason: string;
}

/**
 * Says that a job was put back into the queue and is neither done nor failed: thrown after `moveToWait`.
 *
 * @see {@link ShardJob}
 */
export class HandedBackError extends Error {
  constructor() {
    super('The shard was handed back.');
    // By this name the queue knows it, also from another process.
    this.name = 'WaitingError';
  }
}

/** The id of a job is that of its run, which no other run has, and that of its shard. */
export function jobId(run: string, shard: string): string {
  return `${run}.${shard}`;
}

/**
 * The id of the shard of a job, by the job's id or its key in the queue.
 *
 * @see {@link ShardJob}
 */
export function shardOfJob(id: string): string {
  return id.slice(id.lastIndexOf('.') + 1);
}

/**
 * The shards of a run that failed, for the job that merges.
 *
 * @see {@link ShardJob}
 */
export async function shardFailures(job: Pick<ShardJob, 'getIgnoredChildrenFailures'>): Promise<ShardFailure[]> {
  const failures = Object.entries(await job.getIgnoredChildrenFailures());
  return failures.map(([key, reason]) => ({ shard: shardOfJob(key), reason }));
}
