import { NearmissError } from 'nearmiss';
import { answerLines } from '../batch/answer-lines.ts';
import { LinePool } from '../batch/line-pool.ts';
import type { LineGroup } from '../batch/lines.ts';
import { Models, type OpenModel } from '../batch/models.ts';
import { openModelsIn } from '../batch/open-model.ts';
import { SharedModels } from '../batch/shared-models.ts';
import { type Lines, parseLines } from './batch-shards.ts';
import { type Inputs, plannedFiles } from './inputs.ts';
import type { Shard } from './shard.ts';
import type { ShardResult } from './shard-result.ts';

/** Threads that answer the lines of a batch, with models from a folder. */
export function startLinePool(workers: number, open: OpenModel): LinePool {
  return new LinePool(new URL('../batch/worker.js', import.meta.url), workers, new SharedModels(new Models(open)));
}

/** Threads for shards with the same files. */
interface ShardPool {
  readonly key: string;
  readonly threads: LinePool;
  /** Why a model could not be opened that was there when the batch was planned; null while all is well. */
  readonly fault: () => Error | null;
}

/** Answers shards of batches. Threads and models stay from shard to shard as long as the shards have the same files. */
export class BatchRunner {
  readonly #inputs: Inputs;
  readonly #workers: number;
  #pool: ShardPool | null = null;

  constructor(inputs: Inputs, workers: number) {
    this.#inputs = inputs;
    this.#workers = workers;
  }

  /** Throws where a model cannot be read that could be when the batch was planned: no query is to blame, so none is told. */
  async run(shard: Shard, onLine: () => void): Promise<ShardResult> {
    const lines = await readShardLines(shard, this.#inputs);
    for (let tries = 1; ; tries++) {
      const pool = await this.#poolFor(lines);
      const result = await this.#answer(lines, pool, onLine);
      const fault = pool.fault();
      if (fault === null) return result;
      // The folder may have been removed, or its files changed, since it was laid out: once more from the store.
      await this.close();
      await this.#inputs.dropFolder();
      if (tries === MOST_TRIES) throw new Error(`A model cannot be read that could be before: ${fault.message}`);
    }
  }

  async close(): Promise<void> {
    await this.#pool?.threads.close();
    this.#pool = null;
  }

  /** The answers, or some of them where a fault was found. */
  async #answer({ lines }: Lines, { threads, fault }: ShardPool, onLine: () => void): Promise<ShardResult> {
    const answers: string[] = [];
    let failed = 0;
    const group: LineGroup = { lines, bytesRead: 0 };
    for await (const { text, ok } of answerLines(once(group), threads, this.#workers)) {
      if (fault() !== null) break;
      answers.push(`${text}\n`);
      if (!ok) failed++;
      onLine();
    }
    return { counts: { lines: answers.length, failed }, body: answers.join('') };
  }

  async #poolFor(lines: Lines): Promise<ShardPool> {
    const { files, refused, renamed } = lines;
    const key = JSON.stringify([files, refused, renamed]);
    if (this.#pool?.key === key) return this.#pool;
    await this.close();
    const folder = await this.#inputs.folder(files);
    let found: Error | null = null;
    const onFault = (error: unknown): void => {
      found ??= error instanceof Error ? error : new Error(String(error));
    };
    const open = asPlanned(lines, openModelsIn(folder, plannedFiles(files)), onFault);
    const threads = startLinePool(this.#workers, open);
    this.#pool = { key, threads, fault: () => found };
    return this.#pool;
  }
}

/** How often the folder of a shard is laid out before the shard fails. */
const MOST_TRIES = 2;

async function readShardLines({ input }: Shard, inputs: Inputs): Promise<Lines> {
  return parseLines(Buffer.from(await inputs.read(input)).toString('utf8'));
}

/**
 * Models that could not be read when the batch was planned are refused with the same words; absolute names lead into the folder. All others
 * could be read: what goes wrong with them is told to `onFault`.
 */
function asPlanned(
  { refused, renamed }: Pick<Lines, 'refused' | 'renamed'>,
  open: OpenModel,
  onFault: (error: unknown) => void,
): OpenModel {
  const errors = new Map(refused);
  const names = new Map(renamed);
  return async (name) => {
    if (name.kind !== 'file') return open(name);
    const error = errors.get(name.text);
    if (error !== undefined) throw new NearmissError(error.code, error.message);
    return open({ ...name, text: names.get(name.text) ?? name.text }).catch((fault: unknown) => {
      onFault(fault);
      throw fault;
    });
  };
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}
