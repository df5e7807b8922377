// What was found, in one sentence.

import type { Clash, ClashSummary, ElementName } from '@nearmiss/clash';

const DIGITS = 3;

/** The result as a whole. `clashing` is the number of elements that clash. */
export function summarySentence({ clashes, elements, groups, undecided }: ClashSummary, clashing: number): string {
  const total = Object.values(clashes).reduce((sum, count) => sum + count, 0);
  if (total === 0) return `None of ${count(elements, 'element')} clashes.`;
  const kinds = Object.entries(clashes).map(([type, number]) => `${number} ${type}`);
  const open = undecided > 0 ? ` ${count(undecided, 'clash', 'clashes')} could not be decided.` : '';
  const found = `${count(total, 'clash', 'clashes')} in ${count(groups, 'finding')}: ${kinds.join(', ')}.`;
  return `${clashing} of ${count(elements, 'element')} clash, with ${found}${open}`;
}

/** One clash. */
export function clashSentence(clash: Clash, unit: string): string {
  const [a, b] = [nameOf(clash.a), nameOf(clash.b)];
  switch (clash.type) {
    case 'hard':
    case 'contained': {
      const { upper = null, lower = 0 } = clash.depth ?? {};
      const verb = clash.type === 'contained' ? 'and' : clash.kind === 'pierces' ? 'pierces' : 'overlaps';
      const what = clash.type === 'contained' ? `One of ${a} and ${b} lies in the other` : `${a} ${verb} ${b}`;
      if (upper === null || !Number.isFinite(upper)) return `${what}; how deep is not known.`;
      const freed = clash.translation === undefined ? '' : '; moving it along the arrow frees it';
      return `${what}, ${length(upper, unit)} deep${freed}. ${proof(lower, upper, unit)}`;
    }
    case 'touching':
      return `${a} and ${b} touch, without an inner point in common.`;
    case 'clearance':
      return `${a} and ${b} are ${length(clash.distance?.upper ?? 0, unit)} apart, nearer than they should be.`;
    case 'duplicate':
      return `${a} and ${b} are the same shape at the same position.`;
    case 'undecided':
      return `Whether ${a} and ${b} clash was not decided within the budget.`;
  }
}

function proof(lower: number, upper: number, unit: string): string {
  if (lower <= 0) return 'An open mesh has no proven depth.';
  const part = (upper - lower) / upper;
  return part < 0.001 ? 'Proven.' : `Proven: at least ${length(lower, unit)}.`;
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
