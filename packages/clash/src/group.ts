// Findings: clashes of one test that share an element and lie next to each other belong together, as those of a pipe with the layers of a
// wall do.

import { type Clash, compareTexts } from './clash.ts';

/** Two regions are next to each other if the gap between them is at most this part of the larger one's diagonal. */
const NEXT_TO = 1;

/** The clashes, each with the id of its finding: the least id of a clash in it. See {@link judgePair}. */
export function groupClashes(clashes: readonly Clash[]): Clash[] {
  const parent = clashes.map((_, k) => k);
  const find = (k: number): number => {
    let root = k;
    while (parent[root] !== root) root = parent[root] = parent[parent[root]];
    return root;
  };
  for (const members of membersOfElements(clashes).values()) {
    // Sorted along x, only neighbours need to be compared.
    const regions = members.map((k) => ({ k, box: regionOf(clashes[k]) }));
    regions.sort((p, q) => p.box[0] - q.box[0] || p.k - q.k);
    let reach = 0;
    for (const { box } of regions) reach = Math.max(reach, NEXT_TO * diagonal(box));
    for (let i = 0; i < regions.length; i++) {
      for (let j = i + 1; j < regions.length && regions[j].box[0] - regions[i].box[3] <= reach; j++) {
        if (areNext(regions[i].box, regions[j].box)) parent[find(regions[j].k)] = find(regions[i].k);
      }
    }
  }
  const ids = new Map<number, string>();
  for (const [k, { id }] of clashes.entries()) {
    const root = find(k);
    const known = ids.get(root);
    if (known === undefined || compareTexts(id, known) < 0) ids.set(root, id);
  }
  return clashes.map((clash, k) => ({ ...clash, group: ids.get(find(k)) ?? clash.id }));
}

/** Numbers of the clashes that an element has in a test. */
function membersOfElements(clashes: readonly Clash[]): Map<string, number[]> {
  const members = new Map<string, number[]>();
  for (const [k, { test, a, b }] of clashes.entries()) {
    for (const { model, id } of [a, b]) {
      const key = JSON.stringify([test, model, id]);
      const list = members.get(key);
      if (list === undefined) members.set(key, [k]);
      else list.push(k);
    }
  }
  return members;
}

function regionOf({ box, point = [0, 0, 0] }: Clash): readonly number[] {
  return box === undefined ? [...point, ...point] : [...box[0], ...box[1]];
}

function diagonal(box: readonly number[]): number {
  return Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
}

function areNext(a: readonly number[], b: readonly number[]): boolean {
  const gap = Math.max(...[0, 1, 2].map((k) => Math.max(a[k] - b[k + 3], b[k] - a[k + 3])));
  return gap <= NEXT_TO * Math.max(diagonal(a), diagonal(b));
}
