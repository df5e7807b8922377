import {
  type CachedInputs,
  HandedBackError,
  type ShardJob,
  type Store,
  shardFailures,
  shardOfJob,
} from '@nearmiss/queue';
import { BatchRunner } from './batch-runner.ts';
import { type ClashWork, readClashWork, readSetOf, runClashShard, unknownClashShard } from './clash-shards.ts';
import type { MergeData, Merged } from './hand-out.ts';
import { mergeClashResults, mergedText } from './merge-clash.ts';
import { hashOf, requireShard, type Shard, shardId } from './shard.ts';
import { readResult, resultText, type ShardResult } from './shard-result.ts';

/** What became of a shard: its numbers, for the log. */
interface Answered {
  readonly [count: string]: number | boolean;
}

/** Answers the jobs of a queue, one after another, in one process. Files and models stay from shard to shard of the same set or batch. */
export class ShardAnswerer {
  readonly #store: Store;
  readonly #inputs: CachedInputs;
  readonly #batches: BatchRunner;
  #work: { readonly key: string; readonly work: ClashWork } | null = null;

  constructor(store: Store, inputs: CachedInputs) {
    this.#store = store;
    this.#inputs = inputs;
    this.#batches = new BatchRunner(inputs, 1);
  }

  async answer(job: ShardJob, token: string | undefined, signal: AbortSignal | undefined): Promise<Answered | Merged> {
    if (job.name === 'merge') return this.#merge(job);
    const id = shardOfJob(job.id ?? '');
    const shard = requireShard(job.data, id);
    const before = this.#inputs.fetchedBytes;
    const cpu = process.cpuUsage();
    const known = await this.#resultOf(id);
    if (known !== null) return { ...known.counts, known: true };
    const result = await this.#run(shard, job, signal).catch(async (error: unknown) => {
      if (signal?.aborted === true) {
        await job.moveToWait(token);
        throw new HandedBackError();
      }
      throw error;
    });
    await this.#store.put(`results/${id}`, Buffer.from(resultText(shard, result)));
    const { user, system } = process.cpuUsage(cpu);
    return { ...result.counts, fetchedBytes: this.#inputs.fetchedBytes - before, cpuSeconds: (user + system) / 1e6 };
  }

  async #run(shard: Shard, job: ShardJob, signal: AbortSignal | undefined): Promise<ShardResult> {
    let done = 0;
    const onStep = (): void => {
      if (signal?.aborted === true) throw new Error('The worker stops.');
      done++;
      // Progress is a courtesy; a queue that cannot be reached must not fail the shard.
      if (done % PROGRESS_EVERY === 0) void job.updateProgress(done).catch(() => {});
    };
    if (shard.kind === 'batch') return this.#batches.run(shard, onStep);
    return runClashShard(await this.#workOf(shard), shard, { workers: 1, onPair: onStep });
  }

  /** Merges the results of all shards; those that failed have undecided pairs. */
  async #merge(job: ShardJob): Promise<Merged> {
    const failures = await shardFailures(job);
    const { kind, shards } = mergeData(job.data);
    if (kind === 'batch') return { result: null, failures };
    const failed = new Set(failures.map(({ shard }) => shard));
    const results: ShardResult[] = [];
    for (const shard of shards) {
      const id = shardId(shard);
      const result = failed.has(id) ? null : await this.#resultOf(id);
      if (result === null && !failed.has(id)) throw new Error(`The store has no whole result of the shard ${id}.`);
      results.push(result ?? unknownClashShard(await this.#workOf(shard), shard));
    }
    const [first] = shards;
    if (first === undefined) throw new Error('There are no shards to merge.');
    const set = await readSetOf(first, this.#inputs);
    const text = mergedText(set, results[0]?.counts.elements ?? 0, mergeClashResults(results));
    const key = `results/${hashOf(JSON.stringify([shards.map(shardId), [...failed].sort()]))}`;
    await this.#store.put(key, Buffer.from(text));
    return { result: key, failures };
  }

  async #resultOf(id: string): Promise<ShardResult | null> {
    const bytes = await this.#store.get(`results/${id}`);
    return bytes === null ? null : readResult(Buffer.from(bytes).toString('utf8'), id);
  }

  async #workOf(shard: Shard): Promise<ClashWork> {
    const key = JSON.stringify([shard.input, shard.options]);
    if (this.#work?.key === key) return this.#work.work;
    // The old one goes first: two may be too large together.
    this.#work = null;
    const work = await readClashWork(shard, this.#inputs);
    this.#work = { key, work };
    return work;
  }
}

/** Pairs or lines after which progress is told. */
const PROGRESS_EVERY = 256;

function mergeData(data: unknown): MergeData {
  if (typeof data === 'object' && data !== null && 'kind' in data && 'shards' in data && Array.isArray(data.shards)) {
    const { kind, shards } = data;
    if (kind === 'clash' || kind === 'batch') {
      return { kind, shards: shards.map((shard: Shard) => requireShard(shard, shardId(shard))) };
    }
  }
  throw new Error('This is no merge.');
}
