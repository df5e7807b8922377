import { NearmissError } from 'nearmiss';
import { answerLines } from '../batch/answer-lines.ts';
import { LinePool } from '../batch/line-pool.ts';
import type { LineGroup } from '../batch/lines.ts';
import { Models, type OpenModel } from '../batch/models.ts';
import { openModelsIn } from '../batch/open-model.ts';
import { SharedModels } from '../batch/shared-models.ts';
import { type Lines, parseLines } from './batch-shards.ts';
import type { Inputs } from './inputs.ts';
import type { Shard } from './shard.ts';
import type { ShardResult } from './shard-result.ts';

/** Threads that answer the lines of a batch, with models from a folder. */
export function startLinePool(workers: number, open: OpenModel): LinePool {
  return new LinePool(new URL('../batch/worker.js', import.meta.url), workers, new SharedModels(new Models(open)));
}

/** Answers shards of batches. Threads and models stay from shard to shard as long as the shards have the same files. */
export class BatchRunner {
  readonly #inputs: Inputs;
  readonly #workers: number;
  #pool: { readonly key: string; readonly threads: LinePool } | null = null;

  constructor(inputs: Inputs, workers: number) {
    this.#inputs = inputs;
    this.#workers = workers;
  }

  async run(shard: Shard, onLine: () => void): Promise<ShardResult> {
    const lines = await readShardLines(shard, this.#inputs);
    const pool = await this.#poolFor(lines);
    const answers: string[] = [];
    let failed = 0;
    const group: LineGroup = { lines: lines.lines, bytesRead: 0 };
    for await (const { text, ok } of answerLines(once(group), pool, this.#workers)) {
      answers.push(`${text}\n`);
      if (!ok) failed++;
      onLine();
    }
    return { counts: { lines: answers.length, failed }, body: answers.join('') };
  }

  async close(): Promise<void> {
    await this.#pool?.threads.close();
    this.#pool = null;
  }

  async #poolFor({ files, refused, renamed }: Lines): Promise<LinePool> {
    const key = JSON.stringify([files, refused, renamed]);
    if (this.#pool?.key === key) return this.#pool.threads;
    await this.close();
    const folder = await this.#inputs.folder(files);
    const threads = startLinePool(this.#workers, asPlanned({ refused, renamed }, openModelsIn(folder)));
    this.#pool = { key, threads };
    return threads;
  }
}

async function readShardLines({ inputs: [hash = ''] }: Shard, inputs: Inputs): Promise<Lines> {
  return parseLines(Buffer.from(await inputs.read(hash)).toString('utf8'));
}

/** Models that could not be read when the batch was planned are refused with the same words; absolute names lead into the folder. */
function asPlanned({ refused, renamed }: Pick<Lines, 'refused' | 'renamed'>, open: OpenModel): OpenModel {
  const errors = new Map(refused);
  const names = new Map(renamed);
  return async (name) => {
    if (name.kind !== 'file') return open(name);
    const error = errors.get(name.text);
    if (error !== undefined) throw new NearmissError(error.code, error.message);
    return open({ ...name, text: names.get(name.text) ?? name.text });
  };
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}
