// In which order a list shows clashes.

import { CLASH_TYPES, type Clash, worstFirst } from '@nearmiss/clash';
import { nameOf } from './clash-sentence.ts';

/** Orders by their names; `worst first` is that of `nearmiss clash --list`. */
export const ORDERS = ['worst first', 'by type', 'by name', 'as in the result'] as const;

/** The clashes in an order; what is equal in it stays in that of the result. */
export function sorted(clashes: readonly Clash[], order: string): Clash[] {
  const all = [...clashes];
  switch (order) {
    case 'by type':
      return all.sort((x, y) => CLASH_TYPES.indexOf(x.type) - CLASH_TYPES.indexOf(y.type) || worstFirst(x, y));
    case 'by name':
      return all.sort((x, y) => inWords.compare(namesOf(x), namesOf(y)));
    case 'as in the result':
      return all;
    default:
      return all.sort(worstFirst);
  }
}

/** 9 before 10. */
const inWords = new Intl.Collator('en', { numeric: true });

/** Both elements, as people call them. */
export function namesOf({ a, b }: Clash): string {
  return `${nameOf(a)} – ${nameOf(b)}`;
}

/** What tells clashes apart whose elements are called the same: the test where there are several, and the whole names, or the ids where these are the same too. */
export function detailsOf(clashes: readonly Clash[]): (clash: Clash) => string {
  const called = valuesOf(clashes, namesOf, ({ id }) => id);
  const pairs = valuesOf(clashes, namesOf, idsOf);
  const named = valuesOf(clashes, wholeNames, idsOf);
  const tests = new Set(clashes.map(({ test }) => test));
  const areSeveral = (values: ReadonlyMap<string, ReadonlySet<string>>, key: string): boolean =>
    (values.get(key)?.size ?? 0) > 1;
  return (clash) => {
    const [names, whole] = [namesOf(clash), wholeNames(clash)];
    const test = tests.size > 1 && areSeveral(called, names) ? clash.test : '';
    const which = areSeveral(named, whole) ? idsOf(clash) : whole;
    return [test, areSeveral(pairs, names) ? which : ''].filter((part) => part !== '').join(' · ');
  };
}

function wholeNames({ a, b }: Clash): string {
  return `${a.name} – ${b.name}`;
}

function idsOf({ a, b }: Clash): string {
  return `${a.id} – ${b.id}`;
}

/** The different values that clashes with one key have. */
function valuesOf(
  clashes: readonly Clash[],
  keyIn: (clash: Clash) => string,
  valueIn: (clash: Clash) => string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const values = new Map<string, Set<string>>();
  for (const clash of clashes) {
    const key = keyIn(clash);
    const own = values.get(key) ?? new Set();
    values.set(key, own.add(valueIn(clash)));
  }
  return values;
}
