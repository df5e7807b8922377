// What a simulation has in all: energy, momentum, angular momentum. Of dynamic bodies alone.

import type { Body } from './body.ts';
import { requireBodies, requireNumbers } from './input.ts';

/** Result of {@link energyOf}. */
export interface Energy {
  readonly kinetic: number;
  /** In the field of gravity, 0 at the origin. */
  readonly potential: number;
}

const spin = new Float64Array(3);

/** The energy of bodies in a field of gravity. See {@link Frame}. */
export function energyOf(bodies: readonly Body[], gravity: ArrayLike<number>): Energy {
  requireBodies(bodies);
  const [gx, gy, gz] = requireNumbers(gravity, 3, 'gravity');
  let kinetic = 0;
  let potential = 0;
  for (const body of bodies) {
    if (body.kind !== 'dynamic') continue;
    const { mass, velocities: v, com } = body;
    body.writeAngularMomentum(v, 3, spin);
    kinetic +=
      (mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + spin[0] * v[3] + spin[1] * v[4] + spin[2] * v[5]) / 2;
    potential -= mass * (gx * com[0] + gy * com[1] + gz * com[2]);
  }
  // Adding 0 turns −0 into 0.
  return { kinetic, potential: potential + 0 };
}

/** The momentum of bodies. See {@link Frame}. */
export function momentumOf(bodies: readonly Body[]): [number, number, number] {
  requireBodies(bodies);
  const sum: [number, number, number] = [0, 0, 0];
  for (const { kind, mass, velocities } of bodies) {
    if (kind === 'dynamic') for (let k = 0; k < 3; k++) sum[k] += mass * velocities[k];
  }
  return sum;
}

/** The angular momentum of bodies about the origin. See {@link Frame}. */
export function angularMomentumOf(bodies: readonly Body[]): [number, number, number] {
  requireBodies(bodies);
  const sum: [number, number, number] = [0, 0, 0];
  for (const body of bodies) {
    if (body.kind !== 'dynamic') continue;
    const { mass, velocities: v, com } = body;
    body.writeAngularMomentum(v, 3, spin);
    sum[0] += mass * (com[1] * v[2] - com[2] * v[1]) + spin[0];
    sum[1] += mass * (com[2] * v[0] - com[0] * v[2]) + spin[1];
    sum[2] += mass * (com[0] * v[1] - com[1] * v[0]) + spin[2];
  }
  return sum;
}
