import { type Clash, type ClashState, worstFirst } from '@nearmiss/clash';
import { oneLine } from '../usage.ts';
import { type ClashWording, clashSentence } from './clash-text.ts';
import { countTypes, type Gate, isFailing } from './gate.ts';

const STATES: readonly ClashState[] = ['new', 'active', 'resolved'];

/** A short text for people: how many clashes there are, then at most `most` of them, those that fail the run first, the deepest first. */
export function clashList(clashes: readonly Clash[], gate: Gate, most: number, wording: ClashWording): string {
  const there = clashes.filter(({ state }) => state !== 'resolved');
  const failing = there.filter((clash) => isFailing(clash, gate));
  const others = there.filter((clash) => !isFailing(clash, gate));
  const sorted = [...failing.sort(worstFirst), ...others.sort(worstFirst)];
  const counts = there.length === 0 ? '' : `: ${countTypes(sorted)}`;
  const fails = gate.types.length === 0 ? '' : `; ${failing.length} of them fail`;
  const lines = sorted.slice(0, most).map((clash, k) => {
    const marks = [isUnsure(clash) ? 'not decided' : undefined, clash.decision];
    const kind = [clash.type, ...marks.filter((mark) => mark !== undefined)].join(', ');
    return `${k < failing.length ? 'FAIL' : '    '} ${kind}, ${oneLine(clashSentence(clash, wording))}`;
  });
  const more = sorted.length - lines.length;
  const head = `${there.length} ${there.length === 1 ? 'clash' : 'clashes'}${counts}${fails}${countStates(clashes)}.`;
  return `${[head, ...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n')}\n`;
}

/** How many are in each state, where an earlier result tells. */
function countStates(clashes: readonly Clash[]): string {
  if (!clashes.some(({ state }) => state === 'new' || state === 'active')) return '';
  const counts = STATES.map((state) => `${clashes.filter((clash) => clash.state === state).length} ${state}`);
  return `; ${counts.join(', ')}`;
}

/** Whether the bracket straddles the tolerance or the clearance; the type `undecided` says it itself. */
function isUnsure({ type, decided }: Clash): boolean {
  return decided === false && type !== 'undecided';
}
