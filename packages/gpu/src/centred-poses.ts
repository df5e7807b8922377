// Poses of the centre of a body in place of those of its origin. Where a mesh lies in its file does not matter then: floats would round
// everything by the distance of the body from its own origin.

import { POSE } from './many-inputs.ts';

/** The same poses with positions p + R c, c the centre; in doubles. */
export function centredPoses(poses: Float64Array, [cx, cy, cz]: Float64Array): Float64Array<ArrayBuffer> {
  const out = new Float64Array(poses);
  for (let at = 0; at < poses.length; at += POSE) {
    const x = poses[at + 3];
    const y = poses[at + 4];
    const z = poses[at + 5];
    const w = poses[at + 6];
    // Quaternions are unit to 2⁻²⁶ only.
    const s = 2 / (x * x + y * y + z * z + w * w);
    out[at] += (1 - s * (y * y + z * z)) * cx + s * (x * y - w * z) * cy + s * (x * z + w * y) * cz;
    out[at + 1] += s * (x * y + w * z) * cx + (1 - s * (x * x + z * z)) * cy + s * (y * z - w * x) * cz;
    out[at + 2] += s * (x * z - w * y) * cx + s * (y * z + w * x) * cy + (1 - s * (x * x + y * y)) * cz;
  }
  return out;
}
