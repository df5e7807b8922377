// Groups: bodies that may meet within a step, or are joined, move together; groups move one after the other.

import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import type { Joint } from './joint.ts';
import type { Group } from './work.ts';

/** Sets of bodies by union and find, on their numbers. */
export class Sets {
  readonly #parents: Int32Array;

  constructor(count: number) {
    this.#parents = Int32Array.from({ length: count }, (_, k) => k);
  }

  find(k: number): number {
    const parents = this.#parents;
    let root = k;
    while (parents[root] !== root) root = parents[root];
    for (let at = k; at !== root; ) {
      const next = parents[at];
      parents[at] = root;
      at = next;
    }
    return root;
  }

  /** The lower number becomes the root, so that sets do not depend on the order of unions. */
  unite(i: number, j: number): void {
    const p = this.find(i);
    const q = this.find(j);
    if (p < q) this.#parents[q] = p;
    else this.#parents[p] = q;
  }
}

interface GroupLists extends Group {
  readonly bodies: Body[];
  readonly kinematic: Body[];
  readonly pairs: BodyPair[];
  readonly joints: Joint[];
}

/** The groups of bodies that `moves` says are moved by forces, in the order of their lowest numbers. */
export function makeGroups(
  bodies: readonly (Body | null)[],
  pairs: readonly BodyPair[],
  joints: readonly Joint[],
  moves: (body: Body) => boolean,
): Group[] {
  const sets = new Sets(bodies.length);
  for (const { a, b } of [...pairs, ...joints]) if (moves(a) && moves(b)) sets.unite(a.slot, b.slot);
  const groups = new Map<number, GroupLists>();
  for (const body of bodies) {
    if (body === null || !moves(body)) continue;
    const root = sets.find(body.slot);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, { bodies: [body], kinematic: [], pairs: [], joints: [] });
    else group.bodies.push(body);
  }
  const groupOf = (a: Body, b: Body): GroupLists | undefined => groups.get(sets.find(moves(a) ? a.slot : b.slot));
  for (const pair of pairs) {
    const group = groupOf(pair.a, pair.b);
    group?.pairs.push(pair);
    for (const body of [pair.a, pair.b]) {
      if (body.kind === 'kinematic' && group?.kinematic.includes(body) === false) group.kinematic.push(body);
    }
  }
  for (const joint of joints) {
    const group = groupOf(joint.a, joint.b);
    group?.joints.push(joint);
    for (const body of [joint.a, joint.b]) {
      if (body.kind === 'kinematic' && group?.kinematic.includes(body) === false) group.kinematic.push(body);
    }
  }
  return [...groups.values()];
}
