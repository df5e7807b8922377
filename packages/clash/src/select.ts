import type { Assembly, ClashElement } from './element.ts';
import type { Glob } from './glob.ts';
import type { ClashSet, ClashTest, Selection } from './set.ts';

/** For each element, 1 if it belongs to that side of a test. */
export interface TestSides {
  readonly inA: Uint8Array;
  readonly inB: Uint8Array;
}

export function selectElements({ a, b }: ClashTest, elements: readonly ClashElement[]): TestSides {
  const inA = Uint8Array.from(elements, (element) => (isSelected(a, element) ? 1 : 0));
  return { inA, inB: b === null ? inA : Uint8Array.from(elements, (element) => (isSelected(b, element) ? 1 : 0)) };
}

/** A sentence for each side of a test that has no elements, so that the test can find nothing. See {@link readClashSet}. */
export function emptySelections({ tests }: ClashSet, { elements }: Assembly): string[] {
  return tests.flatMap(({ name, a, b }) => {
    const sides =
      b === null
        ? [{ side: 'a', selection: a }]
        : [
            { side: 'a', selection: a },
            { side: 'b', selection: b },
          ];
    return sides
      .filter(({ selection }) => !elements.some((element) => isSelected(selection, element)))
      .map(({ side }) => `${JSON.stringify(name)} finds nothing: its ${side} selects no element.`);
  });
}

function isSelected({ model, select, exclude }: Selection, element: ClashElement): boolean {
  if (model !== null && model !== element.model) return false;
  if (exclude !== null && matchesElement(exclude, element)) return false;
  return select === null || matchesElement(select, element);
}

/** A glob is about the class, the storey, the id, the name, and of a path of names also about the last. */
function matchesElement(glob: Glob, element: ClashElement): boolean {
  if (element.class !== undefined && glob(element.class)) return true;
  if (element.storey !== undefined && glob(element.storey)) return true;
  return glob(element.name) || glob(element.id) || glob(element.name.slice(element.name.lastIndexOf('/') + 1));
}

/** Whether a rule of the test leaves a pair out. */
export function isIgnored({ ignore }: ClashTest, a: ClashElement, b: ClashElement): boolean {
  return ignore.some((rule) => {
    if (rule === 'same-model') return a.model === b.model;
    if (rule === 'same-parent') return a.model === b.model && a.parent === b.parent;
    const [one, other] = rule;
    return (matchesElement(one, a) && matchesElement(other, b)) || (matchesElement(one, b) && matchesElement(other, a));
  });
}
