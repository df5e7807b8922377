// The flags by which a clash set or a batch is divided, the same for both.

import { readWhole, UsageError } from '../usage.ts';
import { type Part, readPart } from './shard.ts';

export const SHARD_FLAGS = {
  shard: { type: 'string' },
  merge: { type: 'string' },
  queue: { type: 'string' },
  store: { type: 'string' },
  'shard-size': { type: 'string' },
} as const;

export const QUEUE_HELP = `  --queue URL          hands shards to workers (nearmiss worker) through Redis or Valkey: redis://host:6379, with
                       password and TLS rediss://user:password@host:6380. The result is the same
  --store URL          with --queue: what planner and workers share, a folder, http(s)://… or s3://bucket/prefix
`;

/** Where the work of a set or a batch is done. */
export type Dispatch =
  | { readonly kind: 'here' }
  | { readonly kind: 'part'; readonly part: Part; readonly folder: string; readonly size: number }
  | { readonly kind: 'merge'; readonly folder: string; readonly size: number }
  | { readonly kind: 'queue'; readonly url: string; readonly store: string; readonly size: number };

type Values = Readonly<Partial<Record<keyof typeof SHARD_FLAGS | 'output', string | undefined>>>;

/** What the flags ask for; `size` is that of a shard where they do not say. */
export function readShardFlags({ shard, merge, queue, store, output, ...values }: Values, size: number): Dispatch {
  const given = [shard, merge, queue].filter((flag) => flag !== undefined);
  if (given.length > 1) throw new UsageError('--shard, --merge and --queue exclude each other.');
  if (queue === undefined && store !== undefined) throw new UsageError('--store goes with --queue.');
  const own = readWhole('--shard-size', values['shard-size']);
  if (own !== undefined && given.length === 0) {
    throw new UsageError('--shard-size goes with --shard, --merge or --queue.');
  }
  const common = { size: own ?? size };
  if (shard !== undefined) {
    if (output === undefined) throw new UsageError('--shard needs -o, the folder of the results of all parts.');
    return { kind: 'part', part: readPart(shard), folder: output, ...common };
  }
  if (merge !== undefined) return { kind: 'merge', folder: merge, ...common };
  if (queue === undefined) return { kind: 'here' };
  if (store === undefined) throw new UsageError('--queue needs --store, which planner and workers share.');
  return { kind: 'queue', url: queue, store, ...common };
}
