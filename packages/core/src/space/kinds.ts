import type { BoxSet } from './box-set.ts';
import type { BroadPhase } from './broad-phase.ts';
import { BspTree } from './bsp-tree.ts';
import { DynamicTree } from './dynamic-tree.ts';
import { Grid } from './grid.ts';
import { KdTree } from './kd-tree.ts';
import { Octree } from './octree.ts';
import { RTree } from './r-tree.ts';
import { SpaceTime } from './space-time.ts';
import { SweepAndPrune } from './sweep-and-prune.ts';

/** The structures that find overlapping boxes; all find the same. docs/world.md compares them. */
export type BroadPhaseName =
  | 'dynamic-tree'
  | 'grid'
  | 'sweep-and-prune'
  | 'r-tree'
  | 'space-time'
  | 'octree'
  | 'kd-tree'
  | 'bsp-tree';

export const DEFAULT_BROAD_PHASE: BroadPhaseName = 'dynamic-tree';

export const BROAD_PHASES: Readonly<Record<BroadPhaseName, (boxes: BoxSet) => BroadPhase>> = Object.freeze({
  'dynamic-tree': (boxes) => new DynamicTree(boxes),
  grid: (boxes) => new Grid(boxes),
  'sweep-and-prune': (boxes) => new SweepAndPrune(boxes),
  'r-tree': (boxes) => new RTree(boxes),
  'space-time': (boxes) => new SpaceTime(boxes),
  octree: (boxes) => new Octree(boxes),
  'kd-tree': (boxes) => new KdTree(boxes),
  'bsp-tree': (boxes) => new BspTree(boxes),
});
