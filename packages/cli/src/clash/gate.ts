import { CLASH_TYPES, type Clash, type ClashType, worstFirst } from '@nearmiss/clash';
import { oneLine, readChoice, UsageError } from '../usage.ts';
import { type ClashWording, clashSentence } from './clash-text.ts';

/** What makes a run fail. */
export interface Gate {
  /** Clashes of these types. */
  readonly types: readonly ClashType[];
  /** Only those that an earlier result does not have. */
  readonly isOfNew: boolean;
  /** A test that can find nothing. */
  readonly isOfEmpty: boolean;
}

/** Words of --fail-on besides types. */
const NEW = 'new';
const EMPTY = 'empty';
const GATE_WORDS = [...CLASH_TYPES, NEW, EMPTY] as const;

/** The words of --fail-on: types, `new` for those that an earlier result does not have, `empty` for tests that can find nothing. */
export function readGate(text: string | undefined, hasOutput: boolean): Gate {
  const words = (text?.split(',') ?? []).map((word) => readChoice('--fail-on', word, GATE_WORDS));
  const isOfNew = words.includes(NEW);
  if (isOfNew && !hasOutput) {
    throw new UsageError('--fail-on new compares with an earlier result: it needs -o, the file of the results.');
  }
  const named = CLASH_TYPES.filter((type) => words.includes(type));
  const types = isOfNew && named.length === 0 ? CLASH_TYPES : named;
  return { types, isOfNew, isOfEmpty: words.includes(EMPTY) };
}

/** Whether a clash fails a run: of one of its types, there, and nobody approved or ignored it. Without an earlier result all are new. */
export function isFailing({ type, state, decision }: Clash, { types, isOfNew }: Gate): boolean {
  if (!types.includes(type) || state === 'resolved' || decision !== undefined) return false;
  return !isOfNew || state !== 'active';
}

/** Why a run fails: its clashes that nobody approved or ignored, or the tests that can find nothing; null if it does not. */
export function gateSentence(
  clashes: readonly Clash[],
  gate: Gate,
  emptyTests: readonly string[],
  wording: ClashWording,
): string | null {
  const open = clashes.filter((clash) => isFailing(clash, gate));
  const [first] = [...open].sort(worstFirst);
  if (first !== undefined) {
    const whose = `${gate.isOfNew ? 'new ' : ''}${open.length === 1 ? 'clash' : 'clashes'}`;
    return `--fail-on: ${countTypes(open)} ${whose} that nobody approved or ignored, first ${oneLine(clashSentence(first, wording))}.`;
  }
  const [empty] = emptyTests;
  return gate.isOfEmpty && empty !== undefined ? `--fail-on: ${empty}` : null;
}

/** How many there are of each type, in the order in which types appear. */
export function countTypes(clashes: readonly Clash[]): string {
  const counts = new Map<ClashType, number>();
  for (const { type } of clashes) counts.set(type, (counts.get(type) ?? 0) + 1);
  return Array.from(counts, ([type, count]) => `${count} ${type}`).join(', ');
}
