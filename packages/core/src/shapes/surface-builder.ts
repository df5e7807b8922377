import { Mesh } from '../mesh/mesh.ts';
import { refuse } from './parameters.ts';

/**
 * Collects the vertices and triangles of one generated surface in arrays of the final size.
 *
 * Seen from outside, corners run counter-clockwise.
 */
export class SurfaceBuilder {
  /** Vertices added so far, which is also the number of the next one. */
  vertexCount = 0;
  private cornerCount = 0;
  private positions: Float64Array;
  private readonly triangles: Uint32Array;

  constructor(vertexCount: number, triangleCount: number) {
    this.positions = new Float64Array(3 * vertexCount);
    this.triangles = new Uint32Array(3 * triangleCount);
  }

  /** Adds a vertex and returns its number. */
  vertex(x: number, y: number, z: number): number {
    const at = 3 * this.vertexCount;
    this.positions[at] = x;
    this.positions[at + 1] = y;
    this.positions[at + 2] = z;
    return this.vertexCount++;
  }

  triangle(a: number, b: number, c: number): void {
    const at = this.cornerCount;
    this.triangles[at] = a;
    this.triangles[at + 1] = b;
    this.triangles[at + 2] = c;
    this.cornerCount = at + 3;
  }

  /** Adds a quadrilateral, split along a–c. */
  quad(a: number, b: number, c: number, d: number): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  /** Leaves out the vertices no triangle uses; the others are renumbered in order. */
  dropUnusedVertices(): void {
    const numbers = new Int32Array(this.vertexCount).fill(-1);
    for (const vertex of this.triangles) numbers[vertex] = 0;
    let kept = 0;
    for (let vertex = 0; vertex < numbers.length; vertex++) {
      if (numbers[vertex] < 0) continue;
      this.positions.copyWithin(3 * kept, 3 * vertex, 3 * vertex + 3);
      numbers[vertex] = kept++;
    }
    this.positions = this.positions.slice(0, 3 * kept);
    this.vertexCount = kept;
    for (let at = 0; at < this.triangles.length; at++) this.triangles[at] = numbers[this.triangles[at]];
  }

  /** Moves the middle of the bounding box to the origin. */
  centre(): void {
    const p = this.positions;
    for (let axis = 0; axis < 3; axis++) {
      let min = Infinity;
      let max = -Infinity;
      for (let at = axis; at < p.length; at += 3) {
        min = Math.min(min, p[at]);
        max = Math.max(max, p[at]);
      }
      const middle = (min + max) / 2;
      for (let at = axis; at < p.length; at += 3) p[at] -= middle;
    }
  }

  /**
   * The finished mesh. Sizes so small, so large or so uneven that a triangle collapses in rounding are refused here, for all
   * generators: checks of single parameters could not guarantee it.
   */
  build(shape: string): Mesh {
    const p = this.positions;
    const t = this.triangles;
    for (let at = 0; at < t.length; at += 3) {
      const a = 3 * t[at];
      const b = 3 * t[at + 1];
      const c = 3 * t[at + 2];
      const ux = p[b] - p[a];
      const uy = p[b + 1] - p[a + 1];
      const uz = p[b + 2] - p[a + 2];
      const vx = p[c] - p[a];
      const vy = p[c + 1] - p[a + 1];
      const vz = p[c + 2] - p[a + 2];
      const crossSum = Math.abs(uy * vz - uz * vy) + Math.abs(uz * vx - ux * vz) + Math.abs(ux * vy - uy * vx);
      if (!(crossSum > 0 && crossSum < Infinity)) {
        refuse(shape, 'these sizes are too small, too large or too uneven: a triangle would have no area in doubles.');
      }
    }
    return new Mesh(p, t);
  }
}
