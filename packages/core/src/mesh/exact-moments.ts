// The moments of moments.ts in integers, for solids so thin that doubles cannot distinguish their volume from rounding. Exact up to
// the last division. About 2 µs a triangle where the coordinates share a scale.

import { lowestBit, ratioToDouble, toInteger } from '../scalar/exact-integers.ts';
import type { Mesh } from './mesh.ts';
import type { SolidMoments } from './moments.ts';

/** Moments of a closed, oriented mesh, in lengths of 2^exponent. Null when the enclosed volume is exactly zero. */
export function exactMoments(mesh: Mesh, exponent: number): SolidMoments | null {
  const { positions, triangles } = mesh;
  let unit = Infinity;
  for (const v of triangles) {
    for (let axis = 0; axis < 3; axis++) unit = Math.min(unit, lowestBit(positions[3 * v + axis]));
  }
  if (unit === Infinity) return null; // every corner is the origin

  // Relative to one corner of the mesh, so that a mesh far away has small numbers.
  const at = 3 * triangles[0];
  const originX = toInteger(positions[at], unit);
  const originY = toInteger(positions[at + 1], unit);
  const originZ = toInteger(positions[at + 2], unit);
  const corner = new Array<bigint>(9).fill(0n);
  let d = 0n;
  let mx = 0n;
  let my = 0n;
  let mz = 0n;
  let mxx = 0n;
  let myy = 0n;
  let mzz = 0n;
  let mxy = 0n;
  let myz = 0n;
  let mzx = 0n;
  for (let k = 0; k < triangles.length; k += 3) {
    for (let i = 0; i < 3; i++) {
      const v = 3 * triangles[k + i];
      corner[3 * i] = toInteger(positions[v], unit) - originX;
      corner[3 * i + 1] = toInteger(positions[v + 1], unit) - originY;
      corner[3 * i + 2] = toInteger(positions[v + 2], unit) - originZ;
    }
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = corner;
    const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    if (det === 0n) continue;
    const sx = ax + bx + cx;
    const sy = ay + by + cy;
    const sz = az + bz + cz;
    d += det;
    mx += det * sx;
    my += det * sy;
    mz += det * sz;
    mxx += det * (sx * sx + ax * ax + bx * bx + cx * cx);
    myy += det * (sy * sy + ay * ay + by * by + cy * cy);
    mzz += det * (sz * sz + az * az + bz * bz + cz * cz);
    mxy += det * (sx * sy + ax * ay + bx * by + cx * cy);
    myz += det * (sy * sz + ay * az + by * bz + cy * cz);
    mzx += det * (sz * sx + az * ax + bz * bx + cz * cx);
  }
  if (d === 0n) return null;

  // V = d/6, centroid g = m/(4d), ∫(x−g)(x−g)ᵀ = M/120 − V·g·gᵀ = (4·d·M − 5·m·mᵀ) / (480·d).
  const coordinate = (origin: bigint, m: bigint): number => ratioToDouble(4n * d * origin + m, 4n * d, unit);
  const central = (second: bigint, m: bigint, n: bigint): number =>
    ratioToDouble(4n * d * second - 5n * m * n, 480n * d, 5 * (unit - exponent));
  return {
    exponent,
    volume: ratioToDouble(d, 6n, 3 * (unit - exponent)),
    centroid: [coordinate(originX, mx), coordinate(originY, my), coordinate(originZ, mz)],
    xx: central(mxx, mx, mx),
    yy: central(myy, my, my),
    zz: central(mzz, mz, mz),
    xy: central(mxy, mx, my),
    yz: central(myz, my, mz),
    zx: central(mzx, mz, mx),
  };
}
