// On which side of three corners a fourth is, or the origin, by exact signs. Corners are numbered, x, y, z each.

import { orient3d } from 'robust-predicates';

/** Positive where the origin is on the outer side of a, b, c, exactly. */
export function sideOfOrigin(points: Float64Array, a: number, b: number, c: number): number {
  return -orientPoint(points, a, b, c, 0, 0, 0);
}

/** Positive where corner d is on the outer side of a, b, c, exactly. */
export function exactSide(points: Float64Array, a: number, b: number, c: number, d: number): number {
  return -orientCorners(points, a, b, c, d);
}

/** The sign of `orient3d`: positive when corner d is on the side from which a, b, c run clockwise, the inner one. */
export function orientCorners(points: Float64Array, a: number, b: number, c: number, d: number): number {
  return orientPoint(points, a, b, c, points[3 * d], points[3 * d + 1], points[3 * d + 2]);
}

function orientPoint(points: Float64Array, a: number, b: number, c: number, x: number, y: number, z: number): number {
  return orient3d(
    points[3 * a],
    points[3 * a + 1],
    points[3 * a + 2],
    points[3 * b],
    points[3 * b + 1],
    points[3 * b + 2],
    points[3 * c],
    points[3 * c + 1],
    points[3 * c + 2],
    x,
    y,
    z,
  );
}
