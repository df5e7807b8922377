// What overlaps is moved apart, and may be raised by that against gravity. The work is taken from its kinetic energy: what had sunk into another body
// had gained as much by it, and the energy of a scene does not grow. Bodies that only have each other are not raised together, so
// that they keep their momentum.

import type { Body } from './body.ts';
import type { Work } from './work.ts';

const momentum = new Float64Array(3);

/** The potential energy of bodies where they are. */
export function potentialOf(bodies: readonly Body[], gravity: Float64Array): number {
  let sum = 0;
  for (const { mass, com } of bodies) sum -= mass * (gravity[0] * com[0] + gravity[1] * com[1] + gravity[2] * com[2]);
  return sum;
}

/** Takes an energy from the velocities of bodies, all alike; at most all that they have. Nothing where it is negative. */
export function takeKinetic(bodies: readonly Body[], { velocities: v }: Work, energy: number): void {
  if (!(energy > 0)) return;
  let twice = 0;
  for (const body of bodies) {
    const k = 6 * body.slot;
    body.writeAngularMomentum(v, k + 3, momentum);
    twice += body.mass * (v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]);
    for (let c = 0; c < 3; c++) twice += momentum[c] * v[k + 3 + c];
  }
  const part = twice > 2 * energy ? Math.sqrt(1 - (2 * energy) / twice) : 0;
  for (const { slot } of bodies) for (let k = 6 * slot; k < 6 * slot + 6; k++) v[k] *= part;
}
