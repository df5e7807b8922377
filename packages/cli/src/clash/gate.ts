import { type Clash, type ClashType, worstFirst } from '@nearmiss/clash';
import { oneLine } from '../usage.ts';
import { type ClashWording, clashSentence } from './clash-text.ts';

/** Whether a clash fails a run: of one of these types, there, and nobody approved or ignored it. */
export function isFailing({ type, state, decision }: Clash, types: readonly ClashType[]): boolean {
  return types.includes(type) && state !== 'resolved' && decision === undefined;
}

/** Why a run fails: the clashes of these types that are there and that nobody approved or ignored; null if there are none. */
export function gateSentence(
  clashes: readonly Clash[],
  types: readonly ClashType[],
  wording: ClashWording,
): string | null {
  const open = clashes.filter((clash) => isFailing(clash, types));
  const [first] = [...open].sort(worstFirst);
  if (first === undefined) return null;
  const whose = open.length === 1 ? 'clash' : 'clashes';
  return `--fail-on: ${countTypes(open)} ${whose} that nobody approved or ignored, first ${oneLine(clashSentence(first, wording))}.`;
}

/** How many there are of each type, in the order in which types appear. */
export function countTypes(clashes: readonly Clash[]): string {
  const counts = new Map<ClashType, number>();
  for (const { type } of clashes) counts.set(type, (counts.get(type) ?? 0) + 1);
  return Array.from(counts, ([type, count]) => `${count} ${type}`).join(', ');
}
