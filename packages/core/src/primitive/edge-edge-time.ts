// When do two edges first touch, all four ends moving linearly? A query about the parallelogram of their differences.

import type { ElementOutcome } from './element-outcome.ts';
import { polygon, polygonReachesOrigin } from './polygon-contact-time.ts';
import { isAsideOnAxis } from './polygon-motion.ts';
import type { CornerPairs } from './polygon-motion-exact.ts';

/** Ends of the second edge less ends of the first, in order around the parallelogram. */
const PAIRS: CornerPairs = [
  [2, 0],
  [3, 0],
  [3, 1],
  [2, 1],
];

/**
 * The first time in [0, 1] at which the edge with ends at offsets a, b touches the one with ends at c, d, all moving from `start`
 * to `end`: returns the outcome, with its times in `out` (polygon-contact-time.ts).
 */
export function timeEdgeEdge(
  start: Float64Array,
  end: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  out: Float64Array,
): ElementOutcome {
  writeParallelogram(start, end, a, b, c, d);
  return polygonReachesOrigin(PAIRS, start, end, a, b, c, d, out);
}

/** Whether the edges stay apart along one of the axes. Exact where true, and cheap. */
export function staysBesideEdge(
  start: Float64Array,
  end: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
): boolean {
  writeParallelogram(start, end, a, b, c, d);
  return isAsideOnAxis(polygon);
}

function writeParallelogram(start: Float64Array, end: Float64Array, a: number, b: number, c: number, d: number): void {
  polygon.count = 4;
  writeDifferences(polygon.from, start, a, b, c, d);
  writeDifferences(polygon.to, end, a, b, c, d);
}

/** In order around the parallelogram: c − a, d − a, d − b, c − b. */
function writeDifferences(out: Float64Array, points: Float64Array, a: number, b: number, c: number, d: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const first = points[a + axis];
    const second = points[b + axis];
    const third = points[c + axis];
    const fourth = points[d + axis];
    out[axis] = third - first;
    out[3 + axis] = fourth - first;
    out[6 + axis] = fourth - second;
    out[9 + axis] = third - second;
  }
}
