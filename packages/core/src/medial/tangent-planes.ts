// The planes of the balls of a medial complex during its simplification, summed into a quadric per ball: the two that touch each
// slab, as in Q-MAT; and where slabs alone do not fix a ball, the plane that touches the border of a sheet from outside, two pairs
// along a cone that is not a side of a slab, and one across its loose end.
//
// A plane with outward normal n touches both balls (c, r) and (c', r') when n·(c' − c) = r − r'. So along the centres n is minus
// the slope of the radius, and the remaining component, to length 1, is orthogonal to them. If the slope is 1 or more, one ball is
// inside another, and there is no such plane.

import type { CollapsingComplex } from './collapsing-complex.ts';
import { addPlane, QUADRIC } from './quadric.ts';

/** Triangles of centres flatter than this have no direction across: their squared height, in parts of their sides'. */
const THIN_SQ = 2 ** -60;

const u: Float64Array = new Float64Array(4);
const v: Float64Array = new Float64Array(4);

/** One quadric a ball. */
export function tangentPlanes(complex: CollapsingComplex): Float64Array {
  const { spheres, corners, ends } = complex;
  const quadrics = new Float64Array(QUADRIC * (spheres.length / 4));
  for (let k = 0; k < corners.length; k += 3) {
    const [h, i, j] = corners.subarray(k, k + 3);
    addSlab(quadrics, spheres, h, i, j);
    if (complex.sides(complex.edgeBetween(h, i)) === 1) addBorder(quadrics, spheres, h, i, j);
    if (complex.sides(complex.edgeBetween(i, j)) === 1) addBorder(quadrics, spheres, i, j, h);
    if (complex.sides(complex.edgeBetween(j, h)) === 1) addBorder(quadrics, spheres, j, h, i);
  }
  for (let edge = 0; edge < ends.length / 2; edge++) {
    if (complex.sides(edge) > 0) continue;
    const i = ends[2 * edge];
    const j = ends[2 * edge + 1];
    addCone(quadrics, spheres, i, j);
    if (complex.edgesOf(i).length === 1) addEnd(quadrics, spheres, j, i);
    if (complex.edgesOf(j).length === 1) addEnd(quadrics, spheres, i, j);
  }
  return quadrics;
}

function addSlab(quadrics: Float64Array, spheres: Float64Array, h: number, i: number, j: number): void {
  difference(spheres, h, i, u);
  difference(spheres, h, j, v);
  const uu = dot(u, u);
  const uv = dot(u, v);
  const vv = dot(v, v);
  const det = uu * vv - uv * uv;
  if (!(det > THIN_SQ * uu * vv)) return;
  const slopeU = (vv * u[3] - uv * v[3]) / det;
  const slopeV = (uu * v[3] - uv * u[3]) / det;
  const slopeSq = slopeU * u[3] + slopeV * v[3];
  if (!(slopeSq < 1)) return;
  // |u × v|² is det.
  const across = Math.sqrt((1 - slopeSq) / det);
  for (let side = -1; side <= 1; side += 2) {
    const x = side * across * (u[1] * v[2] - u[2] * v[1]) - slopeU * u[0] - slopeV * v[0];
    const y = side * across * (u[2] * v[0] - u[0] * v[2]) - slopeU * u[1] - slopeV * v[1];
    const z = side * across * (u[0] * v[1] - u[1] * v[0]) - slopeU * u[2] - slopeV * v[2];
    addPlane(quadrics, QUADRIC * h, x, y, z, spheres, h);
    addPlane(quadrics, QUADRIC * i, x, y, z, spheres, h);
    addPlane(quadrics, QUADRIC * j, x, y, z, spheres, h);
  }
}

/** The plane that touches the balls i and j from outside, on the side opposite to ball `inner`, in the plane of the three. */
function addBorder(quadrics: Float64Array, spheres: Float64Array, i: number, j: number, inner: number): void {
  difference(spheres, i, j, u);
  difference(spheres, inner, i, v);
  const along = dot(u, v) / dot(u, u);
  addTangent(quadrics, spheres, i, j, v[0] - along * u[0], v[1] - along * u[1], v[2] - along * u[2]);
}

/** Four planes around a cone, a quarter turn apart. */
function addCone(quadrics: Float64Array, spheres: Float64Array, i: number, j: number): void {
  difference(spheres, i, j, u);
  const ax = Math.abs(u[0]);
  const ay = Math.abs(u[1]);
  const az = Math.abs(u[2]);
  // The first is the cross product with the axis of the smallest component, the second the cross product with that.
  v.fill(0);
  v[ax <= ay && ax <= az ? 0 : ay <= az ? 1 : 2] = 1;
  const x = u[1] * v[2] - u[2] * v[1];
  const y = u[2] * v[0] - u[0] * v[2];
  const z = u[0] * v[1] - u[1] * v[0];
  const [ux, uy, uz] = u;
  for (let side = -1; side <= 1; side += 2) {
    addTangent(quadrics, spheres, i, j, side * x, side * y, side * z);
    addTangent(quadrics, spheres, i, j, side * (uy * z - uz * y), side * (uz * x - ux * z), side * (ux * y - uy * x));
  }
}

/** The plane that touches the balls i and j on the side of a direction orthogonal to the line of their centres. */
function addTangent(
  quadrics: Float64Array,
  spheres: Float64Array,
  i: number,
  j: number,
  x: number,
  y: number,
  z: number,
): void {
  difference(spheres, i, j, u);
  const length = Math.sqrt(x * x + y * y + z * z);
  const slope = u[3] / dot(u, u);
  const slopeSq = slope * u[3];
  if (!(slopeSq < 1 && length > 0)) return;
  const across = Math.sqrt(1 - slopeSq) / length;
  const nx = across * x - slope * u[0];
  const ny = across * y - slope * u[1];
  const nz = across * z - slope * u[2];
  addPlane(quadrics, QUADRIC * i, nx, ny, nz, spheres, i);
  addPlane(quadrics, QUADRIC * j, nx, ny, nz, spheres, i);
}

/** The plane that touches ball `end` at its far side from ball `before`. */
function addEnd(quadrics: Float64Array, spheres: Float64Array, before: number, end: number): void {
  difference(spheres, before, end, u);
  const length = Math.sqrt(dot(u, u));
  if (length > 0) addPlane(quadrics, QUADRIC * end, u[0] / length, u[1] / length, u[2] / length, spheres, end);
}

/** Ball j less ball i, radii too. */
function difference(spheres: Float64Array, i: number, j: number, out: Float64Array): void {
  for (let k = 0; k < 4; k++) out[k] = spheres[4 * j + k] - spheres[4 * i + k];
}

/** The same for the centres alone. */
function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
