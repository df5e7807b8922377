// The public face of @nearmiss/queue. It knows nothing of meshes: a shard is plain data with an id, and its result is kept by that id.

export { CachedInputs, type LaidFile, removeAbandoned } from './cached-inputs.ts';
export { ContentCache, type Fetched } from './content-cache.ts';
export { type FlowOptions, type FlowOutcome, type FlowProgress, type FlowShard, runFlow } from './flow.ts';
export { type Listener, listen } from './listen.ts';
export { type Log, writeLog } from './log.ts';
export { WorkerMetrics } from './metrics.ts';
export { requireQueueUrl } from './queue-url.ts';
export { HandedBackError, type ShardFailure, type ShardJob, shardFailures, shardOfJob } from './shard-job.ts';
export { ShardWorker, type ShardWorkerOptions } from './shard-worker.ts';
export { type HadInput, keepInput } from './store/keep-input.ts';
export { openStore } from './store/open-store.ts';
export type { Store } from './store/store.ts';
export { requireWritable, storeIdentity } from './store/store-identity.ts';
