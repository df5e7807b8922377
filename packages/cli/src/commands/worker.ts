import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Listener, Store, ShardWorker as WorkerType } from '@nearmiss/queue';
import { loadQueuePackage, queueName } from '../shards/queue-package.ts';
import { isFolderStore, requireStoreFolder } from '../shards/store-folder.ts';
import { defaultCache, inputsFolder, layoutsFolder, settingsVariable } from '../shards/worker-settings.ts';
import { readArguments, readNumber, UsageError } from '../usage.ts';
import { VERSION } from '../version.ts';
import type { Command } from './command.ts';

const DEFAULTS = Object.freeze({ concurrency: 1, lock: 60, grace: 30, cacheMegabytes: 4096 });
const MOST_CONCURRENT = 256;
const MEGABYTE = 2 ** 20;
/** Milliseconds between two tries to reach a store. */
const STORE_EVERY = 2000;

export const WORKER: Command = {
  help: `Usage: nearmiss worker --queue URL --store URL [options]

Answers shards that nearmiss clash --queue and nearmiss batch --queue hand out, until it is stopped. Any number of
workers on any number of machines take part. Needs the package @nearmiss/queue.

  --queue URL          Redis or Valkey: redis://host:6379, with password and TLS rediss://user:password@host:6380
  --store URL          where inputs and results are: a folder, http(s)://… or s3://bucket/prefix (with
                       AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL)
  --concurrency N      shards at the same time, each in a process of its own (${DEFAULTS.concurrency})
  --cache FOLDER       where inputs are kept by their content, for this machine alone; below ~/.cache by default
  --cache-size N       megabytes that it may have (${DEFAULTS.cacheMegabytes})
  --lock N             seconds after which the shard of a worker that has vanished goes to another (${DEFAULTS.lock})
  --grace N            seconds that shards in work have to end when the worker is stopped (SIGTERM or Ctrl-C); they are
                       then handed back (${DEFAULTS.grace})
  --listen [HOST:]PORT serves /health and /metrics (for Prometheus), to this machine unless a host is named; by default
                       nothing listens

Events are written to stderr, one JSON object a line.
`,
  async run(args) {
    const flags = {
      queue: { type: 'string' },
      store: { type: 'string' },
      concurrency: { type: 'string' },
      cache: { type: 'string' },
      'cache-size': { type: 'string' },
      lock: { type: 'string' },
      grace: { type: 'string' },
      listen: { type: 'string' },
    } as const;
    const { values } = readArguments(args, flags, []);
    const { queue: url, store } = values;
    if (url === undefined) throw new UsageError('--queue is needed, such as redis://localhost:6379.');
    if (store === undefined) throw new UsageError('--store is needed, which planner and workers share.');
    const concurrency = readCount('--concurrency', values.concurrency, DEFAULTS.concurrency, MOST_CONCURRENT);
    const cacheBytes = MEGABYTE * readLeast('--cache-size', values['cache-size'], DEFAULTS.cacheMegabytes, 0);
    const lockSeconds = readLeast('--lock', values.lock, DEFAULTS.lock, 1);
    const grace = readLeast('--grace', values.grace, DEFAULTS.grace, 0);
    const address = values.listen === undefined ? null : readAddress(values.listen);
    const cache = values.cache ?? defaultCache();
    return work({ url, store, concurrency, cache, cacheBytes, lockSeconds, grace, address });
  },
};

interface WorkerFlags {
  readonly url: string;
  readonly store: string;
  readonly concurrency: number;
  readonly cache: string;
  readonly cacheBytes: number;
  readonly lockSeconds: number;
  readonly grace: number;
  readonly address: { readonly host: string; readonly port: number } | null;
}

/** Works until a signal comes; the exit status. */
async function work(flags: WorkerFlags): Promise<number> {
  const { url, store: address, concurrency, cache, cacheBytes, lockSeconds, grace } = flags;
  const { ContentCache, openStore, removeAbandoned, requireQueueUrl, ShardWorker, writeLog } = await loadQueuePackage();
  refusing(() => requireQueueUrl(url));
  await mkdir(inputsFolder(cache), { recursive: true }).catch((cause: Error) => {
    throw new UsageError(`--cache "${cache}" cannot be used: ${cause.message}.`);
  });
  await removeAbandoned(layoutsFolder(cache));
  const store = refusing(() => openStore(address, process.env));
  const stopped = signalled();
  const identity = await Promise.race([identityOf(store, address), stopped]);
  // Stopped before the store was there.
  if (identity === undefined) process.exit(0);
  const queue = queueName(identity);
  const kept = new ContentCache(store, inputsFolder(cache), cacheBytes);
  let worker: WorkerType | null = null;
  // Before shards are taken: an address that is in use must not leave a worker behind that nobody can watch.
  const listener = await listenAt(flags.address, {
    isHealthy: () => worker?.isConnected ?? false,
    metrics: async () => {
      const cachedBytes = await kept.size();
      return worker?.metrics.text({ version: VERSION, isConnected: worker.isConnected, cachedBytes }) ?? '';
    },
  });
  worker = new ShardWorker({
    url,
    queue,
    processor: new URL('../shards/processor.js', import.meta.url),
    concurrency,
    lockSeconds,
    environment: settingsVariable({ store: address, cache, cacheBytes }),
    log: writeLog,
  });
  const listening = listener === null ? {} : { listen: listener.url };
  writeLog('info', 'started', { version: VERSION, queue, concurrency, cache, ...listening });
  await stopped;
  await worker.stop(grace);
  await listener?.close();
  return 0;
}

/** Serves health and metrics; null where nobody asked for it. */
async function listenAt(
  address: WorkerFlags['address'],
  facts: { readonly isHealthy: () => boolean; readonly metrics: () => Promise<string> },
): Promise<Listener | null> {
  if (address === null) return null;
  const { listen } = await loadQueuePackage();
  return listen(address.host, address.port, facts).catch((cause: Error) => {
    throw new UsageError(`--listen cannot be used: ${cause.message}.`);
  });
}

/** Which store it is. A folder that is missing or cannot be written is refused; a server may come back. */
async function identityOf(store: Store, address: string): Promise<string> {
  const { requireWritable, storeIdentity, writeLog } = await loadQueuePackage();
  await requireStoreFolder(address);
  for (let isTold = false; ; isTold = true) {
    try {
      await requireWritable(store);
      return await storeIdentity(store);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (isFolderStore(address)) throw new UsageError(`--store "${address}" cannot be used: ${reason}.`);
      if (!isTold) writeLog('warn', 'store-unusable', { reason });
    }
    await sleep(STORE_EVERY);
  }
}

/** Until the first signal to stop. A second one ends the process at once. */
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

/** Bad addresses are errors of the command line. */
function refusing<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readCount(flag: string, text: string | undefined, usual: number, most: number): number {
  const count = readNumber(flag, text) ?? usual;
  if (Number.isInteger(count) && count >= 1 && count <= most) return count;
  throw new UsageError(`${flag} is ${text}; it takes a whole number from 1 to ${most}.`);
}

function readLeast(flag: string, text: string | undefined, usual: number, least: number): number {
  const value = readNumber(flag, text) ?? usual;
  if (value >= least) return value;
  throw new UsageError(`${flag} is ${text}; it takes a number from ${least} up.`);
}

function readAddress(text: string): { readonly host: string; readonly port: number } {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d+)$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits !== '' && port < 65536) return { host: host.replace(/^\[(.*)\]$/, '$1'), port };
  throw new UsageError(`--listen is "${text}"; it takes a port, or host:port.`);
}
