import type { ClashElement } from './element.ts';

/** What tells an element from others: of an assembly, or of a result. */
type Named = Pick<ClashElement, 'model' | 'id' | 'name' | 'class'>;

/**
 * Whether an element has its file, class and name in common with another one of those given, so that only its id tells which it is. Without a
 * name the id is what people see.
 *
 * @example
 * const bolts = ['0/1', '0/2'].map((id) => ({ model: 'm', id, name: 'bolt' }));
 * console.log(findNamesakes(bolts)(bolts[0])); // true
 */
export function findNamesakes(elements: Iterable<Named>): (element: Named) => boolean {
  const first = new Map<string, string>();
  const shared = new Set<string>();
  for (const element of elements) {
    const key = keyOf(element);
    const known = first.get(key);
    if (known === undefined) first.set(key, element.id);
    else if (known !== element.id) shared.add(key);
  }
  return (element) => element.name !== '' && shared.has(keyOf(element));
}

function keyOf({ model, class: own = '', name }: Named): string {
  return JSON.stringify([model, own, name]);
}
