// Do a triangle and an axis-aligned box overlap? Both closed; decided exactly for all triangles and boxes.
//
// Separating axes (Akenine-Möller 2001): disjoint if and only if one of these axes separates them: the box's three normals, the
// triangle's normal, and the nine products of a coordinate axis and an edge. These suffice for flat boxes too, because a flat box
// is the intersection of thicker ones; and for triangles without area, because the normals of the sum of a box and a segment are
// among the products.
//
// Along the box's normals doubles compare exactly. Along the others a sign counts only beyond its rounding, which is bounded from
// its own products; if that leaves an axis open, and no other axis separates, integers decide.

import { lowestBit, toInteger } from '../scalar/exact-integers.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';

// Results of an axis.
const INTERSECTS = 0;
const SEPARATES = 1;
const OPEN = 2;

/** Rounding of (b − a)(d − c) + …: two differences, a product and a sum, in units of the products' sizes. */
const PRODUCT_ROUNDING = 5 * UNIT_ROUNDOFF;

/** Rounding of a plane's height, four operations more, in units of the products' sizes. */
const HEIGHT_ROUNDING = 9 * UNIT_ROUNDOFF;

/** Error by underflow in a few products: some of the smallest doubles. */
const UNDERFLOW = 2 ** -1070;

/** Whether the triangle t[i..i+8] has a point in the closed box[o..o+5] (min x y z, max x y z). */
export function overlapTriangleBox(t: Float64Array, i: number, box: Float64Array, o: number): boolean {
  let inside0 = true;
  let inside1 = true;
  let inside2 = true;
  for (let k = 0; k < 3; k++) {
    const low = box[o + k];
    const high = box[o + 3 + k];
    const x0 = t[i + k];
    const x1 = t[i + 3 + k];
    const x2 = t[i + 6 + k];
    if ((x0 < low && x1 < low && x2 < low) || (x0 > high && x1 > high && x2 > high)) return false;
    inside0 = inside0 && x0 >= low && x0 <= high;
    inside1 = inside1 && x1 >= low && x1 <= high;
    inside2 = inside2 && x2 >= low && x2 <= high;
  }
  if (inside0 || inside1 || inside2) return true;

  const plane = planeAxis(t, i, box, o);
  if (plane === SEPARATES) return false;
  let open = plane === OPEN;
  for (let edge = 0; edge < 3; edge++) {
    const from = i + 3 * edge;
    const to = edge === 2 ? i : from + 3;
    const third = edge === 0 ? i + 6 : from - 3;
    for (let axis = 0; axis < 3; axis++) {
      const verdict = edgeAxis(t, from, to, third, box, o, axis);
      if (verdict === SEPARATES) return false;
      if (verdict === OPEN) open = true;
    }
  }
  return !open || overlapInIntegers(t, i, box, o);
}

/** The triangle's normal: are all corners of the box on one side of its plane? */
function planeAxis(t: Float64Array, i: number, box: Float64Array, o: number): number {
  const x = t[i];
  const y = t[i + 1];
  const z = t[i + 2];
  const ux = t[i + 3] - x;
  const uy = t[i + 4] - y;
  const uz = t[i + 5] - z;
  const vx = t[i + 6] - x;
  const vy = t[i + 7] - y;
  const vz = t[i + 8] - z;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const lowX = box[o] - x;
  const lowY = box[o + 1] - y;
  const lowZ = box[o + 2] - z;
  const highX = box[o + 3] - x;
  const highY = box[o + 4] - y;
  const highZ = box[o + 5] - z;
  // A wrong sign of a component picks a wrong corner, but the least and most heights are continuous in the normal: its
  // error counts once, times the farther of the two corners.
  const most =
    (nx > 0 ? nx * highX : nx * lowX) + (ny > 0 ? ny * highY : ny * lowY) + (nz > 0 ? nz * highZ : nz * lowZ);
  const least =
    (nx > 0 ? nx * lowX : nx * highX) + (ny > 0 ? ny * lowY : ny * highY) + (nz > 0 ? nz * lowZ : nz * highZ);
  const farX = Math.max(Math.abs(lowX), Math.abs(highX));
  const farY = Math.max(Math.abs(lowY), Math.abs(highY));
  const farZ = Math.max(Math.abs(lowZ), Math.abs(highZ));
  const rounding =
    HEIGHT_ROUNDING *
      ((Math.abs(uy * vz) + Math.abs(uz * vy)) * farX +
        (Math.abs(uz * vx) + Math.abs(ux * vz)) * farY +
        (Math.abs(ux * vy) + Math.abs(uy * vx)) * farZ) +
    UNDERFLOW * (farX + farY + farZ + 1);
  if (most < -rounding || least > rounding) return SEPARATES;
  return most > rounding && least < -rounding ? INTERSECTS : OPEN;
}

