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
  bodies: readonly (Body | null)[],
  pairs: readonly BodyPair[],
  joints: readonly Joint[],
  gravity: Float64Array,
  duration: number,
): void {
  const [x, y, z] = gravity;
  const pull = Math.sqrt(x * x + y * y + z * z);
  if (countQuiet(bodies, pull, duration)) sleepWhereQuiet(bodies, pairs, joints, pull);
}

/** Counts how long bodies have been slow; whether one that is awake has been so long enough. */
function countQuiet(bodies: readonly (Body | null)[], pull: number, duration: number): boolean {
  let isAnyQuiet = false;
  for (const body of bodies) {
    if (body === null || body.kind !== 'dynamic') continue;
    body.quiet = isSlow(body, pull) ? body.quiet + duration : 0;
    isAnyQuiet = isAnyQuiet || (!body.isAsleep && body.quiet >= QUIET_TIME);
  }
  return isAnyQuiet;
}

function sleepWhereQuiet(
  bodies: readonly (Body | null)[],
  pairs: readonly BodyPair[],
  joints: readonly Joint[],
  pull: number,
): void {
  const sets = new UnionFind(bodies.length);
  /** By number, bodies that something holds; by the root of its set, islands that stay awake. */
  const held = new Uint8Array(bodies.length);
  const awake = new Uint8Array(bodies.length);
  for (const { a, b, contacts } of pairs) if (contacts.length > 0) hold(a, b, sets, held);
  for (const { a, b, isBroken } of joints) {
    if (isBroken) unite(a, b, sets);
    else hold(a, b, sets, held);
  }
  for (const { a, b, motor, isBroken } of joints) {
    if (isBroken || motor === null || motor.speed === 0) continue;
    awake[sets.find(a.slot)] = 1;
    awake[sets.find(b.slot)] = 1;
  }
  for (const { a, b, contacts } of pairs) {
    if (contacts.length === 0) continue;
    if (isDriven(b)) awake[sets.find(a.slot)] = 1;
    if (isDriven(a)) awake[sets.find(b.slot)] = 1;
  }
  for (const body of bodies) {
    if (body === null || body.kind !== 'dynamic' || body.isAsleep) continue;
    // A body that nothing holds falls, however slowly.
    const isFalling = pull > 0 && held[body.slot] === 0;
    if (isFalling || body.quiet < QUIET_TIME) awake[sets.find(body.slot)] = 1;
  }
  for (const body of bodies) {
    if (body === null || body.kind !== 'dynamic' || body.isAsleep || awake[sets.find(body.slot)] === 1) continue;
    body.isAsleep = true;
    body.velocities.fill(0);
  }
}

/** Two dynamic bodies sleep together. */
function unite(a: Body, b: Body, sets: UnionFind): void {
  if (a.kind === 'dynamic' && b.kind === 'dynamic') sets.unite(a.slot, b.slot);
}

/** Two bodies of which each holds the other. */
function hold(a: Body, b: Body, sets: UnionFind, held: Uint8Array): void {
  unite(a, b, sets);
  held[a.slot] = 1;
  held[b.slot] = 1;
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
