// What was found, in one sentence.

import type { Bracket, Clash, ClashSummary, ElementName } from '@nearmiss/clash';

const DIGITS = 3;

/** The result as a whole. `clashing` is the number of elements that clash, `unsure` that of clashes that are not decided. */
export function summarySentence({ clashes, elements, groups }: ClashSummary, clashing: number, unsure: number): string {
  const total = Object.values(clashes).reduce((sum, count) => sum + count, 0);
  if (total === 0) return `None of ${count(elements, 'element')} clashes.`;
  const kinds = Object.entries(clashes).map(([type, number]) => `${number} ${type}`);
  const open = unsure > 0 ? ` ${count(unsure, 'clash', 'clashes')} could not be decided.` : '';
  const found = `${count(total, 'clash', 'clashes')} in ${count(groups, 'finding')}: ${kinds.join(', ')}.`;
  return `${clashing} of ${count(elements, 'element')} clash, with ${found}${open}`;
}

/** One clash. `isOfFiles`: the result was made from the files that are shown, or none are. */
export function clashSentence(clash: Clash, unit: string, isOfFiles = true): string {
  if (clash.state === 'resolved') return `Resolved: ${pastSentence(clash, unit)}`;
  const [a, b] = [nameOf(clash.a), nameOf(clash.b)];
  switch (clash.type) {
    case 'hard':
    case 'contained': {
      const freed = clash.translation === undefined ? '' : '; moving A along the arrow frees it';
      const verb = clash.kind === 'pierces' ? 'pierces' : 'overlaps';
      const isIn = clash.type === 'contained';
      const what = isIn ? `One of ${a} (A) and ${b} (B) lies in the other` : `${a} (A) ${verb} ${b} (B)`;
      return `${what}${depthText(clash, unit)}${freed}. ${proof(clash, isOfFiles)}`;
    }
    case 'touching':
      return `${a} and ${b} touch, without an inner point in common.`;
    case 'clearance': {
      const unsure = clash.decided === false ? ' Not decided: the gap may be as wide as the clearance.' : '';
      return `${a} and ${b} are ${bracketText(clash.distance, unit)} apart, nearer than they should be.${unsure}`;
    }
    case 'duplicate': {
      const unsure = clash.decided === false ? ' Not decided: they may differ by more than the tolerance.' : '';
      return `${a} and ${b} are the same shape at the same position.${unsure}`;
    }
    case 'undecided':
      return `Whether ${a} and ${b} clash was not decided within the budget.`;
  }
}

/** What was found in an earlier run. */
function pastSentence(clash: Clash, unit: string): string {
  const [a, b] = [nameOf(clash.a), nameOf(clash.b)];
  const end = 'in an earlier run.';
  switch (clash.type) {
    case 'hard':
      return `${a} ${clash.kind === 'pierces' ? 'pierced' : 'overlapped'} ${b}${depthText(clash, unit)}, ${end}`;
    case 'contained':
      return `one of ${a} and ${b} lay in the other${depthText(clash, unit)}, ${end}`;
    case 'touching':
      return `${a} and ${b} touched ${end}`;
    case 'clearance':
      return `${a} and ${b} were ${bracketText(clash.distance, unit)} apart ${end}`;
    case 'duplicate':
      return `${a} and ${b} were the same shape at the same position ${end}`;
    case 'undecided':
      return `whether ${a} and ${b} clash was not decided ${end}`;
  }
}

function depthText({ depth }: Clash, unit: string): string {
  const text = bracketText(depth, unit);
  return text === UNKNOWN ? '; how deep is not known' : `, ${text} deep`;
}

function proof({ depth, decided }: Clash, isOfFiles: boolean): string {
  if ((depth?.lower ?? 0) <= 0) return 'Not decided: no least depth is proven.';
  if (decided === false) return 'Not decided: the depth may be within the tolerance.';
  return isOfFiles ? 'Proven.' : 'Found in other files than these.';
}

const UNKNOWN = 'unknown';

/** How deep a clash is, or how far its elements are apart; empty where that says nothing. */
export function sizeText({ type, depth, distance }: Clash, unit: string): string {
  if (type === 'duplicate' || type === 'touching') return '';
  if (type === 'clearance') return bracketText(distance, unit);
  return depth === undefined ? '' : bracketText(depth, unit);
}

/** Both bounds of a length, or one number where they are the same to the digits that are shown. A result that was read from a file has null for infinite. */
function bracketText(bracket: Bracket | undefined, unit: string): string {
  if (bracket === undefined) return UNKNOWN;
  const lower = bracket.lower;
  const upper: number | null = bracket.upper;
  if (upper === null || !Number.isFinite(upper)) return lower > 0 ? `at least ${length(lower, unit)}` : UNKNOWN;
  const [least, most] = [length(lower, ''), length(upper, unit)];
  if (least === length(upper, '')) return most;
  return lower > 0 ? `${least} to ${most}` : `at most ${most}`;
}

/** Whether it is not decided that this is a clash, or of which type. */
export function isUnsure({ type, decided }: Clash): boolean {
  return decided === false || type === 'undecided';
}

/** What people call an element. */
export function nameOf({ name, class: own, id }: Pick<ElementName, 'name' | 'class' | 'id'>): string {
  const last = name.slice(name.lastIndexOf('/') + 1);
  return last !== '' ? last : `${own ?? 'element'} ${id}`;
}

export function length(value: number, unit: string): string {
  const text = value === 0 ? '0' : String(Number(value.toPrecision(DIGITS)));
  return unit === '' ? text : `${text} ${unit}`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}
