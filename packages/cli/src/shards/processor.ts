// The program of a process that answers the shards of nearmiss worker.

import { CachedInputs, ContentCache, openStore, type ShardJob } from '@nearmiss/queue';
import { ShardAnswerer } from './shard-answerer.ts';
import { inputsFolder, layoutsFolder, readSettings } from './worker-settings.ts';

const { store: address, cache, cacheBytes } = readSettings();
const store = openStore(address, process.env);
const inputs = new CachedInputs(new ContentCache(store, inputsFolder(cache), cacheBytes), layoutsFolder(cache));
const answerer = new ShardAnswerer(store, inputs);

// A worker that was killed cannot end its processes, and may be gone before this program is loaded.
const leave = (): void => void inputs.dropFolder().finally(() => process.exit());
process.once('disconnect', leave);
if (process.connected === false) leave();

export default function answer(job: ShardJob, token?: string, signal?: AbortSignal): Promise<unknown> {
  return answerer.answer(job, token, signal);
}
