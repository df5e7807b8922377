// Plans for a queue: inputs go to the store, shards to the queue.

import type { Log, ShardFailure, Store } from '@nearmiss/queue';
import type { Progress } from '../terminal/progress.ts';
import { UsageError } from '../usage.ts';
import type { KeepInput } from './inputs.ts';
import { ATTEMPTS, loadQueuePackage, queueName } from './queue-package.ts';
import { type Shard, shardId } from './shard.ts';
import type { Dispatch } from './shard-flags.ts';
import { requireStoreFolder } from './store-folder.ts';

/** A store and a queue that workers share with this process. */
export interface SharedQueue {
  readonly store: Store;
  readonly keep: KeepInput;
  /** Has shards answered and merged; returns what the merge did. */
  readonly handOut: (kind: Shard['kind'], shards: readonly Shard[]) => Promise<Merged>;
}

/** What the job that merges returns. */
export interface Merged {
  /** The key of the merged result; null where the results stay apart. */
  readonly result: string | null;
  readonly failures: readonly ShardFailure[];
}

/** The data of the job that merges: shards that differ in nothing but inputs and ranges. */
export interface MergeData {
  readonly kind: Shard['kind'];
  readonly shards: readonly Shard[];
}

export async function openSharedQueue(
  { url, store: address }: Extract<Dispatch, { kind: 'queue' }>,
  progress: Progress,
): Promise<SharedQueue> {
  const { keepInput, openStore, requireQueueUrl, runFlow, storeIdentity } = await loadQueuePackage();
  const store = openedStore(() => {
    requireQueueUrl(url);
    return openStore(address, process.env);
  });
  await requireStoreFolder(address);
  const queue = queueName(await storeIdentity(store));
  return {
    store,
    keep: async (hash, content) => {
      const had = await keepInput(store, hash, typeof content === 'string' ? Buffer.from(content) : content);
      if (had === 'damaged') {
        console.error(`nearmiss: the store had other bytes under the input ${hash.slice(0, 12)}…; they are replaced.`);
      }
    },
    handOut: async (kind, shards) => {
      const merge: MergeData = { kind, shards: kind === 'clash' ? shards : [] };
      const { value } = await runFlow({
        url,
        queue,
        shards: shards.map((shard) => ({ id: shardId(shard), data: shard })),
        merge,
        attempts: ATTEMPTS,
        onProgress: ({ done, shards: all }) => {
          progress.bytesRead = done / all;
          progress.answered = done;
        },
        log,
      });
      const merged = asMerged(value);
      for (const { shard, reason } of merged.failures) {
        console.error(`nearmiss: shard ${shard.slice(0, 12)}… failed ${ATTEMPTS} times: ${reason}`);
      }
      return merged;
    },
  };
}

function openedStore(open: () => Store): Store {
  try {
    return open();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['queue-unreachable', 'The queue cannot be reached; trying again'],
  ['queue-forgot', 'The queue has forgotten the shards; they are handed out again'],
  ['no-worker', `No worker takes shards from the queue: start nearmiss worker of this version with this store`],
]);

/** Events of the queue as lines for people. */
const log: Log = (_level, event, { reason } = {}) => {
  const why = reason === undefined ? '' : `: ${String(reason)}`;
  console.error(`nearmiss: ${SENTENCES.get(event) ?? event}${why}.`);
};

function asMerged(value: unknown): Merged {
  if (typeof value === 'object' && value !== null && 'result' in value && 'failures' in value) {
    const { result, failures } = value;
    if ((result === null || typeof result === 'string') && Array.isArray(failures)) return { result, failures };
  }
  throw new Error(`The merge returned ${JSON.stringify(value)}.`);
}
