// Whether a result was made from the files that came with it. A result names its elements and has no hash of them: they are compared by id, name,
// class and storey, and by where they clash, which has to be within the boxes of both.

import type { Assembly, Clash, ClashElement, ClashSet, ElementName } from '@nearmiss/clash';
import { ElementNumbers, keyOf } from '../element-numbers.ts';
import { lastOf } from './sort-files.ts';

/** Numbers of a region are off by roundings of the query, relative to their size. */
const ROUNDING = 2 ** -36;

/** What is different, in a sentence; null where nothing is. `total`: elements of the result, where it says so. `hasSet`: the files came with their set. */
export function otherFiles(
  clashes: readonly Clash[],
  { set, assembly }: { readonly set: ClashSet; readonly assembly: Assembly },
  total: number | null,
  hasSet: boolean,
): string | null {
  const numbers = new ElementNumbers(assembly.elements);
  const compared = new Map<string, boolean>();
  const models = new Set<string>();
  let isMoved = true;
  for (const clash of clashes) {
    if (clash.state === 'resolved') continue;
    for (const name of [clash.a, clash.b]) {
      const number = numbers.of(name);
      // Of several models in which the id is, none has the name: which is meant is not known.
      if (number === null && numbers.hasId(name.id)) continue;
      const element = number === null ? undefined : assembly.elements[number];
      const isNamed = element !== undefined && hasNames(element, name);
      const isSame = isNamed && holds(element, clash);
      if (!isNamed) isMoved = false;
      if (!isSame) models.add(element?.model ?? name.model);
      compared.set(keyOf(name), isSame && compared.get(keyOf(name)) !== false);
    }
  }
  const differing = [...compared.values()].filter((isSame) => !isSame).length;
  // Without its set, a file may lack what the set asks for, such as spaces.
  const count = hasSet && total !== null && total !== assembly.elements.length ? countText(total, assembly) : '';
  if (differing === 0 && count === '') return null;
  const files = set.models.filter(({ name }) => differing === 0 || models.has(name)).map(({ file }) => lastOf(file));
  const found = differing === 0 ? '' : `${differing} of ${compared.size} elements differ`;
  const remedy = differing > 0 && isMoved && !hasSet ? ' If its set moves or scales files, drop the set too.' : '';
  return `${subject(files)} this result was made from: ${[found, count].filter((part) => part !== '').join('; ')}.${remedy}`;
}

function subject(files: readonly string[]): string {
  const [first, ...others] = files;
  if (first === undefined) return 'These are not the files';
  return others.length === 0 ? `${first} is not the file` : `${files.join(', ')} are not the files`;
}

function countText(total: number, { elements }: Assembly): string {
  return `the result is about ${total} elements, here are ${elements.length}`;
}

function hasNames(element: ClashElement, { name, class: own, storey }: ElementName): boolean {
  return element.name === name && element.class === own && element.storey === storey;
}

/** Whether a clash is where the element is: what overlaps in the box of it, and what is only near no farther from it than the gap. */
function holds({ box, quantum }: ClashElement, { box: region, point, distance }: Clash): boolean {
  const corners = [...(region ?? []), ...(point === undefined ? [] : [point])];
  const gap = distance?.upper ?? Infinity;
  return corners.every((corner) =>
    corner.every((x, k) => {
      const [least = 0, most = 0] = [box[k], box[k + 3]];
      const margin = gap + 2 * quantum + ROUNDING * Math.max(Math.abs(least), Math.abs(most));
      return x >= least - margin && x <= most + margin;
    }),
  );
}
