// The result of a shard as it is kept: a line of JSON that says what it is, then its lines.

import { hashOf, isHash, type Shard, shardId } from './shard.ts';

/** Numbers that a merge adds up or compares. */
type Counts = Readonly<Record<string, number>>;

export interface ShardResult {
  readonly counts: Counts;
  /** Whole lines, or nothing. */
  readonly body: string;
}

export function resultText(shard: Shard, { counts, body }: ShardResult): string {
  return `${JSON.stringify({ shard: shardId(shard), bytes: Buffer.byteLength(body), counts, sha256: bodyHash(counts, body) })}\n${body}`;
}

/** What was kept for a shard; null if it is the result of another, not whole, or damaged. */
export function readResult(text: string, id: string): ShardResult | null {
  const end = text.indexOf('\n');
  const head = parsedHead(text.slice(0, Math.max(0, end)));
  if (head === null || head.shard !== id) return null;
  const body = text.slice(end + 1);
  return head.sha256 === bodyHash(head.counts, body) ? { counts: head.counts, body } : null;
}

/** Covers all that a merge reads. */
function bodyHash(counts: Counts, body: string): string {
  return hashOf(`${JSON.stringify(counts)}\n${body}`);
}

interface Head {
  readonly shard: string;
  readonly bytes: number;
  readonly counts: Counts;
  readonly sha256: string;
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
  const { shard, bytes, counts, sha256 }: Partial<Record<keyof Head, unknown>> = head;
  return isHash(shard) && isHash(sha256) && typeof bytes === 'number' && typeof counts === 'object' && counts !== null;
}

/** The sum of a number over results. */
export function totalOf(results: readonly ShardResult[], count: string): number {
  return results.reduce((sum, { counts }) => sum + (counts[count] ?? 0), 0);
}
