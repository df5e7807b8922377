import { CLASH_TYPES, type Clash, type ClashType, compareTexts } from './clash.ts';
import type { SelectedCount } from './select.ts';

/** The last line of a result. See {@link summarize}. */
export interface ClashSummary {
  readonly tests: number;
  readonly elements: number;
  /** Pairs that were examined. */
  readonly pairs: number;
  /** How many elements each test is about, where that is known. */
  readonly selected?: readonly SelectedCount[];
  /** How many there are of each type. */
  readonly clashes: Readonly<Partial<Record<ClashType, number>>>;
  /** Those of type `undecided`; a bracket that straddles the tolerance is not among them. */
  readonly undecided: number;
  /** Findings: groups of clashes. */
  readonly groups: number;
  /** How many clashes two classes have with each other, most first; without classes, two files. */
  readonly matrix: readonly (readonly [string, string, number])[];
}

/** Counts clashes; those that are resolved do not count. See {@link judgePair}. */
export function summarize(
  clashes: readonly Clash[],
  counts: Pick<ClashSummary, 'tests' | 'elements' | 'pairs' | 'selected'>,
): ClashSummary {
  const active = clashes.filter(({ state }) => state !== 'resolved');
  const byType: Partial<Record<ClashType, number>> = {};
  for (const type of CLASH_TYPES) {
    const count = active.filter((clash) => clash.type === type).length;
    if (count > 0) byType[type] = count;
  }
  const matrix = new Map<string, [string, string, number]>();
  for (const { a, b } of active) {
    const [one, other] = [a.class ?? a.model, b.class ?? b.model].sort(compareTexts);
    const key = JSON.stringify([one, other]);
    const entry = matrix.get(key) ?? [one, other, 0];
    entry[2]++;
    matrix.set(key, entry);
  }
  return {
    ...counts,
    clashes: byType,
    undecided: byType.undecided ?? 0,
    groups: new Set(active.map(({ id, group }) => group ?? id)).size,
    matrix: [...matrix.values()].sort((x, y) => y[2] - x[2] || compareTexts(x[0], y[0]) || compareTexts(x[1], y[1])),
  };
}
