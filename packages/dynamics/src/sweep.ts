// Until when two bodies, on their motions from `pose` to `next`, are proven apart.
//
// Three proofs, the cheapest first: they are farther apart than they go; the hulls stay on both sides of a plane; the library's time
// of contact. All are about the very poses that the bodies are then given.

import { type Motion, timeOfContact } from 'nearmiss';
import { medial } from 'nearmiss/medial';
import type { Body } from './body.ts';
import { type BodyPair, travelBetween } from './body-pair.ts';
import { turn, writeMatrix } from './rotation.ts';
import { reachAlong } from './support.ts';
import { turnOf, writeSwing } from './symmetry.ts';

/** Rounding of posed points, in parts of the coordinates. Dimensionless. */
const ROUNDING: number = 2 ** -46;

/** Gaps below this part of the contact threshold must not close any further. Dimensionless. */
const NARROW = 1 / 8;

const matrix = new Float64Array(9);
const posed = new Float64Array(3);

/** The motion of a body over the interval, as the library takes it. */
export function motionOf(body: Body): Motion {
  let moves = false;
  for (let k = 0; k < 7; k++) moves = moves || body.pose[k] !== body.next[k];
  if (!moves) return body.poseView;
  if (body.symmetry === 'ball') {
    return { from: { position: body.poseView.position }, to: { position: body.nextView.position } };
  }
  if (body.symmetry === 'axial') {
    const to = body.next.slice();
    writeSwing(body.pose, body.next, to);
    return {
      from: body.poseView,
      to: { position: to.subarray(0, 3), rotation: to.subarray(3, 7) },
      pivot: body.centre,
    };
  }
  return { from: body.poseView, to: body.nextView, pivot: body.centre };
}

/** The part of the interval, from 0 to 1, in which the bodies are proven apart. `nextComs` has the centres of mass at `next`, by slots. */
export function sweepPair(pair: BodyPair, nextComs: Float64Array, threshold: number): number {
  const { a, b } = pair;
  const goneA = travelBetween(a, a.com, a.pose, nextComs.subarray(3 * a.slot, 3 * a.slot + 3), a.next);
  const goneB = travelBetween(b, b.com, b.pose, nextComs.subarray(3 * b.slot, 3 * b.slot + 3), b.next);
  if (goneA === 0 && goneB === 0) return 1;
  if (pair.knownClearance > goneA + goneB) return 1;
  if (pair.hasAxis && staysApart(pair)) return 1;
  const { clearance } = pair;
  const isNarrow = clearance < NARROW * threshold;
  // A round shape has one feature: it begins at half the gap of the bodies.
  const isRound = a.support.round !== null || b.support.round !== null;
  const half = Math.min(threshold, clearance / 2);
  if (pair.isMedial && !(half > 0)) return 0;
  const options = pair.isMedial
    ? ({ threshold: half, method: medial } as const)
    : ({ threshold: isRound ? half : threshold, from: 'contact' } as const);
  const result = timeOfContact(a.model, motionOf(a), b.model, motionOf(b), options, pair.toc);
  if (!isNarrow) return result.status === 'free' ? 1 : result.lower;
  // Each time a contact may go down to half its gap: one that is nearly closed has to open, or the bodies stay.
  const isOpening = result.status === 'free' && pair.clearanceAtNext() >= Math.min(clearance, NARROW * threshold);
  return isOpening ? 1 : 0;
}

/**
 * Whether the hulls are apart along the pair's axis at both ends of the interval by more than points can leave their chords: the
 * sagitta of the arc, radius · angle² / 8. Then they are apart all the time.
 */
function staysApart({ a, b, axis }: BodyPair): boolean {
  const bend = bendOf(a) + bendOf(b);
  const size = reachOf(a) + reachOf(b);
  const least = bend + ROUNDING * size;
  return (
    -extent(b, b.pose, axis, -1) - extent(a, a.pose, axis, 1) > least &&
    -extent(b, b.next, axis, -1) - extent(a, a.next, axis, 1) > least
  );
}

function bendOf(body: Body): number {
  const angle = turnOf(body, body.pose, body.next);
  return (body.radius * angle * angle) / 8;
}

function reachOf({ pose, next, radius, centre }: Body): number {
  let sum = radius;
  for (let k = 0; k < 3; k++) sum += Math.max(Math.abs(pose[k]), Math.abs(next[k])) + Math.abs(centre[k]);
  return sum;
}

/** How far a body reaches along sign · axis. */
function extent(body: Body, pose: Float64Array, axis: Float64Array, sign: 1 | -1): number {
  writeMatrix(pose, 3, matrix);
  const x = sign * axis[0];
  const y = sign * axis[1];
  const z = sign * axis[2];
  // The direction in body coordinates, so that points need not be turned.
  const ux = matrix[0] * x + matrix[3] * y + matrix[6] * z;
  const uy = matrix[1] * x + matrix[4] * y + matrix[7] * z;
  const uz = matrix[2] * x + matrix[5] * y + matrix[8] * z;
  return reachAlong(body.support, ux, uy, uz) + (pose[0] * x + pose[1] * y + pose[2] * z);
}

/** Writes the box around a body at a pose, `margin` wider, to out[o…]. */
export function writeBox(body: Body, pose: Float64Array, margin: number, out: Float64Array, o: number): void {
  writeMatrix(pose, 3, matrix);
  turn(matrix, body.box, 0, posed, 0);
  for (let k = 0; k < 3; k++) {
    const reach =
      Math.abs(matrix[3 * k]) * body.box[3] +
      Math.abs(matrix[3 * k + 1]) * body.box[4] +
      Math.abs(matrix[3 * k + 2]) * body.box[5];
    const middle = pose[k] + posed[k];
    const grown = reach * (1 + ROUNDING) + margin + ROUNDING * (Math.abs(pose[k]) + Math.abs(posed[k]));
    out[o + k] = middle - grown;
    out[o + 3 + k] = middle + grown;
  }
}
