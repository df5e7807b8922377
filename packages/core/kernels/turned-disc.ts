// One disc brought into the frame of the other body, to be tested against four that lie there as they are stored: for searches that meet most nodes
// once. To bring the four would take three times as many operations, and a copy of them.
//
// Rounding is that of a moved node (moved.ts), from the reference body to the query body too: the same operations on the transposed
// rotation, which is the inverse up to what doubles lose, and a translation rounded once. Units are powers of two.

import { POSE_AT, POSE32_AT } from './layout';

/**
 * From the frame of the query body into that of the reference body, and back, f32: the columns of the rotation times the scale, the translation, the columns
 * of the rotation, and the scale. The fourth numbers of all mean nothing.
 */
export const TO_REFERENCE: usize = memory.data(116, 16);
export const TO_QUERY: usize = memory.data(116, 16);
const OFFSET_OF: usize = 48;
const TURN_OF: usize = 64;
const SCALE_OF: usize = 112;

/** Writes both: after `narrowPose`. */
export function writeFrames(q: usize): void {
  const x = v128.load(q + POSE32_AT);
  const y = v128.load(q + POSE32_AT + 12);
  const z = v128.load(q + POSE32_AT + 24);
  const low = v128.shuffle<f32>(x, y, 0, 4, 1, 5);
  const high = v128.shuffle<f32>(x, y, 2, 6, 3, 7);
  const unit = load<f64>(q + POSE_AT + 96);
  writeFrame(
    TO_REFERENCE,
    v128.shuffle<f32>(low, z, 0, 1, 4, 4),
    v128.shuffle<f32>(low, z, 2, 3, 5, 5),
    v128.shuffle<f32>(high, z, 0, 1, 6, 6),
    <f32>unit,
  );
  writeFrame(TO_QUERY, x, y, z, <f32>(1 / unit));
  for (let k: usize = 0; k < 3; k++) {
    const p = q + POSE_AT + 8 * k;
    store<f32>(TO_REFERENCE + OFFSET_OF + 4 * k, <f32>load<f64>(p, 72));
    const along =
      load<f64>(p) * load<f64>(q, POSE_AT + 72) +
      load<f64>(p, 24) * load<f64>(q, POSE_AT + 80) +
      load<f64>(p, 48) * load<f64>(q, POSE_AT + 88);
    store<f32>(TO_QUERY + OFFSET_OF + 4 * k, <f32>(-along / unit));
  }
}

function writeFrame(to: usize, x: v128, y: v128, z: v128, scale: f32): void {
  const scales = f32x4.splat(scale);
  v128.store(to, f32x4.mul(x, scales));
  v128.store(to + 16, f32x4.mul(y, scales));
  v128.store(to + 32, f32x4.mul(z, scales));
  v128.store(to + TURN_OF, x);
  v128.store(to + TURN_OF + 16, y);
  v128.store(to + TURN_OF + 32, z);
  store<f32>(to + SCALE_OF, scale);
}

/** The centre of a disc (a lane of a node), its axis, and what its lengths are multiplied by. @inline */
export function turnedCentre(frame: usize, disc: usize): v128 {
  return f32x4.add(along(frame, disc), v128.load(frame + OFFSET_OF));
}
/** @inline */
export function turnedAxis(frame: usize, disc: usize): v128 {
  return along(frame + TURN_OF, disc + 48);
}
/** @inline */
export function scaleOf(frame: usize): v128 {
  return v128.load32_splat(frame + SCALE_OF);
}

/** A number of each column times one of a lane. @inline */
function along(columns: usize, lane: usize): v128 {
  return f32x4.add(
    f32x4.add(
      f32x4.mul(v128.load(columns), v128.load32_splat(lane)),
      f32x4.mul(v128.load(columns + 16), v128.load32_splat(lane + 16)),
    ),
    f32x4.mul(v128.load(columns + 32), v128.load32_splat(lane + 32)),
  );
}
