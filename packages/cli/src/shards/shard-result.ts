// The result of a shard as it is kept: a line of JSON that says what it is, then its lines.

import { isHash, type Shard, shardId } from './shard.ts';

/** Numbers that a merge adds up or compares. */
type Counts = Readonly<Record<string, number>>;

export interface ShardResult {
  readonly counts: Counts;
  /** Whole lines, or nothing. */
  readonly body: string;
}

export function resultText(shard: Shard, { counts, body }: ShardResult): string {
  return `${JSON.stringify({ shard: shardId(shard), bytes: Buffer.byteLength(body), counts })}\n${body}`;
}

/** What was kept for a shard; null if it is the result of another, or not whole. */
export function readResult(text: string, id: string): ShardResult | null {
  const end = text.indexOf('\n');
  const head = parsedHead(text.slice(0, Math.max(0, end)));
  if (head === null || head.shard !== id) return null;
  const body = text.slice(end + 1);
  return Buffer.byteLength(body) === head.bytes ? { counts: head.counts, body } : null;
}

interface Head {
  readonly shard: string;
  readonly bytes: number;
  readonly counts: Counts;
}

function parsedHead(line: string): Head | null {
  try {
    const head: unknown = JSON.parse(line);
    return isHead(head) ? head : null;
  } catch {
    return null;
  }
}

function isHead(head: unknown): head is Head {
  if (typeof head !== 'object' || head === null) return false;
  const { shard, bytes, counts }: Partial<Record<keyof Head, unknown>> = head;
  return isHash(shard) && typeof bytes === 'number' && typeof counts === 'object' && counts !== null;
}

/** The sum of a number over results. */
export function totalOf(results: readonly ShardResult[], count: string): number {
  return results.reduce((sum, { counts }) => sum + (counts[count] ?? 0), 0);
}
