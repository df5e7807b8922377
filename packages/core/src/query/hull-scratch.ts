import { ConvexResult, ConvexWorkspace } from '../convex/gjk.ts';
import { TraversalTree } from './traversal-tree.ts';
import { perWorkspace, type Workspace } from './workspace.ts';

/**
 * How hulls are compared whose nearest features of an earlier test are known: GJK from these, marching from these, or GJK
 * from the plane of that test, as for hulls that are met for the first time. The answers are the same; docs/lab/convex.md
 * has the times.
 */
export type HullComparison = 'GJK' | 'marching' | 'GJK afresh';

/** What a search on hull trees works with. */
export class HullScratch {
  readonly convex: ConvexWorkspace = new ConvexWorkspace();
  readonly result: ConvexResult = new ConvexResult();
  again: HullComparison = 'GJK';
  /** All hulls use Voronoi marching, those that are met for the first time from the vertices highest along the first plane. */
  usesMarching = false;
  /** [0]: searches by marching of this query, [1]: their steps, [2]: how many were handed over to GJK. */
  readonly marchingCounts: Float64Array = new Float64Array(3);
  /** For queries without a memory. */
  readonly tree: TraversalTree = new TraversalTree();
  /** Normal of a plane to try. */
  readonly normal: Float64Array = new Float64Array(3);
  /** Nearest points of the nearest pair of hulls: of the query body, of the reference body. */
  readonly points: Float64Array = new Float64Array(6);
  /** [0]: distance of these points. [1]: pairs proven this far apart need no test. [2]: the least proven of a pair that got one. */
  readonly nearest: Float64Array = new Float64Array(3);
}

export const hullScratchOf: (w: Workspace) => HullScratch = /* @__PURE__ */ perWorkspace(() => new HullScratch());
