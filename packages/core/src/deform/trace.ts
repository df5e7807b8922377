// The trace of a search among deforming meshes.

/** The stages of a search; docs/algorithms/deforming.md describes them. */
export type DeformingStage = 'regions' | 'faces' | 'cells' | 'pairs' | 'trees';

/** Receives the stages of a search: to draw its cells, or, with a clock, to time its stages. It may start other searches; the meshes of the search refuse to be deformed meanwhile.
 *
 * @see {@link DeformingOptions}
 */
export interface DeformingTrace {
  /** A stage starts. */
  readonly stage?: ((stage: DeformingStage) => void) | undefined;
  /** A last cell, whose faces are compared: its box, [min x, y, z, max x, y, z], and the number of faces in it. */
  readonly cell?: ((box: readonly number[], faces: number) => void) | undefined;
}

/** A trace as a search uses it. */
export type Trace = { readonly [Part in keyof DeformingTrace]-?: NonNullable<DeformingTrace[Part]> };
