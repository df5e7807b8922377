// A batch in parts that share a folder: each part answers its shards, and a merge puts the answers in order.

import type { Answer } from '../batch/answer.ts';
import { Progress } from '../terminal/progress.ts';
import { BatchRunner } from './batch-runner.ts';
import { planBatch } from './batch-shards.ts';
import type { Inputs } from './inputs.ts';
import { ResultFiles } from './result-files.ts';
import type { Dispatch } from './shard-flags.ts';
import type { ShardResult } from './shard-result.ts';

/** The queries of a batch, the folder of its models, and the number of threads. */
export interface BatchSource {
  readonly input: AsyncIterable<Buffer>;
  readonly folder: string;
  readonly workers: number;
}

/** Answers one part of a batch; the exit status. */
export async function runBatchPart(
  { input, folder, workers }: BatchSource,
  dispatch: Extract<Dispatch, { kind: 'part' }>,
): Promise<number> {
  // Of the lines, only those of the shard in hand are kept.
  const planned = { hash: '', text: '' };
  const inputs: Inputs = {
    read: async (hash) => {
      if (hash !== planned.hash) throw new Error(`Lines ${hash} are no longer there.`);
      return Buffer.from(planned.text);
    },
    folder: async () => folder,
    dropFolder: async () => {},
  };
  const shards = planBatch(input, folder, dispatch.size, async (hash, content) => {
    if (typeof content === 'string') Object.assign(planned, { hash, text: content });
  });
  const progress = new Progress(undefined);
  const runner = new BatchRunner(inputs, workers);
  try {
    const onLine = (): void => {
      progress.answered++;
    };
    const { answered, known } = await new ResultFiles(dispatch.folder).answer(shards, dispatch.part, (shard) =>
      runner.run(shard, onLine),
    );
    progress.stop();
    console.error(`${answered} shards answered, ${known} known before: ${dispatch.folder}.`);
    return 0;
  } finally {
    progress.stop();
    await runner.close();
  }
}

/** The answers of all parts, in the order of the queries. */
export async function* mergedAnswers(
  { input, folder }: BatchSource,
  dispatch: Extract<Dispatch, { kind: 'merge' }>,
): AsyncGenerator<Answer> {
  const shards = planBatch(input, folder, dispatch.size, async () => {});
  for await (const result of new ResultFiles(dispatch.folder).readAll(shards)) yield* answersOf(result);
}

/** The lines of a result as answers. */
export function* answersOf({ body }: Pick<ShardResult, 'body'>): Generator<Answer> {
  for (let from = 0; from < body.length; ) {
    const end = body.indexOf('\n', from);
    const text = body.slice(from, end);
    yield { text, ok: isAnswered(text) };
    from = end + 1;
  }
}

/** Whether a line is a result and not an error. */
function isAnswered(text: string): boolean {
  const { ok }: { ok?: unknown } = JSON.parse(text);
  return ok === true;
}
