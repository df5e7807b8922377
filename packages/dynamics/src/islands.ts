// Islands: bodies that may meet within a step, or are joined, move together; islands move one after the other.

import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import type { Joint } from './joint.ts';
import { UnionFind } from './union-find.ts';
import type { Island } from './work.ts';

interface IslandLists extends Island {
  readonly bodies: Body[];
  readonly kinematic: Body[];
  readonly pairs: BodyPair[];
  readonly joints: Joint[];
}

/** The islands of bodies that `moves` says are moved by forces, in the order of their lowest numbers. */
export function makeIslands(
  bodies: readonly (Body | null)[],
  pairs: readonly BodyPair[],
  joints: readonly Joint[],
  moves: (body: Body) => boolean,
): Island[] {
  const sets = new UnionFind(bodies.length);
  for (const { a, b } of pairs) if (moves(a) && moves(b)) sets.unite(a.slot, b.slot);
  for (const { a, b } of joints) if (moves(a) && moves(b)) sets.unite(a.slot, b.slot);
  const islands: IslandLists[] = [];
  /** By the root of its set, which island it is, counted from 1. */
  const numbers = new Int32Array(bodies.length);
  for (const body of bodies) {
    if (body === null || !moves(body)) continue;
    const root = sets.find(body.slot);
    if (numbers[root] === 0) numbers[root] = islands.push({ bodies: [], kinematic: [], pairs: [], joints: [] });
    islands[numbers[root] - 1].bodies.push(body);
  }
  for (const pair of pairs) {
    const number = numbers[sets.find(moves(pair.a) ? pair.a.slot : pair.b.slot)];
    if (number > 0) addTo(islands[number - 1], pair, islands[number - 1].pairs);
  }
  for (const joint of joints) {
    const number = numbers[sets.find(moves(joint.a) ? joint.a.slot : joint.b.slot)];
    if (number > 0) addTo(islands[number - 1], joint, islands[number - 1].joints);
  }
  return islands;
}

function addTo<Link extends BodyPair | Joint>({ kinematic }: IslandLists, link: Link, links: Link[]): void {
  const { a, b } = link;
  links.push(link);
  if (a.kind === 'kinematic' && !kinematic.includes(a)) kinematic.push(a);
  if (b.kind === 'kinematic' && !kinematic.includes(b)) kinematic.push(b);
}
