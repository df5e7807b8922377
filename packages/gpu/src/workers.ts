// A pool of workers for queries on the CPU. Models are in shared memory where the engine allows that, and otherwise are copied once to
// every worker.

import { type Model, NearmissError } from 'nearmiss';
import type { CpuQuery } from './cpu-block.ts';
import { startThread, type Thread } from './thread.ts';
import type { FromWorker } from './worker-protocol.ts';

/** Options of {@link openWorkers}. */
export interface WorkersOptions {
  /** How many; by default one less than the engine can run at a time, and at least one. */
  readonly count?: number | undefined;
  /** The program of a worker, where a bundler has moved `many-worker.js` of this package. */
  readonly program?: URL | undefined;
}

interface Task {
  readonly query: CpuQuery;
  readonly a: Model;
  readonly b: Model;
  readonly inputs: Float64Array;
  readonly resolve: (results: Float64Array) => void;
  readonly reject: (error: Error) => void;
  /** Whether a worker has ended over it. */
  again: boolean;
}

interface Member {
  readonly thread: Thread;
  /** Models that it has. */
  readonly models: Set<number>;
  task: Task | null;
  hasAnswered: boolean;
}

interface SharedModel {
  readonly key: number;
  readonly bytes: Uint8Array;
}

/** Most workers of a pool. */
const MOST_WORKERS = 256;

/**
 * Threads that answer queries on the CPU, for `collideMany`, `distanceMany` and `timeOfContactMany`. Results are the same bits for any number.
 *
 * @see {@link openWorkers}
 */
export class Workers {
  /** How many there are. */
  readonly count: number;
  readonly #program: URL | undefined;
  readonly #models = new WeakMap<Model, SharedModel>();
  readonly #members = new Set<Member>();
  readonly #waiting: Task[] = [];
  #keys = 0;
  /** Why no worker is left. */
  #failure: string | null = null;
  #closed = false;

  /** @internal */
  constructor(count: number, program: URL | undefined) {
    this.count = count;
    this.#program = program;
  }

  /** @internal */
  async start(): Promise<void> {
    for (let k = 0; k < this.count; k++) await this.#startOne();
  }

  /** @internal Answers a block of queries in one of the workers. */
  answer(query: CpuQuery, a: Model, b: Model, inputs: Float64Array): Promise<Float64Array> {
    if (this.#closed) return Promise.reject(new NearmissError('workers/closed', 'These workers were closed.'));
    if (this.#failure !== null) return Promise.reject(died(this.#failure));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ query, a, b, inputs, resolve, reject, again: false });
      this.#dispatch();
    });
  }

  /** Ends all workers. What is unanswered is refused. */
  close(): void {
    this.#closed = true;
    const closed = new NearmissError('workers/closed', 'These workers were closed.');
    for (const { thread, task } of this.#members) {
      thread.terminate();
      task?.reject(closed);
    }
    for (const { reject } of this.#waiting.splice(0)) reject(closed);
    this.#members.clear();
  }

  async #startOne(): Promise<void> {
    const thread = await startThread(this.#program, {
      onReply: (reply) => this.#take(member, reply),
      onEnd: (why) => void this.#replace(member, why),
    });
    const member: Member = { thread, models: new Set(), task: null, hasAnswered: false };
    if (this.#closed) thread.terminate();
    else this.#members.add(member);
  }

  #dispatch(): void {
    for (const member of this.#members) {
      if (member.task !== null) continue;
      const task = this.#waiting.shift();
      if (task === undefined) return;
      member.task = task;
      const { query, inputs } = task;
      const [a, b] = [task.a, task.b].map((model) => this.#give(member, model));
      member.thread.post({ kind: 'block', query, a, b, inputs });
    }
  }

  /** The number of a model that the worker now has. */
  #give({ thread, models }: Member, model: Model): number {
    let shared = this.#models.get(model);
    if (shared === undefined) {
      shared = { key: this.#keys++, bytes: model.toBytes({ shared: canShareMemory() }) };
      this.#models.set(model, shared);
    }
    if (!models.has(shared.key)) thread.post({ kind: 'model', model: shared.key, bytes: shared.bytes });
    models.add(shared.key);
    return shared.key;
  }

  #take(member: Member, reply: FromWorker): void {
    const { task } = member;
    member.task = null;
    member.hasAnswered = true;
    if (reply.kind === 'results') task?.resolve(reply.results);
    else task?.reject(new NearmissError(reply.code, reply.message));
    this.#dispatch();
  }

  /** A worker has ended: another gets its block, once. One that has answered nothing is not replaced, as another would end too. */
  async #replace(member: Member, why: string): Promise<void> {
    if (this.#closed || !this.#members.delete(member)) return;
    const { task, hasAnswered } = member;
    if (task !== null) {
      if (task.again) task.reject(died(why));
      else this.#waiting.unshift(task);
      task.again = true;
    }
    if (hasAnswered) await this.#startOne();
    else if (this.#members.size === 0) {
      this.#failure = why;
      for (const { reject } of this.#waiting.splice(0)) reject(died(why));
    }
    this.#dispatch();
  }
}

function died(why: string): NearmissError {
  return new NearmissError('workers/died', `No worker could answer: ${why}.`);
}

/** Pages without cross-origin isolation cannot send shared memory. */
function canShareMemory(): boolean {
  return typeof SharedArrayBuffer === 'function' && globalThis.crossOriginIsolated !== false;
}

function mostAtOnce(): number {
  const navigator: unknown = 'navigator' in globalThis ? globalThis.navigator : undefined;
  if (typeof navigator !== 'object' || navigator === null || !('hardwareConcurrency' in navigator))
    return DEFAULT_CORES;
  return Number(navigator.hardwareConcurrency);
}
/** Where the engine does not tell (Node 20). */
const DEFAULT_CORES = 4;

/**
 * Opens a pool of workers, for queries that run on the CPU: all of a call without a GPU, or those that the GPU leaves. Models are
 * uploaded once, into shared memory where that is possible. One pool serves any number of calls and models.
 *
 * @see {@link collideMany}
 */
export async function openWorkers({ count, program }: WorkersOptions = {}): Promise<Workers> {
  const wanted = count ?? Math.max(1, mostAtOnce() - 1);
  if (!(Number.isInteger(wanted) && wanted >= 1 && wanted <= MOST_WORKERS)) {
    throw new NearmissError('options/bad-value', `count is ${wanted}; it is a whole number from 1 to ${MOST_WORKERS}.`);
  }
  const workers = new Workers(wanted, program);
  await workers.start();
  return workers;
}
