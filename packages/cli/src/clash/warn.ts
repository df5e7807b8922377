import { type Assembly, type ClashSet, countSelected } from '@nearmiss/clash';

/** Tells the user what is odd about the files of a set, and which tests can find nothing. */
export function warn(set: ClashSet, assembly: Assembly): void {
  for (const warning of [...assembly.warnings, ...emptyTests(set, assembly)]) console.error(`nearmiss: ${warning}`);
}

/** A sentence for each test that is about too few elements to find anything. */
export function emptyTests(set: ClashSet, assembly: Assembly): string[] {
  return countSelected(set, assembly).flatMap(({ test, a, b }) => {
    const what = `test ${JSON.stringify(test)} can find nothing:`;
    const all = assembly.elements.length;
    if (b === undefined) return a < 2 ? [`${what} a selects ${a} of ${all} elements.`] : [];
    return [
      ...(a === 0 ? [`${what} a selects none of ${all} elements.`] : []),
      ...(b === 0 ? [`${what} b selects none of ${all} elements.`] : []),
    ];
  });
}
