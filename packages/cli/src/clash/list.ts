import type { Clash, ClashType } from '@nearmiss/clash';
import { oneLine } from '../usage.ts';
import { clashSentence, countTypes, isFailing, type LengthUnit } from './gate.ts';

/** A short text for people: how many clashes there are, then at most `most` of them, those that fail the run first, the deepest first. */
export function clashList(
  clashes: readonly Clash[],
  failOn: readonly ClashType[],
  most: number,
  unit: LengthUnit,
): string {
  const there = clashes.filter(({ state }) => state !== 'resolved');
  const failing = there.filter((clash) => isFailing(clash, failOn));
  const others = there.filter((clash) => !isFailing(clash, failOn));
  const sorted = [...failing.sort(deepestFirst), ...others.sort(deepestFirst)];
  const counts = there.length === 0 ? '' : `: ${countTypes(sorted)}`;
  const gate = failOn.length === 0 ? '' : `; ${failing.length} of them fail`;
  const lines = sorted.slice(0, most).map((clash, k) => {
    const decided = clash.decision === undefined ? '' : `, ${clash.decision}`;
    return `${k < failing.length ? 'FAIL' : '    '} ${clash.type}${decided}, ${oneLine(clashSentence(clash, unit))}`;
  });
  const more = sorted.length - lines.length;
  const head = `${there.length} ${there.length === 1 ? 'clash' : 'clashes'}${counts}${gate}.`;
  return `${[head, ...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n')}\n`;
}

function deepestFirst(x: Clash, y: Clash): number {
  return (y.depth?.upper ?? 0) - (x.depth?.upper ?? 0) || 0;
}
