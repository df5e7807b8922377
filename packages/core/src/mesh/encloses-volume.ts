// Whether a closed, oriented mesh encloses any volume: exactly, for the doubles given.

import { lowestBit, toInteger } from '../scalar/exact-integers.ts';
import { UNIT_ROUNDOFF } from '../scalar/tolerances.ts';
import type { Mesh } from './mesh.ts';

/**
 * Error bound of a determinant of corners that are at most 2.5 from the origin, in multiples of u: six products of up to 16 each,
 * and for each 8 roundings and three coordinates with an error of 2u of 2.5. In cubic units.
 */
const DETERMINANT_ERROR = 2048;

/** With the origin at `centre`, in units of `unit`, a power of two, no corner is farther than 2.5 from the origin (model/model-frame.ts). */
export function enclosesVolume(mesh: Mesh, centre: Float64Array, unit: number): boolean {
  const { positions, triangles } = mesh;
  const corners = new Float64Array(9);
  let sum = 0;
  let magnitude = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    for (let c = 0; c < 9; c++)
      corners[c] = (positions[3 * triangles[k + Math.floor(c / 3)] + (c % 3)] - centre[c % 3]) / unit;
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners;
    const d = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    sum += d;
    magnitude += Math.abs(d);
  }
  const error = mesh.triangleCount * UNIT_ROUNDOFF * (DETERMINANT_ERROR + 2 * magnitude);
  return Math.abs(sum) > error || exactVolume(mesh) !== 0n;
}

/** Six times the volume, in the cube of a unit of which all coordinates are multiples. */
function exactVolume({ positions, triangles }: Mesh): bigint {
  let unit = Infinity;
  for (const v of triangles) {
    for (let axis = 0; axis < 3; axis++) unit = Math.min(unit, lowestBit(positions[3 * v + axis]));
  }
  if (unit === Infinity) return 0n; // every corner is the origin
  const point = (v: number): [bigint, bigint, bigint] => [
    toInteger(positions[3 * v], unit),
    toInteger(positions[3 * v + 1], unit),
    toInteger(positions[3 * v + 2], unit),
  ];
  let sum = 0n;
  for (let k = 0; k < triangles.length; k += 3) {
    const [ax, ay, az] = point(triangles[k]);
    const [bx, by, bz] = point(triangles[k + 1]);
    const [cx, cy, cz] = point(triangles[k + 2]);
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum;
}
