// How the bodies of an island move over an interval: half of the forces before, half after (velocity Verlet; with joints, RATTLE).

import type { Body } from './body.ts';
import { turnFreely } from './free-rotation.ts';
import { multiply, normalise, turn, writeMatrix, writeTurn } from './rotation.ts';
import type { Work } from './work.ts';

const momentum = new Float64Array(3);
const matrix = new Float64Array(9);
const quaternion = new Float64Array(4);
const com = new Float64Array(3);

/** Gives a body half of the forces of an interval; damping is implicit in the first half and its adjoint in the second. */
export function addForces(
  body: Body,
  velocities: Float64Array,
  gravity: Float64Array,
  half: number,
  isFirst: boolean,
): void {
  const { load, inverseMass, slot, inverseInertia, linearDamping, angularDamping } = body;
  const k = 6 * slot;
  const linear = dampingOf(linearDamping * half, isFirst);
  const angular = dampingOf(angularDamping * half, isFirst);
  turn(inverseInertia, load, 3, momentum, 0);
  for (let c = 0; c < 3; c++) {
    const push = half * (gravity[c] + load[c] * inverseMass);
    const twist = half * momentum[c];
    const v = velocities[k + c];
    const w = velocities[k + 3 + c];
    velocities[k + c] = isFirst || isStiff(linearDamping * half) ? (v + push) * linear : v * linear + push;
    velocities[k + 3 + c] = isFirst || isStiff(angularDamping * half) ? (w + twist) * angular : w * angular + twist;
  }
}

/** The factor of a half step: 1/(1 + x), then 1 − x; 1/(1 + x) twice where x is large, so that no velocity is turned round. */
function dampingOf(x: number, isFirst: boolean): number {
  return isFirst || isStiff(x) ? 1 / (1 + x) : 1 - x;
}

function isStiff(x: number): boolean {
  return x > 0.5;
}

/** Moves a body with the velocities in `work` for a time: writes `next` and its centre of mass. */
export function predict(body: Body, work: Work, time: number): void {
  const { slot, next, pose } = body;
  const { velocities, nextComs } = work;
  const k = 6 * slot;
  for (let c = 0; c < 3; c++) nextComs[3 * slot + c] = body.com[c] + time * velocities[k + c];
  for (let c = 3; c < 7; c++) next[c] = pose[c];
  if (velocities[k + 3] !== 0 || velocities[k + 4] !== 0 || velocities[k + 5] !== 0) {
    body.writeAngularMomentum(velocities, k + 3, momentum);
    turnFreely(next, 3, body.axes, momentum, time);
  }
  body.writePosition(next, nextComs, 3 * slot);
  // A body that does not move keeps its pose to the bit.
  let isStill = true;
  for (let c = k; c < k + 6; c++) isStill = isStill && velocities[c] === 0;
  if (isStill) next.set(pose);
}

/** Moves `next` by a displacement, linear and turning. */
export function displace(body: Body, work: Work): void {
  const { slot, next } = body;
  const { displacements, nextComs } = work;
  const k = 6 * slot;
  if (!work.isDisplaced(body)) return;
  for (let c = 0; c < 3; c++) nextComs[3 * slot + c] += displacements[k + c];
  writeTurn(displacements[k + 3], displacements[k + 4], displacements[k + 5], quaternion);
  multiply(quaternion, 0, next, 3, next, 3);
  normalise(next, 3);
  body.writePosition(next, nextComs, 3 * slot);
}

/** Moves a body that has arrived at `next` by a displacement, and its spin with it: its kinetic energy stays, its angular momentum does not. */
export function displaceArrived(body: Body, work: Work): void {
  displace(body, work);
  writeMatrix(quaternion, 0, matrix);
  turn(matrix, work.velocities, 6 * body.slot + 3, work.velocities, 6 * body.slot + 3);
  for (let c = 0; c < 7; c++) body.pose[c] = body.next[c];
  body.poseChanged();
}

/** Moves a body to `next`: the angular momentum is that of the start of the interval, the inertia another one, and so is the angular velocity. */
export function arrive(body: Body, velocities: Float64Array): void {
  const k = 6 * body.slot + 3;
  body.writeAngularMomentum(velocities, k, momentum);
  for (let c = 0; c < 7; c++) body.pose[c] = body.next[c];
  body.poseChanged();
  turn(body.inverseInertia, momentum, 0, velocities, k);
}

/** Writes where a kinematic body is at a time after the start of a step. */
export function moveKinematic(body: Body, start: Float64Array, time: number, pose: Float64Array): void {
  const [vx, vy, vz, wx, wy, wz] = body.velocities;
  writeMatrix(start, 3, matrix);
  turn(matrix, body.centre, 0, com, 0);
  com[0] += start[0] + time * vx;
  com[1] += start[1] + time * vy;
  com[2] += start[2] + time * vz;
  writeTurn(time * wx, time * wy, time * wz, quaternion);
  multiply(quaternion, 0, start, 3, pose, 3);
  normalise(pose, 3);
  body.writePosition(pose, com, 0);
}