/**
 * The product of a coordinate axis and the edge from–to: in the projection along that axis, is the box on one side of the edge and
 * of its parallel through the third corner?
 */
function edgeAxis(
  t: Float64Array,
  from: number,
  to: number,
  third: number,
  box: Float64Array,
  o: number,
  axis: number,
): number {
  const u = axis === 0 ? 1 : 0;
  const v = axis === 2 ? 1 : 2;
  // Signs of differences are exact. An edge parallel to the axis gives no axis, one along u or v only a normal of the box.
  const fu = t[to + u] - t[from + u];
  const fv = t[to + v] - t[from + v];
  if (fu === 0 || fv === 0) return INTERSECTS;
  // The box's corners farthest to the left and to the right of the edge's direction.
  const leftU = fv > 0 ? box[o + u] : box[o + 3 + u];
  const rightU = fv > 0 ? box[o + 3 + u] : box[o + u];
  const leftV = fu > 0 ? box[o + 3 + v] : box[o + v];
  const rightV = fu > 0 ? box[o + v] : box[o + 3 + v];
  const left = certainSign(fu * (leftV - t[from + v]), fv * (t[from + u] - leftU));
  const leftThird = certainSign(fu * (leftV - t[third + v]), fv * (t[third + u] - leftU));
  if (left < 0 && leftThird < 0) return SEPARATES;
  const right = certainSign(fu * (rightV - t[from + v]), fv * (t[from + u] - rightU));
  const rightThird = certainSign(fu * (rightV - t[third + v]), fv * (t[third + u] - rightU));
  if (right > 0 && rightThird > 0) return SEPARATES;
  return (left > 0 || leftThird > 0) && (right < 0 || rightThird < 0) ? INTERSECTS : OPEN;
}

/** The sign of the sum of two products of differences; 0 where rounding leaves it open. */
function certainSign(p: number, q: number): number {
  const sum = p + q;
  const rounding = PRODUCT_ROUNDING * (Math.abs(p) + Math.abs(q)) + UNDERFLOW;
  return sum > rounding ? 1 : sum < -rounding ? -1 : 0;
}

type IntegerPoint = readonly [bigint, bigint, bigint];

/** The same thirteen axes without rounding. */
function overlapInIntegers(t: Float64Array, i: number, box: Float64Array, o: number): boolean {
  let unit = 0; // a lower unit than needed is harmless, and all of them may be zero
  for (let k = 0; k < 9; k++) unit = Math.min(unit, lowestBit(t[i + k]));
  for (let k = 0; k < 6; k++) unit = Math.min(unit, lowestBit(box[o + k]));
  const point = (values: Float64Array, at: number): IntegerPoint => [
    toInteger(values[at], unit),
    toInteger(values[at + 1], unit),
    toInteger(values[at + 2], unit),
  ];
  const corners = [point(t, i), point(t, i + 3), point(t, i + 6)] as const;
  const low = point(box, o);
  const high = point(box, o + 3);
  const edges = corners.map((corner, k) => minus(corners[(k + 1) % 3], corner));
  const axes = edges.flatMap(([x, y, z]): IntegerPoint[] => [
    [0n, -z, y],
    [z, 0n, -x],
    [-y, x, 0n],
  ]);
  axes.push([1n, 0n, 0n], [0n, 1n, 0n], [0n, 0n, 1n], cross(edges[0], edges[1]));
  return !axes.some((axis) => separates(axis, corners, low, high));
}

function separates(
  axis: IntegerPoint,
  corners: readonly IntegerPoint[],
  low: IntegerPoint,
  high: IntegerPoint,
): boolean {
  let boxLeast = 0n;
  let boxMost = 0n;
  axis.forEach((x, k) => {
    boxLeast += x * (x > 0n ? low[k] : high[k]);
    boxMost += x * (x > 0n ? high[k] : low[k]);
  });
  const slots = corners.map(([x, y, z]) => axis[0] * x + axis[1] * y + axis[2] * z);
  return slots.every((slot) => slot > boxMost) || slots.every((slot) => slot < boxLeast);
}

function minus(a: IntegerPoint, b: IntegerPoint): IntegerPoint {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross(a: IntegerPoint, b: IntegerPoint): IntegerPoint {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
