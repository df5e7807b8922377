// Distance on trees of convex hulls, and on triangles where the hulls do not decide.

import { discVolume } from '../../bounds/disc.ts';
import { hullTree } from '../../hulls/hull-structure.ts';
import type { Model } from '../../model/model.ts';
import { bestPairOf } from '../best-pair.ts';
import { Bvtt } from '../bvtt.ts';
import type { FrontVisitor } from '../front.ts';
import { hullScratchOf } from '../hull-scratch.ts';
import { type QueryStats, readStats } from '../stats.ts';
import type { Workspace } from '../workspace.ts';
import type { DistanceMemory } from './distance.ts';
import type { SearchEnd } from './distance-discs.ts';
import type { SearchedNodes } from './distance-method.ts';
import { type HullSearchEnd, searchHulls } from './search-hulls.ts';
import { searchNearest } from './search-nearest.ts';

/** Searches the bodies prepared in `w`; with `usesMarching`, by Voronoi marching at every node. */
export function searchNearestHulls(w: Workspace, memory: DistanceMemory | null, usesMarching: boolean): SearchEnd {
  const scratch = hullScratchOf(w);
  if (memory !== null) memory.traversal ??= new Bvtt();
  const kept = memory?.traversal ?? null;
  const tree = kept?.busy === false ? kept : scratch.tree;
  if (tree !== kept) tree.clear();
  scratch.usesMarching = usesMarching;
  scratch.marchingCounts.fill(0);
  let end: HullSearchEnd;
  try {
    end = searchHulls(w, tree, bestPairOf(w), w.budget);
  } finally {
    scratch.usesMarching = false;
  }
  if (end !== 'unclear') return end;
  w.stackTop = 0;
  return searchNearest(w, discVolume, null);
}

export function hullStats(w: Workspace, memory: DistanceMemory | null): QueryStats {
  return readStats(w, memory?.traversal?.frontSize);
}

export function hullNodesOf(model: Model): SearchedNodes {
  return model.structure(hullTree).arrays;
}

export function forEachOnHullFront({ traversal }: DistanceMemory, visit: FrontVisitor): void {
  traversal?.forEachOnFront(visit);
}
