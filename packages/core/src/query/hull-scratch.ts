import { ConvexResult, ConvexWorkspace } from '../convex/gjk.ts';
import { Bvtt } from './bvtt.ts';
import { HULL_SCRATCH_SLOT } from './scratch-slots.ts';
import { perWorkspace, type Workspace } from './workspace.ts';

/**
 * How two hulls are compared if their nearest features of an earlier test are known: GJK or Voronoi marching from these features,
 * or GJK from the plane of that test, as for hulls that are compared for the first time. The results are the same;
 * docs/lab/convex.md has the times.
 */
export type HullComparison = 'GJK' | 'Voronoi marching' | 'GJK afresh';

/** Scratch of a search on hull trees. */
export class HullScratch {
  readonly convex: ConvexWorkspace = new ConvexWorkspace();
  readonly result: ConvexResult = new ConvexResult();
  again: HullComparison = 'GJK';
  /** All hulls use Voronoi marching. A first comparison starts from the support vertices along the first plane. */
  usesMarching = false;
  /** [0]: number of marching searches of this query. [1]: their steps. [2]: how many of them GJK had to complete. */
  readonly marchingCounts: Float64Array = new Float64Array(3);
  /** For queries without memory. */
  readonly tree: Bvtt = new Bvtt();
  /** Normal of a plane to try. */
  readonly normal: Float64Array = new Float64Array(3);
  /** Nearest points of the nearest pair of hulls: of the query body, of the reference body. */
  readonly points: Float64Array = new Float64Array(6);
  /** [0]: distance of these points. [1]: pairs proven this far apart need no test. [2]: the least bound of the pruned pairs. */
  readonly nearest: Float64Array = new Float64Array(3);
}

export const hullScratchOf: (w: Workspace) => HullScratch = /* @__PURE__ */ perWorkspace(
  HULL_SCRATCH_SLOT,
  () => new HullScratch(),
);
