// Bodies that touch or slightly overlap when they are added are moved apart to the margin, before anything moves. This is the one
// change of position without a proof that the motion is free.
//
// Level by level, as shock propagation does (Guendelman et al. 2003, section 7): bodies next to what stands still are moved off it, then
// stand still themselves while the next ones are moved. So a tower that starts flush is raised once, box by box.

import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import type { Constraints } from './constraints.ts';
import { displace } from './motion.ts';
import type { Island, Scales, Work } from './work.ts';

/** Rounds over all levels, and solves a level. */
const ROUNDS = 8;
const SOLVES = 8;
/** Gaps from this part of the margin on are left to the steps, which restore them on proven motions. Dimensionless. */
const ENOUGH = 1 / 16;

/** Separates the bodies of an island; pairs that still overlap are violated. False where none was too close. */
export function separate(island: Island, work: Work, scales: Scales, constraints: Constraints): boolean {
  for (let round = 0; round < ROUNDS; round++) {
    if (!island.pairs.some((pair) => isTooClose(pair, scales))) return round > 0;
    const levels = levelsOf(island, scales);
    const last = Math.max(...levels.values());
    for (let level = 1; level <= last; level++) separateLevel(island, levels, level, work, scales, constraints);
  }
  for (const pair of island.pairs) if (isTooClose(pair, scales) && pair.clear <= 0) pair.isViolated = true;
  return true;
}

function separateLevel(
  island: Island,
  levels: ReadonlyMap<Body, number>,
  level: number,
  work: Work,
  scales: Scales,
  constraints: Constraints,
): void {
  const levelOf = (body: Body): number => levels.get(body) ?? 0;
  const bodies = island.bodies.filter((body) => levelOf(body) === level);
  const pairs = island.pairs.filter(({ a, b }) => Math.max(levelOf(a), levelOf(b)) === level);
  const joints = island.joints.filter(({ a, b }) => Math.max(levelOf(a), levelOf(b)) === level);
  const part: Island = { bodies, kinematic: [], pairs, joints };
  for (let solve = 0; solve < SOLVES && pairs.some((pair) => isTooClose(pair, scales)); solve++) {
    for (const pair of pairs) pair.updateContacts(scales.within);
    for (const body of island.bodies) {
      work.load(body);
      if (levelOf(body) < level) work.holdStill(body);
    }
    if (!constraints.solvePositions(part, work, scales)) break;
    for (const body of bodies) {
      displace(body, work);
      body.pose.set(body.next);
      body.poseChanged();
    }
  }
  for (const body of island.bodies) work.load(body);
}

/** How many bodies are between a body and what stands still; where nothing does, and the first body of the island. */
function levelsOf(island: Island, { within }: Scales): Map<Body, number> {
  const levels = new Map<Body, number>();
  const near = island.pairs.filter((pair) => pair.knownClearance <= within);
  for (const { a, b } of near) {
    if (a.inverseMass === 0) levels.set(b, 1);
    if (b.inverseMass === 0) levels.set(a, 1);
  }
  for (const seed of island.bodies) {
    spread(levels, near);
    if (!levels.has(seed)) levels.set(seed, 1);
  }
  return levels;
}

function spread(levels: Map<Body, number>, near: readonly BodyPair[]): void {
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const { a, b } of near) {
      for (const [from, to] of [
        [a, b],
        [b, a],
      ] as const) {
        const level = levels.get(from);
        if (level === undefined || to.inverseMass === 0 || (levels.get(to) ?? Infinity) <= level + 1) continue;
        levels.set(to, level + 1);
        isNew = true;
      }
    }
  }
}

function isTooClose(pair: BodyPair, { margin, within }: Scales): boolean {
  if (pair.knownClearance > ENOUGH * margin) return false;
  pair.measure(4 * within);
  return pair.clear <= ENOUGH * margin;
}
