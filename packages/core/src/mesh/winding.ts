// The generalized winding number (Jacobson, Kavan, Sorkine-Hornung 2013): the signed solid angles of all triangles seen
// from a point, over 4π; each by van Oosterom and Strackee (1983),
//   tan(Ω/2) = det(a, b, c) / (|a||b||c| + (a·b)|c| + (b·c)|a| + (c·a)|b|),   a, b, c from the point to the corners.
//
// The determinant is orient3d's, whose sign is exact: a triangle adds exactly no angle for a point in its plane, where a rounded
// determinant would give ±2π for a point on the face.
//
// Near an edge, at a distance d that is small against its length l, numerator and denominator both shrink with d and the
// denominator cancels: the error of the angle is about 10⁻¹⁵·l/d. Elsewhere, faces included, about 10⁻¹⁵.
//
// It is rounded, so this is a number to display. No decision may depend on it: queries distinguish inside from outside by exact ray
// crossings.

import { orient3d } from 'robust-predicates';
import { arcTangent } from '../scalar/arc-tangent.ts';
import { exponentAbove, powerOfTwo } from '../scalar/power-of-two.ts';
import { readVector } from '../scalar/vector.ts';
import { addCompensated, compensatedSum } from './compensated-sum.ts';
import { type Mesh, requireSoundMesh } from './mesh.ts';

/**
 * How often the surface winds around a point, counted positive where the faces point away from it.
 *
 * For a closed, oriented mesh this is an integer up to rounding: 0 outside, 1 inside, −1 inside an inward mesh. For an open mesh or
 * a soup it changes smoothly with the point and measures how much the mesh surrounds it.
 *
 * A triangle adds no angle for a point in its own plane. So on the surface of a solid the value is the part of a small ball around
 * the point that the solid fills: ½ on a face, ¼ on the edge of a box, ⅛ at its corner.
 *
 * @example
 * console.log(Math.round(windingNumber(box(), [0, 0, 0]))); // 1
 */
export function windingNumber(mesh: Mesh, point: ArrayLike<number>): number {
  requireSoundMesh('windingNumber', mesh);
  const p = new Float64Array(3);
  readVector(point, p, 0, 'vector/bad', 'point');
  const { positions, triangles } = mesh;
  // Products of three lengths are computed: a power of two first scales every coordinate below 1. That is exact, except for
  // coordinates 10³⁰⁰ times smaller than the largest.
  const unscale = unscaleFor(mesh, p);
  const px = p[0] * unscale;
  const py = p[1] * unscale;
  const pz = p[2] * unscale;

  const sums = new Float64Array(2);
  for (let k = 0; k < triangles.length; k += 3) {
    const i = 3 * triangles[k];
    const j = 3 * triangles[k + 1];
    const l = 3 * triangles[k + 2];
    const x0 = positions[i] * unscale;
    const y0 = positions[i + 1] * unscale;
    const z0 = positions[i + 2] * unscale;
    const x1 = positions[j] * unscale;
    const y1 = positions[j + 1] * unscale;
    const z1 = positions[j + 2] * unscale;
    const x2 = positions[l] * unscale;
    const y2 = positions[l + 1] * unscale;
    const z2 = positions[l + 2] * unscale;
    const det = orient3d(x0, y0, z0, x1, y1, z1, x2, y2, z2, px, py, pz);
    if (det === 0) continue;

    const ax = x0 - px;
    const ay = y0 - py;
    const az = z0 - pz;
    const bx = x1 - px;
    const by = y1 - py;
    const bz = z1 - pz;
    const cx = x2 - px;
    const cy = y2 - py;
    const cz = z2 - pz;
    const a = Math.sqrt(ax * ax + ay * ay + az * az);
    const b = Math.sqrt(bx * bx + by * by + bz * bz);
    const c = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const ab = ax * bx + ay * by + az * bz;
    const bc = bx * cx + by * cy + bz * cz;
    const ca = cx * ax + cy * ay + cz * az;
    const across = a * b * c + ab * c + bc * a + ca * b;
    addCompensated(sums, 0, det < 0 ? -arcTangent(-det, across) : arcTangent(det, across));
  }
  return compensatedSum(sums, 0) / (2 * Math.PI);
}

/** A power of two that brings the vertices in use and the point to magnitudes below 1. */
function unscaleFor(mesh: Mesh, p: Float64Array): number {
  const { positions, triangles } = mesh;
  let largest = Math.max(Math.abs(p[0]), Math.abs(p[1]), Math.abs(p[2]));
  for (let k = 0; k < triangles.length; k++) {
    const v = 3 * triangles[k];
    largest = Math.max(largest, Math.abs(positions[v]), Math.abs(positions[v + 1]), Math.abs(positions[v + 2]));
  }
  // Below 2⁻¹⁰²² the power would not be a double; everything there is tiny enough.
  return powerOfTwo(Math.min(-exponentAbove(largest), 1022));
}
