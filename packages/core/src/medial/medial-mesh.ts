// A skeleton with thickness: balls, cones between two of them and slabs between three (Song, Lan, Yao and Guo, "Continuous
// collision detection with medial axis transform for rigid body simulation"). A cone is the union of all linear interpolations of
// its two balls, a slab that of its three; each is the convex hull of its balls. The solid is the union of all.

/** Balls, cones and slabs. See {@link MedialAxis}. */
export interface MedialMesh {
  /** Centre and radius of the balls, 4 doubles each. */
  readonly spheres: Float64Array;
  /** Pairs of balls. An isolated ball is a cone from itself to itself; sides of slabs are not listed. */
  readonly cones: Uint32Array;
  /** Triples of balls. */
  readonly slabs: Uint32Array;
}

/** Cones and slabs, the primitives of tests and traversals. Primitive i is cone i, or slab i − number of cones. */
export const primitiveCount = ({ cones, slabs }: MedialMesh): number => cones.length / 2 + slabs.length / 3;
