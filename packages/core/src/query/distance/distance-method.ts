import type { Model } from '../../model/model.ts';
import type { Strategy } from '../dispatch.ts';
import type { FrontVisitor } from '../front.ts';
import { badMethod } from '../method.ts';
import type { QueryStats } from '../stats.ts';
import type { Workspace } from '../workspace.ts';
import type { DistanceAsk, DistanceMemory, DistanceResult } from './distance.ts';
import type { SearchEnd } from './distance-discs.ts';

/** Nodes of a tree, as in bvh/tree.ts: LINKS numbers each. */
export interface SearchedNodes {
  readonly links: Int32Array;
  readonly faces: Uint32Array;
}

/**
 * What a distance is searched on in place of bounding volumes, as an object that brings its own code: `hulls` of `nearmiss/convex`, `medial` of
 * `nearmiss/medial`, `voronoiMarching` of `nearmiss/lab`. docs/lab/convex.md says which is faster when.
 */
export interface DistanceMethod {
  readonly name: string;
  /** The queries that it answers. */
  readonly answers: { readonly distance: true };
  /** @internal Finds the nearest faces, for a query that goes on from there. */
  searchNearest?(w: Workspace, memory: DistanceMemory | null): SearchEnd;
  /** @internal The work of it. */
  stats?(w: Workspace, memory: DistanceMemory | null): QueryStats;
  /** @internal Or answers all by itself. */
  readonly distance?: Strategy<DistanceAsk, DistanceResult>;
  /** @internal The nodes that its front names. */
  nodesOf?(model: Model): SearchedNodes;
  /** @internal Goes over the front that the last search left. */
  forEachOnFront?(memory: DistanceMemory, visit: FrontVisitor): void;
}

/** The method asked for, null where volumes are searched. */
export function requireDistanceMethod(method: 'auto' | 'volumes' | DistanceMethod): DistanceMethod | null {
  if (method === 'auto' || method === 'volumes') return null;
  if (typeof method === 'object' && method !== null && (method.searchNearest ?? method.distance) !== undefined) {
    return method;
  }
  throw badMethod(method, '"auto", "volumes"', 'hulls of nearmiss/convex or medial of nearmiss/medial');
}
