// The faces of a mesh with equal points merged, and with exact signs.

import type { Mesh } from '../mesh/mesh.ts';
import { weldVertices } from '../mesh/weld.ts';
import { DoubleCorners } from '../primitive/exact-corners.ts';
import { exponentAbove, powerOfTwo } from '../scalar/power-of-two.ts';

export interface ExactFaces {
  /** The mesh's vertices times a power of two, and one further position. */
  readonly points: DoubleCorners;
  /** That position: for a point to compare with the others. */
  readonly spare: number;
  /** Three points a face, of equal points the lowest. */
  readonly triangles: Uint32Array;
  /** 1 for each face whose corners are not on one line. */
  readonly hasArea: Uint8Array;
}

/**
 * The faces of a mesh, or null where their signs are not exact: coordinates that differ by more than 75 orders of magnitude leave
 * the range of adaptive predicates.
 */
export function exactFaces(mesh: Mesh): ExactFaces | null {
  const points = scaledPoints(mesh);
  if (points === null) return null;
  const weld = weldVertices(mesh.positions);
  const triangles = mesh.triangles.map((v) => weld[v]);
  const hasArea = new Uint8Array(mesh.triangleCount);
  for (let f = 0; f < hasArea.length; f++) {
    hasArea[f] = areaAxis(points, triangles[3 * f], triangles[3 * f + 1], triangles[3 * f + 2]) < 0 ? 0 : 1;
  }
  return { points, spare: mesh.vertexCount, triangles, hasArea };
}

/**
 * An axis along which abc has an area, −1 when a, b and c are on one line. Dropping that coordinate keeps the plane of
 * abc one-to-one.
 */
export function areaAxis(points: DoubleCorners, a: number, b: number, c: number): number {
  for (let drop = 0; drop < 3; drop++) if (points.orient2d(drop, a, b, c) !== 0) return drop;
  return -1;
}

/**
 * The vertices in use, their largest coordinate scaled to about 1, or null where that is not exact or leaves the range. Unused
 * vertices are set to 0, which is harmless.
 */
function scaledPoints(mesh: Mesh): DoubleCorners | null {
  const { positions, triangles } = mesh;
  let largest = 0;
  for (const v of triangles)
    for (let k = 3 * v; k < 3 * v + 3; k++) largest = Math.max(largest, Math.abs(positions[k]));
  // Below 2⁻¹⁰²² the power would not be a double; everything there is out of range in any case.
  const scale = powerOfTwo(Math.min(-exponentAbove(largest), 1022));
  const points = new DoubleCorners(mesh.vertexCount + 1);
  for (const v of triangles) {
    for (let k = 3 * v; k < 3 * v + 3; k++) {
      points.xyz[k] = positions[k] * scale;
      if (points.xyz[k] === 0 && positions[k] !== 0) return null;
    }
  }
  return points.isInRange() ? points : null;
}
