// Which pairs of bodies count.

import type { RobotDescription } from '../description/robot-description.ts';
import type { KinematicTree } from '../kinematics/kinematic-tree.ts';
import type { Body, BodyPair } from './body.ts';

/** Pairs of bodies by name, in any order. */
export class LinkPairs {
  readonly #keys = new Set<string>();

  constructor(pairs: Iterable<readonly [string, string]> = []) {
    for (const [a, b] of pairs) this.add(a, b);
  }

  add(a: string, b: string): void {
    this.#keys.add(keyOf(a, b));
  }

  /** Removes all pairs with a body. */
  removeBody(name: string): void {
    for (const [a, b] of this.list()) if (a === name || b === name) this.#keys.delete(keyOf(a, b));
  }

  /** All pairs, each once. */
  list(): [string, string][] {
    return [...this.#keys].map((key) => JSON.parse(key));
  }

  has(a: string, b: string): boolean {
    return this.#keys.has(keyOf(a, b));
  }
}

function keyOf(a: string, b: string): string {
  return JSON.stringify(a < b ? [a, b] : [b, a]);
}

/** The pairs of links that are joined. */
export function joinedLinks({ joints }: RobotDescription): LinkPairs {
  return new LinkPairs(joints.map(({ parent, child }) => [parent, child]));
}

/** All pairs that count: of different links, and of a link and an obstacle, unless they are ignored. */
export function countedPairs(
  tree: KinematicTree,
  bodies: readonly Body[],
  isIgnored: (a: string, b: string) => boolean,
): BodyPair[] {
  const pairs: BodyPair[] = [];
  for (let a = 0; a < bodies.length; a++) {
    for (let b = a + 1; b < bodies.length; b++) {
      const [first, second] = [bodies[a], bodies[b]];
      const areObstacles = first.link < 0 && second.link < 0;
      if (areObstacles || first.name === second.name || isIgnored(first.name, second.name)) continue;
      const common = commonFrame(tree, first.frame, second.frame);
      pairs.push({ a, b, common, padding: first.padding + second.padding });
    }
  }
  return pairs;
}

/** The last frame above both, or one of the two. A parent has a smaller number. */
function commonFrame({ parents }: KinematicTree, a: number, b: number): number {
  let [first, second] = [a, b];
  while (first !== second) {
    if (first > second) first = parents[first];
    else second = parents[second];
  }
  return first;
}
