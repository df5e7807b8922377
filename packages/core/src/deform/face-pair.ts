// The decision on two faces given by doubles in one frame: by signs in doubles where they are certain, else by exact arithmetic.

import { DoubleCorners, type ExactCorners, IntegerCorners } from '../primitive/exact-corners.ts';
import { relateTriangles, type TriangleRelation } from '../primitive/triangle-triangle-exact.ts';
import { filterTriangleTriangle } from '../primitive/triangle-triangle-filter.ts';
import { lowestBit, toInteger } from '../scalar/exact-integers.ts';
import { COORDINATE_ERROR } from '../scalar/tolerances.ts';

/**
 * Sizes of a scene, a length, between which the filter's products of four lengths neither overflow nor underflow beyond its error
 * bound. Outside of them every pair is decided exactly.
 */
const SMALLEST_FILTERED = 1e-60;
const LARGEST_FILTERED = 1e60;

const CORNERS = 6;
const doubles = new DoubleCorners(CORNERS);

/**
 * The coordinate error to pass to the filter, where coordinates differ by at most `extent`. The corners here are exact, so this
 * covers only the rounding of the arithmetic, which the filter counts in the same unit.
 */
export function filterError(extent: number): number {
  if (extent === 0) return 0;
  return extent >= SMALLEST_FILTERED && extent <= LARGEST_FILTERED ? COORDINATE_ERROR * extent : Infinity;
}

/** Whether the closed triangles a[i..i+8] and b[j..j+8] share a point. `coordinateError` is by `filterError`. */
export function facesIntersect(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  coordinateError: Float64Array,
): boolean {
  return relateFaces(a, i, b, j, coordinateError) !== 'disjoint';
}

/** The relation of the triangles a[i..i+8] and b[j..j+8]. If the filter is certain, it is a crossing. */
export function relateFaces(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  coordinateError: Float64Array,
): TriangleRelation {
  const verdict = filterTriangleTriangle(a, i, b, j, coordinateError);
  if (verdict !== 0) return verdict > 0 ? 'crossing' : 'disjoint';
  for (let k = 0; k < 9; k++) {
    doubles.xyz[k] = a[i + k];
    doubles.xyz[9 + k] = b[j + k];
  }
  return relateTriangles(exactly(doubles));
}

/** The points with signs that can be trusted: as they are, or as integers where their magnitudes are out of range. */
export function exactly(points: DoubleCorners): ExactCorners {
  if (points.isInRange()) return points;
  let unit = 0; // a lower unit than needed is harmless, and all of them may be zero
  for (const x of points.xyz) unit = Math.min(unit, lowestBit(x));
  return new IntegerCorners(Array.from(points.xyz, (x) => toInteger(x, unit)));
}
