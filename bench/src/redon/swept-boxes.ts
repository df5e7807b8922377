// Do two boxes stay apart over a span of time, A's on a screw and B's at rest? The 15 axes of the test for standing boxes,
// each of its terms replaced by a range over the span (redon/screw.ts has the frame).

import { BOX_SIZE } from './posed-body.ts';
import { setRange } from './screw.ts';

// Ranges, least and most: the axes of A seen from B, entry 3i + j for axis i of A along axis j of B; and the path between the
// centres along the axes of B.
const turned: Float64Array = new Float64Array(18);
const travel: Float64Array = new Float64Array(6);
/** The largest sizes of the entries of `turned`. */
const sizes: Float64Array = new Float64Array(9);

/** Of one axis at a time. */
const range: Float64Array = new Float64Array(4);

/** What a box of BOX_SIZE doubles holds after its centre: three axes, then its half extents. */
const AXES = 3;
const HALF = BOX_SIZE - 3;

/**
 * False only if the boxes are apart at every time of the span. `slide` is the path along z in unit time, `guard` what rounding
 * and the like may add to a length.
 */
export function sweptBoxesOverlap(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  slide: number,
  span: Float64Array,
  guard: number,
): boolean {
  const px = a[i];
  const py = a[i + 1];
  const pz = a[i + 2];
  const qx = b[j];
  const qy = b[j + 1];
  const qz = b[j + 2];

  for (let n = 0; n < 3; n++) {
    const f = j + AXES + 3 * n;
    const fx = b[f];
    const fy = b[f + 1];
    const fz = b[f + 2];
    let reach = b[j + HALF + n] + guard;
    for (let m = 0; m < 3; m++) {
      const e = i + AXES + 3 * m;
      const k = 3 * m + n;
      setRange(turned, k, fx * a[e] + fy * a[e + 1], fy * a[e] - fx * a[e + 1], fz * a[e + 2], 0, span);
      sizes[k] = Math.max(-turned[2 * k], turned[2 * k + 1]);
      reach += a[i + HALF + m] * sizes[k];
    }
    const still = fz * pz - (fx * qx + fy * qy + fz * qz);
    setRange(travel, n, fx * px + fy * py, fy * px - fx * py, still, slide * fz, span);
    if (travel[2 * n] > reach || travel[2 * n + 1] < -reach) return false;
  }

  for (let m = 0; m < 3; m++) {
    const e = i + AXES + 3 * m;
    const ex = a[e];
    const ey = a[e + 1];
    const ez = a[e + 2];
    const reach =
      a[i + HALF + m] +
      guard +
      b[j + HALF] * sizes[3 * m] +
      b[j + HALF + 1] * sizes[3 * m + 1] +
      b[j + HALF + 2] * sizes[3 * m + 2];
    // Along an axis of A, whose own centre stays where it is: B's moves.
    const still = ex * px + ey * py + ez * (pz - qz);
    setRange(range, 0, -(qx * ex + qy * ey), -(qy * ex - qx * ey), still, slide * ez, span);
    if (range[0] > reach || range[1] < -reach) return false;
  }

  for (let m = 0; m < 3; m++) {
    const m1 = (m + 1) % 3;
    const m2 = (m + 2) % 3;
    for (let n = 0; n < 3; n++) {
      const n1 = (n + 1) % 3;
      const n2 = (n + 2) % 3;
      const reach =
        guard +
        a[i + HALF + m1] * sizes[3 * m2 + n] +
        a[i + HALF + m2] * sizes[3 * m1 + n] +
        b[j + HALF + n1] * sizes[3 * m + n2] +
        b[j + HALF + n2] * sizes[3 * m + n1];
      setProduct(0, n1, 3 * m + n2);
      setProduct(1, n2, 3 * m + n1);
      if (range[0] - range[3] > reach || range[1] - range[2] < -reach) return false;
    }
  }
  return true;
}

/** Range `at` of `range`: entry n of `travel` times entry k of `turned`. */
function setProduct(at: number, n: number, k: number): void {
  const ll = travel[2 * n] * turned[2 * k];
  const lh = travel[2 * n] * turned[2 * k + 1];
  const hl = travel[2 * n + 1] * turned[2 * k];
  const hh = travel[2 * n + 1] * turned[2 * k + 1];
  range[2 * at] = Math.min(ll, lh, hl, hh);
  range[2 * at + 1] = Math.max(ll, lh, hl, hh);
}
