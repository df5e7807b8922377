// Islands of bodies that have come to rest sleep: they are not moved until something that moves comes near.

import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import type { Joint } from './joint.ts';
import { UnionFind } from './union-find.ts';

/** Seconds that an island is slow before it sleeps. */
const QUIET_TIME = 0.5;
/** The speed that counts as slow, in parts of √(gravity · size). Dimensionless. */
const SLOW = 1e-3;

/** Counts how long bodies have been slow, and puts islands to sleep of which all have been so long enough. */
export function putToSleep(
  bodies: readonly Body[],
  pairs: readonly BodyPair[],
  joints: readonly Joint[],
  gravity: Float64Array,
  duration: number,
): void {
  const [x, y, z] = gravity;
  const pull = Math.sqrt(x * x + y * y + z * z);
  let count = 0;
  for (const body of bodies) {
    count = Math.max(count, body.slot + 1);
    if (body.kind === 'dynamic') body.quiet = isSlow(body, pull) ? body.quiet + duration : 0;
  }
  const sets = new UnionFind(count);
  const awake = new Set<number>();
  const unite = (a: Body, b: Body): void => {
    if (a.kind === 'dynamic' && b.kind === 'dynamic') sets.unite(a.slot, b.slot);
  };
  for (const { a, b, contacts } of pairs) if (contacts.length > 0) unite(a, b);
  for (const { a, b, motor, isBroken } of joints) {
    unite(a, b);
    if (isBroken || motor === null || motor.speed === 0) continue;
    awake.add(sets.find(a.slot));
    awake.add(sets.find(b.slot));
  }
  const held = new Set<Body>();
  for (const { a, b, contacts } of pairs) if (contacts.length > 0) held.add(a).add(b);
  for (const { a, b, isBroken } of joints) if (!isBroken) held.add(a).add(b);
  for (const body of bodies) {
    if (body.kind !== 'dynamic' || body.isAsleep) continue;
    // A body that nothing holds falls, however slowly.
    const isFalling = pull > 0 && !held.has(body);
    if (isFalling || body.quiet < QUIET_TIME) awake.add(sets.find(body.slot));
  }
  for (const { a, b, contacts } of pairs) {
    if (contacts.length === 0) continue;
    if (isDriven(b)) awake.add(sets.find(a.slot));
    if (isDriven(a)) awake.add(sets.find(b.slot));
  }
  for (const body of bodies) {
    if (body.kind !== 'dynamic' || body.isAsleep || awake.has(sets.find(body.slot))) continue;
    body.isAsleep = true;
    body.velocities.fill(0);
  }
}

/** Whether a body is moved without forces. */
function isDriven({ kind, velocities }: Body): boolean {
  return kind === 'kinematic' && velocities.some((v) => v !== 0);
}

function isSlow({ velocities, radius, size }: Body, pull: number): boolean {
  const v = velocities;
  const linear = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  const speed = linear + radius * Math.sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5]);
  return speed <= SLOW * Math.sqrt(pull * size);
}
