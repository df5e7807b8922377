// How a search among deforming meshes is watched.

/** What a search does, one after the other; docs/algorithms/deforming.md says what each is. */
export type DeformingStage = 'regions' | 'faces' | 'cells' | 'pairs' | 'trees';

/** Watches a search: to draw its cells, or, with a clock, to time its stages. It may make other searches; the meshes it is told of
 * refuse to be deformed.
 *
 * @see {@link DeformingOptions}
 */
export interface DeformingTrace {
  /** A stage begins. */
  readonly stage?: ((stage: DeformingStage) => void) | undefined;
  /** A last cell, whose faces are compared: its box, [min x, y, z, max x, y, z], and the number of faces in it. */
  readonly cell?: ((box: readonly number[], faces: number) => void) | undefined;
}

/** A trace as a search has it. */
export type Trace = { readonly [Part in keyof DeformingTrace]-?: NonNullable<DeformingTrace[Part]> };
