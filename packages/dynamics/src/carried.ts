// Bodies that stop within a step: kinematic bodies go on, and carry those that they would run over.

import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import { multiply, normalise, turn, writeMatrix } from './rotation.ts';
import type { Island, Work } from './work.ts';

/** Writes `next` of all bodies of an island that stop. The kinematic ones have theirs, with which they would run over one body each of `met`. */
export function carryStopped(island: Island, met: readonly BodyPair[], work: Work): void {
  for (const [body, carrier] of carriersOf(island, met)) {
    carry(body, carrier);
    body.writeCom(body.next, work.nextComs, 3 * body.slot);
  }
}

/** Leaves all bodies of an island where they have stopped. */
export function holdStopped({ bodies }: Island, work: Work): void {
  for (const body of bodies) {
    body.next.set(body.pose);
    body.writeCom(body.next, work.nextComs, 3 * body.slot);
  }
}

/** The kinematic body of each body that it would run over, and of those that are in contact with these or joined to them. */
function carriersOf({ bodies, pairs, joints }: Island, met: readonly BodyPair[]): Map<Body, Body> {
  const carriers = new Map<Body, Body>();
  for (const { a, b } of met) {
    if (a.kind === 'kinematic') carriers.set(b, a);
    else if (b.kind === 'kinematic') carriers.set(a, b);
  }
  const links = [...pairs.filter(({ contacts }) => contacts.length > 0), ...joints];
  // Maps are walked in the order in which keys are added, those that are added meanwhile included.
  for (const [body, carrier] of carriers) {
    for (const { a, b } of links) {
      const other = a === body ? b : b === body ? a : null;
      if (other !== null && !carriers.has(other) && bodies.includes(other)) carriers.set(other, carrier);
    }
  }
  return carriers;
}

/** Moves a body as its carrier is moved, rigidly. */
function carry({ pose, next }: Body, carrier: Body): void {
  const from = carrier.pose;
  const to = carrier.next;
  const turned = Float64Array.of(-from[3], -from[4], -from[5], from[6]);
  multiply(to, 3, turned, 0, turned, 0);
  normalise(turned, 0);
  const matrix = new Float64Array(9);
  writeMatrix(turned, 0, matrix);
  const arm = Float64Array.of(pose[0] - from[0], pose[1] - from[1], pose[2] - from[2]);
  turn(matrix, arm, 0, arm, 0);
  for (let k = 0; k < 3; k++) next[k] = to[k] + arm[k];
  multiply(turned, 0, pose, 3, next, 3);
  normalise(next, 3);
}
