// A box with rounded edges: the points where x⁴ + y⁴ + z⁴ = 1, stretched.

import { Mesh } from 'nearmiss';
import { icosphere } from 'nearmiss/shapes';
import { Vector3 } from 'three';

/** 1 on the surface of the rounded box of sides 2, less inside. */
export function roundedLength({ x, y, z }: Vector3): number {
  return Math.sqrt(Math.sqrt(x * x * x * x + y * y * y * y + z * z * z * z));
}

/** By its middle and half its sides. */
export function block(centre: Vector3, half: Vector3, subdivisions: number): Mesh {
  const { positions, triangles, vertexCount } = icosphere({ subdivisions });
  const points = Array.from({ length: vertexCount }, (_, vertex) => {
    const point = new Vector3().fromArray(positions, 3 * vertex);
    return point.divideScalar(roundedLength(point)).multiply(half).add(centre);
  });
  return new Mesh(
    points.flatMap((point) => point.toArray()),
    triangles,
  );
}
