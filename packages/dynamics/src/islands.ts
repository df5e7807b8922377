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
  for (const { a, b } of [...pairs, ...joints]) if (moves(a) && moves(b)) sets.unite(a.slot, b.slot);
  const islands = new Map<number, IslandLists>();
  for (const body of bodies) {
    if (body === null || !moves(body)) continue;
    const root = sets.find(body.slot);
    const island = islands.get(root);
    if (island === undefined) islands.set(root, { bodies: [body], kinematic: [], pairs: [], joints: [] });
    else island.bodies.push(body);
  }
  const islandOf = (a: Body, b: Body): IslandLists | undefined => islands.get(sets.find(moves(a) ? a.slot : b.slot));
  for (const pair of pairs) {
    const island = islandOf(pair.a, pair.b);
    island?.pairs.push(pair);
    for (const body of [pair.a, pair.b]) {
      if (body.kind === 'kinematic' && island?.kinematic.includes(body) === false) island.kinematic.push(body);
    }
  }
  for (const joint of joints) {
    const island = islandOf(joint.a, joint.b);
    island?.joints.push(joint);
    for (const body of [joint.a, joint.b]) {
      if (body.kind === 'kinematic' && island?.kinematic.includes(body) === false) island.kinematic.push(body);
    }
  }
  return [...islands.values()];
}
