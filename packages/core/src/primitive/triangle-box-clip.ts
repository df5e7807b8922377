// Do a triangle and an axis-aligned box overlap? By clipping, as in Kitamura et al. (1998, section 3.7): the triangle is clipped at
// the box's two x and two y planes, and the rest is compared along z. Three early exits make clipping rare:
// 1. the boxes of both are apart;
// 2. a corner is inside the box;
// 3. a point made by clipping lies on a face of the box.
//
// The paper ignores rounding. Here the result is one-sided: false is proven, true may be a near miss. Everything is compared with
// the box grown by a margin. A clip between two computed points has an error of at most 8u of the largest coordinate, so after four
// clips each point of the triangle in the given box is still within 32u of the rest, and the margin of 64u keeps it on the inner
// side of every later plane. overlapTriangleBox decides exactly instead.

import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';

/** In units of the largest coordinate. */
const MARGIN = 64 * UNIT_ROUNDOFF;
/** Error by underflow in a few products: some of the smallest doubles. */
const UNDERFLOW = 2 ** -1070;

/**
 * A clip of a convex polygon adds one corner at most, which would make 7. Rounding may make it slightly concave, and then every
 * second corner could be clipped off by itself: 3, 4, 6, 9, 13.
 */
const MOST_CORNERS = 13;
/** The polygon before and after a clip, alternating. */
const polygons = [new Float64Array(3 * MOST_CORNERS), new Float64Array(3 * MOST_CORNERS)] as const;
/** The grown box: min x, y, z, max x, y, z. */
const grown = new Float64Array(6);

/** Returned in place of the number of corners by a clip that found a common point. */
const INTERSECT = -1;

/** False only if the triangle t[i..i+8] has no point in the closed box[o..o+5] (min x y z, max x y z). */
export function clipTriangleBox(t: Float64Array, i: number, box: Float64Array, o: number): boolean {
  let largest = 0;
  for (let k = 0; k < 9; k++) largest = Math.max(largest, Math.abs(t[i + k]));
  const margin = MARGIN * largest + UNDERFLOW;
  let inside0 = true;
  let inside1 = true;
  let inside2 = true;
  for (let k = 0; k < 3; k++) {
    const low = box[o + k] - margin;
    const high = box[o + 3 + k] + margin;
    const x0 = t[i + k];
    const x1 = t[i + 3 + k];
    const x2 = t[i + 6 + k];
    if ((x0 < low && x1 < low && x2 < low) || (x0 > high && x1 > high && x2 > high)) return false;
    inside0 = inside0 && x0 >= low && x0 <= high;
    inside1 = inside1 && x1 >= low && x1 <= high;
    inside2 = inside2 && x2 >= low && x2 <= high;
    grown[k] = low;
    grown[3 + k] = high;
  }
  if (inside0 || inside1 || inside2) return true;

  const [even, odd] = polygons;
  for (let k = 0; k < 9; k++) even[k] = t[i + k];
  let left = clip(even, 3, 0, -1, odd);
  if (left > 0) left = clip(odd, left, 0, 1, even);
  if (left > 0) left = clip(even, left, 1, -1, odd);
  if (left > 0) left = clip(odd, left, 1, 1, even);
  if (left <= 0) return left === INTERSECT;

  let isBelow = true;
  let isAbove = true;
  for (let k = 2; k < 3 * left; k += 3) {
    isBelow = isBelow && even[k] < grown[2];
    isAbove = isAbove && even[k] > grown[5];
  }
  return !isBelow && !isAbove;
}

/**
 * Keeps the part on the box's side of its lower (`side` −1) or upper (1) plane across `axis`. Returns the number of corners left,
 * or INTERSECT where a point of the clip lies on that face of the box.
 */
function clip(from: Float64Array, count: number, axis: number, side: number, to: Float64Array): number {
  const plane = grown[side < 0 ? axis : axis + 3];
  const other = 1 - axis;
  let kept = 0;
  for (let n = 0, p = 3 * (count - 1), q = 0; n < count; n++, p = q, q += 3) {
    const before = side * (from[p + axis] - plane);
    const here = side * (from[q + axis] - plane);
    if ((before < 0 && here > 0) || (before > 0 && here < 0)) {
      const s = before / (before - here);
      const along = from[p + other] + s * (from[q + other] - from[p + other]);
      const z = from[p + 2] + s * (from[q + 2] - from[p + 2]);
      if (along >= grown[other] && along <= grown[3 + other] && z >= grown[2] && z <= grown[5]) return INTERSECT;
      to[kept + axis] = plane;
      to[kept + other] = along;
      to[kept + 2] = z;
      kept += 3;
    }
    if (here > 0) continue;
    to[kept] = from[q];
    to[kept + 1] = from[q + 1];
    to[kept + 2] = from[q + 2];
    kept += 3;
  }
  return kept / 3;
}
