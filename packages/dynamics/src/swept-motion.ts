// The motion of a body over an interval, from `pose` to `next`, as the library takes it, and where the body is on it.

import type { Motion } from 'nearmiss';
import { arcTangent } from 'nearmiss/bodies';
import type { Body } from './body.ts';
import { multiply, normalise, writeTurn } from './rotation.ts';
import { addSpin, writeSwing } from './symmetry.ts';

/** The motion of a body over the interval. Bodies of revolution go without the turn about their own axis, which moves nothing. */
export function motionOf(body: Body): Motion {
  if (!moves(body)) return body.poseView;
  if (body.symmetry === 'ball') {
    return { from: { position: body.poseView.position }, to: { position: body.nextView.position } };
  }
  if (body.symmetry === 'axial') return between(body, swung(body));
  return { from: body.poseView, to: body.nextView, pivot: body.centre };
}

/** The same up to a part of the interval. */
export function motionUntil(body: Body, part: number): Motion {
  if (!moves(body)) return body.poseView;
  const to = new Float64Array(7);
  new SweptPath(body).writePose(part, to);
  if (body.symmetry === 'ball') {
    return { from: { position: body.poseView.position }, to: { position: to.subarray(0, 3) } };
  }
  return between(body, to);
}

function between(body: Body, to: Float64Array): Motion {
  return { from: body.poseView, to: { position: to.subarray(0, 3), rotation: to.subarray(3, 7) }, pivot: body.centre };
}

function swung(body: Body): Float64Array {
  const to = body.next.slice();
  writeSwing(body.pose, body.next, to);
  return to;
}

function moves({ pose, next }: Body): boolean {
  for (let k = 0; k < 7; k++) if (pose[k] !== next[k]) return true;
  return false;
}

/**
 * Where a body is on its motion, within rounding of where the library has it: the centre of mass goes straight, and the body turns about it
 * with constant velocity over the shorter arc.
 */
export class SweptPath {
  readonly isAtRest: boolean;
  readonly #body: Body;
  /** Rotation vector of the whole turn, in the world. */
  readonly #turn: Float64Array = new Float64Array(3);
  readonly #com: Float64Array = new Float64Array(3);
  readonly #end: Float64Array = new Float64Array(3);
  readonly #quaternion: Float64Array = new Float64Array(4);

  constructor(body: Body) {
    this.#body = body;
    this.isAtRest = !moves(body);
    if (this.isAtRest) return;
    const to = body.symmetry === 'axial' ? swung(body) : body.next;
    body.writeCom(body.next, this.#end, 0);
    if (body.symmetry !== 'ball') writeRotationVector(body.pose, to, this.#turn);
  }

  /** Writes the pose at a part of the interval. A ball does not turn. */
  writePose(part: number, out: Float64Array): void {
    const body = this.#body;
    const [x, y, z] = this.#turn;
    if (part >= 1 && body.symmetry === 'none') {
      out.set(body.next);
      return;
    }
    for (let k = 0; k < 3; k++) this.#com[k] = body.com[k] + part * (this.#end[k] - body.com[k]);
    writeTurn(part * x, part * y, part * z, this.#quaternion);
    multiply(this.#quaternion, 0, body.pose, 3, out, 3);
    normalise(out, 3);
    body.writePosition(out, this.#com, 0);
  }
}

/** Writes the rotation vector that leads from one rotation to another over the shorter arc. */
function writeRotationVector(from: Float64Array, to: Float64Array, out: Float64Array): void {
  const back = Float64Array.of(-from[3], -from[4], -from[5], from[6]);
  multiply(to, 3, back, 0, back, 0);
  const [x, y, z, w] = back;
  const sine = Math.sqrt(x * x + y * y + z * z);
  if (!(sine > 0)) return;
  const scale = (2 * arcTangent(sine, Math.abs(w)) * (w < 0 ? -1 : 1)) / sine;
  for (let k = 0; k < 3; k++) out[k] = scale * back[k];
}

/** Where a body is at a part of its motion. */
export function stopAt(body: Body, part: number): Float64Array {
  const pose = body.pose.slice();
  if (part === 0 || !moves(body)) return pose;
  new SweptPath(body).writePose(part, pose);
  if (body.symmetry === 'axial') addSpin(pose, swung(body), body.next, part);
  return pose;
}
