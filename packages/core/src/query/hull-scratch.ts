import { ConvexResult, ConvexWorkspace } from '../convex/gjk.ts';
import { TraversalTree } from './traversal-tree.ts';

/** What a search on hull trees works with. */
export class HullScratch {
  readonly convex: ConvexWorkspace = new ConvexWorkspace();
  readonly result: ConvexResult = new ConvexResult();
  /** Whether hulls whose nearest features are known march on from these; if not, GJK starts anew. The answers are the same. */
  marches = true;
  /** For queries without a memory. */
  readonly tree: TraversalTree = new TraversalTree();
  /** Normal of a plane to try. */
  readonly normal: Float64Array = new Float64Array(3);
  /** Nearest points of the nearest pair of hulls: of the moving body, of the resting one. */
  readonly points: Float64Array = new Float64Array(6);
  /** [0]: distance of these points. [1]: pairs proven this far apart need no look. [2]: the least proven of a pair that got one. */
  readonly nearest: Float64Array = new Float64Array(3);
}
