// The direction along which two triangles that touch, or nearly do, are farthest apart: the axis of the separating axis theorem
// with the largest gap. Closest points that coincide have no direction.

import { TUNING } from './tuning.ts';

const { PARALLEL_AXES_SQ: PARALLEL_SQ } = TUNING.round;

/** Edges and normals of two triangles, and the axis that is tried. */
export class AxisScratch {
  readonly edgesA: Float64Array = new Float64Array(9);
  readonly edgesB: Float64Array = new Float64Array(9);
  readonly normalA: Float64Array = new Float64Array(3);
  readonly normalB: Float64Array = new Float64Array(3);
  readonly tried: Float64Array = new Float64Array(3);
}

/**
 * Writes the unit direction from a[i..i+8] to b[j..j+8] with the largest gap, and that gap, to `out`. Candidates are the
 * normals of the faces, of pairs of edges, and, for triangles in one plane, of the edges within it.
 */
export function separatingAxis(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  { edgesA, edgesB, normalA, normalB, tried }: AxisScratch,
  out: Float64Array,
): void {
  writeEdges(a, i, edgesA);
  writeEdges(b, j, edgesB);
  cross(edgesA, 0, edgesA, 3, normalA);
  cross(edgesB, 0, edgesB, 3, normalB);
  out[0] = 0;
  out[1] = 0;
  out[2] = 0;
  out[3] = -Infinity;
  tryAxis(normalA, a, i, b, j, out);
  tryAxis(normalB, a, i, b, j, out);
  for (let e = 0; e < 9; e += 3) {
    for (let f = 0; f < 9; f += 3) {
      if (cross(edgesA, e, edgesB, f, tried)) tryAxis(tried, a, i, b, j, out);
    }
  }
  for (let e = 0; e < 9; e += 3) {
    if (cross(edgesA, e, normalA, 0, tried)) tryAxis(tried, a, i, b, j, out);
    if (cross(edgesB, e, normalB, 0, tried)) tryAxis(tried, a, i, b, j, out);
  }
}

function writeEdges(t: Float64Array, i: number, out: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    out[c] = t[i + 3 + c] - t[i + c];
    out[3 + c] = t[i + 6 + c] - t[i + 3 + c];
    out[6 + c] = t[i + c] - t[i + 6 + c];
  }
}

/** Writes u × v; false if they are parallel to rounding. */
function cross(u: Float64Array, i: number, v: Float64Array, j: number, out: Float64Array): boolean {
  const x = u[i + 1] * v[j + 2] - u[i + 2] * v[j + 1];
  const y = u[i + 2] * v[j] - u[i] * v[j + 2];
  const z = u[i] * v[j + 1] - u[i + 1] * v[j];
  out[0] = x;
  out[1] = y;
  out[2] = z;
  const uSq = u[i] * u[i] + u[i + 1] * u[i + 1] + u[i + 2] * u[i + 2];
  const vSq = v[j] * v[j] + v[j + 1] * v[j + 1] + v[j + 2] * v[j + 2];
  return x * x + y * y + z * z > PARALLEL_SQ * uSq * vSq;
}

/** Writes the direction d, with either sign, to `out` if the gap along it is larger. */
function tryAxis(d: Float64Array, a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array): void {
  const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  if (!(length > 0)) return;
  const x = d[0] / length;
  const y = d[1] / length;
  const z = d[2] / length;
  const a0 = a[i] * x + a[i + 1] * y + a[i + 2] * z;
  const a1 = a[i + 3] * x + a[i + 4] * y + a[i + 5] * z;
  const a2 = a[i + 6] * x + a[i + 7] * y + a[i + 8] * z;
  const b0 = b[j] * x + b[j + 1] * y + b[j + 2] * z;
  const b1 = b[j + 3] * x + b[j + 4] * y + b[j + 5] * z;
  const b2 = b[j + 6] * x + b[j + 7] * y + b[j + 8] * z;
  const ahead = Math.min(b0, b1, b2) - Math.max(a0, a1, a2);
  const behind = Math.min(a0, a1, a2) - Math.max(b0, b1, b2);
  const gap = Math.max(ahead, behind);
  if (!(gap > out[3])) return;
  const sign = ahead >= behind ? 1 : -1;
  out[0] = sign * x;
  out[1] = sign * y;
  out[2] = sign * z;
  out[3] = gap;
}
