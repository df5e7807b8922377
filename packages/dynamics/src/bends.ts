// How the path of a contact bends within an interval because bodies turn: what its points do beyond what their speeds told.
//
// A body that turns about a contact goes on along the tangent, and so leaves it. Then the contact bears the first half of gravity and not the second,
// and the body falls with a speed for which it has not come down: its energy grows by m (g t / 2)² / 2. So a gap may close by as much as it
// bends open, and friction holds a point where it is at the end (constraints.ts): the contact bears both halves, as a joint does with RATTLE.

import type { Body } from './body.ts';
import type { BodyPair } from './body-pair.ts';
import type { Contact } from './contact.ts';
import { turnBack, writeAxis, writeMatrix } from './rotation.ts';
import { reachAlong } from './support.ts';
import type { Work } from './work.ts';

/** Numbers of a bend: how much wider the gap is, at least 0, so that no contact pushes because of it; where B's point is then, seen from A's. */
export const BEND = 4;

const matrix = new Float64Array(9);
const along = new Float64Array(3);
const axis = new Float64Array(3);

/** Whether the contacts of two bodies bend by less than a length within a time, at their velocities. */
export function bendLess({ a, b }: BodyPair, { velocities }: Work, time: number, length: number): boolean {
  // Points leave their tangents by ω² r t² / 2, and the axis of a free rotation turns about as fast.
  return time * time * (squareTurn(a, velocities) * a.radius + squareTurn(b, velocities) * b.radius) < length;
}

function squareTurn({ slot }: Body, v: Float64Array): number {
  const k = 6 * slot + 3;
  return v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2];
}

/** Writes the bend of a contact after a time with the velocities in `work`, which bring the bodies to `next`. */
export function writeBend(
  pair: BodyPair,
  contact: Contact,
  work: Work,
  time: number,
  out: Float64Array,
  o: number,
): void {
  const { a, b } = pair;
  out.fill(0, o, o + BEND);
  // The balls of an enclosure roll on to other points, and nothing tells here how far they reach.
  if (pair.isEnclosed) return;
  const straight = contact.gap + time * contact.openingSpeed(a, b, work.velocities);
  addInwards(b, contact.armB, work.velocities, (time * time) / 2, out, o + 1);
  addInwards(a, contact.armA, work.velocities, (-time * time) / 2, out, o + 1);
  if (pair.isRound) {
    out[o] = Math.max(0, hullGap(a, b, contact.normal) - straight);
    return;
  }
  contact.update(a.next, work.nextCom(a), b.next, work.nextCom(b));
  out[o] = Math.max(0, contact.gap - straight);
  contact.updateNow(a, b);
}

/**
 * Adds `scale` ω × (u × arm), how fast the velocity at a body's point of contact changes. This goes round with u = ω; on a round shape without the turn
 * about the axis, by which it rolls on.
 */
function addInwards(body: Body, arm: Float64Array, v: Float64Array, scale: number, out: Float64Array, o: number): void {
  const { round } = body.support;
  // A ball touches below its middle however it turns.
  if (round !== null && round.half === 0) return;
  const w = 6 * body.slot + 3;
  for (let k = 0; k < 3; k++) along[k] = v[w + k];
  if (round !== null) {
    writeAxis(body.pose, 3, axis, 0);
    const spin = along[0] * axis[0] + along[1] * axis[1] + along[2] * axis[2];
    for (let k = 0; k < 3; k++) along[k] -= spin * axis[k];
  }
  // ω × (u × arm) = u (ω · arm) − arm (ω · u)
  let [onArm, onTurn] = [0, 0];
  for (let k = 0; k < 3; k++) {
    onArm += v[w + k] * arm[k];
    onTurn += v[w + k] * along[k];
  }
  for (let k = 0; k < 3; k++) out[o + k] += scale * (onArm * along[k] - onTurn * arm[k]);
}

/** The gap between the hulls of two bodies at `next` along a direction: a round shape has rolled on to other points. −∞ where it is not known. */
function hullGap(a: Body, b: Body, [x, y, z]: Float64Array): number {
  return -reachOf(b, -x, -y, -z) - reachOf(a, x, y, z);
}

/** How far a body at `next` reaches along a direction, from the origin. */
function reachOf({ next, support }: Body, x: number, y: number, z: number): number {
  writeMatrix(next, 3, matrix);
  along[0] = x;
  along[1] = y;
  along[2] = z;
  turnBack(matrix, along, 0, along, 0);
  return reachAlong(support, along[0], along[1], along[2]) + x * next[0] + y * next[1] + z * next[2];
}
