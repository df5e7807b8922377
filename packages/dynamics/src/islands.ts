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
  const unite = ({ a, b }: BodyPair | Joint): void => {
    if (moves(a) && moves(b)) sets.unite(a.slot, b.slot);
  };
  pairs.forEach(unite);
  joints.forEach(unite);
  const islands = new Map<number, IslandLists>();
  for (const body of bodies) {
    if (body === null || !moves(body)) continue;
    const root = sets.find(body.slot);
    const island = islands.get(root);
    if (island === undefined) islands.set(root, { bodies: [body], kinematic: [], pairs: [], joints: [] });
    else island.bodies.push(body);
  }
  const islandOf = ({ a, b }: BodyPair | Joint): IslandLists | undefined =>
    islands.get(sets.find(moves(a) ? a.slot : b.slot));
  const addKinematic = (island: IslandLists, body: Body): void => {
    if (body.kind === 'kinematic' && !island.kinematic.includes(body)) island.kinematic.push(body);
  };
  for (const pair of pairs) {
    const island = islandOf(pair);
    if (island === undefined) continue;
    island.pairs.push(pair);
    addKinematic(island, pair.a);
    addKinematic(island, pair.b);
  }
  for (const joint of joints) {
    const island = islandOf(joint);
    if (island === undefined) continue;
    island.joints.push(joint);
    addKinematic(island, joint.a);
    addKinematic(island, joint.b);
  }
  return [...islands.values()];
}
