// What a step computes with: arrays by the bodies' numbers.

import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import type { Joint } from './joint.ts';
import type { SolverBodies } from './solver.ts';

/** Lengths and speeds that a step compares with. */
export interface Scales {
  /** Gaps are restored to 3/4 of this (constraints.ts). */
  readonly margin: number;
  /** Features up to this far apart are contacts. */
  readonly within: number;
  /** The gap at which an advance stops. */
  readonly threshold: number;
  /** Impacts slower than this do not bounce. */
  readonly slow: number;
  /** The size of the smallest body. */
  readonly smallest: number;
  /** Velocities are solved to this. */
  readonly tolerance: number;
}

/** Bodies that may meet within a step, and what is between them. */
export interface Island {
  /** Those that forces move. */
  readonly bodies: readonly Body[];
  /** Those that follow their own velocities. */
  readonly kinematic: readonly Body[];
  readonly pairs: readonly BodyPair[];
  readonly joints: readonly Joint[];
}

export class Work implements SolverBodies {
  velocities: Float64Array = new Float64Array(0);
  inverseMasses: Float64Array = new Float64Array(0);
  inverseInertias: Float64Array = new Float64Array(0);
  /** Centres of mass at the end of the interval. */
  nextComs: Float64Array = new Float64Array(0);
  /** Displacements, linear and turning, six numbers each. */
  displacements: Float64Array = new Float64Array(0);

  /** Makes space for bodies and takes in those that stand still. */
  fit(bodies: readonly (Body | null)[]): void {
    if (this.inverseMasses.length < bodies.length) {
      const size = 2 * bodies.length;
      this.velocities = new Float64Array(6 * size);
      this.inverseMasses = new Float64Array(size);
      this.inverseInertias = new Float64Array(9 * size);
      this.nextComs = new Float64Array(3 * size);
      this.displacements = new Float64Array(6 * size);
    }
    for (const body of bodies) if (body !== null) this.load(body);
  }

  /** Takes in a body as it is now. */
  load(body: Body): void {
    const { slot } = body;
    const moves = body.inverseMass > 0 && !body.isAsleep;
    for (let k = 0; k < 6; k++) this.velocities[6 * slot + k] = body.velocities[k];
    this.inverseMasses[slot] = moves ? body.inverseMass : 0;
    for (let k = 0; k < 9; k++) this.inverseInertias[9 * slot + k] = moves ? body.inverseInertia[k] : 0;
    for (let k = 0; k < 3; k++) this.nextComs[3 * slot + k] = body.com[k];
    for (let k = 0; k < 7; k++) body.next[k] = body.pose[k];
  }

  /** Lets no impulse move a body, until it is taken in again. */
  holdStill(body: Body): void {
    const { slot } = body;
    this.inverseMasses[slot] = 0;
    this.inverseInertias.fill(0, 9 * slot, 9 * slot + 9);
  }

  /** Whether a body has a velocity. */
  moves(body: Body): boolean {
    const { slot } = body;
    for (let k = 6 * slot; k < 6 * slot + 6; k++) if (this.velocities[k] !== 0) return true;
    return false;
  }

  /** Whether a body has a displacement. */
  isDisplaced(body: Body): boolean {
    const { slot } = body;
    for (let k = 6 * slot; k < 6 * slot + 6; k++) if (this.displacements[k] !== 0) return true;
    return false;
  }

  /** The centre of mass of a body at the end of the interval. */
  nextCom(body: Body): Float64Array {
    const { slot } = body;
    return this.nextComs.subarray(3 * slot, 3 * slot + 3);
  }
}
