// The paper's clipping beside the library's separating axes: does a triangle meet a box?

import { randomBetween, seeded } from '@nearmiss/fixtures';
import { BOX, clipTriangleBox, FACE, overlapTriangleBox } from '../core-internals.ts';

export interface TriangleBoxTimes {
  /** Side of the triangles by side of the boxes. */
  readonly size: number;
  /** Part of the pairs that meet. */
  readonly contactStatus: number;
  /** Nanoseconds a test. */
  readonly clipping: number;
  readonly axes: number;
  /** Pairs on which the two differ. */
  readonly differing: number;
}

const COUNT = 4096;
const SIZES: readonly number[] = [0.25, 1, 4];

export function timeTriangleBox(rounds: number): TriangleBoxTimes[] {
  return SIZES.map((size) => {
    const random = seeded(7);
    const boxes = new Float64Array(BOX * COUNT);
    const corners = new Float64Array(FACE * COUNT);
    for (let n = 0; n < COUNT; n++) {
      for (let axis = 0; axis < 3; axis++) {
        boxes[BOX * n + 3 + axis] = 1;
        const centre = randomBetween(random, -0.25, 1.25);
        for (let k = axis; k < FACE; k += 3) corners[FACE * n + k] = centre + size * randomBetween(random, -0.5, 0.5);
      }
    }
    const clipped = timeTest(clipTriangleBox, corners, boxes, rounds);
    const separated = timeTest(overlapTriangleBox, corners, boxes, rounds);
    return {
      size,
      contactStatus: separated.verdicts.reduce((sum, intersects) => sum + intersects) / COUNT,
      clipping: clipped.nanoseconds,
      axes: separated.nanoseconds,
      differing: separated.verdicts.filter((intersects, n) => intersects !== clipped.verdicts[n]).length,
    };
  });
}

type Test = (t: Float64Array, i: number, box: Float64Array, o: number) => boolean;

function timeTest(
  test: Test,
  corners: Float64Array,
  boxes: Float64Array,
  rounds: number,
): { readonly nanoseconds: number; readonly verdicts: Uint8Array } {
  const verdicts = new Uint8Array(COUNT);
  let nanoseconds = Infinity;
  for (let round = 0; round < 20 * rounds; round++) {
    const start = performance.now();
    for (let n = 0; n < COUNT; n++) verdicts[n] = test(corners, FACE * n, boxes, BOX * n) ? 1 : 0;
    nanoseconds = Math.min(nanoseconds, (1e6 * (performance.now() - start)) / COUNT);
  }
  return { nanoseconds, verdicts };
}
