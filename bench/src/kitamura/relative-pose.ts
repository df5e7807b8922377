import type { Row } from './rigid-scene.ts';

/** Of a relative pose in core: rows and offset, the scale 1, and an error that nothing here asks for. */
export const RELATIVE_SIZE = 14;

/** A's pose in B's frame. */
export function relativeTo(a: Row, b: Row, out: Float64Array): void {
  const x = a[9] - b[9];
  const y = a[10] - b[10];
  const z = a[11] - b[11];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) out[3 * i + j] = b[i] * a[j] + b[3 + i] * a[3 + j] + b[6 + i] * a[6 + j];
    out[9 + i] = b[i] * x + b[3 + i] * y + b[6 + i] * z;
  }
  out[12] = 1;
}
