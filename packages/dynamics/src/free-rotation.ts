// The rotation of a rigid body on which no torque acts. Its angular momentum in the world is kept to rounding.
//
// A ball turns about its angular velocity. A body with two equal moments turns about its own axis while that goes round the
// angular momentum: both turns are exact. Of others the kinetic energy L₁²/2I₁ + L₂²/2I₂ + L₃²/2I₃ is split into its three terms,
// each of which is a turn about one principal axis, composed symmetrically (McLachlan 1993; Reich 1994): second order, symplectic,
// so that the energy oscillates and does not drift.

import { sinCos } from 'nearmiss/bodies';
import { multiply, normalise, turnBack, writeMatrix, writeTurn } from './rotation.ts';

/** Moments that differ by less than this part of the largest are equal. Dimensionless. */
const EQUAL = 1e-12;
/** The largest turn in one step of the splitting: its energy is right to some 1e-4 of itself. Radians. */
const LARGEST_TURN = 0.02;
/** The most steps of the splitting: beyond, steps are longer. */
const MOST_STEPS = 1024;

const principal = new Float64Array(4);
const matrix = new Float64Array(9);
const momentum = new Float64Array(3);
const quarter = new Float64Array(4);
const both = new Float64Array(2);

/** The principal moments of a body, and the turn from its principal axes to its own. */
export interface PrincipalAxes {
  readonly moments: Float64Array;
  readonly rotation: Float64Array;
}

/** Turns the quaternion q[k…] as a body turns freely for a time with the angular momentum `l`, in the world. */
export function turnFreely(
  q: Float64Array,
  k: number,
  { moments, rotation }: PrincipalAxes,
  l: Float64Array,
  time: number,
): void {
  const [a, b, c] = moments;
  const near = EQUAL * a;
  if (a - c <= near) {
    writeTurn((l[0] / b) * time, (l[1] / b) * time, (l[2] / b) * time, quarter);
    multiply(quarter, 0, q, k, q, k);
    normalise(q, k);
    return;
  }
  multiply(q, k, rotation, 0, principal, 0);
  writeMatrix(principal, 0, matrix);
  turnBack(matrix, l, 0, momentum, 0);
  if (a - b <= near || b - c <= near) turnSymmetric(moments, b - c <= near ? 0 : 2, l, time);
  else turnSplit(moments, time);
  // Back to the body's own axes: rotation⁻¹ on the right.
  quarter[0] = -rotation[0];
  quarter[1] = -rotation[1];
  quarter[2] = -rotation[2];
  quarter[3] = rotation[3];
  multiply(principal, 0, quarter, 0, q, k);
  normalise(q, k);
}

/** A body whose two moments besides that of `axis` are equal. */
function turnSymmetric(moments: Float64Array, axis: number, l: Float64Array, time: number): void {
  const across = moments[1];
  const spin = momentum[axis] * (1 / moments[axis] - 1 / across) * time;
  sinCos(spin / 2, both);
  quarter.fill(0);
  quarter[axis] = both[0];
  quarter[3] = both[1];
  multiply(principal, 0, quarter, 0, principal, 0);
  writeTurn((l[0] / across) * time, (l[1] / across) * time, (l[2] / across) * time, quarter);
  multiply(quarter, 0, principal, 0, principal, 0);
}

function turnSplit(moments: Float64Array, time: number): void {
  const [x, y, z] = momentum;
  const speed = Math.sqrt(x * x + y * y + z * z) / moments[2];
  const steps = Math.min(MOST_STEPS, Math.max(1, Math.ceil((speed * Math.abs(time)) / LARGEST_TURN)));
  const h = time / steps;
  for (let step = 0; step < steps; step++) {
    turnAbout(0, h / 2 / moments[0]);
    turnAbout(1, h / 2 / moments[1]);
    turnAbout(2, h / moments[2]);
    turnAbout(1, h / 2 / moments[1]);
    turnAbout(0, h / 2 / moments[0]);
  }
}

/** Turns the body about a principal axis by its momentum times `rate`, and the momentum, in its axes, back. */
function turnAbout(axis: number, rate: number): void {
  const angle = momentum[axis] * rate;
  sinCos(angle / 2, both);
  const s = both[0];
  const w = both[1];
  quarter.fill(0);
  quarter[axis] = s;
  quarter[3] = w;
  multiply(principal, 0, quarter, 0, principal, 0);
  const j = (axis + 1) % 3;
  const k = (axis + 2) % 3;
  const sine = 2 * s * w;
  const cosine = 1 - 2 * s * s;
  const u = momentum[j];
  const v = momentum[k];
  momentum[j] = cosine * u + sine * v;
  momentum[k] = cosine * v - sine * u;
}
