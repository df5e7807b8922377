import { RELATIVE_SCALE } from '../scalar/pose.ts';

/**
 * Moves a volume given by a centre, three axes as rows and three lengths (15 doubles): an oriented box or a
 * rectangle-swept sphere. All lengths grow by the pose's error bound.
 */
export function moveFramed(v: Float64Array, at: number, pose: Float64Array, out: Float64Array, outAt: number): void {
  const r00 = pose[0];
  const r01 = pose[1];
  const r02 = pose[2];
  const r10 = pose[3];
  const r11 = pose[4];
  const r12 = pose[5];
  const r20 = pose[6];
  const r21 = pose[7];
  const r22 = pose[8];
  const scale = pose[12];
  const errorBound = pose[13];
  for (let row = 0; row < 12; row += 3) {
    // Row 0 is the centre, which alone is a position; the others are directions.
    const isCentre = row === 0;
    const x = isCentre ? v[at] * scale : v[at + row];
    const y = isCentre ? v[at + 1] * scale : v[at + row + 1];
    const z = isCentre ? v[at + 2] * scale : v[at + row + 2];
    out[outAt + row] = r00 * x + r01 * y + r02 * z + (isCentre ? pose[9] : 0);
    out[outAt + row + 1] = r10 * x + r11 * y + r12 * z + (isCentre ? pose[10] : 0);
    out[outAt + row + 2] = r20 * x + r21 * y + r22 * z + (isCentre ? pose[11] : 0);
  }
  out[outAt + 12] = v[at + 12] * scale + errorBound;
  out[outAt + 13] = v[at + 13] * scale + errorBound;
  out[outAt + 14] = v[at + 14] * scale + errorBound;
}

/** Moves the centre of a volume, its first three doubles. */
export function moveCentre(v: Float64Array, at: number, pose: Float64Array, out: Float64Array, outAt: number): void {
  const scale = pose[RELATIVE_SCALE];
  const x = v[at] * scale;
  const y = v[at + 1] * scale;
  const z = v[at + 2] * scale;
  out[outAt] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
  out[outAt + 1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
  out[outAt + 2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
}

/** Turns a unit axis of a volume, three doubles at `at`. */
export function turnAxis(v: Float64Array, at: number, pose: Float64Array, out: Float64Array, outAt: number): void {
  const x = v[at];
  const y = v[at + 1];
  const z = v[at + 2];
  for (let k = 0; k < 3; k++) out[outAt + k] = pose[3 * k] * x + pose[3 * k + 1] * y + pose[3 * k + 2] * z;
}
