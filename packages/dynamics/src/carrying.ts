// What a kinematic body that turns, as a turntable, does to what friction holds on it.

import type { BodyPair } from './body-pair.ts';
import { ARM_A, ARM_B, NORMAL } from './contact.ts';

const turning = new Float64Array(3);
const path = new Float64Array(3);
const inwards = new Float64Array(3);

/**
 * Writes the velocity of B's point relative to A's that friction asks for at a contact, which begins at `at` of `numbers`, so that what is carried
 * goes on an arc, not on the tangent, which leads outwards: it goes as fast as the ground does where the contact is after `time`, half of a step.
 * That point goes with the carried body and turns with it about the normal alone: a body that rolls touches with ever other points. False, and
 * nothing written, where no kinematic body turns.
 */
export function writeCarrying(
  { a, b }: BodyPair,
  numbers: Float64Array,
  at: number,
  v: Float64Array,
  time: number,
  out: Float64Array,
): boolean {
  const isOnA = a.kind === 'kinematic';
  if (!isOnA && b.kind !== 'kinematic') return false;
  const w = 6 * (isOnA ? a : b).slot + 3;
  if (v[w] === 0 && v[w + 1] === 0 && v[w + 2] === 0) return false;
  const o = 6 * (isOnA ? b : a).slot;
  const n = at + NORMAL;
  const spin = numbers[n] * v[o + 3] + numbers[n + 1] * v[o + 4] + numbers[n + 2] * v[o + 5];
  for (let k = 0; k < 3; k++) turning[k] = spin * numbers[n + k];
  cross(turning, 0, numbers, at + (isOnA ? ARM_B : ARM_A), path);
  cross(turning, 0, path, 0, inwards);
  for (let k = 0; k < 3; k++) path[k] += v[o + k];
  cross(v, w, path, 0, out);
  for (let k = 0; k < 3; k++) out[k] = (isOnA ? time : -time) * (out[k] - inwards[k]);
  return true;
}

/** p[i…] × q[j…]. */
function cross(p: Float64Array, i: number, q: Float64Array, j: number, out: Float64Array): void {
  out[0] = p[i + 1] * q[j + 2] - p[i + 2] * q[j + 1];
  out[1] = p[i + 2] * q[j] - p[i] * q[j + 2];
  out[2] = p[i] * q[j + 1] - p[i + 1] * q[j];
}
