// Snapshots: all that decides how a simulation goes on, as arrays that nothing writes to afterwards.

import { NearmissError } from 'nearmiss';
import type { Body } from './body.ts';
import type { PairState } from './body-pair.ts';
import type { Joint, JointMotor } from './joint.ts';
import type { PairTable } from './pair-table.ts';

/** The state of a simulation, for `restore`. See {@link Simulation}. */
export interface Snapshot {
  readonly time: number;
  readonly steps: number;
  /** @internal */ readonly isDisturbed: boolean;
  /** @internal */ readonly ids: readonly string[];
  /** @internal */ readonly gravity: Float64Array;
  /** @internal Of each body: pose, velocities, load, quiet time, whether it sleeps, whether it was changed, how far it turned, damping, group, mask. */
  readonly bodies: readonly Float64Array[];
  /** @internal Of each joint: value, whether it is broken, forces. */
  readonly joints: readonly Float64Array[];
  /** @internal Kinds and bodies of the joints. */
  readonly joined: readonly string[];
  /** @internal */ readonly motors: readonly (JointMotor | null)[];
  /** @internal */ readonly pairs: readonly { readonly a: string; readonly b: string; readonly state: PairState }[];
}

export function takeSnapshot(
  time: number,
  steps: number,
  isDisturbed: boolean,
  gravity: Float64Array,
  bodies: readonly Body[],
  joints: readonly Joint[],
  pairs: PairTable,
): Snapshot {
  return {
    time,
    steps,
    isDisturbed,
    ids: bodies.map(({ id }) => id),
    gravity: gravity.slice(),
    bodies: bodies.map(saveBody),
    joints: joints.map(({ value, isBroken, forces }) => Float64Array.of(value, isBroken ? 1 : 0, ...forces)),
    joined: joints.map(nameOf),
    motors: joints.map(({ motor }) => motor),
    pairs: [...pairs.values()].map((pair) => ({ a: pair.a.id, b: pair.b.id, state: pair.save() })),
  };
}

export function restoreSnapshot(
  snapshot: Snapshot,
  bodies: readonly Body[],
  joints: readonly Joint[],
  pairs: PairTable,
): void {
  requireSame(snapshot, bodies, joints);
  const byId = new Map(bodies.map((body) => [body.id, body]));
  // Motors wake bodies: whether these sleep comes after them.
  joints.forEach((joint, k) => {
    const saved = snapshot.joints[k];
    joint.motor = snapshot.motors[k];
    joint.value = saved[0];
    joint.isBroken = saved[1] === 1;
    joint.forces.set(saved.subarray(2));
  });
  for (const [k, body] of bodies.entries()) loadBody(body, snapshot.bodies[k]);
  pairs.clear();
  for (const { a, b, state } of snapshot.pairs) {
    const bodyA = byId.get(a);
    const bodyB = byId.get(b);
    if (bodyA !== undefined && bodyB !== undefined) pairs.get(bodyA, bodyB).load(state);
  }
}

function requireSame(snapshot: Snapshot, bodies: readonly Body[], joints: readonly Joint[]): void {
  const isSnapshot = Array.isArray(snapshot?.ids) && Array.isArray(snapshot.motors);
  if (!isSnapshot) throw new NearmissError('dynamics/bad-snapshot', 'It takes what snapshot() of a simulation gave.');
  if (!(snapshot.gravity instanceof Float64Array)) {
    throw new NearmissError(
      'dynamics/bad-snapshot',
      'The snapshot has lost its typed arrays, as in JSON; structuredClone and postMessage keep them.',
    );
  }
  const isSame = snapshot.ids.length === bodies.length && bodies.every(({ id }, k) => id === snapshot.ids[k]);
  const isJoined =
    snapshot.joined.length === joints.length && joints.every((joint, k) => nameOf(joint) === snapshot.joined[k]);
  if (!isSame || !isJoined) {
    throw new NearmissError('dynamics/bad-snapshot', 'The snapshot is of other bodies or joints than there are now.');
  }
}

function nameOf({ kind, a, b }: Joint): string {
  return JSON.stringify([kind, a.id, b.id]);
}

function saveBody(body: Body): Float64Array {
  const { pose, velocities, load, quiet, isAsleep, isChanged, turned } = body;
  const { linearDamping, angularDamping, group, mask } = body;
  const state = [quiet, isAsleep ? 1 : 0, isChanged ? 1 : 0, turned, linearDamping, angularDamping, group, mask];
  return Float64Array.of(...pose, ...velocities, ...load, ...state);
}

function loadBody(body: Body, saved: Float64Array): void {
  body.pose.set(saved.subarray(0, 7));
  body.velocities.set(saved.subarray(7, 13));
  body.load.set(saved.subarray(13, 19));
  const [quiet, isAsleep, isChanged, turned, linearDamping, angularDamping, group, mask] = saved.subarray(19);
  body.linearDamping = linearDamping;
  body.angularDamping = angularDamping;
  body.group = group;
  body.mask = mask;
  // The settings wake a body: whether it sleeps comes after them.
  body.quiet = quiet;
  body.isAsleep = isAsleep === 1;
  body.isChanged = isChanged === 1;
  body.turned = turned;
  body.poseChanged();
}
