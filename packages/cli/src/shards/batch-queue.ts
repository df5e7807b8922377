// A batch over a queue: planned here, answered by workers. A job behind all shards tells which of them failed; the answers are put in order
// here as they are written, so that none of the machines has to hold all of them.

import type { Store } from '@nearmiss/queue';
import { type Answer, idOf, refusal } from '../batch/answer.ts';
import { Progress } from '../terminal/progress.ts';
import { answersOf, type BatchSource } from './batch-parts.ts';
import { parseLines, planBatch } from './batch-shards.ts';
import { openSharedQueue } from './hand-out.ts';
import { type Shard, shardId } from './shard.ts';
import type { Dispatch } from './shard-flags.ts';
import { readResult } from './shard-result.ts';

export async function* answersOverQueue(
  { input, folder }: BatchSource,
  dispatch: Extract<Dispatch, { kind: 'queue' }>,
): AsyncGenerator<Answer> {
  const progress = new Progress(1);
  try {
    const { store, keep, handOut } = await openSharedQueue(dispatch, progress);
    const shards: Shard[] = [];
    for await (const shard of planBatch(input, folder, dispatch.size, keep)) shards.push(shard);
    if (shards.length === 0) return;
    const { failures } = await handOut('batch', shards);
    progress.stop();
    const reasons = new Map(failures.map(({ shard, reason }) => [shard, reason]));
    for (const shard of shards) {
      const reason = reasons.get(shardId(shard));
      if (reason === undefined) yield* answersOf(await resultIn(store, shard));
      else yield* refusals(await textIn(store, `inputs/${shard.input}`), reason);
    }
  } finally {
    progress.stop();
  }
}

async function resultIn(store: Store, shard: Shard): Promise<{ readonly body: string }> {
  const id = shardId(shard);
  const result = readResult(await textIn(store, `results/${id}`), id);
  if (result === null) throw new Error(`The store has no whole result of the shard ${id}.`);
  return result;
}

async function textIn(store: Store, key: string): Promise<string> {
  const bytes = await store.get(key);
  if (bytes === null) throw new Error(`The store no longer has ${key}.`);
  return Buffer.from(bytes).toString('utf8');
}

/** What the queries of a shard are told that failed. */
function* refusals(text: string, reason: string): Generator<Answer> {
  for (const line of parseLines(text).lines) {
    const id = line === null ? undefined : idOf(line);
    yield refusal(id, 'batch/worker-died', `The shard of this query failed: ${reason}`);
  }
}
