// Findings: clashes of one test that share one element and lie next to each other belong together, as those of a pipe with the layers of a
// wall do. All clashes of a finding share that element: chains from element to element would join whatever is dense.

import { BoxTree } from './box-tree.ts';
import { type Clash, compareTexts } from './clash.ts';

/** Two regions are next to each other if the gap between them along every axis is at most this part of the larger one's diagonal. */
const NEXT_TO = 1;

/** The clashes, each with the id of its finding: the least id of a clash in it. Elements with most clashes come first. See {@link judgePair}. */
export function groupClashes(clashes: readonly Clash[]): Clash[] {
  const groups = clashes.map(({ id }) => id);
  const isGrouped = new Uint8Array(clashes.length);
  const elements = [...membersOfElements(clashes)];
  elements.sort(([keyA, a], [keyB, b]) => b.length - a.length || compareTexts(keyA, keyB));
  for (const [, members] of elements) {
    const free = members.filter((k) => isGrouped[k] === 0);
    if (free.length < 2) continue;
    for (const finding of neighbours(clashes, free)) {
      if (finding.length < 2) continue;
      const [id] = finding.map((k) => clashes[k].id).sort(compareTexts);
      for (const k of finding) {
        groups[k] = id;
        isGrouped[k] = 1;
      }
    }
  }
  return clashes.map((clash, k) => ({ ...clash, group: groups[k] }));
}

/** Clashes, given by their numbers, divided into those that lie next to each other, one after the other. */
function neighbours(clashes: readonly Clash[], numbers: readonly number[]): number[][] {
  const parent = numbers.map((_, i) => i);
  const find = (i: number): number => {
    let root = i;
    while (parent[root] !== root) root = parent[root] = parent[parent[root]];
    return root;
  };
  const regions = numbers.map((k) => regionOf(clashes[k]));
  const tree = new BoxTree(regions);
  // Of two regions, the larger one finds the other within its own diagonal.
  for (const [i, region] of regions.entries()) {
    tree.query(region, NEXT_TO * diagonal(region), (j) => {
      parent[find(j)] = find(i);
    });
  }
  const findings = new Map<number, number[]>();
  for (const [i, k] of numbers.entries()) {
    const known = findings.get(find(i));
    if (known === undefined) findings.set(find(i), [k]);
    else known.push(k);
  }
  return [...findings.values()];
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
