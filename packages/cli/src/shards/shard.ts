// The contract of shards: parts of a clash set or of a batch that any machine can answer, whichever engine hands them out.
//
// A shard names its input by its content, a range, the options and the version of the program. Its id is a hash of all that: the same
// shard has the same result wherever and however often it runs, so results are kept by id, repeated and merged without further care.

import { createHash } from 'node:crypto';
import { UsageError } from '../usage.ts';
import { VERSION } from '../version.ts';

export interface Shard {
  readonly kind: 'clash' | 'batch';
  /** The version that planned it; only the same version may answer it. */
  readonly version: string;
  /**
   * SHA-256 of the input that describes the work, a set or lines, and has the SHA-256 of every file that is needed. The files are not named
   * here: a queue would hold all of them for each shard.
   */
  readonly input: string;
  /** Of a clash set, positions in the order of elements, see CandidateSearch; of a batch, numbers of lines. From, and up to but not including. */
  readonly range: readonly [number, number];
  readonly options: Readonly<Record<string, number>>;
}

export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

export function shardId({ kind, version, input, range, options }: Shard): string {
  return hashOf(JSON.stringify([kind, version, input, range, options]));
}

/** A shard as it came over a queue: refused if it is none, of another version, or not what its id stands for. */
export function requireShard(given: unknown, id: string): Shard {
  if (!isShard(given)) throw new Error('This is no shard.');
  if (given.version !== VERSION) {
    throw new Error(
      `The shard is of nearmiss ${given.version}; this is ${VERSION}. Its hash stands for other results.`,
    );
  }
  if (shardId(given) !== id) throw new Error(`The shard is not what its id ${id.slice(0, 12)}… stands for.`);
  return given;
}

function isShard(given: unknown): given is Shard {
  if (typeof given !== 'object' || given === null) return false;
  const { kind, version, input, range, options }: Partial<Record<keyof Shard, unknown>> = given;
  return (
    (kind === 'clash' || kind === 'batch') &&
    typeof version === 'string' &&
    isHash(input) &&
    Array.isArray(range) &&
    range.length === 2 &&
    range.every((bound) => Number.isInteger(bound) && bound >= 0) &&
    typeof options === 'object' &&
    options !== null &&
    Object.values(options).every((value) => typeof value === 'number')
  );
}

export function isHash(given: unknown): given is string {
  return typeof given === 'string' && /^[0-9a-f]{64}$/.test(given);
}

/** `--shard i/n`: the part i, counted from 0, of n parts. */
export interface Part {
  readonly index: number;
  readonly count: number;
}

export function readPart(text: string): Part {
  const [, index = '', count = ''] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const part = { index: Number(index), count: Number(count) };
  if (count !== '' && part.index < part.count) return part;
  throw new UsageError(`--shard is "${text}"; it takes i/n with i from 0 to n − 1, such as 0/16.`);
}

/** Whether the k-th shard belongs to a part. Shards are dealt out in turn, so that dense regions are shared by all. */
export function isInPart({ index, count }: Part, k: number): boolean {
  return k % count === index;
}
