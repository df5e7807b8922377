// Snapshots: all that decides how a simulation goes on, as arrays that nothing writes to afterwards.

import { NearmissError } from 'nearmiss';
import type { Body } from './body.ts';
import type { PairState } from './body-pair.ts';
import type { Joint } from './joint.ts';
import type { PairTable } from './pair-table.ts';

/** The state of a simulation, for `restore`. See {@link Simulation}. */
export interface Snapshot {
  readonly time: number;
  readonly steps: number;
  /** @internal */ readonly isDisturbed: boolean;
  /** @internal */ readonly ids: readonly string[];
  /** @internal Of each body: pose, velocities, load, quiet time, how far it turned, whether it sleeps, whether it was changed. */
  readonly bodies: readonly Float64Array[];
  /** @internal Of each joint: value, whether it is broken, forces. */
  readonly joints: readonly Float64Array[];
  /** @internal */ readonly pairs: readonly { readonly a: string; readonly b: string; readonly state: PairState }[];
}

export function takeSnapshot(
  time: number,
  steps: number,
  isDisturbed: boolean,
  bodies: readonly Body[],
  joints: readonly Joint[],
  pairs: PairTable,
): Snapshot {
  return {
    time,
    steps,
    isDisturbed,
    ids: bodies.map(({ id }) => id),
    bodies: bodies.map(({ pose, velocities, load, quiet, isAsleep, isChanged, turned }) =>
      Float64Array.of(...pose, ...velocities, ...load, quiet, isAsleep ? 1 : 0, isChanged ? 1 : 0, turned),
    ),
    joints: joints.map(({ value, isBroken, forces }) => Float64Array.of(value, isBroken ? 1 : 0, ...forces)),
    pairs: [...pairs.values()].map((pair) => ({ a: pair.a.id, b: pair.b.id, state: pair.save() })),
  };
}

export function restoreSnapshot(
  snapshot: Snapshot,
  bodies: readonly Body[],
  joints: readonly Joint[],
  pairs: PairTable,
): void {
  const isSame = snapshot.ids.length === bodies.length && bodies.every(({ id }, k) => id === snapshot.ids[k]);
  if (!isSame || snapshot.joints.length !== joints.length) {
    throw new NearmissError('dynamics/bad-snapshot', 'The snapshot is of other bodies or joints than there are now.');
  }
  const byId = new Map(bodies.map((body) => [body.id, body]));
  bodies.forEach((body, k) => {
    const saved = snapshot.bodies[k];
    body.pose.set(saved.subarray(0, 7));
    body.velocities.set(saved.subarray(7, 13));
    body.load.set(saved.subarray(13, 19));
    body.quiet = saved[19];
    body.isAsleep = saved[20] === 1;
    body.isChanged = saved[21] === 1;
    body.turned = saved[22];
    body.poseChanged();
  });
  joints.forEach((joint, k) => {
    const saved = snapshot.joints[k];
    joint.value = saved[0];
    joint.isBroken = saved[1] === 1;
    joint.forces.set(saved.subarray(2));
  });
  pairs.clear();
  for (const { a, b, state } of snapshot.pairs) {
    const bodyA = byId.get(a);
    const bodyB = byId.get(b);
    if (bodyA !== undefined && bodyB !== undefined) pairs.get(bodyA, bodyB).load(state);
  }
}
