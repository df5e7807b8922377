import { EXACT_TESTS, TRIANGLE_TESTS, VOLUME_TESTS, VOLUME_UPDATES, type Workspace } from './workspace.ts';

/** The work of one query: the N of the cost function F = N_u·C_u + N_bv·C_bv + N_p·C_p. See {@link PairOptions}. */
export interface QueryStats {
  /** Bounding volumes compared: N_bv. */
  readonly volumeTests: number;
  /** Bounding volumes moved into the other body's frame: N_u. */
  readonly volumeUpdates: number;
  /** Pairs of triangles measured or intersected: N_p. */
  readonly triangleTests: number;
  /** Pairs of triangles that only exact arithmetic could decide. */
  readonly exactTests: number;
  /** Pairs of nodes on the front that the query left for the next one of its `Pair`; for a time of contact, its final front. */
  readonly frontSize: number;
  /** With method `voronoi-marching`: pairs of hulls searched by marching, the steps from feature to feature, */
  readonly marches?: number;
  readonly marchSteps?: number;
  /** and how many of these searches stopped because of rounding, so that GJK continued from their features. */
  readonly handedOver?: number;
}

export function readStats(w: Workspace, frontSize = 0): QueryStats {
  const c = w.counters;
  return {
    volumeTests: c[VOLUME_TESTS],
    volumeUpdates: c[VOLUME_UPDATES],
    triangleTests: c[TRIANGLE_TESTS],
    exactTests: c[EXACT_TESTS],
    frontSize,
  };
}
