// When does a vertex first touch a face, all four points moving linearly? A query about the triangle of their differences.

import type { ElementOutcome } from './element-outcome.ts';
import { polygon, polygonReachesOrigin } from './polygon-contact-time.ts';
import { isAsideOnAxis } from './polygon-motion.ts';
import type { CornerPairs } from './polygon-motion-exact.ts';

/** Each corner of the face less the vertex. */
const PAIRS: CornerPairs = [
  [1, 0],
  [2, 0],
  [3, 0],
];

/**
 * The first time in [0, 1] at which the vertex at offset v is in the face with corners at a, b, c, all moving from `start` to
 * `end`: returns the outcome, with its times in `out` (polygon-contact-time.ts).
 */
export function timeVertexFace(
  start: Float64Array,
  end: Float64Array,
  v: number,
  a: number,
  b: number,
  c: number,
  out: Float64Array,
): ElementOutcome {
  writeTriangle(start, end, v, a, b, c);
  return polygonReachesOrigin(PAIRS, start, end, v, a, b, c, out);
}

/** Whether the vertex stays apart from the face along one of the axes. Exact where true, and cheap. */
export function staysBesideFace(
  start: Float64Array,
  end: Float64Array,
  v: number,
  a: number,
  b: number,
  c: number,
): boolean {
  writeTriangle(start, end, v, a, b, c);
  return isAsideOnAxis(polygon);
}

function writeTriangle(start: Float64Array, end: Float64Array, v: number, a: number, b: number, c: number): void {
  polygon.count = 3;
  writeDifferences(polygon.from, start, v, a, b, c);
  writeDifferences(polygon.to, end, v, a, b, c);
}

function writeDifferences(out: Float64Array, points: Float64Array, v: number, a: number, b: number, c: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const vertex = points[v + axis];
    out[axis] = points[a + axis] - vertex;
    out[3 + axis] = points[b + axis] - vertex;
    out[6 + axis] = points[c + axis] - vertex;
  }
}
