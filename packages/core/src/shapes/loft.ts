import type { Mesh } from '../mesh/mesh.ts';
import { SurfaceBuilder } from './surface-builder.ts';

// A loft joins rings of equally many points into one surface. Seen from outside, `side` runs to the right and `ring`
// upwards: a ring turns counter-clockwise about the direction in which the rings advance.

export type Point = readonly [number, number, number];

export interface Loft {
  readonly rings: number;
  readonly sides: number;
  /** Writes the position of one ring point to out[0..2]. */
  readonly point: (ring: number, side: number, out: Float64Array) => void;
  /** Points that close the first and the last ring by a fan. Without them the last ring joins the first. */
  readonly tips?: readonly [Point, Point];
  /** True where the quadrilateral from (ring, side) to (ring + 1, side + 1) is left out. */
  readonly omit?: (ring: number, side: number) => boolean;
  /** True where the quadrilateral is split along its other diagonal. */
  readonly flip?: (ring: number, side: number) => boolean;
}

/** 2·rings·sides, with tips or without; what `omit` leaves out is not subtracted. */
export function loftTriangleCount(rings: number, sides: number): number {
  return 2 * rings * sides;
}

export function loftVertexCount(loft: Loft): number {
  return loft.rings * loft.sides + (loft.tips === undefined ? 0 : 2);
}

/** Adds the loft to a surface. Ring point (ring, side) gets the number returned + ring·sides + side. */
export function addLoft(surface: SurfaceBuilder, loft: Loft): number {
  const { rings, sides, tips } = loft;
  const first = surface.vertexCount;
  const out = new Float64Array(3);
  for (let ring = 0; ring < rings; ring++) {
    for (let side = 0; side < sides; side++) {
      loft.point(ring, side, out);
      surface.vertex(out[0], out[1], out[2]);
    }
  }

  const bands = tips === undefined ? rings : rings - 1;
  for (let ring = 0; ring < bands; ring++) {
    const low = first + ring * sides;
    const high = first + ((ring + 1) % rings) * sides;
    for (let side = 0; side < sides; side++) {
      if (loft.omit?.(ring, side)) continue;
      const right = side + 1 === sides ? 0 : side + 1;
      if (loft.flip?.(ring, side)) surface.quad(low + right, high + right, high + side, low + side);
      else surface.quad(low + side, low + right, high + right, high + side);
    }
  }

  if (tips !== undefined) {
    const last = first + (rings - 1) * sides;
    const start = surface.vertex(...tips[0]);
    const end = surface.vertex(...tips[1]);
    for (let side = 0; side < sides; side++) {
      const right = side + 1 === sides ? 0 : side + 1;
      surface.triangle(start, first + right, first + side);
      surface.triangle(end, last + side, last + right);
    }
  }
  return first;
}

/** The mesh of one whole loft. */
export function loftMesh(shape: string, loft: Loft): Mesh {
  const surface = new SurfaceBuilder(loftVertexCount(loft), loftTriangleCount(loft.rings, loft.sides));
  addLoft(surface, loft);
  return surface.build(shape);
}
