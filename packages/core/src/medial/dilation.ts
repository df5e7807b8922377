// Proves how much a medial mesh has to be dilated to enclose a surface.
//
// The distance of a point outside a primitive is a convex function of the point (ball-distance.ts), so on a triangle it is largest
// at a corner. Each triangle is therefore enclosed by the primitive that is best for all three corners at once, dilated by that
// much; the largest such number over all triangles suffices for the surface. Triangles for which it is more than a hundredth above
// what some point of the surface needs in any case are split into four.

import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import type { MedialMesh } from './medial-mesh.ts';
import type { PrimitiveTree } from './primitive-tree.ts';
import { silent, TICK_STEPS, type Tick } from './progress.ts';

/** How far above the need of a point the dilation may be. Dimensionless. */
const ERROR_BOUND = 0.01;

/** A dilation below this part of the largest coordinate is small enough, whatever the need. Dimensionless. */
const NEGLIGIBLE = 2 ** -20;

/**
 * Rounding, in parts of S, the largest coordinate plus the largest radius: a distance is evaluated to 16u·S, a corner of
 * a part is off by u·S for each of at most MAX_SPLITS halvings, and as much again as a margin. Dimensionless.
 */
const ROUNDING = 128 * UNIT_ROUNDOFF;

/** Halvings of a triangle at most. */
const MAX_SPLITS = 40;

/** Number of parts tested, for each triangle and in all: beyond it triangles are not split further. */
const PARTS_PER_TRIANGLE = 64;
const LEAST_PARTS = 1_000_000;

export interface Dilation {
  /** Every point of the surface is in the medial mesh dilated by this. A length, not negative. */
  readonly dilation: number;
  /** The dilation that the worst tested point needs; negative if all are inside. */
  readonly needed: number;
}

/** The dilation by which the mesh of a tree holds all triangles, 9 doubles each. */
export function provenDilation(
  triangles: Float64Array,
  { spheres }: MedialMesh,
  tree: PrimitiveTree,
  tick: Tick = silent,
): Dilation {
  let needed = -Infinity;
  let scale = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    needed = Math.max(needed, tree.outside(triangles, k, 1, needed));
    for (let c = 0; c < 3; c++) scale = Math.max(scale, Math.abs(triangles[k + c]));
    if (k % TICK_STEPS === 0) tick(k / triangles.length / 2);
  }
  const negligible = NEGLIGIBLE * scale;

  // The stack of parts, 9 doubles each, and how often each was halved: a split replaces one by four.
  const parts = new Float64Array(9 * (3 * MAX_SPLITS + 4));
  const splits = new Int32Array(parts.length / 9);
  let left = Math.max(LEAST_PARTS, PARTS_PER_TRIANGLE * (triangles.length / 9));
  let dilation = 0;
  for (let k = 0; k < triangles.length; k += 9) {
    if (k % TICK_STEPS === 0) tick(0.5 + k / triangles.length / 2);
    parts.set(triangles.subarray(k, k + 9));
    splits[0] = 0;
    let top = 1;
    while (top > 0) {
      top--;
      left--;
      const enough = Math.max(negligible, (1 + ERROR_BOUND) * needed);
      const bound = tree.outside(parts, 9 * top, 3, enough);
      if (bound <= enough || splits[top] === MAX_SPLITS || left < 0) {
        dilation = Math.max(dilation, bound);
        continue;
      }
      splitIntoFour(parts, 9 * top);
      // The middle part, the last, has the three new corners.
      for (let c = 9 * top + 27; c < 9 * top + 36; c += 3) {
        needed = Math.max(needed, tree.outside(parts, c, 1, needed));
      }
      splits.fill(splits[top] + 1, top, top + 4);
      top += 4;
    }
  }
  for (let k = 3; k < spheres.length; k += 4) scale = Math.max(scale, spheres[k]);
  return { dilation: dilation + 2 * ROUNDING * scale, needed };
}

/** Replaces the triangle t[i..i+8] by its four halves: at the three corners, and in the middle. */
function splitIntoFour(t: Float64Array, i: number): void {
  for (let c = 0; c < 3; c++) {
    const a = t[i + c];
    const b = t[i + 3 + c];
    const d = t[i + 6 + c];
    const ab = (a + b) / 2;
    const bd = (b + d) / 2;
    const da = (d + a) / 2;
    t[i + 3 + c] = ab;
    t[i + 6 + c] = da;
    t[i + 9 + c] = ab;
    t[i + 12 + c] = b;
    t[i + 15 + c] = bd;
    t[i + 18 + c] = da;
    t[i + 21 + c] = bd;
    t[i + 24 + c] = d;
    t[i + 27 + c] = ab;
    t[i + 30 + c] = bd;
    t[i + 33 + c] = da;
  }
}
