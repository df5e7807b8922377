// How a search among deforming meshes is watched.

import { NearmissError } from '../error.ts';

/** What a search does, one after the other; docs/deforming.md says what each is. */
export type DeformingStage = 'regions' | 'faces' | 'cells' | 'pairs' | 'trees';

/** Watches a search: to draw its cells, or, with a clock, to time its stages. It must neither search nor deform. */
export interface DeformingTrace {
  /** A stage begins. */
  readonly stage?: ((stage: DeformingStage) => void) | undefined;
  /** A last cell, whose faces are compared: its box, [min x, y, z, max x, y, z], and the number of faces in it. */
  readonly cell?: ((box: readonly number[], faces: number) => void) | undefined;
}

/** A trace as a search has it. */
export type Trace = { readonly [Part in keyof DeformingTrace]-?: NonNullable<DeformingTrace[Part]> };

/** Searches share their working memory: one from within another would spoil both. */
let isTelling = false;

export function requireNotTelling(): void {
  if (!isTelling) return;
  throw new NearmissError('world/busy', 'A search is telling its trace; no other can be made from within.');
}

export function guardTrace(trace: DeformingTrace): Trace {
  const guarded = (tell: () => void): void => {
    isTelling = true;
    try {
      tell();
    } finally {
      isTelling = false;
    }
  };
  return {
    stage: (stage) => guarded(() => trace.stage?.(stage)),
    cell: (box, faces) => guarded(() => trace.cell?.(box, faces)),
  };
}
