// The core of a round shape as a convex body: its support is computed, not looked up. Each support point becomes a vertex, numbered
// in the order of the calls, so that GJK and EPA can refer to vertices by number.

import type { ConvexBody } from './convex-body.ts';
import type { InnerBall } from './inner-ball.ts';
import type { RoundShape } from './round-shape.ts';

/** Initial capacity, in points. */
const FIRST_CAPACITY = 64;

const NONE = new Uint32Array(0);

export class RoundBody implements ConvexBody {
  readonly dimension = 3;
  vertices: Float64Array = new Float64Array(3 * FIRST_CAPACITY);
  vertexCount = 0;
  readonly source: Uint32Array = NONE;
  readonly triangles: Uint32Array = NONE;
  readonly neighbourStart: Uint32Array = NONE;
  readonly neighbours: Uint32Array = NONE;
  /** No table: supports are computed. */
  readonly mapSide = -1;
  readonly cellStart: Uint32Array = NONE;
  readonly cellVertices: Uint32Array = NONE;
  /** None but a point of the axis. */
  readonly ball: InnerBall = { middle: new Float64Array(3), radius: 0 };
  readonly coarser: readonly ConvexBody[] = [];
  radius = 0;
  #base = 0;
  #top = 0;
  #half = 0;

  /** Becomes the core of a shape and discards all points. */
  set({ base, top, half }: RoundShape): void {
    this.vertexCount = 0;
    this.#base = base;
    this.#top = top;
    this.#half = half;
    const rim = Math.max(base, top);
    this.radius = Math.sqrt(rim * rim + half * half);
  }

  /**
   * The number of a new vertex, the point farthest along d: on the rim of one end. Three roundings per coordinate reduce its reach
   * by less than 4u of the radius, as a climb may, and the point is as near to the shape.
   */
  support(dx: number, dy: number, dz: number): number {
    const across = Math.sqrt(dx * dx + dy * dy);
    const isTop = this.#top * across + this.#half * dz >= this.#base * across - this.#half * dz;
    // Exactly along the axis the centre of the end is as far as its rim.
    const reach = across > 0 ? (isTop ? this.#top : this.#base) / across : 0;
    const vertex = this.vertexCount++;
    if (3 * this.vertexCount > this.vertices.length) this.#grow();
    this.vertices[3 * vertex] = reach * dx;
    this.vertices[3 * vertex + 1] = reach * dy;
    this.vertices[3 * vertex + 2] = isTop ? this.#half : -this.#half;
    return vertex;
  }

  #grow(): void {
    const vertices = new Float64Array(2 * this.vertices.length);
    vertices.set(this.vertices);
    this.vertices = vertices;
  }
}
