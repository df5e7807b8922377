import { UsageError } from '../usage.ts';
import { VERSION } from '../version.ts';

/** Loads @nearmiss/queue, which is there for those who installed it. */
export async function loadQueuePackage(): Promise<typeof import('@nearmiss/queue')> {
  try {
    return await import('@nearmiss/queue');
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause;
    throw new UsageError(`A queue needs the package @nearmiss/queue: npm install @nearmiss/queue@${VERSION}`);
  }
}

/**
 * A queue for each version and each store: a worker of another version gets no shards that it would have to refuse, and one that has
 * another store none whose inputs it does not find.
 */
export function queueName(identity: string): string {
  return `shards-${VERSION}-${identity}`;
}

/** How often a shard is tried before it counts as failed. */
export const ATTEMPTS = 3;
