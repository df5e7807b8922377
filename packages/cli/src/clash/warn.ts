import { type Assembly, type ClashSet, countSelected } from '@nearmiss/clash';

/** Tells the user what is odd about the files of a set, and which tests can find nothing. */
export function warn(set: ClashSet, assembly: Assembly): void {
  for (const warning of [...assembly.warnings, ...emptyTests(set, assembly)]) console.error(`nearmiss: ${warning}`);
}

/** A sentence for each test that is about too few elements to find anything. */
export function emptyTests(set: ClashSet, assembly: Assembly): string[] {
  const classes = namedClasses(assembly);
  return countSelected(set, assembly).flatMap(({ test, a, b }) => {
    const what = `test ${JSON.stringify(test)} can find nothing:`;
    const all = assembly.elements.length;
    if (b === undefined) return a < 2 ? [`${what} a selects ${a} of ${all} elements.${classes}`] : [];
    return [
      ...(a === 0 ? [`${what} a selects none of ${all} elements.${classes}`] : []),
      ...(b === 0 ? [`${what} b selects none of ${all} elements.${classes}`] : []),
    ];
  });
}

/** Classes that are named at most. */
const MOST_CLASSES = 12;

/** A sentence that names the classes there are, the most frequent first: globs are about them, and case counts. */
function namedClasses({ elements }: Assembly): string {
  const counts = new Map<string, number>();
  for (const { class: kind } of elements) if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  if (counts.size === 0) return '';
  const names = [...counts].sort((x, y) => y[1] - x[1]).map(([name]) => name);
  const more = names.length > MOST_CLASSES ? ', …' : '';
  return ` There are ${names.slice(0, MOST_CLASSES).join(', ')}${more}; case counts.`;
}
