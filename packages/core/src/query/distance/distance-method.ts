import type { Model } from '../../model/model.ts';
import type { Strategy } from '../dispatch.ts';
import type { FrontVisitor } from '../front.ts';
import { badMethod } from '../method.ts';
import type { QueryStats } from '../stats.ts';
import type { Workspace } from '../workspace.ts';
import type { DistanceMemory, DistanceRequest, DistanceResult } from './distance.ts';
import type { SearchEnd } from './distance-discs.ts';

/** Nodes of a tree, as in bvh/tree.ts: LINKS numbers each. */
export interface SearchedNodes {
  readonly links: Int32Array;
  readonly faces: Uint32Array;
}

/**
 * What to search in place of bounding volumes, as an object that brings its own code: `hulls` of `nearmiss/convex`, `medial` of
 * `nearmiss/medial`, `voronoiMarching` of `nearmiss/lab`. docs/lab/convex.md compares their speeds.
 */
export interface DistanceMethod {
  readonly name: string;
  /** The queries that the method supports. */
  readonly answers: { readonly distance: true };
  /** @internal Finds the nearest faces, for queries that need these alone. */
  searchNearest?(w: Workspace, memory: DistanceMemory | null): SearchEnd;
  /** @internal The work of that search. */
  stats?(w: Workspace, memory: DistanceMemory | null): QueryStats;
  /** @internal Answers the whole query. */
  readonly distance?: Strategy<DistanceRequest, DistanceResult>;
  /** @internal The nodes that its front refers to. */
  nodesOf?(model: Model): SearchedNodes;
  /** @internal Traverses the front of the last search. */
  forEachOnFront?(memory: DistanceMemory, visit: FrontVisitor): void;
}

/** The chosen method; null for bounding volumes. */
export function requireDistanceMethod(method: 'auto' | 'volumes' | DistanceMethod): DistanceMethod | null {
  if (method === 'auto' || method === 'volumes') return null;
  if (typeof method === 'object' && method !== null && (method.searchNearest ?? method.distance) !== undefined) {
    return method;
  }
  throw badMethod(method, '"auto", "volumes"', 'hulls of nearmiss/convex or medial of nearmiss/medial');
}
