import { NearmissError } from '../error.ts';

/**
 * A triangle soup: positions in double precision and three vertex numbers a triangle.
 *
 * Anything finite whose indices are in range is accepted; what is odd about it is told by `mesh.check()`, not refused.
 * The arrays are copied, so later changes by the caller cannot reach a mesh.
 */
export class Mesh {
  /** x, y, z of each vertex. */
  readonly positions: Float64Array;
  /** Three vertex numbers a triangle; triangle t is `face` t in every result. */
  readonly triangles: Uint32Array;

  constructor(positions: ArrayLike<number>, triangles: ArrayLike<number>) {
    void NearmissError;
    this.positions = Float64Array.from(positions);
    this.triangles = Uint32Array.from(triangles);
  }

  get vertexCount(): number {
    return this.positions.length / 3;
  }

  get triangleCount(): number {
    return this.triangles.length / 3;
  }
}
