import { type Clash, type ClashSet, type ClashSummary, groupClashes, sortClashes, summarize } from '@nearmiss/clash';
import type { Examined } from '../clash/examine.ts';
import { type ShardResult, totalOf } from './shard-result.ts';

/** What the shards of a set found, in the order of the shards, as if one process had found it. */
export function mergeClashResults(results: readonly ShardResult[]): Examined {
  const clashes = results.flatMap(({ body }) => parseClashes(body));
  const pairs = totalOf(results, 'pairs');
  return { clashes, pairs, asked: pairs, failed: totalOf(results, 'failed') };
}

/** Clashes of lines; a bound that is infinite is null there. */
function parseClashes(text: string): Clash[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) =>
    JSON.parse(line, (key, value: unknown) => (key === 'upper' && value === null ? Infinity : value)),
  );
}

/** The clashes and the summary as a file has them. */
export function clashesText(clashes: readonly Clash[], summary: ClashSummary): string {
  return `${[...clashes, { summary }].map((line) => JSON.stringify(line)).join('\n')}\n`;
}

/** The file that one process would write for a set without states and decisions. */
export function mergedText(set: ClashSet, elements: number, { clashes, pairs }: Examined): string {
  const grouped = groupClashes(sortClashes(clashes, set));
  return clashesText(grouped, summarize(grouped, { tests: set.tests.length, elements, pairs }));
}

/** What {@link mergedText} wrote, read again. */
export function mergedClashes(text: string): Examined {
  const end = text.lastIndexOf('\n', text.length - 2) + 1;
  const { summary }: { summary: ClashSummary } = JSON.parse(text.slice(end));
  return { clashes: parseClashes(text.slice(0, end)), pairs: summary.pairs, asked: summary.pairs, failed: 0 };
}
