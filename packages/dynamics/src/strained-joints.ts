// Joints that are not kept: two kinematic bodies pull at one, or joints contradict each other.

import { posesNow } from './constraints.ts';
import type { Joint } from './joint.ts';
import { Rows } from './solver.ts';

/** A joint whose error is above so many thresholds is violated: those that can be kept are to a small part of one. Dimensionless. */
const STRAINED = 10;

/** The joints that are farther apart, or turned farther, than they are kept in any step. */
export function strainedJoints(joints: readonly Joint[], threshold: number): Joint[] {
  if (joints.length === 0) return [];
  const rows = new Rows();
  return joints.filter((joint) => {
    if (joint.isBroken) return false;
    rows.clear();
    joint.write(rows, posesNow(joint));
    const lengths = joint.kind === 'slider' ? 2 : 3;
    const size = Math.min(joint.a.size, joint.b.inverseMass > 0 ? joint.b.size : Infinity);
    let worst = 0;
    for (let k = 0; k < joint.equalities; k++) {
      worst = Math.max(worst, Math.abs(joint.errors[k]) * (k < lengths ? 1 : size));
    }
    return worst > STRAINED * threshold;
  });
}
