/**
 * Moves a volume given by a centre, three axes as rows and three lengths (15 doubles): an oriented box or a
 * rectangle-swept sphere. All lengths grow by the pose's slack.
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
  const slack = pose[13];
  for (let row = 0; row < 12; row += 3) {
    // Row 0 is the centre, which alone is a place; the others are directions.
    const isCentre = row === 0;
    const x = isCentre ? v[at] * scale : v[at + row];
    const y = isCentre ? v[at + 1] * scale : v[at + row + 1];
    const z = isCentre ? v[at + 2] * scale : v[at + row + 2];
    out[outAt + row] = r00 * x + r01 * y + r02 * z + (isCentre ? pose[9] : 0);
    out[outAt + row + 1] = r10 * x + r11 * y + r12 * z + (isCentre ? pose[10] : 0);
    out[outAt + row + 2] = r20 * x + r21 * y + r22 * z + (isCentre ? pose[11] : 0);
  }
  out[outAt + 12] = v[at + 12] * scale + slack;
  out[outAt + 13] = v[at + 13] * scale + slack;
  out[outAt + 14] = v[at + 14] * scale + slack;
}
