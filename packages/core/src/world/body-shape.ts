// A body's current mesh, in body coordinates: the data for the searches of deform/ and for a world, without building a model.
// Everything but the box is computed on first use, and kept until the next deformation.

import type { DeformingMesh } from '../deform/deforming-mesh.ts';
import type { DeformingMethod } from '../deform/deforming-options.ts';
import { selfCollide } from '../deform/self-collide.ts';
import { meshComponents } from '../mesh/components.ts';
import { writeFaceCorners } from '../mesh/face-corners.ts';
import type { FacePair } from '../mesh/face-pairs.ts';
import { Mesh } from '../mesh/mesh.ts';
import { isCollapsed, solidity } from '../mesh/topology.ts';
import { weldVertices } from '../mesh/weld.ts';
import { type Extent, extentOfBox } from './body-extent.ts';

export class BodyShape {
  readonly mesh: DeformingMesh;
  readonly method: DeformingMethod;
  /** Vertices by number: different vertices are never merged, whatever the shape. */
  readonly #numbers: Uint32Array;
  #anchors: Uint32Array | null = null;
  #isClosedByNumber: boolean | null = null;
  #isClosed: boolean | null = null;
  #selfPairs: readonly FacePair[] | null = null;
  #extent: Extent | null = null;

  constructor(mesh: DeformingMesh, method: DeformingMethod) {
    this.mesh = mesh;
    this.method = method;
    this.#numbers = Uint32Array.from({ length: mesh.positions.length / 3 }, (_, v) => v);
  }

  /** Gives the vertices other positions. Refused positions change nothing. */
  deform(positions: ArrayLike<number>): void {
    this.mesh.deform(positions);
    this.#isClosed = null;
    this.#selfPairs = null;
    this.#extent = null;
  }

  /**
   * Whether the current mesh bounds a solid. Edges that are used an even number of times by their vertices' numbers stay so when
   * vertices coincide: a triangle that collapses removes two equal edges at once. Only a mesh of collapsed triangles alone bounds
   * nothing.
   */
  get isClosed(): boolean {
    this.#isClosed ??= (this.#hasClosedEdges() && this.#hasFace()) || solidity(this.#current()).closed;
    return this.#isClosed;
  }

  /** A vertex of each component connected by vertex numbers. */
  get anchors(): Uint32Array {
    if (this.#anchors === null) {
      const { triangles, triangleCount } = this.mesh;
      const { count, componentOfTriangle } = meshComponents(this.#current(), this.#numbers);
      this.#anchors = new Uint32Array(count);
      for (let t = 0; t < triangleCount; t++) this.#anchors[componentOfTriangle[t]] = triangles[3 * t];
    }
    return this.#anchors;
  }

  /** The pairs of its own faces that touch, as `selfCollide` lists them. */
  get selfPairs(): readonly FacePair[] {
    this.#selfPairs ??= selfCollide(this.mesh, { method: this.method });
    return this.#selfPairs;
  }

  /** The box around the vertices, and the ball around that. */
  get extent(): Extent {
    this.#extent ??= extentOfBox(this.mesh.box);
    return this.#extent;
  }

  #current(): Mesh {
    return Mesh.adopt(this.mesh.positions, this.mesh.triangles);
  }

  #hasClosedEdges(): boolean {
    this.#isClosedByNumber ??= solidity(this.#current(), this.#numbers).closed;
    return this.#isClosedByNumber;
  }

  /** Whether some triangle has three different corners: usually the first one. */
  #hasFace(): boolean {
    const { triangleCount } = this.mesh;
    const corners = new Float64Array(9);
    for (let t = 0; t < triangleCount; t++) {
      writeFaceCorners(this.mesh, t, corners, 0);
      if (!isCollapsed(ONE_TRIANGLE, weldVertices(corners), 0)) return true;
    }
    return false;
  }
}

const ONE_TRIANGLE = Uint32Array.of(0, 1, 2);
